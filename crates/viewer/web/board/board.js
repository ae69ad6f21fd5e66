// The board: a canvas that shows pictures, moves between them, and reports what was pointed at.
//
// Events: "pick" {items, cell, shift, ctrl}, "hover" {items, cell, at} (cell null when the pointer leaves; `at` is in pixels
// of the canvas), "box" {items}, "view" (the camera moved), "camera" {directed} (it was given to the director or taken from
// it), "cursor" {cell, items} (the keyboard's cell changed); all in `event.detail`.
//
// Who moves the camera: a person, or the director (see director.js) until a person touches the board. What it looks at
// comes with each picture.

import { typicalSize } from './acts.js';
import { Backdrop } from './backdrop.js';
import { Camera } from './camera.js';
import { cellCentre, cellOf, stepped } from './cells.js';
import { el, prefersStill } from '../shared/dom.js';
import { Director } from './director.js';
import { Painter } from './draw.js';
import { gathered, paintEffect } from './effects.js';
import { meets } from './foresight.js';
import { attachGestures } from './gestures.js';
import { paintHeat, paintTracks } from './history.js';
import { Minimap } from './minimap.js';
import { Motion } from './motion.js';
import { paintArrows, paintBox, paintCells, paintCursor, paintNote, paintNumbers, paintRing } from './overlay.js';
import { itemsAround, unitNear } from './picking.js';
import { paintReaches, paintSpot } from './reach.js';

