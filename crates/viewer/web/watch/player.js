// Playback: which frame is shown, and what comes next. Fires "frame" {frame, picture} when another one is shown,
// "state" when playing, speed or view change, and "wait" {waiting} when a frame has to be fetched first.

import { actsOf, standing } from '../board/acts.js';
import { prefersStill } from '../shared/dom.js';

export const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16, 32, 64];
/** A whole match takes about this long at speed 1, but a step no less and no more than this, in milliseconds. */
const MATCH_TAKES = 75000;
const STEP_LEAST = 40;
const STEP_MOST = 500;
/** Above this speed nobody can follow what happens where. */
const FOLLOWED_UP_TO = 4;
/** Steps faster than this are not animated: eight in a second. */
const ANIMATED_FROM = 125;
/** How far the director looks ahead: milliseconds, steps, and steps in which somebody moves. */
const AHEAD_TIME = 2500;
const AHEAD_MOST = 48;
const AHEAD_ACTING = 8;
/** Steps that were looked at and are remembered. */
const ACTS_KEPT = 200;
/** How long steps may wait for the camera, for each millisecond that is played, and at once. */
const PATIENCE_RATE = 3;
const PATIENCE_MOST = 10_000;

export class Player extends EventTarget {
  /**
   * @param {{frames: import('../source/frames.js').Frames}} source
   * @param {import('../board/board.js').Board} board
   * @param {MatchIndex} index
   */
  constructor(source, board, index) {
    super();
    this.source = source;
    this.board = board;
    this.index = index;
    /** The frame that is shown, and its picture. */
    this.frame = -1;
    /** @type {import('../board/scene.js').Picture | null} */
    this.picture = null;
    /** The frame to show: it may have to be fetched first. */
    this.wanted = 0;
    /** Whose eyes: "all" or a seat's number. */
    this.seat = 'all';
    this.shownSeat = 'all';
    this.speed = 1;
    this.playing = false;
    this.pumping = false;
    /** How long the animation to the wanted frame takes, if it is the next one. */
    this.pace = 0;
    this.due = 0;
    /** How long steps may still wait for the camera, in milliseconds. */
    this.patience = PATIENCE_MOST;
    /** Whether the next step has waited. */
    this.waited = false;
    /** The frame that the director has gone ahead for, or -1. */
    this.foreseen = -1;
    /** What happens in the step to a frame, as a seat sees it: by both. @type {Map<string, import('../board/acts.js').Act[]>} */
    this.acts = new Map();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.request = 0;
  }

  /** Milliseconds for a step at the present speed. */
  interval() {
    const base = Math.min(STEP_MOST, Math.max(STEP_LEAST, MATCH_TAKES / Math.max(1, this.index.steps)));
    return base / this.speed;
  }

  /** Whether it goes too fast to follow: then the whole board is shown. */
  isFast() {
    return this.speed > FOLLOWED_UP_TO;
  }

  atEnd() {
    return this.wanted >= this.index.steps;
  }

  /**
   * Shows a frame; `pace` milliseconds on the way if it is a neighbour.
   * @param {number} frame
   * @param {number} [pace]
   */
  go(frame, pace = 0) {
    this.wanted = Math.max(0, Math.min(Math.round(frame), this.index.steps));
    this.pace = pace;
    this.#pump();
  }

  /**
   * One step by hand, with a short movement.
   * @param {number} by
   */
  step(by) {
    this.pause();
    this.go(this.wanted + by, by === 1 ? 260 : 140);
  }

  play() {
    if (this.playing) return;
    if (this.atEnd() && !this.index.live) this.go(0);
    this.playing = true;
    this.due = performance.now() + Math.min(this.interval(), 200);
    this.#tell('state', {});
    this.#schedule();
  }

