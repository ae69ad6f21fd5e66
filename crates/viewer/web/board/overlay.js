// What the page draws over the board: marked cells, selections, arrows, the cursor, notes beside units.

import { cellCentre, cellCorners } from './cells.js';

/**
 * The colour of each kind of mark, how strongly a cell is filled, its outline, and a sign in its middle.
 * @type {Record<MarkStyle, {color: Color, full: number, line: number, sign?: 'dot' | 'cross' | 'plus', dashed?: boolean}>}
 */
const MARK_LOOKS = {
  legal: { color: 'accent', full: 0.2, line: 0.6 },
  later: { color: 'accent', full: 0.04, line: 0, sign: 'dot' },
  strike: { color: 'bad', full: 0.2, line: 1, sign: 'cross' },
  hunt: { color: 'bad', full: 0.06, line: 0.9, sign: 'cross', dashed: true },
  build: { color: 'good', full: 0.14, line: 0.7, sign: 'plus' },
  goal: { color: 'accent', full: 0.32, line: 1 },
  hover: { color: 'ink', full: 0.08, line: 0.6 },
  selected: { color: 'accent', full: 0.1, line: 1 },
  bad: { color: 'bad', full: 0.22, line: 0.9 },
};

/** More rings than this are small on a small board. */
const MANY_RINGS = 6;
/** More marks than this are drawn faintly. */
const MANY_MARKS = 150;

/**
 * Marked cells.
 * @param {CanvasRenderingContext2D} context
 * @param {import('./draw.js').Painter} painter
 * @param {Grid} grid
 * @param {CellMark[]} marks
 * @param {import('./draw.js').Place} place
 */
export function paintCells(context, painter, grid, marks, place) {
  if (marks.length === 0) return;
  const corners = cellCorners(grid);
  // Where nearly everything is allowed, a hint is enough: the board shows through.
  const faint = marks.length > MANY_MARKS ? 0.3 : 1;
  context.lineJoin = 'round';
  context.setTransform(1, 0, 0, 1, 0, 0);
  for (const { cell, style } of marks) {
    const look = MARK_LOOKS[style];
    const strength = style === 'legal' || style === 'goal' || style === 'later' ? faint : 1;
    outline(context, cellCentre(grid, cell), corners, place, 0.94);
    context.fillStyle = context.strokeStyle = painter.color(look.color);
    context.globalAlpha = look.full * strength;
    context.fill();
    context.globalAlpha = look.line * strength;
    context.lineWidth = Math.max(1, place.k * 0.05);
    if (look.dashed) context.setLineDash([place.k * 0.16, place.k * 0.1]);
    if (look.line > 0) context.stroke();
    context.setLineDash([]);
    if (look.sign) paintSign(context, look.sign, cellCentre(grid, cell), place, strength);
  }
  context.globalAlpha = 1;
}

/**
 * A small sign in the middle of a cell, or in the corners where something stands.
 * @param {CanvasRenderingContext2D} context
 * @param {'dot' | 'cross' | 'plus'} sign
 * @param {Point} at
 * @param {import('./draw.js').Place} place
 * @param {number} strength
 */
function paintSign(context, sign, at, { k, ox, oy }, strength) {
  const [x, y] = [at[0] * k + ox, at[1] * k + oy];
  context.globalAlpha = 0.9 * strength;
  context.lineWidth = Math.max(1.5, k * 0.06);
  context.beginPath();
  if (sign === 'dot') context.arc(x, y, Math.max(1.5, k * 0.09), 0, Math.PI * 2);
  else if (sign === 'plus') {
    context.moveTo(x - k * 0.18, y);
    context.lineTo(x + k * 0.18, y);
    context.moveTo(x, y - k * 0.18);
    context.lineTo(x, y + k * 0.18);
  } else {
    // Like the sight of a gun, around whoever stands there.
    for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
      context.moveTo(x + dx * k * 0.3, y + dy * k * 0.3);
      context.lineTo(x + dx * k * 0.47, y + dy * k * 0.47);
    }
  }
  if (sign === 'dot') context.fill();
  else context.stroke();
}

