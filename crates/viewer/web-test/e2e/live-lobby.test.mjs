// The lobby of the live service: looking, joining, signing in and out.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { damage, liveServer, refusedWith, signIn } from './live.mjs';
import { openPage, scratchFolder, sharedBrowser, shot, until } from './support.mjs';

const folder = scratchFolder();
const shared = sharedBrowser();
const LONG = `<b>${'w'.repeat(190)}</b>`;

/** @param {import('playwright-core').Page} page @param {string} game */
const card = (page, game) => page.locator('.game', { has: page.getByRole('heading', { name: game, exact: true }) });
/** @param {import('playwright-core').Page} page */
const box = (page) => page.locator('.once');
/** @param {import('playwright-core').Page} page */
const tokenIn = async (page) => (await box(page).locator('.secret-text').first().textContent()) ?? '';
/** @param {import('playwright-core').Page} page @param {RegExp} words */
const isMe = (page, words) => until('who I am', () => page.locator('.me-words').innerText(), (text) => words.test(text));

test('a lobby without games says what an operator does', { timeout: 60_000 }, async (t) => {
  const server = await liveServer(folder);
  t.after(() => server.close());
  const view = await openPage(shared, server.page());
  const { page } = view;
  await page.getByText('There are no games yet.').waitFor();
  assert.equal(await page.locator('.empty').getByRole('link', { name: "the operator's page" }).getAttribute('href'), '/zords/operate');
  await page.getByText('skirmish serve --new-admin-link').waitFor();
  await shot(page, 'lobby-empty');

  // A game that is made meanwhile comes by itself.
  await server.makeGame('spring', { open: true });
  await card(page, 'spring').waitFor();
  assert.equal(await page.locator('.empty').isVisible(), false);
  await view.close();

  await t.test('the list tells how games stand, in the time zone of the reader', async () => {
    const { now } = await server.ask('GET', 'zords/clock');
    const near = new Date(Date.parse(now) + 90 * 60_000).toISOString().replace(/\.\d+Z$/, 'Z');
    await server.makeGame('near', { start_at: near });
    await server.makeGame('far', { private: true, start_at: '2031-01-02T03:04:05Z' });
    await server.makeGame('short', { seats: ['x', 'y'], config: { days: 1, board_size: 40, max_players: 4 } });
    await server.makeGame('gone', { seats: ['x', 'y'], config: { board_size: 40, max_players: 4 } });
    await server.begin('short');
    await server.begin('gone');
    await server.ask('POST', 'zords/games/gone/abort', { why: 'nobody came' });
    await server.makeGame('still', { seats: ['x', 'y'], config: { board_size: 40, max_players: 2, late_join: true } });
    await server.begin('still');
    await server.ask('POST', 'zords/games/still/pause', { why: LONG });

    const reader = await openPage(shared, server.page(), { timezoneId: 'America/New_York', locale: 'en-GB' });
    const { page } = reader;
    const starts = card(page, 'near').locator('time');
    const local = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/New_York', hour: '2-digit', minute: '2-digit' }).format(new Date(near));
    assert.ok((await starts.innerText()).endsWith(local), `${await starts.innerText()} ends with ${local}`);
    assert.equal(await starts.getAttribute('title'), `${near.slice(0, 19).replace('T', ' ')} UTC`);
    await until('a countdown', () => card(page, 'near').locator('.countdown').innerText(), (text) => /^in 1 h (28|29) min$/.test(text));
    // Others do not see what is private.
    assert.equal(await card(page, 'far').count(), 0);
    assert.match(await card(page, 'still').innerText(), /day 1 of 28 · 2 of 2 players/);
    assert.equal(await card(page, 'still').getByRole('button', { name: 'Join' }).isVisible(), false, 'it is full');
    assert.equal(await card(page, 'near').getByText('by invitation').isVisible(), true);
    // What somebody wrote is text, whatever it looks like.
    await page.getByText(`Paused: ${LONG}`).waitFor();
    assert.equal(await page.locator('.game b').count(), 0);
    await until('aborted', () => card(page, 'gone').innerText(), (text) => text.includes('aborted'));

    // Time passes.
    await server.turn({ step_s: 86_400 });
    await until('who won', () => card(page, 'short').innerText(), (text) => text.includes('Shared by x and y'));
    assert.equal(await page.getByRole('list', { name: 'Games that are over' }).getByRole('listitem').count(), 2);
    await shot(page, 'lobby-list');
    await reader.close();

    const operator = await openPage(shared, null);
    await signIn(operator.context, server.url, server.token);
    await operator.page.goto(server.page());
    await card(operator.page, 'far').waitFor();
    assert.equal(await card(operator.page, 'far').locator('.countdown').innerText(), '', 'far off');
    await operator.close();
  });
});

