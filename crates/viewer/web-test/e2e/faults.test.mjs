// What the editor says of faults: numbers that can be read at any size, whom a fault is about, and fields with bounds that hold.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GAMES, ask, boardPainted, onScreen, openPage, pixelsNear, scratchFolder, serve, sharedBrowser, shot, until } from './support.mjs';

const shared = sharedBrowser();
const folder = scratchFolder();

/** @param {import('node:test').TestContext} t @param {string} game */
async function edit(t, game) {
  const server = await serve(folder, ['edit', game, '--json']);
  t.after(() => server.close());
  const view = await openPage(shared, server.url);
  t.after(() => view.context.close());
  await boardPainted(view.page);
  return { view, page: view.page };
}

test('a fault has its number over the unit, and names it', { timeout: 60_000 }, async (t) => {
  const { view, page } = await edit(t, 'golems');
  await ask(page, 'edit/apply', { edits: [{ edit: 'set', pointer: '/units/2/hp', value: -5 }] });
  await page.reload();
  await boardPainted(page);
  const { position, places, scene } = await ask(page, 'edit/state');
  const { id, x, y } = position.units[2];
  assert.deepEqual(places[0], [x, y]);
  assert.match(await page.locator('.edit-faults li').first().innerText(), new RegExp(`(golem|unit) ${id}: /units/2/hp, at \\(${x}, ${y}\\)`, 'i'));
  const { grid } = scene;
  const at = [0, 1].map((i) => grid.origin[i] + x * grid.right[i] + y * grid.up[i]);
  const palette = (await ask(page, 'api/session')).palette.light;
  await page.getByRole('button', { name: 'Whole board' }).click();
  for (const turned of [0, 300, -300, -300, -300]) {
    // Smaller, then larger around the unit.
    const [px, py] = await onScreen(page, at);
    await page.mouse.move(px, py);
    await page.mouse.wheel(0, turned);
    // A disc of one colour with the number in another, at the corner of the cell.
    await until('the number', async () => {
      const place = await onScreen(page, [at[0] + 0.4, at[1] - 0.4]);
      return Promise.all([pixelsNear(page, place, 8, palette.bad.tint), pixelsNear(page, place, 8, palette.paper.tint)]);
    }, ([disc, number]) => disc > 60 && number > 8);
  }
  await shot(page, 'edit-fault-number');
  view.clean();
});

for (const game of GAMES) {
  test(`bounds in the forms of ${game} are those of the rules`, { timeout: 60_000 }, async (t) => {
    const { view, page } = await edit(t, game);
    const { position } = await ask(page, 'edit/state');
    let seen = 0;
    for (const [list, entries] of Object.entries(position)) {
      const entry = Array.isArray(entries) ? entries.find((one) => typeof one?.x === 'number') : null;
      if (!entry) continue;
      await page.keyboard.press('Escape');
      const fields = await fieldsAt(page, entry, list);
      for (const { pointer, min, max } of fields) {
        const [, , n, key] = pointer.split('/');
        if (key === 'x' || key === 'y') {
          assert.ok(min !== '' && max !== '' && Number(min) <= entry[key] && entry[key] <= Number(max), `${pointer}: ${min} to ${max}`);
          if (Array.isArray(position.rows)) assert.deepEqual([min, max], ['0', String((key === 'x' ? position.rows[0].length : position.rows.length) - 1)]);
        }
        if (key === 'x' || key === 'y' || min === '') continue;
        const { faults } = await ask(page, 'edit/apply', { edits: [{ edit: 'set', pointer: `/${list}/${n}/${key}`, value: Number(min) - 1 }] });
        assert.ok(faults.length > 0, `${pointer} below ${min} is refused`);
        await ask(page, 'edit/undo', {});
        seen++;
      }
    }
    assert.ok(seen > 0, 'some numbers have bounds');
    view.clean();
  });
}

/** The fields with numbers of what stands on the cell of an entry. @param {import('playwright-core').Page} page @param {any} entry @param {string} list */
async function fieldsAt(page, entry, list) {
  const { scene } = await ask(page, 'edit/state');
  const { grid } = scene;
  const at = [0, 1].map((i) => grid.origin[i] + entry.x * grid.right[i] + entry.y * grid.up[i]);
  await page.getByRole('button', { name: 'Whole board' }).click();
  const [x, y] = await onScreen(page, at);
  await page.mouse.click(x, y);
  const inputs = page.locator(`.edit-things input[type="number"][data-pointer^="/${list}/"]`);
  await inputs.first().waitFor();
  return inputs.evaluateAll((all) => all.map((one) => ({ pointer: /** @type {HTMLElement} */ (one).dataset.pointer ?? '', min: one.getAttribute('min') ?? '', max: one.getAttribute('max') ?? '' })));
}
