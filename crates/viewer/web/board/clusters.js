// Places where something happens, gathered into what fits into one view at a size that can be seen.

/** How large whoever acts is drawn at least and at most, in pixels of the page; on a phone less. */
const ACTOR_LEAST = 26;
const ACTOR_LEAST_PHONE = 20;
const ACTOR_MOST = 46;
const PHONE_WIDTH = 600;
/** Views wider than this are looked at from farther away: everything is drawn larger. */
const DESK_WIDTH = 1200;
/** Units in a crowd are drawn small; nobody wants to see a single cell because of that. */
const SIZE_FLOOR = 0.7;
/** How much of the view a cluster may take: the rim stays free for what comes next. */
const CLUSTER_MOST = 0.75;
/** The part of the view in which the middle of things is well seen. */
const INNER = 0.84;
/** How far the middle of things may be from the middle of the view, as a part of it. */
const DRIFT = 0.44;

/**
 * @typedef {{x: number, y: number, weight: number, size: number}} Spot
 */

/**
 * Spots that fit into one view, as large as they have to be.
 * @typedef {{left: number, top: number, right: number, bottom: number, weight: number, size: number, x: number, y: number}} Cluster
 */

/**
 * @param {import('./acts.js').Act[]} acts
 * @param {number} [counts] what each of them counts for
 * @returns {Spot[]}
 */
export function spotsOf(acts, counts = 1) {
  return acts.map(({ at, weight, size }) => ({ x: at[0], y: at[1], weight: weight * counts, size }));
}

/** @param {Spot} spot @returns {Cluster} */
export function alone({ x, y, weight, size }) {
  return { left: x, top: y, right: x, bottom: y, weight, size, x, y };
}

/**
 * The heaviest cluster first.
 * @param {Spot[]} spots
 * @param {import('./camera.js').Camera} camera
 * @returns {Cluster[]}
 */
export function clustered(spots, camera) {
  /** @type {Cluster[]} */
  const clusters = [];
  for (const spot of [...spots].sort((a, b) => b.weight - a.weight)) {
    const home = clusters.find((cluster) => holds(cluster, spot, camera));
    if (home) join(home, spot);
    else clusters.push(alone(spot));
  }
  return clusters.sort((a, b) => b.weight - a.weight);
}

/**
 * @param {Cluster} cluster
 * @param {Spot} spot
 * @param {import('./camera.js').Camera} camera
 */
function holds(cluster, spot, camera) {
  const scale = leastScale(cluster, camera);
  const margin = 2.4 * Math.max(cluster.size, SIZE_FLOOR);
  const wide = Math.max(cluster.right, spot.x) - Math.min(cluster.left, spot.x) + margin;
  const high = Math.max(cluster.bottom, spot.y) - Math.min(cluster.top, spot.y) + margin;
  return wide <= (CLUSTER_MOST * camera.width) / scale && high <= (CLUSTER_MOST * camera.clearHeight()) / scale;
}

/**
 * @param {Cluster} cluster
 * @param {Spot} spot
 */
function join(cluster, spot) {
  const weight = cluster.weight + spot.weight;
  cluster.x += ((spot.x - cluster.x) * spot.weight) / weight;
  cluster.y += ((spot.y - cluster.y) * spot.weight) / weight;
  cluster.size = Math.min(cluster.size, spot.size);
  cluster.weight = weight;
  cluster.left = Math.min(cluster.left, spot.x);
  cluster.right = Math.max(cluster.right, spot.x);
  cluster.top = Math.min(cluster.top, spot.y);
  cluster.bottom = Math.max(cluster.bottom, spot.y);
}

/**
 * The scale at which whoever acts in a cluster can be seen.
 * @param {{size: number}} cluster
 * @param {import('./camera.js').Camera} camera
 */
export function leastScale({ size }, camera) {
  return (camera.width < PHONE_WIDTH ? ACTOR_LEAST_PHONE : ACTOR_LEAST * growth(camera)) / Math.max(size, SIZE_FLOOR);
}

/** @param {import('./camera.js').Camera} camera */
function growth({ width }) {
  return Math.max(1, width / DESK_WIDTH);
}

/**
 * @param {Cluster} cluster
 * @param {import('./camera.js').Camera} camera
 * @param {number} [kept] a scale to stay at if everything can be seen at it
 * @returns {import('./director.js').Shot}
 */
export function shotOf(cluster, camera, kept = Infinity) {
  const size = Math.max(cluster.size, SIZE_FLOOR);
  const margin = 7 * size;
  const wide = camera.width / (cluster.right - cluster.left + margin);
  const high = camera.clearHeight() / (cluster.bottom - cluster.top + margin);
  const least = Math.max(leastScale(cluster, camera), camera.fitScale());
  const most = Math.max(least, Math.min(wide, high, (ACTOR_MOST * growth(camera)) / size));
  const scale = Math.min(Math.max(kept, least), most);
  return { x: (cluster.left + cluster.right) / 2, y: (cluster.top + cluster.bottom) / 2, scale };
}

/**
 * Whether the middle of a cluster is in a shot, and large enough.
 * @param {Cluster} cluster
 * @param {import('./director.js').Shot | null} shot
 * @param {import('./camera.js').Camera} camera
 */
export function framed(cluster, shot, camera) {
  if (!shot || shot.scale < leastScale(cluster, camera) * 0.95) return false;
  const { x, y, wide, high } = camera.clearOf(shot);
  return Math.abs(cluster.x - x) < wide * INNER && Math.abs(cluster.y - y) < high * INNER;
}

/**
 * Whether all of a cluster is in a shot, and large enough.
 * @param {Cluster} cluster
 * @param {import('./director.js').Shot} shot
 * @param {import('./camera.js').Camera} camera
 */
export function within(cluster, shot, camera) {
  const { x, y, wide, high } = camera.clearOf(shot);
  const margin = Math.max(cluster.size, SIZE_FLOOR);
  return (
    framed(cluster, shot, camera) &&
    cluster.left > x - wide + margin &&
    cluster.right < x + wide - margin &&
    cluster.top > y - high + margin &&
    cluster.bottom < y + high - margin
  );
}

/**
 * @param {Cluster} cluster
 * @param {import('./director.js').Shot} shot
 * @param {import('./camera.js').Camera} camera
 */
export function drifted(cluster, shot, camera) {
  const { x, y, wide, high } = camera.clearOf(shot);
  return Math.abs(cluster.x - x) > wide * DRIFT || Math.abs(cluster.y - y) > high * DRIFT;
}
