// What all browser tests share: the real program in a scratch folder, a real Chromium, and a page that must not complain.

import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

/** All games, or those that the variable GAMES names. */
export const GAMES = process.env.GAMES?.split(',') ?? ['outbreak', 'infection', 'golems', 'footsoldiers', 'zords'];
export const PROGRAM = process.env.SKIRMISH ?? fileURLToPath(new URL('../../../../target/debug/skirmish', import.meta.url));
/** Pictures of everything go here, if somebody wants to look at them. */
const SHOTS = process.env.SHOTS;
/** How many times slower the page is to be, if at all. */
const SLOWER = Number(process.env.SLOWER ?? 0);
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
const ADDRESS = /http:\/\/127\.0\.0\.1:\d+\/[^\s"]+/g;

/** Where a page keeps its key. */
const KEY_PLACE = 'skirmish-key';
/** The keys that the program has told, by the address of their pages. @type {Map<string, string>} */
const keys = new Map();

/** Everything that is to be ended when this file is done. @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
process.on('exit', () => running.forEach((child) => child.kill('SIGKILL')));

/** A folder that is gone after the tests of the file. */
export function scratchFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'skirmish-e2e-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A browser for all tests of the file. */
export function sharedBrowser() {
  /** @type {{browser: import('playwright-core').Browser | null}} */
  const shared = { browser: null };
  before(async () => {
    shared.browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS });
  });
  after(async () => {
    await shared.browser?.close();
    await Promise.all([...running].map(ended));
  });
  return shared;
}

/**
 * Runs the program to its end.
 * @param {string} cwd
 * @param {string[]} args
 * @returns {Promise<{code: number, stdout: string, stderr: string}>}
 */
export function run(cwd, ...args) {
  return new Promise((done) => {
    execFile(PROGRAM, args, { cwd, timeout: 120_000, maxBuffer: 1 << 28 }, (error, stdout, stderr) => {
      done({ code: error ? (typeof error.code === 'number' ? error.code : -1) : 0, stdout, stderr });
    });
  });
}

/** Plays a match to its end and gives back where its replay is. @param {string} cwd @param {string} name @param {string[]} args */
export async function played(cwd, name, ...args) {
  const file = join(cwd, `${name}.skirmish`);
  const { code, stdout, stderr } = await run(cwd, 'play', ...args, '--record', file, '--json');
  // 1: a bot failed, which is what some matches are for.
  assert.ok(code === 0 || code === 1, `play ${args.join(' ')}: ${stderr}`);
  return { file, report: JSON.parse(stdout) };
}

/**
 * Starts the program and waits until it has said enough.
 * @param {string} cwd
 * @param {string[]} args
 * @param {(whole: string) => boolean} enough told all whole lines so far
 * @param {Record<string, string>} [env] more variables
 */
