import static skirmish.Paths.FAR;
import static skirmish.Square.*;

import java.util.*;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import skirmish.*;
import skirmish.Model.*;
import skirmish.Model.Class;

/** An infection bot. Zombies run to the nearest human and bite; humans keep away, shoot and heal. */
public final class Bot implements Player {
    /** The classes that our humans choose, as far as the rules let them. */
    private static final List<Class> CLASSES = new ArrayList<>();

    static {
        CLASSES.addAll(Collections.nCopies(5, Class.MARKSMAN));
        CLASSES.addAll(Collections.nCopies(5, Class.MEDIC));
        CLASSES.addAll(Collections.nCopies(4, Class.TRACEUR));
        CLASSES.addAll(Collections.nCopies(2, Class.DEMOLITIONIST));
    }

    private final String me;
    private final Config rules;
    private View view;
    private List<UnitData> mine;
    private List<UnitData> enemies;
    private List<Order> orders;

    public Bot(Hello hello) {
        me = hello.seat;
        rules = hello.config;
    }

    @Override
    public String name() {
        return "{{name}}";
    }

    @Override
    public List<Order> turn(Turn turn) {
        view = turn.view;
        List<UnitData> humans = view.units.stream().filter(unit -> unit.class_ != Class.ZOMBIE).toList();
        List<UnitData> zombies = view.units.stream().filter(unit -> unit.class_ == Class.ZOMBIE).toList();
        mine = me.equals("humans") ? humans : zombies;
        enemies = me.equals("humans") ? zombies : humans;
        orders = new ArrayList<>();
        switch (turn.phase) {
            case "classes" -> pick();
            case "move" -> {
                move();
                if (rules.prompt == Prompt.TURN) {
                    attack();
                    heal();
                }
            }
            case "attack" -> attack();
            case "ability" -> heal();
            default -> { }
        }
        return orders;
    }

    private long speed(Class of) {
        return switch (of) {
            case NORMAL -> rules.normal_speed;
            case MARKSMAN -> rules.marksman_speed;
            case TRACEUR -> rules.traceur_speed;
            case MEDIC -> rules.medic_speed;
            case BUILDER -> rules.builder_speed;
            case DEMOLITIONIST -> rules.demolitionist_speed;
            case ZOMBIE -> rules.zombie_speed;
        };
    }

    private long range(Class of) {
        return switch (of) {
            case NORMAL -> rules.normal_range;
            case MARKSMAN -> rules.marksman_range;
            case TRACEUR -> rules.traceur_range;
            case MEDIC -> rules.medic_range;
            case BUILDER -> rules.builder_range;
            case DEMOLITIONIST -> rules.demolitionist_range;
            case ZOMBIE -> rules.zombie_range;
        };
    }

    /** Whether what is there is one of: '.' open, ',' debris, '#' wall, 'T' tree, '=' barricade, '~' water. */
    private boolean is(String cells, Point at) {
        boolean inside = at.y() >= 0 && at.y() < rules.height && at.x() >= 0 && at.x() < rules.width;
        return cells.indexOf(inside ? view.rows.get((int) at.y()).charAt((int) at.x()) : '~') >= 0;
    }

    /** Where a unit can walk: traceurs go over barricades. */
    private Predicate<Point> passable(UnitData unit) {
        return at -> is(unit.class_ == Class.TRACEUR ? ".,=" : ".,", at);
    }

    private boolean ready(UnitData unit) {
        return unit.stun_wait == 0 && unit.attack_wait == 0;
    }

    /** One class for each human until the picks are used up. */
    private void pick() {
        Map<Class, Integer> given = new EnumMap<>(Class.class);
        for (int i = 0; i < Math.min(rules.picks, Math.min(mine.size(), CLASSES.size())); i++) {
            if (given.merge(CLASSES.get(i), 1, Integer::sum) <= rules.max_per_class) {
                orders.add(Act.pick(mine.get(i).id, CLASSES.get(i).word));
            }
        }
    }

