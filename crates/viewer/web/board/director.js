// The director: decides what the camera shows, as long as nobody takes it by hand. It frames where things happen, large
// enough to see who acts. When that is in several places far apart, it visits one after another.

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
/** How long a shot lasts at least, and after how long another one is looked for, in milliseconds. */
const SHOT_LEAST = 1500;
const SHOT_MOST = 4500;
/** What is left of the interest in a place after a step, and when it is forgotten. */
const COOLING = 0.82;
const COLD = 0.06;
/** Another place must matter this much more before the camera leaves this one early. */
const MUCH_MORE = 1.8;
/** How far the middle of things may be from the middle of the view, as a part of it. */
const DRIFT = 0.22;

/**
 * Where to look, and how large.
 * @typedef {{x: number, y: number, scale: number}} Shot
 * @typedef {{x: number, y: number, weight: number, size: number}} Spot
 */

export class Director {
  constructor() {
    /** Where things have happened lately. @type {Spot[]} */
    this.spots = [];
    /** @type {Shot | null} */
    this.shot = null;
    this.since = 0;
  }

  /** Forgets everything, as after a jump. */
  cut() {
    this.spots = [];
    this.shot = null;
  }

  /**
   * What to show in a view of another size. A page may be told what happens before it knows how large its board is.
   * @param {import('./camera.js').Camera} camera
   * @param {number} now
   * @returns {Shot | null}
   */
  resized(camera, now) {
    if (this.spots.length === 0) return this.shot;
    const clusters = clustered(this.spots, camera);
    const here = clusters.find((cluster) => framed(cluster, this.shot, camera)) ?? clusters[0];
    if (leastScale(here, camera) <= camera.fitScale()) return this.#take(null, now);
    return this.shot && within(here, this.shot, camera) ? this.shot : this.#take(shotOf(here, camera), now);
  }

  /**
   * What to show after a step; null for the whole board.
   * @param {import('./acts.js').Act[]} acts
   * @param {boolean} rolling whether more steps follow by themselves
   * @param {import('./camera.js').Camera} camera
   * @param {number} now
   * @returns {Shot | null}
   */
  after(acts, rolling, camera, now) {
    if (!rolling) this.spots = [];
    for (const spot of this.spots) spot.weight *= COOLING;
    this.spots = this.spots.filter((spot) => spot.weight > COLD);
    for (const { at, weight, size } of acts) this.spots.push({ x: at[0], y: at[1], weight, size: Math.max(size, SIZE_FLOOR) });
    if (this.spots.length === 0) return this.shot;
    const clusters = clustered(this.spots, camera);
    const best = clusters[0];
    if (leastScale(best, camera) <= camera.fitScale()) return this.#take(null, now);
    if (!this.shot) return this.#take(shotOf(best, camera), now);
    // A single step, by hand: all of what matters most is shown, and nothing moves if it is in view already.
    if (!rolling) return within(best, this.shot, camera) ? this.shot : this.#take(shotOf(best, camera), now);
    const age = now - this.since;
    const here = clusters.find((cluster) => framed(cluster, this.shot, camera));
    if (!here) return age < SHOT_LEAST / 2 ? this.shot : this.#take(shotOf(best, camera), now);
    if (age < SHOT_LEAST) return this.shot;
    if (best !== here && best.weight > here.weight * MUCH_MORE) return this.#take(shotOf(best, camera), now);
    const other = clusters.find((cluster) => cluster !== here);
    if (age > SHOT_MOST && other && other.weight * 3 > here.weight) return this.#take(shotOf(other, camera), now);
    if (drifted(here, this.shot, camera)) return this.#take({ ...shotOf(here, camera), scale: this.shot.scale }, now);
    return this.shot;
  }

  /**
   * A shot of one place.
   * @param {Point} at
   * @param {number} size of what is there
   * @param {import('./camera.js').Camera} camera
   * @param {number} now
   * @returns {Shot | null}
   */
  visit(at, size, camera, now) {
    this.spots = [];
    const cluster = alone({ x: at[0], y: at[1], weight: 1, size: Math.max(size, SIZE_FLOOR) });
    return this.#take(leastScale(cluster, camera) <= camera.fitScale() ? null : shotOf(cluster, camera), now);
  }

