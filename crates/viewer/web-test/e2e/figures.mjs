// How long things take, printed. Machines are busy at times, so no figure is held against a clock: what is asserted is
// that it goes on, and what a picture costs beside a fixed piece of work in the very same animation frames.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boardPainted, openPage, played, scratchFolder, serve, sharedBrowser, until } from './support.mjs';

const shared = sharedBrowser();
const folder = scratchFolder();

/** For a page's start: notes when the first picture is there, how long jumps take, and the script in animation frames. */
function stopwatch() {
  window.figures = { first: null, jumps: [], scripts: [], yards: [] };
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
  /** The fixed piece of work: a small picture on a canvas of its own. */
  const paper = new OffscreenCanvas(256, 256).getContext('2d');
  const yard = () => {
    for (let i = 0; i < 400; i++) {
      paper.fillStyle = `rgb(${i % 256} 90 90)`;
      paper.beginPath();
      paper.arc((i * 37) % 256, (i * 91) % 256, 8, 0, 2 * Math.PI);
      paper.fill();
    }
  };
  window.requestAnimationFrame = (work) => plain((now) => {
    const began = performance.now();
    work(now);
    const done = performance.now();
    yard();
    window.figures.scripts.push(done - began);
    window.figures.yards.push(performance.now() - done);
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

/** A picture may cost this many times the fixed piece of work. */
const MOST = 15;

const MATCHES = [
  { name: 'a 1000-turn outbreak match', game: 'outbreak', players: ['strong', 'weak', '--seed', '1'] },
  { name: 'an infection match', game: 'infection', players: ['strong', 'medium', '--seed', '1'] },
  { name: 'a golems match', game: 'golems', players: ['strong', 'medium', '--seed', '1'] },
  { name: 'a footsoldiers match', game: 'footsoldiers', players: ['strong', 'medium', '--seed', '1', '--set', 'base_health=400'] },
  { name: 'the 64-seat, 28-day zords match', game: 'zords', players: [...Array(64).fill('medium'), '--seats', '64', '--seed', '7'] },
];

for (const { name, game, players } of MATCHES) {
  test(name, { timeout: 240_000 }, async (t) => {
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

    // Drawing, while it plays with movement.
    await page.keyboard.press('Home');
    await page.mouse.click(box.x + box.width * 0.3, box.y + box.height / 2);
    await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement)?.blur());
    const fresh = () => page.evaluate(() => Object.assign(window.figures, { scripts: [], yards: [] }));
    const drawn = () => page.evaluate(() => window.figures.scripts.length);
    const cheap = async (/** @type {string} */ what) => {
      const { scripts, yards } = await page.evaluate(() => window.figures);
      tell(`${name}: script of an animation frame while ${what}`, scripts);
      const ratio = quantile(scripts, 0.5) / quantile(yards, 0.5);
      console.log(`# ${name}: that is ${ratio.toFixed(2)} times the fixed piece of work`);
      assert.ok(ratio < MOST, `a picture costs ${ratio} times the fixed piece of work`);
    };
    await fresh();
    await page.keyboard.press(' ');
    await until('frames were drawn', drawn, (count) => count >= 120, 60_000);
    await page.keyboard.press(' ');
    await cheap('it plays');
    // Steps by hand move everything from one picture to the next, in a quarter of a second.
    await fresh();
    for (let i = 0; i < 12; i++) {
      const before = await drawn();
      await page.keyboard.press('ArrowRight');
      await until('a step was drawn', drawn, (now) => now > before);
      await page.waitForTimeout(250);
    }
    await cheap('steps move');
    await view.close();
  });
}
