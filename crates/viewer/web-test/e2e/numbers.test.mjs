// The numbers of the page are right: charts, what a click names, what bots said, who won and who may know it, turns, scores.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { GAMES, ask, atFrame, boardPainted, frameOf, onScreen, openPage, played, sceneOf, scratchFolder, serve, sharedBrowser, shot, until } from './support.mjs';

const shared = sharedBrowser();
const folder = scratchFolder();
const DESK = { width: 1440, height: 900 };

/** @param {string} game */
function players(game) {
  if (game === 'zords') return ['strong', 'medium', 'weak', 'strong', 'medium', 'weak', 'strong', 'medium', '--seats', '8'];
  return game === 'footsoldiers' ? ['weak', 'medium'] : ['strong', 'medium'];
}

/** By game: its replay. @type {Map<string, string>} */
const files = new Map();
before(async () => {
  for (const game of GAMES) files.set(game, (await played(folder, game, game, ...players(game), '--seed', '7')).file);
});

/**
 * A page that shows a match.
 * @param {import('node:test').TestContext} t
 * @param {string} game
 * @param {{query?: string, viewport?: {width: number, height: number}}} [options]
 */
async function watched(t, game, { query = '', viewport = DESK } = {}) {
  const server = await serve(folder, ['watch', String(files.get(game)), '--json']);
  const view = await openPage(shared, `${server.url}${query}`, { viewport });
  t.after(async () => {
    await view.close();
    await server.close();
  });
  await boardPainted(view.page);
  await view.page.locator('.chart').first().waitFor({ state: 'attached' });
  return { page: view.page, url: server.url };
}

