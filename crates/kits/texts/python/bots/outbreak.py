"""An outbreak bot. Humans stand together, shoot, and wall themselves in; zombies follow their noses."""

from skirmish import act, run
from skirmish.hexes import ahead, around, distance, facing_to, turn_to
from skirmish.paths import search

WEAPONS = ["pistol", "shotgun", "pistol", "grenade_launcher", "pistol", "shotgun"]
FAINT = 0.05  # a zombie that smells more than this goes straight on


class Bot:
    name = "{{name}}"

    def __init__(self, hello):
        self.rules = hello.config
        self.random = hello.random
        self.is_human = hello.seat == "humans"
        self.weapons = {weapon.name: weapon for weapon in self.rules.weapons}
        self.arms = self.weapons[self.rules.zombie_weapon]
        self.smelled = {}  # what each zombie smelled by facing, where it stands now

    def turn(self, turn):
        view = turn.view
        self.view = view
        self.orders = []
        self.walls = {(wall.x, wall.y): wall for wall in (view.map_walls or []) + view.walls}
        self.taken = {(unit.x, unit.y) for unit in view.humans + view.zombies}
        if self.is_human:
            if view.humans_ready:
                self.place(view.humans_ready)
            for human in view.humans:
                self.grab(human)
                self.shoot(human)
                self.build(human)
            self.call()
        else:
            for zombie in view.zombies:
                self.lead(zombie)
            self.spawn()
        return self.orders

    def on_board(self, at):
        return max(abs(at[0]), abs(at[1])) <= self.rules.radius

    def open(self, at):
        return self.on_board(at) and at not in self.walls and at not in self.taken

    # ---- humans

    def place(self, count):
        """Puts all humans side by side around the centre."""
        centre = search([(0, 0)], around, self.on_board, until=self.open).found or (0, 0)
        spots = list(search([centre], around, self.open).steps)[:count]
        usable = [name for name in WEAPONS if name in self.weapons and self.weapons[name].can_spawn_with]
        for i, (x, y) in enumerate(spots):
            if usable:
                self.orders.append(act.place(x, y, usable[i % len(usable)]))

    def grab(self, human):
        """Takes the ammo within reach; that is free."""
        for crate in list(self.view.crates or []):
            if crate.item == "ammo" and distance((crate.x, crate.y), (human.x, human.y)) <= 1:
                self.orders.append(act.grab(human.id, crate.id))
                self.view.crates.remove(crate)
                human.ammo += crate.hp

    def shoot(self, human):
        """Shoots at the weakest zombie in range as long as time, rounds and moves are enough."""
        weapon, cost = self.weapons[human.weapon], self.rules.human_attack_moves
        while human.idle > weapon.delay and human.ammo >= weapon.ammo and human.moves >= max(cost, 1):
            targets = [zombie for zombie in self.view.zombies if zombie.hp > 0 and self.is_target(human, weapon, zombie)]
            if not targets:
                return
            target = min(targets, key=lambda zombie: zombie.hp)
            if weapon.direct > 0:
                self.orders.append(act.attack(human.id, target.id))
            else:
                self.orders.append(act.attack_ground(human.id, target.x, target.y))
            target.hp -= weapon.direct + weapon.vertical + weapon.horizontal
            human.idle = min(human.idle - weapon.delay, self.rules.idle_cap_after_shot)
            human.ammo -= weapon.ammo
            human.moves -= cost

    def is_target(self, human, weapon, zombie):
        """In range, and none of ours is where the splash goes."""
        at = (zombie.x, zombie.y)
        splash = weapon.radius if weapon.horizontal > 0 else 0
        safe = all(distance((friend.x, friend.y), at) > splash for friend in self.view.humans)
        return safe and distance((human.x, human.y), at) <= weapon.range

    def build(self, human):
        """Left-over moves close the open hexes around, then strengthen the weakest wall."""
        near = around((human.x, human.y))
        for _ in range(human.moves):
            gaps = [at for at in near if self.open(at)]
            walls = [self.walls[at] for at in near if at in self.walls]
            if gaps:
                self.taken.add(gaps[0])
                self.orders.append(act.build(human.id, *gaps[0]))
            elif walls:
                weakest = min(walls, key=lambda wall: wall.hp)
                weakest.hp += self.rules.wall_build_hp
                self.orders.append(act.build(human.id, weakest.x, weakest.y))

    def call(self):
        """An air drop onto a zombie that stands clear of us: it hurts, and leaves ammo."""
        clear = [
            (zombie.x, zombie.y)
            for zombie in self.view.zombies
            if all(distance((zombie.x, zombie.y), (human.x, human.y)) > 1 for human in self.view.humans)
        ]
        if clear and (self.view.drops_ready or 0) >= 1:
            self.orders.append(act.call(*clear[0], "ammo"))

    # ---- zombies

    def lead(self, zombie):
        """One move: bite the nearest human, or go to it, or go where it smells of humans."""
        here = (zombie.x, zombie.y)
        humans = [human for human in self.view.humans if human.hp > 0]
        seen = [human for human in humans if distance((human.x, human.y), here) <= self.rules.zombie_sight]
        prey = min(seen, key=lambda human: distance((human.x, human.y), here), default=None)
        if prey and (prey.x, prey.y) in (here, ahead(here, zombie.facing)):
            self.orders.append(act.attack(zombie.id, prey.id))
            prey.hp -= self.arms.direct
            return
        wanted = facing_to(here, (prey.x, prey.y)) if prey else self.follow_nose(zombie)
        front = ahead(here, zombie.facing)
        if wanted != zombie.facing:
            self.orders.append(act.turn(zombie.id, turn_to(zombie.facing, wanted)))
        elif front in self.walls:
            wall = self.walls[front]
            self.orders.append(act.attack(zombie.id, wall.id))
            wall.hp -= self.arms.direct
            if wall.hp <= 0:
                del self.walls[front]
        elif self.on_board(front):
            self.orders.append(act.move(zombie.id))

    def follow_nose(self, zombie):
        """Straight on while it smells; else it looks around, and takes the best of six directions."""
        here = (zombie.x, zombie.y)
        at, smelled = self.smelled.get(zombie.id, (here, {}))
        if at != here:
            smelled = {}
        smelled[zombie.facing] = zombie.scent
        self.smelled[zombie.id] = (here, smelled)
        if zombie.scent > FAINT and self.on_board(ahead(here, zombie.facing)):
            return zombie.facing
        return max(smelled, key=smelled.get) if len(smelled) == 6 else (zombie.facing + 1) % 6

    def spawn(self):
        """New zombies from all sides, facing inwards."""
        middles = {"west": (-1, 0), "north": (0, 1), "east": (1, 0), "south": (0, -1)}
        for _ in range(min(self.view.spawn_count, self.view.zombie_cap - len(self.view.zombies))):
            zone = self.random.choice(list(middles))
            self.orders.append(act.spawn(zone, facing_to(middles[zone], (0, 0))))


if __name__ == "__main__":
    run(Bot)
