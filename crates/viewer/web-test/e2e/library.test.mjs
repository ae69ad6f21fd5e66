// The library of a folder: cards, filters, the way there and back, changes, two matches side by side, forks, live tiles.

import assert from 'node:assert/strict';
import { copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ask, boardPainted, openPage, played, run, scratchFolder, serve, sharedBrowser, shot, until } from './support.mjs';

const shared = sharedBrowser();
const folder = scratchFolder();

/** A bot that takes a while. */
const SLOW = `import json, sys, time
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready", "name": "slow"}), flush=True)
    elif message["type"] == "turn":
        time.sleep(0.3)
        print(json.dumps({"type": "orders", "request": message["request"], "actions": []}), flush=True)
    else:
        break
`;

/** A folder with matches of three games, a fork, and files that are none. @param {string} name */
async function library(name) {
  const place = join(folder, name);
  mkdirSync(place);
  await played(place, 'golems-one', 'golems', 'strong', 'weak', '--seed', '3', '--set', 'max_turns=20');
  await played(place, 'golems-two', 'golems', 'medium', 'weak', '--seed', '3', '--set', 'max_turns=20');
  await played(place, 'feet', 'footsoldiers', 'weak', 'medium', '--seed', '7', '--set', 'total_turns=30');
  const forked = await run(place, 'fork', 'golems-one.skirmish', '--turn', '6', 'weak', 'weak', '--record', 'golems-fork.skirmish', '--json');
  assert.ok(forked.code === 0 || forked.code === 1, forked.stderr);
  writeFileSync(join(place, 'broken.skirmish'), 'not a replay');
  writeFileSync(join(place, 'notes.txt'), 'mine');
  writeFileSync(join(place, 'golems-one.p0.private.jsonl'), '');
  return place;
}

/** The cards that are shown, by their files. @param {import('playwright-core').Page} page */
function cards(page) {
  return page.locator('.cards:not(.tiles) > .card').evaluateAll((all) => all.map((one) => /** @type {HTMLElement} */ (one).dataset.name));
}

/** @param {import('playwright-core').Page} page @param {string} name */
function cardOf(page, name) {
  return page.locator(`.card[data-name="${name}"]`);
}

