// The page of a live game: several players at once, spectators, past days, and what happened while somebody was away.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { liveServer, refusedWith, signIn } from './live.mjs';
import { boardPainted, onScreen, openPage, scratchFolder, sharedBrowser, shot, until } from './support.mjs';

const folder = scratchFolder();
const shared = sharedBrowser();

/** Two zords near each other and near a totem, and no ban on shooting. */
const CLOSE = {
  board_size: 40, max_players: 4, days: 5, start_points: 30, grace_s: 0, late_join: false,
  fixed_totems: [{ x: 8, y: 20 }, { x: 31, y: 19 }], fixed_spawns: [{ x: 18, y: 20 }, { x: 21, y: 20 }],
};

/** @typedef {Awaited<ReturnType<typeof liveServer>>} Server */
/** @typedef {import('playwright-core').Page} Page */

/** A page of a game, for somebody who is signed in, or for anybody. @param {Server} server @param {string} path @param {string | null} token @param {object} [options] */
async function open(server, path, token, options = {}) {
  // A camera that jumps stands still at once, however busy the machine is.
  const view = await openPage(shared, null, { reducedMotion: 'reduce', ...options });
  if (token) await signIn(view.context, server.url, token);
  await view.page.goto(server.page(path));
  await view.page.locator('.opening').waitFor({ state: 'detached' });
  await boardPainted(view.page);
  // A player's page looks at their zords last, right after it has noted what was seen.
  if (token) await until('the page is ready', () => view.page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith('skirmish-seen:'))), (ready) => ready);
  return view;
}

/** @param {Server} server @param {string} game */
const viewOf = (server, game) => server.ask('GET', `zords/games/${game}/view`);
/** @param {Server} server @param {string} game @param {string} seat */
const zordOf = async (server, game, seat) => (await viewOf(server, game)).zords.find((/** @type {any} */ zord) => zord.owner === seat);
/** Waits until the camera stands still. @param {Page} page */
const settled = async (page) => {
  let [last, times] = ['', 0];
  await until('a still camera', () => page.locator('canvas.board-canvas').getAttribute('data-view'), (now) => {
    times = now === last ? times + 1 : 0;
    last = now ?? '';
    return times >= 8;
  });
};
/** Clicks on a cell of the board, wherever it is shown. @param {Page} page @param {number} x @param {number} y */
const clickCell = async (page, x, y) => {
  await page.locator('canvas.board-canvas').waitFor();
  // What was pressed before may have changed the board's size, and the camera follows.
  await settled(page);
  const [px, py] = await onScreen(page, [x, y]);
  await page.mouse.click(px, py);
};
/** @param {Page} page */
const orders = (page) => page.locator('.hand-orders li').allInnerTexts();
/** @param {Page} page */
const facts = async (page) => (await page.locator('.live-facts').innerText()).replaceAll('\n', ' ');
/** @param {Page} page @param {string} name */
const openTab = (page, name) => page.getByRole('tab', { name }).click();
/** Nothing is wider than the screen. @param {Page} page */
const fits = async (page) => assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing is wider than the screen');

