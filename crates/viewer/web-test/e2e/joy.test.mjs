// Playing by hand with little effort: many units at once, orders that stand, and a page that does what it says.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ask, boardPainted, openPage, scratchFolder, serve, sharedBrowser, shot, until } from './support.mjs';
import { Person } from './table.mjs';

const shared = sharedBrowser();
const folder = scratchFolder();

const RED = { red: 1, green: 0, blue: 0, yellow: 0, hp: 50 };
const GREEN = { red: 0, green: 1, blue: 0, yellow: 0, hp: 65 };

/**
 * A golem as a position has it.
 * @param {number} id
 * @param {string} owner
 * @param {[number, number]} at
 * @param {object} [more]
 */
function golem(id, owner, [x, y], more = {}) {
  return { id, owner, x, y, ...RED, poison: 0, build_points: 0, moves: owner === 'p0' ? 2 : 0, actions: owner === 'p0' ? 1 : 0, ...more };
}

/** Writes a position of golems on an open board. @param {string} name @param {object[]} units @param {[number, number]} [size] */
function arena(name, units, [width, height] = [16, 9]) {
  const rows = Array.from({ length: height }, () => '.'.repeat(width));
  const position = { game: 'golems', width, height, rows, turn: 1, seat: 'p0', scores: { p0: 0, p1: 0 }, next_id: 900, over: false, winner: null, reason: null, units, config: { max_turns: 80 } };
  const file = join(folder, `${name}.json`);
  writeFileSync(file, JSON.stringify(position));
  return ['--position', file, '--seed', '7'];
}

/**
 * A person at the table of a new match.
 * @param {import('node:test').TestContext} t
 * @param {string[]} args
 * @param {{helped?: boolean}} [options]
 */
async function sit(t, args, { helped = true } = {}) {
  const server = await serve(folder, ['play', ...args]);
  t.after(() => server.close());
  const view = await openPage(shared, null, { script: helped ? () => localStorage.setItem('skirmish-hand-helped', 'yes') : undefined });
  t.after(() => view.context.close());
  const person = new Person(view.page);
  await view.page.goto(server.url);
  await boardPainted(view.page);
  const state = await person.turn();
  return { view, page: view.page, person, state };
}

/** Clicks a cell. @param {Person} person @param {any} scene @param {[number, number]} cell */
async function clickCell(person, scene, cell) {
  const place = await person.place(scene, cell, 'cells');
  assert.ok(place, `${cell} can be clicked`);
  await person.page.mouse.click(place[0], place[1]);
}

/** @param {Person} person @param {string} what @param {(orders: any[]) => boolean} holds */
function orderedThat(person, what, holds) {
  return until(what, async () => ((await person.rests()) ? person.orders() : []), holds);
}

const live = (/** @type {import('playwright-core').Page} */ page) => page.locator('.hand-live').innerText();
const dock = (/** @type {import('playwright-core').Page} */ page) => page.locator('.hand-dock').innerText();
const unitsOf = (/** @type {any[]} */ orders) => new Set(orders.map((order) => order.unit));

test('35 golems: a whole turn in a handful of clicks', { timeout: 120_000 }, async (t) => {
  const units = Array.from({ length: 35 }, (_, i) => golem(i + 1, 'p0', [Math.floor(i / 5), i % 5], i % 2 ? GREEN : {}));
  const { view, page, person, state } = await sit(t, ['golems', 'human', 'builtin:weak', ...arena('many', [...units, golem(99, 'p1', [24, 12])], [26, 14])]);
  let actions = 0;
  await page.getByRole('button', { name: 'Select all: Red golem' }).click();
  actions++;
  await until('the reds', () => live(page), (text) => text === '18 units selected.');
  await clickCell(person, state.scene, [14, 10]);
  actions++;
  await orderedThat(person, 'the reds go, as far as the greens let them', (orders) => unitsOf(orders).size > 3);
  await page.getByRole('button', { name: 'Select all: Green golem' }).click();
  actions++;
  await until('the greens', () => live(page), (text) => text === '17 units selected.');
  await clickCell(person, state.scene, [14, 3]);
  actions++;
  const orders = await orderedThat(person, 'everybody goes', (given) => unitsOf(given).size === 35);
  await shot(page, 'joy-35');
  const sent = await person.send();
  actions++;
  assert.ok(actions <= 15);
  assert.deepEqual(sent.orders.slice(0, orders.length), orders);
  const next = await person.turn();
  assert.deepEqual(next.rejected, [], 'nothing was refused');
  assert.ok(unitsOf(person.orders()).size > 25, 'and the next turn goes on without a click');
  view.clean();
});

