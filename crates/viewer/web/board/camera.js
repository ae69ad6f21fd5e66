// Which part of the board is in view, and how large.

/** The largest a cell gets, in pixels of the page. */
const CELL_LIMIT = 160;

export class Camera {
  constructor() {
    /** The size of the view in pixels of the page, and how many pixels of the screen each of them has. */
    this.width = 1;
    this.height = 1;
    this.ratio = 1;
    /** Pixels of the page that are covered at the top and at the bottom of the view: what is aimed at is shown between them. */
    this.covered = { top: 0, bottom: 0 };
    /** Pixels of the page for a board unit, and the point in the middle of the view. */
    this.scale = 1;
    this.x = 0;
    this.y = 0;
    /** @type {Scene['frame']} */
    this.frame = [0, 0, 1, 1];
    /** Whether everything is in view because nobody moved it. */
    this.fitted = true;
    /** Where the board lies on the canvas; always the same object. @type {import('./draw.js').Place} */
    this.place = { k: 1, ox: 0, oy: 0, cell: 1 };
  }

  /** The scale at which the whole board fits. */
  fitScale() {
    const [, , w, h] = this.frame;
    const margin = Math.min(16, Math.min(this.width, this.height) * 0.02);
    return Math.max(
      0.01,
      Math.min((this.width - 2 * margin) / Math.max(w, 0.01), (this.height - 2 * margin) / Math.max(h, 0.01), CELL_LIMIT),
    );
  }

  /** Shows the whole board. */
  fit() {
    const [x, y, w, h] = this.frame;
    this.scale = this.fitScale();
    this.x = x + w / 2;
    this.y = y + h / 2;
    this.fitted = true;
  }

  /** Updates the numbers for drawing. */
  placed() {
    const { place, ratio } = this;
    place.k = this.scale * ratio;
    place.ox = (this.width / 2) * ratio - this.x * place.k;
    place.oy = (this.height / 2) * ratio - this.y * place.k;
    place.cell = this.scale;
    return place;
  }

  /**
   * The point of the board at a pixel of the view.
   * @param {number} px
   * @param {number} py
   * @returns {Point}
   */
  point(px, py) {
    return [this.x + (px - this.width / 2) / this.scale, this.y + (py - this.height / 2) / this.scale];
  }

  /**
   * The pixel of the view where a point of the board is.
   * @param {Point} point
   * @returns {Point}
   */
  pixel([x, y]) {
    return [(x - this.x) * this.scale + this.width / 2, (y - this.y) * this.scale + this.height / 2];
  }

  /**
   * Moves the board by pixels.
   * @param {number} dx
   * @param {number} dy
   */
  pan(dx, dy) {
    this.x -= dx / this.scale;
    this.y -= dy / this.scale;
    this.fitted = false;
    this.#keep();
  }

  /**
   * Makes the board larger or smaller around a pixel.
   * @param {number} px
   * @param {number} py
   * @param {number} factor
   */
  zoom(px, py, factor) {
    const before = this.point(px, py);
    const least = this.fitScale();
    this.scale = Math.min(Math.max(this.scale * factor, least * 0.8), Math.max(CELL_LIMIT, least));
    const after = this.point(px, py);
    this.x += before[0] - after[0];
    this.y += before[1] - after[1];
    this.fitted = false;
    this.#keep();
  }

  /**
   * Puts a point in the middle.
   * @param {Point} point
   */
  centre([x, y]) {
    this.x = x;
    this.y = y;
    this.fitted = false;
    this.#keep();
  }

  /**
   * Shows a part of the board: a point in the middle, at a scale. As much of the board as possible is in view.
   * @param {{x: number, y: number, scale: number}} shot
   */
  aim(shot) {
    const { top, bottom } = this.covered;
    const { x, y } = this.clearOf(shot);
    this.scale = shot.scale;
    this.x = x;
    this.y = y + (bottom - top) / 2 / shot.scale;
    this.fitted = false;
  }

  /** How much of the height of the view nothing covers, in pixels of the page. */
  clearHeight() {
    return Math.max(1, this.height - this.covered.top - this.covered.bottom);
  }

  /**
   * What can be seen of the board in a shot: the middle of it, and how far it goes to both sides.
   * @param {{x: number, y: number, scale: number}} shot
   */
  clearOf({ x, y, scale }) {
    const [left, top, wide, high] = this.frame;
    const [w, h] = [this.width / scale, this.clearHeight() / scale];
    return { x: inward(x, left, wide, w), y: inward(y, top, high, h), wide: w / 2, high: h / 2 };
  }

  /**
   * Shows what is on the way from one view to another, at a part of it. On a long way the view goes up, so that both its ends
   * are in sight.
   * @param {{x: number, y: number, scale: number}} from
   * @param {{x: number, y: number, scale: number}} to
   * @param {number} part
   */
  pass(from, to, part) {
    const far = Math.max(Math.abs(to.x - from.x) / this.width, (Math.abs(to.y - from.y) / this.clearHeight()) * 1.2);
    const least = Math.min(from.scale, to.scale);
    const up = Math.min(1, Math.max(this.fitScale(), 0.8 / Math.max(far, 0.001)) / least);
    this.scale = from.scale * (to.scale / from.scale) ** part * up ** (4 * part * (1 - part));
    this.x = from.x + (to.x - from.x) * part;
    this.y = from.y + (to.y - from.y) * part;
  }

  /** Some of the board always stays in view. */
  #keep() {
    const [x, y, w, h] = this.frame;
    this.x = Math.min(Math.max(this.x, x), x + w);
    this.y = Math.min(Math.max(this.y, y), y + h);
  }

  /** Whether the whole board is in view. */
  seesAll() {
    const [x, y, w, h] = this.frame;
    const [left, top] = this.point(0, 0);
    const [right, bottom] = this.point(this.width, this.height);
    const slack = 0.02 * Math.max(w, h);
    return left <= x + slack && top <= y + slack && right >= x + w - slack && bottom >= y + h - slack;
  }
}

/**
 * Where the middle of a view goes so that it shows no more than it must of what is beyond the board.
 * @param {number} middle
 * @param {number} from where the board begins
 * @param {number} length of the board
 * @param {number} seen length of the view
 */
function inward(middle, from, length, seen) {
  if (seen >= length) return from + length / 2;
  return Math.min(Math.max(middle, from + seen / 2), from + length - seen / 2);
}
