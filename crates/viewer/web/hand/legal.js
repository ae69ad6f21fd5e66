// What a person may do: the legal actions of one actor, found by verb and by what each slot of the verb may hold.
// Lists can be long (tens of thousands), so each grouping is made once, on demand.

/**
 * Slot number to value: a cell, an item's number, a choice; undefined for what is left out.
 * @typedef {Map<number, unknown>} Filled
 */

/**
 * @param {Slot} slot
 * @returns {'cell' | 'item' | 'choice'}
 */
export function slotKind(slot) {
  return 'cell' in slot ? 'cell' : 'item' in slot ? 'item' : 'choice';
}

/** @param {Slot} slot */
export function slotLabel(slot) {
  return 'cell' in slot ? slot.cell.label : 'item' in slot ? slot.item.label : slot.choice.label;
}

/**
 * The keys that an action has for this slot.
 * @param {Slot} slot
 */
function slotKeys(slot) {
  if ('cell' in slot) return [slot.cell.x, slot.cell.y];
  return ['item' in slot ? slot.item.key : slot.choice.key];
}

/**
 * What an action says there; undefined if it leaves the slot out.
 * @param {Slot} slot
 * @param {Action} action
 * @returns {unknown}
 */
export function slotValue(slot, action) {
  const [key, other] = slotKeys(slot);
  return other === undefined || action[key] === undefined ? action[key] : [action[key], action[other]];
}

/**
 * Two values are the same if their keys are. Called for every value of long lists: cells and numbers go the short way.
 * @param {unknown} value
 * @returns {string}
 */
export function valueKey(value) {
  if (value === undefined) return '';
  if (typeof value === 'number') return String(value);
  return Array.isArray(value) && value.length === 2 ? `${value[0]},${value[1]}` : JSON.stringify(value);
}

/**
 * The verb of an action: among those of its name the one whose slots it fills.
 * @param {Verb[]} verbs
 * @param {Action} action
 * @returns {Verb | undefined}
 */
export function verbOf(verbs, action) {
  const named = verbs.filter((verb) => verb.name === action.do);
  if (named.length < 2) return named[0];
  const said = Object.keys(action).length;
  const fills = named.find((verb) => {
    const wanted = verb.slots.flatMap(slotKeys);
    return wanted.length + (verb.unit ? 2 : 1) === said && wanted.every((key) => key in action);
  });
  return fills ?? named[0];
}

/**
 * An action put together from its parts.
 * @param {Verb} verb
 * @param {number | null} unit
 * @param {Filled} filled
 * @returns {Action}
 */
export function actionOf(verb, unit, filled) {
  /** @type {Action} */
  const action = { do: verb.name };
  if (verb.unit) action.unit = unit;
  verb.slots.forEach((slot, i) => {
    const value = filled.get(i);
    if (value === undefined) return;
    const [key, other] = slotKeys(slot);
    if (other === undefined) action[key] = value;
    else [action[key], action[other]] = /** @type {Point} */ (value);
  });
  return action;
}

/**
 * @param {Verb} verb
 * @param {Action} action
 * @returns {Filled}
 */
export function filledOf(verb, action) {
  return new Map(verb.slots.map((slot, i) => [i, slotValue(slot, action)]));
}

export class LegalIndex {
  /**
   * @param {Verb[]} verbs
   * @param {Action[]} actions
   */
  constructor(verbs, actions) {
    /** @type {Map<Verb, {actions: Action[], groups: Map<number, Map<string, Action[]>>}>} */
    this.found = new Map();
    for (const action of actions) {
      const verb = verbOf(verbs, action);
      if (!verb) continue;
      const entry = this.found.get(verb);
      if (entry) entry.actions.push(action);
      else this.found.set(verb, { actions: [action], groups: new Map() });
    }
  }

  /** @param {Verb} verb */
  count(verb) {
    return this.found.get(verb)?.actions.length ?? 0;
  }

  /**
   * The verb's actions by what they say in one slot.
   * @param {Verb} verb
   * @param {number} i
   * @returns {Map<string, Action[]>}
   */
  groups(verb, i) {
    const entry = this.found.get(verb);
    if (!entry) return new Map();
    const made = entry.groups.get(i);
    if (made) return made;
    /** @type {Map<string, Action[]>} */
    const groups = new Map();
    for (const action of entry.actions) {
      const key = valueKey(slotValue(verb.slots[i], action));
      const group = groups.get(key);
      if (group) group.push(action);
      else groups.set(key, [action]);
    }
    entry.groups.set(i, groups);
    return groups;
  }

  /**
   * The actions that say what is filled in already.
   * @param {Verb} verb
   * @param {Filled} filled
   * @returns {Action[]}
   */
  fitting(verb, filled) {
    let best = this.found.get(verb)?.actions ?? [];
    const keys = [...filled].map(([i, value]) => ({ i, key: valueKey(value) }));
    for (const { i, key } of keys) {
      const group = this.groups(verb, i).get(key) ?? [];
      if (group.length < best.length) best = group;
    }
    if (keys.length < 2) return best;
    return best.filter((action) => keys.every(({ i, key }) => valueKey(slotValue(verb.slots[i], action)) === key));
  }

  /**
   * What slot `i` may hold, given the others: by key.
   * @param {Verb} verb
   * @param {Filled} filled
   * @param {number} i
   * @returns {Map<string, unknown>}
   */
  values(verb, filled, i) {
    const slot = verb.slots[i];
    const others = new Map(filled);
    others.delete(i);
    /** @type {Map<string, unknown>} */
    const values = new Map();
    if (others.size === 0) {
      for (const [key, group] of this.groups(verb, i)) values.set(key, slotValue(slot, group[0]));
      return values;
    }
    for (const action of this.fitting(verb, others)) {
      const value = slotValue(slot, action);
      values.set(valueKey(value), value);
    }
    return values;
  }
}
