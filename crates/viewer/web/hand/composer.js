// One order in the making: who acts, which verb, and its slots, filled one after another.

import { LegalIndex, actionOf, slotKind, slotValue, valueKey } from './legal.js';

/**
 * A verb and a slot of it that something pointed at fits into.
 * @typedef {{verb: Verb, slot: number, value: unknown}} Fit
 */
/**
 * What can be pointed at for a verb: the slot it would fill, and the values by key.
 * @typedef {{verb: Verb, slot: number, values: Map<string, unknown>}} Targets
 */

export class Composer {
  /**
   * @param {number | null} actor a unit's number, or null for the seat itself
   * @param {Verb[]} verbs
   * @param {Action[]} legal
   * @param {Price[]} prices
   */
  constructor(actor, verbs, legal, prices) {
    this.actor = actor;
    this.prices = prices;
    this.verbs = verbs.filter((verb) => verb.unit === (actor !== null));
    this.index = new LegalIndex(this.verbs, legal);
    /** @type {Verb | null} */
    this.verb = null;
    /** @type {import('./legal.js').Filled} */
    this.filled = new Map();
    /** Slots with a value that no listed action has: the rules may allow more than they list. @type {Set<number>} */
    this.free = new Set();
    /** Whether the verb was not chosen but is still the one of the order before. */
    this.goesOn = false;
    /** Whether slots that nobody cares for are filled with what is listed first. */
    this.hasty = false;
    /** @type {Targets[] | null} */
    this.known = null;
  }

  /**
   * What something costs that can be bought; undefined for verbs that cost nothing. Where it depends on a choice, the
   * cheapest.
   * @param {Verb} verb
   */
  priceOf(verb) {
    const prices = this.prices.filter((price) => price.verb === verb.name);
    const best = prices.find((price) => price.enough) ?? prices[0];
    return best && (prices.length > 1 ? `${best.cost} or more` : best.cost);
  }

  /** The verbs that can be done now. */
  possible() {
    return this.verbs.filter((verb) => this.index.count(verb) > 0);
  }

  /** @param {Verb | null} verb */
  choose(verb) {
    this.verb = verb;
    this.filled = new Map();
    this.free = new Set();
    this.known = null;
    this.goesOn = this.hasty = false;
  }

  /** Whether what is chosen for a slot of the chosen verb changes the price. @param {number} slot */
  hasPrice(slot) {
    const keys = new Set(this.values(slot).keys());
    return this.prices.some((price) => price.verb === this.verb?.name && price.choice !== null && keys.has(valueKey(price.choice)));
  }

  /** Keeps a verb for the next order. @param {Verb} verb */
  goOnWith(verb) {
    this.choose(verb);
    this.goesOn = true;
  }

  /**
   * Whether a slot of the chosen verb may hold a value.
   * @param {number} slot
   * @param {unknown} value
   */
  hasValue(slot, value) {
    return value !== undefined && this.values(slot).has(valueKey(value));
  }

  /**
   * @param {number} slot
   * @param {unknown} value
   * @param {boolean} [free] whether it is a value that no listed action has
   */
  fill(slot, value, free = false) {
    this.filled.set(slot, value);
    if (free) this.free.add(slot);
    this.known = null;
  }

  /** Takes the last step back: a filling, or else the verb; false if there was neither. */
  back() {
    this.known = null;
    const last = [...this.filled.keys()].pop();
    if (last !== undefined) {
      this.filled.delete(last);
      this.free.delete(last);
      return true;
    }
    const had = this.verb !== null;
    this.verb = null;
    return had;
  }

  /** What is filled in with listed values. */
  listed() {
    return new Map([...this.filled].filter(([slot]) => !this.free.has(slot)));
  }

  /**
   * What a slot of the chosen verb may hold, by key.
   * @param {number} slot
   * @returns {Map<string, unknown>}
   */
  values(slot) {
    return this.verb ? this.index.values(this.verb, this.listed(), slot) : new Map();
  }

  /** The slot to be filled next; -1 if the order is complete. A choice with one option is made automatically. */
  open() {
    const verb = this.verb;
    if (!verb) return -1;
    for (let slot = 0; slot < verb.slots.length; slot++) {
      if (this.filled.has(slot)) continue;
      const values = this.values(slot);
      const [only] = values.values();
      const settled = values.size === 1 && (slotKind(verb.slots[slot]) === 'choice' || only === undefined);
      if (!settled) return slot;
      this.filled.set(slot, only);
    }
    return -1;
  }

  /** The order as far as it goes. */
  action() {
    return this.verb ? actionOf(this.verb, this.actor, this.filled) : null;
  }

  /**
   * A whole order with `value` in a slot and the open slots as some listed action has them: to ask why it is refused.
   * @param {Verb} verb
   * @param {number} slot
   * @param {unknown} value
   * @returns {Action}
   */
  draft(verb, slot, value) {
    const chosen = verb === this.verb;
    const filled = new Map(chosen ? this.filled : []);
    const like = this.index.fitting(verb, chosen ? this.listed() : new Map())[0] ?? this.index.fitting(verb, new Map())[0];
    verb.slots.forEach((other, i) => {
      if (!filled.has(i) && like) filled.set(i, slotValue(other, like));
    });
    filled.set(slot, value);
    return actionOf(verb, this.actor, filled);
  }

  /**
   * The slot in which a verb takes what is pointed at; -1 if there is none to fill now.
   * @param {Verb} verb
   */
  pointed(verb) {
    if (verb !== this.verb) return verb.slots.findIndex((slot) => slotKind(slot) !== 'choice');
    const open = this.open();
    return open >= 0 && slotKind(verb.slots[open]) !== 'choice' ? open : -1;
  }

  /**
   * Everything that can be pointed at now, for the chosen verb or else for all.
   * @returns {Targets[]}
   */
  targets() {
    this.known ??= (this.verb ? [this.verb] : this.possible()).flatMap((verb) => this.targetsOf(verb));
    return this.known;
  }

  /**
   * @param {Verb} verb
   * @returns {Targets[]}
   */
  targetsOf(verb) {
    const slot = this.pointed(verb);
    if (slot < 0) return [];
    return [{ verb, slot, values: this.index.values(verb, verb === this.verb ? this.listed() : new Map(), slot) }];
  }

  /**
   * What a click on a cell with these things may mean.
   * @param {Point | null} cell
   * @param {number[]} items
   * @returns {Fit[]}
   */
  fits(cell, items) {
    /** @type {Fit[]} */
    const fits = [];
    for (const { verb, slot, values } of this.targets()) {
      const candidates = slotKind(verb.slots[slot]) === 'cell' ? (cell ? [cell] : []) : items;
      for (const value of candidates) {
        if (values.has(valueKey(value))) fits.push({ verb, slot, value });
      }
    }
    return fits;
  }
}
