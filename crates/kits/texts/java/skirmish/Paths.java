package skirmish;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;

/** Shortest ways by breadth-first search, on any board whose points can be put in a set. */
public final class Paths<P> {
    /** The steps to a point that was not reached. */
    public static final long FAR = 1_000_000_000;
    /** A search gives up when it has reached this many points. */
    public static final int MOST = 100_000;

    /** The points reached, the nearest first. */
    public final List<P> points;
    /** The point that the search was made for; null if there was none. */
    public P found;

    private final Map<P, Step<P>> reached = new HashMap<>();

    /** How a point was reached: after so many steps, the last one from there; a start comes from nowhere. */
    private record Step<P>(long steps, P before) {
    }

    private Paths(Collection<P> starts) {
        points = new ArrayList<>(starts);
        points.forEach(start -> reached.put(start, new Step<>(0, null)));
    }

    /** Steps from the nearest start; FAR if the point was not reached. */
    public long to(P point) {
        Step<P> step = reached.get(point);
        return step == null ? FAR : step.steps;
    }

    /** The way to a point that was reached, without the start and with the goal. */
    public List<P> path(P goal) {
        List<P> way = new ArrayList<>();
        P point = goal;
        for (Step<P> step = reached.get(point); step != null && step.before != null; step = reached.get(point)) {
            way.add(point);
            point = step.before;
        }
        Collections.reverse(way);
        return way;
    }

    /** The point with the fewest steps that is wanted; null if none is. */
    public P nearest(Predicate<P> wanted) {
        return points.stream().filter(wanted).findFirst().orElse(null);
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
        Paths<P> paths = new Paths<>(starts);
        for (int next = 0; next < paths.points.size(); next++) {
            P point = paths.points.get(next);
            if (wanted.test(point)) {
                paths.found = point;
                break;
            }
            Step<P> step = new Step<>(paths.to(point) + 1, point);
            if (step.steps > limit || paths.points.size() >= most) {
                continue;
            }
            for (P neighbour : around.apply(point)) {
                if (!paths.reached.containsKey(neighbour) && passable.test(neighbour)) {
                    paths.reached.put(neighbour, step);
                    paths.points.add(neighbour);
                }
            }
        }
        return paths;
    }
}
