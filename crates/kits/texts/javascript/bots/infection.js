"use strict";
// An infection bot. Zombies run to the nearest human and bite; humans keep away, shoot and heal.

const { act, run } = require("./skirmish");
const { FAR, search } = require("./skirmish/paths");
const { least, most } = require("./skirmish/points");
const { around4, around8, chebyshev, manhattan } = require("./skirmish/square");

// The classes that our humans choose, as far as the rules let them.
const CLASSES = [
  ...Array(5).fill("marksman"),
  ...Array(5).fill("medic"),
  ...Array(4).fill("traceur"),
  ...Array(2).fill("demolitionist"),
];

class Bot {
  name = "{{name}}";

  constructor(hello) {
    this.me = hello.seat;
    const rules = (this.rules = hello.config);
    this.speeds = {
      normal: rules.normal_speed,
      marksman: rules.marksman_speed,
      traceur: rules.traceur_speed,
      medic: rules.medic_speed,
      builder: rules.builder_speed,
      demolitionist: rules.demolitionist_speed,
      zombie: rules.zombie_speed,
    };
    this.ranges = {
      normal: rules.normal_range,
      marksman: rules.marksman_range,
      traceur: rules.traceur_range,
      medic: rules.medic_range,
      builder: rules.builder_range,
      demolitionist: rules.demolitionist_range,
      zombie: rules.zombie_range,
    };
  }

  turn(turn) {
    this.view = turn.view;
    const humans = this.view.units.filter((unit) => unit.class !== "zombie");
    const zombies = this.view.units.filter((unit) => unit.class === "zombie");
    [this.mine, this.enemies] = this.me === "humans" ? [humans, zombies] : [zombies, humans];
    this.orders = [];
    const whole = this.rules.prompt === "turn"; // asked once for all phases of a turn
    if (turn.phase === "classes") this.pick();
    if (turn.phase === "move") this.move();
    if (turn.phase === "attack" || (whole && turn.phase === "move")) this.attack();
    if (turn.phase === "ability" || (whole && turn.phase === "move")) this.heal();
    return this.orders;
  }

  /** What is there: '.' open, ',' debris, '#' wall, 'T' tree, '=' barricade, '~' water. */
  cell({ x, y }) {
    return this.view.rows[y]?.[x] ?? "~";
  }

  /** Where a unit can walk: traceurs go over barricades. */
  passable(unit) {
    return (at) => (unit.class === "traceur" ? ".,=" : ".,").includes(this.cell(at));
  }

  ready(unit) {
    return unit.stun_wait === 0 && unit.attack_wait === 0;
  }

  /** One class for each human until the picks are used up. */
  pick() {
    const given = {};
    this.mine.slice(0, Math.min(CLASSES.length, this.rules.picks)).forEach((unit, i) => {
      const wanted = CLASSES[i];
      given[wanted] = (given[wanted] ?? 0) + 1;
      if (given[wanted] <= this.rules.max_per_class) this.orders.push(act.pick(unit.id, wanted));
    });
  }

  /** Zombies go where the way to a human is shortest, humans where that from the zombies is longest. */
  move() {
    if (this.enemies.length === 0) return;
    const ways = search(this.enemies, around4, (at) => ".,".includes(this.cell(at)));
    const distance = (at) => {
      // Without a way, as the crow flies: obstacles can be broken.
      const steps = ways.to(at);
      return steps !== FAR ? steps : 200 + Math.min(...this.enemies.map((enemy) => manhattan(at, enemy)));
    };
    for (const unit of this.mine) {
      if (unit.stun_wait > 0) continue;
      const reach = search([unit], around4, this.passable(unit), { limit: this.speeds[unit.class] }).points();
      const goal = this.me === "zombies" ? least(reach, distance) : most(reach, distance);
      if (manhattan(goal, unit) > 0) {
        this.orders.push(act.move(unit.id, goal.x, goal.y));
        unit.x = goal.x;
        unit.y = goal.y;
      }
    }
  }

  attack() {
    if (this.me === "zombies") this.bite();
    else this.shoot();
  }

  /** Every zombie bites the weakest human beside it, or breaks what is in its way. */
  bite() {
    for (const zombie of this.mine.filter((unit) => this.ready(unit))) {
      const humans = this.enemies.filter((human) => human.health > 0);
      const human = least(humans.filter((human) => chebyshev(human, zombie) <= 1), (human) => human.health);
      if (human) {
        this.orders.push(act.attack(zombie.id, human.id));
        human.health -= this.rules.zombie_damage;
      } else if (humans.length > 0) {
        this.breakThrough(zombie, least(humans, (human) => manhattan(human, zombie)));
      }
    }
  }

  breakThrough(zombie, human) {
    const nearer = (at) => "#T=".includes(this.cell(at)) && manhattan(at, human) < manhattan(zombie, human);
    const wall = least(around8(zombie).filter(nearer), (at) => manhattan(at, human));
    if (wall) this.orders.push(act.break(zombie.id, wall.x, wall.y));
  }

  /** Every human that can shoot stuns the nearest zombie in range that is not stunned yet. */
  shoot() {
    for (const human of this.mine.filter((unit) => this.ready(unit))) {
      const flies = (at) => ".,=~".includes(this.cell(at));
      const shots = search([human], around4, flies, { limit: this.ranges[human.class] });
      const awake = this.enemies.filter((enemy) => enemy.stun_wait === 0 && shots.to(enemy) !== FAR);
      const target = least(awake, (enemy) => shots.to(enemy));
      if (target) {
        this.orders.push(act.attack(human.id, target.id));
        target.stun_wait = 1;
      }
    }
  }

  /** Every medic heals the weakest other human it reaches. */
  heal() {
    for (const medic of this.mine) {
      if (medic.class !== "medic" || medic.stun_wait > 0 || medic.ability_wait > 0) continue;
      const reach = search([medic], around4, this.passable(medic), { limit: this.ranges.medic });
      const hurt = this.mine.filter((human) => human !== medic && human.health < this.rules.max_health);
      const patient = least(hurt.filter((human) => reach.to(human) !== FAR), (human) => human.health);
      if (patient) {
        this.orders.push(act.heal(medic.id, patient.id));
        patient.health += this.rules.heal_amount;
      }
    }
  }
}

module.exports = { Bot };
if (require.main === module) run(Bot);
