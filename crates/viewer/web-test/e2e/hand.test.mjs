// Playing by hand: whole games on both sides of all games, and what a page may not know while it plays.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GAMES, answerOf, ask, boardPainted, frameOf, openPage, painted, played, scratchFolder, serve, sharedBrowser, shot, until } from './support.mjs';
import { Person } from './table.mjs';

const shared = sharedBrowser();
const folder = scratchFolder();

/** What makes a game short. @type {Record<string, string[]>} */
const SHORT = {
  outbreak: ['--set', 'max_turns=9'],
  infection: ['--set', 'turn_limit=4'],
  golems: ['--set', 'max_turns=8'],
  footsoldiers: ['--set', 'total_turns=5'],
  zords: ['--set', 'days=2', '--seats', '2'],
};
/** What nobody at the table may ask for while the match runs; the own messages are the only thing that is open. */
const secret = (/** @type {number} */ seat) => ['api/index', 'api/frames?from=0&count=1&seat=all', 'api/frames?from=0&count=1&seat=0', 'api/frames?from=0&count=1&seat=1', 'api/log?from=0&to=9', 'api/charts', `api/message?frame=0&seat=${1 - seat}`, 'api/private?from=0&to=9', 'api/capsules', ...['html', 'png', 'svg', 'gif', 'json'].map((what) => `api/export?what=${what}&frame=0`)];

for (const game of GAMES) {
  for (const seat of [0, 1]) {
    test(`${game} by hand on seat ${seat}`, { timeout: 90_000 }, async (t) => {
      const players = seat === 0 ? ['human', 'builtin:medium'] : ['builtin:medium', 'human'];
      const server = await serve(folder, ['play', game, ...players, ...SHORT[game], '--seed', '7']);
      t.after(() => server.close());
      const view = await openPage(shared, null);
      const { page } = view;
      t.after(() => view.context.close());
      const person = new Person(page);
      await page.goto(server.url);
      await boardPainted(page);
      const done = { click: false, keys: false, undo: false, refused: false, barred: false, closed: false };
      let state = await person.turn();
      assert.equal(state.seat, seat);
      for (let turns = 0; state.phase !== 'over'; turns++) {
        assert.ok(turns < 40, 'the game ends');
        if (!done.closed) {
          for (const path of secret(seat)) assert.equal((await answerOf(page, path)).status(), 403, `${path} is refused while the match runs`);
          for (const [path, body] of [['api/fork', { frame: 0, seats: players }], ['api/edit', { frame: 0 }]]) assert.equal((await answerOf(page, String(path), body)).status(), 403, `${path} is refused`);
          done.closed = true;
        }
        if (!done.refused) {
          const idea = await person.refusable();
          if (idea) {
            await person.beRefused(idea);
            done.refused = true;
          }
        }
        const [first] = (await person.ideas()).flatMap(({ actor }) => (actor === null ? [] : [actor]));
        if (!done.barred && first !== undefined) done.barred = await person.beBarred(first);
        if (!done.click) {
          for (const idea of await person.ideas()) {
            if (!(await person.isClickable(idea))) continue;
            await person.orderByClicks(idea);
            done.click = true;
            await shot(page, `hand-${game}-${seat}`);
            break;
          }
        }
        if (!done.undo && person.orders().length > 0) {
          await person.undo();
          done.undo = true;
        }
        if (!done.keys) done.keys = (await person.orderByKeys()) !== null;
        const composed = person.orders();
        const sent = await person.finish();
        assert.deepEqual(sent.orders.slice(0, composed.length), composed, 'what was composed is sent first');
        state = await person.turn();
      }
      // A soldier that can act at all can do everything.
      assert.deepEqual(done, { click: true, keys: true, undo: true, refused: true, barred: game !== 'footsoldiers', closed: true });
      const card = page.locator('.hand-over');
      await card.waitFor();
      assert.match(await card.innerText(), /won/i);
      assert.ok((await card.innerText()).includes(state.summary), `${state.summary} is on the card: ${await card.innerText()}`);
      const name = person.session.seats[state.winner]?.name;
      if (state.winner === seat) assert.match(await card.innerText(), /You won/);
      else if (state.winner !== null) assert.ok((await card.innerText()).includes(`${name} won`));
      await shot(page, `hand-${game}-${seat}-over`);
      for (const path of ['api/index', 'api/frames?from=0&count=1&seat=all']) assert.equal((await answerOf(page, path)).status(), 200, `${path} is open now`);
      await card.getByRole('link', { name: 'Watch the replay' }).click();
      await page.locator('#app.watch').waitFor();
      await boardPainted(page);
      const index = await ask(page, 'api/index');
      assert.equal(index.winner, state.winner);
      assert.ok(index.steps >= 4, `${index.steps} steps`);
      await until('the result', () => page.locator('.result').innerText(), (text) => text === state.summary);
      view.clean();
    });
  }
}

