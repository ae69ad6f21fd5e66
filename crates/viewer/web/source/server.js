// Asking the server behind the page.

import { Frames } from './frames.js';
import { keyHeader } from './rights.js';

/** What the server refused, with its sentence for people. */
export class Refused extends Error {
  /**
   * @param {number} status
   * @param {string} message
   * @param {ProgramAsk[]} [asks] what has to be allowed first
   */
  constructor(status, message, asks = []) {
    super(message);
    this.status = status;
    this.asks = asks;
  }
}

export class ServerSource {
  /** @param {string} [base] the address that the server's paths are added to; as a rule the page's own */
  constructor(base = '') {
    this.base = base;
    this.embedded = false;
    /** Whether the turn of a person goes on after orders were sent. */
    this.endless = false;
    this.leaving = new AbortController();
    this.frames = new Frames((from, count, seat) => this.get(`api/frames?from=${from}&count=${count}&seat=${seat}`));
  }

  // Asking.

  /**
   * @param {string} path
   * @param {AbortSignal} [signal]
   * @returns {Promise<any>}
   */
  async get(path, signal) {
    const both = signal ? AbortSignal.any([signal, this.leaving.signal]) : this.leaving.signal;
    return answered(await fetch(this.base + path, { signal: both, headers: keyHeader() }));
  }

  /**
   * @param {string} path
   * @param {unknown} body
   * @param {AbortSignal} [signal]
   * @returns {Promise<any>}
   */
  async post(path, body, signal) {
    const bytes = body instanceof Blob || body instanceof ArrayBuffer;
    return answered(
      await fetch(this.base + path, {
        method: 'POST',
        headers: { ...keyHeader(), 'content-type': bytes ? 'application/octet-stream' : 'application/json' },
        body: bytes ? body : JSON.stringify(body),
        signal: signal ?? this.leaving.signal,
      }),
    );
  }

  /** Cancels all requests in progress. */
  close() {
    this.leaving.abort();
    this.leaving = new AbortController();
  }

  // Watching.

  /** @returns {Promise<Session>} */
  session() {
    return this.get('api/session');
  }

  /** @returns {Promise<MatchIndex>} */
  index() {
    return this.get('api/index');
  }

  /**
   * The lines with from < step <= to.
   * @param {number} from
   * @param {number} to
   * @param {AbortSignal} [signal]
   * @returns {Promise<LogLine[]>}
   */
  async log(from, to, signal) {
    const log = /** @type {Log} */ (await this.get(`api/log?from=${from}&to=${to}`, signal));
    return log.lines;
  }

  /** @returns {Promise<Chart[]>} */
  async charts() {
    const told = /** @type {Charts} */ (await this.get('api/charts'));
    return told.charts;
  }

  /**
   * What bots said for their authors, with from < step <= to.
   * @param {number} from
   * @param {number} to
   * @param {AbortSignal} [signal]
   * @returns {Promise<PrivateEntry[]>}
   */
  async entries(from, to, signal) {
    const told = /** @type {Entries} */ (await this.get(`api/private?from=${from}&to=${to}`, signal));
    return told.entries;
  }

  /**
   * The exact message a seat was sent last at or before a frame; null if there was none yet.
   * @param {number} frame
   * @param {number} seat
   * @param {AbortSignal} [signal]
   * @returns {Promise<SeatMessage | null>}
   */
  async message(frame, seat, signal) {
    try {
      return await this.get(`api/message?frame=${frame}&seat=${seat}`, signal);
    } catch (error) {
      if (error instanceof Refused && error.status === 404) return null;
      throw error;
    }
  }

  /** @returns {Promise<Failure[]>} */
  async capsules() {
    const told = /** @type {Failures} */ (await this.get('api/capsules'));
    return told.capsules;
  }

  /**
   * @param {number} n
   * @returns {Promise<string>}
   */
  async capsule(n) {
    const told = /** @type {CapsuleText} */ (await this.get(`api/capsule?n=${n}`));
    return told.text;
  }

  /** The match to show after this one, on a wall; null if there is no other beside it. @returns {Promise<Goal | null>} */
  next() {
    return this.post('api/next', {});
  }

  /**
   * Listens to the server; the returned function stops listening.
   * @param {(news: News) => void} heard
   * @returns {() => void}
   */
  live(heard) {
    const stream = new EventSource(`${this.base}api/live`);
    stream.addEventListener('message', (event) => heard(JSON.parse(event.data)));
    return () => stream.close();
  }

  /**
   * @param {Blob} file
   * @returns {Promise<Goal>}
   */
  open(file) {
    return this.post('api/open', file);
  }

  /**
   * @param {number} frame
   * @param {string[]} seats
   * @param {string[]} allow commands out of the replay that may run
   * @returns {Promise<Goal>}
   */
  fork(frame, seats, allow) {
    return this.post('api/fork', /** @satisfies {ForkRequest} */ ({ frame, seats, allow }));
  }

  /** The library that the replay is in. @returns {Promise<Goal>} */
  around() {
    return this.post('api/around', {});
  }

  /**
   * @param {number} frame
   * @returns {Promise<Goal>}
   */
  edit(frame) {
    return this.post('api/edit', /** @satisfies {EditFromRequest} */ ({ frame }));
  }

  /**
   * Where a download is.
   * @param {{what: string, frame: number, seat: string, theme: string, width?: number, plain?: boolean}} options
   */
  exportUrl({ what, frame, seat, theme, width = 1200, plain = false }) {
    return `${this.base}api/export?what=${what}&frame=${frame}&seat=${seat}&theme=${theme}&width=${width}${plain ? '&plain=true' : ''}`;
  }

  // Playing by hand.

