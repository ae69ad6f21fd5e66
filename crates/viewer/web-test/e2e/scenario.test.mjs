// The editor beyond single things: faulty positions as they stand, forms with choices, areas, fair maps, and whether they are.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerOf, ask, boardPainted, openPage, scratchFolder, screenPlaces, serve, sharedBrowser, shot, until } from './support.mjs';

const shared = sharedBrowser();
const folder = scratchFolder();

/** @param {import('node:test').TestContext} t @param {string} game @param {string[]} more */
async function editor(t, game, ...more) {
  const server = await serve(folder, ['edit', game, '--json', ...more]);
  t.after(() => server.close());
  const view = await openPage(shared, server.url);
  t.after(() => view.context.close());
  await boardPainted(view.page);
  const { page } = view;
  const state = () => ask(page, 'edit/state');
  /** @param {[number, number]} cell @param {'click' | 'move' | 'down' | 'up'} [how] */
  const at = async (cell, how = 'click') => {
    const [[x, y]] = await screenPlaces(page, (await state()).scene, [cell]);
    if (how === 'click') await page.mouse.click(x, y);
    else await page.mouse.move(x, y, { steps: 4 });
    if (how === 'down' || how === 'up') await page.mouse[how]();
  };
  return { page, view, state, at };
}

test('a faulty position is shown as it stands', { timeout: 60_000 }, async (t) => {
  const { page, view, state, at } = await editor(t, 'golems');
  const start = await state();
  const { units } = start.position;
  const [unit] = units;
  // Another golem on the same cell, and one beside the board.
  const put = [{ edit: 'put', brush: 'p1 blue golem', x: unit.x, y: unit.y }, { edit: 'put', brush: 'p0 red golem', x: -2, y: 12 }];
  await ask(page, 'edit/apply', { edits: put });
  await page.reload();
  await boardPainted(page);
  const faulty = await state();
  assert.ok(faulty.faults.length >= 2, JSON.stringify(faulty.faults));
  assert.equal(faulty.drawn.as, 'faulty');
  const pale = faulty.scene.items.filter((/** @type {any} */ item) => item.id.startsWith('refused'));
  assert.deepEqual(pale.map((/** @type {any} */ item) => item.cell).sort(), [[unit.x, unit.y], [-2, 12]].sort());
  assert.equal(faulty.drawn.pale, 2);
  // What is well is drawn as ever.
  const drawn = (/** @type {any} */ seen) => seen.scene.items.filter((/** @type {any} */ item) => item.layer === 'unit' && !item.id.startsWith('refused')).length;
  assert.equal(drawn(faulty), drawn(start));
  await page.getByText('The board shows it as it stands.').waitFor();
  const list = page.getByRole('region', { name: 'Faults' });
  await list.getByText('the number on it is that of the list').waitFor();
  await list.getByText('2 pale things stand').waitFor();
  // The numbers of the list are on the board; faults.test.mjs reads them.
  for (const [n, place] of faulty.places.entries()) if (place) await list.getByText(`at (${place.join(', ')})`).first().waitFor({ timeout: 5000 }).catch(() => assert.fail(`fault ${n + 1} says where it is`));
  await shot(page, 'edit-faulty');
  // A general value cannot be drawn: that is said.
  await ask(page, 'edit/apply', { edits: [{ edit: 'set', pointer: '/turn', value: -5 }] });
  await page.reload();
  await page.getByText('The picture follows the last playable position in: turn').waitFor();
  // Erasing what is refused mends it.
  await page.getByRole('toolbar', { name: 'What to place' }).getByRole('button', { name: 'Erase', exact: true }).click();
  await at([-2, 12]);
  await until('it is gone', state, (seen) => seen.position.units.length === units.length + 1);
  view.clean();
});