test('20 humans: a whole turn in a handful of clicks', { timeout: 120_000 }, async (t) => {
  const { view, page, person } = await sit(t, ['infection', 'human', 'builtin:weak', '--seed', '7', '--set', 'turn_limit=6']);
  // Classes first: one for all who may have it.
  await page.getByRole('button', { name: 'Select all 20 units' }).click();
  await page.locator('.hand-verbs button[data-verb="pick"]').click();
  await page.locator('.hand-dock.asks').getByRole('button', { name: /^medic/ }).click();
  await orderedThat(person, 'some are medics', (orders) => orders.length > 0 && orders.every((order) => order.class === 'medic'));
  await person.send();
  let state = await person.turn();
  assert.equal(state.turn_phase, 'move');
  await page.getByRole('button', { name: 'Select all 20 units' }).click();
  await until('everybody', () => live(page), (text) => text === '20 units selected.');
  const far = state.scene.items.find((/** @type {any} */ item) => item.seat === 0).cell;
  await clickCell(person, state.scene, [far[0], Math.min(far[1] + 20, 95)]);
  await orderedThat(person, 'nearly all go', (orders) => unitsOf(orders).size >= 15);
  await person.send();
  state = await person.turn();
  assert.equal(state.turn_phase, 'attack', 'who is in range is shot at without another click');
  assert.ok(person.orders().every((order) => order.do === 'attack'));
  view.clean();
});

test('selecting by area, by kind and by number', { timeout: 120_000 }, async (t) => {
  const units = [golem(1, 'p0', [1, 1]), golem(2, 'p0', [3, 1]), golem(3, 'p0', [1, 4], GREEN), golem(4, 'p0', [9, 6]), golem(9, 'p1', [14, 7])];
  const { view, page, person, state } = await sit(t, ['golems', 'human', 'builtin:weak', ...arena('select', units)]);
  const drag = async (/** @type {[number, number]} */ from, /** @type {[number, number]} */ to) => {
    const [a, b] = [await person.place(state.scene, from, 'cells'), await person.place(state.scene, to, 'cells')];
    assert.ok(a && b);
    await page.mouse.move(a[0], a[1]);
    await page.mouse.down();
    await page.mouse.move(b[0], b[1], { steps: 4 });
    await page.mouse.up();
  };
  await page.keyboard.down('Shift');
  await drag([0, 0], [5, 5]);
  await page.keyboard.up('Shift');
  await until('an area', () => live(page), (text) => text === '3 units selected.');
  await page.keyboard.press('Shift+Digit1');
  await until('a group', () => page.locator('.hand-picks').innerText(), (text) => text.includes('#1: 3'));
  await page.keyboard.press('Escape');
  const place = await person.place(state.scene, [1, 1], 'cells');
  assert.ok(place);
  await page.mouse.dblclick(place[0], place[1]);
  await until('all reds', () => live(page), (text) => text === '3 units selected.');
  assert.equal(await page.locator('.hand-actor h2').innerText(), '3 units');
  await page.keyboard.press('Control+a');
  await until('all', () => live(page), (text) => text === '4 units selected.');
  await page.keyboard.press('1');
  await until('the group again', () => live(page), (text) => text === '3 units selected.');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Select group #1: 3' }).click();
  await until('the group by a click', () => live(page), (text) => text === '3 units selected.');
  await page.keyboard.press('Escape');
  // With "Several" a drag needs no key, and clicks do what the hint says.
  await page.getByRole('button', { name: 'Select several units' }).click();
  await drag([0, 0], [5, 2]);
  await until('an area without a key', () => live(page), (text) => text === '2 units selected.');
  const hinted = async (/** @type {[number, number]} */ cell, /** @type {RegExp} */ hint) => {
    const at = await person.place(state.scene, cell, 'cells');
    assert.ok(at);
    await page.mouse.move(at[0], at[1]);
    await until('the hint', () => dock(page), (text) => hint.test(text));
    await page.mouse.click(at[0], at[1]);
  };
  await hinted([9, 6], /^Add Red golem 4 to the selection$/);
  await until('one more', () => live(page), (text) => text === '3 units selected.');
  await hinted([9, 6], /^Take Red golem 4 out of the selection$/);
  await until('one less', () => live(page), (text) => text === '2 units selected.');
  await hinted([6, 1], /^Send them to \(6, 1\)$/);
  await orderedThat(person, 'they go', (orders) => unitsOf(orders).size === 2);
  view.clean();
});

