// Painting and dragging on the editor's board. Everything else goes to the board: panning, zooming, keys.

import { cellsBetween } from './position.js';

/**
 * What strokes do. `grabs` says whether one may begin there; `paint` shows it while it is made (empty: no more);
 * `done` gets all cells in the order they were passed, some perhaps twice.
 * @typedef {{grabs: (cell: Point) => boolean, paint: (cells: Point[]) => void, done: (cells: Point[]) => void}} Stroked
 */

export class EditStrokes {
  /**
   * @param {import('../board/board.js').Board} board
   * @param {Stroked} stroked
   */
  constructor(board, stroked) {
    this.board = board;
    this.stroked = stroked;
    /** @type {Point[]} */
    this.cells = [];
    /** @type {number | null} */
    this.pointer = null;
    const { container } = board;
    const options = { capture: true };
    container.addEventListener('pointerdown', (event) => this.#begin(event), options);
    container.addEventListener('pointermove', (event) => this.#go(event), options);
    container.addEventListener('pointerup', (event) => this.#end(event, true), options);
    container.addEventListener('pointercancel', (event) => this.#end(event, false), options);
  }

  /** @param {PointerEvent} event */
  #begin(event) {
    if (event.target !== this.board.canvas || event.button !== 0 || event.shiftKey || !event.isPrimary) return;
    const cell = this.board.cellAt(event.clientX, event.clientY);
    if (!this.stroked.grabs(cell)) return;
    event.stopPropagation();
    this.board.canvas.setPointerCapture(event.pointerId);
    this.board.canvas.focus({ preventScroll: true });
    this.board.setCursor(null);
    this.pointer = event.pointerId;
    this.cells = [cell];
    this.stroked.paint(this.cells);
  }

  /** @param {PointerEvent} event */
  #go(event) {
    if (event.pointerId !== this.pointer) return;
    event.stopPropagation();
    const last = this.cells[this.cells.length - 1];
    const more = cellsBetween(last, this.board.cellAt(event.clientX, event.clientY));
    if (more.length === 0) return;
    this.cells.push(...more);
    this.stroked.paint(this.cells);
  }

  /**
   * @param {PointerEvent} event
   * @param {boolean} whole
   */
  #end(event, whole) {
    if (event.pointerId !== this.pointer) return;
    event.stopPropagation();
    this.pointer = null;
    const { cells } = this;
    this.cells = [];
    this.stroked.paint([]);
    if (whole) this.stroked.done(cells);
  }
}
