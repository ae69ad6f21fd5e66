// The course of the selected unit: where it came from, where it goes next, and what it strikes.

/** Frames before and after the current one. */
const COURSE_FRAMES = 8;

/**
 * The ways of a unit, as far as their frames are here.
 * @param {import('./player.js').Player} player
 * @param {string} id
 * @returns {import('../board/history.js').Track[]}
 */
export function courseOf(player, id) {
  const { frame } = player;
  const color = player.picture?.get(id)?.tint ?? 'ink';
  return [
    { points: way(player, id, frame - COURSE_FRAMES, frame), color },
    { points: way(player, id, frame, frame + COURSE_FRAMES), color: /** @type {Color} */ ('accent'), dashed: true },
  ].filter(({ points }) => points.length > 1);
}

/**
 * What a unit aims at: in the next step, or else in the one that led here.
 * @param {import('./player.js').Player} player
 * @param {string} id
 * @returns {Arrow[]}
 */
export function targetsOf(player, id) {
  const { frame, shownSeat, source } = player;
  for (const n of [frame + 1, frame]) {
    const step = source.frames.step(n, shownSeat);
    const places = [step?.after.get(id), step?.before.get(id)].flatMap((item) => (item ? [item] : []));
    const aimed = (step?.change.effects ?? []).filter(
      ({ kind, from }) => kind === 'beam' && places.some(({ at, scale }) => Math.hypot(at[0] - from[0], at[1] - from[1]) < 0.3 * (scale ?? 1)),
    );
    if (aimed.length > 0) return aimed.map(({ from, to }) => ({ from, to, style: 'bad' }));
  }
  return [];
}

/**
 * @param {import('./player.js').Player} player
 * @param {string} id
 * @param {number} from
 * @param {number} to
 */
function way(player, id, from, to) {
  /** @type {Point[]} */
  const points = [];
  for (let n = Math.max(0, from); n <= Math.min(to, player.index.steps); n++) {
    const at = player.source.frames.now(n, player.shownSeat)?.get(id)?.at;
    const last = points[points.length - 1];
    if (at && (!last || last[0] !== at[0] || last[1] !== at[1])) points.push(at);
  }
  return points;
}
