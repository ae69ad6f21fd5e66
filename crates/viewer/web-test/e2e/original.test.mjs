// The web client of the original, against our server: everything it can do, from every place it is opened from. The client
// is not ours and not here; SKIRMISH_ORIGINAL_CLIENT names a folder with its index.html, style.css and client.js.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { openPage, sharedBrowser, shot, until } from './support.mjs';

const CLIENT = process.env.SKIRMISH_ORIGINAL_CLIENT;
const PROGRAM = process.env.SKIRMISH_ORIGINAL ?? fileURLToPath(new URL('../../../../target/debug/examples/original', import.meta.url));
const MISUNDERSTOOD = 'Incorrect interaction with the api. Check method, endpoint and JSON data';

if (!CLIENT) console.error('\n  SKIRMISH_ORIGINAL_CLIENT is not set: the client of the original is NOT run\n');
const shared = CLIENT ? sharedBrowser() : { browser: null };

/** The address is built into the client, and `null` is the origin of a file. */
const PLACES = {
  'the server': 'http://127.0.0.1:6969/',
  'another name of the server': 'http://localhost:6969/index.html',
  'a file': CLIENT ? `${pathToFileURL(CLIENT)}/index.html` : '',
};

/** Starts a game between ann and bob. */
async function serve() {
  const child = spawn(PROGRAM, [CLIENT ?? ''], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  await new Promise((done, fail) => {
    child.on('exit', (code) => fail(new Error(`${PROGRAM} ended with ${code}`)));
    child.on('error', fail);
    child.stdout.on('data', (bytes) => {
      said += bytes;
      if (said.includes('http://')) done(undefined);
    });
  });
  const tokens = Object.fromEntries([...said.matchAll(/User: (\S+)\nToken: (\S+)/g)].map(([, user, token]) => [user, token]));
  const close = () => new Promise((done) => {
    child.removeAllListeners('exit');
    child.once('exit', done);
    child.kill();
  });
  return { tokens, close };
}

for (const [place, url] of Object.entries(PLACES)) {
  test(`the client of the original, opened from ${place}`, { timeout: 60_000, skip: CLIENT ? false : 'SKIRMISH_ORIGINAL_CLIENT is not set' }, async (t) => {
    const server = await serve();
    t.after(() => server.close());
    const view = await openPage(shared, null);
    t.after(() => view.context.close());
    const { page } = view;
    await page.clock.install();
    await page.goto(url);

    const zords = () => page.evaluate('game.entities.filter((e) => e instanceof Zord).map((z) => ({ player: z.player, x: z.x, y: z.y, hp: z.hp, shields: z.shields, range: z.range }))');
    const zordsOf = async (/** @type {string} */ player) => (await zords()).filter((/** @type {any} */ zord) => zord.player === player);
    const leaders = () => page.locator('#leaderboard tr').evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent).join(' ')));
    const standsAs = (/** @type {string} */ line) => until(`the line ${line}`, leaders, (lines) => lines.includes(line));
    const fill = async (/** @type {Record<string, string | number>} */ fields) => {
      for (const [id, value] of Object.entries(fields)) await page.locator(`#${id}`).fill(String(value));
    };
    const told = async (/** @type {string} */ text) => {
      await until(`the text ${text}`, () => page.locator('#modal-data').innerText(), (seen) => seen.trim() === text);
      await page.locator('#modal-close').click();
      await page.locator('#modal').waitFor({ state: 'hidden' });
    };

    await t.test('its script and its styles work', async () => {
      await page.locator('#board-game').waitFor();
      assert.equal(await page.locator('#board-game').evaluate((box) => getComputedStyle(box).borderTopWidth), '1px', 'the style that the script sets');
      assert.equal(await page.locator('.control-unit').first().evaluate((box) => getComputedStyle(box).paddingTop), '5px', 'the style sheet');
    });

    await t.test('it watches', async () => {
      await page.clock.runFor(11_000);
      await standsAs('ann 30 20');
      await until('the board', zords, (all) => all.length === 2);
      assert.equal(await page.evaluate('game.entities.filter((e) => e instanceof Totem).length'), 2);
      await page.clock.runFor(1000);
      await shot(page, `original-watch-${place}`);
    });

    const [{ x, y }] = await zordsOf('ann');
    const [target] = await zordsOf('bob');

    await t.test('it signs in', async () => {
      await page.locator('#shield').click();
      await told('You need to set your credentials first');
      await fill({ username: 'ann', token: 'wrong' });
      await page.locator('#login').click();
      await told("Couldn't authenticate");
      await fill({ username: 'ann', token: server.tokens.ann });
      await page.locator('#login').click();
      await until('signed in', () => page.evaluate('game.username'), (name) => name === 'ann');
    });

    await t.test('it acts', async () => {
      await fill({ 'shield-x': x, 'shield-y': y });
      await page.locator('#shield').click();
      await standsAs('ann 30 16');
      await fill({ 'increase-x': x, 'increase-y': y });
      await page.locator('#increase').click();
      await standsAs('ann 30 14');
      await until('shield and range', () => zordsOf('ann'), ([own]) => own.shields === 1 && own.range === 6);
      await fill({ 'move-from-x': x, 'move-from-y': y, 'move-to-x': x, 'move-to-y': y + 1 });
      await page.locator('#move').click();
      await standsAs('ann 30 13');
      await until('the zord has moved', () => zordsOf('ann'), ([own]) => own.y === y + 1);
      await fill({ 'shoot-from-x': x, 'shoot-from-y': y + 1, 'shoot-to-x': target.x, 'shoot-to-y': target.y });
      await page.locator('#shoot').click();
      await standsAs('ann 30 9');
      await until('the target is hit', () => zordsOf('bob'), ([other]) => other.hp === 1);
      await fill({ 'build-x': x, 'build-y': y });
      await page.locator('#build').click();
      await standsAs('ann 20 5');
      await until('the second zord', () => zordsOf('ann'), (own) => own.length === 2);
      await fill({ receiver: 'bob', amount: 7 });
      await page.locator('#donate').click();
      await standsAs('ann 13 1');
      await standsAs('bob 37 20');
      await page.clock.runFor(1000);
      await shot(page, `original-acted-${place}`);
    });

    await t.test('it is told why not', async () => {
      await fill({ 'shield-x': x, 'shield-y': y });
      await page.locator('#shield').click();
      await told('Not enough actions');
      await fill({ 'move-from-x': 1, 'move-from-y': 2, 'move-to-x': 3, 'move-to-y': 4 });
      await page.locator('#move').click();
      await told("Couldn't find zord at (1, 2)");
      await fill({ receiver: '<b>nobody</b>', amount: 1 });
      await page.locator('#donate').click();
      await told("Couldn't find player named <b>nobody</b>");
      view.clean();
      await fill({ 'shield-x': 'x', 'shield-y': y });
      await page.locator('#shield').click();
      await told(MISUNDERSTOOD);
      // The browser notes the status 400, which is what the original sends.
      view.troubles.splice(0).forEach((trouble) => assert.match(trouble, /status of 400/));
    });

    await t.test('it shows the log', async () => {
      await page.locator('#logs').click();
      const log = await until('the log', () => page.locator('#modal-data').innerText(), (text) => text.includes('Totem Spawned'));
      for (const kind of ['Donate Points', 'Build Zord', 'Shoot', 'Move', 'Increase Range', 'Generate Shield', 'Respawn']) assert.ok(log.includes(kind), `${kind} in ${log}`);
      assert.equal(await page.locator('#modal-data table').count(), 10);
      await shot(page, `original-log-${place}`);
      await page.locator('#modal-close').click();
    });

    await t.test('nothing is complained about', () => view.clean());
  });
}
