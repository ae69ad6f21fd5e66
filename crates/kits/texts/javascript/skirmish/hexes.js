"use strict";
// Hexes in axial coordinates: a point is anything with `x` and `y`, directions ("facings") are 0 to 5.

const { least } = require("./points");

const DIRECTIONS = [
  { x: 1, y: 0 },
  { x: 0, y: 1 },
  { x: -1, y: 1 },
  { x: -1, y: 0 },
  { x: 0, y: -1 },
  { x: 1, y: -1 },
];

/** Steps between two hexes. */
function distance(a, b) {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  return Math.max(Math.abs(dx), Math.abs(dy), Math.abs(dx + dy));
}

/** The neighbour in a direction. */
function ahead(at, facing) {
  const step = DIRECTIONS[((facing % 6) + 6) % 6];
  return { x: at.x + step.x, y: at.y + step.y };
}

/** The six neighbours, by direction. */
const around = (at) => DIRECTIONS.map((_, facing) => ahead(at, facing));

/** The direction whose neighbour is nearest to the goal; the first of equals. */
const facingTo = (start, goal) => least([0, 1, 2, 3, 4, 5], (facing) => distance(ahead(start, facing), goal));

/** The turn (+1 or -1) that brings one facing nearer to another; 0 if it is there. */
function turnTo(facing, wanted) {
  const steps = (wanted - facing + 6) % 6;
  if (steps === 0) return 0;
  return steps <= 3 ? 1 : -1;
}

module.exports = { DIRECTIONS, ahead, around, distance, facingTo, turnTo };
