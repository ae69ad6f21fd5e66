// A live game behind the page: what the viewer's modules ask of a source, asked of the service.

import { Frames } from '../source/frames.js';
import { Problem, call, gamePath, read } from './api.js';

/** How often a request is sent again if no answer came, and the pauses between, in milliseconds. */
const PAUSES = [300, 1000, 3000, 8000];
/** What happens in bursts is told once. */
const GATHER_MS = 150;
/** A stream that broke off is opened again after this, at first and at most. */
const AGAIN_MS = [1000, 20_000];

/** @typedef {MatchIndex & {days: number[]}} FilmIndex */
/** @typedef {{lines: LogLine[], times: [number, number][]}} TimedLog */
/** @typedef {{n: number, at: string, event: string, day: number, seat?: string, to?: string, owner?: string} & Record<string, unknown>} LiveEvent */
/**
 * @typedef {{rank: number, seat: string, points: number, actions: number, zords: number, hp: number, retired: boolean,
 *   due: number, worst: number, best: number}} PointsLine
 */
/**
 * @typedef {{seq: number, n: number, status: 'waiting' | 'running' | 'over' | 'aborted', day: number, days: number, time: number, you: string | null,
 *   now: string, day_ends_at: string | null, shooting_opens_at: string | null, starts_at: string | null, paused: string | null,
 *   shooting_allowed: boolean, players: {seat: string, actions: number, points: number, retired: boolean}[],
 *   zords: {id: number, owner: string, x: number, y: number, hp: number, shields: number, range: number}[],
 *   config: Record<string, any>}} LiveView
 */
/**
 * @typedef {{from: number, to: number, sum: {days: number, paid: number, given: number, hits: number, lost: number, wiped: number,
 *   others_lost: number, points_before: number, points: number},
 *   lines: {frame: number, day: number, time: number, own: boolean, text: string}[], left_off: number, story: Story}} Away
 */

export class LiveSource extends EventTarget {
  /** @param {string} game */
  constructor(game) {
    super();
    this.game = game;
    this.base = gamePath(game);
    this.embedded = false;
    this.endless = true;
    this.frames = new Frames((from, count) => read(`${this.base}/film/frames?from=${from}&count=${count}`));
    /** What was refused of the orders that were sent last. @type {HandState['rejected']} */
    this.refused = [];
    /** The number of the last event that is known. */
    this.n = 0;
    /** @type {EventSource | null} */
    this.stream = null;
    this.pause = AGAIN_MS[0];
    /** @type {LiveEvent[]} */
    this.heard = [];
  }

  // Watching.

  /** @returns {Promise<Session>} */
  session() {
    return read(`${this.base}/film/session`);
  }

  /** @returns {Promise<FilmIndex>} */
  index() {
    return read(`${this.base}/film/index`);
  }

  /**
   * @param {number} from
   * @param {number} to
   * @param {AbortSignal} [signal]
   */
  async log(from, to, signal) {
    return (await this.timedLog(from, to, signal)).lines;
  }

  /**
   * The same, and when it happened.
   * @param {number} from
   * @param {number} to
   * @param {AbortSignal} [signal]
   * @returns {Promise<TimedLog>}
   */
  timedLog(from, to, signal) {
    return read(`${this.base}/film/log?from=${from}&to=${to}`, signal);
  }

  /** @returns {Promise<Chart[]>} */
  async charts() {
    return (await read(`${this.base}/film/charts`)).charts;
  }

  /** Nobody is asked here, so there are no messages, notes and failures. */
  async message() {
    return null;
  }

  async entries() {
    return [];
  }

  async capsules() {
    return [];
  }

  // How it stands.

  /** @returns {Promise<LiveView>} */
  view() {
    return read(`${this.base}/view`);
  }

  /** @returns {Promise<PointsLine[]>} */
  points() {
    return read(`${this.base}/film/points`);
  }

  /**
   * What a seat missed after a frame.
   * @param {number} from
   * @param {string} seat
   * @returns {Promise<Away>}
   */
  away(from, seat) {
    return read(`${this.base}/film/away/${encodeURIComponent(seat)}?from=${from}`);
  }

  // News.

  /** Begins to listen after an event. @param {number} after */
  listen(after) {
    this.n = after;
    this.#open();
    document.addEventListener('visibilitychange', () => {
      // A page that slept may have lost its stream without noticing.
      if (!document.hidden && this.stream?.readyState === EventSource.CLOSED) this.#open();
    });
  }

