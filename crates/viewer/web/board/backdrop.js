// A cached picture of a layer that rarely changes, drawn below everything else.

/** The whole board is cached as one picture up to this many times the pixels of the view; larger is slower. */
const VIEWS_LIMIT = 2.5;
/** A layer with at most this many symbols and paths that keeps changing is drawn each time: quicker than caching it. */
const DRAWN_SYMBOLS = 160;
const DRAWN_PATHS = 4;

export class Backdrop {
  /** @param {import('./draw.js').Painter} painter */
  constructor(painter) {
    this.painter = painter;
    /** A bitmap, not a canvas: drawing from a canvas copies it every time. @type {ImageBitmap | null} */
    this.image = null;
    /** What is on it: the items, the theme, the scale, and the part of the board. @type {Item[]} */
    this.list = [];
    /** How often the layer changes: grows with every change, and decays. */
    this.restless = 0;
    /** The whole board as it looks when all of it is in view: shown while the camera flies over what is not cached. @type {ImageBitmap | null} */
    this.far = null;
    /** @type {Item[]} */
    this.farList = [];
    this.farTheme = '';
    this.farScale = 1;
    /** How see-through all of it is together. */
    this.opacity = 1;
    this.theme = '';
    this.k = 0;
    this.left = 0;
    this.top = 0;
    this.width = 0;
    this.height = 0;
  }

  /**
   * Paints it on a canvas, redrawn if necessary. While `loose`, a picture of another size is stretched. Tells which of
   * these it did, if any.
   * @param {CanvasRenderingContext2D} context
   * @param {Item[]} list
   * @param {import('./camera.js').Camera} camera
   * @param {boolean} loose
   * @returns {'redrawn' | 'stretched' | null}
   */
  paint(context, list, camera, loose) {
    const { place } = camera;
    const same = this.theme === this.painter.theme && list === this.list;
    if (list !== this.list) this.restless = Math.min(this.restless + 30, 120);
    else if (this.restless > 0) this.restless--;
    if (this.restless > 60 && isQuick(list)) {
      this.list = list;
      this.k = 0;
      this.#items(context, list, seen(camera, 0), place, 0);
      return null;
    }
    const near = loose && this.k > place.k / 4 && this.k < place.k * 4;
    if (same && loose && !(near && this.#covers(camera))) {
      this.#flyOver(context, list, camera);
      return 'stretched';
    }
    const redraws = !same || !this.#covers(camera) || (this.k !== place.k && !near);
    if (redraws) this.#render(list, camera);
    if (!this.image) return null;
    const ratio = place.k / this.k;
    const [x, y] = [this.left * place.k + place.ox, this.top * place.k + place.oy];
    // On whole pixels it stays as sharp as it was drawn.
    if (ratio === 1) context.setTransform(1, 0, 0, 1, Math.round(x), Math.round(y));
    else context.setTransform(ratio, 0, 0, ratio, x, y);
    context.globalAlpha = this.opacity;
    context.drawImage(this.image, 0, 0);
    context.globalAlpha = 1;
    if (redraws) return 'redrawn';
    return ratio === 1 ? null : 'stretched';
  }

  /**
   * Stretches the picture of the whole board: it is blurred, but nobody sees that in a moving picture.
   * @param {CanvasRenderingContext2D} context
   * @param {Item[]} list
   * @param {import('./camera.js').Camera} camera
   */
  #flyOver(context, list, camera) {
    const [x, y, w, h] = camera.frame;
    if (list !== this.farList || this.farTheme !== this.painter.theme) {
      const k = camera.fitScale() * camera.ratio;
      this.far?.close();
      this.far = null;
      this.farList = list;
      this.farTheme = this.painter.theme;
      this.farScale = k;
      if (list.length === 0) return;
      const canvas = new OffscreenCanvas(Math.max(1, Math.ceil(w * k)), Math.max(1, Math.ceil(h * k)));
      const inner = canvas.getContext('2d');
      if (!inner) return;
      this.#together(inner, list, [x, y, x + w, y + h], { k, ox: -x * k, oy: -y * k, cell: camera.fitScale() });
      this.far = canvas.transferToImageBitmap();
    }
    if (!this.far) return;
    const { place } = camera;
    const ratio = place.k / this.farScale;
    context.setTransform(ratio, 0, 0, ratio, x * place.k + place.ox, y * place.k + place.oy);
    context.globalAlpha = this.opacity;
    context.drawImage(this.far, 0, 0);
    context.globalAlpha = 1;
  }

