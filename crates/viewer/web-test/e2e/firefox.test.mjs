// Every kind of page in Firefox: it is painted, answers to keys and mouse, and complains about nothing.

import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { FIREFOX, openFirefox, sharedFirefox } from './firefox.mjs';
import { liveServer } from './live.mjs';
import { GAMES, boardPainted, painted, played, run, scratchFolder, serve, until } from './support.mjs';

const shared = sharedFirefox();
const folder = scratchFolder();
const skip = FIREFOX ? false : 'there is no Firefox here: set FIREFOX to its program';

/** What makes a game short. @type {Record<string, string[]>} */
const SHORT = {
  outbreak: ['--set', 'max_turns=30'],
  infection: ['--set', 'turn_limit=20'],
  golems: ['--set', 'max_turns=30'],
  footsoldiers: ['--set', 'total_turns=40'],
  zords: ['--set', 'days=4', '--seats', '2'],
};

/** The address of a page with the key that opens it. @param {{url: string, key?: string}} server */
const opened = ({ url, key }) => (key ? `${url}#key=${key}` : url);

/** The functions for a board ask nothing but what every driver can. @param {import('puppeteer-core').Page} page @returns {any} */
const any = (page) => page;

/** The frame the timeline stands at. @param {import('puppeteer-core').Page} page */
const frameOf = (page) => page.evaluate(() => Number(document.querySelector('[role="slider"][aria-label="Frame"]')?.getAttribute('aria-valuenow')));

/** Drags over the middle of the board. @param {import('puppeteer-core').Page} page */
async function dragBoard(page) {
  const box = await (await page.$('canvas.board-canvas'))?.boundingBox();
  assert.ok(box);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 60, y + 30, { steps: 4 });
  await page.mouse.up();
  return { x, y };
}

for (const game of GAMES) {
  test(`watching ${game} in Firefox`, { timeout: 120_000, skip }, async (t) => {
    const { file } = await played(folder, game, game, 'strong', 'medium', ...SHORT[game], '--seed', '7');
    const server = await serve(folder, ['watch', file, '--json']);
    t.after(() => server.close());
    const view = await openFirefox(shared, opened(server));
    const { page } = view;
    await boardPainted(any(page));
    await page.keyboard.press(' ');
    await until('it plays', () => frameOf(page), (frame) => frame > 3);
    await page.keyboard.press(' ');
    const stands = await until('it stands', () => frameOf(page), (frame) => frame > 3);
    await page.keyboard.press('ArrowRight');
    await until('a step', () => frameOf(page), (frame) => frame > stands);
    await until('what happens is told', () => view.words('.stage [role="log"]'), (text) => (text ?? '').length > 10);
    await page.keyboard.press('r');
    const before = await page.$eval('canvas.board-canvas', (canvas) => canvas.dataset.view);
    const { x, y } = await dragBoard(page);
    await page.mouse.move(x, y);
    await page.mouse.wheel({ deltaY: -400 });
    await until('larger, and elsewhere', () => page.$eval('canvas.board-canvas', (canvas) => canvas.dataset.view), (now) => now !== before);
    await page.keyboard.press('r');
    await page.mouse.click(x, y);
    await until('what is there', () => view.words('.inspector-card'), (text) => (text ?? '').length > 3);
    const light = await painted(any(page));
    await view.shot(`watch-${game}-light`);
    await view.press('Dark theme');
    await until('the other theme', () => painted(any(page)), ({ sum }) => sum !== light.sum);
    await page.keyboard.press('l');
    await page.waitForSelector('#panel-log .log-line');
    await page.keyboard.press('g');
    await page.waitForSelector('dialog[open], [role="dialog"]');
    await view.shot(`watch-${game}-dark`);
    await page.keyboard.press('Escape');
    await page.keyboard.press('.');
    await page.waitForSelector('.ending:not([hidden])');
    await view.shot(`watch-${game}-end`);
    await view.close();
  });

  test(`playing ${game} by hand in Firefox`, { timeout: 120_000, skip }, async (t) => {
    const server = await serve(folder, ['play', game, 'human', 'builtin:medium', ...SHORT[game], '--seed', '7']);
    t.after(() => server.close());
    const view = await openFirefox(shared, opened(server));
    const { page } = view;
    await boardPainted(any(page));
    const sent = await collectSent(page);
    for (let turn = 0; turn < 3; turn++) {
      await page.waitForFunction(() => {
        const send = /** @type {HTMLButtonElement | null} */ (document.querySelector('.sends button'));
        return document.querySelector('.hand-panel')?.getAttribute('data-phase') === 'asked' && send !== null && !send.disabled;
      });
      await page.keyboard.press('f');
      const told = await until('the bot has finished', () => view.words('.hand-live'), (text) => /added|nothing/.test(text ?? ''));
      // A careful bot may save at first; the weak one never does.
      if (turn === 0 && /nothing/.test(told ?? '')) {
        await page.select('.hand-bot', 'weak');
        await page.keyboard.press('f');
        await until('another bot has finished', () => view.words('.hand-live'), (text) => /weak added/.test(text ?? ''));
      }
      if (turn === 0) await page.waitForFunction(() => document.querySelectorAll('.hand-orders li').length > 0);
      if (turn === 0) await view.shot(`hand-${game}`);
      const before = sent.length;
      await page.keyboard.down('Control');
      await page.keyboard.press('Enter');
      await page.keyboard.up('Control');
      await until('orders are sent', () => sent.length, (count) => count > before);
    }
    assert.ok(sent.some(({ orders }) => orders.length > 0), 'something was ordered');
    await until('what the others did is told', () => view.words('.hand-main [role="log"]'), (text) => /Since your last orders/.test(text ?? ''));
    await view.shot(`hand-${game}-later`);
    await view.close();
  });

  test(`editing ${game} in Firefox`, { timeout: 60_000, skip }, async (t) => {
    const server = await serve(folder, ['edit', game, '--json']);
    t.after(() => server.close());
    const view = await openFirefox(shared, opened(server));
    const { page } = view;
    await boardPainted(any(page));
    await until('it can be played', () => view.words('.edit-panel'), (text) => /Playable/.test(text ?? ''));
    const untouched = await painted(any(page));
    // The first brush, drawn over the middle of the board.
    await page.keyboard.press('1');
    await dragBoard(page);
    await until('something is placed', () => painted(any(page)), ({ sum }) => sum !== untouched.sum);
    await page.waitForFunction(() => [...document.querySelectorAll('button')].some((one) => one.getAttribute('aria-label') === 'Undo' && !one.disabled));
    await view.shot(`edit-${game}`);
    await view.press('Undo');
    await page.waitForFunction(() => [...document.querySelectorAll('button')].some((one) => one.getAttribute('aria-label') === 'Redo' && !one.disabled));
    await view.close();
  });
}

