"use strict";
// An outbreak bot. Humans stand together, shoot, and wall themselves in; zombies follow their noses.

const { act, run } = require("./skirmish");
const { ahead, around, distance, facingTo, turnTo } = require("./skirmish/hexes");
const { search } = require("./skirmish/paths");
const { PointMap, PointSet, least, most } = require("./skirmish/points");

const WEAPONS = ["pistol", "shotgun", "pistol", "grenade_launcher", "pistol", "shotgun"];
const FAINT = 0.05; // a zombie that smells more than this goes straight on

class Bot {
  name = "{{name}}";

  constructor(hello) {
    this.rules = hello.config;
    this.random = hello.random;
    this.isHuman = hello.seat === "humans";
    this.weapons = new Map(this.rules.weapons.map((weapon) => [weapon.name, weapon]));
    this.arms = this.weapons.get(this.rules.zombie_weapon);
    this.smelled = new Map(); // what each zombie smelled by facing, where it stands now
  }

  turn(turn) {
    const view = (this.view = turn.view);
    this.orders = [];
    this.walls = new PointMap([...(view.map_walls ?? []), ...view.walls].map((wall) => [wall, wall]));
    this.taken = new PointSet([...view.humans, ...view.zombies]);
    if (this.isHuman) {
      if (view.humans_ready) this.place(view.humans_ready);
      for (const human of view.humans) {
        this.grab(human);
        this.shoot(human);
        this.build(human);
      }
      this.call();
    } else {
      for (const zombie of view.zombies) this.lead(zombie);
      this.spawn();
    }
    return this.orders;
  }

  onBoard(at) {
    return Math.max(Math.abs(at.x), Math.abs(at.y)) <= this.rules.radius;
  }

  open(at) {
    return this.onBoard(at) && !this.walls.has(at) && !this.taken.has(at);
  }

  // ---- humans

  /** Puts all humans side by side around the centre. */
  place(count) {
    const [open, onBoard] = [(at) => this.open(at), (at) => this.onBoard(at)];
    const centre = search([{ x: 0, y: 0 }], around, onBoard, { until: open }).found ?? { x: 0, y: 0 };
    const spots = search([centre], around, open).points().slice(0, count);
    const usable = WEAPONS.filter((name) => this.weapons.get(name)?.can_spawn_with);
    if (usable.length === 0) return;
    spots.forEach(({ x, y }, i) => this.orders.push(act.place(x, y, usable[i % usable.length])));
  }

  /** Takes the ammo within reach; that is free. */
  grab(human) {
    for (const crate of this.view.crates ?? []) {
      if (crate.item === "ammo" && crate.hp > 0 && distance(crate, human) <= 1) {
        this.orders.push(act.grab(human.id, crate.id));
        human.ammo += crate.hp;
        crate.hp = 0;
      }
    }
  }

  /** Shoots at the weakest zombie in range as long as time, rounds and moves are enough. */
  shoot(human) {
    const weapon = this.weapons.get(human.weapon);
    const cost = this.rules.human_attack_moves;
    while (human.idle > weapon.delay && human.ammo >= weapon.ammo && human.moves >= Math.max(cost, 1)) {
      const targets = this.view.zombies.filter((zombie) => zombie.hp > 0 && this.isTarget(human, weapon, zombie));
      const target = least(targets, (zombie) => zombie.hp);
      if (!target) return;
      const direct = weapon.direct > 0;
      this.orders.push(direct ? act.attack(human.id, target.id) : act.attack_ground(human.id, target.x, target.y));
      target.hp -= weapon.direct + weapon.vertical + weapon.horizontal;
      human.idle = Math.min(human.idle - weapon.delay, this.rules.idle_cap_after_shot);
      human.ammo -= weapon.ammo;
      human.moves -= cost;
    }
  }

  /** In range, and none of ours is where the splash goes. */
  isTarget(human, weapon, zombie) {
    const splash = weapon.horizontal > 0 ? weapon.radius : 0;
    const safe = this.view.humans.every((friend) => distance(friend, zombie) > splash);
    return safe && distance(human, zombie) <= weapon.range;
  }

  /** Left-over moves close the open hexes around, then strengthen the weakest wall. */
  build(human) {
    const near = around(human);
    for (let i = 0; i < human.moves; i++) {
      const gap = near.find((at) => this.open(at));
      const walls = near.filter((at) => this.walls.has(at)).map((at) => this.walls.get(at));
      const weakest = least(walls, (wall) => wall.hp);
      if (gap) {
        this.taken.add(gap);
        this.orders.push(act.build(human.id, gap.x, gap.y));
      } else if (weakest) {
        weakest.hp += this.rules.wall_build_hp;
        this.orders.push(act.build(human.id, weakest.x, weakest.y));
      }
    }
  }

  /** An air drop onto a zombie that stands clear of us: it hurts, and leaves ammo. */
  call() {
    const isClear = (zombie) => this.view.humans.every((human) => distance(zombie, human) > 1);
    const target = this.view.zombies.find(isClear);
    if (target && (this.view.drops_ready ?? 0) >= 1) this.orders.push(act.call(target.x, target.y, "ammo"));
  }

  // ---- zombies

  /** One move: bite the nearest human, or go to it, or go where it smells of humans. */
  lead(zombie) {
    const humans = this.view.humans.filter((human) => human.hp > 0);
    const seen = humans.filter((human) => distance(human, zombie) <= this.rules.zombie_sight);
    const prey = least(seen, (human) => distance(human, zombie));
    const front = ahead(zombie, zombie.facing);
    if (prey && (distance(prey, zombie) === 0 || distance(prey, front) === 0)) {
      this.orders.push(act.attack(zombie.id, prey.id));
      prey.hp -= this.arms.direct;
      return;
    }
    const wanted = prey ? facingTo(zombie, prey) : this.followNose(zombie);
    const wall = this.walls.get(front);
    if (wanted !== zombie.facing) {
      this.orders.push(act.turn(zombie.id, turnTo(zombie.facing, wanted)));
    } else if (wall) {
      this.orders.push(act.attack(zombie.id, wall.id));
      wall.hp -= this.arms.direct;
      if (wall.hp <= 0) this.walls.delete(front);
    } else if (this.onBoard(front)) {
      this.orders.push(act.move(zombie.id));
    }
  }

  /** Straight on while it smells; else it looks around, and takes the best of six directions. */
  followNose(zombie) {
    let nose = this.smelled.get(zombie.id);
    if (!nose || distance(nose, zombie) > 0) nose = { x: zombie.x, y: zombie.y, smelled: new Map() };
    nose.smelled.set(zombie.facing, zombie.scent);
    this.smelled.set(zombie.id, nose);
    if (zombie.scent > FAINT && this.onBoard(ahead(zombie, zombie.facing))) return zombie.facing;
    const facings = [...nose.smelled.keys()];
    return facings.length === 6 ? most(facings, (facing) => nose.smelled.get(facing)) : (zombie.facing + 1) % 6;
  }

  /** New zombies from all sides, facing inwards. */
  spawn() {
    const middles = { west: { x: -1, y: 0 }, north: { x: 0, y: 1 }, east: { x: 1, y: 0 }, south: { x: 0, y: -1 } };
    const room = this.view.zombie_cap - this.view.zombies.length;
    for (let i = 0; i < Math.min(this.view.spawn_count, room); i++) {
      const zone = this.random.choice(Object.keys(middles));
      this.orders.push(act.spawn(zone, facingTo(middles[zone], { x: 0, y: 0 })));
    }
  }
}

module.exports = { Bot };
if (require.main === module) run(Bot);