test('joining', { timeout: 120_000 }, async (t) => {
  const server = await liveServer(folder);
  t.after(() => server.close());
  await server.makeGame('open', { open: true });
  await server.makeGame('closed', { private: true });

  await t.test('openly, with a token that is shown once', async () => {
    const view = await openPage(shared, server.page());
    const { page } = view;
    await card(page, 'open').getByRole('button', { name: 'Join' }).click();
    const name = page.getByLabel('Your name in the game');
    assert.equal(await name.evaluate((input) => input === document.activeElement), true);
    assert.equal(await page.getByLabel('Code of your invitation').isVisible(), false, 'an open game asks for none');
    for (const [text, fault] of [['-zoe', /begins with/], ['zoe!', /has only/], ['z'.repeat(33), /at most 32/]]) {
      await name.fill(String(text));
      await until('the fault while typing', () => page.locator('.field-fault').allInnerTexts(), (faults) => faults.some((said) => /** @type {RegExp} */ (fault).test(said)));
      assert.equal(await name.getAttribute('aria-invalid'), 'true');
    }
    // Nothing is sent that cannot be.
    await page.keyboard.press('Enter');
    await name.fill('zoe');
    assert.equal(await name.getAttribute('aria-invalid'), null);
    await page.keyboard.press('Enter');
    await box(page).waitFor();
    const token = await tokenIn(page);
    assert.match(token, /^sk_[\w-]{43}$/);
    assert.match(await box(page).innerText(), /shown this once/);
    await isMe(page, /You are zoe in open/);
    assert.equal((await server.ask('GET', 'me', undefined, token)).game, 'open');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await box(page).getByRole('button', { name: 'Copy: Token' }).click();
    await until('the clipboard', () => page.evaluate(() => navigator.clipboard.readText()), (text) => text === token);
    assert.equal(await box(page).getByRole('link', { name: 'Go to the game' }).getAttribute('href'), '/zords/game/open');
    await shot(page, 'lobby-joined');
    view.clean();

    await page.reload();
    await isMe(page, /You are zoe in open/);
    assert.ok(!(await page.content()).includes(token), 'the token is nowhere after that');
    assert.equal(await page.evaluate(() => Object.values({ ...localStorage, ...sessionStorage }).join().includes('sk_')), false);
    await card(page, 'open').getByRole('link', { name: 'Play' }).waitFor();
    assert.equal(await card(page, 'open').getByRole('button', { name: 'Join' }).isVisible(), false, 'who is in it joins no more');
    await view.close();
  });

  await t.test('a refusal is told in the words of the server, and nothing typed is lost', async () => {
    const view = await openPage(shared, server.page());
    const { page } = view;
    await card(page, 'open').getByRole('button', { name: 'Join' }).click();
    await page.getByLabel('Your name in the game').fill('ZOE');
    await page.getByRole('button', { name: 'Join', exact: true }).last().click();
    const { body } = await server.answer('POST', 'zords/games/open/join', { seat: 'ZOE' });
    const sentence = body.message.charAt(0).toUpperCase() + body.message.slice(1);
    await until('the sentence', () => page.getByRole('form', { name: 'Join a game' }).locator('.outcome').innerText(), (text) => text.startsWith(sentence));
    assert.equal(await page.getByLabel('Your name in the game').inputValue(), 'ZOE');
    refusedWith(view, 409);
    await view.close();
  });

  await t.test('by the link of an invitation', async () => {
    const { code } = await server.ask('POST', 'zords/games/closed/invitations', { uses: 1 });
    const view = await openPage(shared, server.page(`#join=closed&code=${code}`));
    const { page } = view;
    await page.getByRole('heading', { name: 'Join closed' }).waitFor();
    assert.equal(page.url(), server.page(), 'the code is out of the address bar');
    assert.equal(await page.getByLabel('Code of your invitation').inputValue(), code);
    await page.getByText('not in the list that you see').waitFor();
    await page.getByLabel('Your name in the game').fill('ann');
    await page.keyboard.press('Enter');
    await box(page).waitFor();
    await isMe(page, /You are ann in closed/);
    await card(page, 'closed').getByText('private').waitFor();
    view.clean();
    // The same link again: it is used up. It also works on a page that is open already.
    await page.evaluate((hash) => (location.hash = hash), `join=closed&code=${code}`);
    await page.getByText('This browser is signed in as ann in closed').waitFor();
    await page.getByLabel('Your name in the game').fill('bob');
    await page.keyboard.press('Enter');
    await page.getByText('This invitation has been used up.').waitFor();
    refusedWith(view, 403);
    await view.close();
  });

  await t.test('signing in and out, and a new token', async () => {
    const { token: old } = await server.ask('POST', 'zords/games/open/join', { seat: 'eve' });
    const view = await openPage(shared, server.page());
    const { page } = view;
    const field = page.getByLabel('Sign in with a token you have');
    await field.fill('sk_wrong');
    await page.keyboard.press('Enter');
    await page.getByText('Nobody has this token.').waitFor();
    refusedWith(view, 401);
    await field.fill(` ${old} `);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await isMe(page, /You are eve in open/);
    assert.equal(await field.isVisible(), false);

    await page.getByRole('button', { name: 'New token' }).click();
    await page.getByRole('button', { name: 'Replace it' }).click();
    await box(page).waitFor();
    const token = await tokenIn(page);
    assert.equal((await server.answer('GET', 'me', undefined, old)).status, 401);
    assert.equal((await server.answer('GET', 'me', undefined, token)).status, 200);
    await isMe(page, /You are eve in open/);
    await page.getByRole('button', { name: 'I have kept it' }).click();
    assert.equal(await box(page).count(), 0);

    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
    await isMe(page, /You are not signed in/);
    assert.equal(await page.getByRole('dialog').count(), 0);
    // A token that dies elsewhere is noticed too.
    await field.fill(token);
    await page.keyboard.press('Enter');
    await isMe(page, /You are eve/);
    await server.ask('POST', 'zords/games/open/seats/eve/token');
    await isMe(page, /You are not signed in/);
    await view.close();
  });

  await t.test('a token is shown even if the browser cannot be signed in', async () => {
    const view = await openPage(shared, server.page());
    const { page } = view;
    await page.route('**/api/v1/session', (route) => (route.request().method() === 'POST' ? route.fulfill({ status: 429, headers: { 'Retry-After': '12' }, json: { reason: 'too_often', message: 'too many at once' } }) : route.fallback()));
    await card(page, 'open').getByRole('button', { name: 'Join' }).click();
    await page.getByLabel('Your name in the game').fill('late');
    await page.keyboard.press('Enter');
    await page.getByText('This browser could not be signed in: Too many at once. Try again in 12 s. Sign in with the token.').waitFor();
    assert.equal((await server.ask('GET', 'me', undefined, await tokenIn(page))).seat, 'late');
    refusedWith(view, 429);
    await view.close();
  });

  await t.test('the page looks again without disturbing who types', async () => {
    const view = await openPage(shared, server.page());
    const { page } = view;
    await card(page, 'open').getByRole('button', { name: 'Join' }).click();
    const name = page.getByLabel('Your name in the game');
    await name.fill('willow');
    await name.evaluate((input) => /** @type {HTMLInputElement} */ (input).setSelectionRange(2, 4));
    await page.evaluate(() => (window.marked = document.querySelector('.game')));
    await server.makeGame('another', { open: true });
    await card(page, 'another').waitFor();
    assert.deepEqual(await name.evaluate((input) => {
      const { value, selectionStart, selectionEnd } = /** @type {HTMLInputElement} */ (input);
      return [input === document.activeElement, value, selectionStart, selectionEnd];
    }), [true, 'willow', 2, 4]);
    assert.equal(await page.evaluate(() => window.marked === document.querySelector('.game')), true, 'what is the same stays');
    // A button of the list keeps the focus as well.
    await card(page, 'another').getByRole('button', { name: 'Join' }).focus();
    await server.makeGame('third', { open: true });
    await card(page, 'third').waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'Join another');
    await view.close();
  });

  await t.test('a server that is away is told, and found again', async () => {
    const view = await openPage(shared, server.page());
    const { page } = view;
    await view.context.setOffline(true);
    await page.getByText('The server cannot be reached.').waitFor();
    await view.context.setOffline(false);
    await page.locator('.away').waitFor({ state: 'hidden' });
    assert.ok(view.troubles.splice(0).every((trouble) => trouble.includes('ERR_INTERNET_DISCONNECTED')));
    await view.close();
  });

  await t.test('on a phone nothing is wider than the screen', async () => {
    const game = 'g'.repeat(64);
    await server.makeGame(game, { open: true, seats: ['w'.repeat(32), 'x'], config: { board_size: 40, max_players: 4, late_join: true } });
    await server.begin(game);
    await server.ask('POST', `zords/games/${game}/pause`, { why: LONG });
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      const view = await openPage(shared, server.page(), { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme });
      const { page } = view;
      await card(page, game).getByRole('button', { name: 'Join' }).tap();
      await page.getByLabel('Your name in the game').fill(colorScheme);
      await page.keyboard.press('Enter');
      await box(page).waitFor();
      assert.deepEqual(await page.evaluate(() => [document.documentElement.scrollWidth, document.querySelector('.scroll')?.scrollWidth]), [390, 390]);
      await shot(page, `lobby-phone-${colorScheme}`);
      await view.close();
    }
  });
});

