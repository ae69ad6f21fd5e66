// The scoreboard: a line for each seat, in the order of the scene.

import { el, refill } from '../shared/dom.js';

/** How a seat is called: its name, and who plays it. @param {SeatInfo | undefined} seat @param {number} n */
export function seatName(seat, n) {
  return seat?.name ?? `seat ${n}`;
}

/** @param {SeatInfo | undefined} seat */
export function playerName(seat) {
  return seat?.bot ?? seat?.player ?? '';
}

/** With more seats than this each has a single line, and with more than the second they are in two columns. */
const LINES_WHOLE = 4;
const COLUMN_LIMIT = 12;

export class Scoreboard {
  /**
   * @param {Session} session
   * @param {import('../board/draw.js').Painter} painter
   * @param {(seat: number) => void} chosen
   */
  constructor(session, painter, chosen) {
    this.session = session;
    this.painter = painter;
    const seats = session.seats.length;
    this.list = el('ol', { class: `scores${seats > LINES_WHOLE ? ' many' : ''}${seats > COLUMN_LIMIT ? ' crowd' : ''}` });
    this.facts = el('dl', { class: 'status-facts' });
    this.root = el('section', { class: 'scoreboard', 'aria-label': 'Scoreboard' }, this.facts, this.list);
    this.chosen = chosen;
    /** @type {Side[] | null} */
    this.sides = null;
    /** @type {Fact[] | null} */
    this.status = null;
    /** @type {Map<number, {row: HTMLElement, chip: HTMLElement, score: HTMLElement, facts: HTMLElement}>} */
    this.rows = new Map();
  }

  /**
   * @param {import('../board/scene.js').Picture} picture
   * @param {number[]} acting seats that give orders next
   * @param {number | null} winner
   */
  show(picture, acting, winner) {
    if (picture.status !== this.status) {
      this.status = picture.status;
      refill(this.facts, ...picture.status.map(([label, value]) => el('div', {}, el('dt', { text: label }), el('dd', { text: value }))));
    }
    if (picture.sides !== this.sides) {
      const order = this.sides?.map((side) => side.seat).join();
      this.sides = picture.sides;
      for (const side of picture.sides) this.#line(side);
      if (order !== picture.sides.map((side) => side.seat).join()) {
        refill(this.list, ...picture.sides.map((side) => this.rows.get(side.seat)?.row));
      }
    }
    for (const [seat, { row }] of this.rows) {
      row.classList.toggle('acting', acting.includes(seat));
      row.classList.toggle('winner', seat === winner);
    }
  }

  /** @param {Side} side */
  #line(side) {
    let line = this.rows.get(side.seat);
    if (!line) {
      const info = this.session.seats[side.seat];
      const chip = el('span', { class: 'seat-chip', 'aria-hidden': 'true' });
      const score = el('b', { class: 'score' });
      const facts = el('span', { class: 'side-facts' });
      const name = seatName(info, side.seat);
      const row = el(
        'li',
        {},
        el(
          'button',
          {
            type: 'button',
            class: 'side',
            title: this.session.hides ? `See what ${name} sees` : `${name}: ${playerName(info)}`,
            on: { click: () => this.chosen(side.seat) },
          },
          chip,
          el('span', { class: 'side-name' }, el('b', { text: name }), el('span', { class: 'faint', text: playerName(info) })),
          score,
          facts,
        ),
      );
      line = { row, chip, score, facts };
      this.rows.set(side.seat, line);
    }
    line.chip.style.background = this.painter.color(side.color);
    if (line.score.textContent !== side.score) line.score.textContent = side.score;
    line.row.title = side.facts.map(([label, value]) => `${label} ${value}`).join(', ');
    // In a long list the place in it says the rank.
    const shown = this.session.seats.length > LINES_WHOLE ? side.facts.filter(([label]) => label !== 'rank') : side.facts;
    const words = shown.map(([label, value]) => `${label} ${value}`).join(' · ');
    if (line.facts.textContent !== words) line.facts.textContent = words;
  }

  /** Takes the colours of another theme. */
  recolor() {
    for (const side of this.sides ?? []) this.#line(side);
  }

  /** @param {string} seat "all" or a number: whose eyes it is seen through */
  look(seat) {
    for (const [n, { row }] of this.rows) row.classList.toggle('seen', String(n) === seat);
  }
}
