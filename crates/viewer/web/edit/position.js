// Finding things in a position of any game: things are objects with x and y.

import { cellOf } from '../board/cells.js';

/** @typedef {Record<string, unknown>} Placed */

/**
 * @param {unknown} value
 * @returns {value is Placed & {x: number, y: number}}
 */
function hasCell(value) {
  return typeof value === 'object' && value !== null && 'x' in value && 'y' in value && typeof value.x === 'number' && typeof value.y === 'number';
}

/**
 * Whether a thing stands on a cell.
 * @param {Placed} position
 * @param {Point} cell
 */
export function isTaken(position, [x, y]) {
  return Object.values(position).some((list) => Array.isArray(list) && list.some((entry) => hasCell(entry) && entry.x === x && entry.y === y));
}

/**
 * How far coordinates go, both ends included: over the rows of the board where the position has them, else over what the
 * picture shows, which is a little more.
 * @param {Placed} position
 * @param {import('../board/scene.js').Picture | null} picture
 * @returns {{x: Point, y: Point} | null}
 */
export function coordinatesOf({ rows }, picture) {
  if (Array.isArray(rows) && typeof rows[0] === 'string') return { x: [0, rows[0].length - 1], y: [0, rows.length - 1] };
  if (!picture) return null;
  const [left, top, width, height] = picture.frame;
  const corners = /** @type {Point[]} */ ([[left, top], [left + width, top], [left, top + height], [left + width, top + height]]).map((corner) => cellOf(picture.grid, corner));
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  return { x: [Math.min(...xs), Math.max(...xs)], y: [Math.min(...ys), Math.max(...ys)] };
}

/**
 * The cells between two cells, without the first, so that a fast pointer leaves no gaps.
 * @param {Point} from
 * @param {Point} to
 * @returns {Point[]}
 */
export function cellsBetween([ax, ay], [bx, by]) {
  const steps = Math.max(Math.abs(bx - ax), Math.abs(by - ay));
  return Array.from({ length: steps }, (_, i) => {
    const part = (i + 1) / steps;
    return /** @type {Point} */ ([Math.round(ax + (bx - ax) * part), Math.round(ay + (by - ay) * part)]);
  });
}
