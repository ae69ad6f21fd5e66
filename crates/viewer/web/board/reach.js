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

/** Where the outlines of many things become one, before they are drawn. @type {OffscreenCanvas | null} */
let sheet = null;

/**
 * What selected things reach: of one each of its reaches, of several what they reach together.
 * @param {CanvasRenderingContext2D} context
 * @param {import('./draw.js').Painter} painter
 * @param {Grid} grid
 * @param {{spans: Span[], at: Point}[]} things
 * @param {import('./draw.js').Place} place
 */
export function paintReaches(context, painter, grid, things, place) {
  if (things.length === 1) return paintSpans(context, painter, grid, things[0].spans, things[0].at, place);
  const purposes = /** @type {Purpose[]} */ (Object.keys(REACH_LOOKS));
  purposes.forEach((what, side) => {
    const reached = things.flatMap(({ spans, at }) => spans.filter((span) => span.what === what).map((span) => ({ span, at })));
    if (reached.length > 0) paintJointly(context, painter, grid, reached, side, place);
  });
}

/**
 * Reaches of one kind with one outline and one label.
 * @param {CanvasRenderingContext2D} context
 * @param {import('./draw.js').Painter} painter
 * @param {Grid} grid
 * @param {{span: Span, at: Point}[]} reached
 * @param {number} side where its label goes, so that those of other kinds have room
 * @param {import('./draw.js').Place} place
 */
function paintJointly(context, painter, grid, reached, side, { k, ox, oy, cell }) {
  const ratio = k / cell;
  const look = REACH_LOOKS[reached[0].span.what];
  const path = new Path2D();
  /** @type {Point[]} */
  const corners = [];
  for (const { span, at } of reached) {
    const own = REACH_CORNERS[span.shape](span.far, grid).map(([dx, dy]) => /** @type {Point} */ ([(at[0] + dx) * k + ox, (at[1] + dy) * k + oy]));
    own.forEach(([x, y], i) => (i === 0 ? path.moveTo(x, y) : path.lineTo(x, y)));
    path.closePath();
    corners.push(...own);
  }
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.fillStyle = painter.color(look.color);
  context.globalAlpha = 0.06;
  context.fill(path);
  context.globalAlpha = 0.9;
  context.drawImage(outlined(context.canvas, path, painter.color(look.color), ratio, look.dashed), 0, 0);
  const fars = reached.map(({ span }) => span.far);
  const [least, most] = [Math.min(...fars), Math.max(...fars)];
  const [x, y] = corners.reduce((best, corner) => (LABEL_SIDES[side](corner) > LABEL_SIDES[side](best) ? corner : best));
  paintLabel(context, painter, look, `${look.label} ${least === most ? least : `${least} to ${most}`}`, x, y - 4 * ratio, ratio);
}

/** Where the label of each kind of reach goes: at the top, on the right, at the bottom. @type {((corner: Point) => number)[]} */
const LABEL_SIDES = [([, y]) => -y, ([x]) => x, ([, y]) => y];

/**
 * The outline of all that a path covers, without the lines inside.
 * @param {HTMLCanvasElement} canvas
 * @param {Path2D} path
 * @param {string} color
 * @param {number} ratio
 * @param {boolean} dashed
 */
function outlined({ width, height }, path, color, ratio, dashed) {
  if (!sheet || sheet.width !== width || sheet.height !== height) sheet = new OffscreenCanvas(width, height);
  const pen = /** @type {OffscreenCanvasRenderingContext2D} */ (sheet.getContext('2d'));
  pen.globalCompositeOperation = 'source-over';
  pen.clearRect(0, 0, width, height);
  pen.lineJoin = 'round';
  pen.strokeStyle = color;
  // The inner half goes with what is inside.
  pen.lineWidth = 4 * ratio;
  pen.setLineDash(dashed ? [6 * ratio, 4 * ratio] : []);
  pen.stroke(path);
  pen.globalCompositeOperation = 'destination-out';
  pen.fill(path);
  return sheet;
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {import('./draw.js').Painter} painter
 * @param {{color: Color}} look
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {number} ratio
 */
function paintLabel(context, painter, look, text, x, y, ratio) {
  context.font = `600 ${Math.round(11 * ratio)}px system-ui, sans-serif`;
  context.textAlign = 'center';
  context.globalAlpha = 1;
  context.lineJoin = 'round';
  context.fillStyle = painter.color(look.color);
  context.strokeStyle = painter.color('paper');
  context.lineWidth = 3 * ratio;
  context.strokeText(text, x, y);
  context.fillText(text, x, y);
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {import('./draw.js').Painter} painter
 * @param {Grid} grid
 * @param {Span[]} spans
 * @param {Point} at
 * @param {import('./draw.js').Place} place
 */
function paintSpans(context, painter, grid, spans, at, { k, ox, oy, cell }) {
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
    paintLabel(context, painter, look, `${look.label} ${far}`, x + dx * k, y + dy * k - 4 * ratio, ratio);
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
