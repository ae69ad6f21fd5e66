// The page that is given away: its size, that it plays from a file without a network, and what it tells a page around it.

import assert from 'node:assert/strict';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { GAMES, alike, atFrame, boardPainted, openPage, painted, played, run, scratchFolder, serve, sharedBrowser, shot, until } from './support.mjs';

const shared = sharedBrowser();
const folder = scratchFolder();

/** @param {string} game @param {string[]} players */
async function exported(game, ...players) {
  const { file, report } = await played(folder, `export-${game}-${players.length}`, game, ...players, '--seed', '7');
  const html = join(folder, `${game}-${players.length}.html`);
  const { code, stderr } = await run(folder, 'export', file, '--html', html);
  assert.equal(code, 0, stderr);
  return { html, report };
}

for (const game of GAMES) {
  test(`an exported page of ${game} plays offline`, { timeout: 60_000 }, async () => {
    const players = game === 'zords' ? ['weak', 'medium', 'weak', '--seats', '3'] : game === 'footsoldiers' ? ['weak', 'medium'] : ['medium', 'medium'];
    const { html, report } = await exported(game, ...players);
    const size = statSync(html).size;
    const steps = report.match.steps;
    console.log(`# export of ${game}, ${steps} steps: ${Math.round(size / 1000)} kB`);
    if (game === 'infection') {
      assert.equal(report.match.result.end_turn, 200);
      assert.ok(size <= 2_000_000, `a 200-turn infection match takes ${size} bytes`);
    }
    const text = readFileSync(html, 'utf8');
    assert.ok(!/(src|href)="?(https?:)?\/\//.test(text), 'it refers to nothing elsewhere');
    const view = await openPage(shared, null);
    await view.context.setOffline(true);
    const { page } = view;
    /** @type {string[]} */
    const asked = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(`file://${html}`);
    await page.locator('.opening').waitFor({ state: 'detached' });
    await boardPainted(page);
    await page.getByRole('heading', { level: 1, name: game }).waitFor();
    await until('the charts', () => page.locator('.charts figure').count(), (count) => count > 0);
    const start = await boardPainted(page);
    await page.keyboard.press('.');
    await atFrame(page, steps, 'the end');
    await until('another picture', () => painted(page), (seen) => !alike(seen, start));
    const middle = Math.floor(steps / 2);
    await page.goto(`file://${html}?frame=${middle}`);
    await atFrame(page, middle, 'a link into it');
    await page.getByRole('combobox', { name: 'Speed' }).selectOption('64');
    await page.keyboard.press(',');
    await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement)?.blur());
    await page.keyboard.press(' ');
    await atFrame(page, steps, 'it played to the end');
    await page.keyboard.press('l');
    await page.locator('#panel-log .log-line').first().waitFor();
    for (const name of ['Play from here', 'Edit from here', 'Export']) assert.equal(await page.getByRole('button', { name, exact: true }).count(), 0, `${name} needs a server`);
    assert.deepEqual(asked.filter((url) => !url.startsWith('file:') && !url.startsWith('data:') && !url.startsWith('blob:')), [], 'it asks nobody for anything');
    await shot(page, `export-${game}`);
    await view.close();
  });
}

