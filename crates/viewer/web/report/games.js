// All games of a ledger, a page at a time. Only a server has them.

import { button, el, reasonOf, refill } from '../shared/dom.js';
import { fixtureItem } from './looks.js';
import { section } from './section.js';

/** The list of games. It is made once, so that what somebody looks at stays when the report is shown anew. */
export class Listing {
  /** @param {import('./shelf.js').Shelf} shelf */
  constructor(shelf) {
    this.shelf = shelf;
    /** @type {number | null} */
    this.before = null;
    /** Answers to older questions are dropped. */
    this.asked = 0;
    this.items = el('ol', { class: 'looks' });
    this.status = el('p', { class: 'faint', role: 'status' });
    this.more = button({ label: 'Older games', text: 'Older games', class: 'quiet', press: () => this.#load(false) });
    this.more.hidden = true;
    this.choices = ['Games of', 'against'].map((label) => {
      const choice = el('select', { 'aria-label': label, on: { change: () => this.#load(true) } });
      return { label, choice };
    });
    const latest = button({ label: 'Latest games', text: 'Latest games', class: 'quiet', press: () => this.#load(true) });
    const line = el('p', { class: 'chooser' }, ...this.choices.map(({ label, choice }) => el('label', {}, `${label} `, choice)), latest);
    this.root = section('games', 'All games', '', line, this.items, this.status, this.more);
    this.names = '';
  }

  /** @param {ReportTold} report */
  show(report) {
    const names = report.bots.map((bot) => bot.name);
    if (this.names !== JSON.stringify(names)) {
      const first = this.names === '';
      this.names = JSON.stringify(names);
      for (const { choice } of this.choices) {
        const was = choice.value;
        refill(choice, el('option', { value: '', text: 'anybody' }), ...names.map((name, n) => el('option', { value: String(n), text: name })));
        choice.value = was;
      }
      if (first) this.#load(true);
    }
    return this.root;
  }

  /** @param {boolean} anew from the latest on */
  async #load(anew) {
    const turn = ++this.asked;
    const query = new URLSearchParams();
    const [bot, against] = this.choices.map(({ choice }) => choice.value);
    if (bot) query.set('bot', bot);
    if (against) query.set('against', against);
    if (!anew && this.before !== null) query.set('before', String(this.before));
    try {
      const answer = await fetch(`api/games?${query}`);
      const told = await answer.json();
      if (!answer.ok) throw new Error(told.error);
      if (turn !== this.asked) return;
      const { fixtures, before } = /** @type {ReportListing} */ (told);
      if (anew) refill(this.items);
      this.items.append(...fixtures.map((one) => fixtureItem(this.shelf, one.at, one.bots, `round ${one.round}, no. ${one.nth}`, one.games)));
      this.before = before;
      this.more.hidden = before === null;
      this.status.textContent = this.items.childElementCount === 0 ? 'There are none.' : '';
    } catch (error) {
      if (turn === this.asked) this.status.textContent = `The games cannot be listed: ${reasonOf(error)}`;
    }
  }
}