test('an order stands until it is done or stopped', { timeout: 120_000 }, async (t) => {
  const units = [golem(1, 'p0', [0, 0]), golem(2, 'p0', [0, 8]), golem(9, 'p1', [15, 4], { red: 0, green: 1, hp: 65 })];
  const { view, page, person, state } = await sit(t, ['golems', 'human', 'builtin:weak', ...arena('standing', units)]);
  await person.select(state.scene, 1);
  await clickCell(person, state.scene, [5, 0]);
  await orderedThat(person, 'two steps of the way', (orders) => orders.length === 2 && orders[1].x === 2);
  await until('it stands', () => page.locator('.hand-standing').innerText(), (text) => text.includes('Red golem 1: go to (5, 0)'));
  await person.select(state.scene, 2);
  await clickCell(person, state.scene, [6, 8]);
  await orderedThat(person, 'the other one too', (orders) => orders.length === 4);
  await person.send();
  await person.turn();
  assert.deepEqual(person.orders().map((order) => [order.unit, order.x]), [[1, 3], [1, 4], [2, 3], [2, 4]]);
  await page.getByRole('button', { name: 'Stop: Red golem 2: go to (6, 8)' }).click();
  await orderedThat(person, 'only one goes on', (orders) => unitsOf(orders).size === 1);
  await person.send();
  await person.turn();
  assert.deepEqual(person.orders().map((order) => [order.unit, order.x]), [[1, 5]]);
  await person.send();
  await person.turn();
  assert.deepEqual(person.orders(), [], 'it is done');
  assert.equal(await page.locator('.hand-standing').isVisible(), false);
  view.clean();
});

test('who advances strikes on the way, who holds strikes without walking', { timeout: 120_000 }, async (t) => {
  const strong = { hp: 500, red: 9 };
  const units = [golem(1, 'p0', [2, 4]), golem(2, 'p0', [12, 1]), golem(8, 'p1', [4, 5], strong), golem(9, 'p1', [13, 1], strong)];
  const { view, page, person, state } = await sit(t, ['golems', 'human', 'builtin:weak', ...arena('fight', units)]);
  await person.select(state.scene, 2);
  await page.getByRole('button', { name: /^Hold/ }).click();
  await orderedThat(person, 'who holds strikes whoever is in range', (orders) => orders.length === 1 && orders[0].do === 'attack' && orders[0].unit === 2);
  await person.select(state.scene, 1);
  await page.getByRole('button', { name: /^Advance/ }).click();
  await clickCell(person, state.scene, [10, 4]);
  await orderedThat(person, 'who advances walks up to an enemy and strikes', (orders) => orders.filter((order) => order.unit === 1).map((order) => order.do).join() === 'move,move,attack');
  await until('both orders stand', () => page.locator('.hand-standing').innerText(), (text) => text.includes('Red golem 2: hold') && text.includes('Red golem 1: advance to (10, 4)'));
  view.clean();
});

test('a bot suggests, a person accepts unit by unit', { timeout: 120_000 }, async (t) => {
  const units = [golem(1, 'p0', [2, 4]), golem(2, 'p0', [2, 1]), golem(3, 'p0', [5, 1]), golem(9, 'p1', [13, 1])];
  const { view, page, person } = await sit(t, ['golems', 'human', 'builtin:weak', ...arena('advice', units)]);
  await page.getByRole('combobox', { name: 'The bot that finishes the turn' }).selectOption('medium');
  await page.getByRole('button', { name: 'Have a bot suggest orders' }).click();
  const lines = page.locator('.hand-advice li');
  await until('suggestions', () => lines.count(), (count) => count >= 2);
  const count = await lines.count();
  assert.deepEqual(person.orders(), [], 'nothing is ordered yet');
  await lines.first().getByRole('button', { name: /^Accept/ }).click();
  await orderedThat(person, 'one unit is ordered', (orders) => unitsOf(orders).size === 1);
  await until('the others are still offered', () => lines.count(), (now) => now === count - 1);
  view.clean();
});