test('the library in Firefox', { timeout: 90_000, skip }, async (t) => {
  const place = join(folder, 'library');
  mkdirSync(place);
  for (const [name, ...players] of [['one', 'strong', 'weak'], ['two', 'medium', 'weak']]) await played(place, name, 'golems', ...players, '--seed', '3', '--set', 'max_turns=20');
  const server = await serve(folder, ['watch', place, '--json']);
  t.after(() => server.close());
  const view = await openFirefox(shared, opened(server));
  const { page } = view;
  await until('pictures', () => page.$$eval('.card-picture[data-picture="here"] img', (all) => all.filter((one) => /** @type {HTMLImageElement} */ (one).naturalWidth > 0).length), (count) => count === 2);
  await view.shot('library');
  for (const box of await page.$$('.card input[type="checkbox"]')) await box.click();
  await view.press('Compare');
  await page.waitForFunction(() => document.querySelectorAll('canvas.board-canvas').length === 2);
  await boardPainted(any(page));
  await view.shot('compare');
  await view.close();
});

test('pages without a server in Firefox', { timeout: 90_000, skip }, async () => {
  const { file } = await played(folder, 'given', 'golems', 'strong', 'weak', '--seed', '3', '--set', 'max_turns=20');
  assert.equal((await run(folder, 'export', file, '--html', 'given.html')).code, 0);
  const given = await openFirefox(shared, `file://${join(folder, 'given.html')}`);
  await boardPainted(any(given.page));
  await given.page.keyboard.press('.');
  await given.page.waitForSelector('.ending:not([hidden])');
  await given.close();
  const cup = await run(folder, 'tournament', 'footsoldiers', ...['weak', 'medium', 'strong'].flatMap((name) => ['--bot', `name=${name},cmd=${name}`]), '--pairs', '2', '--set', 'total_turns=30', '--seed', '5', '--out', 'cup', '--json');
  assert.equal(cup.code, 0, cup.stderr);
  assert.equal((await run(folder, 'report', 'cup')).code, 0);
  const report = await openFirefox(shared, `file://${join(folder, 'cup', 'report.html')}`);
  await report.page.waitForSelector('#ranking tbody tr');
  await report.shot('report');
  await report.close();
});

test('the live service in Firefox', { timeout: 120_000, skip }, async (t) => {
  const server = await liveServer(folder);
  t.after(() => server.close());
  const tokens = await server.makeGame('spring', { seats: ['ann', 'bob'], config: { board_size: 40, max_players: 2 } });
  await server.begin('spring');
  const view = await openFirefox(shared, server.page());
  const { page } = view;
  await page.locator('input[type="password"]').fill(tokens.ann);
  await view.press('Sign in');
  await until('signed in', () => page.evaluate(() => document.body.innerText), (text) => /\bann\b/.test(text));
  await view.shot('lobby');
  await page.goto(server.page('game/spring'));
  await page.waitForFunction(() => document.querySelector('.opening') === null);
  await boardPainted(any(page));
  await page.waitForSelector('.hand-panel[data-phase="asked"]');
  await page.keyboard.press('e');
  await page.waitForSelector('[data-verb="shield"]');
  await page.locator('[data-verb="shield"]').click();
  await page.waitForFunction(() => document.querySelectorAll('.hand-orders li').length === 1);
  await view.shot('live-game');
  const { seq } = await server.ask('GET', 'zords/games/spring/view', undefined, tokens.ann);
  await page.keyboard.down('Control');
  await page.keyboard.press('Enter');
  await page.keyboard.up('Control');
  await until('the server has it', () => server.ask('GET', 'zords/games/spring/view', undefined, tokens.ann), (now) => now.seq > seq);
  await view.close();
});

/** Orders that a page sends from now on. @param {import('puppeteer-core').Page} page @returns {Promise<{orders: unknown[]}[]>} */
async function collectSent(page) {
  /** @type {{orders: unknown[]}[]} */
  const sent = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('hand/send')) return;
    void request.fetchPostData().then((text) => sent.push(JSON.parse(text ?? '{"orders":[]}')), () => sent.push({ orders: [] }));
  });
  return sent;
}