test('forms have choices and bounds', { timeout: 60_000 }, async (t) => {
  const { page, view, state, at } = await editor(t, 'footsoldiers');
  const start = await state();
  const [base] = start.position.bases;
  await at([base.x, base.y]);
  const seat = page.locator('select[data-pointer="/bases/0/seat"]');
  await seat.waitFor();
  assert.deepEqual(await seat.locator('option').allTextContents(), ['player1', 'player2']);
  await seat.selectOption({ label: 'player2' });
  await until('the seat is another', state, (seen) => seen.position.bases[0].seat === 'player2');
  // Control+Z takes it back, Control+Shift+Z does it again.
  await page.locator('body').click({ position: { x: 5, y: 5 } });
  await page.keyboard.press('Control+z');
  await until('undone', state, (seen) => seen.position.bases[0].seat === 'player1');
  await page.keyboard.press('Control+Shift+z');
  await until('redone', state, (seen) => seen.position.bases[0].seat === 'player2');
  await page.keyboard.press('Control+z');
  await page.getByText('Turn, scores, rules and other values').click();
  await page.getByRole('combobox', { name: 'Change a constant of the rules' }).selectOption('base_health');
  const health = page.locator('[data-pointer="/config/base_health"]');
  await health.waitFor();
  assert.equal(await health.inputValue(), '40');
  assert.equal(await health.getAttribute('min'), '1');
  const hint = await health.locator('xpath=..').getAttribute('title');
  assert.ok(hint?.includes('Health of each base at the start'), `${hint}`);
  await shot(page, 'edit-forms');
  await page.getByRole('button', { name: 'Take away base health' }).click();
  await until('the constant is the game\'s own again', state, (seen) => !('base_health' in (seen.position.config ?? {})));
  await until('no faults', state, (seen) => seen.faults.length === 0);
  view.clean();
});

test('areas are copied, cut and placed', { timeout: 60_000 }, async (t) => {
  const { page, view, state, at } = await editor(t, 'golems');
  const rows = async () => (await state()).position.rows;
  const start = await state();
  const { height } = start.position;
  /** @param {string[]} of @param {number} x @param {number} y */
  const letter = (of, x, y) => of[height - 1 - y][x];
  const free = (/** @type {number} */ x, /** @type {number} */ y) => !start.position.units.some((/** @type {any} */ one) => one.x === x && one.y === y);
  const [x, y] = [Math.floor(start.position.width / 2) - 1, Math.floor(height / 2) - 1];
  assert.ok(free(x, y) && free(x + 1, y + 1));
  await ask(page, 'edit/apply', { edits: [{ edit: 'put', brush: 'wall', x, y }, { edit: 'put', brush: 'p0 red golem', x: x + 1, y }] });
  await page.reload();
  await boardPainted(page);
  const palette = page.getByRole('toolbar', { name: 'What to place' });
  await palette.getByRole('button', { name: 'Mark an area' }).click();
  await at([x, y], 'down');
  await at([x + 1, y], 'up');
  await page.getByText(`Marked: (${x}, ${y}) to (${x + 1}, ${y}).`).waitFor();
  await page.keyboard.press('Control+c');
  await page.getByText('Copied: 2 cells.').waitFor();
  await page.keyboard.press('Control+v');
  await at([x, y + 1], 'move');
  await shot(page, 'edit-ghost');
  await at([x, y + 1]);
  await until('a wall was placed', rows, (seen) => letter(seen, x, y + 1) === '#' && letter(seen, x, y) === '#');
  await until('and the golem', state, (seen) => seen.position.units.some((/** @type {any} */ one) => one.x === x + 1 && one.y === y + 1));
  await page.keyboard.press('Escape');
  // One undo for all of it.
  await page.keyboard.press('Control+z');
  await until('it is gone', state, (seen) => letter(seen.position.rows, x, y + 1) !== '#' && seen.position.units.length === start.position.units.length + 1);
  await page.keyboard.press('Control+x');
  await page.getByText('Mark an area first').waitFor();
  await at([x, y], 'down');
  await at([x + 1, y], 'up');
  await page.keyboard.press('Control+x');
  await until('it was cut', state, (seen) => letter(seen.position.rows, x, y) === '.' && seen.position.units.length === start.position.units.length);
  // The other half of the board, and a quarter of a turn.
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'What the other half is made of' }).selectOption('left');
  await ask(page, 'edit/apply', { edits: [{ edit: 'put', brush: 'wall', x: 1, y: y + 1 }] });
  await page.getByRole('button', { name: 'Make the other half' }).click();
  await until('the image of the wall', rows, (seen) => letter(seen, start.position.width - 2, height - 1 - (y + 1)) === '#');
  const made = await state();
  assert.deepEqual(made.faults, [], 'a fair map can be played');
  const owners = (/** @type {string} */ seat) => made.position.units.filter((/** @type {any} */ one) => one.owner === seat).length;
  assert.equal(owners('p0'), owners('p1'), 'both sides have the same');
  await page.getByRole('button', { name: 'Quarter turn, clockwise' }).click();
  await until('another board', rows, (seen) => JSON.stringify(seen) !== JSON.stringify(made.position.rows));
  await shot(page, 'edit-area');
  view.clean();
});

