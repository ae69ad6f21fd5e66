// How cells lie on the board: from cells to points and back, and the outline of a cell.

/**
 * @param {Grid} grid
 * @param {Point} cell
 * @returns {Point}
 */
export function cellCentre(grid, [x, y]) {
  return [
    grid.origin[0] + x * grid.right[0] + y * grid.up[0],
    grid.origin[1] + x * grid.right[1] + y * grid.up[1],
  ];
}

/**
 * The cell that a point lies in.
 * @param {Grid} grid
 * @param {Point} point
 * @returns {Point}
 */
export function cellOf(grid, [px, py]) {
  const [rx, ry] = grid.right;
  const [ux, uy] = grid.up;
  const across = rx * uy - ry * ux || 1;
  const dx = px - grid.origin[0];
  const dy = py - grid.origin[1];
  const x = (dx * uy - dy * ux) / across;
  const y = (rx * dy - ry * dx) / across;
  if (grid.kind === 'square') return [whole(x), whole(y)];
  // The nearest centre among the four around the point.
  /** @type {Point} */
  let best = [0, 0];
  let least = Infinity;
  for (const cx of [Math.floor(x), Math.ceil(x)]) {
    for (const cy of [Math.floor(y), Math.ceil(y)]) {
      const [mx, my] = cellCentre(grid, [cx, cy]);
      const far = (mx - px) ** 2 + (my - py) ** 2;
      if (far < least) [least, best] = [far, [cx + 0, cy + 0]];
    }
  }
  return best;
}

/**
 * Rounds, without a negative zero.
 * @param {number} value
 */
function whole(value) {
  return Math.round(value) + 0;
}

/**
 * The corners of a cell around its centre.
 * @param {Grid} grid
 * @returns {Point[]}
 */
export function cellCorners(grid) {
  const { right: r, up: u } = grid;
  if (grid.kind === 'square') {
    return [[1, 1], [1, -1], [-1, -1], [-1, 1]].map(([a, b]) => [(a * r[0] + b * u[0]) / 2, (a * r[1] + b * u[1]) / 2]);
  }
  // Neighbours: one step either way along both axes, and along the shorter of their sum and difference.
  const sum = [r[0] + u[0], r[1] + u[1]];
  const difference = [r[0] - u[0], r[1] - u[1]];
  const third = Math.hypot(sum[0], sum[1]) < Math.hypot(difference[0], difference[1]) ? sum : difference;
  const ways = [r, u, third].flatMap(([x, y]) => [[x, y], [-x, -y]]);
  ways.sort((a, b) => Math.atan2(a[1], a[0]) - Math.atan2(b[1], b[0]));
  // A corner lies in the middle of the triangle between a cell and two neighbours beside each other.
  return ways.map(([x, y], i) => {
    const [nx, ny] = ways[(i + 1) % ways.length];
    return [(x + nx) / 3, (y + ny) / 3];
  });
}

/**
 * One step of a cursor on the screen: `dx` to the right, `dy` down. On hexes a step up or down keeps to the column.
 * @param {Grid} grid
 * @param {Point} cell
 * @param {number} dx
 * @param {number} dy
 * @param {number} column where the cursor would like to be, in board units
 * @returns {Point}
 */
export function stepped(grid, [x, y], dx, dy, column) {
  const right = grid.right[0] >= 0 ? 1 : -1;
  const down = grid.up[1] >= 0 ? 1 : -1;
  if (dy === 0 || grid.kind === 'square') return [x + dx * right, y + dy * down];
  const row = y + dy * down;
  const shift = (column - cellCentre(grid, [0, row])[0]) / (grid.right[0] || 1);
  return [Math.round(shift) + 0, row];
}