test('two players and a spectator', { timeout: 180_000 }, async (t) => {
  const server = await liveServer(folder);
  const tokens = await server.makeGame('spring', { seats: ['ann', 'bob'], config: CLOSE });

  await t.test('a game that waits says when it begins', async () => {
    const ann = await open(server, 'game/spring', tokens.ann);
    await until('the time', () => facts(ann.page), (text) => /2 joined.*begins in/.test(text));
    await until('the phase', () => ann.page.locator('.hand-phase').innerText(), (text) => /begins|not begun/.test(text));
    await server.begin('spring');
    await until('day 1', () => facts(ann.page), (text) => text.includes('Day 1 of 5'));
    await ann.close();
  });

  const ann = await open(server, 'game/spring', tokens.ann);
  const bob = await open(server, 'game/spring', tokens.bob);
  const eve = await open(server, 'game/spring', null);
  t.after(async () => {
    await Promise.all([ann, bob, eve].map((one) => one.close()));
    await server.close();
  });
  await settled(ann.page);

  await t.test('orders show what they cost, can be taken back, and are sent', async () => {
    const { page } = ann;
    const { x, y } = await zordOf(server, 'spring', 'ann');
    await page.getByRole('button', { name: 'Skip the help' }).click();
    await clickCell(page, x, y);
    await page.locator('.hand-verbs .verb').first().waitFor();
    await shot(page, 'live-selected');
    await clickCell(page, x, y - 3);
    await until('an order', () => orders(page), (list) => list.length === 1 && /Move/.test(list[0]) && /3 actions/.test(list[0]));
    await page.locator('[data-verb="shield"]').click();
    await until('the cost of both', () => page.locator('.hand-cost').innerText(), (text) => text === 'Costs 7 of 20 actions.');
    await page.getByRole('button', { name: 'Undo' }).click();
    await until('one order again', () => orders(page), (list) => list.length === 1);
    assert.equal((await zordOf(server, 'spring', 'ann')).y, y, 'nothing has happened yet');
    await page.keyboard.press('Control+Enter');
    await until('it is done', async () => (await zordOf(server, 'spring', 'ann')).y, (now) => now === y - 3);
    await until('nothing is left to send', () => orders(page), (list) => list.length === 0);
    await page.getByText('One order is done.').waitFor();
    await shot(page, 'live-sent');
  });

  await t.test('everybody sees it happen, and unsent orders stay', async () => {
    const { page } = bob;
    await settled(page);
    const { x, y } = await zordOf(server, 'spring', 'bob');
    await page.getByRole('button', { name: 'Skip the help' }).click();
    await clickCell(page, x, y);
    await page.locator('[data-verb="range"]').click();
    await until('an order', () => orders(page), (list) => list.length === 1);
    const target = (await zordOf(server, 'spring', 'ann')).id;
    await server.ask('POST', 'zords/games/spring/actions', { do: 'shield', unit: target }, tokens.ann);
    await until('the spectator is told', () => eve.page.locator('.scoreboard').innerText(), (text) => /actions 13/.test(text));
    assert.equal((await orders(page)).length, 1, 'what is not sent stays');
    await page.keyboard.press('Control+Enter');
    await until('it is done', async () => (await zordOf(server, 'spring', 'bob')).range, (range) => range === 6);
  });

  await t.test('what is not possible says why, and what has become impossible is refused by the rules', async () => {
    const { page } = ann;
    const mine = await zordOf(server, 'spring', 'ann');
    await clickCell(page, mine.x, mine.y);
    await page.locator('[data-verb="shield"]').click();
    await until('an order', () => orders(page), (list) => list.length === 1);
    // Meanwhile a program that plays the same seat spends what was left.
    for (let i = 0; i < 3; i++) await server.ask('POST', 'zords/games/spring/actions', { do: 'shield', unit: mine.id }, tokens.ann);
    await until('the order would be refused', () => page.locator('.hand-orders .refused').count(), (count) => count === 1);
    assert.match((await orders(page))[0], /action/i);
    await page.getByRole('button', { name: /^Take back/ }).click();
    await until('no order', () => orders(page), (list) => list.length === 0);
  });

  await t.test('the table of points and the log', async () => {
    const { page } = ann;
    await openTab(page, 'Points');
    await until('both players', () => page.locator('.live-points tbody tr').count(), (count) => count === 2);
    assert.equal(await page.locator('.live-points tr.own th').innerText(), 'ann');
    await openTab(page, 'Log');
    await until('lines', () => page.locator('.live-lines li').allInnerTexts(), (lines) => lines.some((line) => line.includes('of ann moves to')));
    await page.getByLabel('Kind').selectOption('move');
    await until('only moves', () => page.locator('.live-lines button').allInnerTexts(), (lines) => lines.length === 1 && lines[0].includes('moves to'));
    await page.getByLabel('Kind').selectOption('');
    await page.getByLabel('Player').selectOption('bob');
    await until('only bob', () => page.locator('.live-lines button').allInnerTexts(), (lines) => lines.length > 0 && lines.every((line) => line.includes('bob')));
    await shot(page, 'live-log');
    await openTab(page, 'Orders');
  });

  await t.test('a new day keeps what was not sent, and tells of it', async () => {
    const { page } = bob;
    const { x, y } = await zordOf(server, 'spring', 'bob');
    await clickCell(page, x, y);
    await page.locator('[data-verb="shield"]').click();
    await until('an order', () => orders(page), (list) => list.length === 1);
    await clickCell(page, x, y + 2);
    await until('a walk too', () => orders(page), (list) => list.length === 2);
    await server.turn({ step_s: 86_400 });
    await until('day 2', () => facts(page), (text) => text.includes('Day 2 of 5'));
    await page.getByText('Day 2 begins: your actions are fresh.').first().waitFor();
    await until('the orders are still there', () => orders(page), (list) => list.length === 2);
    // A reload loses nothing either, and a second page has the same orders.
    await page.reload();
    await until('the orders after a reload', () => orders(page), (list) => list.length === 2);
    const second = await bob.context.newPage();
    await second.goto(server.page('game/spring'));
    await until('the orders on a second page', () => orders(second), (list) => list.length === 2);
    await page.keyboard.press('Control+Enter');
    await until('it is done', () => zordOf(server, 'spring', 'bob'), (zord) => zord.shields === 1 && zord.y === y + 2);
    await until('the second page has nothing left to send', () => orders(second), (list) => list.length === 0);
    await second.close();
  });

  await t.test('pausing is shown, and nobody can act', async () => {
    const { page } = ann;
    await server.ask('POST', 'zords/games/spring/pause', { why: 'the <b>server</b> moves' });
    await until('paused', () => facts(page), (text) => text.includes('Paused'));
    await until('the reason', () => page.locator('.hand-phase').innerText(), (text) => text.includes('the <b>server</b> moves'));
    await server.ask('POST', 'zords/games/spring/resume');
    await until('on again', () => facts(page), (text) => !text.includes('Paused'));
    await until('orders again', () => page.locator('.hand-phase').innerText(), (text) => text.includes('You can act'));
  });

  await t.test('the spectator goes through past days and has the log', async () => {
    const { page } = eve;
    await page.getByLabel('Day', { exact: true }).selectOption('1');
    await until('a past frame', () => page.getByLabel('Day', { exact: true }).inputValue(), (day) => day === '1');
    await openTab(page, 'Log');
    await until('lines', () => page.locator('.live-lines li').count(), (count) => count > 3);
    await openTab(page, 'Points');
    await until('points', () => page.locator('.live-points tbody tr').count(), (count) => count === 2);
    await shot(page, 'live-spectator');
    assert.equal(await page.getByRole('link', { name: 'Play', exact: true }).count(), 0);
  });

  await t.test('a dead token ends the session of its page', async () => {
    await server.ask('POST', 'zords/games/spring/seats/bob/token');
    await bob.page.getByRole('dialog').getByText('Your token as bob is not valid any more').waitFor();
    await bob.page.getByRole('button', { name: 'Watch' }).click();
    await until('bob is nobody', () => bob.page.getByRole('link', { name: 'Sign in' }).count(), (count) => count === 1);
    bob.troubles.splice(0);
  });
});

