package skirmish;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.function.Function;
import java.util.function.Predicate;

/** Shortest ways by breadth-first search, on any board whose points can be put in a set. */
public final class Paths<P> {
    /** The steps to a point that was not reached. */
    public static final long FAR = 1_000_000_000;
    /** A search gives up when it has reached so many points. */
    public static final int MOST = 100_000;

    /** The steps to every point reached, the nearest first. */
    public final Map<P, Long> steps = new LinkedHashMap<>();
    /** The point that the search was made for; null if there was none. */
    public P found;

    private final Map<P, P> before = new HashMap<>();

    private Paths() {
    }

    /** Steps from the nearest start; FAR if the point was not reached. */
    public long to(P point) {
        return steps.getOrDefault(point, FAR);
    }

    /** The way to a point that was reached, without the start and with the goal. */
    public List<P> path(P goal) {
        List<P> way = new ArrayList<>();
        for (P point = goal; before.containsKey(point); point = before.get(point)) {
            way.add(point);
        }
        Collections.reverse(way);
        return way;
    }

    /** The point with the fewest steps that is wanted; null if none is. */
    public P nearest(Predicate<P> wanted) {
        return steps.keySet().stream().filter(wanted).findFirst().orElse(null);
    }

    /** Searches from all starts over passable points: {@code search(List.of(here), Square::around4, this::free)}. */
    public static <P> Paths<P> search(
            Collection<P> starts, Function<P, List<P>> around, Predicate<P> passable) {
        return searchWith(starts, around, passable, point -> false, FAR, MOST);
    }

    /** A search that ends at the first point that {@code wanted} says yes to, {@link #found}. */
    public static <P> Paths<P> searchUntil(
            Collection<P> starts, Function<P, List<P>> around, Predicate<P> passable, Predicate<P> wanted) {
        return searchWith(starts, around, passable, wanted, FAR, MOST);
    }

    /** A search for all points at most {@code limit} steps away. */
    public static <P> Paths<P> searchWithin(
            Collection<P> starts, Function<P, List<P>> around, Predicate<P> passable, long limit) {
        return searchWith(starts, around, passable, point -> false, limit, MOST);
    }

    /** A search with all its bounds: it ends at the first wanted point, goes so far, and gives up at so many points. */
    public static <P> Paths<P> searchWith(
            Collection<P> starts, Function<P, List<P>> around, Predicate<P> passable, Predicate<P> wanted,
            long limit, int most) {
        Paths<P> paths = new Paths<>();
        Queue<P> queue = new ArrayDeque<>(starts);
        for (P start : starts) {
            paths.steps.put(start, 0L);
        }
        while (!queue.isEmpty()) {
            P point = queue.remove();
            if (wanted.test(point)) {
                paths.found = point;
                break;
            }
            long steps = paths.to(point) + 1;
            if (steps > limit || paths.steps.size() >= most) {
                continue;
            }
            for (P neighbour : around.apply(point)) {
                if (!paths.steps.containsKey(neighbour) && passable.test(neighbour)) {
                    paths.steps.put(neighbour, steps);
                    paths.before.put(neighbour, point);
                    queue.add(neighbour);
                }
            }
        }
        return paths;
    }
}
