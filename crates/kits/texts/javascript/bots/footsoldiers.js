"use strict";
// A footsoldiers bot: guards its base when it must, and sends everyone else to the enemy's base by the shortest way.

const { act, run } = require("./skirmish");
const { search } = require("./skirmish/paths");
const { PointSet, least } = require("./skirmish/points");
const { around4, manhattan } = require("./skirmish/square");

const FACINGS = ["right", "left", "down", "up"]; // in the order of around4; y grows downward
const MARGIN = 8; // how far around the bases and rocks we look for ways

class Bot {
  name = "{{name}}";

  constructor(hello) {
    this.me = hello.seat;
    this.ways = null;
    this.stood = new Map();
  }

  turn(turn) {
    const view = (this.view = turn.view);
    this.base = view.bases.find((base) => base.seat === this.me);
    this.target = view.bases.find((base) => base.seat !== this.me);
    this.mine = view.soldiers.filter((soldier) => soldier.seat === this.me);
    this.enemies = view.soldiers.filter((soldier) => soldier.seat !== this.me);
    this.rocks = new PointSet(view.rocks);
    this.taken = new PointSet([...view.rocks, ...view.bases, ...view.soldiers]);
    this.ways ??= this.waysToTarget();
    const order = this.guard() ?? this.attack() ?? this.aim() ?? this.steer();
    this.stood = new Map(this.mine.map((soldier) => [soldier.id, { x: soldier.x, y: soldier.y }]));
    return order ? [order] : [];
  }

  /** Steps from every square around to the enemy's base, which rocks and our base are in the way of. */
  waysToTarget() {
    const everything = [...this.view.rocks, this.base, this.target];
    const [xs, ys] = [everything.map((at) => at.x), everything.map((at) => at.y)];
    const [left, right] = [Math.min(...xs) - MARGIN, Math.max(...xs) + MARGIN];
    const [top, bottom] = [Math.min(...ys) - MARGIN, Math.max(...ys) + MARGIN];
    const passable = (at) => {
      const inside = left <= at.x && at.x <= right && top <= at.y && at.y <= bottom;
      return inside && !this.rocks.has(at) && manhattan(at, this.base) > 0;
    };
    return search([this.target], around4, passable);
  }

  cost(kind) {
    const rules = this.view.config;
    return { scout: rules.scout_cost, assassin: rules.assassin_cost, tank: rules.tank_cost }[kind];
  }

  /** The order for a new soldier, if we can pay it. */
  build(kind, at, goal, towards) {
    if (this.base.money < this.cost(kind) || Math.min(at.x, at.y, goal.x, goal.y) < 0) return null;
    return act.build(kind, at.x, at.y, goal.x, goal.y, facing(at, towards));
  }

  /** A soldier next to an enemy that has come to our base and that none of ours is next to yet. */
  guard() {
    for (const enemy of [...this.enemies].sort((a, b) => manhattan(a, this.base) - manhattan(b, this.base))) {
      const fought = this.mine.some((soldier) => manhattan(soldier, enemy) === 1);
      const sites = around4(enemy).filter((at) => !this.taken.has(at) && this.mayBuild(at));
      if (manhattan(enemy, this.base) <= 2 && !fought && sites.length > 0) {
        const site = least(sites, (at) => manhattan(at, this.base));
        return this.build("assassin", site, site, enemy);
      }
    }
    return null;
  }

  mayBuild(at) {
    return manhattan(at, this.base) <= this.view.config.max_distance_from_base;
  }

  /** A new attacker on the free square with the shortest way; scouts and assassins by turns. */
  attack() {
    const reach = this.view.config.max_distance_from_base;
    const sites = [];
    for (let x = this.base.x - reach; x <= this.base.x + reach; x++) {
      for (let y = this.base.y - reach; y <= this.base.y + reach; y++) {
        if (x >= 0 && y >= 0 && this.mayBuild({ x, y }) && !this.taken.has({ x, y })) sites.push({ x, y });
      }
    }
    if (sites.length === 0) return null;
    const site = least(sites, (at) => this.ways.to(at) + manhattan(at, this.target) / 1000);
    const scouts = this.mine.filter((soldier) => soldier.kind === "scout").length;
    return this.build(2 * scouts > this.mine.length ? "assassin" : "scout", site, this.target, this.target);
  }

  /** Turns a soldier beside the enemy's base towards it. */
  aim() {
    for (const soldier of this.mine) {
      const wanted = facing(soldier, this.target);
      if (manhattan(soldier, this.target) === 1 && soldier.facing !== wanted) return act.face(soldier.id, wanted);
    }
    return null;
  }

  /** Sends a soldier that got stuck on to a square further down its way. */
  steer() {
    for (const soldier of this.mine) {
      const stood = this.stood.get(soldier.id);
      const stuck = stood !== undefined && manhattan(stood, soldier) === 0;
      const guards = soldier.dest_x === soldier.x && soldier.dest_y === soldier.y;
      if (!stuck || guards || this.ways.to(soldier) <= 1) continue;
      let goal = { x: soldier.x, y: soldier.y };
      for (let i = 0; i < 5; i++) goal = least(around4(goal), (at) => this.ways.to(at));
      const isNew = goal.x !== soldier.dest_x || goal.y !== soldier.dest_y;
      if (isNew && Math.min(goal.x, goal.y) >= 0) return act.move(soldier.id, goal.x, goal.y);
    }
    return null;
  }
}

/** The direction that leads nearer to a goal. */
function facing(at, goal) {
  const next = around4(at);
  return FACINGS[least([0, 1, 2, 3], (i) => manhattan(next[i], goal))];
}

module.exports = { Bot };
if (require.main === module) run(Bot);