  #open() {
    this.stream?.close();
    const stream = new EventSource(`${this.base}/stream?after=${this.n}`);
    this.stream = stream;
    const hear = (/** @type {MessageEvent} */ message) => {
      const event = /** @type {LiveEvent} */ (JSON.parse(message.data));
      if (event.n <= this.n) return;
      this.n = event.n;
      if (this.heard.length === 0) setTimeout(() => this.#tell(), GATHER_MS);
      this.heard.push(event);
    };
    for (const name of EVENTS) stream.addEventListener(name, hear);
    stream.addEventListener('open', () => {
      this.pause = AGAIN_MS[0];
      this.#connected(true);
      // Pausing makes no event of the game: look once more at how it stands.
      this.dispatchEvent(new CustomEvent('news', { detail: [] }));
    });
    stream.addEventListener('error', () => {
      this.#connected(false);
      if (stream.readyState !== EventSource.CLOSED || this.stream !== stream) return;
      setTimeout(() => this.stream === stream && this.#open(), this.pause);
      this.pause = Math.min(this.pause * 2, AGAIN_MS[1]);
    });
  }

  #tell() {
    const events = this.heard.splice(0);
    this.dispatchEvent(new CustomEvent('news', { detail: events }));
  }

  /** @param {boolean} is */
  #connected(is) {
    this.dispatchEvent(new CustomEvent('connected', { detail: is }));
  }

  /**
   * What the viewer's modules listen to.
   * @param {(news: News) => void} heard
   */
  live(heard) {
    const told = () => heard({ steps: 0, live: true });
    this.addEventListener('news', told);
    return () => this.removeEventListener('news', told);
  }

  // Playing.

  /** @returns {Promise<HandState>} */
  async handState() {
    const state = /** @type {HandState} */ (await read(`${this.base}/hand/state`));
    return { ...state, rejected: this.refused };
  }

  /**
   * @param {string} what
   * @param {unknown} body
   * @param {AbortSignal} [signal]
   */
  #ask(what, body, signal) {
    return this.#known(call('POST', `${this.base}/hand/${what}`, body, { signal, asks: true }));
  }

  /** Tells the page when its player is not one any more. @param {Promise<any>} answer */
  async #known(answer) {
    try {
      return await answer;
    } catch (error) {
      if (error instanceof Problem && error.status === 401) this.dispatchEvent(new Event('stranger'));
      throw error;
    }
  }

  /** @param {ConsiderRequest} body @param {AbortSignal} [signal] @returns {Promise<Considered>} */
  consider(body, signal) {
    return this.#ask('consider', body, signal);
  }

  /** @param {WhyRequest} body @param {AbortSignal} [signal] @returns {Promise<Refusal | null>} */
  why(body, signal) {
    return this.#ask('why', body, signal);
  }

  /** @param {MarchRequest} body @param {AbortSignal} [signal] @returns {Promise<Marched>} */
  march(body, signal) {
    return this.#ask('march', body, signal);
  }

  /** @param {ReachRequest} body @param {AbortSignal} [signal] @returns {Promise<Reach>} */
  reach(body, signal) {
    return this.#ask('reach', body, signal);
  }

  /** @param {FinishRequest} body @param {AbortSignal} [signal] @returns {Promise<Orders>} */
  finish(body, signal) {
    return this.#ask('finish', body, signal);
  }

  /** What was missed is told by a panel of its own. @returns {Promise<Meanwhile>} */
  async meanwhile() {
    return { story: null };
  }

  /** @returns {Promise<Goal>} */
  rematch() {
    throw new Error('A live game is played once.');
  }

  /**
   * Sends orders. They are done once, however often they have to be sent.
   * @param {SendRequest} body
   * @returns {Promise<Done & {said?: string}>}
   */
  async send({ request, orders }) {
    if (orders.length === 0) return { ok: true, said: 'There is nothing to send.' };
    const { results } = await this.#surely('/actions', { actions: orders, day: request });
    /** @type {{ok: boolean, reason?: string, message?: string}[]} */
    const judged = results;
    this.refused = judged.flatMap(({ ok, reason, message }, index) => (ok ? [] : [{ index, reason: reason ?? '', action: orders[index], why: message ?? '' }]));
    const done = judged.length - this.refused.length;
    const said = done === 1 ? 'One order is done' : `${done} orders are done`;
    return { ok: true, said: this.refused.length === 0 ? `${said}.` : `${said}, ${this.refused.length} refused.` };
  }

  /** @returns {Promise<Done>} */
  async resign() {
    await this.#surely('/resign', undefined);
    return { ok: true };
  }

  /**
   * Sends something until it is answered.
   * @param {string} path
   * @param {unknown} body
   */
  async #surely(path, body) {
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    for (const pause of [...PAUSES, 0]) {
      try {
        return await this.#known(call('POST', this.base + path, body, { headers }));
      } catch (error) {
        const heard = error instanceof Problem;
        if (pause === 0 || (heard && ![429, 503].includes(error.status)) || (heard && error.reason === 'paused')) throw error;
        await new Promise((done) => setTimeout(done, Math.max(pause, (heard ? (error.retry ?? 0) : 0) * 1000)));
      }
    }
    throw new Error('unreachable');
  }
}

/** The events of the game, as the stream names them. */
const EVENTS = [
  'joined', 'day_closed', 'totem_paid', 'day_opened', 'totem_placed', 'spawned', 'moved', 'shot', 'killed', 'wiped', 'shielded', 'range_raised',
  'donated', 'built', 'retired', 'clock_shift', 'game_over', 'paused', 'resumed', 'aborted',
];