export async function start(cwd, args, enough, env = {}) {
  const child = spawn(PROGRAM, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
  running.add(child);
  let said = '';
  await new Promise((done, fail) => {
    const late = setTimeout(() => fail(new Error(`not enough said after 30 s: ${args.join(' ')}\n${said}`)), 30_000);
    const listen = (/** @type {Buffer} */ bytes) => {
      said += bytes;
      // A line that is not whole yet may end in the middle of an address.
      if (!enough(said.slice(0, said.lastIndexOf('\n') + 1))) return;
      clearTimeout(late);
      done(undefined);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.on('exit', (code) => {
      clearTimeout(late);
      fail(new Error(`ended with ${code}: ${args.join(' ')}\n${said}`));
    });
  });
  return { child, said: () => said, close: () => ended(child) };
}

/**
 * Starts the program and waits until it has said where its pages are.
 * @param {string} cwd
 * @param {string[]} args
 * @param {number} [pages] how many addresses to wait for
 */
export async function serve(cwd, args, pages = 1) {
  /** @type {string[]} */
  let urls = [];
  const started = await start(cwd, [...args, '--no-browser'], (whole) => {
    urls = [...new Set([...whole.matchAll(ADDRESS)].map(([address]) => {
      const [url, key] = address.split('#key=');
      if (key) keys.set(url.split('?')[0], key);
      return url;
    }))];
    return urls.length >= pages;
  });
  return { ...started, url: urls[0], urls, key: keys.get(urls[0].split('?')[0]) };
}

/** Ends a program as a person would, and by force if that does not help. @param {import('node:child_process').ChildProcess} child */
async function ended(child) {
  running.delete(child);
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((done) => child.once('exit', done));
  child.kill('SIGINT');
  const force = setTimeout(() => child.kill('SIGKILL'), 5000);
  await gone;
  clearTimeout(force);
}

/**
 * A page in a context of its own that notes whatever goes wrong in it.
 * @param {{browser: import('playwright-core').Browser | null}} shared
 * @param {string | null} url
 * @param {import('playwright-core').BrowserContextOptions & {script?: () => void, bare?: boolean}} [options] `bare` gives the page no key
 */
export async function openPage(shared, url, { script, bare = false, ...options } = {}) {
  assert.ok(shared.browser, 'the browser runs');
  const context = await shared.browser.newContext({ viewport: { width: 1280, height: 800 }, colorScheme: 'light', ...options });
  context.setDefaultTimeout(15_000);
  if (script) await context.addInitScript(script);
  // As if the page had been opened at the whole address, with what stands behind the #.
  const held = ({ place, keys }) => {
    const key = new Map(keys).get(location.origin + location.pathname);
    if (key) sessionStorage.setItem(place, key);
  };
  await context.addInitScript(held, { place: KEY_PLACE, keys: bare ? [] : [...keys] });
  const page = await context.newPage();
  if (SLOWER) await slowDown(page, SLOWER);
  /** @type {string[]} */
  const troubles = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') troubles.push(`${message.type()}: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => troubles.push(`thrown: ${error.stack ?? error}`));
  page.on('requestfailed', (request) => {
    // What the page itself gives up, as a stream when it is left, is no failure.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') troubles.push(`failed: ${request.url()} ${request.failure()?.errorText}`);
  });
  if (url) {
    await page.goto(url);
    await page.locator('.opening').waitFor({ state: 'detached' });
  }
  return {
    page,
    context,
    troubles,
    /** Fails if the page complained about anything. */
    clean() {
      assert.deepEqual(troubles.splice(0), [], 'the page complains about nothing');
    },
    async close() {
      const found = troubles.splice(0);
      await context.close();
      assert.deepEqual(found, [], 'the page complains about nothing');
    },
  };
}

/**
 * Makes the page compute and answers arrive slower, which shows where a test or the page counts on being fast.
 * @param {import('playwright-core').Page} page
 * @param {number} times
 */
async function slowDown(page, times) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: times });
  await devtools.send('Network.emulateNetworkConditions', { offline: false, latency: 20 * times, downloadThroughput: -1, uploadThroughput: -1 });
}

/**
 * Asks the server of a page for something, beside the page.
 * @param {import('playwright-core').Page} page
 * @param {string} path as "api/index"
 * @param {unknown} [body] to post
 */
export async function ask(page, path, body) {
  const answer = await answerOf(page, path, body);
  const text = await answer.text();
  assert.ok(answer.ok(), `${path}: ${answer.status()} ${text.slice(0, 300)}`);
  return JSON.parse(text);
}

/** The same, whatever the answer is. @param {import('playwright-core').Page} page @param {string} path @param {unknown} [body] */
export async function answerOf(page, path, body) {
  const url = new URL(path, new URL(page.url())).href;
  const key = await page.evaluate((place) => sessionStorage.getItem(place), KEY_PLACE);
  const headers = key ? { [KEY_PLACE]: key } : {};
  return body === undefined ? page.context().request.get(url, { headers }) : page.context().request.post(url, { headers, data: body });
}

/**
 * Waits until a condition holds; says what was seen last if it never does.
 * @template T
 * @param {string} what
 * @param {() => Promise<T> | T} look
 * @param {(seen: T) => boolean} holds
 * @param {number} [limit] in milliseconds
 */
export async function until(what, look, holds, limit = 12_000) {
  const end = Date.now() + limit;
  for (;;) {
    const seen = await look();
    if (holds(seen)) return seen;
    if (Date.now() > end) assert.fail(`${what}: last seen ${JSON.stringify(seen)?.slice(0, 500)}`);
    await new Promise((done) => setTimeout(done, 40));
  }
}

/** The frame the timeline stands at. @param {import('playwright-core').Page} page */
export async function frameOf(page) {
  return Number(await page.getByRole('slider', { name: 'Frame' }).getAttribute('aria-valuenow'));
}