test('a page around it is told of turns and of the end', { timeout: 60_000 }, async () => {
  const { html } = await exported('golems', 'strong', 'medium', '--set', 'max_turns=20');
  writeFileSync(
    join(folder, 'around.html'),
    `<!doctype html><title>around</title><iframe id="held" sandbox="allow-scripts" width="900" height="600" src="${basename(html)}"></iframe>
<script>window.told = []; addEventListener('message', (event) => told.push(event.data));</script>`,
  );
  const view = await openPage(shared, null);
  const { page } = view;
  await page.goto(`file://${join(folder, 'around.html')}`);
  const inner = await until('the page inside', () => page.frames().find((frame) => frame.url().endsWith(basename(html))), (found) => found !== undefined);
  assert.ok(inner);
  await boardPainted(inner);
  const told = () => page.evaluate(() => window.told);
  await until('the first turn', told, (all) => all.some((/** @type {any} */ one) => one.type === 'TURN' && one.turn === 1 && one.frame === 0));
  assert.ok(!(await told()).some((/** @type {any} */ one) => one.type === 'GAME_OVER'));
  await inner.locator('.speed').selectOption('64');
  await inner.getByRole('button', { name: /^Play/ }).click();
  const all = await until('the end', told, (messages) => messages.some((/** @type {any} */ one) => one.type === 'GAME_OVER'));
  const over = all.filter((/** @type {any} */ one) => one.type === 'GAME_OVER');
  assert.equal(over.length, 1, 'told once');
  const frames = all.filter((/** @type {any} */ one) => one.type === 'TURN').map((/** @type {any} */ one) => one.frame);
  assert.ok(frames.length > 3 && frames.every((/** @type {number} */ frame, /** @type {number} */ i) => i === 0 || frame >= frames[i - 1]), `frames in order: ${frames}`);
  const result = await inner.evaluate(() => document.querySelector('.result')?.textContent);
  assert.ok(over[0].winner === null || String(result).startsWith(`p${over[0].winner} wins`), `the winner: ${JSON.stringify(over[0])} ${result}`);
  // The same inside a srcdoc, which has no address of its own.
  const other = await openPage(shared, null);
  await other.page.setContent('<title>srcdoc</title>');
  await other.page.evaluate((text) => {
    window.told = [];
    addEventListener('message', (event) => window.told.push(event.data));
    const held = document.createElement('iframe');
    held.setAttribute('sandbox', 'allow-scripts');
    held.setAttribute('srcdoc', text);
    document.body.append(held);
  }, readFileSync(html, 'utf8'));
  await until('the first turn in a srcdoc', () => other.page.evaluate(() => window.told), (messages) => messages.some((/** @type {any} */ one) => one.type === 'TURN'));
  await other.close();
  await view.close();
});

test('a page of the program cannot be held in a frame, and its answers are strict', { timeout: 60_000 }, async (t) => {
  const { file } = await played(folder, 'strict', 'golems', 'weak', 'weak', '--seed', '7', '--set', 'max_turns=10');
  const server = await serve(folder, ['watch', file, '--json']);
  t.after(() => server.close());
  const answer = await fetch(server.url);
  const policy = answer.headers.get('content-security-policy') ?? '';
  for (const rule of ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'none'"]) assert.ok(policy.includes(rule), `${rule} in: ${policy}`);
  assert.ok(!/unsafe/.test(policy), policy);
  const { origin, pathname } = new URL(server.url);
  assert.ok(pathname.length >= 30, 'the token cannot be guessed');
  assert.equal((await fetch(`${origin}/`)).status, 404);
  assert.equal((await fetch(`${origin}/00000000000000000000000000000000/api/session`)).status, 404);
  assert.equal((await fetch(`${server.url}app/..%2f..%2fCargo.toml`)).status, 404);
  const view = await openPage(shared, null);
  const { page } = view;
  // A document of another origin that tries to hold it.
  const elsewhere = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end(`<!doctype html><title>elsewhere</title><link rel="icon" href="data:,"><iframe src="${server.url}"></iframe>`));
  await new Promise((done) => elsewhere.listen(0, '127.0.0.1', () => done(undefined)));
  t.after(() => elsewhere.close());
  const { port } = /** @type {import('node:net').AddressInfo} */ (elsewhere.address());
  await page.goto(`http://127.0.0.1:${port}/`);
  await until('the frame is refused', () => view.troubles, (troubles) => troubles.some((text) => text.includes('frame-ancestors')));
  assert.equal((await page.frames()[1]?.locator('#app').count()) ?? 0, 0);
  view.troubles.splice(0);
  await view.close();
});