test('what happened while somebody was away', { timeout: 120_000 }, async (t) => {
  const server = await liveServer(folder);
  const tokens = await server.makeGame('autumn', { seats: ['ann', 'bob'], config: CLOSE });
  await server.begin('autumn');
  const view = await openPage(shared, null);
  t.after(async () => {
    await view.close();
    await server.close();
  });
  const { page } = view;
  await signIn(view.context, server.url, tokens.ann);
  await page.goto(server.page('game/autumn'));
  await boardPainted(page);
  await until('it was seen', () => page.evaluate(() => localStorage.getItem('skirmish-seen:autumn:ann')), (seen) => seen !== null);
  assert.equal(await page.locator('.live-card').isVisible(), false, 'nothing was missed');
  await page.goto(server.page());

  const shooter = await zordOf(server, 'autumn', 'bob');
  const target = await zordOf(server, 'autumn', 'ann');
  await server.ask('POST', 'zords/games/autumn/actions', { do: 'donate', to: 'ann', amount: 5 }, tokens.bob);
  for (let i = 0; i < 2; i++) await server.ask('POST', 'zords/games/autumn/actions', { do: 'shoot', unit: shooter.id, target: target.id }, tokens.bob);
  await server.turn({ step_s: 2 * 86_400 });
  // Two hours are long enough to have been away.
  await page.evaluate(() => {
    const seen = JSON.parse(localStorage.getItem('skirmish-seen:autumn:ann') ?? '{}');
    localStorage.setItem('skirmish-seen:autumn:ann', JSON.stringify({ ...seen, at: Date.now() - 7_200_000 }));
  });
  await page.goto(server.page('game/autumn'));
  const card = page.locator('.live-card');
  await card.waitFor();
  const said = await card.innerText();
  for (const words of ['2 days began', 'You lost one zord, the last one among them', 'Others gave you 5 points', 'You had 30 points']) assert.ok(said.includes(words), `${words}: ${said}`);
  await shot(page, 'live-away');
  await card.getByRole('button', { name: 'What happened' }).click();
  const lines = await page.locator('.live-away .live-lines li').allInnerTexts();
  for (const words of ['bob gives ann 5 points', 'is destroyed', 'Day 3 begins']) assert.ok(lines.some((line) => line.includes(words)), `${words}: ${lines}`);
  await page.locator('.live-away').getByRole('button', { name: 'Show it as a film' }).click();
  await until('the film tells the story', () => page.locator('.hand-live').textContent(), (text) => /destroyed|gives|begins|pays|appears/.test(text ?? ''));
  // A line leads to its moment.
  await page.locator('.live-away .live-lines button', { hasText: 'is destroyed' }).click();
  await page.waitForURL(/mode=watch&frame=\d+/);
  await boardPainted(page);
  await until('the way back', () => page.getByRole('link', { name: 'Play', exact: true }).count(), (count) => count === 1);
});

