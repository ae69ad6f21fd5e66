// The whole board in a corner, with a frame around what is seen.

import { el } from '../shared/dom.js';

/** The longer side of the map, in pixels of the page. */
const MAP_SIDE = 132;
/** What changes below the units is on the map after so many milliseconds: it is small there, and takes long to draw. */
const GROUND_AFTER = 400;
/** The layer of units, and how many layers change rarely below them. */
const UNIT_LAYER = 4;
const LAYERS_BELOW = 3;
/** Where the map can be; the first place is the best one. */
const CORNERS = ['bottom-left', 'top-left', 'top-right'];
/** How far the map is from the edge of the view, and how long it stays at least where it is, in milliseconds. */
const CORNER_GAP = 10;
const CORNER_LEAST = 2500;
/** A unit is drawn about so many pixels around its middle. */
const UNIT_AROUND = 14;
/** A ring that points something out is about that large. */
export const SPOT_AROUND = 52;

export class Minimap {
  /**
   * @param {HTMLElement} container
   * @param {import('./draw.js').Painter} painter
   * @param {(point: Point) => void} chosen called with a point of the board to look at
   */
  constructor(container, painter, chosen) {
    this.painter = painter;
    this.canvas = el('canvas', { 'aria-hidden': 'true' });
    this.context = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext('2d'));
    this.view = el('div', { class: 'minimap-view' });
    this.root = el('div', { class: 'minimap', hidden: true }, this.canvas, this.view);
    container.appendChild(this.root);
    this.corner = CORNERS[0];
    /** When it went to the corner where it is. */
    this.moved = -Infinity;
    /** The lower layers, small. @type {ImageBitmap | null} */
    this.under = null;
    /** @type {Item[][]} */
    this.lists = [];
    this.theme = '';
    this.scale = 1;
    /** Pixels of the map for a unit of the board. */
    this.k = 1;
    /** What is shown. @type {import('./scene.js').Picture | null} */
    this.picture = null;
    /** Set while the ground is to be drawn again. @type {ReturnType<typeof setTimeout> | undefined} */
    this.later = undefined;
    /** @type {Scene['frame']} */
    this.frame = [0, 0, 1, 1];
    /** @param {PointerEvent} event */
    const go = (event) => {
      if (event.buttons === 0) return;
      event.stopPropagation();
      const box = this.canvas.getBoundingClientRect();
      chosen([
        this.frame[0] + (event.clientX - box.left) / this.scale,
        this.frame[1] + (event.clientY - box.top) / this.scale,
      ]);
    };
    this.root.addEventListener('pointerdown', (event) => {
      this.root.setPointerCapture(event.pointerId);
      go(event);
    });
    this.root.addEventListener('pointermove', go);
  }

  /**
   * @param {import('./scene.js').Picture} picture
   * @param {import('./camera.js').Camera} camera
   */
  show(picture, camera) {
    const [, , w, h] = picture.frame;
    // When everything is in view, a map would only cover part of it.
    this.root.hidden = camera.seesAll();
    if (this.root.hidden) return;
    const side = Math.min(MAP_SIDE, camera.width * 0.22, camera.height * 0.34);
    this.scale = side / Math.max(w, h, 1);
    this.frame = picture.frame;
    this.k = this.scale * camera.ratio;
    this.picture = picture;
    const { canvas } = this;
    const pixels = [Math.ceil(w * this.k), Math.ceil(h * this.k)];
    if (canvas.width !== pixels[0] || canvas.height !== pixels[1]) {
      [canvas.width, canvas.height] = pixels;
      canvas.style.width = `${w * this.scale}px`;
      canvas.style.height = `${h * this.scale}px`;
      this.#ground();
    } else if (this.theme !== this.painter.theme) this.#ground();
    else if (this.#isOutdated()) {
      this.later ??= setTimeout(() => {
        if (this.#isOutdated()) this.#ground();
        this.#dots();
      }, GROUND_AFTER);
    }
    this.#dots();
    this.follow(camera);
  }

  /**
   * Goes out of the way of what is looked at.
   * @param {Point[]} points what is to be seen, in pixels of the view
   * @param {import('./camera.js').Camera} camera
   * @param {boolean} pointed whether it is pointed out: then the map goes at once
   */
  avoid(points, camera, pointed) {
    const now = performance.now();
    const around = pointed ? SPOT_AROUND : UNIT_AROUND;
    if (this.root.hidden || this.root.matches(':hover')) return;
    const [wide, high] = [this.root.offsetWidth, this.root.offsetHeight];
    /** @param {string} corner */
    const box = (corner) => {
      const left = corner.endsWith('left') ? CORNER_GAP : camera.width - wide - CORNER_GAP;
      const top = corner.startsWith('top') ? CORNER_GAP : camera.height - high - CORNER_GAP;
      return { left, top, right: left + wide, bottom: top + high };
    };
    /** @param {string} corner */
    const hides = (corner) => {
      const { left, top, right, bottom } = box(corner);
      return points.filter(([x, y]) => x > left - around && x < right + around && y > top - around && y < bottom + around).length;
    };
    const here = hides(this.corner);
    if (here === 0 || (!pointed && now - this.moved < CORNER_LEAST)) return;
    const free = CORNERS.filter((corner) => corner !== this.corner && this.#isFree(box(corner))).map((corner) => ({ corner, hidden: hides(corner) }));
    const best = free.sort((a, b) => a.hidden - b.hidden)[0];
    if (!best || best.hidden * 2 > here) return;
    this.corner = best.corner;
    this.moved = now;
    this.root.dataset.corner = best.corner;
  }

  /**
   * Whether nothing else is there over the board.
   * @param {{left: number, top: number, right: number, bottom: number}} box
   */
  #isFree({ left, top, right, bottom }) {
    const container = /** @type {HTMLElement} */ (this.root.parentElement);
    const { left: x, top: y } = container.getBoundingClientRect();
    return [...container.children].every((child) => {
      if (child === this.root || child instanceof HTMLCanvasElement || child.matches('.sr-only, .tooltip, [hidden]')) return true;
      const other = child.getBoundingClientRect();
      return other.width === 0 || other.right - x < left || other.left - x > right || other.bottom - y < top || other.top - y > bottom;
    });
  }

  /**
   * Moves the frame around what is seen.
   * @param {import('./camera.js').Camera} camera
   */
  follow(camera) {
    if (this.root.hidden) return;
    const [fx, fy, fw, fh] = this.frame;
    const [left, top] = camera.point(0, 0);
    const [right, bottom] = camera.point(camera.width, camera.height);
    const box = [Math.max(left, fx), Math.max(top, fy), Math.min(right, fx + fw), Math.min(bottom, fy + fh)];
    const { style } = this.view;
    style.left = `${(box[0] - fx) * this.scale}px`;
    style.top = `${(box[1] - fy) * this.scale}px`;
    style.width = `${Math.max(0, box[2] - box[0]) * this.scale}px`;
    style.height = `${Math.max(0, box[3] - box[1]) * this.scale}px`;
  }

  /** Whether something below the units looks otherwise than on the map. */
  #isOutdated() {
    return this.#lower().some((list, i) => list !== this.lists[i]);
  }

  /** The layers below the units. */
  #lower() {
    return this.picture?.looks.slice(0, LAYERS_BELOW) ?? [];
  }

  /** The map with the units on it. */
  #dots() {
    const { painter, context, k } = this;
    context.setTransform(1, 0, 0, 1, 0, 0);
    if (this.under) context.drawImage(this.under, 0, 0);
    const dot = Math.max((2 * k) / this.scale, k * 0.8);
    /** @type {Color | null} */
    let tint = null;
    for (const item of this.picture?.layers[UNIT_LAYER] ?? []) {
      if ((item.tint ?? 'ink') !== tint) {
        tint = item.tint ?? 'ink';
        context.fillStyle = painter.color(tint);
      }
      const [x, y] = item.at;
      context.fillRect((x - this.frame[0]) * k - dot / 2, (y - this.frame[1]) * k - dot / 2, dot, dot);
    }
  }

  #ground() {
    clearTimeout(this.later);
    this.later = undefined;
    this.lists = this.#lower();
    this.theme = this.painter.theme;
    const { width, height } = this.canvas;
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d');
    if (!context) return;
    context.fillStyle = this.painter.color('paper');
    context.fillRect(0, 0, width, height);
    const { k } = this;
    const place = { k, ox: -this.frame[0] * k, oy: -this.frame[1] * k, cell: this.scale };
    for (const list of this.lists) {
      for (const item of list) {
        this.painter.item(context, item, item.at[0], item.at[1], item.scale ?? 1, item.angle ?? 0, item.opacity ?? 1, place);
      }
    }
    this.under?.close();
    this.under = canvas.transferToImageBitmap();
  }
}
