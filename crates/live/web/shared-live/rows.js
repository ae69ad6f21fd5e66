// Lists that change while somebody uses them: what stays keeps its elements, and with them focus and what was typed.

/**
 * @template T
 * @typedef {{root: HTMLElement, update: (item: T) => void, tick?: () => void}} Row
 */

/** @template T */
export class Rows {
  /**
   * @param {HTMLElement} parent
   * @param {(item: T) => string} keyOf
   * @param {(item: T) => Row<T>} make
   */
  constructor(parent, keyOf, make) {
    this.parent = parent;
    this.keyOf = keyOf;
    this.make = make;
    /** @type {Map<string, Row<T>>} */
    this.rows = new Map();
  }

  /** A second has passed. */
  tick() {
    this.rows.forEach((row) => row.tick?.());
  }

  /** @param {T[]} items */
  show(items) {
    const wanted = new Set(items.map(this.keyOf));
    for (const [key, row] of this.rows) {
      if (wanted.has(key)) continue;
      row.root.remove();
      this.rows.delete(key);
    }
    const focused = document.activeElement;
    let next = this.parent.firstElementChild;
    for (const item of items) {
      const key = this.keyOf(item);
      let row = this.rows.get(key);
      if (!row) {
        row = this.make(item);
        this.rows.set(key, row);
      }
      row.update(item);
      // What is in its place already is not moved: a moved element loses the focus.
      if (row.root === next) next = next.nextElementSibling;
      else this.parent.insertBefore(row.root, next);
    }
    if (focused instanceof HTMLElement && focused !== document.activeElement && this.parent.contains(focused)) focused.focus({ preventScroll: true });
  }
}

/**
 * Gives an element other words, unless it has them: what is selected in it stays selected.
 * @param {Element} element
 * @param {string} text
 */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
