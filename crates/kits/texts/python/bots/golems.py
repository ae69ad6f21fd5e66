"""A golems bot: units take the nearest free zones, build, and strike what comes near."""

from skirmish import act, note, run
from skirmish.paths import search
from skirmish.square import around4, manhattan


class Bot:
    name = "{{name}}"

    def __init__(self, hello):
        self.me = hello.seat
        self.zones = set()

    def turn(self, turn):
        self.view = turn.view
        self.units = {(unit.x, unit.y): unit for unit in turn.view.units}
        self.orders = []
        if not self.zones:
            everywhere = [(x, y) for x in range(self.view.width) for y in range(self.view.height)]
            self.zones = {at for at in everywhere if self.square(*at) == "O"}
        mine = [unit for unit in turn.view.units if unit.owner == self.me]
        # Whoever stands on a zone keeps it.
        self.claimed = {(unit.x, unit.y) for unit in mine} & self.zones
        for unit in mine:
            if not self.strike(unit):
                self.build(unit)
            self.walk(unit)
            self.strike(unit)
        return self.orders

    def square(self, x, y):
        """What is there: '.' open, 'O' a zone, '#' a wall. The top row comes first, but y grows upward."""
        if 0 <= x < self.view.width and 0 <= y < self.view.height:
            return self.view.rows[self.view.height - 1 - y][x]
        return "#"

    def free(self, at):
        return self.square(*at) != "#" and at not in self.units

    def enemies(self):
        return [unit for unit in self.units.values() if unit.owner != self.me]

    def strike(self, unit):
        """Strikes the weakest enemy in reach. Only a unit that has not moved can strike far."""
        here = (unit.x, unit.y)
        reach = unit.attack_range if unit.moves == unit.max_moves else 1
        targets = [enemy for enemy in self.enemies() if manhattan(here, (enemy.x, enemy.y)) <= max(reach, 1)]
        if unit.actions == 0 or not targets:
            return False
        target = min(targets, key=lambda enemy: enemy.hp)
        self.orders.append(act.attack(unit.id, target.x, target.y))
        unit.actions -= 1
        unit.moves = 0
        target.hp -= unit.attack_power
        if target.hp <= 0:
            del self.units[target.x, target.y]
        return True

    def build(self, unit):
        """Builds a unit beside this one as soon as it has the points."""
        free = [at for at in around4((unit.x, unit.y)) if self.free(at)]
        if unit.actions > 0 and unit.build_points >= unit.max_build_points and free:
            zones = [zone for zone in self.zones if zone not in self.units] or [(unit.x, unit.y)]
            site = min(free, key=lambda at: min(manhattan(at, zone) for zone in zones))
            self.orders.append(act.build(unit.id, *site))
            unit.actions -= 1
            # The new unit cannot act before the next turn, but it stands in the way.
            self.units[site] = unit

    def walk(self, unit):
        """To the nearest zone that none of ours has claimed, or else to the nearest enemy."""
        here = (unit.x, unit.y)
        if unit.moves == 0 or here in self.claimed:
            return
        open_zones = self.zones - self.claimed - set(self.units)
        paths = search([here], around4, self.free, until=lambda at: at in open_zones) if open_zones else None
        if paths and paths.found:
            self.claimed.add(paths.found)
        else:
            note(unit.id, "hunting")
            prey = {(enemy.x, enemy.y) for enemy in self.enemies()}
            paths = search([here], around4, self.free, until=lambda at: any(near in prey for near in around4(at)))
        if paths.found is None:
            return
        for step in paths.path(paths.found)[: unit.moves]:
            self.orders.append(act.move(unit.id, *step))
            del self.units[unit.x, unit.y]
            unit.x, unit.y = step
            self.units[step] = unit
            unit.moves -= 1


if __name__ == "__main__":
    run(Bot)
