// The director while a match plays: it is where the step happens, and what it points out is covered by nothing.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GAMES, ask, atFrame, boardPainted, frameOf, framesOf, onScreen, openPage, played, scratchFolder, serve, sharedBrowser, shot, until } from './support.mjs';

const shared = sharedBrowser();
const folder = scratchFolder();
/** How long each match is watched, in milliseconds. */
const WATCHED = 10_000;
/** What has to be free around a place that is pointed out, in pixels. */
const RING = 20;

/** @param {string} game */
function match(game) {
  if (game === 'zords') return ['strong', 'medium', 'weak', 'strong', 'medium', 'weak', 'strong', 'medium', '--seats', '8'];
  return game === 'footsoldiers' ? ['weak', 'medium'] : ['strong', 'medium'];
}

/**
 * What the board shows in each animation frame: when, which frame of the match, left, top, scale.
 * @param {import('playwright-core').Page} page
 * @param {number} long
 */
function looks(page, long) {
  return page.evaluate((long) => new Promise((done) => {
    /** @type {number[][]} */
    const seen = [];
    const canvas = /** @type {HTMLCanvasElement} */ (document.querySelector('canvas.board-canvas'));
    const slider = /** @type {HTMLElement} */ (document.querySelector('.track'));
    const began = performance.now();
    const look = () => {
      const now = performance.now() - began;
      seen.push([now, Number(slider.getAttribute('aria-valuenow')), ...(canvas.dataset.view ?? '').split(' ').map(Number)]);
      if (now < long) requestAnimationFrame(look);
      else done({ seen, wide: canvas.clientWidth, high: canvas.clientHeight });
    };
    look();
  }), long);
}

/**
 * Who came or moved in each step of a run: where from and where to.
 * @param {any} run
 * @param {number} from
 * @returns {Map<number, number[][]>}
 */
function movers(run, from) {
  const places = new Map(run.first.items.map((/** @type {any} */ item) => [item.id, item]));
  return new Map(run.changes.map((/** @type {any} */ change, /** @type {number} */ n) => {
    const moved = (change.set ?? []).flatMap((/** @type {any} */ part) => {
      const was = places.get(part.id);
      const is = { ...was, ...part };
      places.set(part.id, is);
      if (is.layer !== 'unit' || is.seat === undefined || String(was?.at) === String(is.at)) return [];
      return was ? [was.at, is.at] : [is.at];
    });
    for (const id of change.gone ?? []) places.delete(id);
    return [from + n + 1, moved];
  }));
}

for (const game of GAMES) {
  test(`while ${game} plays, whoever moves is in view`, { timeout: 120_000 }, async (t) => {
    const { file } = await played(folder, game, game, ...match(game), '--seed', '5');
    const server = await serve(folder, ['watch', file, '--json']);
    const view = await openPage(shared, server.url, { viewport: { width: 1440, height: 900 } });
    t.after(async () => {
      await view.close();
      await server.close();
    });
    const { page } = view;
    await boardPainted(page);
    const last = Number(await page.locator('.track').getAttribute('aria-valuemax'));
    const from = Math.floor(last * 0.2);
    await page.goto(`${server.url}?frame=${from}`);
    await atFrame(page, from);
    await boardPainted(page);
    await page.keyboard.press(' ');
    const { seen, wide, high } = await looks(page, WATCHED);
    await page.keyboard.press(' ');
    const furthest = Math.max(...seen.map((look) => look[1]));
    const steps = movers(await framesOf(page, from, furthest - from), from);
    /** @param {number[]} look @param {number[]} at */
    const shows = ([, , left, top, scale], [x, y]) => x > left && y > top && x < left + wide / scale && y < top + high / scale;
    /** @type {number[]} */
    const missed = [];
    let moved = 0;
    for (const frame of new Set(seen.map(([, frame]) => frame))) {
      const places = steps.get(frame) ?? [];
      if (frame === from || places.length === 0) continue;
      moved++;
      if (!seen.some((look) => look[1] === frame && places.some((at) => shows(look, at)))) missed.push(frame);
    }
    assert.ok(missed.length <= 0.1 * moved, `nobody who moves is in view in ${missed.length} of ${moved} steps: ${missed}`);
    /** @type {number[]} */
    const begins = [];
    let still = -Infinity;
    for (let i = 1; i < seen.length; i++) {
      if (String(seen[i].slice(2)) === String(seen[i - 1].slice(2))) continue;
      if (seen[i][0] - still > 250) begins.push(seen[i][0]);
      still = seen[i][0];
    }
    assert.ok(begins.length <= 1 + (WATCHED / 1000) * 1.1, `the camera moves no more often than once in a second: ${begins}`);
  });

  test(`nothing covers what is pointed out in ${game}`, { timeout: 120_000 }, async (t) => {
    const { file } = await played(folder, `${game}-events`, game, ...match(game), '--seed', '5');
    const server = await serve(folder, ['watch', file, '--json']);
    t.after(() => server.close());
    for (const viewport of [{ width: 2560, height: 1440 }, { width: 1440, height: 900 }, { width: 390, height: 844 }]) {
      const { page, close } = await openPage(shared, `${server.url}?frame=10`, { viewport });
      await boardPainted(page);
      for (let n = 0; n < 6; n++) {
        const before = await frameOf(page);
        await page.keyboard.press('e');
        const frame = await until('the next event', () => frameOf(page), (now) => now !== before);
        const { lines } = await ask(page, `api/log?from=${frame - 1}&to=${frame}`);
        const told = lines.find((/** @type {any} */ line) => line.step === frame && line.key && line.at);
        if (!told) continue;
        await page.locator('.caption').waitFor();
        await until(`nothing covers what happens at frame ${frame}`, async () => {
          const [x, y] = await onScreen(page, told.at);
          return page.evaluate(({ x, y, around }) => ['.caption', '.minimap'].filter((name) => {
            const box = /** @type {HTMLElement} */ (document.querySelector(name)).getBoundingClientRect();
            return box.width > 0 && x > box.left - around && x < box.right + around && y > box.top - around && y < box.bottom + around;
          }), { x, y, around: RING });
        }, (covering) => covering.length === 0, 3000);
      }
      await shot(page, `uncovered-${game}-${viewport.width}`);
      await close();
    }
  });
}
