// Craft: nothing that axe could find on the pages of the live service.

import { test } from 'node:test';
import { SCREENS, inspector } from './axe.mjs';
import { liveServer, signIn } from './live.mjs';
import { boardPainted, openPage, scratchFolder, sharedBrowser, until } from './support.mjs';

const shared = sharedBrowser();
const folder = scratchFolder();

/** Two zords near each other and near a totem, and no ban on shooting. */
const CLOSE = {
  board_size: 40, max_players: 4, days: 5, start_points: 30, grace_s: 0, late_join: false,
  fixed_totems: [{ x: 8, y: 20 }, { x: 31, y: 19 }], fixed_spawns: [{ x: 18, y: 20 }, { x: 21, y: 20 }],
};

for (const [screen, options] of SCREENS) {
  test(`the live service, ${screen}`, { timeout: 240_000 }, async (t) => {
    const server = await liveServer(folder);
    t.after(() => server.close());
    /** A page for somebody who is signed in, or for anybody. @param {string} path @param {string} [token] */
    const opened = async (path, token) => {
      const view = await openPage(shared, null, options);
      t.after(() => view.context.close());
      if (token) await signIn(view.context, server.url, token);
      await view.page.goto(path.startsWith('/') ? new URL(path, server.url).href : server.page(path));
      await view.page.locator('.opening').waitFor({ state: 'detached' });
      return view;
    };

    await t.test('the lobby', async () => {
      const craft = inspector(`live-${screen}-`);
      const empty = await opened('');
      await empty.page.getByText('There are no games yet.').waitFor();
      await craft.look(empty.page, 'an empty lobby');
      await server.makeGame('open', { open: true });
      await server.makeGame('short', { seats: ['x', 'y'], config: { days: 1, board_size: 40, max_players: 4 } });
      await server.begin('short');
      await server.turn({ step_s: 86_400 });
      await server.makeGame('still', { seats: ['x', 'y'], config: { board_size: 40, max_players: 2, late_join: true } });
      await server.begin('still');
      await server.ask('POST', 'zords/games/still/pause', { why: 'the server moves' });
      const { page } = await opened('');
      await page.getByText('Shared by x and y').waitFor();
      await craft.look(page, 'the lobby');
      await page.getByRole('button', { name: 'Join open' }).click();
      await page.getByLabel('Your name in the game').fill('-zoe');
      await page.locator('.field-fault').filter({ hasText: 'begins with' }).waitFor();
      await craft.look(page, 'joining');
      await page.getByLabel('Your name in the game').fill('zoe');
      await page.keyboard.press('Enter');
      await page.locator('.once').waitFor();
      await craft.look(page, 'joined');
      craft.done();
    });

    await t.test('a game, for a player and for everybody', async () => {
      const craft = inspector(`live-${screen}-`);
      const tokens = await server.makeGame('spring', { seats: ['ann', 'bob'], config: CLOSE });
      const waiting = await opened('game/spring', tokens.ann);
      await boardPainted(waiting.page);
      await craft.look(waiting.page, 'before day 1');
      await waiting.context.close();
      await server.begin('spring');
      const view = await opened('game/spring', tokens.ann);
      const { page } = view;
      await boardPainted(page);
      await page.locator('.hand-panel[data-phase="asked"]').waitFor();
      await craft.look(page, 'a player');
      await page.getByRole('button', { name: 'Skip the help' }).click();
      await page.keyboard.press('e');
      await page.locator('.hand-actor h2').waitFor();
      await craft.look(page, 'a zord selected');
      await page.locator('[data-verb="shield"]').click();
      await until('an order', () => page.locator('.hand-orders li').count(), (count) => count === 1);
      await craft.look(page, 'an order and its cost');
      for (const name of ['Points', 'Log', 'Away']) {
        await page.getByRole('tab', { name }).click();
        await craft.look(page, `the tab ${name}`);
      }
      await page.getByRole('button', { name: /You are ann/ }).click();
      await page.getByRole('dialog').waitFor();
      await page.getByRole('dialog').getByText('Webhook: be told elsewhere').click();
      await page.getByRole('dialog').getByText('You have none.').waitFor();
      await craft.look(page, 'the account');
      await page.keyboard.press('Escape');
      await server.turn({ step_s: 86_400 });
      const eve = await opened('game/spring');
      await boardPainted(eve.page);
      await craft.look(eve.page, 'a spectator');
      await eve.page.getByLabel('Day', { exact: true }).selectOption('1');
      for (const name of ['Log', 'Points']) {
        await eve.page.getByRole('tab', { name }).click();
        await craft.look(eve.page, `a past day, ${name}`);
      }
      const gone = await opened('game/nothing');
      await gone.page.getByRole('heading', { name: 'This game cannot be shown' }).waitFor();
      await craft.look(gone.page, 'no such game');
      craft.done();
    });

    await t.test('the desk of its operator, and the pages of the server', async () => {
      const craft = inspector(`live-${screen}-`);
      const gate = await opened('operate');
      await gate.page.getByText('This page is for those who run the games.').waitFor();
      await craft.look(gate.page, 'the gate');
      const { page } = await opened('operate#games', server.token);
      await page.locator('.desk').waitFor();
      for (const hash of ['games', 'new', 'people', 'audit', 'server', 'game/spring']) {
        await page.evaluate((to) => (location.hash = to), hash);
        await page.waitForTimeout(600);
        await craft.look(page, `the desk, ${hash}`);
      }
      await page.getByRole('button', { name: 'Pause' }).click();
      await page.getByRole('dialog').waitFor();
      await craft.look(page, 'pausing');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'New token for ann' }).click();
      await page.getByRole('button', { name: 'Give a new token' }).click();
      await page.getByRole('region', { name: 'New token for ann' }).waitFor();
      await craft.look(page, 'a new token');
      await page.evaluate(() => (location.hash = 'new'));
      const form = page.getByRole('form', { name: 'Make a game' });
      await form.getByRole('button', { name: 'Make the game' }).click();
      await form.getByText('A game needs a name.').waitFor();
      await craft.look(page, 'a form with a fault');
      for (const path of ['/', '/api', '/admin']) {
        const other = await openPage(shared, null, options);
        t.after(() => other.context.close());
        await other.page.goto(new URL(path, server.url).href);
        await craft.look(other.page, `the server's ${path}`);
      }
      craft.done();
    });
  });
}
