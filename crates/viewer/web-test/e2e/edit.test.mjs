// The scenario editor, in every game: put, erase, change, faults, undo and redo, save, and play at once.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { test } from 'node:test';
import { GAMES, ask, boardPainted, openPage, played, run, scratchFolder, screenPlaces, serve, sharedBrowser, shot, tabToBoard, until, walkCursor } from './support.mjs';

const shared = sharedBrowser();
const folder = scratchFolder();

/** What is put, and a general value that cannot be what it is set to. @type {Record<string, {brush: RegExp, bad: [string, string]}>} */
const PUT = {
  outbreak: { brush: /^zombie/, bad: ['/turn', '-5'] },
  infection: { brush: /^zombie/, bad: ['/turn', '-5'] },
  golems: { brush: /^p0 red golem/, bad: ['/turn', '-5'] },
  footsoldiers: { brush: /^scout of player1/, bad: ['/turns_remaining', '-5'] },
  zords: { brush: /^zord/, bad: ['/day', '-5'] },
};

for (const game of GAMES) {
  test(`edit ${game}`, { timeout: 90_000 }, async (t) => {
    const server = await serve(folder, ['edit', game, '--json']);
    t.after(() => server.close());
    const view = await openPage(shared, server.url);
    const { page } = view;
    t.after(() => view.context.close());
    await boardPainted(page);
    const state = () => ask(page, 'edit/state');
    const session = await ask(page, 'api/session');
    const start = await state();
    assert.deepEqual(start.faults, []);
    await page.getByText('✓ Playable').waitFor();
    const names = session.brushes.map((/** @type {any} */ brush) => brush.name);
    assert.ok(names.length > 1, `brushes: ${names}`);
    const brush = names.find((/** @type {string} */ name) => PUT[game].brush.test(name));
    assert.ok(brush, `${PUT[game].brush} is among ${names}`);

    // An empty cell in the middle region of the board.
    const [fx, fy, fw, fh] = start.scene.frame;
    const { grid } = start.scene;
    const across = grid.right[0] * grid.up[1] - grid.right[1] * grid.up[0];
    /** @type {[number, number][]} */
    const cells = [];
    for (let i = 5; i < 8; i++) {
      for (let j = 5; j < 8; j++) {
        const [dx, dy] = [fx + (fw * i) / 12 - grid.origin[0], fy + (fh * j) / 12 - grid.origin[1]];
        cells.push([Math.round((dx * grid.up[1] - dy * grid.up[0]) / across), Math.round((grid.right[0] * dy - grid.right[1] * dx) / across)]);
      }
    }
    const taken = new Set(start.scene.items.filter((/** @type {any} */ item) => item.cell && item.layer !== 'ground').map((/** @type {any} */ item) => item.cell.join()));
    const free = cells.filter((cell) => !taken.has(cell.join()));
    assert.ok(free.length >= 3, 'there is room');
    const [cell] = free;
    const text = (/** @type {any} */ position) => JSON.stringify(position);
    const count = (/** @type {any} */ position) => thingsAt(position, cell).length;
    const click = async (/** @type {[number, number]} */ where) => {
      const [[x, y]] = await screenPlaces(page, start.scene, [where]);
      await page.mouse.click(x, y);
    };
    const palette = page.getByRole('toolbar', { name: 'What to place' });
    let put = start;

    await t.test('puts and erases', async () => {
      await palette.getByRole('button', { name: brush, exact: true }).click();
      await click(cell);
      put = await until(`${brush} stands on ${cell}`, state, (seen) => count(seen.position) === 1);
      await page.getByText(`Cell (${cell.join(', ')})`).waitFor();
      await shot(page, `edit-${game}`);
      await palette.getByRole('button', { name: 'Erase', exact: true }).click();
      await click(cell);
      await until('it is gone', state, (seen) => count(seen.position) === 0);
    });

    await t.test('undoes and redoes', async () => {
      await page.getByRole('button', { name: 'Undo', exact: true }).click();
      await until('it is back', state, (seen) => text(seen.position) === text(put.position));
      await page.keyboard.press('Control+z');
      await until('it was never put', state, (seen) => text(seen.position) === text(start.position));
      await page.keyboard.press('Control+y');
      await until('it is there again', state, (seen) => text(seen.position) === text(put.position));
    });

    await t.test('changes a value of a thing', async () => {
      await palette.getByRole('button', { name: 'Select and move' }).click();
      await click(cell);
      const { things } = await ask(page, `edit/at?x=${cell[0]}&y=${cell[1]}`);
      assert.ok(things.length > 0);
      const [{ pointer, entry }] = things;
      const key = ['hp', 'health', 'hit_points', 'points'].find((name) => typeof entry[name] === 'number') ?? Object.keys(entry).find((name) => typeof entry[name] === 'number' && !['x', 'y', 'id', 'unit'].includes(name));
      assert.ok(key, `a number to change: ${JSON.stringify(entry)}`);
      const field = page.locator(`[data-pointer="${pointer}/${key}"]`);
      await field.fill(String(entry[key] + 1));
      await field.press('Enter');
      await until(`${key} is changed`, async () => (await ask(page, `edit/at?x=${cell[0]}&y=${cell[1]}`)).things[0]?.entry[key], (value) => value === entry[key] + 1);
      await page.getByRole('button', { name: 'Undo', exact: true }).click();
      await until('and taken back', state, (seen) => text(seen.position) === text(put.position));
      await until('as the page shows', () => field.inputValue(), (shown) => shown === String(entry[key]));
    });

    await t.test('leaves alone what is being typed', async () => {
      // Selecting the cell again asks once more what stands there; the answer comes while somebody types.
      let late = 0;
      await page.route('**/edit/at?*', async (route) => {
        const answer = await route.fetch();
        await new Promise((done) => setTimeout(done, 300));
        await route.fulfill({ response: answer });
        late += 1;
      });
      await click(cell);
      const field = page.getByRole('region', { name: 'The selected cell' }).locator('input[type="number"]').first();
      const before = await field.inputValue();
      await field.pressSequentially('7');
      const typed = await field.inputValue();
      assert.notEqual(typed, before);
      await until('the late answer', () => late, (count) => count === 1);
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      assert.equal(await field.inputValue(), typed);
      await page.unroute('**/edit/at?*');
      await field.fill(before);
    });

    await t.test('shows faults until they are gone', async () => {
      const [pointer, value] = PUT[game].bad;
      await page.getByText('Turn, scores, rules and other values').click();
      const field = page.locator(`[data-pointer="${pointer}"]`);
      await field.waitFor();
      const good = await field.inputValue();
      await field.fill(value);
      await field.press('Enter');
      const faulty = await until('a fault', state, (seen) => seen.faults.length > 0);
      const list = page.getByRole('region', { name: 'Faults' });
      await list.getByText(faulty.faults[0].message).first().waitFor();
      await page.getByText(/✗ \d+ faults?/).waitFor();
      assert.ok(await page.getByRole('button', { name: 'Play it' }).isDisabled(), 'what has faults is not played');
      await page.locator(`[data-pointer="${pointer}"]`).fill(good);
      await page.locator(`[data-pointer="${pointer}"]`).press('Enter');
      await until('no faults', state, (seen) => seen.faults.length === 0);
      await page.getByText('✓ Playable').waitFor();
      await list.waitFor({ state: 'hidden' });
    });

    await t.test('works by keyboard', async () => {
      const where = free[1];
      await palette.getByRole('button', { name: brush, exact: true }).focus();
      await page.keyboard.press('Enter');
      await tabToBoard(page);
      await walkCursor(page, start.scene, where);
      await page.keyboard.press('Enter');
      await until('put by keyboard', state, (seen) => thingsAt(seen.position, where).length === 1);
      await page.keyboard.press('Delete');
      await until('erased by keyboard', state, (seen) => thingsAt(seen.position, where).length === 0);
    });

    await t.test('saves what play takes', async () => {
      await page.getByRole('textbox', { name: 'Name of the scenario' }).fill(`test-${game}`);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      const words = await page.getByText(/^Saved as /).first().innerText();
      const said = words.replace(/^Saved as /, '').trim();
      const file = isAbsolute(said) ? said : join(folder, said);
      assert.ok(existsSync(file), `${file} is written`);
      assert.equal(thingsAt(JSON.parse(readFileSync(file, 'utf8')), cell).length, 1, 'it has what was put');
      const seats = session.seats.map(() => 'weak');
      const { code, stderr } = await run(folder, 'play', game, ...seats, '--position', file, '--json', '--no-replay');
      assert.equal(code, 0, `play --position takes it: ${stderr}`);
    });

    await t.test('plays at once', async () => {
      await page.getByRole('button', { name: 'Play it' }).click();
      await page.getByRole('dialog', { name: 'Who plays?' }).getByRole('button', { name: 'Play', exact: true }).click();
      await page.locator('.hand-panel[data-phase="asked"]').waitFor();
      await boardPainted(page);
      const hand = await ask(page, 'hand/state');
      assert.equal(hand.seat, 0);
      const there = hand.scene.items.some((/** @type {any} */ item) => item.layer === 'unit' && item.cell?.join() === cell.join());
      // In outbreak the side that plays may not see what was put there.
      if (!session.hides) assert.ok(there, 'what was put stands on the board');
    });
    view.clean();
  });
}

test('edit from a turn of a replay', { timeout: 60_000 }, async (t) => {
  const { file } = await played(folder, 'source', 'golems', 'medium', 'medium', '--seed', '7', '--set', 'max_turns=40');
  const server = await serve(folder, ['watch', file, '--turn', '21', '--json']);
  t.after(() => server.close());
  const view = await openPage(shared, server.url);
  const { page } = view;
  await boardPainted(page);
  await page.getByRole('button', { name: 'Edit from here' }).click();
  await page.getByText('✓ Playable').waitFor();
  await boardPainted(page);
  const { position } = await ask(page, 'edit/state');
  assert.equal(position.turn, 21);
  await view.close();
});

/** The entries of a position's lists that stand on a cell. @param {any} position @param {number[]} cell */
function thingsAt(position, cell) {
  return Object.values(position).flatMap((list) => (Array.isArray(list) ? list.filter((one) => one && typeof one === 'object' && one.x === cell[0] && one.y === cell[1]) : []));
}
