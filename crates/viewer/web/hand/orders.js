// The orders of a turn: a list with undo, in words and as arrows.

import { cellCentre } from '../board/cells.js';
import { actionOf, filledOf, slotKind, slotValue, verbOf } from './legal.js';

export class OrderList {
  constructor() {
    /** @type {Action[]} */
    this.list = [];
    /** @type {Action[][]} */
    this.past = [];
    /** @type {Action[][]} */
    this.future = [];
  }

  /** A new turn: nothing in it, and nothing to take back. */
  clear() {
    this.list = [];
    this.past = [];
    this.future = [];
  }

  /** @param {Action[]} list */
  change(list) {
    this.past.push(this.list);
    this.future = [];
    this.list = list;
  }

  /** @param {Action[]} actions */
  add(actions) {
    if (actions.length > 0) this.change([...this.list, ...actions]);
  }

  /** @param {number} index */
  remove(index) {
    this.change(this.list.filter((_, i) => i !== index));
  }

  /** Takes the last change back; false if there was none. */
  undo() {
    const before = this.past.pop();
    if (!before) return false;
    this.future.push(this.list);
    this.list = before;
    return true;
  }

  redo() {
    const after = this.future.pop();
    if (!after) return false;
    this.past.push(this.list);
    this.list = after;
    return true;
  }
}

/**
 * A value of a slot in words.
 * @param {Slot} slot
 * @param {unknown} value
 * @param {(id: string) => Item | undefined} itemOf
 */
export function valueText(slot, value, itemOf) {
  if (value === undefined || value === null) return 'none';
  if (Array.isArray(value)) return `(${value.join(', ')})`;
  if (slotKind(slot) === 'item') return itemOf(String(value))?.title ?? `number ${value}`;
  return typeof value === 'object' ? JSON.stringify(value) : String(value).replaceAll('_', ' ');
}

/**
 * An order in words: "Golem 12: Move (3, 4)".
 * @param {Verb[]} verbs
 * @param {Action} action
 * @param {(id: string) => Item | undefined} itemOf
 */
export function orderText(verbs, action, itemOf) {
  const verb = verbOf(verbs, action);
  if (!verb) return JSON.stringify(action);
  const parts = verb.slots.map((slot) => ({ slot, value: slotValue(slot, action) })).filter((part) => part.value !== undefined);
  const said = [verb.label, ...parts.map(({ slot, value }) => valueText(slot, value, itemOf))].join(' ');
  return verb.unit ? `${itemOf(String(action.unit))?.title ?? `Unit ${action.unit}`}: ${said}` : said;
}

/**
 * How the doer of each order is moved by it: from where to where its first place is, in board units.
 * @param {Verb[]} verbs
 * @param {Action[]} orders
 * @param {Scene} scene as it was before the orders
 * @returns {({from: Point, to: Point, verb: Verb} | null)[]}
 */
function strokes(verbs, orders, scene) {
  const at = new Map(scene.items.map((item) => [item.id, item.at]));
  return orders.map((action) => {
    const verb = verbOf(verbs, action);
    if (!verb) return null;
    /** @type {Point[]} */
    const places = [];
    for (const slot of verb.slots) {
      const value = slotValue(slot, action);
      const place = slotKind(slot) === 'item' ? at.get(String(value)) : Array.isArray(value) ? cellCentre(scene.grid, /** @type {Point} */ (value)) : undefined;
      if (place) places.push(place);
    }
    const doer = String(action.unit);
    if (verb.unit) places.unshift(at.get(doer) ?? places[0]);
    if (places.length === 0 || places[0] === undefined) return null;
    const stroke = { from: places[0], to: places[1] ?? places[0], verb };
    if (verb.walks) at.set(doer, stroke.to);
    return stroke;
  });
}

/**
 * The orders as arrows on the board: walks, strikes, and what would be refused each in their own way.
 * @param {Verb[]} verbs
 * @param {Action[]} orders
 * @param {(Refusal | null)[]} verdicts
 * @param {Scene} scene as it was before the orders
 * @param {boolean} [dashed] for orders that are not given yet
 * @returns {Arrow[]}
 */
export function orderArrows(verbs, orders, verdicts, scene, dashed = false) {
  return strokes(verbs, orders, scene).flatMap((stroke, i) => {
    if (!stroke) return [];
    /** @type {MarkStyle} */
    const style = verdicts[i] ? 'bad' : stroke.verb.walks ? 'goal' : stroke.verb.strikes ? 'strike' : 'hover';
    return [{ from: stroke.from, to: stroke.to, style, dashed: dashed || Boolean(verdicts[i]) }];
  });
}

/** More units on one way than this share one arrow. */
const ARROWS_EACH = 4;

/**
 * Where units are on their way to, as dashed arrows from where they stand.
 * @param {March[]} standing
 * @param {(id: string) => Item | undefined} itemOf
 * @param {Grid} grid
 * @returns {Arrow[]}
 */
export function standingArrows(standing, itemOf, grid) {
  return standing.flatMap(({ units, goal, pace }) => {
    if (!goal) return [];
    const to = cellCentre(grid, goal);
    const places = units.flatMap((unit) => {
      const item = itemOf(String(unit));
      return item ? [item.at] : [];
    });
    const starts = places.length > ARROWS_EACH ? [middle(places)] : places;
    return starts.map((from) => ({ from, to, style: /** @type {MarkStyle} */ (pace === 'fight' ? 'strike' : 'legal'), dashed: true }));
  });
}

/** The middle of some places. @param {Point[]} places @returns {Point} */
function middle(places) {
  const mean = (/** @type {0 | 1} */ axis) => places.reduce((sum, place) => sum + place[axis], 0) / places.length;
  return [mean(0), mean(1)];
}

/**
 * For orders that walk: the same walk again, from where the unit is now; null for all others.
 * @param {Verb[]} verbs
 * @param {Action[]} orders
 * @param {(id: string) => Item | undefined} before
 * @param {(id: string) => Item | undefined} now
 * @returns {(Action | null)[]}
 */
export function walkedOn(verbs, orders, before, now) {
  /** @type {Map<unknown, {was: Point, is: Point}>} */
  const places = new Map();
  return orders.map((action) => {
    const verb = verbOf(verbs, action);
    if (!verb?.walks) return null;
    const [was, is] = [before(String(action.unit))?.cell, now(String(action.unit))?.cell];
    const place = places.get(action.unit) ?? (was && is ? { was, is } : undefined);
    const filled = filledOf(verb, action);
    const cell = /** @type {Point | undefined} */ (filled.get(0));
    if (!place || !cell) return null;
    /** @type {Point} */
    const next = [place.is[0] + cell[0] - place.was[0], place.is[1] + cell[1] - place.was[1]];
    places.set(action.unit, { was: cell, is: next });
    return actionOf(verb, /** @type {number} */ (action.unit), filled.set(0, next));
  });
}