/**
 * A ring around a thing; twice, dark and light, so that it shows on any ground.
 * @param {CanvasRenderingContext2D} context
 * @param {import('./draw.js').Painter} painter
 * @param {Point} at
 * @param {number} scale
 * @param {import('./draw.js').Place} place
 * @param {number} count of all rings: many must not cover what is inside them
 */
export function paintRing(context, painter, at, scale, place, count) {
  const radius = Math.max(place.k * 0.66 * scale, count > MANY_RINGS ? 5 : 8);
  const width = Math.max(2, place.k * 0.06);
  context.setTransform(1, 0, 0, 1, at[0] * place.k + place.ox, at[1] * place.k + place.oy);
  context.globalAlpha = 1;
  context.beginPath();
  context.arc(0, 0, radius, 0, Math.PI * 2);
  context.strokeStyle = painter.color('paper');
  context.lineWidth = width * 2;
  context.stroke();
  context.strokeStyle = painter.color('accent');
  context.lineWidth = width;
  context.stroke();
}

/** More arrows than this are thin and faint, and begin beside their units: those are still to be seen. */
const MANY_ARROWS = 10;

/**
 * Arrows between points of the board.
 * @param {CanvasRenderingContext2D} context
 * @param {import('./draw.js').Painter} painter
 * @param {Arrow[]} arrows
 * @param {import('./draw.js').Place} place
 */
export function paintArrows(context, painter, arrows, place) {
  const { k, ox, oy } = place;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.lineCap = context.lineJoin = 'round';
  const many = arrows.length > MANY_ARROWS;
  const strength = many ? 0.6 : 1;
  for (const { from, to, style, dashed } of arrows) {
    const [fx, fy, x1, y1] = [from[0] * k + ox, from[1] * k + oy, to[0] * k + ox, to[1] * k + oy];
    const whole = Math.hypot(x1 - fx, y1 - fy);
    if (whole < 1) continue;
    const [wx, wy] = [(x1 - fx) / whole, (y1 - fy) / whole];
    const gap = many ? Math.min(k * 0.5, whole / 3) : 0;
    const [x0, y0, long] = [fx + wx * gap, fy + wy * gap, whole - gap];
    const head = Math.min(Math.max(k * 0.24, many ? 4 : 6), long * 0.6);
    context.beginPath();
    context.moveTo(x0, y0);
    context.lineTo(x1, y1);
    context.moveTo(x1 - (wx + wy * 0.6) * head, y1 - (wy - wx * 0.6) * head);
    context.lineTo(x1, y1);
    context.lineTo(x1 - (wx - wy * 0.6) * head, y1 - (wy + wx * 0.6) * head);
    const width = many ? Math.max(1, k * 0.04) : Math.max(dashed ? 1.5 : 2, k * (dashed ? 0.05 : 0.08));
    context.globalAlpha = (dashed ? 0.5 : 0.85) * strength;
    context.strokeStyle = painter.color('paper');
    context.lineWidth = width * 2;
    context.stroke();
    context.globalAlpha = (dashed ? 0.75 : 1) * strength;
    context.strokeStyle = painter.color(MARK_LOOKS[style ?? 'goal'].color);
    context.lineWidth = width;
    if (dashed) context.setLineDash([width * 3, width * 2.5]);
    context.stroke();
    context.setLineDash([]);
  }
}

/**
 * The cell that keys move.
 * @param {CanvasRenderingContext2D} context
 * @param {import('./draw.js').Painter} painter
 * @param {Grid} grid
 * @param {Point} cell
 * @param {import('./draw.js').Place} place
 */
export function paintCursor(context, painter, grid, cell, place) {
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.globalAlpha = 1;
  context.lineJoin = 'round';
  outline(context, cellCentre(grid, cell), cellCorners(grid), place, Math.max(1, 14 / place.k));
  const width = Math.max(2, place.k * 0.07);
  context.strokeStyle = painter.color('paper');
  context.lineWidth = width * 2.2;
  context.stroke();
  context.strokeStyle = painter.color('accent');
  context.lineWidth = width;
  context.stroke();
}

