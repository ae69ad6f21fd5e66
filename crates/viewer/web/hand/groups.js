// Which units belong together: those of a kind, and those that a person has put under a number.

/**
 * What kind of thing it is, as its name says: "Red golem" of "Red golem 12".
 * @param {Item} item
 */
export function kindOf(item) {
  return (item.title ?? '').replace(/\s*\d+$/, '');
}

/**
 * The kinds among some units, with the units of each.
 * @param {Item[]} items
 * @returns {Map<string, number[]>}
 */
export function kindsOf(items) {
  /** @type {Map<string, number[]>} */
  const kinds = new Map();
  for (const item of items) {
    const kind = kindOf(item);
    const list = kinds.get(kind);
    if (list) list.push(Number(item.id));
    else kinds.set(kind, [Number(item.id)]);
  }
  return kinds;
}

/** Units under the numbers 1 to 9. */
export class Groups {
  /** @param {[number, number[]][]} [kept] */
  constructor(kept = []) {
    /** @type {Map<number, number[]>} */
    this.byNumber = new Map(kept);
  }

  /**
   * @param {number} number
   * @param {Iterable<number>} units
   */
  set(number, units) {
    const list = [...units];
    if (list.length > 0) this.byNumber.set(number, list);
    else this.byNumber.delete(number);
  }

  /** The lowest number that is free, or 0. */
  free() {
    for (let number = 1; number <= 9; number++) if (!this.byNumber.has(number)) return number;
    return 0;
  }

  /**
   * Forgets units that are not there any more.
   * @param {(unit: number) => boolean} isThere
   */
  keepOnly(isThere) {
    for (const [number, units] of [...this.byNumber]) this.set(number, units.filter(isThere));
  }

  /** The groups by number. @returns {[number, number[]][]} */
  entries() {
    return [...this.byNumber].sort(([a], [b]) => a - b);
  }
}
