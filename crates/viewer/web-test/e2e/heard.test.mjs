// What those who hear a page are told: what happens in a step and in a turn, and how it ends.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { GAMES, ask, atFrame, boardPainted, openPage, played, scratchFolder, serve, sharedBrowser, until } from './support.mjs';
import { Person } from './table.mjs';

const shared = sharedBrowser();
const folder = scratchFolder();

/** What makes a game short. @type {Record<string, string[]>} */
const SHORT = {
  outbreak: ['--set', 'max_turns=30'],
  infection: ['--set', 'turn_limit=20'],
  golems: ['--set', 'max_turns=30'],
  footsoldiers: ['--set', 'total_turns=40'],
  zords: ['--set', 'days=4', '--seats', '2'],
};

/** What was told so far. @param {import('playwright-core').Page} page @returns {Promise<string[]>} */
const told = (page) => page.getByRole('log', { name: 'What happens' }).locator('p').allTextContents();

/** Words as they are compared: the teller ends sentences, and begins them large. @param {string} text */
const plain = (text) => text.toLowerCase().replace(/[.!?…]+$/, '');

for (const game of GAMES) {
  /** @type {string} */
  let file;
  before(async () => {
    ({ file } = await played(folder, game, game, 'strong', 'medium', ...SHORT[game], '--seed', '7'));
  });

  test(`watching ${game} by ear`, { timeout: 90_000 }, async (t) => {
    const server = await serve(folder, ['watch', file, '--json']);
    t.after(() => server.close());
    const view = await openPage(shared, server.url, { reducedMotion: 'reduce' });
    const { page } = view;
    t.after(() => view.context.close());
    await boardPainted(page);
    const { steps } = await ask(page, 'api/index');
    const log = await ask(page, `api/log?from=0&to=${steps}`);
    const eventful = log.lines.find((/** @type {any} */ line) => line.kind === 'event' && line.step > 1).step;
    await until('where it begins', () => told(page), (all) => all.length === 1);

    // Forward to the step before, which is a jump, and then one step by hand: all that happened in it is said.
    await page.evaluate(() => document.querySelector('[role="slider"][aria-label="Frame"]')?.focus());
    for (let frame = 0; frame < eventful - 1; frame++) await page.keyboard.press('ArrowRight');
    await atFrame(page, eventful - 1);
    const early = await until('the step before', () => told(page), (all) => all.length > 1);
    await page.keyboard.press('ArrowRight');
    await atFrame(page, eventful);
    const all = await until('the step', () => told(page), (now) => now.length > early.length);
    assert.equal(all.length, early.length + 1, 'one step is told once');
    const last = plain(all.at(-1) ?? '');
    const lines = log.lines.filter((/** @type {any} */ line) => line.step === eventful);
    for (const line of lines.slice(0, 8)) assert.ok(last.includes(plain(line.text)), `${line.text} is in: ${last}`);
    const earlier = log.lines.find((/** @type {any} */ line) => line.step < eventful && !lines.some((/** @type {any} */ one) => one.text === line.text));
    if (earlier) assert.ok(!last.includes(plain(earlier.text)), 'and nothing that was before');

    // While it plays it does not talk without a pause.
    const before = (await told(page)).length;
    await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement)?.blur());
    await page.keyboard.press(' ');
    await page.waitForTimeout(2500);
    const meanwhile = (await told(page)).length;
    assert.ok(meanwhile - before <= 1, `${meanwhile - before} entries in 2.5 s`);
    await page.keyboard.press(' ');

    // The end is told with who won and why.
    const index = await ask(page, 'api/index');
    await page.keyboard.press('.');
    await atFrame(page, steps);
    const end = await until('the end', () => told(page), (now) => plain(now.at(-1) ?? '').includes(plain(index.summary)));
    const session = await ask(page, 'api/session');
    const winner = index.winner === null ? 'nobody won' : `${session.seats[index.winner].name} won`;
    assert.ok(plain(end.at(-1) ?? '').includes(plain(winner)), end.at(-1));

    // A seat's view says whose it is, and nothing of what that seat was not told.
    if (session.hides) {
      await page.getByRole('combobox', { name: 'View' }).selectOption('0');
      await until('whose view', () => told(page), (now) => (now.at(-1) ?? '').includes(`as ${session.seats[0].name}`));
      const count = (await told(page)).length;
      await page.keyboard.press('ArrowLeft');
      const [words] = (await until('a step in that view', () => told(page), (now) => now.length > count)).slice(-1);
      for (const line of log.lines.filter((/** @type {any} */ one) => one.step >= steps - 2)) assert.ok(!plain(words).includes(plain(line.text)), words);
    }
    view.clean();
  });

  test(`playing ${game} by ear`, { timeout: 90_000 }, async (t) => {
    const server = await serve(folder, ['play', game, 'human', 'builtin:strong', ...SHORT[game], '--seed', '7']);
    t.after(() => server.close());
    const view = await openPage(shared, null, { reducedMotion: 'reduce' });
    const { page } = view;
    t.after(() => view.context.close());
    const person = new Person(page);
    await page.goto(server.url);
    await boardPainted(page);
    await person.turn();
    // Until the others have done something. Where much is hidden nobody is told what; there is the summary alone.
    const { hides } = await ask(page, 'api/session');
    let last = '';
    /** @type {any[]} */
    let lines = [];
    for (let turns = 0; turns < (hides ? 2 : 12) && lines.length === 0; turns++) {
      await person.finish();
      await person.turn();
      last = (await told(page)).at(-1) ?? '';
      const { story } = await ask(page, 'hand/meanwhile');
      lines = story.steps.flatMap((/** @type {any} */ step) => step.lines).slice(0, 6);
    }
    assert.equal(lines.length > 0, !hides, 'the others did something');
    assert.match(last, /^Since your last orders\. \w+/);
    for (const line of lines) assert.ok(plain(last).includes(plain(line.text)), `${line.text} is in: ${last}`);
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
    await until('how it ended', () => page.locator('.hand-live').innerText(), (text) => /won|void/i.test(text));
    view.clean();
  });
}
