// Looking ahead: in a replay the next steps are known, so the camera can be where something happens before it does.

import { clustered, leastScale, shotOf, spotsOf } from './clusters.js';

/** What a step counts for that comes after so many others in which something happens. */
const NEXT_COUNTS = 0.72;
/** What a step counts for in which nobody moves. */
const QUIET_COUNTS = 0.4;
/** A step of which anything is in view counts for that much, and for the rest by what part of it is. */
const ANYTHING_COUNTS = 0.4;
/** Who is that near to the edge of the view is hardly seen, in pixels. */
const RIM = 24;
/** How many places are considered. */
const TRIED = 12;

/**
 * A step that comes: what happens in it.
 * @typedef {import('./acts.js').Act[]} Coming
 * @typedef {{shot: import('./director.js').Shot | null, worth: number, next: boolean}} View
 */

/**
 * How much of what comes would be seen in a shot, and whether anybody who moves in the next step would.
 * @param {import('./director.js').Shot | null} shot
 * @param {Coming[]} coming
 * @param {import('./camera.js').Camera} camera
 * @returns {View}
 */
export function outlook(shot, coming, camera) {
  let worth = 0;
  let counts = 1;
  let next = true;
  const sees = shot ? seer(shot, camera) : () => false;
  for (const [n, acts] of coming.entries()) {
    if (acts.length === 0) continue;
    let [seen, all] = [0, 0];
    const quiet = acts.every(({ moved }) => !moved);
    let met = quiet;
    for (const act of acts) {
      all += act.weight;
      if (!sees(act)) continue;
      seen += act.weight;
      met ||= act.moved === true;
    }
    if (seen > 0) worth += counts * (quiet ? QUIET_COUNTS : 1) * ((met ? ANYTHING_COUNTS : 0) + ((1 - ANYTHING_COUNTS) * seen) / all);
    if (n === 0) next = met;
    if (!quiet) counts *= NEXT_COUNTS;
  }
  return { shot, worth, next };
}

/**
 * The shots that are worth a thought, the best first; null stands for the whole board.
 * @param {Coming[]} coming
 * @param {import('./director.js').Shot | null} now what is shown
 * @param {import('./camera.js').Camera} camera
 * @returns {View[]}
 */
export function choices(coming, now, camera) {
  const spots = coming.map((acts, n) => spotsOf(acts, NEXT_COUNTS ** n));
  const first = spots.find((list) => list.length > 0);
  if (!first) return [];
  const clusters = [...clustered(first, camera).slice(0, TRIED), ...clustered(spots.flat(), camera).slice(0, TRIED)];
  // What has to be that large may as well be seen on the whole board.
  if (leastScale(clusters[0], camera) <= camera.fitScale()) return [{ shot: null, worth: 1, next: true }];
  return clusters.map((cluster) => outlook(shotOf(cluster, camera, now?.scale), coming, camera)).sort((a, b) => b.worth - a.worth);
}

/**
 * Whether anybody who moves in a step is in view now, even if the camera is on its way.
 * @param {Coming} acts
 * @param {import('./camera.js').Camera} camera
 */
export function meets(acts, camera) {
  const moved = acts.filter((act) => act.moved);
  return (moved.length > 0 ? moved : acts).some(({ at }) => {
    const [x, y] = camera.pixel(at);
    return x > RIM && x < camera.width - RIM && y > RIM && y < camera.height - RIM;
  });
}

/**
 * Tells what can be seen in a shot: what is in it and large enough.
 * @param {import('./director.js').Shot} shot
 * @param {import('./camera.js').Camera} camera
 * @returns {(act: import('./acts.js').Act) => boolean}
 */
function seer(shot, camera) {
  const { x, y, wide, high } = camera.clearOf(shot);
  return ({ at, size }) => Math.abs(at[0] - x) < wide - size * 0.8 && Math.abs(at[1] - y) < high - size * 0.8 && shot.scale >= leastScale({ size }, camera) * 0.94;
}
