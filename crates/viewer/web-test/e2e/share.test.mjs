// Small frames, walls, and what exported pages say of themselves.

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { GAMES, ask, atFrame, boardPainted, boardView, frameOf, openPage, played, run, scratchFolder, sceneOf, serve, sharedBrowser, shot, until } from './support.mjs';

const shared = sharedBrowser();
const folder = scratchFolder();

/** Players of a short match. @param {string} game */
function short(game) {
  if (game === 'zords') return ['weak', 'weak', 'medium', '--seats', '3', '--set', 'days=2'];
  const limit = { outbreak: 'max_turns=20', infection: 'turn_limit=20', golems: 'max_turns=20', footsoldiers: 'total_turns=20' }[game];
  return ['weak', 'weak', ...(limit ? ['--set', limit] : [])];
}

/**
 * The part of a frame's height that the board takes: its canvas, and the whole board drawn in it.
 * @param {import('playwright-core').Page | import('playwright-core').Frame} page
 * @param {number[]} frame of the scene
 */
async function boardPart(page, [, , wide, high]) {
  const seen = await page.locator('canvas.board-canvas').evaluate((canvas) => ({
    canvas: canvas.clientHeight, width: canvas.clientWidth, whole: innerHeight, view: /** @type {HTMLElement} */ (canvas).dataset.view ?? '',
  }));
  const scale = Number(seen.view.split(' ')[2]);
  return { canvas: seen.canvas / seen.whole, drawn: (high * scale) / seen.whole, across: (wide * scale) / seen.width };
}

for (const game of GAMES) {
  test(`${game} in small frames`, { timeout: 90_000 }, async (t) => {
    const { file } = await played(folder, `small-${game}`, game, ...short(game), '--seed', '7');
    const html = join(folder, `small-${game}.html`);
    const { code, stderr } = await run(folder, 'export', file, '--html', html, '--force');
    assert.equal(code, 0, stderr);
    const server = await serve(folder, ['watch', file, '--json']);
    t.after(() => server.close());
    for (const [width, height] of [[700, 500], [844, 390]]) {
      const view = await openPage(shared, server.url, { viewport: { width, height } });
      const { page } = view;
      await boardPainted(page);
      const { frame } = await sceneOf(page, 0);
      await page.keyboard.press('r');
      const whole = () => until('the whole board', () => boardPart(page, frame), ({ drawn, across }) => drawn >= 0.7 || across >= 0.94);
      const seen = await whole();
      assert.ok(seen.canvas >= 0.7, `${game} ${width}x${height}: ${JSON.stringify(seen)}`);
      await shot(page, `small-${game}-${width}`);
      // Everything is still there: behind the button, over the board.
      await page.getByRole('button', { name: 'Open or close the panels' }).click();
      await page.getByRole('tab', { name: 'Log' }).click();
      await page.getByRole('button', { name: 'Legend and rules' }).waitFor();
      assert.ok((await boardPart(page, frame)).canvas >= 0.7, 'the panels come over the board');
      await shot(page, `small-${game}-${width}-open`);
      await page.getByRole('button', { name: 'Open or close the panels' }).click();
      await page.getByRole('button', { name: 'Legend and rules' }).waitFor({ state: 'hidden' });
      await view.close();
    }
    // The exported page, in a frame of another page.
    const around = join(folder, `around-${game}.html`);
    writeFileSync(around, `<!doctype html><title>around</title><iframe sandbox="allow-scripts" width="700" height="500" style="border:0" src="${basename(html)}"></iframe>`);
    const view = await openPage(shared, null, { viewport: { width: 900, height: 700 } });
    await view.page.goto(`file://${around}`);
    const inner = await until('the page inside', () => view.page.frames().find((one) => one.url().endsWith(basename(html))), (found) => found !== undefined);
    assert.ok(inner);
    await boardPainted(inner);
    const canvas = await inner.locator('canvas.board-canvas').evaluate((one) => one.clientHeight / innerHeight);
    assert.ok(canvas >= 0.7, `${canvas}`);
    await inner.locator('.title').filter({ hasText: game }).waitFor();
    await inner.locator('.scores .score').first().waitFor();
    await view.close();
  });
}

test('a plain page names nobody', { timeout: 60_000 }, async () => {
  const { file } = await played(folder, 'plain', 'golems', 'strong', 'weak', '--seed', '7', '--set', 'max_turns=10');
  const html = join(folder, 'plain.html');
  assert.equal((await run(folder, 'export', file, '--html', html, '--plain')).code, 0);
  const view = await openPage(shared, null);
  await view.page.goto(`file://${html}`);
  await boardPainted(view.page);
  await view.page.keyboard.press('.');
  await until('the end', () => frameOf(view.page), (frame) => frame > 5);
  assert.equal(await view.page.title(), 'Skirmish');
  const said = await view.page.locator('body').innerText();
  for (const word of ['strong', 'weak', 'wins', 'won']) assert.ok(!said.includes(word), `${word}: ${said}`);
  await shot(view.page, 'plain');
  await view.close();
});

