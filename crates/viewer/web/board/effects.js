// What flares up between two frames: beams, bursts, rings and rising words.

/**
 * Where an effect is on the canvas, and how far it has come: `t` runs from 0 to 1.
 * @typedef {{context: CanvasRenderingContext2D, painter: import('./draw.js').Painter, effect: Effect, t: number,
 *   unit: number, x: number, y: number, toX: number, toY: number}} Flare
 */

/**
 * How each kind is painted. The type checker reports a kind that has no entry.
 * @type {Record<EffectKind, (flare: Flare) => void>}
 */
const FLARES = {
  // The head runs ahead, the tail follows.
  beam({ context, t, unit, x, y, toX, toY }) {
    const head = Math.min(1, t * 2.2);
    const tail = Math.max(0, t * 1.8 - 0.8);
    context.globalAlpha = 1 - t * t * t;
    context.lineWidth = unit * 0.12;
    line(context, x, y, toX, toY, tail, head);
    context.globalAlpha *= 0.3;
    context.lineWidth = unit * 0.3;
    line(context, x, y, toX, toY, tail, head);
  },
  burst({ context, t, unit, x, y }) {
    const grown = 1 - (1 - t) ** 3;
    context.globalAlpha = 0.35 * (1 - t);
    disc(context, x, y, unit * (0.2 + 0.55 * grown), true);
    context.globalAlpha = 1 - t;
    context.lineWidth = unit * 0.07;
    context.beginPath();
    for (let i = 0; i < 8; i++) {
      const way = (i * Math.PI) / 4 + 0.2;
      const near = unit * (0.15 + 0.5 * grown);
      const far = unit * (0.3 + 0.6 * grown);
      context.moveTo(x + Math.cos(way) * near, y + Math.sin(way) * near);
      context.lineTo(x + Math.cos(way) * far, y + Math.sin(way) * far);
    }
    context.stroke();
  },
  ring({ context, t, unit, x, y }) {
    const grown = 1 - (1 - t) ** 2;
    context.globalAlpha = 1 - t;
    context.lineWidth = unit * 0.1 * (1 - t * 0.6);
    disc(context, x, y, unit * (0.15 + 0.75 * grown), false);
  },
  rise({ context, painter, effect, t, unit, x, y }) {
    const size = Math.max(12, unit * 0.42);
    context.globalAlpha = t < 0.6 ? 1 : (1 - t) / 0.4;
    context.font = `600 ${Math.round(size)}px system-ui, sans-serif`;
    context.textAlign = 'center';
    const height = y - unit * (0.35 + 0.7 * t);
    context.strokeStyle = painter.color('paper');
    context.lineWidth = size * 0.25;
    context.lineJoin = 'round';
    context.strokeText(effect.text ?? '', x, height);
    context.fillText(effect.text ?? '', x, height);
  },
};

/**
 * Paints an effect at a moment between 0 (begins) and 1 (is over).
 * @param {CanvasRenderingContext2D} context
 * @param {import('./draw.js').Painter} painter
 * @param {Effect} effect
 * @param {number} t
 * @param {import('./draw.js').Place} place
 */
export function paintEffect(context, painter, effect, t, place) {
  const { k, ox, oy } = place;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.strokeStyle = context.fillStyle = painter.color(effect.color);
  context.lineCap = 'round';
  const [x, y, toX, toY] = [effect.from[0] * k + ox, effect.from[1] * k + oy, effect.to[0] * k + ox, effect.to[1] * k + oy];
  // On a small board an effect must still be large enough to see.
  FLARES[effect.kind]({ context, painter, effect, t, unit: Math.max(k, 9), x, y, toX, toY });
  context.globalAlpha = 1;
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {number} x0
 * @param {number} y0
 * @param {number} x1
 * @param {number} y1
 * @param {number} tail
 * @param {number} head
 */
function line(context, x0, y0, x1, y1, tail, head) {
  context.beginPath();
  context.moveTo(x0 + (x1 - x0) * tail, y0 + (y1 - y0) * tail);
  context.lineTo(x0 + (x1 - x0) * head, y0 + (y1 - y0) * head);
  context.stroke();
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 * @param {boolean} full
 */
function disc(context, x, y, radius, full) {
  context.beginPath();
  context.arc(x, y, radius, 0, Math.PI * 2);
  if (full) context.fill();
  else context.stroke();
}
