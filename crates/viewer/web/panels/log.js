// The log: what happened around the current frame, what was refused, what failed.

import { button, debounce, el, refill } from '../shared/dom.js';
import { seatName } from './scoreboard.js';
import { Windows } from './windows.js';

/** Frames before and after the current one whose lines are shown, and the most lines. */
const LOG_BEFORE = 48;
const LOG_AFTER = 24;
const LINES_LIMIT = 400;

export class Log {
  /**
   * @param {{log(from: number, to: number): Promise<LogLine[]>}} source
   * @param {import('../watch/player.js').Player} player
   * @param {Session} session
   * @param {(line: LogLine) => void} chosen
   */
  constructor(source, player, session, chosen) {
    this.windows = new Windows((from, to) => source.log(from, to));
    this.player = player;
    this.session = session;
    this.chosen = chosen;
    this.visible = false;
    this.shown = '';

    this.kind = select('Kind', [['', 'everything'], ['event', 'events'], ['key', 'key events'], ['rejection', 'rejections'], ['fault', 'faults']]);
    this.seat = select('Seat', [['', 'all seats'], ...session.seats.map((seat, n) => /** @type {[string, string]} */ ([String(n), seatName(seat, n)]))]);
    this.text = el('input', { type: 'search', class: 'search', placeholder: 'Filter; Enter goes to the next match', 'aria-label': 'Filter the log' });
    this.list = el('ol', { class: 'log-lines' });
    this.empty = el('p', { class: 'faint panel-note' });
    const find = button({ label: 'Find the next line', text: 'Next', class: 'quiet', press: () => this.find() });
    this.root = el(
      'div',
      { class: 'log' },
      el('div', { class: 'filters' }, this.kind, this.seat, this.text, find),
      this.empty,
      this.list,
    );
    const again = () => {
      this.shown = '';
      this.update();
    };
    this.kind.addEventListener('change', again);
    this.seat.addEventListener('change', again);
    this.text.addEventListener('input', debounce(150, again));
    this.text.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') this.find();
    });
    // While it plays fast the lines follow a few times a second, not at every frame.
    this.follow = debounce(90, () => this.update());
    player.addEventListener('frame', () => {
      if (!this.visible) return;
      if (player.playing && player.interval() < 250) this.#mark();
      this.follow();
    });
  }

  /** @param {boolean} visible */
  setVisible(visible) {
    this.visible = visible;
    if (visible) this.update();
  }

  /** @param {LogLine} line */
  #fits(line) {
    const kind = this.kind.value;
    if (kind === 'key' ? line.key === null : kind !== '' && line.kind !== kind) return false;
    if (this.seat.value !== '' && String(line.seat) !== this.seat.value) return false;
    const words = this.text.value.trim().toLowerCase();
    return words === '' || line.text.toLowerCase().includes(words) || line.about.includes(words);
  }

  async update() {
    if (!this.visible) return;
    const { frame } = this.player;
    const from = Math.max(0, frame - LOG_BEFORE);
    const to = Math.min(this.player.index.steps, frame + LOG_AFTER);
    let lines;
    try {
      lines = await this.windows.between(from, to);
    } catch {
      this.empty.textContent = 'The log cannot be loaded right now.';
      return;
    }
    if (frame !== this.player.frame) return;
    lines = lines.filter((line) => this.#fits(line));
    if (lines.length > LINES_LIMIT) {
      const middle = lines.findIndex((line) => line.step >= frame);
      const start = Math.max(0, (middle < 0 ? lines.length : middle) - LINES_LIMIT / 2);
      lines = lines.slice(start, start + LINES_LIMIT);
    }
    const ends = lines.length > 0 ? `${lines[0].step} ${lines[lines.length - 1].step} ${lines.length}` : 'none';
    if (this.shown !== ends) {
      this.shown = ends;
      this.empty.textContent = lines.length === 0 ? 'Nothing happens around this frame.' : '';
      refill(this.list, ...lines.map((line) => this.#line(line)));
    }
    this.#mark();
  }

  /** Shows which lines belong to the current frame, and brings them into view. */
  #mark() {
    const { frame } = this.player;
    /** @type {HTMLElement | null} */
    let last = null;
    for (const row of /** @type {Iterable<HTMLElement>} */ (/** @type {unknown} */ (this.list.children))) {
      const step = Number(row.dataset.step);
      row.classList.toggle('now', step === frame);
      row.classList.toggle('later', step > frame);
      if (step <= frame) last = row;
    }
    // Not scrollIntoView: that would scroll the page as well.
    const box = this.list;
    if (last) box.scrollTop = last.offsetTop - box.offsetTop - box.clientHeight + last.offsetHeight + 40;
    else box.scrollTop = 0;
  }

  /** @param {LogLine} line */
  #line(line) {
    const seat = line.seat === null ? null : el('span', { class: 'log-seat', text: seatName(this.session.seats[line.seat], line.seat) });
    const row = el(
      'li',
      { class: `log-line ${line.kind}${line.key ? ' key' : ''}`, data: { step: line.step } },
      el(
        'button',
        { type: 'button', on: { click: () => this.chosen(line) } },
        el('span', { class: 'log-step', text: this.player.index.turn[line.step - 1] ?? line.step, title: `frame ${line.step}` }),
        el('span', { class: 'log-text' }, line.kind === 'event' ? null : el('b', { text: `${line.kind}: ` }), line.text),
        seat,
      ),
    );
    return row;
  }

  /** Goes to the next line after the current frame that matches the filter, however far away. */
  async find() {
    const { index, frame } = this.player;
    for (let from = frame; from < index.steps; from += 64) {
      const lines = await this.windows.between(from, Math.min(from + 64, index.steps));
      const line = lines.find((one) => one.step > frame && this.#fits(one));
      if (line) {
        this.chosen(line);
        return;
      }
    }
    this.empty.textContent = 'Nothing more until the end.';
  }

  /**
   * The latest lines about a thing, the newest first; only from what is near.
   * @param {string} id
   * @returns {Promise<LogLine[]>}
   */
  async about(id) {
    const { frame } = this.player;
    const lines = await this.windows.between(Math.max(0, frame - 64), frame);
    return lines.filter((line) => line.step <= frame && line.about.includes(id)).slice(-30).reverse();
  }
}

/**
 * @param {string} label
 * @param {[string, string][]} options
 */
function select(label, options) {
  const field = el('select', { 'aria-label': label });
  for (const [value, text] of options) field.appendChild(el('option', { value, text }));
  return field;
}