/** @param {import('playwright-core').Page} page @param {number} frame @param {string} [what] */
export function atFrame(page, frame, what = 'the frame') {
  return until(what, () => frameOf(page), (seen) => seen === frame);
}

/**
 * What is on the board's canvas: how many colours, which part is not background, a number that changes with any pixel,
 * and the picture in coarse squares.
 * @param {import('playwright-core').Page | import('playwright-core').Frame} page
 */
export function painted(page) {
  return page.evaluate(() => {
    const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector('canvas.board-canvas'));
    if (!canvas || canvas.width === 0) return { colors: 0, part: 0, sum: 0, coarse: [] };
    // Read from a copy: the board itself stays as the browser likes it for drawing.
    const copy = new OffscreenCanvas(canvas.width, canvas.height);
    const context = copy.getContext('2d', { willReadFrequently: true });
    context.drawImage(canvas, 0, 0);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    const words = new Uint32Array(data.buffer);
    const colors = new Set();
    let other = 0;
    let sum = 0;
    for (let i = 0; i < words.length; i++) {
      if (words[i] !== words[0]) other++;
      if (i % 7 === 0) colors.add(words[i]);
      sum = (Math.imul(sum, 31) + words[i]) | 0;
    }
    const small = new OffscreenCanvas(48, 30);
    const brush = small.getContext('2d', { willReadFrequently: true });
    brush.imageSmoothingQuality = 'high';
    brush.drawImage(copy, 0, 0, 48, 30);
    const coarse = [...brush.getImageData(0, 0, 48, 30).data];
    return { colors: colors.size, part: other / words.length, sum, coarse };
  });
}

/** Whether two pictures look the same, but for how their edges are smoothed. @param {{coarse: number[]}} a @param {{coarse: number[]}} b */
export function alike(a, b) {
  return a.coarse.length === b.coarse.length && a.coarse.every((value, i) => Math.abs(value - b.coarse[i]) <= 16);
}

/** What is on the board once nothing moves on it any more. @param {import('playwright-core').Page} page */
export async function stillPainted(page) {
  let [last, times] = [0, 0];
  return until('a still picture', () => painted(page), ({ sum }) => {
    times = sum === last ? times + 1 : 0;
    last = sum;
    return times >= 4;
  });
}

/** Waits until the board shows a real picture. @param {import('playwright-core').Page | import('playwright-core').Frame} page */
export function boardPainted(page) {
  return until('a picture on the board', () => painted(page), ({ colors, part }) => colors > 8 && part > 0.1);
}

/**
 * Where cells are on the screen while the whole board is shown, worked out by the page's own camera.
 * @param {import('playwright-core').Page} page
 * @param {{frame: number[], grid: object}} scene
 * @param {[number, number][]} points of the board; with `cells` cells instead
 * @param {'points' | 'cells'} [kind]
 * @returns {Promise<[number, number][]>}
 */
export function screenPlaces(page, { frame, grid }, points, kind = 'cells') {
  return page.evaluate(
    async ({ frame, grid, points, kind }) => {
      const { Camera } = await import(new URL('app/board/camera.js', location.href).href);
      const { cellCentre } = await import(new URL('app/board/cells.js', location.href).href);
      const canvas = document.querySelector('canvas.board-canvas');
      const box = canvas.getBoundingClientRect();
      const camera = new Camera();
      Object.assign(camera, { width: box.width, height: box.height, frame });
      camera.fit();
      return points.map((point) => {
        const [x, y] = camera.pixel(kind === 'cells' ? cellCentre(grid, point) : point);
        return [box.left + x, box.top + y];
      });
    },
    { frame, grid, points, kind },
  );
}

/**
 * A scene of a replay as the server has it.
 * @param {import('playwright-core').Page} page
 * @param {number} frame
 * @param {string | number} [seat]
 */
export async function sceneOf(page, frame, seat = 'all') {
  return (await ask(page, `api/frames?from=${frame}&count=0&seat=${seat}`)).first;
}

/**
 * A run of frames as the server has it.
 * @param {import('playwright-core').Page} page
 * @param {number} from
 * @param {number} steps
 */
export async function framesOf(page, from, steps) {
  return ask(page, `api/frames?from=${from}&count=${steps + 1}&seat=all`);
}