    /** Zombies go where the way to a human is shortest, humans where that from the zombies is longest. */
    private void move() {
        List<Point> from = enemies.stream().map(UnitData::at).toList();
        Paths<Point> ways = Paths.search(from, Square::around4, at -> is(".,", at));
        // Without a way, as the crow flies: obstacles can be broken.
        ToLongFunction<Point> distance = at -> ways.to(at) != FAR ? ways.to(at)
                : 200 + from.stream().mapToLong(enemy -> manhattan(at, enemy)).min().orElse(0);
        Comparator<Point> nearer = Comparator.comparingLong(distance);
        for (UnitData unit : mine) {
            if (unit.stun_wait > 0) {
                continue;
            }
            List<Point> reach = Paths.searchWithin(
                    List.of(unit.at()), Square::around4, passable(unit), speed(unit.class_)).points;
            Point goal = me.equals("zombies") ? Collections.min(reach, nearer) : Collections.max(reach, nearer);
            if (!goal.equals(unit.at())) {
                orders.add(Act.move(unit.id, goal.x(), goal.y()));
                unit.x = goal.x();
                unit.y = goal.y();
            }
        }
    }

    private void attack() {
        if (me.equals("zombies")) {
            bite();
        } else {
            shoot();
        }
    }

    /** Every zombie bites the weakest human beside it, or breaks what is in its way. */
    private void bite() {
        List<UnitData> humans = new ArrayList<>(enemies);
        for (UnitData zombie : mine.stream().filter(this::ready).toList()) {
            Optional<UnitData> beside = humans.stream().filter(human -> chebyshev(human.at(), zombie.at()) <= 1)
                    .min(Comparator.comparingLong(human -> human.health));
            if (beside.isPresent()) {
                orders.add(Act.attack(zombie.id, beside.get().id));
                beside.get().health -= rules.zombie_damage;
                humans.removeIf(human -> human.health <= 0);
            } else {
                humans.stream().min(Comparator.comparingLong(human -> manhattan(human.at(), zombie.at())))
                        .ifPresent(human -> breakThrough(zombie.id, zombie.at(), human.at()));
            }
        }
    }

    private void breakThrough(long zombie, Point here, Point goal) {
        around8(here).stream().filter(at -> is("#T=", at) && manhattan(at, goal) < manhattan(here, goal))
                .min(Comparator.comparingLong(at -> manhattan(at, goal)))
                .ifPresent(wall -> orders.add(Act.break_(zombie, wall.x(), wall.y())));
    }

    /** Every human that can shoot stuns the nearest zombie in range that is not stunned yet. */
    private void shoot() {
        for (UnitData human : mine.stream().filter(this::ready).toList()) {
            Paths<Point> shots = Paths.searchWithin(
                    List.of(human.at()), Square::around4, at -> is(".,=~", at), range(human.class_));
            enemies.stream().filter(enemy -> enemy.stun_wait == 0 && shots.to(enemy.at()) != FAR)
                    .min(Comparator.comparingLong(enemy -> shots.to(enemy.at())))
                    .ifPresent(target -> {
                        orders.add(Act.attack(human.id, target.id));
                        target.stun_wait = 1;
                    });
        }
    }

    /** Every medic heals the weakest other human it reaches. */
    private void heal() {
        for (UnitData medic : mine) {
            if (medic.class_ != Class.MEDIC || medic.stun_wait > 0 || medic.ability_wait > 0) {
                continue;
            }
            Paths<Point> reach = Paths.searchWithin(
                    List.of(medic.at()), Square::around4, passable(medic), range(Class.MEDIC));
            mine.stream().filter(human -> human != medic && human.health < rules.max_health)
                    .filter(human -> reach.to(human.at()) != FAR)
                    .min(Comparator.comparingLong(human -> human.health))
                    .ifPresent(patient -> {
                        orders.add(Act.heal(medic.id, patient.id));
                        patient.health += rules.heal_amount;
                    });
        }
    }
}
