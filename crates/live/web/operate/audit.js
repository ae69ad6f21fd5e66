// The audit log: what operators did, newest first.

import { button, el } from '../shared/dom.js';
import { read } from '../live/api.js';
import { Rows, say } from '../shared-live/rows.js';
import { timeTag } from '../shared-live/times.js';

/** @typedef {{n: number, at_ms: number, who: string, what: string, journal: number | null, detail: unknown}} Entry */

/** So many entries are read at once, and shown on a page. */
const AT_ONCE = 1000;
const PAGE = 50;

export class AuditLog {
  constructor() {
    /** All that were read, oldest first: the server tells what comes after a number. @type {Entry[]} */
    this.entries = [];
    this.page = 0;
    /** @type {Map<number, string>} */
    this.names = new Map();
    const list = el('ol', { class: 'audit', 'aria-label': 'What was done' });
    /** @type {Rows<Entry>} */
    this.rows = new Rows(list, (entry) => `${entry.n}`, (entry) => this.#row(entry));
    this.where = el('span', { class: 'faint', role: 'status' });
    this.newer = button({ label: 'Newer', text: 'Newer', press: () => this.#turn(-1) });
    this.older = button({ label: 'Older', text: 'Older', press: () => this.#turn(1) });
    this.root = el('section', { class: 'card', 'aria-label': 'Audit log', hidden: true }, el('h2', { text: 'Audit log' }), list, el('div', { class: 'row' }, this.newer, this.older, this.where));
  }

  /** @param {import('./main.js').Known} known */
  async refresh({ games, stopped }) {
    this.names = new Map([...games, ...stopped].map(({ journal, game }) => [journal, game]));
    for (;;) {
      const after = this.entries.at(-1)?.n ?? 0;
      /** @type {{entries: Entry[]}} */
      const { entries } = await read(`/api/v1/audit?after=${after}&limit=${AT_ONCE}`);
      this.entries.push(...entries);
      if (entries.length < AT_ONCE) break;
    }
    this.#show();
  }

  /** @param {number} by */
  #turn(by) {
    this.page += by;
    this.#show();
  }

  #show() {
    const { entries } = this;
    const last = Math.max(0, Math.ceil(entries.length / PAGE) - 1);
    this.page = Math.min(Math.max(0, this.page), last);
    const end = entries.length - this.page * PAGE;
    const shown = entries.slice(Math.max(0, end - PAGE), end).reverse();
    this.rows.show(shown);
    this.newer.disabled = this.page === 0;
    this.older.disabled = this.page === last;
    say(this.where, shown.length === 0 ? 'Nothing yet.' : `${end - shown.length + 1} to ${end} of ${entries.length}`);
  }

  /** @param {Entry} entry */
  #row({ at_ms, who, what, journal, detail }) {
    const game = el('span', { class: 'audit-game' });
    const told = JSON.stringify(detail);
    const root = el('li', {}, timeTag(at_ms, 'short'), el('b', { text: who }), el('span', { text: what }), game, told === '{}' || told === 'null' ? null : el('code', { text: told }));
    return { root, update: () => say(game, journal === null ? '' : (this.names.get(journal) ?? `journal ${journal}`)) };
  }
}
