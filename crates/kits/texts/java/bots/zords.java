import static skirmish.Skirmish.note;
import static skirmish.Square.*;

import java.util.*;
import skirmish.*;
import skirmish.Model.*;

/** A zords bot: goes to the totems, shoots what it can finish, builds, and ends the day behind shields. */
public final class Bot implements Player {
    /** How many cells of a walk an enemy at a totem is worth. */
    private static final long ENEMY_THERE = 10;
    /** And a zord of our own. */
    private static final long OWN_THERE = 30;

    private final String me;
    private final Config rules;
    private View view;
    private List<ZordPosition> mine;
    private List<ZordPosition> enemies;
    private List<Point> totems;
    private Set<Point> taken;
    private long actions;
    private long points;
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
        orders = new ArrayList<>();
        mine = view.zords.stream().filter(zord -> zord.owner.equals(me)).toList();
        enemies = new ArrayList<>(view.zords);
        enemies.removeAll(mine);
        totems = view.totems.stream().map(TotemPosition::at).toList();
        taken = new HashSet<>(totems);
        view.zords.forEach(zord -> taken.add(zord.at()));
        for (PlayerPosition player : view.players) {
            if (player.seat.equals(me)) {
                actions = player.actions;
                points = player.points;
            }
        }
        shoot();
        build();
        spread();
        shoot();
        boolean evening = view.round != null && view.round + 1 >= rules.rounds_per_day;
        if (evening || crowded()) {
            shield();
        }
        return orders;
    }

    /** Gives an order if there are action points for it; whether it did. */
    private boolean pay(long cost, Order order) {
        if (actions < cost) {
            return false;
        }
        actions -= cost;
        return orders.add(order);
    }

    /** Shoots down enemies in range, those that need the fewest shots first, if the action points are enough. */
    private void shoot() {
        if (!view.shooting_allowed) {
            return;
        }
        List<ZordPosition> targets = new ArrayList<>(enemies);
        targets.sort(Comparator.comparingLong(enemy -> enemy.hp + enemy.shields));
        for (ZordPosition enemy : targets) {
            long shots = enemy.hp + enemy.shields;
            ZordPosition shooter = mine.stream()
                    .filter(zord -> chebyshev(zord.at(), enemy.at()) <= zord.range).findFirst().orElse(null);
            if (shooter == null || actions < shots * rules.shoot_cost) {
                continue;
            }
            for (long i = 0; i < shots; i++) {
                pay(rules.shoot_cost, Act.shoot(shooter.id, enemy.id));
            }
            note(shooter.id, "kills zord " + enemy.id);
            enemies.remove(enemy);
            taken.remove(enemy.at());
            points += rules.kill_reward;
        }
    }

    /** New zords at the totems, as long as there will be another day to earn them back. */
    private void build() {
        long owned = mine.size();
        for (ZordPosition zord : mine) {
            for (Point cell : around8(zord.at())) {
                boolean canPay = points >= rules.build_points && owned < rules.max_zords;
                if (view.day >= view.days || !canPay) {
                    return;
                }
                if (atTotem(cell) && free(cell) && pay(rules.build_cost, Act.build(cell.x(), cell.y()))) {
                    points -= rules.build_points;
                    taken.add(cell);
                    owned += 1;
                }
            }
        }
    }

    /** Every zord goes to the totem where there is least in its way. */
    private void spread() {
        Map<Point, Long> going = new HashMap<>();
        for (ZordPosition zord : mine) {
            Comparator<Point> cheaper = Comparator.comparingLong(totem -> chebyshev(zord.at(), totem)
                    + ENEMY_THERE * enemiesAt(totem) + OWN_THERE * going.getOrDefault(totem, 0L));
            totems.stream().min(cheaper).ifPresent(goal -> {
                going.merge(goal, 1L, Long::sum);
                walk(zord, goal);
            });
        }
    }

    private long enemiesAt(Point totem) {
        return enemies.stream().filter(enemy -> chebyshev(enemy.at(), totem) <= rules.totem_aura).count();
    }

    /** As far as the action points reach, to a free cell in the totem's area. */
    private void walk(ZordPosition zord, Point totem) {
        Point here = zord.at();
        long steps = chebyshev(here, totem) - rules.totem_aura;
        long most = Math.min(steps, actions / Math.max(rules.move_cost, 1));
        for (long reach = most; reach > Math.max(most - 4, 0); reach--) {
            Point cell = new Point(towards(here.x(), totem.x(), reach), towards(here.y(), totem.y(), reach));
            if (free(cell) && pay(reach * rules.move_cost, Act.move(zord.id, cell.x(), cell.y()))) {
                taken.remove(here);
                taken.add(cell);
                zord.x = cell.x();
                zord.y = cell.y();
                return;
            }
        }
    }

    private static long towards(long from, long to, long reach) {
        return from + Math.max(-reach, Math.min(reach, to - from));
    }

    private boolean free(Point cell) {
        return Math.min(cell.x(), cell.y()) >= 0 && Math.max(cell.x(), cell.y()) < rules.board_size
                && !taken.contains(cell);
    }

    private boolean atTotem(Point cell) {
        return totems.stream().anyMatch(totem -> chebyshev(cell, totem) <= rules.totem_aura);
    }

    /** How many enemies could hit a zord, with so much more range. */
    private long aimingAt(ZordPosition zord, long more) {
        return enemies.stream().filter(enemy -> chebyshev(enemy.at(), zord.at()) <= enemy.range + more).count();
    }

    /** In a crowd, a player that saves its action points is shot before it uses them. */
    private boolean crowded() {
        return mine.stream().anyMatch(zord -> aimingAt(zord, 0) >= 2);
    }

    /** All that is left goes into shields for the zord that most enemies can get at. */
    private void shield() {
        if (mine.isEmpty() || rules.shield_cost == 0) {
            return;
        }
        long reach = rules.actions_per_day;
        ZordPosition zord = Collections.max(mine, Comparator.comparingLong(one -> aimingAt(one, reach)));
        while (actions >= rules.shield_cost) {
            pay(rules.shield_cost, Act.shield(zord.id));
        }
    }
}