test('two people at one table', { timeout: 60_000 }, async (t) => {
  const server = await serve(folder, ['play', 'golems', 'human', 'human', '--set', 'max_turns=5', '--seed', '7'], 2);
  t.after(() => server.close());
  const sides = [];
  for (const url of server.urls) {
    const view = await openPage(shared, null);
    t.after(() => view.context.close());
    sides.push({ view, person: new Person(view.page) });
    await view.page.goto(url);
    await view.page.locator('.hand-panel[data-phase]').waitFor();
  }
  await boardPainted(sides[0].view.page);
  await shot(sides[1].view.page, 'hand-waiting');
  // Whoever was not asked yet is told so, on a board without a picture that is no black hole.
  const idle = sides[1].view.page;
  await until('the second waits', () => idle.locator('.hand-panel').getAttribute('data-phase'), (phase) => phase === 'waiting' || phase === 'starting');
  assert.equal(await idle.locator('.hand-live.bad').count(), 0, await idle.locator('.hand-live').innerText());
  assert.ok((await painted(idle)).coarse[0] > 128, 'the empty board has the colour of paper');
  for (let turn = 1; turn <= 4; turn++) {
    const { person } = sides[(turn + 1) % 2];
    assert.equal((await person.turn()).turn, turn);
    await person.send();
  }
  for (const { view, person } of sides) {
    assert.equal((await person.turn()).phase, 'over');
    await view.page.locator('.hand-over').waitFor();
    view.clean();
  }
});

test('several units with one goal, and the last orders again', { timeout: 60_000 }, async (t) => {
  const server = await serve(folder, ['play', 'infection', 'builtin:weak', 'human', '--set', 'turn_limit=6', '--seed', '7']);
  t.after(() => server.close());
  const view = await openPage(shared, null);
  const { page } = view;
  t.after(() => view.context.close());
  const person = new Person(page);
  await page.goto(server.url);
  await boardPainted(page);
  const state = await person.turn();
  assert.equal(state.turn_phase, 'move');
  const own = state.scene.items.filter((/** @type {any} */ item) => item.layer === 'unit' && item.seat === 1 && item.cell);
  assert.ok(own.length >= 2);
  // Shift and a drag around everything that is mine.
  const box = await page.locator('canvas.board-canvas').boundingBox();
  assert.ok(box);
  await page.keyboard.down('Shift');
  await page.mouse.move(box.x + 4, box.y + 4);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 4, box.y + box.height - 4, { steps: 6 });
  await page.mouse.up();
  await page.keyboard.up('Shift');
  await until('they are selected', () => page.locator('.hand-live').innerText(), (text) => text.includes(`${own.length} units selected`));
  const centre = await person.place(state.scene, [50, 50], 'cells');
  assert.ok(centre);
  await page.mouse.click(centre[0], centre[1]);
  await until('all go there', () => person.orders().length, (count) => count === own.length);
  assert.ok(person.orders().every((order) => order.do === 'move'));
  const first = await person.send();
  assert.equal(first.orders.length, own.length);
  // On to the next movement of the same side, and the same again.
  let next = await person.turn();
  while (next.phase !== 'over' && next.turn_phase !== 'move') {
    await person.send();
    next = await person.turn();
  }
  assert.equal(next.turn_phase, 'move');
  await page.keyboard.press('Escape');
  await page.keyboard.press('.');
  await until('the walk goes on', () => person.orders().length, (count) => count > 0);
  view.clean();
});

test('resigning asks first, and ends the match', { timeout: 60_000 }, async (t) => {
  const server = await serve(folder, ['play', 'golems', 'human', 'builtin:weak', '--seed', '7']);
  t.after(() => server.close());
  const view = await openPage(shared, null);
  const { page } = view;
  t.after(() => view.context.close());
  const person = new Person(page);
  await page.goto(server.url);
  await person.turn();
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Play on' }).click();
  assert.equal((await ask(page, 'hand/state')).phase, 'asked');
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  const state = await person.turn();
  assert.deepEqual([state.phase, state.winner], ['over', 1]);
  await page.getByText('p1 won').first().waitFor();
  view.clean();
});

test('play from here', { timeout: 60_000 }, async (t) => {
  const { file } = await played(folder, 'fork', 'golems', 'medium', 'medium', '--seed', '7', '--set', 'max_turns=60');
  const server = await serve(folder, ['watch', file, '--json']);
  t.after(() => server.close());
  const view = await openPage(shared, `${server.url}?turn=30`);
  const { page } = view;
  t.after(() => view.context.close());
  await boardPainted(page);
  const frame = await frameOf(page);
  const index = await ask(page, 'api/index');
  assert.equal(index.turn[frame], 30);
  const then = (await ask(page, `api/frames?from=${frame}&count=1&seat=all`)).first;
  const person = new Person(page);
  await page.getByRole('button', { name: 'Play from here' }).click();
  const dialog = page.getByRole('dialog', { name: 'Play from here' });
  // Turn 30 is p1's: the dialog offers that seat to the person.
  assert.equal(await dialog.getByLabel(/p1/).inputValue(), 'human');
  await dialog.getByLabel(/p0/).selectOption('builtin:weak');
  await dialog.getByRole('button', { name: 'Play', exact: true }).click();
  await page.locator('.hand-panel').waitFor();
  const state = await person.turn();
  assert.deepEqual([state.seat, state.turn], [1, 30]);
  const places = (/** @type {any} */ scene) => scene.items.filter((/** @type {any} */ item) => item.layer === 'unit').map((/** @type {any} */ item) => [item.id, item.at]).sort();
  assert.deepEqual(places(state.scene), places(then), 'it begins as things stood there');
  assert.equal((await answerOf(page, 'api/index')).status(), 403);
  const sent = await person.finish();
  assert.ok(sent.orders.length > 0);
  const next = await person.turn();
  assert.equal(next.turn, 32, 'the bot has answered, and it is the next turn of this side');
  view.clean();
});
