// Where games come from: packed in this page, or from the server that shows it.

import { button, el, icon, reasonOf, toast } from '../shared/dom.js';
import { count } from './words.js';

/** A game of the page, as its address names it: ?game=12-0 @param {string} search as in location.search */
export function gameAsked(search) {
  const id = new URLSearchParams(search).get('game');
  const games = window.SKIRMISH_GAMES?.games;
  return id !== null && games && Object.hasOwn(games, id) ? games[id] : null;
}

export class Shelf {
  /** @param {Window['SKIRMISH_GAMES']} packed the games of this page; without any they are the server's */
  constructor(packed) {
    this.packed = packed;
  }

  /** How many games are where. */
  words() {
    if (!this.packed) return 'Games open in a page of their own.';
    const inside = count(Object.keys(this.packed.games).length, 'game');
    const missing = this.packed.left_out > 0 ? `; ${this.packed.left_out} more did not fit or were not kept` : '';
    return `${inside} in this page${missing}. skirmish report DIR --watch shows all.`;
  }

  /**
   * What opens a game: a link into this page, or a button for the server; null if it is nowhere.
   * @param {number} at the place of its fixture in the ledger
   * @param {number} game
   * @param {string | null} capsule
   * @param {string} text
   * @param {string} label
   */
  opener(at, game, capsule, text, label) {
    if (!this.packed) return button({ label, text, icon: 'play', class: 'watch-game', press: () => this.#ask(at, game, capsule) });
    const id = `${at}-${game}`;
    if (!Object.hasOwn(this.packed.games, id)) return null;
    const link = new URLSearchParams({ game: id, frame: String(this.packed.games[id].frame) });
    return el('a', { class: 'button watch-game', href: `?${link}`, 'aria-label': label, title: label }, icon('play'), el('span', { text }));
  }

  /** @param {number} at @param {number} game @param {string | null} capsule */
  async #ask(at, game, capsule) {
    try {
      const asked = new URLSearchParams({ at: String(at), game: String(game) });
      if (capsule) asked.set('capsule', capsule);
      const answer = await fetch(`api/game?${asked}`);
      const told = await answer.json();
      if (!answer.ok) throw new Error(told.error);
      // Not `noopener`: a tab that this one opens gets its key along.
      if (!window.open(told.url, '_blank')) location.assign(told.url);
    } catch (error) {
      toast(reasonOf(error), 'bad');
    }
  }
}
