// What was: the ways that units took, and where they were or died, as a shade over the board.

/**
 * A way over the board, oldest point first.
 * @typedef {{points: Point[], color: Color, dashed?: boolean}} Track
 */

/**
 * How much of something there was at places: each a square of that side, with a strength from 0 to 1.
 * @typedef {{side: number, color: Color, places: {at: Point, strength: number}[]}} Heat
 */

/** A place is drawn at least that large, in pixels of the page: a single death on a large board is to be seen. */
const HEAT_LEAST = 7;

/**
 * Ways fade towards where they come from.
 * @param {CanvasRenderingContext2D} context
 * @param {import('./draw.js').Painter} painter
 * @param {Track[]} tracks
 * @param {import('./draw.js').Place} place
 */
export function paintTracks(context, painter, tracks, { k, ox, oy }) {
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.lineCap = context.lineJoin = 'round';
  context.lineWidth = Math.max(1.5, k * 0.09);
  for (const { points, color, dashed } of tracks) {
    context.strokeStyle = painter.color(color);
    if (dashed) context.setLineDash([k * 0.18, k * 0.22]);
    for (let i = 1; i < points.length; i++) {
      context.globalAlpha = dashed ? 0.8 : 0.15 + (0.65 * i) / points.length;
      context.beginPath();
      context.moveTo(points[i - 1][0] * k + ox, points[i - 1][1] * k + oy);
      context.lineTo(points[i][0] * k + ox, points[i][1] * k + oy);
      context.stroke();
    }
    if (dashed) context.setLineDash([]);
  }
  context.globalAlpha = 1;
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {import('./draw.js').Painter} painter
 * @param {Heat} heat
 * @param {import('./draw.js').Place} place
 */
export function paintHeat(context, painter, { side, color, places }, { k, ox, oy, cell }) {
  const ratio = k / cell;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.fillStyle = painter.color(color);
  const size = Math.max(HEAT_LEAST * ratio, side * k);
  for (const { at, strength } of places) {
    context.globalAlpha = 0.3 + 0.6 * strength;
    context.fillRect(at[0] * k + ox - size / 2, at[1] * k + oy - size / 2, size, size);
  }
  context.globalAlpha = 1;
}
