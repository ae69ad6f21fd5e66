// The log of a live game, the newest first: by kind, by player, by word, with times in the reader's own zone.

import { button, debounce, el, reasonOf, refill } from '../shared/dom.js';
import { timeTag } from '../shared-live/times.js';

/** Frames that are read at a time, and lines that are shown at a time. */
const SPAN = 400;
const MORE = 120;

/** The kinds of lines one can choose from: those that the server marks, and all others by their words. @type {[string, string][]} */
const KINDS = [['', 'everything'], ['mine', 'about me'], ['fight', 'shots and losses'], ['payment', 'totems pay'], ['build', 'built'], ['donation', 'gifts'], ['day', 'days and totems'], ['move', 'moves'], ['seat', 'joined and left']];

/** @typedef {LogLine & {when: number}} TimedLine */

export class LiveLog {
  /**
   * @param {import('./source.js').LiveSource} source
   * @param {Session} session
   * @param {{seat: string | null, go: (line: LogLine) => void}} page
   */
  constructor(source, session, page) {
    this.source = source;
    this.page = page;
    this.visible = false;
    /** The newest first. @type {TimedLine[]} */
    this.lines = [];
    /** What has been read: after the first frame, up to the second. */
    this.from = 0;
    this.to = 0;
    this.wanted = MORE;
    const option = (/** @type {[string, string]} */ [value, text]) => el('option', { value, text });
    this.kind = el('select', { 'aria-label': 'Kind' }, ...KINDS.filter(([kind]) => kind !== 'mine' || page.seat !== null).map(option));
    this.seat = el('select', { 'aria-label': 'Player' }, option(['', 'all players']), ...session.seats.map(({ name }) => option([name, name])));
    this.words = el('input', { type: 'search', placeholder: 'Filter', 'aria-label': 'Filter the log' });
    this.list = el('ol', { class: 'live-lines' });
    this.note = el('p', { class: 'faint', role: 'status' });
    this.more = button({ label: 'Show older', text: 'Show older', press: () => void this.#older() });
    this.root = el('div', { class: 'live-log' }, el('div', { class: 'filters' }, this.kind, this.seat, this.words), this.note, this.list, this.more);
    const again = () => {
      this.wanted = MORE;
      void this.#fill();
    };
    this.kind.addEventListener('change', again);
    this.seat.addEventListener('change', again);
    this.words.addEventListener('input', debounce(150, again));
  }

  /** @param {boolean} visible */
  setVisible(visible) {
    this.visible = visible;
    if (visible) void this.update();
  }

  /** Reads what is new. */
  async update() {
    if (!this.visible) return;
    try {
      const { steps } = await this.source.index();
      if (this.to === 0) this.from = this.to = Math.max(0, steps - SPAN);
      while (this.to < steps) this.lines = [...(await this.#read(this.to, Math.min(steps, this.to + SPAN))), ...this.lines];
      await this.#fill();
    } catch (error) {
      this.note.textContent = reasonOf(error);
    }
  }

  /** @param {number} from @param {number} to @returns {Promise<TimedLine[]>} */
  async #read(from, to) {
    const told = await this.source.timedLog(from, to);
    const times = new Map(told.times);
    if (to > this.to) this.to = to;
    if (from < this.from) this.from = from;
    return told.lines.map((line) => ({ ...line, when: times.get(line.step) ?? 0 })).reverse();
  }

  async #older() {
    this.wanted += MORE;
    await this.#fill();
  }

  /** Shows as many lines as are wanted, reading further back where the filter leaves too few. */
  async #fill() {
    let shown = this.lines.filter((line) => this.#fits(line));
    while (shown.length < this.wanted && this.from > 0) {
      this.lines = [...this.lines, ...(await this.#read(Math.max(0, this.from - SPAN), this.from))];
      shown = this.lines.filter((line) => this.#fits(line));
    }
    this.more.hidden = shown.length <= this.wanted && this.from === 0;
    this.note.textContent = shown.length === 0 ? 'Nothing of that kind has happened.' : '';
    /** @type {HTMLElement[]} */
    const rows = [];
    let day = '';
    for (const line of shown.slice(0, this.wanted)) {
      const time = new Date(line.when);
      const date = time.toLocaleDateString(undefined, { weekday: 'long', day: 'numeric', month: 'long' });
      if (date !== day) rows.push(el('li', { class: 'live-date', text: date }));
      day = date;
      rows.push(
        el(
          'li',
          { class: this.#isMine(line) ? 'own' : '' },
          el('button', { type: 'button', title: 'Show this moment', on: { click: () => this.page.go(line) } }, this.#time(line), el('span', { text: line.text })),
        ),
      );
    }
    refill(this.list, ...rows);
  }

  /** @param {TimedLine} line */
  #time({ when }) {
    const tag = timeTag(when, 'short');
    tag.textContent = new Date(when).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' });
    return tag;
  }

  /** @param {LogLine} line */
  #fits(line) {
    const words = this.words.value.trim().toLowerCase();
    if (words !== '' && !line.text.toLowerCase().includes(words)) return false;
    if (this.seat.value !== '' && !names(line.text, this.seat.value)) return false;
    switch (this.kind.value) {
      case '': return true;
      case 'mine': return this.#isMine(line);
      case 'fight': return ['death', 'wipe'].includes(line.key ?? '') || / shoots at /.test(line.text);
      case 'day': return ['day', 'totem', 'spawn'].includes(line.key ?? '') || /^Day \d+ ends/.test(line.text);
      case 'move': return / moves to /.test(line.text);
      case 'seat': return ['join', 'retirement'].includes(line.key ?? '');
      default: return line.key === this.kind.value;
    }
  }

  /** @param {LogLine} line */
  #isMine(line) {
    return this.page.seat !== null && names(line.text, this.page.seat);
  }
}

/** Whether a line names a player, and not one whose name only begins or ends like it. @param {string} text @param {string} seat */
function names(text, seat) {
  return text.split(/[\s,;:]+|\.(?=\s|$)/).includes(seat);
}