  /** @param {import('./camera.js').Camera} camera */
  #covers(camera) {
    const [left, top, right, bottom] = seen(camera, 0);
    const slack = 1e-6;
    return (
      left >= this.left - slack &&
      top >= this.top - slack &&
      right <= this.left + this.width + slack &&
      bottom <= this.top + this.height + slack
    );
  }

  /**
   * @param {Item[]} list
   * @param {import('./camera.js').Camera} camera
   */
  #render(list, camera) {
    const { k } = camera.place;
    const [x, y, w, h] = camera.frame;
    let box = [x, y, x + w, y + h];
    const large = w * h * k * k > VIEWS_LIMIT * camera.width * camera.height * camera.ratio * camera.ratio;
    // A board too large for one picture: cache what is in view and a margin for panning.
    if (large) box = seen(camera, 0.25);
    this.list = list;
    this.theme = this.painter.theme;
    this.k = k;
    [this.left, this.top] = box;
    this.width = box[2] - box[0];
    this.height = box[3] - box[1];
    const pixels = [Math.max(1, Math.ceil(this.width * k)), Math.max(1, Math.ceil(this.height * k))];
    this.image?.close();
    this.image = null;
    const canvas = new OffscreenCanvas(pixels[0], pixels[1]);
    const context = canvas.getContext('2d');
    if (!context || list.length === 0) return;
    const place = { k, ox: -this.left * k, oy: -this.top * k, cell: camera.scale };
    this.#together(context, list, box, place);
    this.image = canvas.transferToImageBitmap();
  }

  /**
   * Things that are all equally see-through are so together, or their overlaps would show.
   * @param {import('./draw.js').Context} context
   * @param {Item[]} list
   * @param {number[]} box
   * @param {import('./draw.js').Place} place
   */
  #together(context, list, box, place) {
    const shared = list[0].opacity ?? 1;
    this.opacity = list.every((item) => (item.opacity ?? 1) === shared) ? shared : 1;
    this.#items(context, list, box, place, this.opacity < 1 ? 1 : 0);
  }

  /**
   * @param {import('./draw.js').Context} context
   * @param {Item[]} list
   * @param {number[]} box what can be seen: left, top, right, bottom
   * @param {import('./draw.js').Place} place
   * @param {number} opacity of each of them; 0 for its own
   */
  #items(context, list, box, place, opacity) {
    const { painter } = this;
    for (const item of list) {
      const scale = item.scale ?? 1;
      const reach = painter.reach(item) * scale;
      const [x, y] = item.at;
      if (x + reach < box[0] || x - reach > box[2] || y + reach < box[1] || y - reach > box[3]) continue;
      painter.item(context, item, x, y, scale, item.angle ?? 0, opacity || (item.opacity ?? 1), place);
    }
  }
}

/**
 * Whether a layer is drawn at least as fast as a picture of it.
 * @param {Item[]} list
 */
function isQuick(list) {
  if (list.length > DRAWN_SYMBOLS) return false;
  let paths = 0;
  for (const { shape } of list) if (!('symbol' in shape) && ++paths > DRAWN_PATHS) return false;
  return true;
}

/**
 * The part of the board that is in view, with a margin: left, top, right, bottom.
 * @param {import('./camera.js').Camera} camera
 * @param {number} margin as a part of the view
 */
function seen(camera, margin) {
  const [x, y, w, h] = camera.frame;
  const wide = (camera.width / camera.scale) * (0.5 + margin);
  const high = (camera.height / camera.scale) * (0.5 + margin);
  return [
    Math.max(x, camera.x - wide),
    Math.max(y, camera.y - high),
    Math.min(x + w, camera.x + wide),
    Math.min(y + h, camera.y + high),
  ];
}
