// Many cells at once: an area that was marked, what was copied from one, and the other half of a fair map.

import { cellOf } from '../board/cells.js';
import { button, el, reasonOf } from '../shared/dom.js';

/** The most cells that are marked while an area is drawn. */
const MARKED_CELLS = 4000;

/**
 * What an area does with the editor.
 * @typedef {{run: (work: () => Promise<EditState>) => Promise<void>, say: (text: string) => void, marks: () => void}} AreaDeeds
 */

export class EditArea {
  /**
   * @param {import('../board/board.js').Board} board
   * @param {import('../source/server.js').ServerSource} source
   * @param {number} seats how many there are
   * @param {AreaDeeds} deeds
   */
  constructor(board, source, seats, deeds) {
    this.board = board;
    this.source = source;
    this.deeds = deeds;
    /** Two corners of what is marked. @type {[Point, Point] | null} */
    this.corners = null;
    /** What was copied. @type {Clip | null} */
    this.clip = null;
    /** Where its first cell would go, while it is being placed. @type {Point | null} */
    this.ghost = null;
    this.swap = el('input', { type: 'checkbox' });
    this.swap.checked = true;
    this.half = el('select', { 'aria-label': 'What the other half is made of' }, ...[
      ['left', 'the left half'], ['right', 'the right half'], ['top', 'the upper half'], ['bottom', 'the lower half'],
    ].map(([value, text]) => el('option', { value, text })));
    this.way = el('select', { 'aria-label': 'How' }, el('option', { value: 'turned', text: 'turned by half a turn' }), el('option', { value: 'mirrored', text: 'mirrored' }));
    /** @param {string} label @param {string} text @param {Turn} turn */
    const turn = (label, text, turn) => button({ label, text, press: () => void this.#turn(turn) });
    this.what = el('p', { class: 'faint', role: 'status' });
    this.copies = ['Copy', 'Cut', 'Paste'].map((text) => button({ label: text, text, key: `Control+${{ Copy: 'C', Cut: 'X', Paste: 'V' }[text]}`, press: () => void this.pressed(text[0] === 'P' ? 'v' : text === 'Cut' ? 'x' : 'c') }));
    this.root = el(
      'details',
      { class: 'edit-area' },
      el('summary', { text: 'Areas and fair maps' }),
      this.what,
      el('div', { class: 'edit-row' }, ...this.copies),
      el('div', { class: 'edit-row' }, turn('Left ↔ right: mirror', 'Left ↔ right', 'left_right'), turn('Up ↕ down: mirror', 'Up ↕ down', 'up_down'), turn('Half turn', 'Half turn', 'half'), turn('Quarter turn, clockwise', 'Quarter turn', 'quarter')),
      el('div', { class: 'edit-row' }, 'Make the other half from', this.half, this.way, button({ label: 'Make the other half', text: 'Make', class: 'primary', press: () => void this.#mirror() })),
      seats > 1 ? el('label', { class: 'edit-row' }, this.swap, 'What is turned or mirrored changes sides') : null,
    );
    board.addEventListener('hover', (event) => {
      if (!this.ghost) return;
      const { cell } = /** @type {CustomEvent} */ (event).detail;
      if (cell) this.ghost = cell;
      this.deeds.marks();
    });
    this.#told();
  }

  /**
   * Marks what is between two cells; nothing with null.
   * @param {[Point, Point] | null} corners
   */
  mark(corners) {
    this.corners = corners;
    if (corners) this.root.open = true;
    this.#told();
    this.deeds.marks();
  }

  /** Whether what was copied is being placed. */
  isPlacing() {
    return this.ghost !== null;
  }

  /** Gives up what was begun; false if nothing was. */
  leave() {
    const busy = this.ghost !== null || this.corners !== null;
    this.ghost = null;
    this.mark(null);
    return busy;
  }

  /**
   * The cells to mark: the area, and the ghost of what is being placed.
   * @returns {CellMark[]}
   */
  marks() {
    /** @type {CellMark[]} */
    const marks = this.corners ? this.between(...this.corners).map((cell) => ({ cell, style: 'goal' })) : [];
    const { clip, ghost } = this;
    if (!clip || !ghost) return marks;
    const [fx, fy] = clip.cells[0] ?? ghost;
    const taken = new Set(clip.things.map(({ entry }) => `${entry.x},${entry.y}`));
    for (const [x, y] of clip.cells.slice(0, MARKED_CELLS)) {
      marks.push({ cell: [x - fx + ghost[0], y - fy + ghost[1]], style: taken.has(`${x},${y}`) ? 'selected' : 'legal' });
    }
    return marks;
  }

  /**
   * The cells between two corners, as they lie on the screen.
   * @param {Point} from
   * @param {Point} to
   * @returns {Point[]}
   */
  between(from, to) {
    const { board } = this;
    const grid = board.picture?.grid;
    if (!grid) return [];
    const [[ax, ay], [bx, by]] = [board.centre(from), board.centre(to)];
    const [left, right, top, bottom] = [Math.min(ax, bx), Math.max(ax, bx), Math.min(ay, by), Math.max(ay, by)];
    const corners = [[left, top], [right, top], [left, bottom], [right, bottom]].map((point) => cellOf(grid, /** @type {Point} */ (point)));
    const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
    /** @type {Point[]} */
    const cells = [];
    for (let y = Math.min(...ys) - 1; y <= Math.max(...ys) + 1; y++) {
      for (let x = Math.min(...xs) - 1; x <= Math.max(...xs) + 1; x++) {
        const [px, py] = board.centre([x, y]);
        if (px > left - 0.05 && px < right + 0.05 && py > top - 0.05 && py < bottom + 0.05) cells.push([x, y]);
        if (cells.length > MARKED_CELLS) return cells;
      }
    }
    return cells;
  }

  /**
   * Control with a letter, or one of the buttons.
   * @param {string} key
   * @returns {boolean} whether it means anything here
   */
  pressed(key) {
    if (key === 'c' || key === 'x') void this.#take(key === 'x');
    else if (key === 'v') this.#begin();
    else return false;
    return true;
  }

  /**
   * Takes a copy of the area, and the area away if it is cut.
   * @param {boolean} cut
   */
  async #take(cut) {
    if (!this.corners) return this.deeds.say('Mark an area first: choose "Mark an area", and drag over the board.');
    const [from, to] = this.corners;
    try {
      this.clip = await this.source.editCopy(from, to);
      if (cut) await this.deeds.run(() => this.source.editChange({ change: 'clear', from, to }));
      this.deeds.say(`${cut ? 'Cut' : 'Copied'}: ${this.clip.cells.length} cells. Control+V places them.`);
    } catch (error) {
      this.deeds.say(reasonOf(error));
    }
    this.#told();
  }

  /** Begins to place what was copied: a ghost of it follows the pointer. */
  #begin() {
    if (!this.clip) return this.deeds.say('Nothing was copied yet.');
    this.ghost = this.board.cursor ?? this.corners?.[0] ?? this.clip.cells[0] ?? [0, 0];
    this.deeds.say('Click where it goes; Escape ends it.');
    this.deeds.marks();
  }

  /**
   * Places what was copied, and is ready to do so again.
   * @param {Point} at
   */
  async place(at) {
    const { clip } = this;
    if (clip) await this.deeds.run(() => this.source.editChange({ change: 'paste', clip, at }));
  }

  /**
   * Turns what is being placed, else the area, else the whole board.
   * @param {Turn} turn
   */
  async #turn(turn) {
    const swap = this.swap.checked;
    if (this.clip && this.ghost) {
      try {
        this.clip = await this.source.editTurned(this.clip, turn, swap);
        this.deeds.marks();
      } catch (error) {
        this.deeds.say(reasonOf(error));
      }
      return;
    }
    await this.deeds.run(() => this.source.editChange({ change: 'turn', turn, area: this.corners ?? undefined, swap }));
  }

  async #mirror() {
    const keep = /** @type {Half} */ (this.half.value);
    await this.deeds.run(() => this.source.editChange({ change: 'mirror', keep, turned: this.way.value === 'turned', swap: this.swap.checked }));
  }

  #told() {
    const { corners, clip } = this;
    const marked = corners ? `Marked: (${corners[0].join(', ')}) to (${corners[1].join(', ')}).` : 'No area is marked: the buttons turn the whole board.';
    this.what.textContent = clip ? `${marked} ${clip.cells.length} cells are copied.` : marked;
    for (const one of this.copies.slice(0, 2)) one.disabled = !corners;
    this.copies[2].disabled = !clip;
  }
}
