// The tree of forks: what was played on from what. A replay names the match it came from, whatever files are called.

import { button, el, refill } from '../shared/dom.js';
import { headingOf, resultOf, whenOf } from './words.js';

/** Finds matches by what replays say of them. */
export class Kinship {
  /** @param {Iterable<LibraryCard>} cards */
  constructor(cards) {
    /** By the match's own name. Copies of a file are one match: the first one stands for it. @type {Map<string, LibraryCard>} */
    this.byMatch = new Map();
    /** @type {Map<string, LibraryCard>} */
    this.byName = new Map();
    this.all = [...cards].filter((card) => card.facts !== null);
    for (const card of this.all) {
      const id = card.facts?.id ?? '';
      if (id && !this.byMatch.has(id)) this.byMatch.set(id, card);
      this.byName.set(card.name, card);
    }
  }

  /** The match that one was played on from, or whose orders it repeats. @param {LibraryCard} card @returns {LibraryCard | null} */
  originOf({ facts, name }) {
    const found = facts?.forked ? this.byMatch.get(facts.forked.match) : facts?.repeats.map((file) => this.byName.get(file)).find((one) => one !== undefined);
    return found && found.name !== name ? found : null;
  }
}

/**
 * The families of a library that have more than one member.
 * @param {HTMLElement} root
 * @param {LibraryCard[]} cards
 * @param {{open: (name: string) => void, compare: (a: string, b: string) => void}} deeds
 */
export function showTree(root, cards, { open, compare }) {
  const kinship = new Kinship(cards);
  /** @type {Map<LibraryCard, LibraryCard[]>} */
  const children = new Map();
  /** Matches whose origin is not in the folder, by its name. @type {Map<string, LibraryCard[]>} */
  const orphans = new Map();
  /** @type {LibraryCard[]} */
  const heads = [];
  for (const card of kinship.all) {
    const origin = kinship.originOf(card);
    const missing = card.facts?.forked?.match ?? card.facts?.repeats[0];
    if (origin && !descends(kinship, origin, card)) push(children, origin, card);
    else if (!origin && missing) push(orphans, missing, card);
    else heads.push(card);
  }
  const families = heads.filter((card) => children.has(card));
  if (families.length === 0 && orphans.size === 0) {
    refill(root, el('p', { class: 'nothing', text: 'No match here was played on from another one. "Play from here" on the page of a match, or skirmish fork FILE --turn N, does that.' }));
    return;
  }
  /** @param {LibraryCard} card @param {LibraryCard | null} origin @returns {HTMLElement} */
  const branch = (card, origin) => {
    const { facts, name } = card;
    const from = !facts?.forked ? (facts?.repeats.length ? 'repeats orders' : '') : `from turn ${facts.forked.turn}`;
    const opens = !facts?.by_hand;
    const line = el(
      'div',
      { class: 'tree-line' },
      from ? el('span', { class: 'tree-from', text: from }) : null,
      opens ? el('a', { class: 'card-link', href: `?${new URLSearchParams({ match: name })}`, text: headingOf(card), title: name, on: { click: (/** @type {MouseEvent} */ event) => { if (!event.ctrlKey && !event.metaKey && !event.shiftKey) { event.preventDefault(); open(name); } } } }) : el('span', { text: headingOf(card) }),
      el('span', { class: 'tree-result', text: resultOf(card) }),
      el('span', { class: 'faint', text: [name, whenOf(card)].join(' · ') }),
      origin && opens ? button({ label: `Compare ${name} with ${origin.name}`, text: 'Compare', icon: 'sideBySide', class: 'quiet', press: () => compare(origin.name, name) }) : null,
    );
    const below = (children.get(card) ?? []).sort((a, b) => (a.facts?.forked?.turn ?? 0) - (b.facts?.forked?.turn ?? 0) || a.written - b.written);
    return el('li', {}, line, below.length > 0 ? el('ul', {}, ...below.map((child) => branch(child, card))) : null);
  };
  const strangers = [...orphans].map(([missing, cards]) => el('li', {}, el('div', { class: 'tree-line faint', text: `${missing} (not in this folder)` }), el('ul', {}, ...cards.map((card) => branch(card, null)))));
  refill(root, el('ul', { class: 'tree', 'aria-label': 'Forks' }, ...families.map((card) => branch(card, null)), ...strangers));
}

/** Whether a match comes from another one, by whatever way: files may be renamed into circles. @param {Kinship} kinship @param {LibraryCard} card @param {LibraryCard} from */
function descends(kinship, card, from) {
  const seen = new Set();
  for (let at = /** @type {LibraryCard | null} */ (card); at && !seen.has(at); at = kinship.originOf(at)) {
    if (at === from) return true;
    seen.add(at);
  }
  return false;
}

/** @template K @template V @param {Map<K, V[]>} map @param {K} key @param {V} value */
function push(map, key, value) {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
