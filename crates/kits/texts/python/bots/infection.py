"""An infection bot. Zombies run to the nearest human and bite; humans keep away, shoot and heal."""

from skirmish import act, run
from skirmish.paths import FAR, search
from skirmish.square import around4, around8, manhattan

# The classes that our humans choose, as far as the rules let them.
CLASSES = ["marksman"] * 5 + ["medic"] * 5 + ["traceur"] * 4 + ["demolitionist"] * 2


class Bot:
    name = "{{name}}"

    def __init__(self, hello):
        self.me = hello.seat
        self.rules = rules = hello.config
        self.speeds = {
            "normal": rules.normal_speed,
            "marksman": rules.marksman_speed,
            "traceur": rules.traceur_speed,
            "medic": rules.medic_speed,
            "builder": rules.builder_speed,
            "demolitionist": rules.demolitionist_speed,
            "zombie": rules.zombie_speed,
        }
        self.ranges = {
            "normal": rules.normal_range,
            "marksman": rules.marksman_range,
            "traceur": rules.traceur_range,
            "medic": rules.medic_range,
            "builder": rules.builder_range,
            "demolitionist": rules.demolitionist_range,
            "zombie": rules.zombie_range,
        }

    def turn(self, turn):
        self.view = turn.view
        humans = [unit for unit in self.view.units if unit.class_ != "zombie"]
        zombies = [unit for unit in self.view.units if unit.class_ == "zombie"]
        self.mine, self.enemies = (humans, zombies) if self.me == "humans" else (zombies, humans)
        self.orders = []
        phases = {"classes": self.pick, "move": self.move, "attack": self.attack, "ability": self.heal}
        if turn.phase == "move" and self.rules.prompt == "turn":
            self.move()
            self.attack()
            self.heal()
        elif turn.phase in phases:
            phases[turn.phase]()
        return self.orders

    def cell(self, at):
        """What is there: '.' open, ',' debris, '#' wall, 'T' tree, '=' barricade, '~' water."""
        x, y = at
        inside = 0 <= y < len(self.view.rows) and 0 <= x < len(self.view.rows[y])
        return self.view.rows[y][x] if inside else "~"

    def open(self, at):
        return self.cell(at) in ".,"

    def passable(self, unit):
        """Where a unit can walk: traceurs go over barricades."""
        return lambda at: self.cell(at) in (".,=" if unit.class_ == "traceur" else ".,")

    def ready(self, unit):
        return unit.stun_wait == 0 and unit.attack_wait == 0

    def pick(self):
        """One class for each human until the picks are used up."""
        given = {}
        for unit, wanted in list(zip(self.mine, CLASSES))[: self.rules.picks]:
            given[wanted] = given.get(wanted, 0) + 1
            if given[wanted] <= self.rules.max_per_class:
                self.orders.append(act.pick(unit.id, wanted))

    def move(self):
        """Zombies go where the way to a human is shortest, humans where that from the zombies is longest."""
        enemies = [(enemy.x, enemy.y) for enemy in self.enemies]
        if not enemies:
            return
        ways = search(enemies, around4, self.open)

        def distance(at):
            # Without a way, as the crow flies: obstacles can be broken.
            return ways.to(at) if ways.to(at) != FAR else 200 + min(manhattan(at, enemy) for enemy in enemies)

        for unit in self.mine:
            here = (unit.x, unit.y)
            if unit.stun_wait > 0:
                continue
            reach = search([here], around4, self.passable(unit), limit=self.speeds[unit.class_]).steps
            goal = min(reach, key=distance) if self.me == "zombies" else max(reach, key=distance)
            if goal != here:
                self.orders.append(act.move(unit.id, *goal))
                unit.x, unit.y = goal

    def attack(self):
        if self.me == "zombies":
            self.bite()
        else:
            self.shoot()

    def bite(self):
        """Every zombie bites the weakest human beside it, or breaks what is in its way."""
        humans = list(self.enemies)
        for zombie in self.mine:
            here = (zombie.x, zombie.y)
            beside = [human for human in humans if (human.x, human.y) in [here] + around8(here)]
            if not self.ready(zombie):
                continue
            if beside:
                human = min(beside, key=lambda human: human.health)
                self.orders.append(act.attack(zombie.id, human.id))
                human.health -= self.rules.zombie_damage
                if human.health <= 0:
                    humans.remove(human)
            elif humans:
                self.break_through(zombie, min(humans, key=lambda human: manhattan((human.x, human.y), here)))

    def break_through(self, zombie, human):
        here, goal = (zombie.x, zombie.y), (human.x, human.y)
        walls = [at for at in around8(here) if self.cell(at) in "#T=" and manhattan(at, goal) < manhattan(here, goal)]
        if walls:
            self.orders.append(act.break_(zombie.id, *min(walls, key=lambda at: manhattan(at, goal))))

    def shoot(self):
        """Every human that can shoot stuns the nearest zombie in range that is not stunned yet."""
        for human in self.mine:
            shots = search([(human.x, human.y)], around4, lambda at: self.cell(at) in ".,=~", limit=self.ranges[human.class_])
            awake = [enemy for enemy in self.enemies if enemy.stun_wait == 0 and shots.to((enemy.x, enemy.y)) != FAR]
            if self.ready(human) and awake:
                target = min(awake, key=lambda enemy: shots.to((enemy.x, enemy.y)))
                self.orders.append(act.attack(human.id, target.id))
                target.stun_wait = 1

    def heal(self):
        """Every medic heals the weakest other human it reaches."""
        for medic in self.mine:
            if medic.class_ != "medic" or medic.stun_wait > 0 or medic.ability_wait > 0:
                continue
            reach = search([(medic.x, medic.y)], around4, self.passable(medic), limit=self.ranges["medic"])
            hurt = [human for human in self.mine if human is not medic and human.health < self.rules.max_health]
            near = [human for human in hurt if reach.to((human.x, human.y)) != FAR]
            if near:
                patient = min(near, key=lambda human: human.health)
                self.orders.append(act.heal(medic.id, patient.id))
                patient.health += self.rules.heal_amount


if __name__ == "__main__":
    run(Bot)
