// Craft: nothing that axe could find, in any state of watching and of playing by hand, in every game.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { SCREENS, flawsOf, inspector } from './axe.mjs';
import { GAMES, ask, atFrame, boardPainted, frameOf, onScreen, openPage, played, sceneOf, scratchFolder, serve, sharedBrowser, until } from './support.mjs';
import { Person } from './table.mjs';

const shared = sharedBrowser();
const folder = scratchFolder();

/** What makes a game short. @type {Record<string, string[]>} */
const SHORT = {
  outbreak: ['--set', 'max_turns=30'],
  infection: ['--set', 'turn_limit=20'],
  golems: ['--set', 'max_turns=30'],
  footsoldiers: ['--set', 'total_turns=40'],
  zords: ['--set', 'days=4'],
};

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {ReturnType<typeof inspector>} Inspector */

test('axe would find what is wrong', { timeout: 30_000 }, async () => {
  const view = await openPage(shared, null);
  const words = '<button>&nbsp;</button> <p style="color: #999; background: #fff">faint</p> <a href="#" style="display: inline-block; width: 9px; height: 9px">a</a><a href="#">b</a>';
  await view.page.goto(`data:text/html,<!doctype html><html lang="en"><title>wrong</title><main><h1>Wrong</h1>${encodeURIComponent(words)}</main>`);
  const rules = new Set((await flawsOf(view.page)).map(({ rule }) => rule));
  assert.deepEqual([...rules].sort(), ['button-name', 'color-contrast', 'target-size']);
  await view.close();
});

/** Presses a key that a page listens to, wherever the focus was. @param {Page} page @param {string} key */
async function press(page, key) {
  await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement)?.blur());
  await page.keyboard.press(key);
}

/** Opens a dialog, looks at it, and closes it again. @param {Inspector} craft @param {Page} page @param {string} state @param {() => Promise<unknown>} open */
async function lookAtDialog(craft, page, state, open) {
  await open();
  await page.getByRole('dialog').waitFor();
  await craft.look(page, state);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** Clicks any unit of a picture that can be clicked. @param {Page} page @param {any} scene */
async function clickUnit(page, scene) {
  for (const { at } of scene.items.filter((/** @type {any} */ item) => item.layer === 'unit' && item.seat !== undefined && item.title)) {
    const [x, y] = await onScreen(page, at);
    if (!(await page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.classList.contains('board-canvas') ?? false, [x, y]))) continue;
    await page.mouse.click(x, y);
    return;
  }
  assert.fail('no unit can be clicked');
}

