// How long things take. The promises are for a release build on a quiet machine; here they are asserted with a lot of
// slack, and the figures are printed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boardPainted, openPage, played, scratchFolder, serve, sharedBrowser, until } from './support.mjs';

const shared = sharedBrowser();
const folder = scratchFolder();

/** For a page's start: notes when the first picture is there, how long jumps take, and the script in animation frames. */
function stopwatch() {
  window.figures = { first: null, jumps: [], scripts: [] };
  const plain = window.requestAnimationFrame.bind(window);
  // The title names the moment as soon as its picture is given to the board; it is drawn in the animation frame after that.
  let since = null;
  const shown = () => plain(() => {
    const now = performance.now();
    window.figures.first ??= now;
    if (since !== null) window.figures.jumps.push(now - since);
    since = null;
  });
  let title = '';
  new MutationObserver(() => {
    if (document.title === title || !document.title.includes('·')) return;
    title = document.title;
    shown();
  }).observe(document, { subtree: true, childList: true, characterData: true });
  addEventListener('pointerdown', (press) => {
    if (press.target instanceof Element && press.target.closest('.track')) since = performance.now();
  }, { capture: true });
  window.requestAnimationFrame = (work) => plain((now) => {
    const began = performance.now();
    work(now);
    window.figures.scripts.push(performance.now() - began);
  });
}

/** @param {number[]} list @param {number} part */
function quantile(list, part) {
  const sorted = [...list].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))];
}

/** @param {string} what @param {number[]} list in milliseconds */
function tell(what, list) {
  console.log(`# ${what}: median ${quantile(list, 0.5).toFixed(1)} ms, p95 ${quantile(list, 0.95).toFixed(1)} ms, most ${Math.max(...list).toFixed(1)} ms (${list.length})`);
}

const MATCHES = [
  { name: 'a 1000-turn outbreak match', game: 'outbreak', players: ['strong', 'weak', '--seed', '1'], opens: 1000 },
  { name: 'the 64-seat, 28-day zords match', game: 'zords', players: [...Array(64).fill('medium'), '--seats', '64', '--seed', '7'], opens: 3000 },
];

for (const { name, game, players, opens } of MATCHES) {
  test(name, { timeout: 120_000 }, async (t) => {
    const { file, report } = await played(folder, game, game, ...players);
    console.log(`# ${name}: ${report.match.steps} steps`);
    const times = [];
    /** @type {Awaited<ReturnType<typeof serve>> | undefined} */
    let server;
    // Each time with a program that has not worked anything out yet.
    for (let i = 0; i < 2; i++) {
      await server?.close();
      server = await serve(folder, ['watch', file, '--json']);
      const view = await openPage(shared, server.url, { script: stopwatch });
      times.push(Number(await until('the first picture', () => view.page.evaluate(() => window.figures.first), (first) => first !== null, 30_000)));
      await view.close();
    }
    tell(`${name} opens`, times);
    assert.ok(Math.min(...times) < opens * 3, `it opens in ${Math.min(...times)} ms`);
    assert.ok(server);
    const { url } = server;
    t.after(() => server?.close());

    const view = await openPage(shared, url, { script: stopwatch });
    const { page } = view;
    await boardPainted(page);
    const box = await page.getByRole('slider', { name: 'Frame' }).boundingBox();
    assert.ok(box);
    const jumps = () => page.evaluate(() => window.figures.jumps);
    // All over the match, never near where it was: frames that are not there yet.
    for (const part of [0.83, 0.31, 0.97, 0.12, 0.55, 0.72, 0.22, 0.9, 0.43, 0.64]) {
      const before = (await jumps()).length;
      await page.mouse.click(box.x + box.width * part, box.y + box.height / 2);
      await until('the jump', jumps, (all) => all.length > before);
    }
    tell(`${name}: a jump to a frame that was not fetched`, await jumps());
    assert.ok(quantile(await jumps(), 0.5) < 1500, 'a jump takes a moment');

    // Drawing, while it plays with movement.
    await page.keyboard.press('Home');
    await page.mouse.click(box.x + box.width * 0.3, box.y + box.height / 2);
    await page.evaluate(() => {
      /** @type {HTMLElement} */ (document.activeElement)?.blur();
      window.figures.scripts = [];
    });
    await page.keyboard.press(' ');
    const playing = await until('frames were drawn', () => page.evaluate(() => window.figures.scripts), (all) => all.length >= 120, 20_000);
    await page.keyboard.press(' ');
    tell(`${name}: script of an animation frame while it plays`, playing);
    // Steps by hand move everything from one picture to the next, in a quarter of a second.
    await page.evaluate(() => (window.figures.scripts = []));
    for (let i = 0; i < 12; i++) {
      const drawn = await page.evaluate(() => window.figures.scripts.length);
      await page.keyboard.press('ArrowRight');
      await until('a step was drawn', () => page.evaluate(() => window.figures.scripts.length), (now) => now > drawn + 6);
    }
    const stepping = await page.evaluate(() => window.figures.scripts);
    tell(`${name}: script of an animation frame while steps move`, stepping);
    for (const scripts of [playing, stepping]) assert.ok(quantile(scripts, 0.95) < 16, `p95 of drawing is ${quantile(scripts, 0.95)} ms`);
    await view.close();
  });
}
