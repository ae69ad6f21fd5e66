// What happens, in words, for those who hear a page: a list that is read out as it grows, and that nobody sees.

import { el } from './dom.js';

/** Entries that stay, to be read again. */
const KEPT = 40;
/** Sentences in one entry: more are counted. */
const SENTENCES = 8;

export class Teller {
  constructor() {
    this.root = el('div', { class: 'sr-only', role: 'log', 'aria-label': 'What happens' });
  }

  /**
   * Adds an entry.
   * @param {string} head when it is, or what it is about
   * @param {string[]} sentences
   */
  tell(head, sentences) {
    const more = sentences.length - SENTENCES;
    const told = [head, ...sentences.slice(0, SENTENCES), ...(more > 0 ? [`And ${more} more in the log`] : [])];
    this.root.appendChild(el('p', { text: told.map(sentence).join(' ') }));
    while (this.root.childElementCount > KEPT) this.root.firstElementChild?.remove();
  }
}

/** @param {string} text */
function sentence(text) {
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?:…]$/.test(begun) ? begun : `${begun}.`;
}
