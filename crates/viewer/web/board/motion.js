// The way from one picture to the next: what moves, appears and disappears. Planned once; drawing allocates nothing.

/** The layers that move: floor, unit, top. */
const FIRST_MOVING = 3;
/** Moving things stay at least this large when zoomed out, in CSS pixels; but grow at most to twice their size. */
const SEEN_FROM = 7;

/**
 * @typedef {{item: Item, still: boolean, reach: number, x: number, y: number, dx: number, dy: number, angle: number,
 *   turn: number, scale: number, grow: number, opacity: number, fade: number}} Leg
 */

export class Motion {
  constructor() {
    /** What is in each moving layer. The lists and their entries are reused. @type {Leg[][]} */
    this.legs = [[], [], []];
    this.counts = [0, 0, 0];
  }

  /**
   * @param {import('./scene.js').Picture} picture
   * @param {import('./scene.js').Picture | null} previous
   * @param {import('./draw.js').Painter} painter
   */
  plan(picture, previous, painter) {
    for (let layer = 0; layer < 3; layer++) {
      const now = picture.layers[FIRST_MOVING + layer];
      const before = previous?.layers[FIRST_MOVING + layer];
      this.counts[layer] = 0;
      // What is gone fades out below what is there.
      if (before && previous && before !== now) {
        for (let i = 0; i < before.length; i++) {
          const item = before[i];
          if (!picture.byId.has(item.id)) this.#add(layer, item, item, painter, true);
        }
      }
      for (let i = 0; i < now.length; i++) {
        const item = now[i];
        this.#add(layer, item, previous ? (previous.byId.get(item.id) ?? null) : item, painter, false);
      }
    }
  }

  /**
   * @param {number} layer
   * @param {Item} item
   * @param {Item | null} was null if it is new
   * @param {import('./draw.js').Painter} painter
   * @param {boolean} gone
   */
  #add(layer, item, was, painter, gone) {
    const list = this.legs[layer];
    const at = this.counts[layer]++;
    const leg = list[at] ?? (list[at] = blank(item));
    const from = was ?? item;
    const scale = item.scale ?? 1;
    const opacity = item.opacity ?? 1;
    const angle = item.angle ?? 0;
    leg.item = item;
    leg.still = was === item && !gone;
    leg.reach = painter.reach(item) * Math.max(scale, from.scale ?? 1);
    leg.x = item.at[0];
    leg.y = item.at[1];
    leg.dx = from.at[0] - leg.x;
    leg.dy = from.at[1] - leg.y;
    leg.angle = angle;
    // The shorter way round.
    leg.turn = ((((from.angle ?? 0) - angle) % 360) + 540) % 360 - 180;
    leg.scale = scale;
    leg.grow = (from.scale ?? 1) - scale;
    leg.opacity = opacity;
    leg.fade = (from.opacity ?? 1) - opacity;
    if (!was) {
      leg.fade = -opacity;
      leg.grow = -0.4 * scale;
    }
    if (gone) {
      // At the end nothing is left of it.
      leg.fade = opacity;
      leg.opacity = 0;
    }
  }

  /**
   * Paints a layer at a moment: 0 is the picture before, 1 the picture itself.
   * @param {number} layer 0 floor, 1 unit, 2 top
   * @param {CanvasRenderingContext2D} context
   * @param {import('./draw.js').Painter} painter
   * @param {number} t
   * @param {import('./camera.js').Camera} camera
   */
  paint(layer, context, painter, t, camera) {
    const legs = this.legs[layer];
    const count = this.counts[layer];
    const { place } = camera;
    const back = 1 - ease(t);
    const boost = layer === 1 ? Math.min(2, Math.max(1, SEEN_FROM / place.cell)) : 1;
    const wide = camera.width / camera.scale / 2;
    const high = camera.height / camera.scale / 2;
    for (let i = 0; i < count; i++) {
      const leg = legs[i];
      const x = leg.x + leg.dx * back;
      const y = leg.y + leg.dy * back;
      if (x + leg.reach < camera.x - wide || x - leg.reach > camera.x + wide) continue;
      if (y + leg.reach < camera.y - high || y - leg.reach > camera.y + high) continue;
      const larger = boost > 1 && leg.scale < boost && 'symbol' in leg.item.shape ? boost / Math.max(1, leg.scale) : 1;
      if (leg.still) painter.item(context, leg.item, x, y, leg.scale * larger, leg.angle, leg.opacity, place);
      else {
        const scale = (leg.scale + leg.grow * back) * larger;
        painter.item(context, leg.item, x, y, scale, leg.angle + leg.turn * back, leg.opacity + leg.fade * back, place);
      }
    }
  }
}

/** @param {Item} item @returns {Leg} */
function blank(item) {
  return { item, still: true, reach: 1, x: 0, y: 0, dx: 0, dy: 0, angle: 0, turn: 0, scale: 1, grow: 0, opacity: 1, fade: 0 };
}

/** @param {number} t */
function ease(t) {
  return t >= 1 ? 1 : t * t * (3 - 2 * t);
}
