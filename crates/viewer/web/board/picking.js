// What lies under a pointer.

/**
 * What people can ask about at a point of the board: units first, then what is nearest, then what fills the cell.
 * @param {import('./scene.js').Picture} picture
 * @param {import('./draw.js').Painter} painter
 * @param {CanvasRenderingContext2D} context for its geometry; nothing is painted
 * @param {Point} point
 * @param {Point} cell
 * @param {number} slack how far beside a thing one may point, in board units
 * @returns {Item[]}
 */
export function itemsAround(picture, painter, context, point, cell, slack) {
  /** @type {Item[]} */
  const near = [];
  /** @type {Item[]} */
  const units = [];
  /** @type {Item[]} */
  const on = [];
  /** @param {Item} item */
  const far = (item) => Math.hypot(item.at[0] - point[0], item.at[1] - point[1]);
  for (const item of picture.asked()) {
    const scale = item.scale ?? 1;
    const path = 'path' in item.shape ? item.shape.path : null;
    if (item.cell && item.cell[0] === cell[0] && item.cell[1] === cell[1]) {
      (item.layer === 'unit' || item.layer === 'top' ? units : on).push(item);
    } else if (!path && item.layer !== 'ground' && far(item) < slack * scale) near.push(item);
    else if (path && !item.cell && far(item) < painter.reach(item) * scale && isInside(item, painter.path(path.d), context, point)) on.push(item);
  }
  near.sort((a, b) => far(a) - far(b));
  return [...units, ...near, ...on];
}

/**
 * @param {Item} item
 * @param {Path2D} path
 * @param {CanvasRenderingContext2D} context
 * @param {Point} point
 */
function isInside(item, path, context, point) {
  const angle = (-(item.angle ?? 0) * Math.PI) / 180;
  const scale = item.scale ?? 1;
  const x = (point[0] - item.at[0]) / scale;
  const y = (point[1] - item.at[1]) / scale;
  context.setTransform(1, 0, 0, 1, 0, 0);
  return context.isPointInPath(path, x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle));
}