test('a folder opens as cards, and back from a match is where one was', { timeout: 120_000 }, async (t) => {
  const place = await library('cards');
  const server = await serve(folder, ['watch', place, '--json']);
  t.after(() => server.close());
  const said = JSON.parse(server.said().split('\n').find((line) => line.startsWith('{')) ?? '{}');
  assert.deepEqual([said.folder, said.share], [place, server.url]);
  const view = await openPage(shared, server.url);
  t.after(() => view.close());
  const { page } = view;
  await until('all cards', () => cards(page), (seen) => seen.length === 5);
  const newest = await cards(page);
  assert.equal(newest.indexOf('feet.skirmish') < newest.indexOf('golems-one.skirmish'), true, 'newest first');
  await cardOf(page, 'broken.skirmish').getByText('not a replay file').waitFor();
  await page.getByText('1 other file in the folder').click();
  await page.getByText('notes.txt').waitFor();
  // Pictures come by themselves, and tell how it ended in a sentence.
  await until('pictures', () => page.locator('.card-picture[data-picture="here"]').count(), (seen) => seen === 4);
  await page.waitForFunction(() => [...document.querySelectorAll('.card[data-kind="match"] img')].every((image) => /** @type {HTMLImageElement} */ (image).naturalWidth > 0));
  await cardOf(page, 'golems-one.skirmish').getByText('strong', { exact: false }).first().waitFor();
  await shot(page, 'library-light');

  await t.test('filters stand in the address', async () => {
    await page.getByRole('combobox', { name: 'Game' }).selectOption('golems');
    await until('golems', () => cards(page), (seen) => seen.length === 3);
    await page.getByRole('combobox', { name: 'Player' }).selectOption('medium');
    await until('those of medium', () => cards(page), (seen) => seen.join() === 'golems-two.skirmish');
    assert.match(page.url(), /game=golems&player=medium/);
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.keyboard.type('feet');
    await until('what was typed', () => cards(page), (seen) => seen.join() === 'feet.skirmish');
    await page.getByRole('button', { name: 'Show all' }).click();
    await page.getByRole('combobox', { name: 'Ending' }).selectOption('damaged');
    await until('what is damaged', () => cards(page), (seen) => seen.join() === 'broken.skirmish');
    await page.getByRole('combobox', { name: 'Ending' }).selectOption('');
    await page.getByRole('combobox', { name: 'Game' }).selectOption('golems');
  });

  await t.test('keys open a match, and its header leads back', async () => {
    await cardOf(page, 'golems-one.skirmish').getByRole('link').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('slider', { name: 'Frame' }).waitFor();
    await boardPainted(page);
    await page.getByRole('button', { name: 'Library' }).click();
    await page.getByRole('combobox', { name: 'Game' }).waitFor();
    await until('the same filter', () => cards(page), (seen) => seen.length === 3);
    assert.equal(await page.getByRole('combobox', { name: 'Game' }).inputValue(), 'golems');
    await until('the same card', () => page.evaluate(() => document.activeElement?.closest('.card')?.getAttribute('data-name')), (seen) => seen === 'golems-one.skirmish');
    await page.goBack();
    await page.getByRole('slider', { name: 'Frame' }).waitFor();
  });

  await t.test('who may only watch changes nothing', async () => {
    const guest = await openPage(shared, server.url, { bare: true });
    await until('cards', () => cards(guest.page), (seen) => seen.length === 5);
    assert.equal(await guest.page.getByRole('button', { name: /Delete|Rename/ }).count(), 0);
    assert.equal(await guest.page.getByText('other file').count(), 0);
    await cardOf(guest.page, 'feet.skirmish').getByRole('link').click();
    await guest.page.getByRole('slider', { name: 'Frame' }).waitFor();
    await guest.page.getByRole('button', { name: 'Library' }).click();
    await guest.page.getByRole('combobox', { name: 'Game' }).waitFor();
    await until('cards again', () => cards(guest.page), (seen) => seen.length === 5);
    await guest.close();
  });

  await t.test('it fits a phone and a wall', async () => {
    for (const [name, options] of /** @type {[string, object][]} */ ([['phone', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' }], ['wall', { viewport: { width: 2560, height: 1440 } }]])) {
      const other = await openPage(shared, server.url, options);
      await until('cards', () => cards(other.page), (seen) => seen.length === 5);
      await until('pictures', () => other.page.locator('.card-picture[data-picture="here"]').count(), (seen) => seen > 0);
      assert.ok(await other.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${name}: nothing hangs over the side`);
      await shot(other.page, `library-${name}`);
      await other.close();
    }
  });
});

test('matches are renamed and deleted with their logs', { timeout: 90_000 }, async (t) => {
  const place = await library('changes');
  const server = await serve(folder, ['watch', place]);
  t.after(() => server.close());
  const view = await openPage(shared, server.url);
  t.after(() => view.close());
  const { page } = view;
  await until('all cards', () => cards(page), (seen) => seen.length === 5);
  await page.getByRole('button', { name: 'Rename golems-one.skirmish' }).click();
  await page.getByLabel('New name').fill('feet');
  await page.getByRole('button', { name: 'Rename', exact: true }).click();
  await page.getByText('there is a file feet.skirmish already').waitFor();
  // The browser says in its console what the server refused.
  view.troubles.splice(0);
  await page.getByLabel('New name').fill('the best');
  await page.keyboard.press('Enter');
  await until('the new name', () => cards(page), (seen) => seen.includes('the best.skirmish') && !seen.includes('golems-one.skirmish'));
  assert.ok(existsSync(join(place, 'the best.p0.private.jsonl')), 'its log has gone with it');
  await page.getByRole('button', { name: 'Delete the best.skirmish' }).click();
  await page.getByText('2 files will be deleted').waitFor();
  await page.getByRole('button', { name: 'Keep' }).click();
  assert.ok(existsSync(join(place, 'the best.skirmish')), 'it was only asked');
  await page.getByRole('button', { name: 'Delete the best.skirmish' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByText('Deleted: the best').waitFor();
  await until('the others', () => cards(page), (seen) => seen.length === 4);
  assert.deepEqual(readdirSync(place).sort(), ['broken.skirmish', 'feet.skirmish', 'golems-fork.skirmish', 'golems-two.skirmish', 'notes.txt']);
});

test('two matches stand side by side, and forks in a tree', { timeout: 90_000 }, async (t) => {
  const place = await library('compare');
  const server = await serve(folder, ['watch', place]);
  t.after(() => server.close());
  const view = await openPage(shared, server.url);
  t.after(() => view.close());
  const { page } = view;
  await until('all cards', () => cards(page), (seen) => seen.length === 5);
  await page.getByRole('button', { name: 'Forks' }).click();
  const tree = page.getByRole('list', { name: 'Forks' });
  await tree.getByText('from turn 6').waitFor();
  assert.equal(await tree.locator('li').count(), 2);
  await shot(page, 'library-forks');
  await tree.getByRole('button', { name: 'Compare golems-fork.skirmish with golems-one.skirmish' }).click();
  const slider = page.getByRole('slider', { name: 'Turn of both matches' });
  await slider.waitFor();
  const first = await page.locator('.compare-first').textContent();
  const turn = Number(/turn (\d+)/.exec(first ?? '')?.[1]);
  assert.ok(turn >= 6, `they part where the fork begins or later: ${first}`);
  await until('the first difference', () => slider.getAttribute('aria-valuetext'), (seen) => new RegExp(`turn ${turn}\\b`).test(seen ?? ''));
  assert.equal(await page.locator('canvas.board-canvas').count(), 2);
  await until('both boards', () => page.locator('canvas.board-canvas').evaluateAll((all) => all.map((one) => /** @type {HTMLCanvasElement} */ (one).width)), (seen) => seen.every((width) => width > 100));
  await page.getByText('only in A').first().waitFor();
  await shot(page, 'library-compare');
  // Before the fork there is only one of them, and both move together after it.
  await page.getByRole('button', { name: 'Previous turn' }).focus();
  await slider.fill('0');
  await page.getByText('begins at turn 6').waitFor();
  await page.keyboard.press('e');
  await until('the difference again', () => slider.getAttribute('aria-valuetext'), (seen) => new RegExp(`turn ${turn}\\b`).test(seen ?? ''));
  await page.keyboard.press('Shift+ArrowRight');
  await until('a turn on', () => slider.getAttribute('aria-valuetext'), (seen) => new RegExp(`turn ${turn + 1}\\b`).test(seen ?? ''));
  await page.setViewportSize({ width: 390, height: 844 });
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing hangs over the side of a phone');
  await shot(page, 'library-compare-phone');
  await page.getByRole('link', { name: 'Back to the library' }).click();
  await tree.getByText('from turn 6').waitFor();
});

test('matches that are played appear by themselves and move', { timeout: 120_000 }, async (t) => {
  const place = join(folder, 'live');
  mkdirSync(place);
  copyFileSync((await played(folder, 'before', 'footsoldiers', 'weak', 'weak', '--seed', '1', '--set', 'total_turns=8')).file, join(place, 'before.skirmish'));
  const server = await serve(folder, ['watch', place]);
  t.after(() => server.close());
  const view = await openPage(shared, server.url);
  t.after(() => view.close());
  const { page } = view;
  await until('the card', () => cards(page), (seen) => seen.length === 1);
  writeFileSync(join(folder, 'slow.py'), SLOW);
  const live = [];
  for (const name of ['a', 'b']) live.push(await serve(folder, ['play', 'golems', 'python3 slow.py', 'weak', '--watch', '--seed', '5', '--record', join(place, `${name}.skirmish`), '--set', 'max_turns=200']));
  for (const one of live) t.after(() => one.close());
  await until('tiles', () => page.locator('.tile').count(), (seen) => seen === 2, 30_000);
  const tile = page.locator('.tile').first();
  await boardPainted(page);
  const steps = async () => Number(await tile.getAttribute('data-steps'));
  const before = await until('steps', steps, (seen) => seen > 0);
  await until('more steps', steps, (seen) => seen > before);
  await shot(page, 'library-live');
  await Promise.all(live.map((one) => one.close()));
  await until('cards in place of tiles', () => cards(page), (seen) => seen.length === 3, 20_000);
  assert.equal(await page.locator('.tile').count(), 0);
  assert.equal((await ask(page, 'api/library')).cards.length, 3);
});
