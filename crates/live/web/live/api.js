// Asking the service: JSON in and out, refusals as errors with the server's own words.

/** What the server refused. */
export class Problem extends Error {
  /**
   * @param {number} status
   * @param {string} reason the code, for programs
   * @param {string} message the sentence, for people
   * @param {number} [retry] seconds until it is worth another try
   * @param {{at: string, message: string}[]} [faults] everything that is wrong with what was sent, where the server tells
   */
  constructor(status, reason, message, retry, faults = []) {
    super(message);
    this.status = status;
    this.reason = reason;
    this.retry = retry;
    this.faults = faults;
  }
}

/** How often something that changes nothing is asked again when there was no room for it, and the longest wait, in seconds. */
const TRIES = 4;
const LONGEST_WAIT = 5;

/**
 * The answer of the server, or its refusal. The cookie of a browser that is signed in goes along by itself.
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {{signal?: AbortSignal, headers?: Record<string, string>, asks?: boolean}} [options] `asks`: it changes nothing, as no GET does
 * @returns {Promise<any>}
 */
export async function call(method, path, body, options = {}) {
  const tries = method === 'GET' || options.asks ? TRIES : 1;
  for (let i = 1; ; i++) {
    try {
      return await callOnce(method, path, body, options);
    } catch (error) {
      const full = error instanceof Problem && (error.status === 429 || (error.status === 503 && error.reason === 'busy'));
      if (!full || i >= tries) throw error;
      // Not all at once: others were turned away at the same moment.
      const wait = Math.min(error.retry ?? 1, LONGEST_WAIT) * (1 + Math.random());
      await new Promise((done) => setTimeout(done, wait * 1000));
    }
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} body
 * @param {{signal?: AbortSignal, headers?: Record<string, string>}} options
 */
async function callOnce(method, path, body, { signal, headers = {} }) {
  // No form of another site can send this header, so the server believes the cookie.
  const sent = method === 'GET' ? {} : { 'X-Skirmish': '1', ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) };
  const answer = await fetch(path, { method, signal, headers: { ...sent, ...headers }, body: body === undefined ? undefined : JSON.stringify(body) });
  const text = await answer.text();
  if (answer.ok) return text === '' ? null : JSON.parse(text);
  /** @type {{reason: string, message: string, faults?: {at: string, message: string}[]}} */
  let told = { reason: 'unknown', message: `the server answered ${answer.status}` };
  try {
    told = { ...told, ...JSON.parse(text) };
  } catch {
    // Not from our server: the status has to do.
  }
  throw new Problem(answer.status, told.reason, told.message, Number(answer.headers.get('Retry-After')) || undefined, told.faults);
}

/**
 * @param {string} path
 * @param {AbortSignal} [signal]
 */
export function read(path, signal) {
  return call('GET', path, undefined, { signal });
}

/**
 * @param {string} path
 * @param {unknown} [body]
 */
export function post(path, body = {}) {
  return call('POST', path, body);
}

/**
 * Who this browser is signed in as; null if nobody.
 * @typedef {{role: 'player' | 'operator' | 'administrator', name: string, journal: number | null, game: string | null, seat: string | null}} Me
 * @returns {Promise<Me | null>}
 */
export async function whoAmI() {
  return (await read('/api/v1/session')).me;
}

/** Where the routes of a game begin. @param {string} game */
export function gamePath(game) {
  return `/api/v1/zords/games/${encodeURIComponent(game)}`;
}