test('the turn of the others is shown, and what was lost is named', { timeout: 120_000 }, async (t) => {
  const units = [golem(1, 'p0', [5, 4], { hp: 3 }), golem(2, 'p0', [1, 1]), golem(9, 'p1', [6, 4])];
  const server = await serve(folder, ['play', 'golems', 'human', 'human', ...arena('loss', units)], 2);
  t.after(() => server.close());
  const sides = [];
  for (const url of server.urls) {
    const view = await openPage(shared, null, { script: () => localStorage.setItem('skirmish-hand-helped', 'yes') });
    t.after(() => view.context.close());
    sides.push({ view, person: new Person(view.page) });
    await view.page.goto(url);
  }
  const [mine, theirs] = sides;
  await mine.person.turn();
  await mine.person.send();
  const state = await theirs.person.turn();
  await theirs.person.select(state.scene, 9);
  await clickCell(theirs.person, state.scene, [5, 4]);
  await orderedThat(theirs.person, 'a strike', (orders) => orders.some((order) => order.do === 'attack'));
  // Every picture the board is given, from now on.
  await mine.view.page.evaluate(() => {
    Object.assign(window, { heard: [] });
    new MutationObserver(() => window.heard.push(document.querySelector('.hand-live').textContent)).observe(document.querySelector('.hand-live'), { childList: true });
  });
  await theirs.person.send();
  await mine.person.turn();
  await until('it is told as it is shown', () => mine.view.page.evaluate(() => window.heard), (heard) => heard.some((/** @type {string} */ text) => /golem 1 crumbles/.test(text)));
  const summary = mine.view.page.locator('.hand-summary');
  await until('the loss', () => summary.innerText(), (text) => text.startsWith('You lost Red golem 1.'));
  const log = mine.view.page.locator('.hand-log');
  await log.locator('summary').click();
  const lines = await log.locator('li').allInnerTexts();
  assert.ok(lines.some((line) => line.includes('1')), `the log tells of it: ${lines}`);
  mine.view.clean();
  theirs.view.clean();
});

test('marks keep their promises, and tell moves from strikes and one step from two', { timeout: 120_000 }, async (t) => {
  const units = [golem(1, 'p0', [4, 4]), golem(8, 'p1', [5, 4]), golem(9, 'p1', [3, 6])];
  const { view, page, person, state } = await sit(t, ['golems', 'human', 'builtin:weak', ...arena('marks', units)]);
  /** The mean colour of a cell. @param {[number, number]} cell */
  const colour = async (cell) => {
    const at = await person.place(state.scene, cell, 'cells');
    assert.ok(at);
    return page.evaluate(([x, y]) => {
      const canvas = document.querySelector('canvas.board-canvas');
      const box = canvas.getBoundingClientRect();
      const k = canvas.width / box.width;
      const copy = new OffscreenCanvas(24, 24).getContext('2d');
      copy.drawImage(canvas, (x - box.left) * k - 12, (y - box.top) * k - 12, 24, 24, 0, 0, 24, 24);
      const { data } = copy.getImageData(0, 0, 24, 24);
      const sums = [0, 0, 0];
      for (let i = 0; i < data.length; i++) if (i % 4 < 3) sums[i % 4] += data[i];
      return sums.map((sum) => sum / 576);
    }, at);
  };
  const bare = { one: await colour([4, 5]), two: await colour([4, 6]), far: await colour([8, 8]), enemy: await colour([5, 4]) };
  await person.select(state.scene, 1);
  await page.mouse.move(2, 2);
  const change = async (/** @type {[number, number]} */ cell, /** @type {number[]} */ was) => (await colour(cell)).map((value, i) => value - was[i]);
  const size = (/** @type {number[]} */ by) => by.reduce((sum, value) => sum + Math.abs(value), 0);
  const one = await until('one step is marked', () => change([4, 5], bare.one), (by) => size(by) > 10);
  const two = await change([4, 6], bare.two);
  const enemy = await change([5, 4], bare.enemy);
  assert.ok(size(two) > 2 && size(two) < size(one), `two steps are marked, and less than one: ${two}, ${one}`);
  assert.ok(size(await change([8, 8], bare.far)) < 2, 'what is out of reach is not marked');
  assert.ok(one[2] > one[1], `a move is marked in the colour of moves: ${one}`);
  assert.ok(enemy[0] > enemy[2], `a strike is marked in the colour of strikes: ${enemy}`);
  // Whatever the page promises is accepted.
  const { places, strikes } = await ask(page, 'hand/reach', { request: state.request, orders: [], unit: 1 });
  assert.ok(places.some((/** @type {any} */ way) => way.orders.length === 2) && strikes.some((/** @type {any} */ way) => way.orders.length > 1));
  for (const { orders } of [...places, ...strikes]) {
    const { verdicts } = await ask(page, 'hand/consider', { request: state.request, orders, actor: null });
    assert.ok(verdicts.every((/** @type {unknown} */ verdict) => verdict === null), JSON.stringify(orders));
  }
  await clickCell(person, state.scene, [4, 6]);
  await orderedThat(person, 'two steps in one click', (orders) => orders.length === 2 && orders.every((order) => order.do === 'move'));
  await clickCell(person, state.scene, [3, 6]);
  await orderedThat(person, 'and a strike from there', (orders) => orders.some((order) => order.do === 'attack' && order.x === 3 && order.y === 6));
  view.clean();
});

