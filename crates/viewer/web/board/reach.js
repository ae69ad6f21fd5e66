// How far a selected thing reaches, and a ring around a place that is pointed out.

/**
 * How each kind of reach is drawn. The type checker reports a kind that has no entry.
 * @type {Record<Purpose, {color: Color, dashed: boolean, label: string}>}
 */
const REACH_LOOKS = {
  range: { color: 'bad', dashed: false, label: 'range' },
  walk: { color: 'accent', dashed: true, label: 'reach' },
  sight: { color: 'faint', dashed: true, label: 'sight' },
};

/**
 * The corners of all cells within a distance, around the middle, in board units.
 * @type {Record<Metric, (far: number, grid: Grid) => Point[]>}
 */
const REACH_CORNERS = {
  diamond: (far) => [[far + 0.7, 0], [0, far + 0.7], [-far - 0.7, 0], [0, -far - 0.7]],
  square: (far) => [[far + 0.5, far + 0.5], [-far - 0.5, far + 0.5], [-far - 0.5, -far - 0.5], [far + 0.5, -far - 0.5]],
  hex(far, { right, up }) {
    const out = far + 0.55;
    const steps = /** @type {Point[]} */ ([[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]]);
    return steps.map(([x, y]) => [(right[0] * x + up[0] * y) * out, (right[1] * x + up[1] * y) * out]);
  },
};

/**
 * @param {CanvasRenderingContext2D} context
 * @param {import('./draw.js').Painter} painter
 * @param {Grid} grid
 * @param {Span[]} spans
 * @param {Point} at
 * @param {import('./draw.js').Place} place
 */
export function paintSpans(context, painter, grid, spans, at, { k, ox, oy, cell }) {
  const [x, y] = [at[0] * k + ox, at[1] * k + oy];
  const ratio = k / cell;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.lineJoin = 'round';
  spans.forEach(({ what, far, shape }, i) => {
    const look = REACH_LOOKS[what];
    const corners = REACH_CORNERS[shape](far, grid);
    context.beginPath();
    for (const [dx, dy] of corners) context.lineTo(x + dx * k, y + dy * k);
    context.closePath();
    context.fillStyle = context.strokeStyle = painter.color(look.color);
    context.globalAlpha = 0.06;
    context.fill();
    context.globalAlpha = 0.9;
    context.lineWidth = 2 * ratio;
    if (look.dashed) context.setLineDash([6 * ratio, 4 * ratio]);
    context.stroke();
    context.setLineDash([]);
    // Each at another side of the thing, so that labels of equal reaches do not meet.
    const [dx, dy] = corners[i % corners.length];
    context.font = `600 ${Math.round(11 * ratio)}px system-ui, sans-serif`;
    context.textAlign = 'center';
    context.globalAlpha = 1;
    context.strokeStyle = painter.color('paper');
    context.lineWidth = 3 * ratio;
    context.strokeText(`${look.label} ${far}`, x + dx * k, y + dy * k - 4 * ratio);
    context.fillText(`${look.label} ${far}`, x + dx * k, y + dy * k - 4 * ratio);
  });
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {import('./draw.js').Painter} painter
 * @param {Point} at
 * @param {number} size of what is there
 * @param {import('./draw.js').Place} place
 */
export function paintSpot(context, painter, at, size, { k, ox, oy, cell }) {
  const ratio = k / cell;
  context.setTransform(1, 0, 0, 1, at[0] * k + ox, at[1] * k + oy);
  context.globalAlpha = 1;
  for (const [color, width] of /** @type {[Color, number][]} */ ([['paper', 7], ['warn', 3.5]])) {
    context.beginPath();
    context.arc(0, 0, Math.max(k * size * 0.9, 18 * ratio), 0, Math.PI * 2);
    context.strokeStyle = painter.color(color);
    context.lineWidth = width * ratio;
    context.stroke();
  }
}
