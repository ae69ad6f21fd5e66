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
 * The cell of what a JSON pointer names, or of what that is part of; null if it has none.
 * @param {unknown} position
 * @param {string} pointer
 * @returns {Point | null}
 */
export function pointedCell(position, pointer) {
  /** @type {Point | null} */
  let cell = null;
  let value = position;
  for (const step of pointer.split('/').slice(1)) {
    if (typeof value !== 'object' || value === null) break;
    value = /** @type {Record<string, unknown>} */ (value)[step.replaceAll('~1', '/').replaceAll('~0', '~')];
    if (hasCell(value)) cell = [value.x, value.y];
  }
  return cell;
}

/**
 * The cells of all things in the lists of a position, each with the thing as text.
 * @param {Placed} position
 * @returns {Map<string, Point>}
 */
function placedThings(position) {
  /** @type {Map<string, Point>} */
  const found = new Map();
  for (const [key, list] of Object.entries(position)) {
    if (!Array.isArray(list)) continue;
    for (const entry of list) if (hasCell(entry)) found.set(`${key} ${JSON.stringify(entry)}`, [entry.x, entry.y]);
  }
  return found;
}

/**
 * Where two positions have different things.
 * @param {Placed} before
 * @param {Placed} now
 * @returns {Point[]}
 */
export function changedCells(before, now) {
  const [was, is] = [placedThings(before), placedThings(now)];
  return [...[...is].filter(([text]) => !was.has(text)), ...[...was].filter(([text]) => !is.has(text))].map(([, cell]) => cell);
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