  pause() {
    if (!this.playing) return;
    this.playing = false;
    clearTimeout(this.timer);
    cancelAnimationFrame(this.request);
    this.#tell('state', {});
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  /** @param {number} speed */
  setSpeed(speed) {
    this.speed = speed;
    if (this.isFast()) this.board.directWide();
    this.due = performance.now() + this.interval();
    this.#tell('state', {});
    if (this.playing) this.#schedule();
  }

  /**
   * One speed up or down.
   * @param {1 | -1} by
   */
  changeSpeed(by) {
    const at = SPEEDS.indexOf(this.speed);
    this.setSpeed(SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, at + by))]);
  }

  /** @param {string} seat */
  look(seat) {
    if (seat === this.seat) return;
    this.seat = seat;
    this.#tell('state', {});
    this.#pump();
  }

  /** Shows the current frame once more, as for a camera that has just been switched on. */
  again() {
    if (this.picture) this.#show(this.frame, this.shownSeat, this.picture);
  }

  /**
   * The match has grown, or is over.
   * @param {MatchIndex} index
   */
  grow(index) {
    const following = this.index.live && this.atEnd() && !this.playing;
    const by = index.steps - this.wanted;
    this.index = index;
    if (following && by > 0) this.go(index.steps, by === 1 ? 250 : 0);
    this.#tell('state', {});
  }

  #schedule() {
    clearTimeout(this.timer);
    cancelAnimationFrame(this.request);
    const wait = this.due - performance.now();
    // Short waits use animation frames; long ones a timer, which keeps the machine idle.
    if (wait < 34) this.request = requestAnimationFrame(() => this.#tick());
    else this.timer = setTimeout(() => this.#tick(), wait);
  }

  #tick() {
    if (!this.playing) return;
    const now = performance.now();
    const interval = this.interval();
    if (this.atEnd() && !this.pumping) {
      if (this.index.live) this.due = now + 250;
      else {
        this.pause();
        return;
      }
    } else if (this.pumping) {
      // Still waiting for a frame: time stops meanwhile.
      this.due = now + 30;
    } else if (now >= this.due - 2) {
      const wait = this.#waits();
      if (wait > 0) {
        this.patience -= wait;
        this.waited = true;
        this.due = now + wait;
        this.#schedule();
        return;
      }
      // Time that was waited is not made up for.
      const steps = this.waited ? 1 : 1 + Math.max(0, Math.floor((now - this.due) / interval));
      this.waited = false;
      this.due = Math.max(this.due + steps * interval, now);
      this.patience = Math.min(PATIENCE_MOST, this.patience + (steps * interval * PATIENCE_RATE) / Math.max(1, this.speed));
      const animated = steps === 1 && interval >= ANIMATED_FROM && !prefersStill();
      this.go(this.wanted + steps, animated ? Math.min(interval * 0.9, 520) : 0);
      this.source.frames.prefetch(Math.min(this.wanted + 32, this.index.steps), this.seat);
    }
    this.#schedule();
  }

  /** Sends the director ahead. Returns for how many milliseconds the next step is to wait for the camera. */
  #waits() {
    this.foreseen = this.board.directed && !this.isFast() && this.wanted === this.frame && this.seat === this.shownSeat ? this.wanted + 1 : -1;
    const coming = this.foreseen < 0 ? [] : this.#coming();
    if (coming.length === 0) {
      this.foreseen = -1;
      return 0;
    }
    const wait = this.board.foresee(coming, this.patience > 0);
    return this.patience > 0 ? wait : 0;
  }

  /** What happens in the next steps, as far as they are here. */
  #coming() {
    const { index, frame, shownSeat } = this;
    const last = Math.min(index.steps, frame + Math.min(AHEAD_MOST, Math.max(3, Math.ceil(AHEAD_TIME / this.interval()))));
    /** @type {import('../board/foresight.js').Coming[]} */
    const coming = [];
    let acting = 0;
    for (let n = frame + 1; n <= last && acting < AHEAD_ACTING; n++) {
      const acts = this.#actsIn(n, shownSeat);
      if (!acts) break;
      if (acts.some(({ moved }) => moved)) acting++;
      coming.push(acts);
    }
    return coming;
  }

  /**
   * @param {number} frame
   * @param {string} seat
   */
  #actsIn(frame, seat) {
    const key = `${seat}/${frame}`;
    const known = this.acts.get(key);
    if (known) return known;
    const step = this.source.frames.step(frame, seat);
    if (!step) return null;
    const acts = actsOf(step.change, step.before, step.after);
    if (this.acts.size >= ACTS_KEPT) this.acts.clear();
    this.acts.set(key, acts);
    return acts;
  }

  /** Fetches and shows the wanted frame; frames wanted in the meantime are skipped. */
  async #pump() {
    if (this.pumping) return;
    this.pumping = true;
    const { frames } = this.source;
    try {
      while (this.frame !== this.wanted || this.shownSeat !== this.seat) {
        const { wanted, seat } = this;
        let picture = frames.now(wanted, seat);
        if (!picture) {
          const late = setTimeout(() => this.#tell('wait', { waiting: true }), 150);
          try {
            picture = await frames.get(wanted, seat);
          } finally {
            clearTimeout(late);
            this.#tell('wait', { waiting: false });
          }
          if (wanted !== this.wanted || seat !== this.seat) continue;
        }
        this.#show(wanted, seat, picture);
      }
    } catch (error) {
      this.pause();
      this.wanted = Math.max(0, this.frame);
      this.seat = this.shownSeat;
      this.#tell('trouble', { error });
      this.#tell('state', {});
    } finally {
      this.pumping = false;
    }
  }

  /**
   * @param {number} frame
   * @param {string} seat
   * @param {import('../board/scene.js').Picture} picture
   */
  #show(frame, seat, picture) {
    const way = frame - this.frame;
    const near = this.frame >= 0 && Math.abs(way) === 1 && seat === this.shownSeat;
    const step = this.board.directed || near ? this.source.frames.step(frame, seat) : null;
    const how = near && this.pace > 0
      ? { previous: this.picture, duration: this.pace, effects: way === 1 ? (step?.change.effects ?? []) : [] }
      : {};
    this.board.show(picture, { ...how, acts: this.#acts(frame, step, picture), rolling: near && (this.playing || this.index.live), foreseen: this.playing && frame === this.foreseen, jumped: !near && !this.playing });
    this.frame = frame;
    this.picture = picture;
    this.shownSeat = seat;
    this.#tell('frame', { frame, picture });
  }

  /**
   * What the director is to look at: what happened in the step, or whoever stands there if it has nothing to show yet.
   * @param {number} frame
   * @param {{change: Change, before: import('../board/scene.js').Picture, after: import('../board/scene.js').Picture} | null} step
   * @param {import('../board/scene.js').Picture} picture
   */
  #acts(frame, step, picture) {
    if (!this.board.directed || this.isFast()) return [];
    const acts = step ? actsOf(step.change, step.before, step.after) : [];
    return acts.length > 0 || frame === 0 || this.board.director.shot ? acts : standing(picture);
  }

  /**
   * @param {string} type
   * @param {unknown} detail
   */
  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(type, { detail }));
  }
}
