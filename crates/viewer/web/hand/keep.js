// What the browser keeps of a match played by hand, so that a reload loses nothing.

/**
 * @typedef {{request: number, orders: Action[], marched: number[], standing: March[], groups: [number, number[]][], saved: number}} Kept
 * `marched` has the places of the orders that came of standing orders.
 */

const PREFIX = 'skirmish-hand:';
const HELPED = 'skirmish-hand-helped';
/** The match that was given up last. */
const RESIGNED = 'skirmish-hand-resigned';
/** Matches that are kept; older ones are forgotten. */
const MOST_KEPT = 12;

export class HandKeep {
  /**
   * @param {string} name of the match and seat
   * @param {Storage} storage
   */
  constructor(name, storage) {
    this.key = PREFIX + name;
    this.storage = storage;
  }

  /** @returns {Kept | null} */
  load() {
    return this.#read(this.key);
  }

  /** @param {Omit<Kept, 'saved'>} kept */
  save(kept) {
    try {
      this.storage.setItem(this.key, JSON.stringify({ ...kept, saved: Date.now() }));
      this.#prune();
    } catch {
      // A full or forbidden storage only means that a reload begins anew.
    }
  }

  forget() {
    this.storage.removeItem(this.key);
  }

  /** Whether the person has given up this match. */
  get resigned() {
    return this.storage.getItem(RESIGNED) === this.key;
  }

  /** @param {boolean} has */
  setResigned(has) {
    try {
      if (has) this.storage.setItem(RESIGNED, this.key);
      else this.storage.removeItem(RESIGNED);
    } catch {
      // Then the end says who won, and not why.
    }
  }

  /** Whether this browser has been shown how to play. */
  get helped() {
    return this.storage.getItem(HELPED) !== null;
  }

  setHelped() {
    try {
      this.storage.setItem(HELPED, 'yes');
    } catch {
      // Then it is shown again.
    }
  }

  /** @param {string} key @returns {Kept | null} */
  #read(key) {
    try {
      const kept = JSON.parse(this.storage.getItem(key) ?? 'null');
      const whole = kept && Array.isArray(kept.orders) && Array.isArray(kept.marched) && Array.isArray(kept.standing) && Array.isArray(kept.groups);
      return whole ? kept : null;
    } catch {
      return null;
    }
  }

  #prune() {
    const keys = Object.keys(this.storage).filter((key) => key.startsWith(PREFIX));
    if (keys.length <= MOST_KEPT) return;
    const age = (/** @type {string} */ key) => this.#read(key)?.saved ?? 0;
    for (const key of keys.sort((a, b) => age(b) - age(a)).slice(MOST_KEPT)) this.storage.removeItem(key);
  }
}
