// The strip under the board: what a click would do, why something is refused, and choices. It has its own place and never
// changes its size, so it covers no cell and takes no click that was meant for the board.

import { el, refill } from '../shared/dom.js';

/** @typedef {{label: string, hint?: string, press: () => void}} MenuEntry */

export class Dock {
  constructor() {
    this.box = el('div', { class: 'hand-dock rests', role: 'group', 'aria-label': 'What a click does' });
    /** @type {MenuEntry[]} */
    this.entries = [];
    /** What to do when a question is closed without a choice. @type {(() => void) | null} */
    this.given = null;
    /** @type {Element | null} */
    this.from = null;
    /** Whether it shows more than a hint. */
    this.isOpen = false;
    this.box.addEventListener('keydown', (event) => this.#walk(event));
  }

  /** Whether it asks for a choice, rather than only saying something. */
  get asks() {
    return this.isOpen && this.given !== null;
  }

  /**
   * Asks for one of several things. Digits choose as well.
   * @param {string} title
   * @param {MenuEntry[]} entries
   * @param {() => void} given what to do when it is closed without a choice
   */
  ask(title, entries, given) {
    this.#show('asks', title, entries);
    this.given = given;
    this.box.querySelector('button')?.focus({ preventScroll: true });
  }

  /**
   * Says why something is refused, perhaps with a way out. It takes no focus.
   * @param {string} text
   * @param {MenuEntry[]} [entries]
   */
  say(text, entries = []) {
    this.#show('says', text, entries);
    this.given = null;
  }

  /** What a click would do; shown unless there is something more important. @param {string} text */
  hint(text) {
    if (this.isOpen) return;
    refill(this.box, el('p', { text }));
  }

  /**
   * Chooses the entry with this digit; false if there is none.
   * @param {string} key
   */
  digit(key) {
    const entry = this.isOpen && /^[1-9]$/.test(key) ? this.entries[Number(key) - 1] : undefined;
    if (entry) this.#press(entry);
    return entry !== undefined;
  }

  /** Closes it without a choice. */
  cancel() {
    const given = this.given;
    this.close();
    given?.();
  }

  close() {
    if (!this.isOpen) return;
    const inside = this.box.contains(document.activeElement);
    this.isOpen = false;
    this.given = null;
    this.entries = [];
    this.box.className = 'hand-dock rests';
    refill(this.box);
    if (inside && this.from instanceof HTMLElement && this.from.isConnected) this.from.focus({ preventScroll: true });
  }

  /**
   * @param {string} kind
   * @param {string} title
   * @param {MenuEntry[]} entries
   */
  #show(kind, title, entries) {
    if (!this.box.contains(document.activeElement)) this.from = document.activeElement;
    this.entries = entries;
    this.isOpen = true;
    this.box.className = `hand-dock ${kind}`;
    const buttons = entries.map((entry, i) =>
      el(
        'button',
        { type: 'button', class: 'button', title: entry.hint ?? null, on: { click: () => this.#press(entry) } },
        el('span', { text: entry.label }),
        i < 9 ? el('kbd', { text: i + 1 }) : null,
      ),
    );
    refill(this.box, el('p', { text: title }), el('div', { class: 'hand-dock-entries' }, ...buttons));
  }

  /** @param {MenuEntry} entry */
  #press(entry) {
    this.given = null;
    this.close();
    entry.press();
  }

  /** @param {KeyboardEvent} event */
  #walk(event) {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (event.key === 'Escape') this.cancel();
    else if (step) {
      const buttons = [...this.box.querySelectorAll('button')];
      const now = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
      buttons[(now + step + buttons.length) % buttons.length]?.focus();
    } else if (!this.digit(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  }
}