test('a game that is stopped', { timeout: 90_000 }, async (t) => {
  const before = await liveServer(folder);
  await before.makeGame('whole', { open: true });
  await before.makeGame('torn', { open: true, seats: ['ann', 'bob'] });
  await before.makeGame('hidden', { private: true, seats: ['ann', 'bob'] });
  await before.close();
  damage(before.data, 'torn');
  damage(before.data, 'hidden');
  const server = await liveServer(folder, { data: before.data });
  t.after(() => server.close());

  await t.test('is shown as such in the lobby, unless it is private', async () => {
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      const view = await openPage(shared, server.page(), { viewport: { width: 390, height: 844 }, colorScheme });
      const { page } = view;
      const torn = page.getByRole('list', { name: 'Stopped games' }).getByRole('listitem');
      await torn.waitFor();
      assert.match(await torn.innerText(), /^torn\s+stopped\s+Nobody can watch or play it for now\.\s+Why: what is stored of it is damaged.*its operator must look after it\.$/s);
      assert.equal(await torn.getByRole('button').count(), 0);
      assert.equal(await page.getByText('hidden', { exact: true }).count(), 0);
      assert.equal(await page.locator('.empty').isVisible(), false);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing is wider than the screen');
      await shot(page, `lobby-stopped-${colorScheme}`);
      await view.close();
    }
  });

  await t.test('nobody is asked to join it', async () => {
    const view = await openPage(shared, server.page('#join=torn'));
    await view.page.getByText('This game is stopped: nobody can join it').waitFor();
    await view.close();
  });

  await t.test('its page says so', async () => {
    const view = await openPage(shared, null);
    await view.page.goto(server.page('game/torn'));
    await view.page.getByRole('heading', { name: 'This game is stopped' }).waitFor();
    const text = await view.page.getByRole('alert').innerText();
    assert.match(text, /The game is stopped: what is stored of it is damaged/);
    assert.doesNotMatch(text, /Try again|private/);
    await shot(view.page, 'game-stopped');
    refusedWith(view, ...view.troubles.map(() => 503));
    await view.page.goto(server.page('game/hidden'));
    await view.page.getByText('If it is a private game, sign in').waitFor();
    refusedWith(view, ...view.troubles.map(() => 401));
    await view.close();
  });

  await t.test('operators are told what is damaged', async () => {
    const view = await openPage(shared, null);
    await signIn(view.context, server.url, before.token);
    await view.page.goto(server.page('operate'));
    const rows = view.page.getByRole('list', { name: 'Stopped games' });
    await rows.getByText('It cannot be played on: record 1 of the log is damaged').first().waitFor();
    assert.deepEqual(await rows.getByRole('heading').allInnerTexts(), ['torn', 'hidden']);
    assert.equal(await rows.getByRole('listitem').nth(1).getByText('private').count(), 1);
    await rows.getByRole('link', { name: 'torn' }).click();
    await view.page.getByText('The game torn is stopped and cannot be played on: record 1').waitFor();
    await shot(view.page, 'operate-stopped');
    // The browser notes that the server is not ready.
    refusedWith(view, ...view.troubles.map(() => 503));
    await view.close();
  });
});

