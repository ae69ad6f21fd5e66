// The board: a canvas that shows pictures, moves between them, and reports what was pointed at.
//
// Events: "pick" {items, cell, shift, ctrl}, "hover" {items, cell} (cell null when the pointer leaves), "box" {items},
// "view" (the camera moved), "cursor" {cell, items} (the keyboard's cell changed); all in `event.detail`.

import { Backdrop } from './backdrop.js';
import { Camera } from './camera.js';
import { cellCentre, cellOf, stepped } from './cells.js';
import { el, prefersStill } from '../shared/dom.js';
import { Painter } from './draw.js';
import { paintEffect } from './effects.js';
import { attachGestures } from './gestures.js';
import { Minimap } from './minimap.js';
import { Motion } from './motion.js';
import { paintArrows, paintBox, paintCells, paintCursor, paintNote, paintRing } from './overlay.js';
import { itemsAround } from './picking.js';

/** Milliseconds without zooming after which the lower layers are drawn sharp again. */
const SETTLED_AFTER = 140;
const CURSOR_KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Board extends EventTarget {
  /**
   * @param {HTMLElement} container
   * @param {Session} session
   * @param {{theme: ThemeName}} options
   */
  constructor(container, session, { theme }) {
    super();
    this.painter = new Painter(session, theme);
    this.camera = new Camera();
    this.motion = new Motion();
    this.backdrops = [0, 1, 2].map(() => new Backdrop(this.painter));
    this.canvas = el('canvas', {
      class: 'board-canvas',
      tabindex: 0,
      role: 'application',
      'aria-roledescription': 'board',
      'aria-label': `${session.game} board. Arrow keys move a cell cursor, Enter selects, Escape hides the cursor.`,
    });
    // The page always paints a background itself, so the canvas needs no transparency.
    this.context = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext('2d', { alpha: false }));
    this.said = el('div', { class: 'sr-only', 'aria-live': 'polite' });
    container.append(this.canvas, this.said);
    this.container = container;
    this.minimap = new Minimap(container, this.painter, (point) => {
      this.camera.centre(point);
      this.#moved();
    });

    /** @type {import('./scene.js').Picture | null} */
    this.picture = null;
    /** @type {Effect[]} */
    this.effects = [];
    /** @type {CellMark[]} */
    this.cells = [];
    /** @type {string[]} */
    this.selected = [];
    /** @type {Arrow[]} */
    this.arrows = [];
    /** @type {UnitNote[]} */
    this.notes = [];
    /** @type {[number, number, number, number] | null} */
    this.selecting = null;
    /** The cell that keys move, or null. @type {Point | null} */
    this.cursor = null;
    this.column = 0;
    this.hovered = '';

    this.began = 0;
    this.duration = 0;
    this.phase = 1;
    this.request = 0;
    this.loose = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.settling = undefined;

    attachGestures(this.canvas, {
      pan: (dx, dy) => {
        this.camera.pan(dx, dy);
        this.#moved();
      },
      zoom: (px, py, factor) => this.#zoom(px, py, factor),
      click: (px, py, event) => this.#pick(px, py, event.shiftKey, event.ctrlKey || event.metaKey),
      hover: (px, py) => this.#hover(px, py),
      leave: () => {
        this.hovered = '';
        this.#tell('hover', { items: [], cell: null });
      },
      box: (box, done) => this.#box(box, done),
    });
    this.#keys();
    new ResizeObserver(() => this.#resize()).observe(container);
    this.#resize();
  }

  // What is shown.

  /**
   * Shows a picture. With `previous` and a `duration` in milliseconds it animates from the previous one.
   * @param {import('./scene.js').Picture} picture
   * @param {{previous?: import('./scene.js').Picture | null, effects?: Effect[], duration?: number}} [how]
   */
  show(picture, { previous = null, effects = [], duration = 0 } = {}) {
    const moving = duration > 0 && previous !== null && !prefersStill();
    const refit = !this.picture || !sameNumbers(this.picture.frame, picture.frame);
    this.picture = picture;
    this.motion.plan(picture, moving ? previous : null, this.painter);
    this.effects = moving ? effects : [];
    this.duration = moving ? duration : 0;
    this.phase = moving ? 0 : 1;
    this.began = performance.now();
    if (refit) {
      this.camera.frame = picture.frame;
      if (this.camera.fitted) this.camera.fit();
    }
    this.minimap.show(picture, this.camera);
    this.#wake();
  }

  /** @param {ThemeName} theme */
  setTheme(theme) {
    this.painter.setTheme(theme);
    if (this.picture) this.minimap.show(this.picture, this.camera);
    this.#wake();
  }

  /** @param {CellMark[]} list */
  setCells(list) {
    this.cells = list;
    this.#wake();
  }

  /** @param {Iterable<string | number>} ids */
  setSelected(ids) {
    this.selected = [...ids].map(String);
    this.#wake();
  }

  /** @param {Arrow[]} list */
  setArrows(list) {
    this.arrows = list;
    this.#wake();
  }

  /**
   * Words beside units.
   * @param {UnitNote[]} list
   */
  setNotes(list) {
    this.notes = list;
    this.#wake();
  }

  // Where things are.

  /** @returns {Grid} */
  get grid() {
    return this.picture?.grid ?? { kind: 'square', origin: [0, 0], right: [1, 0], up: [0, 1] };
  }

  /**
   * The middle of a cell, in board units.
   * @param {Point} cell
   * @returns {Point}
   */
  centre(cell) {
    return cellCentre(this.grid, cell);
  }

  /**
   * @param {number} clientX
   * @param {number} clientY
   * @returns {Point}
   */
  cellAt(clientX, clientY) {
    return cellOf(this.grid, this.#point(clientX, clientY));
  }

  /**
   * What can be asked about at a place of the page, the topmost first.
   * @param {number} clientX
   * @param {number} clientY
   * @returns {Item[]}
   */
  itemsAt(clientX, clientY) {
    const point = this.#point(clientX, clientY);
    return this.#itemsAround(point, cellOf(this.grid, point));
  }

  /**
   * What can be asked about on a cell, the topmost first.
   * @param {Point} cell
   * @returns {Item[]}
   */
  itemsOn(cell) {
    return this.#itemsAround(this.centre(cell), cell);
  }

  // The camera.

  /** Shows the whole board again. */
  reset() {
    this.camera.fit();
    this.#moved();
  }

  /**
   * Brings a point of the board into view; does nothing if it is well inside.
   * @param {Point} point
   */
  focus(point) {
    const [px, py] = this.camera.pixel(point);
    const { width, height } = this.camera;
    const inside = px > width * 0.12 && px < width * 0.88 && py > height * 0.12 && py < height * 0.88;
    if (inside || this.camera.seesAll()) return;
    this.camera.centre(point);
    this.#moved();
  }

  /**
   * Makes the board larger (above 1) or smaller around the middle of the view.
   * @param {number} factor
   */
  zoomBy(factor) {
    this.#zoom(this.camera.width / 2, this.camera.height / 2, factor);
  }

  /**
   * Moves the cell of the keyboard on the screen: `dx` to the right, `dy` down.
   * @param {number} dx
   * @param {number} dy
   */
  moveCursor(dx, dy) {
    const { grid } = this;
    if (!this.cursor) {
      this.setCursor(cellOf(grid, [this.camera.x, this.camera.y]));
      return;
    }
    const next = stepped(grid, this.cursor, dx, dy, this.column);
    const [x, y] = this.centre(next);
    const [fx, fy, fw, fh] = this.picture?.frame ?? [0, 0, 1, 1];
    if (x < fx || y < fy || x > fx + fw || y > fy + fh) return;
    const column = this.column;
    this.setCursor(next);
    if (dx === 0) this.column = column;
  }

  /** @param {Point | null} cell */
  setCursor(cell) {
    this.cursor = cell;
    this.canvas.classList.toggle('with-cursor', cell !== null);
    if (cell) {
      const at = this.centre(cell);
      this.column = at[0];
      this.focus(at);
      const items = this.itemsOn(cell);
      this.said.textContent = `${cell[0]}, ${cell[1]}: ${items.map((item) => item.title).join('; ') || 'nothing'}`;
      this.#tell('cursor', { cell, items });
    }
    this.#wake();
  }

  // Internals.

  /**
   * @param {number} clientX
   * @param {number} clientY
   * @returns {Point}
   */
  #point(clientX, clientY) {
    const box = this.canvas.getBoundingClientRect();
    return this.camera.point(clientX - box.left, clientY - box.top);
  }

  /**
   * @param {Point} point
   * @param {Point} cell
   */
  #itemsAround(point, cell) {
    // A finger or a pointer on a small board hits what is nearest within a few pixels.
    const slack = Math.max(0.5, 7 / this.camera.scale);
    return this.picture ? itemsAround(this.picture, this.painter, this.context, point, cell, slack) : [];
  }

  #keys() {
    let pointed = false;
    this.canvas.addEventListener('pointerdown', () => {
      pointed = true;
      if (this.cursor) this.setCursor(null);
    });
    this.canvas.addEventListener('pointerup', () => (pointed = false));
    // Tab shows the cursor at once; after a click the arrow keys stay with the timeline.
    this.canvas.addEventListener('focus', () => {
      if (!pointed && !this.cursor) this.moveCursor(0, 0);
    });
    this.canvas.addEventListener('blur', () => this.setCursor(null));
    this.canvas.addEventListener('keydown', (event) => {
      if (!this.cursor) return;
      const step = CURSOR_KEYS[/** @type {keyof typeof CURSOR_KEYS} */ (event.key)];
      if (step && !event.ctrlKey && !event.metaKey && !event.altKey) {
        const far = event.shiftKey ? 5 : 1;
        for (let i = 0; i < far; i++) this.moveCursor(step[0], step[1]);
      } else if (event.key === 'Enter') {
        const detail = { items: this.itemsOn(this.cursor), cell: this.cursor, shift: event.shiftKey, ctrl: event.ctrlKey };
        this.#tell('pick', detail);
      } else if (event.key === 'Escape') this.setCursor(null);
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
  }

  /**
   * @param {number} px
   * @param {number} py
   * @param {boolean} shift
   * @param {boolean} ctrl
   */
  #pick(px, py, shift, ctrl) {
    const point = this.camera.point(px, py);
    const cell = cellOf(this.grid, point);
    this.#tell('pick', { items: this.#itemsAround(point, cell), cell, shift, ctrl });
  }

  /**
   * @param {number} px
   * @param {number} py
   */
  #hover(px, py) {
    const point = this.camera.point(px, py);
    const cell = cellOf(this.grid, point);
    // Moving within a cell is not reported: listeners may ask the server each time.
    const key = `${cell[0]},${cell[1]}`;
    if (key === this.hovered) return;
    this.hovered = key;
    const items = this.#itemsAround(point, cell);
    this.canvas.style.cursor = items.length > 0 ? 'pointer' : '';
    this.#tell('hover', { items, cell });
  }

  /**
   * @param {[number, number, number, number] | null} box
   * @param {boolean} done
   */
  #box(box, done) {
    this.selecting = done ? null : box;
    this.#wake();
    if (!done || !box) return;
    const [left, top] = this.camera.point(box[0], box[1]);
    const [right, bottom] = this.camera.point(box[2], box[3]);
    const inside = (this.picture?.asked() ?? []).filter(
      ({ at, layer }) => layer === 'unit' && at[0] >= left && at[0] <= right && at[1] >= top && at[1] <= bottom,
    );
    this.#tell('box', { items: inside });
  }

  /**
   * @param {number} px
   * @param {number} py
   * @param {number} factor
   */
  #zoom(px, py, factor) {
    this.camera.zoom(px, py, factor);
    this.loose = true;
    clearTimeout(this.settling);
    this.settling = setTimeout(() => {
      this.loose = false;
      this.#wake();
    }, SETTLED_AFTER);
    this.#moved();
  }

  #moved() {
    if (this.picture) this.minimap.show(this.picture, this.camera);
    this.#wake();
    this.#tell('view', {});
  }

  #resize() {
    const { clientWidth, clientHeight } = this.container;
    const ratio = Math.min(window.devicePixelRatio || 1, 3);
    if (clientWidth === 0 || clientHeight === 0) return;
    this.camera.width = clientWidth;
    this.camera.height = clientHeight;
    this.camera.ratio = ratio;
    this.canvas.width = Math.round(clientWidth * ratio);
    this.canvas.height = Math.round(clientHeight * ratio);
    if (this.camera.fitted) this.camera.fit();
    // A canvas that changed its size is blank until it is drawn: do not wait for the next frame.
    this.#draw(performance.now());
    this.#moved();
  }

  /**
   * @param {string} type
   * @param {unknown} detail
   */
  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }

  /** Draws in the next frame; once, unless something moves. */
  #wake() {
    if (this.request === 0) this.request = requestAnimationFrame((now) => this.#draw(now));
  }

  /** @param {number} now */
  #draw(now) {
    if (this.request !== 0) cancelAnimationFrame(this.request);
    this.request = 0;
    const { picture, context, painter, camera, motion } = this;
    if (!picture) {
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.fillStyle = painter.color('paper');
      context.fillRect(0, 0, context.canvas.width, context.canvas.height);
      return;
    }
    this.phase = this.duration > 0 ? Math.min(1, Math.max(0, (now - this.began) / this.duration)) : 1;
    const place = camera.placed();
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.globalAlpha = 1;
    context.fillStyle = painter.color('paper');
    context.fillRect(0, 0, this.canvas.width, this.canvas.height);
    for (let i = 0; i < 3; i++) this.backdrops[i].paint(context, picture.looks[i], camera, this.loose);
    motion.paint(0, context, painter, this.phase, camera);
    paintCells(context, painter, picture.grid, this.cells, place);
    motion.paint(1, context, painter, this.phase, camera);
    motion.paint(2, context, painter, this.phase, camera);
    for (const id of this.selected) {
      const item = picture.get(id);
      if (item) paintRing(context, painter, this.#way(item), item.scale ?? 1, place);
    }
    if (this.arrows.length > 0) paintArrows(context, painter, this.arrows, place);
    if (this.phase < 1) for (const effect of this.effects) paintEffect(context, painter, effect, this.phase, place);
    for (const note of this.notes) {
      const item = picture.get(note.id);
      if (item) paintNote(context, painter, note.text, this.#way(item), `seat${note.seat}`, camera);
    }
    if (this.cursor) paintCursor(context, painter, picture.grid, this.cursor, place);
    if (this.selecting) paintBox(context, painter, this.selecting, camera.ratio);
    if (this.phase < 1) this.#wake();
    else this.duration = 0;
  }

  /**
   * Where an item is right now, perhaps on its way.
   * @param {Item} item
   * @returns {Point}
   */
  #way(item) {
    if (this.phase >= 1) return item.at;
    for (const [layer, legs] of this.motion.legs.entries()) {
      for (let i = 0; i < this.motion.counts[layer]; i++) {
        const leg = legs[i];
        if (leg.item !== item) continue;
        const back = 1 - this.phase * this.phase * (3 - 2 * this.phase);
        return [leg.x + leg.dx * back, leg.y + leg.dy * back];
      }
    }
    return item.at;
  }
}

/**
 * @param {number[]} a
 * @param {number[]} b
 */
function sameNumbers(a, b) {
  return a.every((value, i) => value === b[i]);
}
