// The operator's page of the live service: who may come in, and everything that can be done there.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { liveServer, refusedWith, signIn } from './live.mjs';
import { openPage, scratchFolder, sharedBrowser, shot, until } from './support.mjs';

const folder = scratchFolder();
const shared = sharedBrowser();
const MARKUP = '<img src=x onerror="window.hacked=1"> & <b>bold</b>';
const SMALL = { board_size: 40, max_players: 4 };

/** @typedef {Awaited<ReturnType<typeof liveServer>>} Live */

/**
 * The page, signed in with a token.
 * @param {Live} server
 * @param {string} hash
 * @param {{token?: string} & import('playwright-core').BrowserContextOptions} [options]
 */
async function desk(server, hash, { token = server.token, ...options } = {}) {
  const view = await openPage(shared, null, options);
  await signIn(view.context, server.url, token);
  await view.page.goto(server.page(`operate#${hash}`));
  await view.page.locator('.desk').waitFor();
  return view;
}

/** @param {import('playwright-core').Page} page @param {string} name */
const dialogOf = (page, name) => page.getByRole('dialog').filter({ has: page.getByRole('heading', { name }) });
/** @param {import('playwright-core').Page} page @param {string} title @returns {Promise<string[]>} */
const shownIn = (page, title) => page.getByRole('region', { name: title }).locator('.secret-text').allInnerTexts();
/** @param {Live} server @param {string} game */
const listed = async (server, game) => (await server.ask('GET', 'zords/games')).games.find((/** @type {{game: string}} */ one) => one.game === game);

