// Finding things in a position of any game: things are objects with x and y.

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