test('an invitation for one seat names it', { timeout: 60_000 }, async (t) => {
  const server = await liveServer(folder);
  t.after(() => server.close());
  await server.makeGame('closed');
  const operator = await openPage(shared, null);
  await signIn(operator.context, server.url, server.token);
  await operator.page.goto(server.page('operate#game/closed'));
  await operator.page.getByLabel('Only for the seat').fill('ann');
  await operator.page.keyboard.press('Enter');
  await operator.page.getByText('Whoever opens the link can join as ann.').waitFor();
  const [, link] = await operator.page.getByRole('region', { name: 'The invitation' }).locator('.secret-text').allInnerTexts();
  await operator.close();

  const view = await openPage(shared, link);
  const { page } = view;
  await page.getByText('This invitation is for the seat ann.').waitFor();
  const name = page.getByLabel('Your name in the game');
  assert.deepEqual([await name.inputValue(), await name.getAttribute('readonly')], ['ann', '']);
  await shot(page, 'lobby-invited');
  // Whoever joins another game meanwhile is free to choose.
  await page.evaluate(() => (location.hash = 'join=closed'));
  await until('an empty name', () => name.inputValue(), (text) => text === '');
  assert.equal(await name.getAttribute('readonly'), null);
  await page.evaluate((hash) => (location.hash = hash), new URL(link).hash);
  await until('the seat', () => name.inputValue(), (text) => text === 'ann');
  await page.getByRole('form', { name: 'Join a game' }).getByRole('button', { name: 'Join' }).click();
  await box(page).waitFor();
  await isMe(page, /You are ann in closed/);
  await view.close();
});
