// A small menu or a hint beside the place it is about.

import { el, refill } from '../shared/dom.js';

/** @typedef {{label: string, hint?: string, press: () => void}} MenuEntry */

export class PlaceMenu {
  constructor() {
    this.box = el('div', { class: 'place-menu', role: 'dialog', hidden: true });
    /** @type {MenuEntry[]} */
    this.entries = [];
    /** @type {(() => void) | null} */
    this.given = null;
    /** @type {Element | null} */
    this.from = null;
    this.box.addEventListener('keydown', (event) => this.#walk(event));
    document.body.appendChild(this.box);
  }

  get isOpen() {
    return !this.box.hidden;
  }

  /** Whether it asks for a choice, rather than only saying something. */
  get asks() {
    return this.isOpen && this.given !== null;
  }

  /**
   * Asks for one of several things. Digits choose as well.
   * @param {Point} place on the screen
   * @param {string} title
   * @param {MenuEntry[]} entries
   * @param {() => void} given what to do when it is closed without a choice
   */
  ask(place, title, entries, given) {
    this.#show(place, 'asks', title, entries);
    this.given = given;
    this.box.querySelector('button')?.focus();
  }

  /**
   * Shows a hint, perhaps with actions. It takes no focus.
   * @param {Point} place on the screen
   * @param {string} text
   * @param {MenuEntry[]} [entries]
   */
  say(place, text, entries = []) {
    this.#show(place, 'says', text, entries);
    this.given = null;
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
    this.box.hidden = true;
    this.given = null;
    this.entries = [];
    if (inside && this.from instanceof HTMLElement && this.from.isConnected) this.from.focus({ preventScroll: true });
  }

  /**
   * @param {Point} place
   * @param {string} kind
   * @param {string} title
   * @param {MenuEntry[]} entries
   */
  #show(place, kind, title, entries) {
    if (!this.box.contains(document.activeElement)) this.from = document.activeElement;
    this.entries = entries;
    this.box.className = `place-menu ${kind}${entries.length > 12 ? ' many' : ''}`;
    this.box.setAttribute('aria-label', title);
    const buttons = entries.map((entry, i) =>
      el(
        'button',
        { type: 'button', class: 'button', title: entry.hint ?? null, on: { click: () => this.#press(entry) } },
        el('span', { text: entry.label }),
        i < 9 ? el('kbd', { text: i + 1 }) : null,
      ),
    );
    refill(this.box, el('p', { text: title }), el('div', { class: 'place-menu-entries' }, ...buttons));
    this.box.hidden = false;
    const { width, height } = this.box.getBoundingClientRect();
    const fit = (/** @type {number} */ want, /** @type {number} */ size, /** @type {number} */ room) =>
      Math.max(8, Math.min(want, room - size - 8));
    this.box.style.left = `${fit(place[0] + 14, width, innerWidth)}px`;
    this.box.style.top = `${fit(place[1] + 14, height, innerHeight)}px`;
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
