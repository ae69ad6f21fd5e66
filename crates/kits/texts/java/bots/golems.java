import static skirmish.Skirmish.note;
import static skirmish.Square.*;

import java.util.*;
import skirmish.*;
import skirmish.Model.*;

/** A golems bot: units take the nearest free zones, build, and strike what comes near. */
public final class Bot implements Player {
    private final String me;
    private final Set<Point> zones = new LinkedHashSet<>();
    private View view;
    private Map<Point, UnitView> units;
    private Set<Point> claimed;
    private List<Order> orders;

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
        orders = new ArrayList<>();
        units = new LinkedHashMap<>();
        view.units.forEach(unit -> units.put(unit.at(), unit));
        if (zones.isEmpty()) {
            findZones();
        }
        List<UnitView> mine = view.units.stream().filter(unit -> unit.owner.word.equals(me)).toList();
        // Whoever stands on a zone keeps it.
        claimed = new HashSet<>();
        mine.stream().map(UnitView::at).filter(zones::contains).forEach(claimed::add);
        for (UnitView unit : mine) {
            if (!strike(unit)) {
                build(unit);
            }
            walk(unit);
            strike(unit);
        }
        return orders;
    }

    private void findZones() {
        for (long x = 0; x < view.width; x++) {
            for (long y = 0; y < view.height; y++) {
                if (square(new Point(x, y)) == 'O') {
                    zones.add(new Point(x, y));
                }
            }
        }
    }

    /** What is there: '.' open, 'O' a zone, '#' a wall. The top row comes first, but y grows upward. */
    private char square(Point at) {
        if (at.x() >= 0 && at.x() < view.width && at.y() >= 0 && at.y() < view.height) {
            return view.rows.get((int) (view.height - 1 - at.y())).charAt((int) at.x());
        }
        return '#';
    }

    private boolean free(Point at) {
        return square(at) != '#' && !units.containsKey(at);
    }

    private List<UnitView> enemies() {
        return units.values().stream().filter(unit -> !unit.owner.word.equals(me)).toList();
    }

    /** Strikes the weakest enemy in reach. Only a unit that has not moved can strike far. */
    private boolean strike(UnitView unit) {
        long reach = unit.moves == unit.max_moves ? Math.max(unit.attack_range, 1) : 1;
        UnitView target = enemies().stream()
                .filter(enemy -> manhattan(unit.at(), enemy.at()) <= reach)
                .min(Comparator.comparingLong(enemy -> enemy.hp))
                .orElse(null);
        if (unit.actions == 0 || target == null) {
            return false;
        }
        orders.add(Act.attack(unit.id, target.x, target.y));
        unit.actions -= 1;
        unit.moves = 0;
        target.hp -= unit.attack_power;
        if (target.hp <= 0) {
            units.remove(target.at());
        }
        return true;
    }

    /** Builds a unit beside this one as soon as it has the points. */
    private void build(UnitView unit) {
        List<Point> free = around4(unit.at()).stream().filter(this::free).toList();
        if (unit.actions == 0 || unit.build_points < unit.max_build_points || free.isEmpty()) {
            return;
        }
        List<Point> open = zones.stream().filter(zone -> !units.containsKey(zone)).toList();
        Comparator<Point> nearer = Comparator.comparingLong(
                site -> open.stream().mapToLong(zone -> manhattan(site, zone)).min().orElse(0));
        Point site = free.stream().min(nearer).get();
        orders.add(Act.build(unit.id, site.x(), site.y()));
        unit.actions -= 1;
        // The new unit cannot act before the next turn, but it stands in the way.
        units.put(site, unit);
    }

    /** To the nearest zone that none of ours has claimed, or else to the nearest enemy. */
    private void walk(UnitView unit) {
        List<Point> here = List.of(unit.at());
        if (unit.moves == 0 || claimed.contains(unit.at())) {
            return;
        }
        Paths<Point> paths = Paths.searchUntil(here, Square::around4, this::free,
                at -> zones.contains(at) && !claimed.contains(at));
        if (paths.found != null) {
            claimed.add(paths.found);
        } else {
            note(unit.id, "hunting");
            Set<Point> prey = new HashSet<>();
            enemies().forEach(enemy -> prey.add(enemy.at()));
            paths = Paths.searchUntil(here, Square::around4, this::free,
                    at -> around4(at).stream().anyMatch(prey::contains));
        }
        if (paths.found == null) {
            return;
        }
        for (Point step : paths.path(paths.found).stream().limit(unit.moves).toList()) {
            orders.add(Act.move(unit.id, step.x(), step.y()));
            units.remove(unit.at());
            unit.x = step.x();
            unit.y = step.y();
            units.put(step, unit);
            unit.moves -= 1;
        }
    }
}
