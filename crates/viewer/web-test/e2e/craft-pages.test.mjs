// Craft: nothing that axe could find on the pages beside a match: the library, the editor, reports, pages that are given away,
// walls, small frames, live matches, and pages that cannot be opened.

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { SCREENS, inspector } from './axe.mjs';
import { ask, atFrame, boardPainted, openPage, played, run, scratchFolder, screenPlaces, serve, sharedBrowser, until } from './support.mjs';

const shared = sharedBrowser();
const folder = scratchFolder();

/** A bot that takes a while, writes notes, and ends too early. */
const SLOW = `import json, sys, time
turns = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready", "name": "slow"}), flush=True)
    elif message["type"] == "turn":
        time.sleep(float(sys.argv[1]))
        turns += 1
        if turns == int(sys.argv[2]):
            sys.exit("that was too much")
        print("thinking", file=sys.stderr, flush=True)
        print(json.dumps({"type": "orders", "request": message["request"], "actions": [], "notes": ["a note", {"unit": 1, "text": "mine"}]}), flush=True)
    else:
        break
`;

/** Plays a short match of golems. @param {string} place @param {string} name @param {string[]} players */
const golems = (place, name, ...players) => played(place, name, 'golems', ...players, '--seed', '3', '--set', 'max_turns=20');

before(() => writeFileSync(join(folder, 'slow.py'), SLOW));

