// Everything known about what was clicked: a thing, or a cell with all that is on it.

import { debounce, el, refill } from '../shared/dom.js';
import { jsonNode, mentions } from './json.js';
import { legendOf } from './guide.js';
import { seatName } from './scoreboard.js';

/** Lines about the current step that are shown while nothing is selected. */
const STEP_LINES = 8;

export class Inspector {
  /**
   * @param {Session} session
   * @param {import('../board/board.js').Board} board
   * @param {import('../watch/player.js').Player} player
   * @param {import('./log.js').Log} log
   * @param {{message(frame: number, seat: number): Promise<SeatMessage | null>}} source
   * @param {(frame: number) => void} jump
   * @param {() => void} [selected] called when something else is selected
   */
  constructor(session, board, player, log, source, jump, selected = () => {}) {
    this.selected = selected;
    this.session = session;
    this.board = board;
    this.player = player;
    this.log = log;
    this.source = source;
    this.jump = jump;
    /** @type {string | null} */
    this.id = null;
    /** @type {Point | null} */
    this.cell = null;
    this.visible = false;
    this.card = el('div', { class: 'inspector-card' });
    this.lines = el('div', { class: 'about-lines' });
    this.told = el('div', { class: 'inspector-told' });
    this.legend = el('section', { class: 'inspector-legend', hidden: session.legend.length === 0 }, el('h2', { text: 'Legend' }), legendOf(session, board.painter));
    this.root = el('div', { class: 'inspector' }, this.card, this.told, this.lines, this.legend);
    // Fetch only when the frame has settled.
    this.later = debounce(120, () => this.#fetch());
    player.addEventListener('frame', () => this.update());
  }

  /** @param {boolean} visible */
  setVisible(visible) {
    this.visible = visible;
    if (visible) this.update();
  }

  /**
   * @param {string | null} id
   * @param {Point | null} cell
   */
  select(id, cell) {
    this.id = id;
    this.cell = cell;
    this.board.setSelected(id === null ? [] : [id]);
    this.board.setCells(cell && id === null ? [{ cell, style: 'selected' }] : []);
    this.update();
    this.selected();
  }

  update() {
    if (!this.visible) return;
    const picture = this.player.picture;
    const item = this.id === null ? undefined : picture?.get(this.id);
    const cell = item?.cell ?? (this.id === null ? this.cell : null);
    if (this.id === null && this.cell === null) {
      refill(this.card, el('p', { class: 'faint panel-note', text: 'Click a unit or a cell to see everything known about it, or Tab to the board and use the arrow keys and Enter.' }));
    } else if (this.id !== null && !item) {
      refill(this.card, el('p', { class: 'panel-note', text: 'It is not on the board at this moment.' }));
    } else refill(this.card, ...this.#about(item, cell));
    this.later();
  }

  /**
   * @param {Item | undefined} item
   * @param {Point | null} cell
   */
  #about(item, cell) {
    /** @type {HTMLElement[]} */
    const parts = [];
    if (item) {
      const symbol = 'symbol' in item.shape ? this.board.painter.sample(item.shape.symbol, item.tint, 40) : null;
      const owner = item.seat === undefined ? null : el('span', { class: 'faint', text: seatName(this.session.seats[item.seat], item.seat) });
      parts.push(el('header', { class: 'inspector-head' }, symbol, el('div', {}, el('h2', { text: item.title || item.id }), owner)));
      parts.push(factList([...(cell ? [/** @type {Fact} */ (['cell', `${cell[0]}, ${cell[1]}`])] : []), ...(item.facts ?? [])]));
    } else if (cell) parts.push(el('header', { class: 'inspector-head' }, el('h2', { text: `Cell ${cell[0]}, ${cell[1]}` })));
    const beside = cell ? this.board.itemsOn(cell).filter((one) => one.id !== this.id) : [];
    if (beside.length > 0) {
      parts.push(el('h3', { text: item ? 'Also on this cell' : 'On this cell' }));
      parts.push(el('ul', { class: 'beside' }, ...beside.slice(0, 40).map((one) => this.#beside(one))));
    } else if (!item) parts.push(el('p', { class: 'faint', text: 'Nothing here.' }));
    return parts;
  }

  /** @param {Item} item */
  #beside(item) {
    const symbol = 'symbol' in item.shape ? this.board.painter.sample(item.shape.symbol, item.tint, 22) : null;
    const words = (item.facts ?? []).slice(0, 4).map(([label, value]) => `${label} ${value}`).join(' · ');
    return el(
      'li',
      {},
      el(
        'button',
        { type: 'button', on: { click: () => this.select(item.id, this.cell) } },
        symbol,
        el('span', {}, el('b', { text: item.title ?? item.id }), words ? el('span', { class: 'faint', text: ` ${words}` }) : null),
      ),
    );
  }

  /** What happened in the step that led here, while nothing is selected. */
  async #step() {
    const { frame, shownSeat } = this.player;
    // A seat's view may use its messages only.
    const found = this.cell === null && shownSeat === 'all' && frame > 0 ? await this.log.windows.between(frame - 1, frame).catch(() => []) : [];
    if (this.id !== null || frame !== this.player.frame) return;
    const lines = found.filter((line) => line.step === frame).sort((a, b) => Number(b.key !== null) - Number(a.key !== null));
    const more = lines.length - STEP_LINES;
    refill(
      this.lines,
      lines.length > 0 && el('h2', { text: 'In this step' }),
      lines.length > 0 && el('ol', {}, ...lines.slice(0, STEP_LINES).map((line) => this.#line(line))),
      more > 0 && el('p', { class: 'faint', text: `and ${more} more in the log` }),
    );
  }

  /** @param {LogLine} line */
  #line(line) {
    const [id] = line.about;
    return el(
      'li',
      { class: `log-line ${line.kind}${line.key ? ' key' : ''}` },
      el(
        'button',
        { type: 'button', class: 'step-line', on: { click: () => id !== undefined && this.select(id, null) } },
        el('span', { class: 'log-text', text: line.kind === 'event' ? line.text : `${line.kind}: ${line.text}` }),
      ),
    );
  }

  /** @param {LogLine} line */
  #recent(line) {
    return el(
      'li',
      { class: `log-line ${line.kind}` },
      el(
        'button',
        { type: 'button', on: { click: () => this.jump(line.step) } },
        el('span', { class: 'log-step', text: this.player.index.turn[line.step - 1] ?? line.step }),
        el('span', { class: 'log-text', text: line.kind === 'event' ? line.text : `${line.kind}: ${line.text}` }),
      ),
    );
  }

  async #fetch() {
    const { id } = this;
    const { frame, shownSeat } = this.player;
    if (!this.visible) return;
    if (id === null) {
      refill(this.told);
      await this.#step();
      return;
    }
    try {
      const seat = shownSeat === 'all' ? null : Number(shownSeat);
      const number = Number(id);
      const [lines, message] = await Promise.all([
        // A seat's view may use its messages only; the log knows more.
        seat === null ? this.log.about(id) : [],
        seat === null || !Number.isInteger(number) ? null : this.source.message(frame, seat),
      ]);
      if (id !== this.id || frame !== this.player.frame) return;
      refill(
        this.lines,
        lines.length > 0 && el('h3', { text: 'Recent events' }),
        lines.length > 0 && el('ol', {}, ...lines.map((line) => this.#recent(line))),
      );
      const parts = message ? mentions(message.message, number) : [];
      refill(this.told, parts.length > 0 && el('h3', { text: 'In the message' }), ...parts.map(([path, value]) => jsonNode(path, value, true)));
    } catch {
      // Not essential: the next frame asks again.
    }
  }
}

/** @param {Fact[]} facts */
function factList(facts) {
  return el('dl', { class: 'facts' }, ...facts.flatMap(([label, value]) => [el('dt', { text: label }), el('dd', { text: value })]));
}
