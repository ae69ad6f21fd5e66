// Which matches are shown, and in which order. It stands in the address, so that a link or a way back shows the same.

import { button, debounce, el, refill } from '../shared/dom.js';
import { ENDINGS, endingOf, playersOf, textOf } from './words.js';

/** How cards can be sorted. @type {Record<string, [string, (a: LibraryCard, b: LibraryCard) => number]>} */
const ORDERS = {
  newest: ['newest first', (a, b) => b.written - a.written],
  oldest: ['oldest first', (a, b) => a.written - b.written],
  longest: ['longest first', (a, b) => (b.facts?.steps ?? -1) - (a.facts?.steps ?? -1)],
  shortest: ['shortest first', (a, b) => (a.facts?.steps ?? Infinity) - (b.facts?.steps ?? Infinity)],
  name: ['by name', () => 0],
};
const TYPED_WAIT = 120;

/** Fires "change" when somebody chooses something. */
export class Filters extends EventTarget {
  /** @param {string} search as in location.search */
  constructor(search) {
    super();
    const asked = new URLSearchParams(search);
    const told = () => this.#told();
    this.text = el('input', { type: 'search', class: 'library-search', placeholder: 'Search', 'aria-label': 'Search matches', 'aria-keyshortcuts': '/', on: { input: debounce(TYPED_WAIT, told) } });
    /** @param {string} label */
    const select = (label) => el('select', { 'aria-label': label, title: label, on: { change: told } });
    this.game = select('Game');
    this.player = select('Player');
    this.ending = select('Ending');
    this.order = select('Order');
    this.clear = button({ label: 'Show all', text: 'Show all', class: 'quiet', press: () => this.reset() });
    for (const [name, [label]] of Object.entries(ORDERS)) this.order.appendChild(el('option', { value: name, text: label }));
    fillChoice(this.game, 'all games', []);
    fillChoice(this.player, 'all players', []);
    fillChoice(this.ending, 'all endings', Object.entries(ENDINGS));
    this.text.value = asked.get('q') ?? '';
    this.order.value = asked.get('order') ?? 'newest';
    if (!this.order.value) this.order.value = 'newest';
    // What is asked for may not be known yet: the choice waits for it.
    for (const [name, field] of this.#choices()) wishFor(field, asked.get(name) ?? '');
    this.root = el('div', { class: 'library-filters', role: 'search', 'aria-label': 'Filters' }, this.text, this.game, this.player, this.ending, this.order, this.clear);
    this.#show();
  }

  /** Lists the games and players there are. @param {Iterable<LibraryCard>} cards */
  learn(cards) {
    const games = new Set();
    const players = new Set();
    for (const card of cards) {
      if (card.facts) games.add(card.facts.game);
      for (const player of playersOf(card)) players.add(player);
    }
    fillChoice(this.game, 'all games', sortedPairs(games));
    fillChoice(this.player, 'all players', sortedPairs(players));
  }

  /** Whether anything is left out. */
  active() {
    return this.text.value.trim() !== '' || this.#choices().some(([, field]) => field.value !== '');
  }

  reset() {
    this.text.value = '';
    for (const [, field] of this.#choices()) wishFor(field, '');
    this.#told();
    this.text.focus();
  }

  /** The cards to show, in order. @param {Iterable<LibraryCard>} cards */
  chosen(cards) {
    const words = this.text.value.toLowerCase().split(/\s+/).filter((word) => word !== '');
    const [game, player, ending] = this.#choices().map(([, field]) => field.value);
    const fits = (/** @type {LibraryCard} */ card) => {
      if (game && card.facts?.game !== game) return false;
      if (player && !playersOf(card).includes(player)) return false;
      if (ending && endingOf(card) !== ending) return false;
      if (words.length === 0) return true;
      const text = textOf(card);
      return words.every((word) => text.includes(word));
    };
    const [, order] = ORDERS[this.order.value];
    return [...cards].filter(fits).sort((a, b) => order(a, b) || a.name.localeCompare(b.name));
  }

  /** The choices as they stand in an address. */
  query() {
    const query = new URLSearchParams();
    if (this.text.value.trim()) query.set('q', this.text.value.trim());
    for (const [name, field] of this.#choices()) if (field.value) query.set(name, field.value);
    if (this.order.value !== 'newest') query.set('order', this.order.value);
    return query;
  }

  /** @returns {[string, HTMLSelectElement][]} */
  #choices() {
    return [['game', this.game], ['player', this.player], ['ending', this.ending]];
  }

  #told() {
    this.#show();
    this.dispatchEvent(new CustomEvent('change'));
  }

  #show() {
    this.clear.hidden = !this.active();
  }
}

/** @param {Set<string>} values @returns {[string, string][]} */
function sortedPairs(values) {
  return [...values].sort((a, b) => a.localeCompare(b)).map((value) => [value, value]);
}

/**
 * Lists values to choose from; what is chosen stays, though nothing has it any more.
 * @param {HTMLSelectElement} field
 * @param {string} all
 * @param {[string, string][]} pairs
 */
function fillChoice(field, all, pairs) {
  const chosen = field.value;
  const there = [...field.options].map((option) => option.value);
  const missing = chosen && !pairs.some(([value]) => value === chosen) ? /** @type {[string, string][]} */ ([[chosen, chosen]]) : [];
  const wanted = [['', all], ...pairs, ...missing];
  if (there.length === wanted.length && wanted.every(([value], n) => value === there[n])) return;
  refill(field, ...wanted.map(([value, text]) => el('option', { value, text })));
  field.value = chosen;
}

/** @param {HTMLSelectElement} field @param {string} value */
function wishFor(field, value) {
  if (![...field.options].some((option) => option.value === value)) field.appendChild(el('option', { value, text: value }));
  field.value = value;
}