test('who may come in', { timeout: 90_000 }, async (t) => {
  const server = await liveServer(folder);
  t.after(() => server.close());
  const { ann } = await server.makeGame('spring', { seats: ['ann', 'bob'] });

  await t.test('nobody: the page asks for a token', async () => {
    const view = await openPage(shared, server.page('operate'));
    const { page } = view;
    await page.getByText('This page is for those who run the games.').waitFor();
    assert.equal(await page.locator('.desk').isVisible(), false);
    view.clean();
    const field = page.getByLabel("An operator's or administrator's token");
    await field.fill('sk_nobody');
    await page.keyboard.press('Enter');
    await page.getByText('Nobody has this token.').waitFor();
    refusedWith(view, 401);
    await field.fill(server.token);
    await page.keyboard.press('Enter');
    await page.locator('.desk').waitFor();
    await page.getByText('You are root, an administrator.').waitFor();
    await page.getByRole('region', { name: 'Games' }).getByRole('link', { name: 'spring' }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
    await page.locator('.desk').waitFor({ state: 'hidden' });
    await view.close();
  });

  await t.test('a player is told that this is not for players, without any refusal', async () => {
    const view = await openPage(shared, null);
    await signIn(view.context, server.url, ann);
    await view.page.goto(server.page('operate#audit'));
    await view.page.getByText('You are signed in as ann in spring, who is a player. This page needs an operator').waitFor();
    assert.equal(await view.page.locator('.desk').isVisible(), false);
    await shot(view.page, 'operate-player');
    await view.close();
  });

  await t.test('an operator by the link of an invitation, who makes no operators', async () => {
    const admin = await desk(server, 'people');
    const form = admin.page.getByRole('form', { name: 'Make an invitation' }).last();
    await form.getByLabel('For how many hours').fill('two');
    await form.getByRole('button', { name: 'Make an invitation' }).click();
    await admin.page.getByText('A whole number, please.').waitFor();
    await form.getByLabel('For how many hours').fill('2');
    await form.getByRole('button', { name: 'Make an invitation' }).click();
    await admin.page.getByRole('region', { name: 'The invitation' }).waitFor();
    const [code, link] = await shownIn(admin.page, 'The invitation');
    assert.equal(link, `${server.page('operate')}#invite=${code}`);

    const view = await openPage(shared, link);
    const { page } = view;
    assert.equal(page.url(), server.page('operate'), 'the code is out of the address bar');
    await page.getByLabel('What the audit log will call you').fill('kim');
    await page.keyboard.press('Enter');
    await page.locator('.desk').waitFor();
    const [token] = await shownIn(page, 'You are an operator');
    assert.equal((await server.ask('GET', 'me', undefined, token)).role, 'operator');
    await page.getByRole('link', { name: 'Operators' }).click();
    await page.getByText('Only an administrator makes and removes operators.').waitFor();
    await page.getByRole('link', { name: 'Server' }).click();
    await page.getByRole('region', { name: 'Health' }).getByText('Ready').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Make a backup' }).isVisible(), false);
    view.clean();

    // The administrator sees who came, makes another one by hand, and dismisses the first.
    const people = admin.page.getByRole('list', { name: 'Operators' });
    await people.getByText('kim, operator').waitFor();
    await admin.page.getByLabel('What the audit log will call them').fill('<b>lee</b>');
    await admin.page.keyboard.press('Enter');
    await admin.page.getByText('A name is 1 to 64 letters').waitFor();
    refusedWith(admin, 400);
    await admin.page.getByLabel('What the audit log will call them').fill('lee');
    await admin.page.keyboard.press('Enter');
    await people.getByText('lee, operator').waitFor();
    const [second] = await shownIn(admin.page, 'The operator lee');
    assert.equal((await server.ask('GET', 'me', undefined, second)).name, 'lee');
    await admin.page.getByRole('button', { name: 'Dismiss kim' }).click();
    await dialogOf(admin.page, 'Dismiss kim?').getByRole('button', { name: 'Dismiss' }).click();
    await until('the token is dead', () => server.answer('GET', 'me', undefined, token), ({ status }) => status === 401);
    await page.locator('.desk').waitFor({ state: 'hidden' });
    await page.getByText('This page is for those who run the games.').waitFor();
    // The last administrator stays, and the dialog says so.
    await admin.page.getByRole('button', { name: 'Dismiss root' }).click();
    await dialogOf(admin.page, 'Dismiss root?').getByRole('button', { name: 'Dismiss' }).click();
    await dialogOf(admin.page, 'Dismiss root?').getByText('This is the last administrator; make another one first.').waitFor();
    refusedWith(admin, 409);
    await admin.close();
    await view.close();
  });
});

test('a new token of an operator stays in sight even if the browser cannot be signed in', { timeout: 60_000 }, async (t) => {
  const server = await liveServer(folder);
  t.after(() => server.close());
  const view = await desk(server, 'games');
  const { page } = view;
  await page.route('**/api/v1/session', (route) => (route.request().method() === 'POST' ? route.fulfill({ status: 429, json: { reason: 'too_often', message: 'too many at once' } }) : route.fallback()));
  await page.getByRole('button', { name: 'New token' }).click();
  await page.getByRole('button', { name: 'Replace it' }).click();
  await page.getByText('This page is for those who run the games.').waitFor();
  await page.getByText('This browser could not be signed in').waitFor();
  const [token] = await shownIn(page, 'Your new token');
  assert.equal((await server.ask('GET', 'me', undefined, token)).name, 'root');
  await page.unroute('**/api/v1/session');
  await page.getByLabel("An operator's or administrator's token").fill(token);
  await page.keyboard.press('Enter');
  await page.locator('.desk').waitFor();
  refusedWith(view, 429);
  await view.close();
});

test("the administrator's link leads on to the operator's page", { timeout: 60_000 }, async (t) => {
  const server = await liveServer(folder, { claim: false });
  t.after(() => server.close());
  const view = await openPage(shared, null);
  const { page } = view;
  await page.goto(server.link);
  await page.getByLabel('What the audit log will call you').fill('root');
  await page.getByRole('button', { name: 'Become administrator' }).click();
  await page.getByRole('link', { name: "The operator's page" }).click();
  await page.getByText('You are root, an administrator.').waitFor();
  await page.getByText('There are no games yet.').waitFor();
  await view.close();
});

test('making a game', { timeout: 90_000 }, async (t) => {
  const server = await liveServer(folder);
  t.after(() => server.close());
  const view = await desk(server, 'new', { timezoneId: 'Asia/Tokyo' });
  const { page } = view;
  const form = page.getByRole('form', { name: 'Make a game' });
  const send = () => form.getByRole('button', { name: 'Make the game' }).click();

  await t.test('defaults are those of the server', async () => {
    await form.getByLabel('days', { exact: true }).waitFor();
    assert.equal(await form.getByLabel('days', { exact: true }).getAttribute('placeholder'), '28');
    assert.equal(await form.getByLabel('board_size').getAttribute('placeholder'), '140');
    await form.getByText('All keys').click();
    await form.getByText('Points for killing a zord. Default: 3').waitFor();
  });

  await t.test('everything that is wrong is told, and nothing typed is lost', async () => {
    await send();
    await form.getByText('A game needs a name.').waitFor();
    await form.getByText('one thing is wrong').waitFor();
    refusedWith(view, 400);
    // Whatever the page itself knows to be wrong hides nothing that only the server knows.
    await form.getByLabel('Players who are in it').fill('-x, ann, é');
    await form.getByLabel('min_players').fill('1');
    await send();
    const all = await until('all faults', () => form.getByRole('list', { name: 'What is wrong' }).getByRole('listitem').allInnerTexts(), (lines) => lines.length === 4);
    assert.deepEqual(all.map((line) => line.split(' ')[0]), ['/name', '/seats/0', '/seats/2', '/config/min_players']);
    await form.getByText('-x: A name begins with').waitFor();
    assert.equal(await form.getByLabel('Name', { exact: true }).evaluate((input) => input === document.activeElement), true);
    refusedWith(view, 400);
    await form.getByLabel('Players who are in it').fill('');
    await form.getByLabel('Name', { exact: true }).fill('spring games');
    await form.getByText('A name has only letters').waitFor();
    await form.getByLabel('Name', { exact: true }).fill('spring');
    await form.getByLabel('days', { exact: true }).fill('many');
    await form.getByLabel('min_players').fill('1');
    await form.getByLabel('More of the config').fill('{"dayz": 3, "kill_reward": 5');
    await send();
    await form.getByText('This is no JSON').waitFor();
    await form.getByLabel('More of the config').fill('{"dayz": 3, "kill_reward": 5}');
    await send();
    const { body } = await server.answer('POST', 'zords/games', { name: 'spring', config: { days: 'many', min_players: 1, dayz: 3, kill_reward: 5 } }, server.token);
    assert.equal(body.faults.length, 3);
    const faults = await until('the faults', () => form.getByRole('list', { name: 'What is wrong' }).getByRole('listitem').allInnerTexts(), (lines) => lines.length === 3);
    for (const { at, message } of body.faults) assert.ok(faults.includes(`${at} ${message}`), `${at} ${message}`);
    assert.equal(await form.getByLabel('days', { exact: true }).getAttribute('aria-invalid'), 'true');
    assert.equal(await form.getByLabel('board_size').getAttribute('aria-invalid'), null);
    assert.equal(await form.getByLabel('Name', { exact: true }).inputValue(), 'spring');
    await form.getByText('3 things are wrong').waitFor();
    refusedWith(view, 400);
    await shot(page, 'operate-faults');
    // Looking again changes nothing of it.
    await page.waitForTimeout(4500);
    assert.equal(await form.getByLabel('days', { exact: true }).inputValue(), 'many');
    assert.equal(await form.getByRole('list', { name: 'What is wrong' }).getByRole('listitem').count(), 3);
  });

  await t.test('a name that is taken is told in the words of the server', async () => {
    await server.makeGame('taken');
    await form.getByLabel('Name', { exact: true }).fill('taken');
    await form.getByLabel('days', { exact: true }).fill('3');
    await form.getByLabel('min_players').fill('');
    await form.getByLabel('More of the config').fill('');
    await send();
    const { body } = await server.answer('POST', 'zords/games', { name: 'taken' }, server.token);
    await until('the sentence', () => form.locator('.outcome').last().innerText(), (text) => text.toLowerCase().startsWith(body.message.toLowerCase()));
    assert.equal(await form.getByRole('list', { name: 'What is wrong' }).getByRole('listitem').count(), 0);
    refusedWith(view, 409);
  });

  await t.test('then it is made, with tokens that are shown once', async () => {
    await form.getByLabel('Name', { exact: true }).fill('spring');
    await form.getByRole('checkbox', { name: /^Open/ }).check();
    await form.getByLabel('Day 1 opens').fill('2031-03-02T09:30:00');
    await form.getByText('That is 2031-03-02 00:30:00 UTC').waitFor();
    await form.getByLabel('Players who are in it').fill('ann, bob\ncat');
    await form.getByRole('button', { name: 'Add a bot' }).click();
    await form.getByLabel('Name of the bot').fill('rex');
    await form.getByLabel('How strong it is').selectOption('weak');
    await form.getByRole('button', { name: 'Add a bot' }).click();
    await form.getByRole('button', { name: 'Remove this bot' }).last().click();
    await form.getByLabel('board_size').fill('40');
    await form.getByLabel('max_players').fill('6');
    await form.getByLabel('late_join').selectOption('yes');
    await form.getByLabel('More of the config').fill('{"kill_reward": 7}');
    await send();
    const made = page.getByRole('region', { name: 'The game spring is made' });
    await made.waitFor();
    const tokens = await shownIn(page, 'The game spring is made');
    assert.equal(tokens.length, 3);
    assert.equal((await server.ask('GET', 'me', undefined, tokens[2])).seat, 'cat');
    const game = await listed(server, 'spring');
    assert.deepEqual([game.open, game.private, game.starts_at, game.bots, game.players], [true, false, '2031-03-02T00:30:00Z', ['rex'], 4]);
    const { config } = await server.ask('GET', 'zords/games/spring/view');
    assert.deepEqual([config.days, config.board_size, config.late_join, config.kill_reward], [3, 40, true, 7]);
    assert.equal(await form.getByLabel('Name', { exact: true }).inputValue(), '');
    await shot(page, 'operate-made');
    await made.getByRole('link', { name: 'Run it' }).click();
    await page.getByRole('row', { name: /cat/ }).waitFor();
    assert.equal(await page.getByRole('row', { name: /rex/ }).getByText('a bot of the server').count(), 1);
    await page.reload();
    await page.locator('.desk').waitFor();
    const text = await page.content();
    assert.ok(tokens.every((token) => !text.includes(token)), 'the tokens are nowhere after that');
  });
  await view.close();
});

test('running a game', { timeout: 180_000 }, async (t) => {
  const server = await liveServer(folder);
  t.after(() => server.close());
  const tokens = await server.makeGame('spring', { seats: ['ann', 'bob'], config: SMALL });
  const view = await desk(server, 'game/spring');
  const { page } = view;
  const tool = (/** @type {string} */ name) => page.getByRole('region', { name: 'The game spring' }).getByRole('button', { name });
  const why = (/** @type {import('playwright-core').Locator} */ dialog) => dialog.getByLabel('Why');

  await t.test('it is started, once it was asked', async () => {
    await server.makeGame('lonely', { seats: ['ann'] });
    const other = await desk(server, 'game/lonely');
    await other.page.getByRole('button', { name: 'Start now' }).click();
    const refused = dialogOf(other.page, 'Open day 1 of lonely now?');
    assert.equal(await refused.getByRole('button', { name: 'Cancel' }).evaluate((button) => button === document.activeElement), true, 'Enter alone does nothing');
    await refused.getByRole('button', { name: 'Start it now' }).click();
    const { body } = await server.answer('POST', 'zords/games/lonely/start', undefined, server.token);
    await until('the sentence', () => refused.locator('.outcome').innerText(), (text) => text.toLowerCase().startsWith(body.message.toLowerCase()));
    refusedWith(other, 409);
    await other.close();

    await tool('Start now').click();
    await page.keyboard.press('Escape');
    assert.equal((await listed(server, 'spring')).status, 'waiting');
    await tool('Start now').click();
    await dialogOf(page, 'Open day 1').getByRole('button', { name: 'Start it now' }).click();
    await page.getByText('day 1 of 28').waitFor();
  });

  await t.test('it is paused and resumed by the keyboard alone, and the why stays text', async () => {
    await page.waitForFunction(() => document.querySelector('dialog') === null);
    await tool('Pause').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type(MARKUP);
    await page.keyboard.press('Enter');
    await page.getByText(`Paused: ${MARKUP}`).waitFor();
    assert.equal((await listed(server, 'spring')).paused, MARKUP);
    assert.equal(await page.evaluate(() => [window.hacked, document.querySelectorAll('main img, main p b').length].join()), ',1', 'only the name of the administrator is bold');
    // The focus went on to what can be done next.
    await until('the focus', () => page.evaluate(() => document.activeElement?.textContent), (text) => text === 'Resume…');
    await shot(page, 'operate-paused');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await until('it goes on', () => listed(server, 'spring'), (game) => game.paused === null);
    await tool('Pause').waitFor();
    view.clean();
  });

  await t.test('players, points and tokens', async () => {
    const row = (/** @type {string} */ name) => page.getByRole('row', { name: new RegExp(name) });
    assert.match(await row('ann').innerText(), /ann\s+0\s+20\s+1\s+in\s+since/);
    const { zords } = await server.ask('GET', 'zords/games/spring/view');
    const own = zords.find((/** @type {{owner: string}} */ zord) => zord.owner === 'ann');
    await server.ask('POST', 'zords/games/spring/actions', { do: 'shield', unit: own.id }, tokens.ann);
    await until('16 actions', () => row('ann').innerText(), (text) => /0\s+16\s+1/.test(text));

    await page.getByRole('button', { name: 'New token for ann' }).click();
    await dialogOf(page, 'A new token for ann?').getByRole('button', { name: 'Give a new token' }).click();
    await page.getByRole('region', { name: 'New token for ann' }).waitFor();
    const [token] = await shownIn(page, 'New token for ann');
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'New token for ann', 'the focus is at what is shown once');
    assert.equal((await server.answer('GET', 'me', undefined, tokens.ann)).status, 401, 'the old one is dead');
    assert.equal((await server.ask('GET', 'me', undefined, token)).seat, 'ann');

    await page.getByRole('button', { name: 'Revoke the token of bob' }).click();
    await dialogOf(page, 'Revoke the token of bob?').getByRole('button', { name: 'Revoke it' }).click();
    await until('it is revoked', () => row('bob').innerText(), (text) => text.includes('revoked'));
    assert.equal((await server.answer('GET', 'me', undefined, tokens.bob)).status, 401);
    assert.equal(await page.getByRole('button', { name: 'Revoke the token of bob' }).isVisible(), false);

    await server.ask('POST', 'zords/games/spring/resign', undefined, token);
    await until('ann has given up', () => row('ann').innerText(), (text) => text.includes('retired'));
    view.clean();
  });

  await t.test('invitations: made, used, withdrawn', async () => {
    await server.makeGame('autumn', { private: true });
    const view = await desk(server, 'game/autumn');
    const { page } = view;
    const form = page.getByRole('form', { name: 'Make an invitation' }).first();
    await form.getByLabel('How many may use it').fill('5');
    await form.getByLabel('For how many hours').fill('48');
    await form.getByRole('button', { name: 'Make an invitation' }).click();
    const shown = page.getByRole('region', { name: 'The invitation' });
    await shown.waitFor();
    const [code, link] = await shownIn(page, 'The invitation');
    assert.match(code, /^in_/);
    assert.equal(link, `${server.page()}#join=autumn&code=${code}`);
    await shown.getByRole('button', { name: 'I have kept it' }).click();
    assert.ok(!(await page.content()).includes(code));
    await server.ask('POST', 'zords/games/autumn/join', { seat: 'ann', code }, '');
    const list = page.getByRole('region', { name: 'Invitations' }).getByRole('listitem');
    await until('one use', () => list.allInnerTexts(), (lines) => lines.length === 1 && lines[0].includes('used 1 of 5') && lines[0].includes('good until'));

    await page.getByRole('button', { name: /Withdraw invitation/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw it' }).click();
    await list.getByText('withdrawn').waitFor();
    const late = await server.answer('POST', 'zords/games/autumn/join', { seat: 'bob', code });
    assert.deepEqual([late.status, late.body.message], [403, 'this invitation was withdrawn']);
    // For one seat only, and more uses than there can be.
    await form.getByLabel('Only for the seat').fill('eve');
    await form.getByLabel('How many may use it').fill('5000');
    await form.getByRole('button', { name: 'Make an invitation' }).click();
    await form.getByText('`uses` is 1 to 1000').waitFor();
    refusedWith(view, 400);
    await form.getByLabel('How many may use it').fill('');
    await form.getByRole('button', { name: 'Make an invitation' }).click();
    await list.getByText('only for eve').waitFor();
    await view.close();
  });

  await t.test('a replay is downloaded', async () => {
    const waiting = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download the replay' }).click();
    const download = await waiting;
    assert.equal(download.suggestedFilename(), 'zords-spring.skirmish');
    assert.equal(await download.failure(), null);
  });

  await t.test('it is aborted by whoever types its name', async () => {
    await tool('Abort').click();
    const dialog = dialogOf(page, 'Abort spring?');
    await why(dialog).fill('nobody plays');
    await dialog.getByLabel('Type the name').fill('sprin');
    await dialog.getByRole('button', { name: 'Abort it for good' }).click();
    await dialog.getByText('This is not the name of the game.').waitFor();
    assert.equal((await listed(server, 'spring')).status, 'running');
    await dialog.getByLabel('Type the name').fill('spring');
    await shot(page, 'operate-abort');
    await dialog.getByRole('button', { name: 'Abort it for good' }).click();
    await until('it is aborted', () => listed(server, 'spring'), (game) => game.status === 'aborted');
    await page.getByRole('region', { name: 'The game spring' }).getByText('aborted').waitFor();
    assert.equal(await tool('Pause').isVisible(), false);
    view.clean();
  });

  await t.test('all of it is in the audit log, newest first, a page at a time', async () => {
    await page.getByRole('link', { name: 'Audit log' }).click();
    const list = page.getByRole('list', { name: 'What was done' }).getByRole('listitem');
    const lines = await until('the log', () => list.allInnerTexts(), (all) => all.length > 8);
    assert.match(lines[0], /root[\s\S]*abort[\s\S]*spring[\s\S]*nobody plays/);
    assert.ok(lines.some((line) => line.includes('pause') && line.includes(JSON.stringify({ why: MARKUP }))), 'the why, as text');
    assert.equal(await list.locator('img').count(), 0);
    for (let i = 0; i < 60; i++) await server.turn({ step_s: 0 });
    const count = (await server.ask('GET', 'audit')).entries.length;
    await page.getByText(`${count - 49} to ${count} of ${count}`).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Newer' }).isDisabled(), true);
    await page.getByRole('button', { name: 'Older' }).click();
    await page.getByText(`1 to ${count - 50} of ${count}`).waitFor();
    assert.match(await list.last().innerText(), /became administrator/);
    assert.equal(await page.getByRole('button', { name: 'Older' }).isDisabled(), true);
    view.clean();
  });

  await t.test('clock, health and backup', async () => {
    await page.getByRole('link', { name: 'Server' }).click();
    await page.getByText(/^Skirmish \d+\.\d+/).waitFor();
    const before = Date.parse((await server.ask('GET', 'zords/clock')).now);
    await page.getByRole('button', { name: 'Ahead by 3 hours' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Turn it' }).click();
    await until('three hours later', () => server.ask('GET', 'zords/clock'), ({ now }) => Date.parse(now) - before >= 10_800_000);
    const turnIt = () => page.getByRole('dialog').getByRole('button', { name: 'Turn it' }).click();
    await page.getByRole('button', { name: 'Speed: stand still' }).click();
    await turnIt();
    await page.getByText('A virtual clock, which stands still.').waitFor();
    await page.getByLabel('Another speed').fill('12.5');
    await page.keyboard.press('Enter');
    await turnIt();
    await page.getByText('12.5 times as fast as the world').waitFor();

    await page.getByRole('button', { name: 'Make a backup' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Make it' }).click();
    const said = await page.getByText(/^Made: /).innerText();
    assert.ok(existsSync(join(server.data, 'backups', said.replace('Made: ', ''))), said);
    await shot(page, 'operate-server');
    view.clean();
  });
  await view.close();
});

test('a stopped game and a server in trouble are told', { timeout: 60_000 }, async (t) => {
  const server = await liveServer(folder, { args: ['--clock', 'real'] });
  t.after(() => server.close());
  const view = await openPage(shared, null);
  const { page } = view;
  await signIn(view.context, server.url, server.token);
  const stopped = [{ game: 'old', journal: 9, why: `record 7 is damaged ${MARKUP}` }];
  await page.route('**/api/v1/zords/games', (route) => route.fulfill({ json: { games: [], stopped } }));
  await page.route('**/readyz', (route) => route.fulfill({ status: 503, json: { ok: false, reason: 'not_ready', message: 'zords: stopped games: old' } }));
  await page.goto(server.page('operate'));
  await page.getByText(`It cannot be played on: record 7 is damaged ${MARKUP}`).waitFor();
  await page.getByRole('link', { name: 'old' }).click();
  await page.getByText('The game old is stopped and cannot be played on').waitFor();
  await page.getByRole('link', { name: 'Trouble' }).click();
  await page.getByText('Zords: stopped games: old.').waitFor();
  await page.getByText("The machine's own clock.").waitFor();
  assert.equal(await page.getByRole('button', { name: /^Ahead by/ }).first().isVisible(), false, 'nobody turns a real clock');
  assert.equal(await page.evaluate(() => window.hacked), undefined);
  assert.ok(view.troubles.splice(0).every((trouble) => trouble.includes('503')));
  await view.close();
});

test('on a phone nothing is wider than the screen', { timeout: 90_000 }, async (t) => {
  const server = await liveServer(folder);
  t.after(() => server.close());
  const game = 'g'.repeat(64);
  await server.makeGame(game, { seats: ['w'.repeat(32), 'x'], config: SMALL });
  await server.begin(game);
  await server.ask('POST', `zords/games/${game}/pause`, { why: 'w'.repeat(200) });
  await server.ask('POST', 'operators', { name: 'o'.repeat(64) });
  const view = await desk(server, 'games', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: 'dark' });
  const { page } = view;
  const width = () => page.evaluate(() => [document.documentElement.scrollWidth, document.querySelector('.scroll')?.scrollWidth]);
  for (const hash of ['games', 'new', 'people', 'audit', 'server', `game/${game}`]) {
    await page.evaluate((to) => (location.hash = to), hash);
    await page.waitForTimeout(600);
    assert.deepEqual(await width(), [390, 390], hash);
    await shot(page, `operate-phone-${hash.slice(0, 6).replace('/', '-')}`);
  }
  // A dialog, and a token, fit too.
  await page.getByRole('button', { name: 'New token for w' }).tap();
  const dialog = await page.getByRole('dialog').evaluate((box) => [box.scrollWidth, box.clientWidth]);
  assert.equal(dialog[0], dialog[1]);
  await page.getByRole('button', { name: 'Give a new token' }).tap();
  await page.getByRole('region', { name: /^New token for w/ }).waitFor();
  assert.deepEqual(await width(), [390, 390]);
  await view.close();
});
