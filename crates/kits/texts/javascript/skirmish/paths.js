"use strict";
// Shortest ways by breadth-first search, on any board.

const { PointMap } = require("./points");

/** The steps to a point that was not reached. */
const FAR = 1_000_000_000;

/** What a search has found: all points reached, the nearest first, and the point it was made `until`. */
class Paths {
  constructor() {
    this.steps = new PointMap();
    this.before = new PointMap();
    this.found = null;
  }

  /** Steps from the nearest start; FAR if the point was not reached. */
  to(point) {
    return this.steps.get(point) ?? FAR;
  }

  /** The points that were reached, the nearest first. */
  points() {
    return this.steps.points();
  }

  /** The way to a point that was reached, without the start and with the goal. */
  path(goal) {
    const way = [];
    for (let at = goal; this.before.has(at); at = this.before.get(at)) way.push(at);
    return way.reverse();
  }

  /** The point with the fewest steps that is wanted; null if none is. */
  nearest(wanted) {
    return this.points().find(wanted) ?? null;
  }
}

/**
 * Searches from all starts over passable points.
 *
 * It ends at the first point that `until` says yes to (`Paths.found`), or when all is reached that lies at most `limit`
 * steps away; with `most` points in all it gives up.
 */
function search(starts, around, passable, { until = null, limit = FAR, most = 100_000 } = {}) {
  const paths = new Paths();
  const queue = starts.map(({ x, y }) => ({ x, y }));
  for (const start of queue) paths.steps.set(start, 0);
  for (let i = 0; i < queue.length; i++) {
    const point = queue[i];
    if (until && until(point)) {
      paths.found = point;
      break;
    }
    const steps = paths.to(point) + 1;
    if (steps > limit || paths.steps.size >= most) continue;
    for (const neighbour of around(point)) {
      if (!paths.steps.has(neighbour) && passable(neighbour)) {
        paths.steps.set(neighbour, steps);
        paths.before.set(neighbour, point);
        queue.push(neighbour);
      }
    }
  }
  return paths;
}

module.exports = { FAR, Paths, search };
