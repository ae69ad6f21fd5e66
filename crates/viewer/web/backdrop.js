// A picture of layers that hardly change, kept on a canvas of its own and put under everything else.

/** No canvas becomes larger than this on a side, nor this large in all. */
const SIDE_LIMIT = 4096;
const AREA_LIMIT = 12e6;

export class Backdrop {
  /** @param {import('./draw.js').Painter} painter */
  constructor(painter) {
    this.painter = painter;
    this.canvas = document.createElement('canvas');
    this.context = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext('2d'));
    /** What is on it: the lists, the theme, the scale, and the part of the board. @type {Item[][]} */
    this.lists = [];
    this.theme = '';
    this.k = 0;
    this.left = 0;
    this.top = 0;
    this.width = 0;
    this.height = 0;
  }

  /**
   * Puts it on a canvas, made anew if need be. While `loose`, a picture of another size will do: it is stretched.
   * @param {CanvasRenderingContext2D} context
   * @param {Item[][]} lists
   * @param {import('./camera.js').Camera} camera
   * @param {boolean} loose
   * @returns {boolean} whether it was stretched, and wants to be made anew when things are quiet
   */
  paint(context, lists, camera, loose) {
    const { place } = camera;
    const same = this.theme === this.painter.theme && lists.every((list, i) => list === this.lists[i]);
    const near = loose && this.k > place.k / 4 && this.k < place.k * 4;
    if (!same || !this.#covers(camera) || (this.k !== place.k && !near)) this.#render(lists, camera);
    if (this.width <= 0 || this.canvas.width === 0) return false;
    const ratio = place.k / this.k;
    context.setTransform(ratio, 0, 0, ratio, this.left * place.k + place.ox, this.top * place.k + place.oy);
    context.globalAlpha = 1;
    context.drawImage(this.canvas, 0, 0);
    return this.k !== place.k;
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
   * @param {Item[][]} lists
   * @param {import('./camera.js').Camera} camera
   */
  #render(lists, camera) {
    const { k } = camera.place;
    const [x, y, w, h] = camera.frame;
    let box = [x, y, x + w, y + h];
    const large = w * k > SIDE_LIMIT || h * k > SIDE_LIMIT || w * h * k * k > AREA_LIMIT;
    // A board that is too large for one picture: what is seen, and something around it for moving.
    if (large) box = seen(camera, 0.25);
    this.lists = lists.slice();
    this.theme = this.painter.theme;
    this.k = k;
    [this.left, this.top] = box;
    this.width = box[2] - box[0];
    this.height = box[3] - box[1];
    const pixels = [Math.max(1, Math.ceil(this.width * k)), Math.max(1, Math.ceil(this.height * k))];
    if (this.canvas.width !== pixels[0] || this.canvas.height !== pixels[1]) [this.canvas.width, this.canvas.height] = pixels;
    const { context, painter } = this;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, pixels[0], pixels[1]);
    const place = { k, ox: -this.left * k, oy: -this.top * k, cell: camera.scale };
    for (const list of lists) {
      for (const item of list) {
        const scale = item.scale ?? 1;
        const reach = painter.reach(item) * scale;
        const [ix, iy] = item.at;
        if (ix + reach < box[0] || ix - reach > box[2] || iy + reach < box[1] || iy - reach > box[3]) continue;
        painter.item(context, item, ix, iy, scale, item.angle ?? 0, item.opacity ?? 1, place);
      }
    }
  }
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