/**
 * Words beside a thing, on a small card.
 * @param {CanvasRenderingContext2D} context
 * @param {import('./draw.js').Painter} painter
 * @param {string} text
 * @param {Point} at
 * @param {Color} color whose words they are
 * @param {import('./camera.js').Camera} camera
 */
export function paintNote(context, painter, text, at, color, camera) {
  const { k, ox, oy } = camera.place;
  const { ratio } = camera;
  const size = Math.round(11 * ratio);
  const short = text.length > 40 ? `${text.slice(0, 39)}…` : text;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.font = `${size}px system-ui, sans-serif`;
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  const wide = context.measureText(short).width + 10 * ratio;
  const high = size * 1.6;
  const x = Math.min(at[0] * k + ox + k * 0.5, camera.width * ratio - wide - 2);
  const y = at[1] * k + oy - k * 0.3 - high;
  context.globalAlpha = 0.94;
  context.fillStyle = painter.color('paper');
  context.strokeStyle = painter.color(color);
  context.lineWidth = 1.5 * ratio;
  context.beginPath();
  context.roundRect(x, y, wide, high, 4 * ratio);
  context.fill();
  context.stroke();
  context.globalAlpha = 1;
  context.fillStyle = painter.color('ink');
  context.fillText(short, x + 5 * ratio, y + high / 2);
}

/**
 * The numbers of marked cells, over whatever stands there and large enough to read on any board.
 * @param {CanvasRenderingContext2D} context
 * @param {import('./draw.js').Painter} painter
 * @param {Grid} grid
 * @param {CellMark[]} marks
 * @param {import('./draw.js').Place} place
 */
export function paintNumbers(context, painter, grid, marks, { k, ox, oy, cell }) {
  const ratio = k / cell;
  const size = Math.round(Math.min(Math.max(k * 0.3, 11 * ratio), 18 * ratio));
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.globalAlpha = 1;
  for (const { cell: where, style, text } of marks) {
    if (!text) continue;
    const [x, y] = cellCentre(grid, where);
    context.font = `700 ${size}px system-ui, sans-serif`;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    const wide = Math.max(size * 1.4, context.measureText(text).width + size * 0.7);
    const [px, py] = [(x + 0.4) * k + ox, (y - 0.4) * k + oy];
    context.beginPath();
    context.roundRect(px - wide / 2, py - size * 0.7, wide, size * 1.4, size * 0.7);
    context.fillStyle = painter.color(MARK_LOOKS[style].color);
    context.strokeStyle = painter.color('paper');
    context.lineWidth = 1.5 * ratio;
    context.fill();
    context.stroke();
    context.fillStyle = painter.color('paper');
    context.fillText(text, px, py + size * 0.05);
    context.textBaseline = 'alphabetic';
  }
}

/**
 * The box that is being drawn to select things.
 * @param {CanvasRenderingContext2D} context
 * @param {import('./draw.js').Painter} painter
 * @param {[number, number, number, number]} box in pixels of the page
 * @param {number} ratio
 */
export function paintBox(context, painter, [x0, y0, x1, y1], ratio) {
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.fillStyle = context.strokeStyle = painter.color('accent');
  context.globalAlpha = 0.14;
  context.fillRect(x0, y0, x1 - x0, y1 - y0);
  context.globalAlpha = 1;
  context.lineWidth = 1.5;
  context.setLineDash([5, 4]);
  context.strokeRect(x0, y0, x1 - x0, y1 - y0);
  context.setLineDash([]);
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Point} centre
 * @param {Point[]} corners
 * @param {import('./draw.js').Place} place
 * @param {number} size
 */
function outline(context, centre, corners, place, size) {
  context.beginPath();
  for (let i = 0; i < corners.length; i++) {
    const x = (centre[0] + corners[i][0] * size) * place.k + place.ox;
    const y = (centre[1] + corners[i][1] * size) * place.k + place.oy;
    if (i === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  }
  context.closePath();
}