/** Milliseconds without zooming after which the lower layers are drawn sharp again. */
const SETTLED_AFTER = 140;
/** Milliseconds that the camera takes from one shot to the next. */
const GLIDE_TAKES = 620;
/** How often a step that waits for the camera looks whether it is there, in milliseconds. */
const GLIDE_LOOKED = 40;
/** A cell larger than this many pixels can be hit; on smaller ones the nearest unit is meant. */
const HIT_FROM = 14;
const HIT_SLACK = 7;
/** Stamps that are made in one frame: each takes as long as drawing some hundred of them. */
const STAMPS_A_FRAME = 6;
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
      this.direct(false);
      this.camera.centre(point);
      this.#moved();
    });
    this.director = new Director();
    this.directed = false;
    /** The shot the camera went to last; undefined if it was moved by hand since. @type {import('./director.js').Shot | null | undefined} */
    this.aimed = undefined;
    /** The way of the camera from one shot to another. @type {{from: import('./director.js').Shot, to: import('./director.js').Shot | null, began: number} | null} */
    this.glide = null;

    /** @type {import('./scene.js').Picture | null} */
    this.picture = null;
    /** @type {import('./effects.js').Staged[]} */
    this.effects = [];
    /** @type {CellMark[]} */
    this.cells = [];
    /** @type {string[]} */
    this.selected = [];
    /** @type {Arrow[]} */
    this.arrows = [];
    /** @type {UnitNote[]} */
    this.notes = [];
    /** @type {import('./history.js').Track[]} */
    this.tracks = [];
    /** @type {import('./history.js').Heat | null} */
    this.heat = null;
    /** A place that is pointed out. @type {Point | null} */
    this.spot = null;
    /** @type {[number, number, number, number] | null} */
    this.selecting = null;
    /** The cell that keys move, or null. @type {Point | null} */
    this.cursor = null;
    this.column = 0;
    this.hovered = '';
    /** Whether a drag selects an area instead of moving the board. */
    this.boxing = false;

    this.began = 0;
    this.duration = 0;
    this.phase = 1;
    this.request = 0;
    this.loose = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.settling = undefined;

    attachGestures(this.canvas, {
      pan: (dx, dy) => {
        this.direct(false);
        this.camera.pan(dx, dy);
        this.#moved();
      },
      zoom: (px, py, factor) => this.#zoom(px, py, factor),
      click: (px, py, event) => this.#pick(px, py, event.shiftKey, event.ctrlKey || event.metaKey),
      hover: (px, py) => this.#hover(px, py),
      leave: () => {
        this.hovered = '';
        this.#tell('hover', { items: [], cell: null, at: null });
      },
      box: (box, done) => this.#box(box, done),
      boxes: () => this.boxing,
    });
    this.#keys();
    new ResizeObserver(() => this.#resize()).observe(container);
    this.#resize();
  }

  // What is shown.

  /**
   * Shows a picture. With `previous` and a `duration` in milliseconds it animates from the previous one. The director is
   * told by `acts` what happened, by `rolling` whether more follows at once, by `foreseen` that it has gone ahead to where
   * this is, and by `jumped` that the camera need not fly.
   * @param {import('./scene.js').Picture} picture
   * @param {{previous?: import('./scene.js').Picture | null, effects?: Effect[], duration?: number,
   *   acts?: import('./acts.js').Act[], rolling?: boolean, foreseen?: boolean, jumped?: boolean}} [how]
   */
  show(picture, { previous = null, effects = [], duration = 0, acts = [], rolling = false, foreseen = false, jumped = false } = {}) {
    const moving = duration > 0 && previous !== null && !prefersStill();
    const refit = !this.picture || !sameNumbers(this.picture.frame, picture.frame);
    this.picture = picture;
    this.motion.plan(picture, moving ? previous : null, this.painter);
    this.effects = moving ? gathered(effects) : [];
    this.duration = moving ? duration : 0;
    this.phase = moving ? 0 : 1;
    this.began = performance.now();
    if (refit) {
      this.camera.frame = picture.frame;
      if (this.camera.fitted) this.camera.fit();
    }
    if (this.directed && foreseen) this.director.note(acts);
    else if (this.directed) this.#follow(this.director.after(acts, rolling, this.camera, this.began), jumped);
    this.minimap.show(picture, this.camera);
    this.#clear();
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

  /** @param {import('./history.js').Track[]} list */
  setTracks(list) {
    this.tracks = list;
    this.#wake();
  }

  /** @param {import('./history.js').Heat | null} heat */
  setHeat(heat) {
    this.heat = heat;
    this.#wake();
  }

  /**
   * Points a place out with a ring.
   * @param {Point | null} at
   */
  setSpot(at) {
    this.spot = at;
    this.#clear();
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
    return this.#pointed(point, cellOf(this.grid, point));
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

  /**
   * Gives the camera to the director, or takes it back.
   * @param {boolean} on
   */
  direct(on) {
    if (this.directed === on) return;
    this.directed = on;
    this.glide = null;
    this.aimed = undefined;
    this.director.cut();
    this.#where();
    this.#tell('camera', { directed: on });
  }

  /** The director shows the whole board, as when things go too fast to follow. */
  directWide() {
    if (!this.directed) return;
    this.director.cut();
    this.#follow(null);
  }

  /**
   * Sends the director ahead to where the next steps happen.
   * @param {import('./foresight.js').Coming[]} coming the next step, and those after it
   * @param {boolean} patient whether the next step may wait for the camera
   * @returns {number} milliseconds until the camera is where the next step is
   */
  foresee(coming, patient) {
    if (!this.directed) return 0;
    const now = performance.now();
    const { director } = this;
    const { shot } = director;
    const hold = director.foresee(coming, patient, this.camera, now);
    if (director.shot !== shot) this.#follow(director.shot);
    if (hold > 0 || coming[0].length === 0) return hold;
    const rest = this.glide ? Math.max(0, this.glide.began + GLIDE_TAKES - now) : 0;
    return rest === 0 || meets(coming[0], this.camera) ? 0 : Math.min(rest, GLIDE_LOOKED);
  }

  /**
   * Says how many pixels of the page are covered at the top and at the bottom of the view. What is gone to from then on is
   * shown between them.
   * @param {{top: number, bottom: number}} covered
   */
  cover({ top, bottom }) {
    Object.assign(this.camera.covered, { top, bottom });
  }

  /** Shows the whole board again. */
  reset() {
    this.direct(false);
    this.camera.fit();
    this.#moved();
  }

  /**
   * Shows the same part as another board.
   * @param {import('./camera.js').Camera} camera
   */
  look({ x, y, scale }) {
    this.direct(false);
    this.camera.aim({ x, y, scale });
    this.#moved();
  }

  /**
   * Goes to a place, large enough to see what is there. Whose camera it is does not change.
   * @param {Point} at
   */
  visit(at) {
    const size = this.picture ? typicalSize(this.picture) : 1;
    this.aimed = undefined;
    this.#follow(this.director.visit(at, size, this.camera, performance.now()));
  }

  /**
   * Goes to a part of the board. Whose camera it is does not change.
   * @param {import('./director.js').Shot} shot
   */
  approach(shot) {
    this.aimed = undefined;
    this.#follow(shot);
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
    this.direct(false);
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
      this.direct(false);
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
    return this.picture ? itemsAround(this.picture, this.painter, this.context, point, cell) : [];
  }

  /**
   * What is under a pointer: what is on the cell; if no unit is, the unit that is meant.
   * @param {Point} point
   * @param {Point} cell
   */
  #pointed(point, cell) {
    const items = this.#itemsAround(point, cell);
    if (!this.picture || items.some((item) => item.layer === 'unit')) return items;
    const slack = this.camera.scale < HIT_FROM ? HIT_SLACK / this.camera.scale : 0;
    const unit = unitNear(this.picture, point, slack);
    return unit?.cell ? this.itemsOn(unit.cell) : items;
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
    this.direct(false);
    this.#tell('pick', { items: this.#pointed(point, cell), cell, shift, ctrl });
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
    const items = this.#pointed(point, cell);
    this.canvas.style.cursor = items.length > 0 ? 'pointer' : '';
    this.#tell('hover', { items, cell, at: [px, py] });
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
    this.direct(false);
    this.camera.zoom(px, py, factor);
    this.loose = true;
    clearTimeout(this.settling);
    this.settling = setTimeout(() => {
      this.loose = false;
      this.#wake();
    }, SETTLED_AFTER);
    this.#moved();
  }

  /**
   * Moves the camera to a shot, or to the whole board.
   * @param {import('./director.js').Shot | null} to
   * @param {boolean} [cut] at once, without the way there
   */
  #follow(to, cut = false) {
    const { camera } = this;
    if (to === this.aimed && (to !== null || camera.fitted || this.glide)) return;
    this.aimed = to;
    // A frame's time may lie before now, so only what began long ago is sure to be there in the next one.
    const began = cut || prefersStill() ? -Infinity : performance.now();
    this.glide = { from: { x: camera.x, y: camera.y, scale: camera.scale }, to, began };
    this.#wake();
  }

  /**
   * The camera on its way.
   * @param {number} now
   */
  #glides(now) {
    if (!this.glide) return;
    const { camera } = this;
    const { from, to, began } = this.glide;
    const part = Math.min(1, Math.max(0, (now - began) / GLIDE_TAKES));
    if (part >= 1) {
      this.glide = null;
      this.loose = false;
      if (to) camera.aim(to);
      else camera.fit();
      if (this.picture) this.minimap.show(this.picture, camera);
      this.#clear();
      this.#where();
      this.#tell('view', {});
      return;
    }
    const eased = part * part * (3 - 2 * part);
    camera.aim(to ?? wholeShot(camera));
    const goal = { x: camera.x, y: camera.y, scale: camera.scale };
    camera.pass(from, goal, eased);
    this.loose = true;
    this.#where();
    if (this.picture && this.minimap.root.hidden) this.minimap.show(this.picture, camera);
    else this.minimap.follow(camera);
    this.#wake();
  }

  /** Has the map go out of the way of what the director shows, and of what is pointed out. */
  #clear() {
    const { camera, spot, picture } = this;
    if ((!this.directed && !spot) || this.glide || !picture) return;
    const points = spot ? [spot] : picture.units().map(({ at }) => at);
    this.minimap.avoid(points.map((at) => camera.pixel(at)), camera, spot !== null);
  }

  /** Says on the canvas what part of the board is shown: left, top, scale; and whose camera it is. */
  #where() {
    const { camera, canvas } = this;
    const [left, top] = camera.point(0, 0);
    canvas.dataset.view = [left, top, camera.scale].map((n) => n.toFixed(3)).join(' ');
    canvas.dataset.camera = this.directed ? 'director' : 'hand';
  }

  #moved() {
    this.#where();
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
    if (this.directed) this.#follow(this.director.resized(this.camera, performance.now()), true);
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
    this.#glides(now);
    this.phase = this.duration > 0 ? Math.min(1, Math.max(0, (now - this.began) / this.duration)) : 1;
    const place = camera.placed();
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.globalAlpha = 1;
    context.fillStyle = painter.color('paper');
    context.fillRect(0, 0, this.canvas.width, this.canvas.height);
    // One of the lower layers is drawn anew in a frame; the others are stretched until it is their turn.
    let rough = this.loose;
    let waiting = false;
    for (let i = 0; i < 3; i++) {
      const did = this.backdrops[i].paint(context, picture.looks[i], camera, rough);
      rough ||= did === 'redrawn';
      waiting ||= did === 'stretched';
    }
    if (this.heat) paintHeat(context, painter, this.heat, place);
    // On the way to another scale nobody sees whether a stamp has the right size.
    const sharp = painter.within(this.loose ? 0 : STAMPS_A_FRAME, () => {
      motion.paint(0, context, painter, this.phase, camera);
      if (this.tracks.length > 0) paintTracks(context, painter, this.tracks, place);
      paintCells(context, painter, picture.grid, this.cells, place);
      motion.paint(1, context, painter, this.phase, camera);
      motion.paint(2, context, painter, this.phase, camera);
    });
    const selected = this.selected.flatMap((id) => picture.get(id) ?? []);
    // Marks of what can be done this turn say more than a distance does, and their colours must not be mixed.
    if (this.cells.every(({ style }) => style === 'hover')) paintReaches(context, painter, picture.grid, selected.map((item) => ({ spans: item.spans ?? [], at: this.#way(item) })), place);
    for (const item of selected) paintRing(context, painter, this.#way(item), item.scale ?? 1, place, selected.length);
    if (this.spot) paintSpot(context, painter, this.spot, typicalSize(picture), place);
    if (this.arrows.length > 0) paintArrows(context, painter, this.arrows, place);
    paintNumbers(context, painter, picture.grid, this.cells, place);
    if (this.phase < 1) for (const effect of this.effects) paintEffect(context, painter, effect, this.phase, place);
    for (const note of this.notes) {
      const item = picture.get(note.id);
      if (item) paintNote(context, painter, note.text, this.#way(item), `seat${note.seat}`, camera);
    }
    if (this.cursor) paintCursor(context, painter, picture.grid, this.cursor, place);
    if (this.selecting) paintBox(context, painter, this.selecting, camera.ratio);
    if (this.phase < 1) this.#wake();
    else {
      this.duration = 0;
      if ((waiting || !sharp) && !this.loose) this.#wake();
    }
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

/** @param {Camera} camera */
function wholeShot(camera) {
  const [x, y, w, h] = camera.frame;
  return { x: x + w / 2, y: y + h / 2, scale: camera.fitScale() };
}

/**
 * @param {number[]} a
 * @param {number[]} b
 */
function sameNumbers(a, b) {
  return a.every((value, i) => value === b[i]);
}
