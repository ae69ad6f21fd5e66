import static skirmish.Square.*;

import java.util.*;
import skirmish.*;
import skirmish.Model.*;

/** A footsoldiers bot: guards its base when it must, and sends all others to the enemy's base by the shortest way. */
public final class Bot implements Player {
    /** In the order of around4; y grows downward. */
    private static final Facing[] FACINGS = {Facing.RIGHT, Facing.LEFT, Facing.DOWN, Facing.UP};
    /** How far around the bases and rocks we look for ways. */
    private static final long MARGIN = 8;

    private final String me;
    private Paths<Point> ways;
    private Map<Long, Point> stood = new HashMap<>();
    private View view;
    private BaseEntry base;
    private Point target;
    private List<SoldierEntry> mine;
    private List<SoldierEntry> enemies;
    private Set<Point> rocks;
    private Set<Point> taken;

    public Bot(Hello hello) {
        me = hello.seat;
    }

    @Override
    public String name() {
        return "{{name}}";
    }

    @Override
    public List<Order> turn(Turn turn) {
        view = turn.view;
        rocks = new HashSet<>();
        view.rocks.forEach(rock -> rocks.add(rock.at()));
        taken = new HashSet<>(rocks);
        for (BaseEntry one : view.bases) {
            taken.add(one.at());
            if (one.seat.word.equals(me)) {
                base = one;
            } else {
                target = one.at();
            }
        }
        view.soldiers.forEach(soldier -> taken.add(soldier.at()));
        mine = view.soldiers.stream().filter(soldier -> soldier.seat.word.equals(me)).toList();
        enemies = view.soldiers.stream().filter(soldier -> !soldier.seat.word.equals(me)).toList();
        if (ways == null) {
            ways = waysToTarget();
        }
        Optional<Order> order = guard().or(this::attack).or(this::aim).or(this::steer);
        stood.clear();
        mine.forEach(soldier -> stood.put(soldier.id, soldier.at()));
        return order.map(List::of).orElse(List.of());
    }

    /** Steps from every square around to the enemy's base, which rocks and our base are in the way of. */
    private Paths<Point> waysToTarget() {
        Set<Point> everything = new HashSet<>(rocks);
        everything.addAll(List.of(base.at(), target));
        LongSummaryStatistics xs = everything.stream().mapToLong(Point::x).summaryStatistics();
        LongSummaryStatistics ys = everything.stream().mapToLong(Point::y).summaryStatistics();
        return Paths.search(List.of(target), Square::around4, at -> near(at.x(), xs) && near(at.y(), ys)
                && !rocks.contains(at) && !at.equals(base.at()));
    }

    private static boolean near(long n, LongSummaryStatistics all) {
        return n >= all.getMin() - MARGIN && n <= all.getMax() + MARGIN;
    }

    private long cost(Kind kind) {
        return switch (kind) {
            case SCOUT -> view.config.scout_cost;
            case ASSASSIN -> view.config.assassin_cost;
            case TANK -> view.config.tank_cost;
        };
    }

    private static boolean isSquare(Point at) {
        return at.x() >= 0 && at.y() >= 0;
    }

    /** The order for a new soldier, if we can pay it. */
    private Optional<Order> build(Kind kind, Point at, Point goal, Point towards) {
        if (base.money < cost(kind) || !isSquare(at) || !isSquare(goal)) {
            return Optional.empty();
        }
        return Optional.of(Act.build(kind, at.x(), at.y(), goal.x(), goal.y(), facing(at, towards)));
    }

    /** A soldier next to an enemy that has come to our base and that none of ours is next to yet. */
    private Optional<Order> guard() {
        Point home = base.at();
        Comparator<Point> nearer = Comparator.comparingLong(at -> manhattan(at, home));
        for (Point there : enemies.stream().map(SoldierEntry::at).sorted(nearer).toList()) {
            boolean fought = mine.stream().anyMatch(soldier -> manhattan(soldier.at(), there) == 1);
            Optional<Point> site =
                    around4(there).stream().filter(at -> !taken.contains(at) && mayBuild(at)).min(nearer);
            if (manhattan(there, home) <= 2 && !fought && site.isPresent()) {
                return build(Kind.ASSASSIN, site.get(), site.get(), there);
            }
        }
        return Optional.empty();
    }

    private boolean mayBuild(Point at) {
        return manhattan(at, base.at()) <= view.config.max_distance_from_base;
    }

    /** A new attacker on the free square with the shortest way; scouts and assassins by turns. */
    private Optional<Order> attack() {
        long reach = view.config.max_distance_from_base;
        List<Point> sites = new ArrayList<>();
        for (long x = base.x - reach; x <= base.x + reach; x++) {
            for (long y = base.y - reach; y <= base.y + reach; y++) {
                Point at = new Point(x, y);
                if (mayBuild(at) && !taken.contains(at) && isSquare(at)) {
                    sites.add(at);
                }
            }
        }
        Comparator<Point> shorter = Comparator.comparingLong(ways::to);
        long scouts = mine.stream().filter(soldier -> soldier.kind == Kind.SCOUT).count();
        Kind kind = 2 * scouts > mine.size() ? Kind.ASSASSIN : Kind.SCOUT;
        return sites.stream().min(shorter.thenComparingLong(at -> manhattan(at, target)))
                .flatMap(site -> build(kind, site, target, target));
    }

    /** Turns a soldier beside the enemy's base towards it. */
    private Optional<Order> aim() {
        return mine.stream()
                .filter(soldier -> manhattan(soldier.at(), target) == 1)
                .filter(soldier -> soldier.facing != facing(soldier.at(), target))
                .map(soldier -> Act.face(soldier.id, facing(soldier.at(), target)))
                .findFirst();
    }

    /** Sends a soldier that got stuck on to a square further down its way. */
    private Optional<Order> steer() {
        for (SoldierEntry soldier : mine) {
            Point at = soldier.at();
            Point dest = new Point(soldier.dest_x, soldier.dest_y);
            boolean guards = dest.equals(at);
            if (!at.equals(stood.get(soldier.id)) || guards || ways.to(at) <= 1) {
                continue;
            }
            Point goal = at;
            for (int i = 0; i < 5; i++) {
                goal = Collections.min(around4(goal), Comparator.comparingLong(ways::to));
            }
            if (!goal.equals(dest) && isSquare(goal)) {
                return Optional.of(Act.move(soldier.id, goal.x(), goal.y()));
            }
        }
        return Optional.empty();
    }

    /** The direction that leads nearer to a goal. */
    private static Facing facing(Point at, Point goal) {
        List<Point> around = around4(at);
        Point nearest = Collections.min(around, Comparator.comparingLong(next -> manhattan(next, goal)));
        return FACINGS[around.indexOf(nearest)];
    }
}
