import static skirmish.Hexes.*;

import java.util.*;
import skirmish.*;
import skirmish.Model.*;

/** An outbreak bot. Humans stand together, shoot, and wall themselves in; zombies follow their noses. */
public final class Bot implements Player {
    private static final List<String> WEAPONS =
            List.of("pistol", "shotgun", "pistol", "grenade_launcher", "pistol", "shotgun");
    private static final double FAINT = 0.05; // a zombie that smells more than this goes straight on

    /** What a zombie smelled by facing, where it stands now. */
    private record Smelled(Point at, Map<Long, Double> scents) { }

    private final Config rules;
    private final Random random;
    private final boolean isHuman;
    private final Map<String, Weapon> weapons = new HashMap<>();
    private final Map<Long, Smelled> smelled = new HashMap<>();
    private View view;
    private Map<Point, WallInfo> walls;
    private Set<Point> taken;
    private List<Order> orders;

    public Bot(Hello hello) {
        rules = hello.config;
        random = hello.random;
        isHuman = hello.seat.equals("humans");
        rules.weapons.forEach(weapon -> weapons.put(weapon.name, weapon));
    }

    @Override
    public String name() {
        return "{{name}}";
    }

    @Override
    public List<Order> turn(Turn turn) {
        view = turn.view;
        orders = new ArrayList<>();
        walls = new HashMap<>();
        Objects.requireNonNullElse(view.map_walls, List.<WallInfo>of()).forEach(wall -> walls.put(wall.at(), wall));
        view.walls.forEach(wall -> walls.put(wall.at(), wall));
        taken = new HashSet<>();
        view.humans.forEach(human -> taken.add(human.at()));
        view.zombies.forEach(zombie -> taken.add(zombie.at()));
        if (isHuman) {
            place(view.humans_ready == null ? 0 : view.humans_ready);
            for (HumanInfo human : view.humans) {
                grab(human);
                shoot(human);
                build(human);
            }
            call();
        } else {
            view.zombies.forEach(this::lead);
            spawn();
        }
        return orders;
    }

    private boolean onBoard(Point at) {
        return Math.max(Math.abs(at.x()), Math.abs(at.y())) <= rules.radius;
    }

    private boolean open(Point at) {
        return onBoard(at) && !walls.containsKey(at) && !taken.contains(at);
    }

    // ---- humans

    /** Puts all humans side by side around the centre. */
    private void place(long count) {
        List<Point> middle = List.of(new Point(0, 0));
        Point centre = Paths.searchUntil(middle, Hexes::around, this::onBoard, this::open).found;
        List<Point> start = centre == null ? middle : List.of(centre);
        List<Point> spots = Paths.search(start, Hexes::around, this::open).points;
        List<Weapon> usable = new ArrayList<>(WEAPONS.stream().map(weapons::get).filter(Objects::nonNull).toList());
        usable.removeIf(weapon -> !weapon.can_spawn_with);
        for (int i = 0; i < Math.min(count, spots.size()) && !usable.isEmpty(); i++) {
            orders.add(Act.place(spots.get(i).x(), spots.get(i).y(), usable.get(i % usable.size()).name));
        }
    }

    /** Takes the ammo within reach; that is free. */
    private void grab(HumanInfo human) {
        view.crates.removeIf(crate -> {
            boolean grabbed = crate.item.equals("ammo") && distance(crate.at(), human.at()) <= 1;
            if (grabbed) {
                orders.add(Act.grab(human.id, crate.id));
                human.ammo += crate.hp;
            }
            return grabbed;
        });
    }

    /** Shoots at the weakest zombie in range as long as time, rounds and moves are enough. */
    private void shoot(HumanInfo human) {
        Weapon weapon = weapons.get(human.weapon);
        long cost = rules.human_attack_moves;
        while (human.idle > weapon.delay && human.ammo >= weapon.ammo && human.moves >= Math.max(cost, 1)) {
            ZombieInfo target = view.zombies.stream().filter(zombie -> isTarget(human, weapon, zombie))
                    .min(Comparator.comparingLong(zombie -> zombie.hp)).orElse(null);
            if (target == null) {
                return;
            }
            boolean aims = weapon.direct > 0;
            orders.add(aims ? Act.attack(human.id, target.id) : Act.attack_ground(human.id, target.x, target.y));
            target.hp -= weapon.direct + weapon.vertical + weapon.horizontal;
            human.idle = Math.min(human.idle - weapon.delay, rules.idle_cap_after_shot);
            human.ammo -= weapon.ammo;
            human.moves -= cost;
        }
    }