  /**
   * @param {AbortSignal} [signal]
   * @returns {Promise<HandState>}
   */
  handState(signal) {
    return this.get('hand/state', signal);
  }

  /**
   * @param {ConsiderRequest} body
   * @param {AbortSignal} [signal]
   * @returns {Promise<Considered>}
   */
  consider(body, signal) {
    return this.post('hand/consider', body, signal);
  }

  /**
   * @param {WhyRequest} body
   * @param {AbortSignal} [signal]
   * @returns {Promise<Refusal | null>}
   */
  why(body, signal) {
    return this.post('hand/why', body, signal);
  }

  /**
   * @param {MarchRequest} body
   * @param {AbortSignal} [signal]
   * @returns {Promise<Marched>}
   */
  march(body, signal) {
    return this.post('hand/march', body, signal);
  }

  /**
   * @param {ReachRequest} body
   * @param {AbortSignal} [signal]
   * @returns {Promise<Reach>}
   */
  reach(body, signal) {
    return this.post('hand/reach', body, signal);
  }

  /** What happened since the last orders. @returns {Promise<Meanwhile>} */
  meanwhile() {
    return this.get('hand/meanwhile');
  }

  /**
   * The same match anew.
   * @param {boolean} swap
   * @param {string[]} allow
   * @returns {Promise<Goal>}
   */
  rematch(swap, allow) {
    return this.post('hand/rematch', /** @satisfies {RematchRequest} */ ({ swap, allow }));
  }

  /**
   * @param {FinishRequest} body
   * @param {AbortSignal} [signal]
   * @returns {Promise<Orders>}
   */
  finish(body, signal) {
    return this.post('hand/finish', body, signal);
  }

  /**
   * @param {SendRequest} body
   * @returns {Promise<Done>}
   */
  send(body) {
    return this.post('hand/send', body);
  }

  /**
   * @param {ResignRequest} body
   * @returns {Promise<Done>}
   */
  resign(body) {
    return this.post('hand/resign', body);
  }

  // Editing.

  /** @returns {Promise<EditState>} */
  editState() {
    return this.get('edit/state');
  }

  /** @returns {Promise<EditSchemas>} */
  editSchemas() {
    return this.get('edit/schemas');
  }

  /**
   * @param {string} map
   * @returns {Promise<EditState>}
   */
  editStart(map) {
    return this.post('edit/start', /** @satisfies {StartRequest} */ ({ map }));
  }

  /**
   * @param {Edit[]} edits
   * @returns {Promise<EditState>}
   */
  editApply(edits) {
    return this.post('edit/apply', /** @satisfies {ApplyRequest} */ ({ edits }));
  }

  /**
   * @param {AreaEdit} change
   * @returns {Promise<EditState>}
   */
  editChange(change) {
    return this.post('edit/change', /** @satisfies {ChangeRequest} */ ({ change }));
  }

  /**
   * @param {Point} from
   * @param {Point} to
   * @returns {Promise<Clip>}
   */
  editCopy(from, to) {
    return this.post('edit/copy', /** @satisfies {CopyRequest} */ ({ from, to }));
  }

  /**
   * @param {Clip} clip
   * @param {Turn} turn
   * @param {boolean} swap
   * @returns {Promise<Clip>}
   */
  editTurned(clip, turn, swap) {
    return this.post('edit/turned', /** @satisfies {TurnedRequest} */ ({ clip, turn, swap }));
  }

  /**
   * @param {string} bot
   * @param {number} pairs
   * @returns {Promise<TrialState | null>}
   */
  editFairnessBegin(bot, pairs) {
    return this.post('edit/fairness', /** @satisfies {FairnessRequest} */ ({ bot, pairs }));
  }

  /** @returns {Promise<TrialState | null>} */
  editFairness() {
    return this.get('edit/fairness');
  }

  /** @returns {Promise<TrialState | null>} */
  editFairnessStop() {
    return this.post('edit/fairness/stop', {});
  }

  /** @returns {Promise<EditState>} */
  editUndo() {
    return this.post('edit/undo', {});
  }

  /** @returns {Promise<EditState>} */
  editRedo() {
    return this.post('edit/redo', {});
  }

  /**
   * @param {number} x
   * @param {number} y
   * @returns {Promise<Things>}
   */
  editAt(x, y) {
    return this.get(`edit/at?x=${x}&y=${y}`);
  }

  /**
   * @param {unknown} position
   * @returns {Promise<EditState>}
   */
  editPosition(position) {
    return this.post('edit/position', { position });
  }

  /**
   * @param {string} name
   * @returns {Promise<Saved>}
   */
  editSave(name) {
    return this.post('edit/save', /** @satisfies {SaveRequest} */ ({ name }));
  }

  /** The position as a file. @returns {Promise<Blob>} */
  async editFile() {
    const answer = await fetch(`${this.base}edit/file`, { signal: this.leaving.signal, headers: keyHeader() });
    return answer.ok ? answer.blob() : answered(answer);
  }

  /**
   * @param {string[]} seats
   * @param {string[]} allow
   * @returns {Promise<Goal>}
   */
  editPlay(seats, allow) {
    return this.post('edit/play', /** @satisfies {PlayRequest} */ ({ seats, allow }));
  }
}

/**
 * The JSON of an answer, or its error.
 * @param {Response} response
 * @returns {Promise<any>}
 */
async function answered(response) {
  const text = await response.text();
  if (response.ok) return text === '' ? null : JSON.parse(text);
  let said = `the server answered ${response.status}`;
  /** @type {ProgramAsk[]} */
  let asks = [];
  try {
    const told = /** @type {Trouble} */ (JSON.parse(text));
    said = told.error ?? said;
    asks = told.asks ?? asks;
  } catch {
    // Not from our server: the status has to do.
  }
  throw new Refused(response.status, said, asks);
}
