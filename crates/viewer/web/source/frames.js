// The frames of a match as pictures: fetched in runs, expanded on demand, and dropped when there are too many.

import { Picture } from '../board/scene.js';

/** Frames in a run, and how many runs are kept. */
export const RUN_LENGTH = 64;
const RUNS_KEPT = 20;
/** How long after a jump its run is fetched. */
const SETTLED_MS = 200;
/** Unfolded pictures that are kept besides the first of each run. */
const PICTURES_KEPT = 96;

/**
 * A piece of the match: the first picture, and how each becomes the next.
 * @typedef {{key: string, from: number, changes: Change[], pictures: (Picture | undefined)[]}} Run
 */

export class Frames {
  /** @param {(from: number, count: number, seat: string) => Promise<FrameRun>} fetchRun */
  constructor(fetchRun) {
    this.fetchRun = fetchRun;
    /** In the order they were used last. @type {Map<string, Run>} */
    this.runs = new Map();
    /** @type {Map<string, Promise<Run>>} */
    this.pending = new Map();
    /** Unfolded pictures, oldest first: run and place in it. @type {[Run, number][]} */
    this.unfolded = [];
    /** The fetch that waits until a jump has settled. */
    this.later = 0;
    /** How the frame that was jumped to came about, while its run is not here. @type {{key: string, n: number, before: Picture, after: Picture, change: Change} | null} */
    this.lone = null;
  }

  /**
   * The picture of a frame, if it is here already.
   * @param {number} n
   * @param {string} seat "all" or a seat's number
   * @returns {Picture | null}
   */
  now(n, seat) {
    const run = this.runs.get(runKey(n, seat));
    return run && n - run.from <= run.changes.length ? this.#unfold(run, n - run.from) : null;
  }

  /**
   * The picture of a frame.
   * @param {number} n
   * @param {string} seat
   * @returns {Promise<Picture>}
   */
  async get(n, seat) {
    const here = this.now(n, seat);
    if (here) return here;
    // A jump: the one picture that is wanted comes first, its run after it.
    if (!this.pending.has(runKey(n, seat))) {
      const from = Math.max(0, n - 1);
      const { first, changes } = await this.fetchRun(from, n - from + 1, seat);
      // Another jump right away cancels a run that nobody wants any more.
      clearTimeout(this.later);
      this.later = setTimeout(() => this.prefetch(n, seat), SETTLED_MS);
      const before = Picture.of(first);
      if (changes.length === 0) return before;
      const after = before.apply(changes[0]);
      this.lone = { key: runKey(n, seat), n, before, after, change: changes[0] };
      return after;
    }
    let run = await this.#load(n, seat);
    // A run that was on its way while the match grew may end too early: ask once more.
    if (n - run.from > run.changes.length) run = await this.#load(n, seat);
    return this.#unfold(run, Math.min(n - run.from, run.changes.length));
  }

  /**
   * How a frame came about, with the pictures before and after it; null if that is not known yet.
   * @param {number} n
   * @param {string} seat
   * @returns {{before: Picture, after: Picture, change: Change} | null}
   */
  step(n, seat) {
    if (n < 1) return null;
    if (this.lone?.n === n && this.lone.key === runKey(n, seat)) return this.lone;
    // The change that leads to the first frame of a run is the last of the run before it.
    const run = this.runs.get(runKey(n - 1, seat));
    const change = run?.changes[n - 1 - run.from];
    if (!run || !change) return null;
    const before = this.#unfold(run, n - 1 - run.from);
    return { before, after: this.now(n, seat) ?? before.apply(change), change };
  }

  /**
   * Fetches ahead, so that playing does not stop.
   * @param {number} n
   * @param {string} seat
   */
  prefetch(n, seat) {
    const run = this.runs.get(runKey(n, seat));
    if (run && n - run.from <= run.changes.length) return;
    this.#load(n, seat).catch(() => {});
  }

  /**
   * Sees to it that a frame and those around it are here.
   * @param {number} n
   * @param {string} seat
   */
  async ready(n, seat) {
    if (!this.now(n, seat)) await this.#load(n, seat);
  }

  /** Forgets everything. */
  clear() {
    this.runs.clear();
    this.pending.clear();
    this.unfolded = [];
    this.lone = null;
  }

  /**
   * @param {number} n
   * @param {string} seat
   * @returns {Promise<Run>}
   */
  #load(n, seat) {
    const key = runKey(n, seat);
    const under = this.pending.get(key);
    if (under) return under;
    const from = n - (n % RUN_LENGTH);
    // One more than the length: its last change leads into the next run, with what flares up there.
    const loading = this.fetchRun(from, RUN_LENGTH + 1, seat)
      .then((answer) => {
        /** @type {Run} */
        const run = { key, from, changes: answer.changes, pictures: [Picture.of(answer.first)] };
        this.runs.delete(key);
        this.runs.set(key, run);
        this.#forget();
        return run;
      })
      .finally(() => this.pending.delete(key));
    this.pending.set(key, loading);
    return loading;
  }

  #forget() {
    for (const key of this.runs.keys()) {
      if (this.runs.size <= RUNS_KEPT) break;
      this.runs.delete(key);
    }
    this.unfolded = this.unfolded.filter(([run]) => this.runs.get(run.key) === run);
  }

  /**
   * @param {Run} run
   * @param {number} i
   * @returns {Picture}
   */
  #unfold(run, i) {
    let start = i;
    while (!run.pictures[start]) start--;
    let picture = /** @type {Picture} */ (run.pictures[start]);
    for (let k = start; k < i; k++) {
      picture = picture.apply(run.changes[k]);
      // On the way only every eighth is kept: enough to go back quickly.
      if (k + 1 === i || (k + 1) % 8 === 0) {
        run.pictures[k + 1] = picture;
        this.unfolded.push([run, k + 1]);
      }
    }
    while (this.unfolded.length > PICTURES_KEPT) {
      const [old, place] = /** @type {[Run, number]} */ (this.unfolded.shift());
      old.pictures[place] = undefined;
    }
    if (this.runs.get(run.key) === run) {
      this.runs.delete(run.key);
      this.runs.set(run.key, run);
    }
    return picture;
  }
}

/**
 * @param {number} n
 * @param {string} seat
 */
function runKey(n, seat) {
  return `${seat}/${Math.floor(n / RUN_LENGTH)}`;
}
