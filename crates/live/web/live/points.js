// The table of points: who has how many, and what the totems may pay today.

import { el, refill } from '../shared/dom.js';

export class PointsPanel {
  /**
   * @param {import('./source.js').LiveSource} source
   * @param {Session} session
   * @param {{color: (name: Color) => string, seat: string | null, find: (seat: string) => void}} page
   */
  constructor(source, session, page) {
    this.source = source;
    this.session = session;
    this.page = page;
    this.visible = false;
    this.rows = el('tbody');
    const head = (/** @type {string} */ text, /** @type {string} */ title) => el('th', { scope: 'col', text, title });
    // The numbers speak for themselves, but not to those who hear the table.
    const rank = el('th', { scope: 'col', title: 'Rank' }, el('span', { class: 'sr-only', text: 'Rank' }));
    this.root = el(
      'div',
      { class: 'live-points' },
      el(
        'table',
        {},
        el('thead', {}, el('tr', {}, rank, head('Player', ''), head('Points', ''), head('Today', 'What the totems pay when the day ends: now, and the range from worst to best if nobody shoots'), head('Actions', 'Action points left today'), head('Zords', ''))),
        this.rows,
      ),
      el('p', { class: 'faint', text: 'How it stands now, whatever moment the board shows. Today: what the totems would pay if the day ended now; in brackets the least and the most it can still become if nobody shoots.' }),
    );
  }

  /** @param {boolean} visible */
  setVisible(visible) {
    this.visible = visible;
    if (visible) void this.update();
  }

  async update() {
    if (!this.visible) return;
    const lines = await this.source.points().catch(() => null);
    if (!lines) return;
    refill(this.rows, ...lines.map((line) => this.#row(line)));
  }

  /** @param {import('./source.js').PointsLine} line */
  #row(line) {
    const { session, page } = this;
    const n = session.seats.findIndex((info) => info.name === line.seat);
    const chip = el('span', { class: 'seat-chip', 'aria-hidden': 'true' });
    chip.style.background = page.color(/** @type {Color} */ (`seat${Math.max(0, n)}`));
    const range = line.worst === line.best ? '' : ` (${line.worst} to ${line.best})`;
    const state = line.retired ? 'retired' : line.zords === 0 ? 'down' : String(line.zords);
    return el(
      'tr',
      { class: line.seat === page.seat ? 'own' : '' },
      el('td', { text: line.rank }),
      el('th', { scope: 'row' }, el('button', { type: 'button', class: 'button quiet', title: 'Show on the board', on: { click: () => page.find(line.seat) } }, chip, line.seat)),
      el('td', {}, el('b', { text: line.points })),
      el('td', {}, `+${line.due}`, range ? el('small', { text: range }) : null),
      el('td', { text: line.actions }),
      el('td', { text: state, title: `${line.hp} hit points` }),
    );
  }
}
