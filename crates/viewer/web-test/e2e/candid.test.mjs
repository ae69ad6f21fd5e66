// What the page of somebody who plays by hand says is what the board shows, what is offered can be done, and help fits the game.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, boardPainted, openPage, scratchFolder, serve, sharedBrowser, shot, until } from './support.mjs';
import { Person } from './table.mjs';

const shared = sharedBrowser();
const folder = scratchFolder();

/**
 * A person at the table of a new match.
 * @param {import('node:test').TestContext} t
 * @param {string[]} args
 * @param {{helped?: boolean, viewport?: {width: number, height: number}}} [options]
 */
async function sit(t, args, { helped = true, ...options } = {}) {
  const server = await serve(folder, ['play', ...args]);
  t.after(() => server.close());
  const view = await openPage(shared, null, { ...options, script: helped ? () => localStorage.setItem('skirmish-hand-helped', 'yes') : undefined });
  t.after(() => view.context.close());
  const person = new Person(view.page);
  await view.page.goto(server.url);
  await boardPainted(view.page);
  const state = await person.turn();
  return { view, page: view.page, person, state };
}

/** The panel's head: whose turn it is, how it stands, and the scores. @param {import('playwright-core').Page} page */
async function head(page) {
  const [phase, status, scores] = await page.evaluate(() => ['.hand-phase strong', '.hand-status dd', '.hand-sides li > b'].map((what) => [...document.querySelectorAll(what)].map((found) => found.textContent)));
  return { phase: phase[0], status, scores };
}

/** What the picture of a state says of that. @param {any} scene */
function told(scene) {
  return { status: scene.status.map((/** @type {string[]} */ fact) => fact[1]), scores: scene.sides.map((/** @type {any} */ side) => side.score) };
}

test('at every turn the panel tells of the board that is shown', { timeout: 120_000 }, async (t) => {
  for (const game of ['golems', 'infection']) {
    await t.test(game, async (t) => {
      const { view, page, person, state } = await sit(t, [game, 'human', 'builtin:weak', '--seed', '3']);
      assert.deepEqual({ ...(await head(page)) }, { phase: 'Your turn', ...told(state.scene) });
      // Whatever the head says at any moment: it is this person's turn only beside the newest picture.
      await page.evaluate(() => {
        window.seenHeads = [];
        const look = () => {
          const [phase, ...facts] = ['.hand-phase strong', '.hand-status dd'].flatMap((what) => [...document.querySelectorAll(what)].map((found) => found.textContent));
          const now = `${phase}: ${facts.join(', ')}`;
          if (window.seenHeads.at(-1) !== now) window.seenHeads.push(now);
        };
        new MutationObserver(look).observe(/** @type {Element} */ (document.querySelector('.hand-head')), { childList: true, subtree: true });
      });
      for (let turns = 0; turns < 2; turns++) {
        await page.evaluate(() => (window.seenHeads = []));
        await person.finish('weak');
        const next = await person.turn();
        const seen = await until('the turn', () => head(page), ({ phase }) => phase === 'Your turn');
        assert.deepEqual({ status: seen.status, scores: seen.scores }, told(next.scene));
        const heads = await page.evaluate(() => window.seenHeads);
        const mine = heads.slice(heads.findIndex((/** @type {string} */ one) => !one.startsWith('Your turn'))).filter((/** @type {string} */ one) => one.startsWith('Your turn'));
        assert.deepEqual(mine, [`Your turn: ${told(next.scene).status.join(', ')}`], `said in this order: ${heads.join(' | ')}`);
      }
      view.clean();
    });
  }
});

test('whoever resigns is told so, and board, panel and card show how it ended', { timeout: 60_000 }, async (t) => {
  const { view, page } = await sit(t, ['footsoldiers', 'human', 'builtin:weak', '--seed', '3']);
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  const card = page.locator('.hand-over');
  await card.waitFor();
  await shot(page, 'candid-resigned');
  const { steps, summary } = await ask(page, 'api/index');
  const last = told((await ask(page, `api/frames?from=${steps}&count=1&seat=all`)).first);
  const text = await card.innerText();
  assert.match(text, /You resigned: player2 won/);
  assert.ok(text.includes(summary), text);
  assert.deepEqual(await card.locator('.hand-scores b').allInnerTexts(), last.scores);
  assert.deepEqual(await head(page), { phase: 'The match is over.', ...last });
  // A reload knows it as well.
  await page.reload();
  await card.waitFor();
  assert.match(await card.innerText(), /You resigned/);
  assert.deepEqual(await head(page), { phase: 'The match is over.', ...last });
  view.clean();
});