for (const game of GAMES) {
  test(`the numbers of ${game}`, { timeout: 300_000 }, async (t) => {
    const { page, url } = await watched(t, game);
    const session = await ask(page, 'api/session');
    const index = await ask(page, 'api/index');
    const { charts } = await ask(page, 'api/charts');
    const { steps } = index;

    await t.test('charts print the values of the frame that is shown', async () => {
      const chart = charts[0];
      const figure = page.locator('.chart').filter({ has: page.getByRole('button', { name: chart.name, exact: true }) });
      const sampled = new Set(chart.series[0].points.map((/** @type {number[]} */ [frame]) => frame));
      const between = Array.from({ length: steps }, (_, n) => n).filter((n) => !sampled.has(n));
      // Where the curve is thinned, frames between its points are what matters.
      const frames = between.length > 0 ? [0.2, 0.5, 0.8].map((part) => between[Math.floor(between.length * part)]) : [1, Math.floor(steps / 2), steps - 1];
      for (const frame of frames) {
        await page.goto(`${url}?frame=${frame}`);
        await atFrame(page, frame);
        const gauges = (await sceneOf(page, frame)).gauges.filter((/** @type {any} */ gauge) => gauge.chart === chart.name);
        const right = new Map(gauges.map((/** @type {any} */ { seat, value }) => [session.seats[seat].name, String(value)]));
        assert.ok(right.size > 0);
        const said = () => figure.locator('.chart-value').evaluateAll((all) => all.map((one) => [one.getAttribute('title') ?? '', (one.textContent ?? '').trim().split(' ').pop() ?? '']));
        await until(`${chart.name} at frame ${frame} is ${JSON.stringify([...right])}`, said, (values) => values.length > 0 && values.every(([name, value]) => right.get(name) === value));
      }
    });

    await t.test('a chart opens large, with axes and a tooltip for each seat', async () => {
      await page.goto(`${url}?frame=${Math.floor(steps / 2)}`);
      await atFrame(page, Math.floor(steps / 2));
      await page.locator('.chart-plot').first().click();
      const dialog = page.getByRole('dialog', { name: charts[0].name });
      await dialog.waitFor();
      assert.equal(await frameOf(page), Math.floor(steps / 2), 'a click on the small one does not jump');
      const plot = dialog.locator('.chart-large-plot');
      const box = await plot.boundingBox();
      assert.ok(box && box.width > 400 && box.height > 200, 'it is large');
      const axes = await dialog.locator('canvas').evaluate((canvas) => {
        const { data } = /** @type {HTMLCanvasElement} */ (canvas).getContext('2d').getImageData(0, 0, 48, canvas.height);
        return data.filter((byte, i) => i % 4 === 3 && byte > 0).length;
      });
      assert.ok(axes > 20, `numbers stand beside the axis: ${axes} pixels`);
      assert.equal(await dialog.getByRole('list', { name: 'Values' }).locator('li').count(), charts[0].series.length, 'its legend has every seat');
      const part = 0.3;
      await page.mouse.move(box.x + 52 + (box.width - 52) * part, box.y + box.height / 2);
      const tip = dialog.locator('.chart-tip');
      await tip.waitFor();
      const sample = charts[0].series[0].points.reduce((/** @type {number} */ best, /** @type {number[]} */ [at]) => (Math.abs(at - part * steps) < Math.abs(best - part * steps) ? at : best), 0);
      const words = await tip.innerText();
      for (const { seat, points } of charts[0].series) {
        const value = points.filter((/** @type {number[]} */ [at]) => at <= sample).pop()?.[1];
        if (value !== undefined) assert.match(words, new RegExp(`${session.seats[seat].name}\\s+${value}\\b`), `${words} has ${session.seats[seat].name} ${value}`);
      }
      assert.ok(words.includes(`turn ${index.turn[sample]}`), `${words} says which turn`);
      await page.mouse.click(box.x + 52 + (box.width - 52) * part, box.y + box.height / 2);
      await atFrame(page, sample, 'a click in the large one jumps');
      await shot(page, `chart-${game}`);
      await page.keyboard.press('Escape');
    });

    await t.test('a turn is the same thing everywhere', async () => {
      for (const frame of [1, Math.floor(steps / 3), steps - 1]) {
        await page.goto(`${url}?frame=${frame}`);
        await atFrame(page, frame);
        const moment = await page.locator('.moment b').innerText();
        const turn = index.turn[frame];
        assert.ok(moment.startsWith(`turn ${turn}`), `${moment} is turn ${turn}`);
        for (const [label, value] of (await sceneOf(page, frame)).status) {
          if (label === 'turn') assert.equal(value.split(' ')[0], String(turn), 'the status counts the same turns');
        }
      }
    });

    await t.test('the end card tells the result of the match', async () => {
      // Seen as a seat that was last asked before the end, where seats see less than everything.
      const seat = session.hides ? `&fog=1&seat=${session.seats[session.seats.length - 1].name}` : '';
      await page.goto(`${url}?frame=${steps}${seat}`);
      await atFrame(page, steps);
      const card = page.getByRole('region', { name: 'How it ended' });
      await card.waitFor();
      const words = await card.innerText();
      assert.ok(words.includes(index.summary), `${words} says ${index.summary}`);
      const scores = index.scores.map((/** @type {number} */ score, /** @type {number} */ n) => [session.seats[n].name, score]).sort((/** @type {any} */ a, /** @type {any} */ b) => b[1] - a[1]);
      for (const [name, score] of scores.slice(0, 4)) assert.match(words, new RegExp(`${name}\\s+\\S*\\s*${score}\\b`), `${words} has ${name} ${score}`);
      const right = new Map((await sceneOf(page, steps)).sides.map((/** @type {any} */ side) => [session.seats[side.seat].name, side.score]));
      await until('the scoreboard has the final scores', () => page.locator('.scores li').evaluateAll((rows) => rows.map((row) => [row.querySelector('.side-name b')?.textContent ?? '', row.querySelector('.score')?.textContent ?? ''])), (rows) => rows.length === right.size && rows.every(([name, score]) => right.get(name) === score));
      await page.getByRole('button', { name: 'Close the result' }).click();
      await card.waitFor({ state: 'hidden' });
    });

    await t.test('the winner can be hidden', async () => {
      await page.goto(`${url}?spoilers=0&frame=${Math.floor(steps / 2)}`);
      await atFrame(page, Math.floor(steps / 2));
      const bar = page.locator('.topbar .result');
      await until('it is hidden', () => bar.innerText(), (text) => text === 'The result is hidden');
      assert.ok(!(await page.locator('body').innerText()).includes(index.summary), 'nothing on the page tells it');
      assert.ok(await page.locator('.charts.veiled').count(), 'charts end at the current frame');
      await page.keyboard.press('.');
      await atFrame(page, steps);
      await until('at the end it is told', () => bar.innerText(), (text) => text === index.summary);
      await page.keyboard.press(',');
      await until('and hidden again', () => bar.innerText(), (text) => text === 'The result is hidden');
      await page.getByRole('button', { name: 'Hide the result' }).click();
      await until('the switch tells it', () => bar.innerText(), (text) => text === index.summary);
      await page.getByRole('button', { name: 'Hide the result' }).click();
      await until('and hides it', () => bar.innerText(), (text) => text === 'The result is hidden');
    });

    for (const viewport of [DESK, { width: 390, height: 844 }, { width: 1000, height: 600 }]) {
      await t.test(`no score covers a name at ${viewport.width}x${viewport.height}`, async () => {
        await page.setViewportSize(viewport);
        await page.goto(`${url}?frame=${steps}`);
        await atFrame(page, steps);
        const covered = await page.locator('.scores li').evaluateAll((rows) => {
          // Names may be long.
          for (const row of rows) /** @type {HTMLElement} */ (row.querySelector('.side-name b')).textContent += ' with a name that is much longer than any column';
          return rows.filter((row) => {
            const [name, score] = ['.side-name b', '.score'].map((one) => row.querySelector(one)?.getBoundingClientRect());
            return !name || !score || (name.right > score.left + 0.5 && name.left < score.right && name.bottom > score.top + 0.5 && name.top < score.bottom);
          }).length;
        });
        assert.equal(covered, 0);
        await page.setViewportSize(DESK);
      });
    }
  });
}

