// A match as a card: its picture, who played, how it ended, and what can be done with it.

import { button, el, icon, refill } from '../shared/dom.js';
import { playerName, seatName } from '../panels/scoreboard.js';
import { headingOf, lengthOf, resultOf, sizeOf, whenOf } from './words.js';

/** With more seats than this their scores are not listed. */
const SCORES_LISTED = 4;

/**
 * What can be done with a match, as far as somebody may.
 * @typedef {{open: (name: string) => void, choose: (name: string, on: boolean) => void, rename: (name: string) => void,
 *   remove: (name: string) => void, origin: (card: LibraryCard) => LibraryCard | null}} CardDeeds
 */

export class MatchCard {
  /**
   * @param {string} name
   * @param {Session} session
   * @param {import('../shared/theme.js').ThemeSwitch} themes
   * @param {CardDeeds} deeds
   */
  constructor(name, session, themes, deeds) {
    this.name = name;
    this.session = session;
    this.themes = themes;
    this.deeds = deeds;
    /** @type {LibraryCard | null} */
    this.card = null;
    this.image = el('img', { alt: '', decoding: 'async' });
    this.note = el('span', { class: 'picture-note' });
    this.picture = el('div', { class: 'card-picture', 'aria-hidden': 'true' }, this.image, this.note);
    this.link = el('a', { class: 'card-link', on: { click: (/** @type {MouseEvent} */ event) => this.#press(event) } });
    this.result = el('p', { class: 'card-result' });
    this.scores = el('ul', { class: 'card-scores' });
    this.facts = el('p', { class: 'card-facts faint' });
    this.from = el('p', { class: 'card-from faint' });
    this.box = el('input', { type: 'checkbox', on: { change: () => deeds.choose(name, this.box.checked) } });
    this.tick = el('label', { class: 'card-tick', title: 'Choose: two to compare, any to delete' }, this.box, el('span', { class: 'sr-only' }));
    const runs = session.right === 'run';
    this.tools = el(
      'div',
      { class: 'card-tools' },
      runs ? button({ label: `Rename ${name}`, icon: 'pencil', class: 'quiet', press: () => deeds.rename(name) }) : null,
      runs ? button({ label: `Delete ${name}`, icon: 'trash', class: 'quiet', press: () => deeds.remove(name) }) : null,
    );
    this.head = el('h3', {}, this.link);
    this.root = el('li', { class: 'card', data: { name } }, this.picture, el('div', { class: 'card-words' }, this.head, this.result, this.scores, this.facts, this.from), el('div', { class: 'card-foot' }, this.tick, this.tools));
  }

  /** @param {LibraryCard} card */
  show(card) {
    this.card = card;
    const { kind, facts, name } = card;
    const opens = kind === 'match' && !facts?.by_hand;
    this.root.dataset.kind = kind;
    this.root.dataset.ending = facts?.ending ?? '';
    this.link.textContent = headingOf(card);
    this.link.title = name;
    if (opens) this.link.setAttribute('href', `?${new URLSearchParams({ match: name })}`);
    else this.link.removeAttribute('href');
    const said = /** @type {HTMLElement} */ (this.tick.querySelector('.sr-only'));
    said.textContent = `Choose ${name}`;
    this.tick.hidden = !opens && this.session.right !== 'run';
    this.note.textContent = { unread: '…', damaged: 'damaged', match: facts?.by_hand ? 'not yet' : '', foreign: '' }[kind];
    refill(this.result, kind === 'damaged' || card.seen?.wrong ? icon('warning') : null, resultOf(card));
    const scored = facts !== null && facts.seats.length <= SCORES_LISTED && facts.scores.some((score) => score !== null);
    refill(this.scores, ...(scored ? facts.seats.map((seat, n) => this.#score(card, seat, n)) : []));
    this.facts.textContent = [lengthOf(card), whenOf(card), facts ? '' : sizeOf(card), name].filter((part) => part !== '').join(' · ');
    this.#origin(card);
  }

  /** @param {LibraryCard} card @param {SeatInfo} seat @param {number} n */
  #score({ facts }, seat, n) {
    const chip = el('span', { class: 'seat-chip', 'aria-hidden': 'true' });
    chip.style.background = this.session.palette[this.themes.theme][`seat${n}`]?.tint ?? '';
    const won = facts?.winner === n;
    return el('li', { class: won ? 'won' : '', title: playerName(seat) }, chip, `${seatName(seat, n)} `, el('b', { text: facts?.scores[n] ?? '–' }), won ? el('span', { class: 'sr-only', text: ' (won)' }) : null);
  }

  /** What it came from. @param {LibraryCard} card */
  #origin(card) {
    const origin = this.deeds.origin(card);
    const { forked, repeats } = card.facts ?? { forked: null, repeats: [] };
    if (!forked && repeats.length === 0) {
      refill(this.from);
      return;
    }
    const words = forked ? `from turn ${forked.turn} of ` : 'repeats orders of ';
    const called = origin?.name ?? forked?.match ?? repeats.join(', ');
    refill(this.from, icon('fork'), el('span', { text: words + called + (origin ? '' : ', which is not here') }));
  }

  /** @param {MouseEvent} event */
  #press(event) {
    // With a key held, the browser opens the link in a tab of its own.
    if (!this.link.hasAttribute('href') || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    this.deeds.open(this.name);
  }
}
