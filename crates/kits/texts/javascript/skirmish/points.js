"use strict";
// Points in maps and sets, and the best of a list.

/** A number for a point: equal points have the same. */
const number = (point) => point.x * 2097152 + point.y;

/** A map from points to values. Two points are the same if their x and y are. */
class PointMap {
  constructor(entries = []) {
    this.entries = new Map();
    for (const [point, value] of entries) this.set(point, value);
  }
  get size() {
    return this.entries.size;
  }
  has(point) {
    return this.entries.has(number(point));
  }
  get(point) {
    return this.entries.get(number(point))?.value;
  }
  set(point, value) {
    this.entries.set(number(point), { point, value });
  }
  delete(point) {
    this.entries.delete(number(point));
  }
  /** The points, in the order in which they came. */
  points() {
    return [...this.entries.values()].map((entry) => entry.point);
  }
  values() {
    return [...this.entries.values()].map((entry) => entry.value);
  }
}

/** A set of points. */
class PointSet extends PointMap {
  constructor(points = []) {
    super();
    for (const point of points) this.add(point);
  }
  add(point) {
    this.set({ x: point.x, y: point.y }, true);
  }
}

/** The thing of a list for which `worth` is least, the first of equals; undefined if the list is empty. */
function least(list, worth) {
  let best;
  let bestWorth = Infinity;
  for (const thing of list) {
    const its = worth(thing);
    if (best === undefined || its < bestWorth) {
      best = thing;
      bestWorth = its;
    }
  }
  return best;
}

/** The thing of a list for which `worth` is greatest, the first of equals; undefined if the list is empty. */
const most = (list, worth) => least(list, (thing) => -worth(thing));

module.exports = { PointMap, PointSet, least, most };
