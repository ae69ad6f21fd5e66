"use strict";
// A zords bot: spreads its zords over the totems, shoots what it can finish, builds, and ends the day behind shields.

const { act, note, run } = require("./skirmish");
const { PointSet, least, most } = require("./skirmish/points");
const { around8, chebyshev } = require("./skirmish/square");

const ENEMY_THERE = 10; // how many cells of a walk an enemy at a totem is worth
const OWN_THERE = 30; // and a zord of our own

class Bot {
  name = "{{name}}";

  constructor(hello) {
    this.me = hello.seat;
    this.rules = hello.config;
  }

  turn(turn) {
    this.view = turn.view;
    this.orders = [];
    this.mine = this.view.zords.filter((zord) => zord.owner === this.me);
    this.enemies = this.view.zords.filter((zord) => zord.owner !== this.me);
    this.totems = this.view.totems;
    this.taken = new PointSet([...this.totems, ...this.view.zords]);
    const player = this.view.players.find((player) => player.seat === this.me);
    this.actions = player.actions;
    this.points = player.points;
    this.shoot();
    this.build();
    this.spread();
    this.shoot();
    const evening = this.view.round !== null && this.view.round + 1 >= this.rules.rounds_per_day;
    if (evening || this.crowded()) this.shield();
    return this.orders;
  }

  /** Gives an order if there are action points for it; whether it did. */
  pay(cost, order) {
    if (this.actions < cost) return false;
    this.actions -= cost;
    this.orders.push(order);
    return true;
  }

  /** Shoots down enemies in range, those that need the fewest shots first, if the action points are enough. */
  shoot() {
    if (!this.view.shooting_allowed) return;
    const shots = (enemy) => enemy.hp + enemy.shields;
    for (const enemy of [...this.enemies].sort((a, b) => shots(a) - shots(b))) {
      const shooter = this.mine.find((zord) => chebyshev(zord, enemy) <= zord.range);
      if (!shooter || this.actions < shots(enemy) * this.rules.shoot_cost) continue;
      for (let i = 0; i < shots(enemy); i++) this.pay(this.rules.shoot_cost, act.shoot(shooter.id, enemy.id));
      note(shooter.id, `kills zord ${enemy.id}`);
      this.enemies = this.enemies.filter((other) => other.id !== enemy.id);
      this.taken.delete(enemy);
      this.points += this.rules.kill_reward;
    }
  }

  /** New zords at the totems, as long as there will be another day to earn them back. */
  build() {
    let owned = this.mine.length;
    for (const zord of this.mine) {
      for (const cell of around8(zord)) {
        const canPay = this.points >= this.rules.build_points && owned < this.rules.max_zords;
        if (this.view.day >= this.view.days || !canPay) return;
        if (this.atTotem(cell) && this.free(cell) && this.pay(this.rules.build_cost, act.build(cell.x, cell.y))) {
          this.points -= this.rules.build_points;
          this.taken.add(cell);
          owned += 1;
        }
      }
    }
  }

  /** Every zord goes to the totem where there is least in its way. */
  spread() {
    const going = new Map(this.totems.map((totem) => [totem, 0]));
    for (const zord of this.mine) {
      const cost = (totem) => {
        const enemies = this.enemies.filter((enemy) => chebyshev(enemy, totem) <= this.rules.totem_aura).length;
        return chebyshev(zord, totem) + ENEMY_THERE * enemies + OWN_THERE * going.get(totem);
      };
      const goal = least(this.totems, cost);
      if (goal) {
        going.set(goal, going.get(goal) + 1);
        this.walk(zord, goal);
      }
    }
  }

  /** As far as the action points reach, to a free cell in the totem's area. */
  walk(zord, totem) {
    const steps = chebyshev(zord, totem) - this.rules.totem_aura;
    const farthest = Math.min(steps, Math.floor(this.actions / Math.max(this.rules.move_cost, 1)));
    for (let reach = farthest; reach > Math.max(farthest - 4, 0); reach--) {
      const towards = (from, to) => from + Math.max(-reach, Math.min(reach, to - from));
      const cell = { x: towards(zord.x, totem.x), y: towards(zord.y, totem.y) };
      if (this.free(cell) && this.pay(reach * this.rules.move_cost, act.move(zord.id, cell.x, cell.y))) {
        this.taken.delete(zord);
        this.taken.add(cell);
        zord.x = cell.x;
        zord.y = cell.y;
        return;
      }
    }
  }

  free(cell) {
    return [cell.x, cell.y].every((n) => 0 <= n && n < this.rules.board_size) && !this.taken.has(cell);
  }

  atTotem(cell) {
    return this.totems.some((totem) => chebyshev(cell, totem) <= this.rules.totem_aura);
  }

  /** How many enemies could hit a zord, with so much more range. */
  aimingAt(zord, more = 0) {
    return this.enemies.filter((enemy) => chebyshev(enemy, zord) <= enemy.range + more).length;
  }

  /** In a crowd, a player that saves its action points is shot before it uses them. */
  crowded() {
    return this.mine.some((zord) => this.aimingAt(zord) >= 2);
  }

  /** All that is left goes into shields for the zord that most enemies can get at. */
  shield() {
    const zord = most(this.mine, (zord) => this.aimingAt(zord, this.rules.actions_per_day));
    if (!zord || this.rules.shield_cost <= 0) return;
    while (this.pay(this.rules.shield_cost, act.shield(zord.id)));
  }
}

module.exports = { Bot };
if (require.main === module) run(Bot);