test('on a phone', { timeout: 120_000 }, async (t) => {
  const server = await liveServer(folder);
  t.after(() => server.close());
  const seats = ['ann', 'bob', 'a-player-with-quite-a-long-name1', 'd'];
  const tokens = await server.makeGame('pocket', { seats, config: { ...CLOSE, fixed_spawns: null } });
  await server.begin('pocket');
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const ann = await open(server, 'game/pocket', tokens.ann, { ...phone, colorScheme: 'dark' });
  await fits(ann.page);
  await shot(ann.page, 'live-phone-play');
  for (const name of ['Points', 'Log', 'Away', 'Orders']) {
    await openTab(ann.page, name);
    await fits(ann.page);
  }
  await ann.close();
  const eve = await open(server, 'game/pocket', null, phone);
  await fits(eve.page);
  await shot(eve.page, 'live-phone-watch');
  await eve.close();
});

test('a player sets a webhook, and is told', { timeout: 90_000 }, async (t) => {
  /** @type {{kind: string, text: string}[]} */
  const letters = [];
  const receiver = createServer((request, answer) => {
    let body = '';
    request.on('data', (bytes) => (body += bytes));
    request.on('end', () => {
      letters.push(JSON.parse(body));
      answer.writeHead(204).end();
    });
  });
  await new Promise((done) => receiver.listen(0, '127.0.0.1', () => done(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (receiver.address());
  const server = await liveServer(folder, { args: ['--webhooks-allow-private'], env: { SKIRMISH_WEBHOOKS_ALLOW_HTTP: 'true' } });
  const tokens = await server.makeGame('bell', { seats: ['ann', 'bob'], config: CLOSE });
  await server.begin('bell');
  const ann = await open(server, 'game/bell', tokens.ann);
  const { page } = ann;
  t.after(async () => {
    await ann.context.close();
    await server.close();
    receiver.close();
  });
  await page.getByRole('button', { name: /You are ann/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Webhook: be told elsewhere').click();
  await dialog.getByText('You have none.').waitFor();
  refusedWith(ann, 404);
  await dialog.getByLabel('Post to').fill('ftp://example.com/');
  await dialog.getByRole('button', { name: 'Set the webhook' }).click();
  await until('a refusal', () => dialog.locator('.live-webhook .outcome').innerText(), (text) => /http/.test(text));
  refusedWith(ann, 400);
  await dialog.getByLabel('Post to').fill(`http://127.0.0.1:${port}/zords`);
  await dialog.getByRole('button', { name: 'Set the webhook' }).click();
  await until('the secret', () => dialog.locator('.secret-text').innerText(), (text) => text.startsWith('wh_'));
  await dialog.getByRole('button', { name: 'Try it' }).click();
  await dialog.getByText('It works: it answered 204.').waitFor();
  await shot(page, 'live-webhook');
  const shooter = await zordOf(server, 'bell', 'bob');
  const target = await zordOf(server, 'bell', 'ann');
  await server.ask('POST', 'zords/games/bell/actions', { do: 'shoot', unit: shooter.id, target: target.id }, tokens.bob);
  await until('a letter', async () => letters.map(({ kind }) => kind), (kinds) => kinds.join() === 'test,hit');
  await dialog.getByRole('button', { name: 'Take it away' }).click();
  await dialog.getByText('You have none.').waitFor();
});

test('a private game is for its players alone', { timeout: 60_000 }, async (t) => {
  const server = await liveServer(folder);
  t.after(() => server.close());
  const tokens = await server.makeGame('secret', { seats: ['ann', 'bob'], private: true, config: CLOSE });
  await server.begin('secret');
  const eve = await openPage(shared, null);
  await eve.page.goto(server.page('game/secret'));
  await eve.page.getByRole('heading', { name: 'This game cannot be shown' }).waitFor();
  eve.troubles.splice(0);
  await eve.close();
  const ann = await open(server, 'game/secret', tokens.ann);
  await until('day 1', () => facts(ann.page), (text) => text.includes('Day 1 of 5'));
  await ann.close();
});

test('a server that was away for a moment', { timeout: 120_000 }, async (t) => {
  const first = await liveServer(folder);
  const tokens = await first.makeGame('steady', { seats: ['ann', 'bob'], config: CLOSE });
  await first.begin('steady');
  const view = await open(first, 'game/steady', tokens.ann);
  const { page } = view;
  t.after(() => view.context.close());
  const port = new URL(first.url).port;
  await first.close();
  await until('the page notices', () => page.locator('.live-signal').innerText(), (text) => text === 'Not connected');
  const second = await liveServer(folder, { data: first.data, args: ['--listen', `127.0.0.1:${port}`] });
  t.after(() => second.close());
  await until('the page is back', () => page.locator('.live-signal').innerText(), (text) => text === '', 60_000);
  const { id } = (await (await fetch(`${second.url}api/v1/zords/games/steady/view`)).json()).zords.find((/** @type {any} */ zord) => zord.owner === 'bob');
  assert.equal((await second.answer('POST', 'zords/games/steady/actions', { do: 'shield', unit: id }, tokens.bob)).status, 200);
  await openTab(page, 'Log');
  await until('news', () => page.locator('.live-lines').innerText(), (text) => text.includes('of bob now has'));
});

test('an enemy in range that may not be shot yet', { timeout: 120_000 }, async (t) => {
  const server = await liveServer(folder);
  const tokens = await server.makeGame('banned', { seats: ['ann', 'bob'], config: { ...CLOSE, grace_s: 7200 } });
  await server.begin('banned');
  const ann = await open(server, 'game/banned', tokens.ann);
  t.after(async () => {
    await ann.close();
    await server.close();
  });
  const { page } = ann;
  await page.getByRole('button', { name: 'Skip the help' }).click();
  await settled(page);
  const [own, enemy] = [await zordOf(server, 'banned', 'ann'), await zordOf(server, 'banned', 'bob')];
  const why = 'Shoot: Nobody may shoot in the first hours of a day.';
  await clickCell(page, own.x, own.y);
  await page.locator('.verb.idle[data-verb="shoot"]').waitFor();

  // The hint says what the click will do, and the click says why and does nothing.
  const [px, py] = await onScreen(page, [enemy.x, enemy.y]);
  await page.mouse.move(px, py);
  await until('the hint', () => page.locator('.hand-dock').innerText(), (text) => text.includes(why));
  await page.mouse.click(px, py);
  await until('the sentence', () => page.locator('.hand-live').innerText(), (text) => text === why);
  await shot(page, 'live-banned');
  assert.deepEqual(await orders(page), []);
  assert.equal(await page.locator('.hand-standing').isVisible(), false, 'nobody is on the way');
  // Whoever wants to go there all the same is offered it.
  await page.locator('.hand-dock').getByRole('button', { name: /^Advance on/ }).waitFor();

  for (const choose of [() => page.keyboard.press('s'), () => page.locator('[data-verb="shoot"]').click()]) {
    // Once for what is said, once for the selection.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.locator('[data-verb="shoot"]').waitFor({ state: 'detached' });
    await clickCell(page, own.x, own.y);
    await until('selected', () => page.locator('.hand-live').innerText(), (text) => text !== why);
    await choose();
    await until('the sentence', () => page.locator('.hand-live').innerText(), (text) => text === why);
    assert.equal(await page.locator('[data-verb="shoot"]').getAttribute('aria-pressed'), 'false', 'nothing is asked for');
  }

  // When the time has come the same click shoots.
  await server.turn({ step_s: 7300 });
  await page.locator('.verb:not(.idle)[data-verb="shoot"]').waitFor();
  await clickCell(page, enemy.x, enemy.y);
  await until('an order', () => orders(page), (list) => list.length === 1 && /Shoot/.test(list[0]));
});
