// Where everything comes from: the server behind the page.

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

  /** Gives up everything that is still on its way. */
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
    return (await this.get(`api/log?from=${from}&to=${to}`, signal)).lines;
  }

  /** @returns {Promise<Chart[]>} */
  async charts() {
    return (await this.get('api/charts')).charts;
  }

  /**
   * What bots said for their authors, with from < step <= to.
   * @param {number} from
   * @param {number} to
   * @param {AbortSignal} [signal]
   * @returns {Promise<PrivateEntry[]>}
   */
  async entries(from, to, signal) {
    return (await this.get(`api/private?from=${from}&to=${to}`, signal)).entries;
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

  /** @returns {Promise<Capsule[]>} */
  async capsules() {
    return (await this.get('api/capsules')).capsules;
  }

  /**
   * @param {number} n
   * @returns {Promise<string>}
   */
  async capsule(n) {
    return (await this.get(`api/capsule?n=${n}`)).text;
  }

  /**
   * Listens to the server until the function that is given back is called.
   * @param {(event: {steps?: number, live?: boolean, hand?: number}) => void} heard
   * @returns {() => void}
   */
  live(heard) {
    const stream = new EventSource(`${this.base}api/live`);
    stream.addEventListener('message', (event) => heard(JSON.parse(event.data)));
    return () => stream.close();
  }

  /**
   * @param {Blob} file
   * @returns {Promise<{url: string}>}
   */
  open(file) {
    return this.post('api/open', file);
  }

  /**
   * @param {number} frame
   * @param {string[]} seats
   * @param {string[]} allow commands out of the replay that may run
   * @returns {Promise<{url: string}>}
   */
  fork(frame, seats, allow) {
    return this.post('api/fork', { frame, seats, allow });
  }

  /**
   * @param {number} frame
   * @returns {Promise<{url: string}>}
   */
  edit(frame) {
    return this.post('api/edit', { frame });
  }

  /**
   * Where a download is.
   * @param {{what: string, frame: number, seat: string, theme: string, width?: number}} options
   */
  exportUrl({ what, frame, seat, theme, width = 1200 }) {
    return `${this.base}api/export?what=${what}&frame=${frame}&seat=${seat}&theme=${theme}&width=${width}`;
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
   * @param {{request: number, orders: Action[], actor: null | {unit: number} | {seat: true}}} body
   * @param {AbortSignal} [signal]
   * @returns {Promise<Considered>}
   */
  consider(body, signal) {
    return this.post('hand/consider', body, signal);
  }

  /**
   * @param {{request: number, orders: Action[], action: Action}} body
   * @param {AbortSignal} [signal]
   * @returns {Promise<Refusal | null>}
   */
  why(body, signal) {
    return this.post('hand/why', body, signal);
  }

  /**
   * @param {{request: number, orders: Action[], units: number[], goal: Point}} body
   * @param {AbortSignal} [signal]
   * @returns {Promise<{orders: Action[]}>}
   */
  toward(body, signal) {
    return this.post('hand/toward', body, signal);
  }

  /**
   * @param {{request: number, orders: Action[], bot: string}} body
   * @param {AbortSignal} [signal]
   * @returns {Promise<{orders: Action[]}>}
   */
  finish(body, signal) {
    return this.post('hand/finish', body, signal);
  }

  /**
   * @param {{request: number, orders: Action[]}} body
   * @returns {Promise<{ok: true}>}
   */
  send(body) {
    return this.post('hand/send', body);
  }

  /**
   * @param {{request: number}} body
   * @returns {Promise<{ok: true}>}
   */
  resign(body) {
    return this.post('hand/resign', body);
  }

  // Editing.

  /** @returns {Promise<EditState>} */
  editState() {
    return this.get('edit/state');
  }

  /**
   * @param {string} map
   * @returns {Promise<EditState>}
   */
  editStart(map) {
    return this.post('edit/start', { map });
  }

  /**
   * @param {Record<string, unknown>[]} edits
   * @returns {Promise<EditState>}
   */
  editApply(edits) {
    return this.post('edit/apply', { edits });
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
   * @returns {Promise<{things: {pointer: string, entry: Record<string, unknown>}[]}>}
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
   * @returns {Promise<{path: string}>}
   */
  editSave(name) {
    return this.post('edit/save', { name });
  }

  /** The position as a file. @returns {Promise<Blob>} */
  async editFile() {
    const answer = await fetch(`${this.base}edit/file`, { signal: this.leaving.signal, headers: keyHeader() });
    return answer.ok ? answer.blob() : answered(answer);
  }

  /**
   * @param {string[]} seats
   * @param {string[]} allow
   * @returns {Promise<{url: string}>}
   */
  editPlay(seats, allow) {
    return this.post('edit/play', { seats, allow });
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
    const told = JSON.parse(text);
    said = told.error ?? said;
    asks = told.asks ?? asks;
  } catch {
    // Not from our server: the number has to do.
  }
  throw new Refused(response.status, said, asks);
}
