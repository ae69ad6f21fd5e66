// What flares up between two frames: beams, bursts, rings and rising words.

/** Words that rise are about this wide for each letter, and this high, in board units. */
const LETTER_WIDE = 0.26;
const WORD_HIGH = 0.5;

/**
 * An effect as it is painted. Words that would cover others rise above them: `row` says how many.
 * @typedef {Effect & {row?: number}} Staged
 */

/**
 * Effects without those that would overprint each other: equal ones are painted once, numbers at one place are summed,
 * equal words are counted, and different words are stacked.
 * @param {Effect[]} effects
 * @returns {Staged[]}
 */
export function gathered(effects) {
  /** @type {Map<string, Staged>} */
  const staged = new Map();
  /** @type {Map<string, {effect: Effect, sum: number | null, count: number}>} */
  const words = new Map();
  for (const effect of effects) {
    const place = `${effect.kind} ${effect.color} ${effect.from.map(tenths)} ${effect.to.map(tenths)}`;
    if (effect.kind !== 'rise') {
      if (!staged.has(place)) staged.set(place, effect);
      continue;
    }
    const text = effect.text ?? '';
    const number = /^[+-]\d+$/.test(text) ? Number(text) : null;
    const key = number === null ? `${place} ${text}` : `${place} ${text[0]}`;
    const word = words.get(key);
    if (!word) words.set(key, { effect, sum: number, count: 1 });
    else {
      word.count++;
      if (word.sum !== null && number !== null) word.sum += number;
    }
  }
  return [...staged.values(), ...stacked([...words.values()].map(({ effect, sum, count }) => ({ ...effect, text: summed(effect.text ?? '', sum, count) })))];
}

/** @param {number} value */
function tenths(value) {
  return Math.round(value * 10);
}

/**
 * @param {string} text
 * @param {number | null} sum
 * @param {number} count
 */
function summed(text, sum, count) {
  if (count === 1) return text;
  if (sum === null) return `${text} ×${count}`;
  return sum > 0 ? `+${sum}` : String(sum);
}

/**
 * @param {Effect[]} rising
 * @returns {Staged[]}
 */
function stacked(rising) {
  /** @type {{x: number, y: number, wide: number}[]} */
  const taken = [];
  // From the top of the board down, so that a stack grows over what is behind it.
  return [...rising].sort((a, b) => a.from[1] - b.from[1]).map((effect) => {
    const [x, y] = effect.from;
    const wide = (effect.text ?? '').length * LETTER_WIDE;
    let row = 0;
    while (taken.some((other) => Math.abs(other.x - x) * 2 < other.wide + wide && Math.abs(other.y - (y - row * WORD_HIGH)) < WORD_HIGH * 0.9)) row++;
    taken.push({ x, y: y - row * WORD_HIGH, wide });
    return { ...effect, row };
  });
}

/**
 * Where an effect is on the canvas, and how far it has come: `t` runs from 0 to 1.
 * @typedef {{context: CanvasRenderingContext2D, painter: import('./draw.js').Painter, effect: Staged, t: number,
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
    const height = y - unit * (0.35 + 0.7 * t) - (effect.row ?? 0) * size * 1.15;
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
 * @param {Staged} effect
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