test('every board is mirrored as its cells allow', { timeout: 120_000 }, async (t) => {
  for (const game of ['outbreak', 'infection', 'footsoldiers', 'zords']) {
    const { page, view, state } = await editor(t, game);
    const start = await state();
    const change = { change: 'mirror', keep: 'left', turned: true, swap: true };
    const made = await ask(page, 'edit/change', { change });
    assert.notEqual(JSON.stringify(made.position), JSON.stringify(start.position), game);
    const again = await ask(page, 'edit/change', { change });
    const places = (/** @type {any} */ { position }) => Object.entries(position).filter(([, list]) => Array.isArray(list)).map(([key, list]) => [key, list.filter((/** @type {any} */ one) => one && typeof one === 'object' && 'x' in one).map((/** @type {any} */ one) => `${one.x},${one.y}`).sort()]);
    assert.deepEqual(places(again), places(made), `${game}: what is alike stays alike`);
    // Hexes have no quarters, and a board that is not square has no room for one.
    const { rows } = start.position;
    const quarter = game !== 'outbreak' && (!rows || rows.length === rows[0].length);
    const turned = await answerOf(page, 'edit/change', { change: { change: 'turn', turn: 'quarter', area: null, swap: false } });
    assert.equal(turned.ok(), quarter, `${game}: ${await turned.text()}`);
    view.clean();
  }
});

test('whether a position is fair is played out', { timeout: 120_000 }, async (t) => {
  const { page, view } = await editor(t, 'golems');
  await page.getByText('Is it fair?').click();
  await page.getByRole('combobox', { name: 'The bot that plays against itself' }).selectOption('weak');
  await page.getByRole('spinbutton', { name: 'Pairs' }).fill('3');
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  const said = page.locator('.edit-verdict');
  await until('a sentence', () => said.textContent(), (text) => /^weak against itself, 3 pairs: first seat \d+ % \(\d+ to \d+ %\)/.test(text ?? ''), 60_000);
  await shot(page, 'edit-fairness');
  // Another position: the sentence is of an older one.
  await ask(page, 'edit/apply', { edits: [{ edit: 'put', brush: 'wall', x: 3, y: 3 }] });
  await page.reload();
  await until('that it is old', () => page.locator('.edit-verdict').textContent(), (text) => (text ?? '').includes('has changed since'));
  // A long one can be stopped.
  await page.getByRole('spinbutton', { name: 'Pairs' }).fill('2000');
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await page.getByRole('progressbar', { name: 'Pairs played' }).waitFor();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await until('it stops', () => ask(page, 'edit/fairness'), (state) => state.over, 30_000);
  assert.equal((await answerOf(page, 'edit/fairness', { bot: 'nobody', pairs: 2 })).status(), 400);
  assert.equal((await answerOf(page, 'edit/fairness', { bot: 'weak', pairs: 0 })).status(), 400);
  view.clean();
});