for (const game of GAMES) {
  /** @type {string} */
  let file;
  before(async () => {
    const players = game === 'zords' ? ['weak', 'medium', 'strong', 'medium', 'weak', 'strong', '--seats', '6'] : game === 'footsoldiers' ? ['weak', 'medium'] : ['strong', 'medium'];
    ({ file } = await played(folder, game, game, ...players, ...SHORT[game], '--seed', '7'));
  });

  for (const [screen, options] of SCREENS) {
    test(`watching ${game}, ${screen}`, { timeout: 180_000 }, async (t) => {
      const server = await serve(folder, ['watch', file, '--json']);
      t.after(() => server.close());
      const view = await openPage(shared, server.url, options);
      t.after(() => view.context.close());
      const { page } = view;
      const craft = inspector(`${game}-${screen}-`);
      await boardPainted(page);
      await page.locator('.charts figure').first().waitFor({ state: 'attached' });
      const session = await ask(page, 'api/session');
      const { steps } = await ask(page, 'api/index');

      /** On a phone panels are a sheet, below which the buttons of the page go. */
      const lowerSheet = async () => {
        if (screen === 'phone' && (await page.locator('.side-column.open').count()) > 0) await page.getByRole('button', { name: 'Open or close the panels' }).click();
      };

      await craft.look(page, 'start');
      await press(page, ' ');
      await until('it plays', () => frameOf(page), (frame) => frame > 2);
      await press(page, ' ');
      await page.getByRole('button', { name: /^Play \(/ }).waitFor();
      await craft.look(page, 'paused');
      await press(page, 'e');
      await page.locator('.caption').waitFor();
      await craft.look(page, 'an event');
      await press(page, 'r');
      const frame = await frameOf(page);
      await clickUnit(page, await sceneOf(page, frame));
      await page.locator('#panel-inspect h3, #panel-inspect h2').first().waitFor({ state: 'attached' });
      await craft.look(page, 'a unit selected');
      await press(page, 'l');
      await page.locator('#panel-log .log-line').first().waitFor();
      await craft.look(page, 'the log');
      await press(page, 'i');
      await page.locator('#panel-private').waitFor();
      await craft.look(page, 'notes');
      for (const name of ['trails', 'visits', 'deaths']) {
        await press(page, 't');
        if (name !== 'visits') await craft.look(page, `past, ${name}`);
      }
      await press(page, 't');
      if (screen === 'phone') await page.getByRole('tab', { name: 'Charts' }).click();
      await craft.look(page, 'charts');
      await lookAtDialog(craft, page, 'a large chart', () => page.locator('.chart-name').first().click());
      await lowerSheet();
      await lookAtDialog(craft, page, 'legend and rules', () => press(page, 'g'));
      await lookAtDialog(craft, page, 'keys', () => press(page, '?'));
      await lookAtDialog(craft, page, 'playing on', () => page.getByRole('button', { name: 'Play from here' }).click());
      await lookAtDialog(craft, page, 'exporting', () => page.getByRole('button', { name: 'Export' }).click());
      if (session.hides) {
        await press(page, 'f');
        await until('the eyes of a seat', () => page.getByRole('combobox', { name: 'View' }).inputValue(), (seat) => seat === '0');
        await page.getByRole('tab', { name: 'Message' }).click();
        await page.locator('#panel-message').getByText('request').first().waitFor();
        await craft.look(page, 'fog');
        await lowerSheet();
        await page.getByRole('combobox', { name: 'View' }).selectOption('all');
      }
      await press(page, '.');
      await atFrame(page, steps);
      await page.getByRole('region', { name: 'How it ended' }).waitFor();
      await craft.look(page, 'the end');
      await page.getByRole('button', { name: 'Close the result' }).click();
      await page.getByRole('button', { name: 'Hide the result' }).click();
      await press(page, ',');
      await page.locator('.result').filter({ hasText: 'hidden' }).waitFor();
      await craft.look(page, 'without spoilers');
      view.clean();
      craft.done();
    });

    test(`playing ${game} by hand, ${screen}`, { timeout: 180_000 }, async (t) => {
      const server = await serve(folder, ['play', game, 'human', 'builtin:medium', ...(game === 'zords' ? ['--seats', '2'] : []), ...SHORT[game], '--seed', '7']);
      t.after(() => server.close());
      const view = await openPage(shared, null, options);
      t.after(() => view.context.close());
      const { page } = view;
      const person = new Person(page);
      const craft = inspector(`hand-${game}-${screen}-`);
      await page.goto(server.url);
      await boardPainted(page);
      await person.turn();

      await page.getByRole('button', { name: 'Skip the help' }).waitFor();
      await craft.look(page, 'the first help');
      await page.getByRole('button', { name: 'Skip the help' }).click();
      await lookAtDialog(craft, page, 'keys', () => press(page, '?'));
      await page.getByRole('button', { name: 'Have a bot suggest orders' }).click();
      await until('what it suggests', () => page.locator('.hand-live').innerText(), (text) => /suggests|would add nothing/.test(text));
      await craft.look(page, 'suggestions');
      if (await asked(person)) {
        await craft.look(page, 'a question');
        await page.keyboard.press('Escape');
      } else assert.ok(!['outbreak', 'infection'].includes(game), 'there is something to be asked');
      await press(page, 'Escape');
      await press(page, 'Escape');
      // A verb that is not possible just now says why.
      const idle = page.locator('.hand-verbs .verb.idle').first();
      // Until the others have done something, and units have been selected.
      let selected = false;
      let [told, refused] = [false, false];
      for (let turns = 0; turns < 6 && !(selected && told); turns++) {
        if (!selected) {
          await press(page, 'e');
          selected = await page.locator('.hand-actor h2').waitFor({ timeout: 2000 }).then(() => true, () => false);
          if (selected) await craft.look(page, 'a unit selected');
        }
        if (!refused && (await idle.count()) > 0) {
          await idle.click();
          await page.locator('.hand-dock.says').waitFor();
          await craft.look(page, 'a refusal');
          await press(page, 'Escape');
          refused = true;
        }
        await person.finish();
        await craft.look(page, 'orders');
        await person.turn();
        told = await page.locator('.hand-summary').isVisible();
        if (told) {
          const log = page.locator('.hand-log summary');
          if ((await log.count()) > 0) await log.click();
          await craft.look(page, 'what the others did');
        }
      }
      assert.ok(told, 'the others have played');
      assert.ok(selected || game === 'outbreak', 'a unit was selected');
      await lookAtDialog(craft, page, 'giving up', () => page.getByRole('button', { name: 'Resign' }).click());
      await page.getByRole('button', { name: 'Resign' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
      await page.locator('.hand-over').waitFor();
      await craft.look(page, 'the end');
      view.clean();
      craft.done();
    });
  }
}

/** Brings up a question by the button of a verb that leaves something to choose; false if there is none now. @param {Person} person */
async function asked(person) {
  const { page } = person;
  const question = page.locator('.hand-dock.asks');
  const tried = new Set();
  for (const { verb, actor, action, scene } of await person.ideas()) {
    const at = verb.slots.findIndex((/** @type {any} */ slot) => 'choice' in slot);
    if (at < 0 || at > 1 || tried.has(verb.name)) continue;
    tried.add(verb.name);
    if (actor !== null) await person.select(scene, actor);
    await page.locator(`.hand-verbs button[data-verb="${verb.name}"]`).first().click();
    if (at === 1 && verb.slots[0].cell) {
      const { x, y } = verb.slots[0].cell;
      const place = await person.place(scene, [Number(action[x]), Number(action[y])], 'cells');
      if (place) await page.mouse.click(place[0], place[1]);
    }
    if (await question.waitFor({ timeout: 1500 }).then(() => true, () => false)) return true;
    await page.keyboard.press('Escape');
  }
  return false;
}
