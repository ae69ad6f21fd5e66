// The lines of a chart, small or large.

/** So that lines can be told apart without their colour. */
const DASHES = [[], [5, 3], [2, 2], [7, 2, 2, 2]];
/** With more lines than this, only those that end highest stand out. */
const LINES_ALIKE = 4;
const LINES_MARKED = 3;

/** What is drawn of a chart. @typedef {{series: Series[], least: number, most: number, many: boolean}} Lines */

/**
 * The lines that may be shown, and the numbers between which they lie; 0 is always among them.
 * @param {Chart} chart
 * @param {(seat: number) => boolean} told
 * @returns {Lines}
 */
export function linesOf(chart, told) {
  let least = 0;
  let most = 0;
  for (const { points } of chart.series) {
    for (const [, value] of points) {
      if (value < least) least = value;
      if (value > most) most = value;
    }
  }
  const series = chart.series.filter(({ seat }) => told(seat));
  const many = chart.series.length > LINES_ALIKE;
  if (many) series.sort((a, b) => lastOf(a.points) - lastOf(b.points));
  return { series, least, most: most === least ? least + 1 : most, many };
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {import('../board/draw.js').Painter} painter
 * @param {Lines} lines
 * @param {number} steps of the match
 * @param {[number, number, number, number]} box left, top, width, height
 */
export function paintLines(context, painter, { series, least, most, many }, steps, [left, top, width, height]) {
  const yOf = (/** @type {number} */ value) => top + height - ((value - least) / (most - least)) * height;
  context.strokeStyle = painter.color('ground_line');
  context.lineWidth = 1;
  const zero = Math.round(yOf(0)) + 0.5;
  context.strokeRect(left - 2, zero, width + 4, 0);
  context.lineJoin = 'round';
  const first = many ? series.length - LINES_MARKED : 0;
  for (const [place, { seat, points }] of series.entries()) {
    context.lineWidth = place < first ? 1 : 1.6;
    context.globalAlpha = place < first ? 0.3 : 1;
    context.strokeStyle = painter.color(`seat${seat}`);
    context.setLineDash(many ? [] : DASHES[seat % DASHES.length]);
    context.beginPath();
    let y = 0;
    points.forEach(([frame, value], i) => {
      const x = left + (frame / Math.max(1, steps)) * width;
      const to = yOf(value);
      // A number holds until it changes: steps, not slopes.
      if (i === 0) context.moveTo(x, to);
      else {
        context.lineTo(x, y);
        context.lineTo(x, to);
      }
      y = to;
    });
    context.lineTo(left + width, y);
    context.stroke();
  }
  context.setLineDash([]);
  context.globalAlpha = 1;
}

/** @param {[number, number][]} points */
function lastOf(points) {
  return points.length > 0 ? points[points.length - 1][1] : 0;
}

/**
 * The number that holds at a frame.
 * @param {[number, number][]} points
 * @param {number} frame
 */
export function valueAt(points, frame) {
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (points[middle][0] <= frame) low = middle + 1;
    else high = middle;
  }
  return low > 0 ? points[low - 1][1] : null;
}
