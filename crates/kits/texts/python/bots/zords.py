"""A zords bot: spreads its zords over the totems, shoots what it can finish, builds, and ends the day behind shields."""

from skirmish import act, note, run
from skirmish.square import around8, chebyshev

ENEMY_THERE = 10  # how many cells of a walk an enemy at a totem is worth
OWN_THERE = 30  # and a zord of our own


class Bot:
    name = "{{name}}"

    def __init__(self, hello):
        self.me = hello.seat
        self.rules = hello.config

    def turn(self, turn):
        self.view = turn.view
        self.orders = []
        self.mine = [zord for zord in self.view.zords if zord.owner == self.me]
        self.enemies = [zord for zord in self.view.zords if zord.owner != self.me]
        self.totems = [(totem.x, totem.y) for totem in self.view.totems]
        self.taken = set(self.totems) | {(zord.x, zord.y) for zord in self.view.zords}
        player = next(player for player in self.view.players if player.seat == self.me)
        self.actions, self.points = player.actions, player.points
        self.shoot()
        self.build()
        self.spread()
        self.shoot()
        evening = self.view.round is not None and self.view.round + 1 >= self.rules.rounds_per_day
        if evening or self.crowded():
            self.shield()
        return self.orders

    def pay(self, cost, order):
        """Gives an order if there are action points for it; whether it did."""
        if self.actions < cost:
            return False
        self.actions -= cost
        self.orders.append(order)
        return True

    def shoot(self):
        """Shoots down enemies in range, those that need the fewest shots first, if the action points are enough."""
        if not self.view.shooting_allowed:
            return
        for enemy in sorted(self.enemies, key=lambda enemy: enemy.hp + enemy.shields):
            shots = enemy.hp + enemy.shields
            there = (enemy.x, enemy.y)
            shooters = [zord for zord in self.mine if chebyshev((zord.x, zord.y), there) <= zord.range]
            if not shooters or self.actions < shots * self.rules.shoot_cost:
                continue
            for _ in range(shots):
                self.pay(self.rules.shoot_cost, act.shoot(shooters[0].id, enemy.id))
            note(shooters[0].id, "kills zord %d" % enemy.id)
            self.enemies.remove(enemy)
            self.taken.discard(there)
            self.points += self.rules.kill_reward

    def build(self):
        """New zords at the totems, as long as there will be another day to earn them back."""
        owned = len(self.mine)
        for zord in self.mine:
            for cell in around8((zord.x, zord.y)):
                can_pay = self.points >= self.rules.build_points and owned < self.rules.max_zords
                if self.view.day >= self.view.days or not can_pay:
                    return
                if self.at_totem(cell) and self.free(cell) and self.pay(self.rules.build_cost, act.build(*cell)):
                    self.points -= self.rules.build_points
                    self.taken.add(cell)
                    owned += 1

    def spread(self):
        """Every zord goes to the totem where there is least in its way."""
        going = {totem: 0 for totem in self.totems}
        for zord in self.mine:
            here = (zord.x, zord.y)

            def cost(totem):
                enemies = sum(chebyshev((enemy.x, enemy.y), totem) <= self.rules.totem_aura for enemy in self.enemies)
                return chebyshev(here, totem) + ENEMY_THERE * enemies + OWN_THERE * going[totem]

            goal = min(self.totems, key=cost, default=None)
            if goal is not None:
                going[goal] += 1
                self.walk(zord, goal)

    def walk(self, zord, totem):
        """As far as the action points reach, to a free cell in the totem's area."""
        here = (zord.x, zord.y)
        steps = chebyshev(here, totem) - self.rules.totem_aura
        reach = min(steps, self.actions // max(self.rules.move_cost, 1))
        if reach <= 0:
            return
        for reach in range(reach, max(reach - 4, 0), -1):
            cell = tuple(a + max(-reach, min(reach, b - a)) for a, b in zip(here, totem))
            if self.free(cell) and self.pay(reach * self.rules.move_cost, act.move(zord.id, *cell)):
                self.taken.discard(here)
                self.taken.add(cell)
                zord.x, zord.y = cell
                return

    def free(self, cell):
        return all(0 <= n < self.rules.board_size for n in cell) and cell not in self.taken

    def at_totem(self, cell):
        return any(chebyshev(cell, totem) <= self.rules.totem_aura for totem in self.totems)

    def aiming_at(self, zord, more=0):
        """How many enemies could hit a zord, with so much more range."""
        here = (zord.x, zord.y)
        return sum(chebyshev((enemy.x, enemy.y), here) <= enemy.range + more for enemy in self.enemies)

    def crowded(self):
        """In a crowd, a player that saves its action points is shot before it uses them."""
        return any(self.aiming_at(zord) >= 2 for zord in self.mine)

    def shield(self):
        """All that is left goes into shields for the zord that most enemies can get at."""
        if not self.mine:
            return
        zord = max(self.mine, key=lambda zord: self.aiming_at(zord, self.rules.actions_per_day))
        while self.rules.shield_cost > 0 and self.pay(self.rules.shield_cost, act.shield(zord.id)):
            pass


if __name__ == "__main__":
    run(Bot)