    /** Alive, in range, and none of ours is where the splash goes. */
    private boolean isTarget(HumanInfo human, Weapon weapon, ZombieInfo zombie) {
        long splash = weapon.horizontal > 0 ? weapon.radius : 0;
        boolean safe = view.humans.stream().allMatch(friend -> distance(friend.at(), zombie.at()) > splash);
        return zombie.hp > 0 && safe && distance(human.at(), zombie.at()) <= weapon.range;
    }

    /** Left-over moves close the open hexes around, then strengthen the weakest wall. */
    private void build(HumanInfo human) {
        for (long i = 0; i < human.moves; i++) {
            Optional<Point> gap = around(human.at()).stream().filter(this::open).findFirst();
            Optional<WallInfo> weakest = around(human.at()).stream().map(walls::get).filter(Objects::nonNull)
                    .min(Comparator.comparingLong(wall -> wall.hp));
            if (gap.isPresent()) {
                taken.add(gap.get());
                orders.add(Act.build(human.id, gap.get().x(), gap.get().y()));
            } else if (weakest.isPresent()) {
                weakest.get().hp += rules.wall_build_hp;
                orders.add(Act.build(human.id, weakest.get().x, weakest.get().y));
            }
        }
    }

    /** An air drop onto a zombie that stands clear of us: it hurts, and leaves ammo. */
    private void call() {
        if (view.drops_ready == null || view.drops_ready < 1) {
            return;
        }
        view.zombies.stream().map(ZombieInfo::at)
                .filter(at -> view.humans.stream().allMatch(human -> distance(at, human.at()) > 1))
                .findFirst().ifPresent(at -> orders.add(Act.call(at.x(), at.y(), "ammo")));
    }

    // ---- zombies

    /** One move: bite the nearest human, or go to it, or go where it smells of humans. */
    private void lead(ZombieInfo zombie) {
        Point here = zombie.at(), front = ahead(here, zombie.facing);
        long damage = weapons.get(rules.zombie_weapon).direct;
        HumanInfo prey = view.humans.stream()
                .filter(human -> human.hp > 0 && distance(human.at(), here) <= rules.zombie_sight)
                .min(Comparator.comparingLong(human -> distance(human.at(), here))).orElse(null);
        if (prey != null && (prey.at().equals(here) || prey.at().equals(front))) {
            orders.add(Act.attack(zombie.id, prey.id));
            prey.hp -= damage;
            return;
        }
        long wanted = prey != null ? facingTo(here, prey.at()) : followNose(zombie);
        if (wanted != zombie.facing) {
            orders.add(Act.turn(zombie.id, turnTo(zombie.facing, wanted)));
        } else if (walls.containsKey(front)) {
            orders.add(Act.attack(zombie.id, walls.get(front).id));
            walls.get(front).hp -= damage;
            walls.values().removeIf(one -> one.hp <= 0);
        } else if (onBoard(front)) {
            orders.add(Act.move(zombie.id));
        }
    }

    /** Straight on while it smells; else it looks around, and takes the best of six directions. */
    private long followNose(ZombieInfo zombie) {
        Smelled known = smelled.get(zombie.id);
        if (known == null || !known.at.equals(zombie.at())) {
            known = new Smelled(zombie.at(), new LinkedHashMap<>());
            smelled.put(zombie.id, known);
        }
        known.scents.put(zombie.facing, zombie.scent);
        if (zombie.scent > FAINT && onBoard(ahead(zombie.at(), zombie.facing))) {
            return zombie.facing;
        }
        return known.scents.size() < 6 ? (zombie.facing + 1) % 6
                : Collections.max(known.scents.entrySet(), Map.Entry.comparingByValue()).getKey();
    }

    /** New zombies from all sides, facing inwards. */
    private void spawn() {
        List<Point> middles = List.of(new Point(-1, 0), new Point(0, 1), new Point(1, 0), new Point(0, -1));
        for (long i = Math.min(view.spawn_count, view.zombie_cap - view.zombies.size()); i > 0; i--) {
            Zone zone = Zone.values()[random.nextInt(middles.size())];
            orders.add(Act.spawn(zone.word, facingTo(middles.get(zone.ordinal()), new Point(0, 0))));
        }
    }
}
