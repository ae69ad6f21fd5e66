// What the page of somebody who plays by hand says is what the board shows, what is offered can be done, and help fits the game.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, boardPainted, boardView, openPage, scratchFolder, serve, sharedBrowser, shot, until } from './support.mjs';
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

test('a group is offered what some of it can do now, and nothing promises more', { timeout: 60_000 }, async (t) => {
  const { view, page, person, state } = await sit(t, ['infection', 'human', 'builtin:weak', '--seed', '3']);
  assert.equal(state.turn_phase, 'classes');
  await page.getByRole('button', { name: 'Select all 20 units' }).click();
  const offered = page.locator('.hand-actor button.verb:not(.idle)');
  await until('what is offered', () => offered.evaluateAll((all) => all.map((one) => /** @type {HTMLElement} */ (one).dataset.verb)), (seen) => seen.join() === 'pick');
  assert.equal(await page.locator('.hand-paces').count(), 0, 'nobody can be sent anywhere');
  assert.doesNotMatch(await page.locator('.hand-prompt').innerText(), /where|strike/);
  // A verb that is greyed says why, and asks for nothing.
  await page.locator('.hand-actor button[data-verb="move"]').click();
  await until('the reason', () => page.locator('.hand-dock.says').innerText(), (text) => /cannot be done in this phase/.test(text));
  await page.keyboard.press('Escape');
  const [x, y] = [400, 120];
  await page.mouse.move(x, y);
  assert.equal((await page.locator('.hand-dock').innerText()).trim(), '', 'a click there would do nothing');
  for (const key of ['k', 'j']) {
    await page.keyboard.press(key);
    await until('the reason', () => page.locator('.hand-live').innerText(), (text) => text === 'Nobody can walk or strike yet.');
  }
  assert.deepEqual(person.orders(), []);
  assert.equal(await page.locator('.hand-standing').isVisible(), false);
  // The same of a single unit.
  await page.keyboard.press('Escape');
  await page.keyboard.press('e');
  await until('one is selected', () => page.locator('.hand-actor h2').innerText(), (text) => !text.includes('20'));
  assert.equal(await page.locator('.hand-paces').count(), 0);
  assert.equal(await page.locator('.hand-prompt').innerText(), 'Choose what to do.');
  // In the phase in which they walk, they are sent.
  await person.finish('weak');
  const next = await person.turn();
  assert.equal(next.turn_phase, 'move');
  await until('my turn', () => head(page), ({ phase }) => phase === 'Your turn');
  await page.getByRole('button', { name: 'Select all 20 units' }).click();
  await until('what is offered', () => offered.evaluateAll((all) => all.map((one) => /** @type {HTMLElement} */ (one).dataset.verb)), (seen) => seen.join() === 'move');
  await page.locator('.hand-paces').waitFor();
  view.clean();
});

test('a group that cannot be made out is gone to', { timeout: 60_000 }, async (t) => {
  const { view, page, state } = await sit(t, ['infection', 'human', 'builtin:weak', '--seed', '3']);
  await page.getByRole('button', { name: 'Select all 20 units' }).click();
  const own = state.scene.items.filter((/** @type {any} */ item) => item.layer === 'unit' && item.seat === 0 && item.cell);
  await until('all of them are in view', () => boardView(page), ({ scale, holds }) => scale >= 20 && scale <= 40 && own.every((/** @type {any} */ item) => holds(item.at)));
  await shot(page, 'candid-group');
  view.clean();
});

test('help begins with what the game offers, follows what is done, and ends', { timeout: 120_000 }, async (t) => {
  const { view, page, person } = await sit(t, ['footsoldiers', 'human', 'builtin:weak', '--seed', '3'], { helped: false, viewport: { width: 390, height: 844 } });
  const help = page.locator('.hand-help');
  assert.match(await help.innerText(), /^1 of 4: Begin[^]*Build/);
  // On a phone what it speaks of is in view.
  const [build, sends] = [await page.locator('.hand-seat button[data-verb="build"]').boundingBox(), await page.locator('.sends').boundingBox()];
  assert.ok(build && sends && build.y + build.height <= sends.y, 'the button can be seen');
  assert.doesNotMatch(await page.locator('.hand-panel').innerText(), /No unit can act any more/);
  await shot(page, 'candid-help-phone');
  const [idea] = (await person.ideas([null])).filter(({ verb }) => verb.name === 'build');
  await person.orderByClicks(idea);
  await until('the next step', () => help.innerText(), (text) => text.startsWith('2 of 4: Look'));
  await person.send();
  await until('the next turn', () => help.innerText(), (text) => text.startsWith('4 of 4'));
  await person.turn();
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await page.locator('.hand-over').waitFor();
  assert.equal(await help.isVisible(), false, 'not once it is over');
  view.clean();
});

test('help goes on by doing', { timeout: 60_000 }, async (t) => {
  const { view, page, person, state } = await sit(t, ['golems', 'human', 'builtin:weak', '--seed', '7'], { helped: false });
  const help = page.locator('.hand-help');
  assert.match(await help.innerText(), /^1 of 4: Select/);
  const [first] = state.scene.items.filter((/** @type {any} */ item) => item.layer === 'unit' && item.seat === 0 && item.cell);
  await person.select(state.scene, Number(first.id));
  await until('selected', () => help.innerText(), (text) => text.startsWith('2 of 4: Order'));
  const [idea] = (await person.ideas([Number(first.id)])).filter(({ verb }) => verb.walks);
  await person.orderByClicks(idea);
  await until('ordered', () => help.innerText(), (text) => text.startsWith('3 of 4: Look'));
  await person.send();
  await help.waitFor({ state: 'hidden' });
  await page.reload();
  await boardPainted(page);
  await page.locator('.hand-panel[data-phase="asked"]').waitFor();
  assert.equal(await help.isVisible(), false, 'and it does not come back');
  view.clean();
});

test('the first turn without orders is asked about, once', { timeout: 60_000 }, async (t) => {
  const { view, page, person } = await sit(t, ['outbreak', 'human', 'builtin:weak', '--seed', '3']);
  const question = page.getByRole('dialog', { name: 'No orders?' });
  await page.locator('.sends button').first().click();
  await question.waitFor();
  assert.match(await question.innerText(), /place/);
  await question.getByRole('button', { name: 'Give orders' }).click();
  assert.equal(person.sent.length, 0);
  // It is asked again, as nothing was confirmed; who sends again means it.
  await page.keyboard.press('Control+Enter');
  await question.waitFor();
  await page.keyboard.press('Control+Enter');
  await until('it is sent', () => person.sent.length, (count) => count === 1);
  await question.waitFor({ state: 'detached' });
  view.clean();
  // Whoever has given orders before knows what an empty turn is.
  const later = await sit(t, ['golems', 'human', 'builtin:weak', '--seed', '7']);
  await later.person.finish('weak');
  await later.person.turn();
  await later.page.keyboard.press('Control+Enter');
  await until('it is sent', () => later.person.sent.length, (count) => count === 2);
  later.view.clean();
});