for (const [screen, options] of SCREENS) {
  /**
   * A page of this screen, with something that looks at it.
   * @param {import('node:test').TestContext} t
   * @param {string | null} url
   * @param {object} [more]
   */
  const opened = async (t, url, more = {}) => {
    const view = await openPage(shared, url, { ...options, ...more });
    t.after(() => view.context.close());
    const craft = inspector(`${screen}-`);
    /** Opens a dialog, looks, and closes it. @param {string} state @param {() => Promise<unknown>} open */
    const lookAtDialog = async (state, open) => {
      await open();
      await view.page.getByRole('dialog').waitFor();
      await craft.look(view.page, state);
      await view.page.keyboard.press('Escape');
      await view.page.getByRole('dialog').waitFor({ state: 'detached' });
    };
    return { view, page: view.page, craft, lookAtDialog };
  };

  test(`a live match and a failure, ${screen}`, { timeout: 120_000 }, async (t) => {
    const live = await serve(folder, ['play', 'golems', 'python3 slow.py 0.2 0', 'weak', '--watch', '--seed', '5', '--set', 'max_turns=300']);
    t.after(() => live.close());
    const { view, page, craft } = await opened(t, live.url);
    await boardPainted(page);
    await until('it goes on', async () => (await ask(page, 'api/index')).steps, (steps) => steps > 3);
    await page.locator('.live-pill').waitFor();
    await craft.look(page, 'live');
    await page.keyboard.press('ArrowLeft');
    await page.locator('.live-pill.behind').waitFor();
    await craft.look(page, 'behind a live match');
    await view.context.close();

    const { file } = await golems(folder, `failed-${screen}`, 'python3 slow.py 0 4', 'weak');
    const server = await serve(folder, ['watch', file, '--json']);
    t.after(() => server.close());
    const failed = await opened(t, server.url);
    await boardPainted(failed.page);
    await failed.page.getByRole('tab', { name: 'Failures' }).click();
    await failed.page.locator('#panel-capsules button').first().waitFor();
    await failed.craft.look(failed.page, 'failures');
    await failed.page.getByRole('tab', { name: 'Bots' }).click();
    await failed.page.keyboard.press('ArrowRight');
    await failed.page.keyboard.press('ArrowRight');
    await failed.craft.look(failed.page, 'what a bot said');
    craft.done();
    failed.craft.done();
  });

  test(`library, ${screen}`, { timeout: 120_000 }, async (t) => {
    const place = join(folder, `library-${screen}`);
    mkdirSync(place);
    await golems(place, 'one', 'strong', 'weak');
    await golems(place, 'two', 'medium', 'weak');
    await played(place, 'feet', 'footsoldiers', 'weak', 'medium', '--seed', '7', '--set', 'total_turns=30');
    const forked = await run(place, 'fork', 'one.skirmish', '--turn', '6', 'weak', 'weak', '--record', 'fork.skirmish', '--json');
    assert.ok(forked.code < 2, forked.stderr);
    writeFileSync(join(place, 'broken.skirmish'), 'not a replay');
    writeFileSync(join(place, 'notes.txt'), 'mine');
    const server = await serve(folder, ['watch', place]);
    t.after(() => server.close());
    const { view, page, craft, lookAtDialog } = await opened(t, server.url);
    const cards = page.locator('.cards:not(.tiles) > .card');
    await until('all cards', () => cards.count(), (count) => count === 5);
    await until('pictures', () => page.locator('.card-picture[data-picture="here"]').count(), (seen) => seen > 0);
    await page.getByText('1 other file in the folder').click();
    await craft.look(page, 'cards');
    await page.getByRole('combobox', { name: 'Game' }).selectOption('golems');
    await until('golems', () => cards.count(), (count) => count === 3);
    await craft.look(page, 'filtered');
    await page.getByRole('searchbox').fill('nothing has this name');
    await until('none', () => cards.count(), (count) => count === 0);
    await craft.look(page, 'nothing found');
    await page.getByRole('button', { name: 'Show all' }).click();
    await lookAtDialog('renaming', () => page.getByRole('button', { name: 'Rename one.skirmish' }).click());
    await lookAtDialog('deleting', () => page.getByRole('button', { name: 'Delete one.skirmish' }).click());
    for (const name of ['one', 'two']) await page.locator(`.card[data-name="${name}.skirmish"] input[type="checkbox"]`).check();
    await craft.look(page, 'two chosen');
    await page.getByRole('button', { name: 'Forks' }).click();
    const tree = page.getByRole('list', { name: 'Forks' });
    await tree.getByText('from turn 6').waitFor();
    await craft.look(page, 'forks');
    await tree.getByRole('button', { name: 'Compare fork.skirmish with one.skirmish' }).click();
    await page.getByRole('slider', { name: 'Turn of both matches' }).waitFor();
    await page.getByText('only in A').first().waitFor();
    await craft.look(page, 'comparing');
    view.clean();

    await t.test('while matches are played', async (t) => {
      const live = await serve(folder, ['play', 'golems', 'python3 slow.py 0.3 0', 'weak', '--watch', '--seed', '5', '--record', join(place, 'now.skirmish'), '--set', 'max_turns=200']);
      t.after(() => live.close());
      const other = await opened(t, server.url);
      await other.page.locator('.tile canvas').first().waitFor({ timeout: 30_000 });
      await other.craft.look(other.page, 'a tile');
      other.craft.done();
    });
    const empty = join(folder, `empty-${screen}`);
    mkdirSync(empty);
    const nothing = await serve(folder, ['watch', empty]);
    t.after(() => nothing.close());
    const bare = await opened(t, nothing.url);
    await bare.craft.look(bare.page, 'an empty library');
    bare.craft.done();
    craft.done();
  });

  test(`editor, ${screen}`, { timeout: 120_000 }, async (t) => {
    const server = await serve(folder, ['edit', 'golems', '--json']);
    t.after(() => server.close());
    const { view, page, craft, lookAtDialog } = await opened(t, server.url);
    await boardPainted(page);
    await page.getByText('✓ Playable').waitFor();
    await craft.look(page, 'playable');
    const { position, scene } = await ask(page, 'edit/state');
    const [unit] = position.units;
    const palette = page.getByRole('toolbar', { name: 'What to place' });
    const click = async (/** @type {[number, number]} */ cell) => {
      const [[x, y]] = await screenPlaces(page, scene, [cell]);
      await page.mouse.click(x, y);
    };
    await palette.getByRole('button', { name: 'Select and move' }).click();
    await click([unit.x, unit.y]);
    await page.locator('[data-pointer^="/units/0/"]').first().waitFor();
    await craft.look(page, 'the form of a unit');
    await page.getByText('Turn, scores, rules and other values').click();
    await page.getByRole('combobox', { name: 'Change a constant of the rules' }).selectOption({ index: 3 });
    await page.locator('[data-pointer^="/config/"]').first().waitFor();
    await craft.look(page, 'other values');
    await ask(page, 'edit/apply', { edits: [{ edit: 'put', brush: 'p1 blue golem', x: unit.x, y: unit.y }, { edit: 'put', brush: 'p0 red golem', x: -2, y: 12 }] });
    await page.reload();
    await boardPainted(page);
    await page.getByRole('region', { name: 'Faults' }).getByText('the number on it is that of the list').waitFor();
    await craft.look(page, 'faults');
    for (let i = 0; i < 3; i++) await page.keyboard.press('Control+z');
    await page.getByText('✓ Playable').waitFor();
    await palette.getByRole('button', { name: 'Mark an area' }).click();
    const [from, to] = await screenPlaces(page, scene, [[2, 2], [5, 4]]);
    await page.mouse.move(from[0], from[1]);
    await page.mouse.down();
    await page.mouse.move(to[0], to[1], { steps: 4 });
    await page.mouse.up();
    await page.getByText('Marked: (2, 2) to (5, 4).').waitFor();
    await craft.look(page, 'an area');
    await page.getByText('Is it fair?').click();
    await page.getByLabel('The bot that plays against itself').selectOption('weak');
    await page.getByLabel('Pairs', { exact: true }).fill('2');
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await until('how fair it is', () => page.locator('.edit-verdict').innerText(), (text) => /against itself, 2 pairs/.test(text), 60_000);
    await craft.look(page, 'fairness');
    await lookAtDialog('who plays', () => page.getByRole('button', { name: 'Play it' }).click());
    view.clean();
    craft.done();
  });

  test(`reports, ${screen}`, { timeout: 120_000 }, async (t) => {
    const place = join(folder, `reports-${screen}`);
    mkdirSync(place);
    const bots = ['weak', 'medium', 'strong'].flatMap((name) => ['--bot', `name=${name},cmd=${name}`]);
    const cup = await run(place, 'tournament', 'footsoldiers', ...bots, '--bot', `name=failing,cmd=python3 '${join(folder, 'slow.py')}' 0 4`, '--pairs', '2', '--set', 'total_turns=30', '--seed', '5', '--out', 'cup', '--sandbox', 'off', '--json');
    assert.equal(cup.code, 0, cup.stderr);
    const compared = await run(place, 'compare', 'golems', 'strong', 'weak', '--pairs', '4', '--set', 'max_turns=20', '--seed', '5', '--out', 'duel', '--json');
    // 3: four pairs decide nothing.
    assert.ok([0, 3].includes(compared.code), compared.stderr);
    for (const name of ['cup', 'duel']) {
      const made = await run(place, 'report', name);
      assert.equal(made.code, 0, made.stderr);
      const { view, page, craft } = await opened(t, null);
      await page.goto(`file://${join(place, name, 'report.html')}`);
      await page.locator('.opening').waitFor({ state: 'detached' });
      await page.locator('#ranking tbody tr').first().waitFor();
      await craft.look(page, `report of a ${name}`);
      const game = page.locator('a[href*="game="]').first();
      if ((await game.count()) > 0) {
        await game.click();
        await boardPainted(page);
        await craft.look(page, `a game of a ${name}`);
      }
      view.clean();
      craft.done();
    }
    const shown = await serve(place, ['report', 'cup', '--watch']);
    t.after(() => shown.close());
    const live = await opened(t, shown.url);
    await live.page.locator('#ranking tbody tr').first().waitFor();
    await live.craft.look(live.page, 'a report from a server');
    live.view.clean();
    live.craft.done();
    const balance = await run(place, 'balance', 'golems', '--vary', 'max_turns=10,20', '--bots', 'strong,medium', '--pairs', '2', '--page', 'balance.html', '--seed', '3');
    assert.equal(balance.code, 0, balance.stderr);
    const swept = await opened(t, null);
    await swept.page.goto(`file://${join(place, 'balance.html')}`);
    await swept.craft.look(swept.page, 'balance');
    swept.view.clean();
    swept.craft.done();
  });

  test(`pages that are given away, walls and small frames, ${screen}`, { timeout: 120_000 }, async (t) => {
    const { file, report } = await golems(folder, `given-${screen}`, 'strong', 'weak');
    const html = join(folder, `given-${screen}.html`);
    assert.equal((await run(folder, 'export', file, '--html', html)).code, 0);
    const given = await opened(t, null);
    await given.page.goto(`file://${html}`);
    await boardPainted(given.page);
    await given.page.locator('.charts figure').first().waitFor({ state: 'attached' });
    await given.craft.look(given.page, 'exported');
    await given.page.keyboard.press('.');
    await given.page.getByRole('region', { name: 'How it ended' }).waitFor();
    await given.craft.look(given.page, 'the end of an exported page');
    given.view.clean();
    given.craft.done();
    await given.view.context.close();

    const server = await serve(folder, ['watch', file, '--json']);
    t.after(() => server.close());
    const wall = await opened(t, `${server.url}?kiosk=1&speed=64`);
    await boardPainted(wall.page);
    await atFrame(wall.page, report.match.steps);
    await wall.page.getByRole('region', { name: 'How it ended' }).waitFor();
    await wall.craft.look(wall.page, 'a wall');
    wall.view.clean();
    wall.craft.done();
    await wall.view.context.close();

    const small = await opened(t, server.url, { viewport: screen === 'phone' ? { width: 844, height: 390 } : { width: 700, height: 500 } });
    await boardPainted(small.page);
    await small.craft.look(small.page, 'a small frame');
    await small.page.getByRole('button', { name: 'Open or close the panels' }).click();
    await small.page.getByRole('tab', { name: 'Log' }).click();
    await small.craft.look(small.page, 'a small frame with its panels');
    small.view.clean();
    small.craft.done();
    await small.view.context.close();

    const guest = await opened(t, server.url, { bare: true });
    await boardPainted(guest.page);
    await guest.craft.look(guest.page, 'somebody who may only watch');
    guest.craft.done();
    await guest.view.context.close();

    // A page whose server has gone.
    const broken = await opened(t, null);
    await broken.page.route('**/api/index*', (route) => route.abort());
    await broken.page.goto(server.url);
    await broken.page.getByRole('heading', { name: 'This page cannot be opened' }).waitFor();
    await broken.craft.look(broken.page, 'a page that cannot be opened');
    broken.craft.done();
  });
}
