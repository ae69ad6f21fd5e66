// The match inside an exported page: answers what a server would, for watching.

import { Frames } from './frames.js';
import { patched } from '../board/scene.js';

export class EmbeddedSource {
  /** @param {EmbeddedReplay} replay */
  constructor(replay) {
    this.replay = replay;
    this.embedded = true;
    /** The last scene worked out for each view, to go on from. @type {Map<string, {n: number, scene: Scene}>} */
    this.reached = new Map();
    this.frames = new Frames(async (from, count, seat) => this.#run(from, count, seat));
  }

  /**
   * Opens what the page carries.
   * @param {string} carried
   * @returns {Promise<EmbeddedSource>}
   */
  static async open(carried) {
    return new EmbeddedSource(await unpacked(carried));
  }

  async session() {
    return this.replay.session;
  }

  async index() {
    return this.replay.index;
  }

  /**
   * @param {number} from
   * @param {number} to
   * @returns {Promise<LogLine[]>}
   */
  async log(from, to) {
    return this.replay.log.filter((line) => line.step > from && line.step <= to);
  }

  /** @returns {Promise<Chart[]>} */
  async charts() {
    return this.replay.charts;
  }

  /** @returns {Promise<PrivateEntry[]>} */
  async entries() {
    return [];
  }

  /** @returns {Promise<SeatMessage | null>} */
  async message() {
    return null;
  }

  /** @returns {Promise<Failure[]>} */
  async capsules() {
    return [];
  }

  /** The match to show after this one, on a wall: a page carries one alone. @returns {Promise<Goal | null>} */
  async next() {
    return null;
  }

  /** The views that are in the page: "all", and seats if they were packed too. */
  views() {
    return Object.keys(this.replay.frames);
  }

  /**
   * A run of frames, cut from the one long run of the page.
   * @param {number} from
   * @param {number} count
   * @param {string} seat
   * @returns {FrameRun}
   */
  #run(from, count, seat) {
    const whole = this.replay.frames[seat] ?? this.replay.frames.all;
    let reached = this.reached.get(seat);
    if (!reached || reached.n > from) reached = { n: 0, scene: whole.first };
    if (reached.n < from) reached = { n: from, scene: advanced(reached.scene, whole.changes.slice(reached.n, from)) };
    this.reached.set(seat, reached);
    return { from, first: reached.scene, changes: whole.changes.slice(from, from + count) };
  }
}

/**
 * What a page carries: base64 of gzipped JSON.
 * @param {string} carried
 * @returns {Promise<any>}
 */
export async function unpacked(carried) {
  const letters = atob(carried);
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return JSON.parse(await new Response(plain).text());
}

/**
 * A scene after some changes. One map for all of them: pictures would be copied at every step.
 * @param {Scene} scene
 * @param {Change[]} changes
 * @returns {Scene}
 */
function advanced(scene, changes) {
  const items = new Map(scene.items.map((item) => [item.id, item]));
  const now = { ...scene };
  for (const change of changes) {
    for (const id of change.gone ?? []) items.delete(id);
    for (const part of change.set ?? []) {
      const was = items.get(part.id);
      items.set(part.id, was ? patched(was, part) : /** @type {Item} */ (/** @type {unknown} */ (part)));
    }
    now.frame = change.frame ?? now.frame;
    now.grid = change.grid ?? now.grid;
    now.sides = change.sides ?? now.sides;
    now.status = change.status ?? now.status;
  }
  now.items = [...items.values()];
  return now;
}