test('a click on a cell names only what is on it', { timeout: 120_000, skip: !GAMES.includes('infection') }, async (t) => {
  const { page } = await watched(t, 'infection');
  await page.keyboard.press('r');
  const scene = await sceneOf(page, 0);
  /** @type {Map<string, string[]>} */
  const on = new Map();
  for (const item of scene.items) if (item.cell && item.title) on.set(String(item.cell), [...(on.get(String(item.cell)) ?? []), item.title]);
  const near = (/** @type {number} */ x, /** @type {number} */ y) => scene.items.some((/** @type {any} */ item) => item.layer === 'unit' && item.cell && Math.max(Math.abs(item.cell[0] - x), Math.abs(item.cell[1] - y)) <= 3);
  // Open ground right beside a wall: with the whole board in view that is a few pixels away.
  const walls = scene.items.filter((/** @type {any} */ item) => item.title === 'Wall');
  const beside = walls.map((/** @type {any} */ item) => [item.cell[0] + 1, item.cell[1]]).filter((/** @type {number[]} */ [x, y]) => !on.has(`${x},${y}`) && !near(x, y)).slice(0, 3);
  assert.ok(beside.length === 3, 'there is open ground beside walls');
  const card = page.locator('.inspector-card');
  for (const cell of beside) {
    await page.mouse.click(...(await onScreen(page, cell)));
    await card.getByText(`Cell ${cell[0]}, ${cell[1]}`, { exact: true }).waitFor();
    assert.ok((await card.innerText()).includes('Nothing here.'), await card.innerText());
  }
  const wall = walls.find((/** @type {any} */ item) => on.get(String(item.cell))?.length === 1 && !near(item.cell[0], item.cell[1]));
  await page.mouse.click(...(await onScreen(page, wall.cell)));
  await card.getByText('Wall', { exact: true }).waitFor();
  assert.ok((await card.innerText()).includes(`${wall.cell[0]}, ${wall.cell[1]}`));
  // A unit may be hit beside its cell where cells are this small, and is then named with its own.
  const unit = scene.items.find((/** @type {any} */ item) => item.layer === 'unit' && item.seat !== undefined && on.get(String(item.cell))?.length === 1 && !on.has(`${item.cell[0] + 1},${item.cell[1]}`));
  const [x, y] = await onScreen(page, unit.at);
  await page.mouse.click(x + 4, y);
  await card.getByText(unit.title, { exact: true }).waitFor();
  assert.ok((await card.innerText()).includes(`${unit.cell[0]}, ${unit.cell[1]}`));
});

test('the live panel of a bot never jumps back', { timeout: 150_000 }, async (t) => {
  const lines = [
    'import json, sys, time',
    'asked = 0',
    'for line in sys.stdin:',
    '    message = json.loads(line)',
    '    if message["type"] == "hello":',
    '        print(json.dumps({"type": "ready", "name": "counts"}), flush=True)',
    '    elif message["type"] == "turn":',
    '        asked += 1',
    '        print(f"asked {asked} times", file=sys.stderr, flush=True)',
    '        time.sleep(0.12)',
    '        print(json.dumps({"type": "orders", "request": message["request"], "actions": []}), flush=True)',
    '    else:',
    '        break',
  ];
  writeFileSync(join(folder, 'counts.py'), `${lines.join('\n')}\n`);
  const server = await serve(folder, ['play', 'golems', 'python3 counts.py', 'weak', '--watch', '--set', 'max_turns=400', '--seed', '5']);
  const view = await openPage(shared, server.url);
  t.after(async () => {
    await view.close();
    await server.close();
  });
  const { page } = view;
  await boardPainted(page);
  await page.keyboard.press('i');
  await page.locator('#panel-private').evaluate((panel) => {
    const note = () => {
      const found = /asked (\d+) times/.exec(panel.textContent ?? '');
      window.countsSeen.push(found ? Number(found[1]) : -1);
    };
    window.countsSeen = [];
    new MutationObserver(note).observe(panel, { childList: true, subtree: true, characterData: true });
  });
  const seen = () => page.evaluate(() => window.countsSeen);
  await until('the bot has said something new again and again', seen, (all) => new Set(all.filter((count) => count > 0)).size >= 6, 60_000);
  const all = await seen();
  const first = all.findIndex((count) => count > 0);
  const told = all.slice(first);
  told.forEach((count, i) => assert.ok(i === 0 || count >= told[i - 1], `after ${told[i - 1]} comes ${count}: ${told.slice(Math.max(0, i - 5), i + 3)}`));
});