test('questions and refusals never cover the board', { timeout: 120_000 }, async (t) => {
  const { view, page, person, state } = await sit(t, ['outbreak', 'human', 'builtin:weak', '--seed', '7']);
  const boxes = async () => {
    const [board, strip] = [await page.locator('canvas.board-canvas').boundingBox(), await page.locator('.hand-dock').boundingBox()];
    assert.ok(board && strip);
    assert.ok(strip.y >= board.y + board.height - 1, 'the strip is under the board');
    return board;
  };
  const before = await boxes();
  const { legal } = await person.consider(null);
  const { x, y } = legal.find((/** @type {any} */ action) => action.do === 'place');
  await page.locator('.hand-seat button[data-verb="place"]').click();
  await clickCell(person, state.scene, [x, y]);
  await page.locator('.hand-dock.asks').waitFor();
  assert.deepEqual(await boxes(), before, 'a question takes no room from the board');
  await page.keyboard.press('Escape');
  const wall = state.scene.items.find((/** @type {any} */ item) => item.title?.startsWith('Wall'));
  await clickCell(person, state.scene, wall.cell);
  await page.locator('.hand-dock.says').waitFor();
  assert.deepEqual(await boxes(), before, 'neither does a refusal');
  // A click right after it is for the board.
  await clickCell(person, state.scene, [x, y]);
  await page.locator('.hand-dock.asks').waitFor();
  view.clean();
});

test('what the seat buys is bought by a click on its cell', { timeout: 120_000 }, async (t) => {
  const { view, page, person, state } = await sit(t, ['footsoldiers', 'human', 'builtin:weak', '--seed', '7']);
  const { legal } = await person.consider(null);
  const { x, y } = legal.find((/** @type {any} */ action) => action.do === 'build');
  const at = await person.place(state.scene, [x, y], 'cells');
  assert.ok(at);
  await page.mouse.move(at[0], at[1]);
  await until('the price', () => dock(page), (text) => text.startsWith(`Build (${x}, ${y}) for 10 money`));
  assert.match(await page.locator('.hand-seat button[data-verb="build"]').innerText(), /10 money/);
  await page.mouse.click(at[0], at[1]);
  await orderedThat(person, 'it is built', ([order]) => order?.do === 'build' && order.x === x && order.y === y);
  view.clean();
});

