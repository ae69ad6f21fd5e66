// Whole games by mouse alone, on each side, in at most 15 clicks a turn.
// With WHOLE=1 they are as long as they are by default, which takes many minutes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Mouse, POLICIES } from './mouse.mjs';
import { GAMES, boardPainted, openPage, scratchFolder, serve, sharedBrowser, shot } from './support.mjs';

const shared = sharedBrowser();
const folder = scratchFolder();

/** @type {Record<string, string[]>} */
const LENGTH = {
  outbreak: ['--set', 'max_turns=20'],
  infection: ['--set', 'turn_limit=14'],
  golems: ['--set', 'max_turns=50'],
  footsoldiers: ['--set', 'total_turns=25'],
  zords: ['--set', 'days=3'],
};

for (const game of GAMES) {
  for (const seat of [0, 1]) {
    test(`${game} by mouse alone on seat ${seat}`, { timeout: process.env.WHOLE ? 3_600_000 : 600_000 }, async (t) => {
      const players = seat === 0 ? ['human', 'builtin:weak'] : ['builtin:weak', 'human'];
      const length = process.env.WHOLE ? [] : LENGTH[game];
      const server = await serve(folder, ['play', game, ...players, ...length, ...(game === 'zords' ? ['--seats', '2'] : []), '--seed', '7']);
      t.after(() => server.close());
      const view = await openPage(shared, null, { reducedMotion: 'reduce' });
      const { page } = view;
      t.after(() => view.context.close());
      await page.addInitScript(() => {
        Object.assign(window, { keysPressed: 0 });
        addEventListener('keydown', () => window.keysPressed++, { capture: true });
      });
      const mouse = new Mouse(page);
      await page.goto(server.url);
      await boardPainted(page);
      let orders = 0;
      let state = await mouse.turn();
      for (let asked = 0; state.phase !== 'over'; asked++) {
        assert.ok(asked < 3000, 'the game ends');
        await POLICIES[game](mouse, state);
        orders += (await mouse.sends()).orders.length;
        if (asked === 8) await shot(page, `mouse-${game}-${seat}`);
        state = await mouse.turn();
      }
      await page.locator('.hand-over').waitFor();
      await shot(page, `mouse-${game}-${seat}-over`);
      assert.equal(await page.evaluate(() => window.keysPressed), 0, 'no key was pressed');
      assert.ok(orders > 0, 'it was played');
      const most = Math.max(...mouse.clicks.values());
      t.diagnostic(`${mouse.clicks.size} turns, ${orders} orders, at most ${most} clicks a turn, ${state.summary}`);
      view.clean();
    });
  }
}
