// Orders that stand until they are done: units on their way somewhere, or holding their ground. The server carries them out
// anew each turn, so they always fit how things stand.

/** Who is stuck for this many turns in a row has done what it could. */
const PATIENCE = 3;

/** What a pace is called, when units are given it. @type {Record<Pace, string>} */
export const PACE_NAMES = { go: 'Go', fight: 'Advance', hold: 'Hold' };

export class StandingOrders {
  /** @param {March[]} [list] */
  constructor(list = []) {
    this.list = list;
    /** For how many turns each unit has been stuck. @type {Map<number, number>} */
    this.stuck = new Map();
  }

  /**
   * Gives units a standing order, in place of any they had.
   * @param {March} march
   */
  give(march) {
    this.stop(march.units);
    this.list.push(march);
  }

  /**
   * Takes the standing orders of some units back; returns whether they had any.
   * @param {Iterable<number>} units
   */
  stop(units) {
    const gone = new Set(units);
    const before = this.count();
    this.list = this.list.map((march) => ({ ...march, units: march.units.filter((unit) => !gone.has(unit)) })).filter((march) => march.units.length > 0);
    for (const unit of gone) this.stuck.delete(unit);
    return this.count() < before;
  }

  /** How many units have a standing order. */
  count() {
    return this.list.reduce((sum, march) => sum + march.units.length, 0);
  }

  /** @param {number} unit */
  of(unit) {
    return this.list.find((march) => march.units.includes(unit));
  }

  /**
   * Forgets units that are not there any more.
   * @param {(unit: number) => boolean} isThere
   */
  keepOnly(isThere) {
    this.stop(this.list.flatMap((march) => march.units.filter((unit) => !isThere(unit))));
  }

  /**
   * Takes note of how a turn went: who has arrived is done, and so is who gets no closer for too long. Returns the latter.
   * @param {Marched} result
   * @param {boolean} [atOnce] whether whoever is stuck gives up right away
   */
  after({ arrived, stuck }, atOnce = false) {
    const still = new Set(stuck);
    for (const unit of [...this.stuck.keys()]) if (!still.has(unit)) this.stuck.delete(unit);
    for (const unit of stuck) this.stuck.set(unit, (this.stuck.get(unit) ?? 0) + 1);
    const tired = stuck.filter((unit) => atOnce || (this.stuck.get(unit) ?? 0) >= PATIENCE);
    this.stop([...arrived, ...tired]);
    return tired;
  }
}