  /**
   * @param {Shot | null} shot
   * @param {number} now
   */
  #take(shot, now) {
    this.shot = shot;
    this.since = now;
    return shot;
  }
}

/**
 * Spots that fit into one view, as large as they have to be.
 * @typedef {{left: number, top: number, right: number, bottom: number, weight: number, size: number, x: number, y: number}} Cluster
 */

/** @param {Spot} spot @returns {Cluster} */
function alone({ x, y, weight, size }) {
  return { left: x, top: y, right: x, bottom: y, weight, size, x, y };
}

/**
 * The heaviest cluster first.
 * @param {Spot[]} spots
 * @param {import('./camera.js').Camera} camera
 * @returns {Cluster[]}
 */
function clustered(spots, camera) {
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
  const margin = 2.4 * cluster.size;
  const wide = Math.max(cluster.right, spot.x) - Math.min(cluster.left, spot.x) + margin;
  const high = Math.max(cluster.bottom, spot.y) - Math.min(cluster.top, spot.y) + margin;
  return wide <= (CLUSTER_MOST * camera.width) / scale && high <= (CLUSTER_MOST * camera.height) / scale;
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
 * @param {Cluster} cluster
 * @param {import('./camera.js').Camera} camera
 */
function leastScale({ size }, camera) {
  return (camera.width < PHONE_WIDTH ? ACTOR_LEAST_PHONE : ACTOR_LEAST * growth(camera)) / size;
}

/** @param {import('./camera.js').Camera} camera */
function growth({ width }) {
  return Math.max(1, width / DESK_WIDTH);
}

/**
 * @param {Cluster} cluster
 * @param {import('./camera.js').Camera} camera
 * @returns {Shot}
 */
function shotOf(cluster, camera) {
  const margin = 7 * cluster.size;
  const wide = camera.width / (cluster.right - cluster.left + margin);
  const high = camera.height / (cluster.bottom - cluster.top + margin);
  const least = Math.max(leastScale(cluster, camera), camera.fitScale());
  const scale = Math.max(least, Math.min(wide, high, (ACTOR_MOST * growth(camera)) / cluster.size));
  return { x: (cluster.left + cluster.right) / 2, y: (cluster.top + cluster.bottom) / 2, scale };
}

/**
 * Whether the middle of a cluster is in a shot, and large enough.
 * @param {Cluster} cluster
 * @param {Shot | null} shot
 * @param {import('./camera.js').Camera} camera
 */
function framed(cluster, shot, camera) {
  if (!shot || shot.scale < leastScale(cluster, camera) * 0.95) return false;
  const inner = 0.42 / shot.scale;
  return Math.abs(cluster.x - shot.x) < camera.width * inner && Math.abs(cluster.y - shot.y) < camera.height * inner;
}

/**
 * Whether all of a cluster is in a shot, and large enough.
 * @param {Cluster} cluster
 * @param {Shot} shot
 * @param {import('./camera.js').Camera} camera
 */
function within(cluster, shot, camera) {
  const [wide, high] = [camera.width / shot.scale / 2, camera.height / shot.scale / 2];
  const margin = cluster.size;
  return (
    framed(cluster, shot, camera) &&
    cluster.left > shot.x - wide + margin &&
    cluster.right < shot.x + wide - margin &&
    cluster.top > shot.y - high + margin &&
    cluster.bottom < shot.y + high - margin
  );
}

/**
 * @param {Cluster} cluster
 * @param {Shot} shot
 * @param {import('./camera.js').Camera} camera
 */
function drifted(cluster, shot, camera) {
  const slack = DRIFT / shot.scale;
  return Math.abs(cluster.x - shot.x) > camera.width * slack || Math.abs(cluster.y - shot.y) > camera.height * slack;
}
