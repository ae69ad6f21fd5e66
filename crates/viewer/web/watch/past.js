// What was, over the board: the ways units took lately, where they were all the time, or where they died.

import { el } from '../shared/dom.js';

/** Frames that a trail goes back. */
const TRAIL_LENGTH = 24;
/** About how many squares of shade there are across the board, at most. */
const SHADES_ACROSS = 90;
/** Frames that are read at a time. */
const PIECE_FRAMES = 48;

/** What can be shown, in the order the key goes through it. @type {[name: string, about: string][]} */
const PAST_VIEWS = [
  ['off', ''],
  ['trails', `Trails: where units went in the last ${TRAIL_LENGTH} frames`],
  ['heat of visits', 'Heat map: where units were until now'],
  ['heat of deaths', 'Heat map: where units died or changed sides until now'],
];

/**
 * Something that happened at a frame, at a place.
 * @typedef {{frame: number, at: Point}} Trace
 */

/**
 * Where units came to and where they ended, as one seat saw it, up to a frame; and the units as they are there.
 * @typedef {{seat: string, until: number, units: Map<string, Item>, visits: Trace[], deaths: Trace[]}} Traces
 */

export class Past {
  /**
   * @param {import('./player.js').Player} player
   * @param {import('../board/board.js').Board} board
   * @param {() => void} changed called when there are other trails
   */
  constructor(player, board, changed) {
    this.player = player;
    this.board = board;
    this.changed = changed;
    this.view = 0;
    this.chip = el('div', { class: 'stage-chip', role: 'status', hidden: true });
    /** @type {import('../board/history.js').Track[]} */
    this.trails = [];
    /** @type {Traces | null} */
    this.traces = null;
    this.reading = false;
    player.addEventListener('frame', () => this.update());
  }

  get name() {
    return PAST_VIEWS[this.view][0];
  }

  /** The next thing to show. */
  next() {
    this.view = (this.view + 1) % PAST_VIEWS.length;
    this.chip.textContent = PAST_VIEWS[this.view][1];
    this.board.setHeat(null);
    this.chip.hidden = this.view === 0;
    this.update();
  }

  async update() {
    const { name } = this;
    if (name !== 'trails' && this.trails.length > 0) {
      this.trails = [];
      this.changed();
    }
    if (name === 'off' || name === 'trails') {
      if (this.board.heat) this.board.setHeat(null);
      if (name === 'off') return;
      const { frame, shownSeat, source } = this.player;
      await Promise.all([frame, Math.max(0, frame - TRAIL_LENGTH)].map((n) => source.frames.ready(n, shownSeat).catch(() => {})));
      if (name !== this.name) return;
      this.trails = this.#trails();
      this.changed();
      return;
    }
    this.#shade();
    // Whoever reads already goes on to the frame that is shown by then.
    if (this.reading) return;
    this.reading = true;
    try {
      while (this.name.startsWith('heat') && (await this.#read())) this.#shade();
    } catch {
      // The next frame asks again.
    } finally {
      this.reading = false;
    }
  }

  /** Shows what was read. */
  #shade() {
    const { traces, name } = this;
    if (traces && name.startsWith('heat') && this.player.picture) this.board.setHeat(name === 'heat of visits' ? this.#heat(traces.visits, 'accent') : this.#heat(traces.deaths, 'bad'));
  }

  /** The ways of all units that are on the board now, as far as their frames are here. */
  #trails() {
    const { frame, shownSeat, picture, source } = this.player;
    /** @type {Map<string, Point[]>} */
    const ways = new Map();
    for (let n = Math.max(0, frame - TRAIL_LENGTH); n <= frame; n++) {
      for (const { id, at } of source.frames.now(n, shownSeat)?.units() ?? []) {
        const way = ways.get(id);
        if (!way) ways.set(id, [at]);
        else if (way[way.length - 1][0] !== at[0] || way[way.length - 1][1] !== at[1]) way.push(at);
      }
    }
    return (picture?.units() ?? []).flatMap(({ id, tint }) => {
      const points = ways.get(id) ?? [];
      return points.length > 1 ? [{ points, color: tint ?? 'ink' }] : [];
    });
  }

  /**
   * Reads a piece of the match up to the current frame.
   * @returns {Promise<boolean>} whether there was anything to read
   */
  async #read() {
    const { frame, shownSeat, source } = this.player;
    if (this.traces?.seat !== shownSeat) this.traces = { seat: shownSeat, until: -1, units: new Map(), visits: [], deaths: [] };
    const { traces } = this;
    if (traces.until >= frame) return false;
    const from = Math.max(0, traces.until);
    const run = await source.frames.fetchRun(from, Math.min(frame - from, PIECE_FRAMES) + 1, shownSeat);
    if (traces.until < 0) {
      traces.until = 0;
      for (const item of run.first.items) {
        if (!isUnit(item)) continue;
        traces.units.set(item.id, item);
        traces.visits.push({ frame: 0, at: item.at });
      }
    }
    for (const change of run.changes) trace(change, ++traces.until, traces);
    return run.changes.length > 0;
  }

  /**
   * @param {Trace[]} traces
   * @param {Color} color
   * @returns {import('../board/history.js').Heat}
   */
  #heat(traces, color) {
    const { frame, picture } = this.player;
    const side = Math.max(1, Math.round((picture?.frame[2] ?? 1) / SHADES_ACROSS));
    /** @type {Map<string, {at: Point, count: number}>} */
    const sums = new Map();
    let most = 1;
    for (const trace of traces) {
      if (trace.frame > frame) break;
      /** @type {Point} */
      const at = side === 1 ? trace.at : [Math.round(trace.at[0] / side) * side, Math.round(trace.at[1] / side) * side];
      const key = `${at[0].toFixed(1)} ${at[1].toFixed(1)}`;
      const sum = sums.get(key) ?? { at, count: 0 };
      sums.set(key, sum);
      most = Math.max(most, ++sum.count);
    }
    return { side, color, places: [...sums.values()].map(({ at, count }) => ({ at, strength: Math.sqrt(count / most) })) };
  }
}

/** @param {Item} item */
function isUnit(item) {
  return item.layer === 'unit' && item.seat !== undefined;
}

/**
 * @param {Change} change
 * @param {number} frame
 * @param {Traces} traces to be continued
 */
function trace(change, frame, { units, visits, deaths }) {
  for (const id of change.gone ?? []) {
    const was = units.get(id);
    if (was) deaths.push({ frame, at: was.at });
    units.delete(id);
  }
  for (const part of change.set ?? []) {
    const was = units.get(part.id);
    const item = /** @type {Item} */ ({ ...was, .../** @type {object} */ (part) });
    if (!isUnit(item)) continue;
    units.set(part.id, item);
    if (was && was.seat !== item.seat) deaths.push({ frame, at: item.at });
    if (!was || 'at' in part) visits.push({ frame, at: item.at });
  }
}