/**
 * What part of the board is shown right now, as the board says it.
 * @param {import('playwright-core').Page} page
 */
export async function boardView(page) {
  const { text, width, height } = await page.locator('canvas.board-canvas').evaluate((canvas) => ({
    text: /** @type {HTMLElement} */ (canvas).dataset.view ?? '', width: canvas.clientWidth, height: canvas.clientHeight,
  }));
  const [left, top, scale] = text.split(' ').map(Number);
  /** @param {number[]} at */
  const holds = ([x, y]) => x > left && y > top && x < left + width / scale && y < top + height / scale;
  return { text, left, top, scale, holds };
}

/**
 * Where a point of the board is on the screen, whatever part of the board is shown.
 * @param {import('playwright-core').Page} page
 * @param {number[]} at
 * @returns {Promise<[number, number]>}
 */
export async function onScreen(page, [x, y]) {
  const box = await page.locator('canvas.board-canvas').boundingBox();
  const { left, top, scale } = await boardView(page);
  assert.ok(box);
  return [box.x + (x - left) * scale, box.y + (y - top) * scale];
}

/**
 * How many pixels of a colour there are on the board around a place of the screen.
 * @param {import('playwright-core').Page} page
 * @param {number[]} place
 * @param {number} far
 * @param {string} color as "#rrggbb"
 */
export function pixelsNear(page, place, far, color) {
  return page.evaluate(({ place, far, color }) => {
    const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector('canvas.board-canvas'));
    const box = canvas.getBoundingClientRect();
    const copy = new OffscreenCanvas(canvas.width, canvas.height);
    const context = copy.getContext('2d', { willReadFrequently: true });
    context.drawImage(canvas, 0, 0);
    const side = Math.ceil(far * 2);
    const { data } = context.getImageData(Math.round(place[0] - box.left - far), Math.round(place[1] - box.top - far), side, side);
    const wanted = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));
    let found = 0;
    for (let i = 0; i < data.length; i += 4) if (wanted.every((value, c) => Math.abs(data[i + c] - value) < 40)) found++;
    return found;
  }, { place, far, color });
}

/** Moves the keyboard's cursor over the board to a cell. @param {import('playwright-core').Page} page @param {{grid: any}} scene @param {number[]} cell */
export async function walkCursor(page, scene, cell) {
  const said = page.locator('canvas.board-canvas + .sr-only');
  const where = async () => {
    const [x, y] = ((await said.textContent()) ?? '').split(':')[0].split(',').map(Number);
    return [x, y];
  };
  const { grid } = scene;
  for (let steps = 0; steps < 400; steps++) {
    const [x, y] = await where();
    if (x === cell[0] && y === cell[1]) return;
    const down = (cell[1] - y) * (grid.up[1] >= 0 ? 1 : -1);
    const right = (cell[0] - x) * (grid.right[0] >= 0 ? 1 : -1);
    await page.keyboard.press(down > 0 ? 'ArrowDown' : down < 0 ? 'ArrowUp' : right > 0 ? 'ArrowRight' : 'ArrowLeft');
    const now = await where();
    if (now[0] === x && now[1] === y) assert.fail(`the cursor stays at ${x}, ${y} on its way to ${cell}`);
  }
  assert.fail(`the cursor does not get to ${cell}`);
}

/** Tab from wherever the focus is until the board has it. @param {import('playwright-core').Page} page */
export async function tabToBoard(page) {
  await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement)?.blur());
  for (let i = 0; i < 80; i++) {
    if (await page.evaluate(() => document.activeElement?.classList.contains('board-canvas') ?? false)) return;
    await page.keyboard.press('Tab');
  }
  assert.fail('Tab never reaches the board');
}

/** For a page's start: counts the animation frames that are asked for, in `window.animationFrames`. */
export function countFrames() {
  const plain = window.requestAnimationFrame.bind(window);
  window.animationFrames = 0;
  window.requestAnimationFrame = (work) => {
    window.animationFrames++;
    return plain(work);
  };
}

/** A picture for whoever wants to look; made only if SHOTS names a folder. @param {import('playwright-core').Page} page @param {string} name */
export async function shot(page, name) {
  if (SHOTS) await page.screenshot({ path: resolve(SHOTS, `${name}.png`) });
}
