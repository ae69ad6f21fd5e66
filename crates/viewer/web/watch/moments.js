// Finding frames: of a turn, of the next turn, of events.

/** The colours of marks on the timeline, by how often their kind happens. @type {Color[]} */
const KEY_COLORS = ['accent', 'good', 'warn', 'blue', 'yellow'];

/**
 * The first frame of a turn, or of the first one after it.
 * @param {MatchIndex} index
 * @param {number} turn
 */
export function frameOfTurn(index, turn) {
  const found = index.turn.findIndex((of) => of >= turn);
  return found < 0 ? index.steps : found;
}

/**
 * The first frame of the next turn.
 * @param {MatchIndex} index
 * @param {number} frame
 */
export function nextTurn(index, frame) {
  let n = frame + 1;
  while (n < index.steps && index.turn[n] === index.turn[frame]) n++;
  return Math.min(n, index.steps);
}

/**
 * The first frame of this turn, or of the one before if this is it already.
 * @param {MatchIndex} index
 * @param {number} frame
 */
export function previousTurn(index, frame) {
  let n = Math.max(0, frame - 1);
  while (n > 0 && index.turn[n - 1] === index.turn[n]) n--;
  return n;
}

/**
 * The next frame (or with `step` -1 the one before) at which something of that kind happened; null if there is none.
 * @param {MatchIndex} index
 * @param {number} frame
 * @param {1 | -1} step
 * @param {string} kind "" for any
 * @returns {number | null}
 */
export function nextKey(index, frame, step, kind) {
  const { keys } = index;
  for (let i = step > 0 ? 0 : keys.length - 1; i >= 0 && i < keys.length; i += step) {
    const [at, what] = keys[i];
    if ((at - frame) * step > 0 && (kind === '' || kind === what)) return at;
  }
  return null;
}

/**
 * The kinds of events, the most frequent last.
 * @param {MatchIndex} index
 * @returns {string[]}
 */
export function keyKinds(index) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const [, kind] of index.keys) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].sort((a, b) => a[1] - b[1] || a[0].localeCompare(b[0])).map(([kind]) => kind);
}

/**
 * Where a frame is, in words: "turn 12, move".
 * @param {MatchIndex} index
 * @param {number} frame
 */
export function momentName(index, frame) {
  const turn = index.turn[frame] ?? index.turn[index.turn.length - 1] ?? 0;
  const phase = index.phase[frame];
  const name = `${index.counted ?? 'turn'} ${turn}`;
  return phase ? `${name}, ${phase}` : name;
}

/**
 * The colour of a kind. Each kind has its own row as well, so nobody needs the colour.
 * @param {string} kind
 * @param {number} row
 * @returns {Color}
 */
export function keyColor(kind, row) {
  if (kind === 'death') return 'bad';
  return KEY_COLORS[row % KEY_COLORS.length];
}
