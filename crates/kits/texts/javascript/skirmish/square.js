"use strict";
// Squares: a point is anything with `x` and `y`, so a unit is one, too.

/** Steps between two squares over the four neighbours. */
const manhattan = (a, b) => Math.abs(a.x - b.x) + Math.abs(a.y - b.y);

/** Steps between two squares over the eight neighbours. */
const chebyshev = (a, b) => Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y));

/** The four neighbours: right, left, then the two along y. */
const around4 = ({ x, y }) => [
  { x: x + 1, y },
  { x: x - 1, y },
  { x, y: y + 1 },
  { x, y: y - 1 },
];

/** The eight neighbours. */
const around8 = ({ x, y }) => [
  ...around4({ x, y }),
  { x: x + 1, y: y + 1 },
  { x: x + 1, y: y - 1 },
  { x: x - 1, y: y + 1 },
  { x: x - 1, y: y - 1 },
];

module.exports = { around4, around8, chebyshev, manhattan };
