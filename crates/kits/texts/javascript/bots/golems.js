"use strict";
// A golems bot: units take the nearest free zones, build, and strike what comes near.

const { act, note, run } = require("./skirmish");
const { search } = require("./skirmish/paths");
const { PointMap, PointSet, least } = require("./skirmish/points");
const { around4, manhattan } = require("./skirmish/square");

class Bot {
  name = "{{name}}";

  constructor(hello) {
    this.me = hello.seat;
    this.zones = null;
  }

  turn(turn) {
    this.view = turn.view;
    this.units = new PointMap(turn.view.units.map((unit) => [{ x: unit.x, y: unit.y }, unit]));
    this.orders = [];
    this.zones ??= this.findZones();
    const mine = turn.view.units.filter((unit) => unit.owner === this.me);
    // Whoever stands on a zone keeps it.
    this.claimed = new PointSet(mine.filter((unit) => this.zones.has(unit)));
    for (const unit of mine) {
      if (!this.strike(unit)) this.build(unit);
      this.walk(unit);
      this.strike(unit);
    }
    return this.orders;
  }

  /** What is there: '.' open, 'O' a zone, '#' a wall. The top row comes first, but y grows upward. */
  square({ x, y }) {
    return this.view.rows[this.view.height - 1 - y]?.[x] ?? "#";
  }

  findZones() {
    const zones = new PointSet();
    for (let x = 0; x < this.view.width; x++) {
      for (let y = 0; y < this.view.height; y++) {
        if (this.square({ x, y }) === "O") zones.add({ x, y });
      }
    }
    return zones;
  }

  free(at) {
    return this.square(at) !== "#" && !this.units.has(at);
  }

  enemies() {
    return this.units.values().filter((unit) => unit.owner !== this.me);
  }

  /** Strikes the weakest enemy in reach. Only a unit that has not moved can strike far. */
  strike(unit) {
    const reach = unit.moves === unit.max_moves ? Math.max(unit.attack_range, 1) : 1;
    const targets = this.enemies().filter((enemy) => manhattan(unit, enemy) <= reach);
    if (unit.actions === 0 || targets.length === 0) return false;
    const target = least(targets, (enemy) => enemy.hp);
    this.orders.push(act.attack(unit.id, target.x, target.y));
    unit.actions -= 1;
    unit.moves = 0;
    target.hp -= unit.attack_power;
    if (target.hp <= 0) this.units.delete(target);
    return true;
  }

  /** Builds a unit beside this one as soon as it has the points. */
  build(unit) {
    const free = around4(unit).filter((at) => this.free(at));
    if (unit.actions > 0 && unit.build_points >= unit.max_build_points && free.length > 0) {
      const zones = this.zones.points().filter((zone) => !this.units.has(zone));
      const site = least(free, (at) => Math.min(...zones.map((zone) => manhattan(at, zone))));
      this.orders.push(act.build(unit.id, site.x, site.y));
      unit.actions -= 1;
      // The new unit cannot act before the next turn, but it stands in the way.
      this.units.set(site, unit);
    }
  }

  /** To the nearest zone that none of ours has claimed, or else to the nearest enemy. */
  walk(unit) {
    if (unit.moves === 0 || this.claimed.has(unit)) return;
    const free = (at) => this.free(at);
    const isOpen = (zone) => this.zones.has(zone) && !this.claimed.has(zone) && !this.units.has(zone);
    let paths = this.zones.points().some(isOpen) ? search([unit], around4, free, { until: isOpen }) : null;
    if (paths?.found) {
      this.claimed.add(paths.found);
    } else {
      note(unit.id, "hunting");
      const prey = new PointSet(this.enemies());
      paths = search([unit], around4, free, { until: (at) => around4(at).some((near) => prey.has(near)) });
    }
    if (!paths.found) return;
    for (const step of paths.path(paths.found).slice(0, unit.moves)) {
      this.orders.push(act.move(unit.id, step.x, step.y));
      this.units.delete(unit);
      unit.x = step.x;
      unit.y = step.y;
      this.units.set(step, unit);
      unit.moves -= 1;
    }
  }
}

module.exports = { Bot };
if (require.main === module) run(Bot);
