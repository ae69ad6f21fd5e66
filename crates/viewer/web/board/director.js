// The director: decides what the camera shows, as long as nobody takes it by hand. It frames where things happen, large
// enough to see who acts. When that is in several places far apart, it visits one after another. Where the next steps are
// known, it goes ahead, and they wait for it a little.

import { alone, clustered, drifted, framed, leastScale, shotOf, spotsOf, within } from './clusters.js';
import { choices, outlook } from './foresight.js';

/** How long a shot lasts at least, and after how long another one is looked for, in milliseconds. */
const SHOT_LEAST = 1500;
const SHOT_MOST = 4500;
/** What is left of the interest in a place after a step, and when it is forgotten. */
const COOLING = 0.82;
const COLD = 0.06;
/** Another place must matter this much more before the camera leaves this one early. */
const MUCH_MORE = 1.8;
/** Nobody can follow a camera that moves more often, in milliseconds. */
const MOVES_EVERY = 1000;
/** How much more must be seen of what comes from elsewhere before the camera goes there, soon and after a while. */
const SEES_MORE = 1.5;
const SEES_SOME_MORE = 1.2;
/** How long a place that was visited is less interesting than one that was not. */
const REMEMBERED = 20_000;
/** How many visits are remembered. */
const VISITS_KEPT = 12;

/**
 * Where to look, and how large.
 * @typedef {{x: number, y: number, scale: number}} Shot
 */

export class Director {
  constructor() {
    /** Where things have happened lately. @type {import('./clusters.js').Spot[]} */
    this.spots = [];
    /** @type {Shot | null} */
    this.shot = null;
    this.since = 0;
    /** The shots before, and until when each lasted. @type {{shot: Shot, until: number}[]} */
    this.visits = [];
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
    this.note(acts);
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
   * Remembers what happened in a step.
   * @param {import('./acts.js').Act[]} acts
   */
  note(acts) {
    for (const spot of this.spots) spot.weight *= COOLING;
    this.spots = this.spots.filter((spot) => spot.weight > COLD);
    this.spots.push(...spotsOf(acts));
  }

  /**
   * Goes ahead to where the next steps happen.
   * @param {import('./foresight.js').Coming[]} coming the next step, and those after it
   * @param {boolean} patient whether the next step may wait
   * @param {import('./camera.js').Camera} camera
   * @param {number} now
   * @returns {number} milliseconds after which the camera may go to where the next step is
   */
  foresee(coming, patient, camera, now) {
    const views = choices(coming, this.shot, camera);
    const age = now - this.since;
    const best = views.find((view) => view.next) ?? views[0];
    if (!best || (best.shot === null && this.shot === null)) return 0;
    const here = outlook(this.shot, coming, camera);
    const missed = patient && !here.next && best.next;
    const more = age < SHOT_MOST / 2 ? SEES_MORE : SEES_SOME_MORE;
    const worthIt = best.shot === null || missed || best.worth > here.worth * more;
    const goal = worthIt ? best : age > SHOT_MOST ? this.#elsewhere(views, here, camera, now) : null;
    if (!goal) return 0;
    if (age < MOVES_EVERY) return missed ? MOVES_EVERY - age : 0;
    this.#take(goal.shot, now);
    return 0;
  }

  /**
   * A place that was not visited lately, and is about as lively as this one.
   * @param {import('./foresight.js').View[]} views
   * @param {import('./foresight.js').View} here
   * @param {import('./camera.js').Camera} camera
   * @param {number} now
   */
  #elsewhere(views, here, camera, now) {
    const known = [...this.visits, ...(this.shot ? [{ shot: this.shot, until: now }] : [])];
    /** @param {import('./foresight.js').View} view */
    const fresh = ({ shot, worth }) => {
      const last = Math.max(-Infinity, ...known.filter((visit) => shot && near(visit.shot, shot, camera)).map(({ until }) => until));
      return worth * Math.min(1, (now - last) / REMEMBERED);
    };
    const others = views.filter((view) => view.next && view.worth * 3 > here.worth && this.shot && view.shot && !near(this.shot, view.shot, camera));
    return others.sort((a, b) => fresh(b) - fresh(a))[0] ?? null;
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
    const cluster = alone({ x: at[0], y: at[1], weight: 1, size });
    return this.#take(leastScale(cluster, camera) <= camera.fitScale() ? null : shotOf(cluster, camera), now);
  }

  /**
   * @param {Shot | null} shot
   * @param {number} now
   */
  #take(shot, now) {
    if (this.shot) this.visits = [...this.visits.slice(1 - VISITS_KEPT), { shot: this.shot, until: now }];
    this.shot = shot;
    this.since = now;
    return shot;
  }
}

/**
 * Whether two shots show about the same place.
 * @param {Shot} a
 * @param {Shot} b
 * @param {import('./camera.js').Camera} camera
 */
function near(a, b, camera) {
  return Math.abs(a.x - b.x) * a.scale < camera.width / 2 && Math.abs(a.y - b.y) * a.scale < camera.height / 2;
}