test('a click on a build cell builds, and says what it costs', { timeout: 120_000 }, async (t) => {
  const units = [golem(1, 'p0', [4, 4], { build_points: 3 }), golem(9, 'p1', [14, 7])];
  const { view, page, person, state } = await sit(t, ['golems', 'human', 'builtin:weak', ...arena('build', units)]);
  await person.select(state.scene, 1);
  const at = await person.place(state.scene, [4, 5], 'cells');
  assert.ok(at);
  await page.mouse.move(at[0], at[1]);
  await until('the price', () => dock(page), (text) => text.startsWith('Build (4, 5) for 3 build points'));
  await shot(page, 'joy-build');
  await page.mouse.click(at[0], at[1]);
  await orderedThat(person, 'it builds', (orders) => orders.length === 1 && orders[0].do === 'build');
  view.clean();
});

test('Control+Enter always sends, and a reload loses nothing', { timeout: 120_000 }, async (t) => {
  const units = [golem(1, 'p0', [0, 0]), golem(2, 'p0', [0, 8]), golem(9, 'p1', [15, 4], { red: 0, green: 1, hp: 65 })];
  const { view, page, person, state } = await sit(t, ['golems', 'human', 'builtin:weak', ...arena('keep', units)]);
  await person.select(state.scene, 1);
  await clickCell(person, state.scene, [9, 0]);
  await orderedThat(person, 'on its way', (orders) => orders.length === 2);
  await page.keyboard.press('Shift+Digit3');
  await page.reload();
  await boardPainted(page);
  await until('the orders are back', () => page.locator('.hand-orders ol > li').count(), (count) => count === 2);
  await until('and what stands', () => page.locator('.hand-standing').innerText(), (text) => text.includes('go to (9, 0)'));
  assert.match(await page.locator('.hand-picks').innerText(), /#3: 1/);
  const focus = [
    () => page.getByRole('combobox', { name: 'The bot that finishes the turn' }).focus(),
    // The cursor of the keyboard, where Enter alone would click.
    async () => {
      await page.locator('canvas.board-canvas').focus();
      await page.keyboard.press('ArrowUp');
    },
    () => page.getByRole('button', { name: 'Select several units' }).focus(),
  ];
  for (const go of focus) {
    await person.turn();
    const count = person.sent.length;
    await go();
    await page.keyboard.press('Control+Enter');
    await until('it is sent', () => person.sent.length, (now) => now === count + 1);
  }
  assert.equal(person.sent[0].orders.filter((order) => order.do === 'move').length, 2, 'with the orders from before the reload');
  view.clean();
});

test('a rematch, and one with the sides swapped', { timeout: 120_000 }, async (t) => {
  const units = [golem(1, 'p0', [0, 0]), golem(9, 'p1', [15, 4])];
  const { view, page, person } = await sit(t, ['golems', 'human', 'builtin:weak', ...arena('again', units)]);
  const lose = async () => {
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
    await page.locator('.hand-over').waitFor();
  };
  const anew = async (/** @type {string} */ name) => {
    const before = page.url();
    await page.locator('.hand-over').getByRole('button', { name }).click();
    await until('another match', () => page.url(), (url) => url !== before);
    await boardPainted(page);
    return person.turn();
  };
  await lose();
  const again = await anew('Rematch');
  assert.deepEqual([again.seat, again.turn], [0, 1]);
  await lose();
  const swapped = await anew('Swap sides');
  assert.deepEqual([swapped.seat, swapped.turn], [1, 2]);
  assert.ok(swapped.scene.items.some((/** @type {any} */ item) => item.title === 'Red golem 9' && item.seat === 1), 'from the same start');
  view.clean();
});

test('help in four steps, the first time only', { timeout: 120_000 }, async (t) => {
  const { view, page } = await sit(t, ['golems', 'human', 'builtin:weak', '--seed', '7'], { helped: false });
  const help = page.locator('.hand-help');
  for (const step of [1, 2, 3]) {
    assert.match(await help.innerText(), new RegExp(`^${step} of 4: `));
    await help.getByRole('button', { name: 'Next step' }).click();
  }
  assert.match(await help.innerText(), /^4 of 4: /);
  await help.getByRole('button', { name: 'Start to play' }).click();
  await help.waitFor({ state: 'hidden' });
  await page.reload();
  await boardPainted(page);
  await page.locator('.hand-panel[data-phase="asked"]').waitFor();
  assert.equal(await help.isVisible(), false);
  view.clean();
});
