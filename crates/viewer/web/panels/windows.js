// Something long that is read in windows of frames, such as the log: each window is fetched when needed, once.

/** Frames in a window, and how many windows are kept. */
const WINDOW_LENGTH = 64;
const WINDOWS_KEPT = 60;

/** @template {{step: number}} T */
export class Windows {
  /** @param {(from: number, to: number) => Promise<T[]>} fetchWindow gives those with from < step <= to */
  constructor(fetchWindow) {
    this.fetchWindow = fetchWindow;
    /** @type {Map<number, T[]>} */
    this.kept = new Map();
    /** Windows that are asked for again when they are needed; until then what is here is shown. @type {Set<number>} */
    this.stale = new Set();
    /** @type {Map<number, Promise<T[]>>} */
    this.pending = new Map();
  }

  /**
   * Everything with from < step <= to, fetched if need be; rounded to whole windows.
   * @param {number} from
   * @param {number} to
   * @returns {Promise<T[]>}
   */
  async between(from, to) {
    /** @type {Promise<T[]>[]} */
    const parts = [];
    for (let w = windowOf(from + 1); w <= windowOf(to); w++) parts.push(this.#window(w));
    return (await Promise.all(parts)).flat();
  }

  /**
   * The same, as far as it is here.
   * @param {number} from
   * @param {number} to
   * @returns {T[]}
   */
  here(from, to) {
    /** @type {T[]} */
    const found = [];
    for (let w = windowOf(from + 1); w <= windowOf(to); w++) found.push(...(this.kept.get(w) ?? []));
    return found;
  }

  /**
   * The match has grown: its last window may be incomplete. What is known of it stays until there is more.
   * @param {number} step
   */
  outdate(step) {
    for (const w of [windowOf(step), windowOf(step) + 1]) if (this.kept.has(w) || this.pending.has(w)) this.stale.add(w);
  }

  /**
   * @param {number} w
   * @returns {Promise<T[]>}
   */
  #window(w) {
    const here = this.kept.get(w);
    if (here && !this.stale.has(w)) return Promise.resolve(here);
    const under = this.pending.get(w);
    // What is on its way may have left too early.
    if (under) return this.stale.has(w) ? under.then(() => this.#window(w)) : under;
    this.stale.delete(w);
    const loading = this.fetchWindow(w * WINDOW_LENGTH, (w + 1) * WINDOW_LENGTH)
      .then((found) => {
        this.kept.set(w, found);
        for (const old of this.kept.keys()) {
          if (this.kept.size <= WINDOWS_KEPT) break;
          this.kept.delete(old);
        }
        return found;
      })
      .finally(() => this.pending.delete(w));
    this.pending.set(w, loading);
    return loading;
  }
}

/** @param {number} step */
function windowOf(step) {
  return Math.max(0, Math.floor((step - 1) / WINDOW_LENGTH));
}