test('a page for a wall plays by itself, again and again', { timeout: 90_000 }, async (t) => {
  mkdirSync(join(folder, 'alone'));
  const { file, report } = await played(folder, 'alone/wall', 'golems', 'weak', 'weak', '--seed', '7', '--set', 'max_turns=12');
  const server = await serve(folder, ['watch', file, '--json']);
  t.after(() => server.close());
  const view = await openPage(shared, `${server.url}?kiosk=1&speed=16`, {
    script: () => {
      const woken = /** @type {any} */ (window);
      woken.awake = 0;
      Object.defineProperty(navigator, 'wakeLock', { value: { request: async () => (woken.awake += 1) } });
    },
  });
  const { page } = view;
  await boardPainted(page);
  for (const hidden of ['.transport', '.tabs', '.top-tools', '.stage-tools']) assert.ok(await page.locator(hidden).isHidden(), hidden);
  assert.ok((await page.evaluate(() => /** @type {any} */ (window).awake)) > 0, 'the screen is kept awake');
  assert.equal(await page.locator('canvas.board-canvas').evaluate((canvas) => getComputedStyle(canvas).cursor), 'none');
  await page.locator('.result').filter({ hasText: 'hidden' }).waitFor();
  await atFrame(page, report.match.steps, 'the end');
  await page.getByRole('region', { name: 'How it ended' }).waitFor();
  await shot(page, 'kiosk-end');
  await until('it begins again', () => frameOf(page), (frame) => frame > 0 && frame < report.match.steps, 20_000);
  await page.getByRole('region', { name: 'How it ended' }).waitFor({ state: 'hidden' });
  await shot(page, 'kiosk');
  // An address is taken over with what makes it a wall; who may only watch is not led anywhere.
  const next = await page.evaluate(async () => {
    const { whatIsNext } = await import(new URL('app/watch/kiosk.js', location.href).href);
    const other = { next: async () => ({ url: '/other/' }) };
    return [await whatIsNext(other, true), await whatIsNext(other, false), await whatIsNext({ next: async () => null }, true)];
  });
  assert.deepEqual(next, [`${new URL(server.url).origin}/other/?kiosk=1&speed=16`, null, null]);
  // A moved mouse is seen, and Escape leads back.
  await page.mouse.move(300, 300);
  await page.mouse.move(340, 300);
  await until('the cursor is back', () => page.locator('#app').getAttribute('class'), (classes) => !classes?.includes('still'));
  await page.keyboard.press('Escape');
  await page.locator('.transport').waitFor();
  await view.close();
});

test('a wall goes on to the next match of its folder', { timeout: 90_000 }, async (t) => {
  mkdirSync(join(folder, 'several'));
  writeFileSync(join(folder, 'several', 'notes.txt'), 'no match');
  await played(folder, 'several/first', 'golems', 'weak', 'weak', '--seed', '7', '--set', 'max_turns=4');
  const { file } = await played(folder, 'several/second', 'footsoldiers', 'weak', 'weak', '--seed', '7', '--set', 'total_turns=6');
  const server = await serve(folder, ['watch', file, '--json']);
  t.after(() => server.close());
  const view = await openPage(shared, `${server.url}?kiosk=1&speed=16`);
  const { page } = view;
  // A page that is just left cannot answer.
  const game = () => ask(page, 'api/session').then((session) => session.game, () => null);
  await boardPainted(page);
  assert.equal(await game(), 'footsoldiers');
  await until('the older match', game, (seen) => seen === 'golems', 30_000);
  await boardPainted(page);
  assert.equal(await page.locator('.transport').isHidden(), true);
  assert.equal(new URL(page.url()).search, '?kiosk=1&speed=16');
  await until('the newest again', game, (seen) => seen === 'footsoldiers', 30_000);
  await view.close();
});

test('a wall follows a live match', { timeout: 90_000 }, async (t) => {
  const server = await serve(folder, ['play', 'golems', 'strong', 'strong', '--seed', '7', '--watch', '--set', 'max_turns=400', '--no-clock']);
  t.after(() => server.close());
  const view = await openPage(shared, `${server.url}?kiosk=1`);
  const { page } = view;
  await boardPainted(page);
  const seen = await until('it goes on', async () => [await frameOf(page), (await ask(page, 'api/index')).steps], ([frame]) => frame > 3, 30_000);
  assert.ok(seen[1] - seen[0] < 60, `it keeps up: ${seen}`);
  await boardView(page);
  await page.close();
  await view.context.close();
});
