// What a bot would do with the rest of the turn, to be taken unit by unit.

import { verbOf } from './legal.js';

export class Suggestions {
  constructor() {
    this.bot = '';
    /** @type {Action[]} */
    this.orders = [];
  }

  /**
   * @param {string} bot
   * @param {Action[]} orders
   * @param {Verb[]} verbs
   */
  set(bot, orders, verbs) {
    this.bot = bot;
    this.orders = orders.filter((action) => !verbOf(verbs, action)?.ends);
  }

  clear() {
    this.orders = [];
  }

  /** Who should do what: orders by unit, null for those of the seat itself. @returns {Map<number | null, Action[]>} */
  byUnit() {
    /** @type {Map<number | null, Action[]>} */
    const found = new Map();
    for (const action of this.orders) {
      const unit = typeof action.unit === 'number' ? action.unit : null;
      const list = found.get(unit);
      if (list) list.push(action);
      else found.set(unit, [action]);
    }
    return found;
  }

  /**
   * Takes the suggestions for some units out of the list.
   * @param {Set<number | null>} units
   * @returns {Action[]}
   */
  take(units) {
    const isTheirs = (/** @type {Action} */ action) => units.has(typeof action.unit === 'number' ? action.unit : null);
    const taken = this.orders.filter(isTheirs);
    this.orders = this.orders.filter((action) => !isTheirs(action));
    return taken;
  }
}
