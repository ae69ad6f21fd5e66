// What the server knows of the folder, kept up to date: it is asked again and again for what has changed.

import { reasonOf } from '../shared/dom.js';

/** How often it is asked, in milliseconds: while the page is looked at, and while it is not. */
const SEEN_EVERY = 1200;
const HIDDEN_EVERY = 8000;

/** Fires "change" {names} for files that changed, came or went, and "state" when it is up to date, or not any more. */
export class Folder extends EventTarget {
  /** @param {import('../source/server.js').ServerSource} source */
  constructor(source) {
    super();
    this.source = source;
    /** @type {Map<string, LibraryCard>} */
    this.cards = new Map();
    this.version = 0;
    this.unread = 0;
    /** Whether anything was told yet. */
    this.told = false;
    this.place = '';
    /** Why it is not up to date; empty if it is. */
    this.trouble = '';
    /** Ends a pause. @type {() => void} */
    this.wake = () => {};
    document.addEventListener('visibilitychange', () => this.hurry());
  }

  /** Asks at once. */
  hurry() {
    this.wake();
  }

  /** Asks for ever. */
  async follow() {
    for (;;) {
      try {
        this.#take(await this.source.get(`api/library?since=${this.version}`));
      } catch (error) {
        if (!this.told) throw error;
        this.trouble = reasonOf(error);
        this.dispatchEvent(new CustomEvent('state'));
      }
      // While files are still being looked at, each answer has more of them.
      if (this.unread > 0 && !this.trouble) continue;
      await new Promise((done) => {
        this.wake = () => done(undefined);
        setTimeout(done, document.hidden ? HIDDEN_EVERY : SEEN_EVERY);
      });
    }
  }

  /** @param {LibraryShelf} told */
  #take({ cards, gone, version, unread, folder }) {
    const fresh = !this.told || this.trouble !== '' || unread !== this.unread;
    const names = new Set(gone);
    for (const name of gone) this.cards.delete(name);
    for (const card of cards) {
      this.cards.set(card.name, card);
      names.add(card.name);
    }
    Object.assign(this, { version, unread, place: folder, told: true, trouble: '' });
    if (names.size > 0) this.dispatchEvent(new CustomEvent('change', { detail: { names } }));
    if (fresh) this.dispatchEvent(new CustomEvent('state'));
  }
}
