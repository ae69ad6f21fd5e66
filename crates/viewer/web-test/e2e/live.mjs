// A live service for browser tests: the real program in a scratch folder, and its administrator, who may do everything.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { start } from './support.mjs';

/**
 * Starts `skirmish serve` with data of its own in a scratch folder, on a virtual clock that goes as fast as the world until it is turned,
 * and claims the administrator. Nobody is limited in how often they ask, unless `env` says so.
 * @param {string} folder
 * @param {{args?: string[], env?: Record<string, string>, data?: string, claim?: boolean}} [options] `data`: those of a server
 *   that ran before; `claim: false` leaves the administrator's link to be used
 */
export async function liveServer(folder, { args = [], env = {}, data = mkdtempSync(join(folder, 'live-')), claim = true } = {}) {
  let told = { urls: [''], administrator: '' };
  const clock = args.includes('--clock') ? [] : ['--clock', 'virtual'];
  const command = ['serve', '--json', '--data', data, '--listen', '127.0.0.1:0', ...clock, ...args];
  const started = await start(folder, command, (whole) => {
    const line = whole.split('\n').find((text) => text.startsWith('{"'));
    if (line) told = JSON.parse(line);
    return line !== undefined;
  }, { SKIRMISH_LIMITS_RATES: 'false', ...env });
  const url = told.urls[0];

  /**
   * What the server answers to whoever has this token.
   * @param {string} method
   * @param {string} path below `/api/v1/`
   * @param {unknown} [body]
   * @param {string} [token]
   * @returns {Promise<{status: number, body: any}>}
   */
  const answer = async (method, path, body, token) => {
    const headers = { ...(token ? { Authorization: `Bearer ${token}` } : {}), ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) };
    const got = await fetch(`${url}api/v1/${path}`, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
    const text = await got.text();
    return { status: got.status, body: text === '' ? null : JSON.parse(text) };
  };

  let token = '';
  if (told.administrator && claim) {
    const claimed = await answer('POST', 'administrator', { code: told.administrator.split('#')[1], name: 'root' });
    assert.equal(claimed.status, 201, JSON.stringify(claimed.body));
    token = claimed.body.token;
  }
  /** The same, by the administrator unless said otherwise; a refusal fails the test. @param {string} method @param {string} path @param {unknown} [body] @param {string} [as] */
  const ask = async (method, path, body, as = token) => {
    const got = await answer(method, path, body, as);
    assert.ok(got.status < 300, `${method} ${path}: ${got.status} ${JSON.stringify(got.body)}`);
    return got.body;
  };

  return {
    ...started,
    /** Ends with a slash. */
    url,
    /** The folder with its data. */
    data,
    /** The administrator's link. */
    link: told.administrator,
    /** The administrator's token. */
    token,
    answer,
    ask,
    /** The address of a page. @param {string} [path] below `/zords/` */
    page: (path = '') => `${url}zords/${path}`,
    /**
     * Makes a game; gives back the tokens of the seats in it.
     * @param {string} name
     * @param {Record<string, unknown>} [wish] the rest of what the API takes
     * @returns {Promise<Record<string, string>>}
     */
    async makeGame(name, wish = {}) {
      const made = await ask('POST', 'zords/games', { name, ...wish });
      return Object.fromEntries(made.tokens.map((/** @type {{seat: string, token: string}} */ one) => [one.seat, one.token]));
    },
    /** Opens day 1. @param {string} game */
    begin: (game) => ask('POST', `zords/games/${game}/start`),
    /** Turns the clock of the games. @param {{step_s?: number, speed?: number}} by */
    turn: (by) => ask('POST', 'zords/clock', by),
  };
}

/**
 * Logs the browser of a page in, before it opens anything.
 * @param {import('playwright-core').BrowserContext} context
 * @param {string} url of the server
 * @param {string} token
 */
export async function signIn(context, url, token) {
  const answer = await context.request.post(`${url}api/v1/session`, { data: { token }, headers: { 'X-Skirmish': '1', Origin: new URL(url).origin } });
  assert.equal(answer.status(), 201, await answer.text());
}

/**
 * Damages the log of a game while its server is down.
 * @param {string} data the folder with the data
 * @param {string} game
 */
export function damage(data, game) {
  const code = `import sqlite3, sys
store = sqlite3.connect(sys.argv[1])
changed = store.execute("UPDATE records SET sum = sum + 1 WHERE n = 1 AND journal = (SELECT id FROM journals WHERE name = ?)", sys.argv[2:])
store.commit()
sys.exit(0 if changed.rowcount == 1 else 1)`;
  execFileSync('python3', ['-c', code, join(data, 'skirmish.db'), game]);
}

/**
 * Fails unless the page complained about just these refusals of the server, in any order; a browser notes each of them.
 * @param {{troubles: string[], clean: () => void}} view
 * @param {...number} statuses
 */
export function refusedWith(view, ...statuses) {
  const found = view.troubles.splice(0).map((trouble) => Number(/responded with a status of (\d+)/.exec(trouble)?.[1] ?? assert.fail(trouble)));
  assert.deepEqual(found.sort(), statuses.sort(), 'what the server refused');
}
