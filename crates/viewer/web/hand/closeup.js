// Where to look when units were chosen from a list and are too small on the board to be made out.

/** On cells of fewer pixels units cannot be told apart. Going there is worth it if they become so much larger, up to so large. */
const MADE_OUT_FROM = 14;
const WORTH_GOING = 1.3;
const WELL_SEEN = 28;
/** Cells around units that are shown with them. */
const ROOM_AROUND = 8;

/**
 * The part of the board to show; null if the units are seen well enough, or would not be seen better.
 * @param {Point[]} places
 * @param {import('../board/camera.js').Camera} camera
 */
export function closeup(places, { width, height, scale: now }) {
  if (places.length === 0 || now >= MADE_OUT_FROM) return null;
  const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const scale = Math.min(width / (right - left + ROOM_AROUND), height / (bottom - top + ROOM_AROUND), WELL_SEEN);
  return scale > now * WORTH_GOING ? { x: (left + right) / 2, y: (top + bottom) / 2, scale } : null;
}
