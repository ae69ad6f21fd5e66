"""A footsoldiers bot: guards its base when it must, and sends everyone else to the enemy's base by the shortest way."""

from skirmish import act, run
from skirmish.paths import search
from skirmish.square import around4, manhattan

FACINGS = ["right", "left", "down", "up"]  # in the order of around4; y grows downward
MARGIN = 8  # how far around the bases and rocks we look for ways


class Bot:
    name = "{{name}}"

    def __init__(self, hello):
        self.me = hello.seat
        self.ways = None
        self.stood = {}

    def turn(self, turn):
        view = turn.view
        self.view = view
        self.base = next(base for base in view.bases if base.seat == self.me)
        self.target = next(base for base in view.bases if base.seat != self.me)
        self.mine = [soldier for soldier in view.soldiers if soldier.seat == self.me]
        self.enemies = [soldier for soldier in view.soldiers if soldier.seat != self.me]
        self.rocks = {(rock.x, rock.y) for rock in view.rocks}
        self.taken = self.rocks | {(thing.x, thing.y) for thing in view.bases + view.soldiers}
        if self.ways is None:
            self.ways = self.ways_to_target()
        order = self.guard() or self.attack() or self.aim() or self.steer()
        self.stood = {soldier.id: (soldier.x, soldier.y) for soldier in self.mine}
        return [order] if order else []

    def ways_to_target(self):
        """Steps from every square around to the enemy's base, which rocks and our base are in the way of."""
        here, there = (self.base.x, self.base.y), (self.target.x, self.target.y)
        everything = self.rocks | {here, there}
        xs, ys = [x for x, _ in everything], [y for _, y in everything]
        left, right, top, bottom = min(xs) - MARGIN, max(xs) + MARGIN, min(ys) - MARGIN, max(ys) + MARGIN

        def passable(at):
            inside = left <= at[0] <= right and top <= at[1] <= bottom
            return inside and at not in self.rocks and at != here

        return search([there], around4, passable)

    def cost(self, kind):
        rules = self.view.config
        return {"scout": rules.scout_cost, "assassin": rules.assassin_cost, "tank": rules.tank_cost}[kind]

    def build(self, kind, at, goal, towards):
        """The order for a new soldier, if we can pay it."""
        if self.base.money < self.cost(kind) or min(at + goal) < 0:
            return None
        return act.build(kind, *at, *goal, facing(at, towards))

    def guard(self):
        """A soldier next to an enemy that has come to our base and that none of ours is next to yet."""
        home = (self.base.x, self.base.y)
        for enemy in sorted(self.enemies, key=lambda enemy: manhattan((enemy.x, enemy.y), home)):
            there = (enemy.x, enemy.y)
            fought = any(manhattan((soldier.x, soldier.y), there) == 1 for soldier in self.mine)
            sites = [at for at in around4(there) if at not in self.taken and self.may_build(at)]
            if manhattan(there, home) <= 2 and not fought and sites:
                site = min(sites, key=lambda at: manhattan(at, home))
                return self.build("assassin", site, site, there)
        return None

    def may_build(self, at):
        return manhattan(at, (self.base.x, self.base.y)) <= self.view.config.max_distance_from_base

    def attack(self):
        """A new attacker on the free square with the shortest way; scouts and assassins by turns."""
        reach = self.view.config.max_distance_from_base
        around = range(-reach, reach + 1)
        sites = [(self.base.x + dx, self.base.y + dy) for dx in around for dy in around]
        sites = [at for at in sites if self.may_build(at) and at not in self.taken and min(at) >= 0]
        if not sites:
            return None
        there = (self.target.x, self.target.y)
        site = min(sites, key=lambda at: (self.ways.to(at), manhattan(at, there)))
        scouts = sum(soldier.kind == "scout" for soldier in self.mine)
        kind = "assassin" if 2 * scouts > len(self.mine) else "scout"
        return self.build(kind, site, there, there)

    def aim(self):
        """Turns a soldier beside the enemy's base towards it."""
        there = (self.target.x, self.target.y)
        for soldier in self.mine:
            at = (soldier.x, soldier.y)
            if manhattan(at, there) == 1 and soldier.facing != facing(at, there):
                return act.face(soldier.id, facing(at, there))
        return None

    def steer(self):
        """Sends a soldier that got stuck on to a square further down its way."""
        for soldier in self.mine:
            at = (soldier.x, soldier.y)
            guards = (soldier.dest_x, soldier.dest_y) == at
            if self.stood.get(soldier.id) != at or guards or self.ways.to(at) <= 1:
                continue
            goal = at
            for _ in range(5):
                goal = min(around4(goal), key=self.ways.to)
            if goal != (soldier.dest_x, soldier.dest_y) and min(goal) >= 0:
                return act.move(soldier.id, *goal)
        return None


def facing(at, goal):
    """The direction that leads nearer to a goal."""
    return FACINGS[min(range(4), key=lambda i: manhattan(around4(at)[i], goal))]


if __name__ == "__main__":
    run(Bot)
