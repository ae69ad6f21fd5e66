// What lies under a pointer.

import { LAYERS } from './scene.js';

const UNITS = LAYERS.indexOf('unit');

/**
 * What people can ask about at a point of the board, the topmost first: what stands on the cell, and what has no cell but
 * is drawn there. What stands on another cell is never among it, however near it is.
 * @param {import('./scene.js').Picture} picture
 * @param {import('./draw.js').Painter} painter
 * @param {CanvasRenderingContext2D} context for its geometry; nothing is painted
 * @param {Point} point
 * @param {Point} cell
 * @returns {Item[]}
 */
export function itemsAround(picture, painter, context, point, cell) {
  /** @type {Item[]} */
  const units = [];
  /** @type {Item[]} */
  const on = [];
  for (const item of picture.asked()) {
    const path = 'path' in item.shape ? item.shape.path : null;
    if (item.cell ? item.cell[0] === cell[0] && item.cell[1] === cell[1] : covers(item, path, painter, context, point)) {
      (item.layer === 'unit' || item.layer === 'top' ? units : on).push(item);
    }
  }
  return [...units, ...on];
}

/**
 * The unit that somebody points at who points beside its cell: one that is drawn larger than a cell, or on a board so
 * small that a finger cannot hit a cell.
 * @param {import('./scene.js').Picture} picture
 * @param {Point} point
 * @param {number} slack how far beside a small unit one may point, in board units
 * @returns {Item | null}
 */
export function unitNear(picture, point, slack) {
  /** @type {Item | null} */
  let best = null;
  let least = Infinity;
  for (const item of picture.layers[UNITS]) {
    if (!item.title || !item.cell) continue;
    const far = Math.hypot(item.at[0] - point[0], item.at[1] - point[1]);
    if (far < Math.max(slack, (item.scale ?? 1) * 0.5) && far < least) [best, least] = [item, far];
  }
  return best;
}

/**
 * Whether something without a cell is drawn at a point.
 * @param {Item} item
 * @param {Part | null} path
 * @param {import('./draw.js').Painter} painter
 * @param {CanvasRenderingContext2D} context
 * @param {Point} point
 */
function covers(item, path, painter, context, point) {
  const scale = item.scale ?? 1;
  const far = Math.hypot(item.at[0] - point[0], item.at[1] - point[1]);
  if (!path) return item.layer !== 'ground' && far < 0.5 * Math.max(scale, painter.reach(item) * scale * 0.5);
  return far < painter.reach(item) * scale && isInside(item, painter.path(path.d), context, point);
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
