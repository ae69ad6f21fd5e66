// Watching, in every game: the board, the timeline and its keys, links, the inspector, the log, the charts.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GAMES, alike, answerOf, ask, atFrame, boardPainted, countFrames, frameOf, openPage, painted, played, sceneOf, scratchFolder, screenPlaces, serve, sharedBrowser, shot, tabToBoard, until, walkCursor } from './support.mjs';

const shared = sharedBrowser();
const folder = scratchFolder();

/** @param {string} game */
function players(game) {
  if (game === 'zords') return ['weak', 'medium', 'strong', 'medium', '--seats', '4'];
  return game === 'footsoldiers' ? ['weak', 'medium'] : ['strong', 'medium'];
}

for (const game of GAMES) {
  test(`watch ${game}`, { timeout: 120_000 }, async (t) => {
    const { file } = await played(folder, game, game, ...players(game), '--seed', '7');
    const server = await serve(folder, ['watch', file, '--json']);
    t.after(() => server.close());
    const view = await openPage(shared, server.url, { script: countFrames });
    t.after(() => view.close());
    const { page } = view;
    const session = await ask(page, 'api/session');
    const index = await ask(page, 'api/index');
    const { steps } = index;
    assert.ok(steps > 12, `the match has steps: ${steps}`);
    const track = page.getByRole('slider', { name: 'Frame' });

    await t.test('opens with board, title, players and result', async () => {
      await boardPainted(page);
      await page.getByRole('heading', { level: 1, name: game }).waitFor();
      assert.match(await page.title(), new RegExp(game));
      const bar = await page.locator('.topbar').innerText();
      if (session.seats.length <= 4) for (const seat of session.seats) assert.ok(bar.includes(seat.name) && bar.includes(seat.player), `${seat.name} and ${seat.player} are in: ${bar}`);
      assert.ok(index.summary.endsWith('.') && bar.includes(index.summary), `the result is in: ${bar}`);
      const board = await page.getByRole('region', { name: 'Scoreboard' }).innerText();
      for (const seat of session.seats) assert.ok(board.includes(seat.name), `${seat.name} is on the scoreboard: ${board}`);
      await atFrame(page, 0);
      await shot(page, `watch-${game}-light`);
    });

    await t.test('steps with keys', async () => {
      // The charts come last, and the board makes room for them. The whole board stays in view.
      await page.locator('.charts figure').first().waitFor();
      await page.keyboard.press('r');
      const start = await boardPainted(page);
      await page.keyboard.press('ArrowRight');
      await atFrame(page, 1, 'right');
      await page.keyboard.press('ArrowLeft');
      await atFrame(page, 0, 'left');
      await page.keyboard.press('.');
      await atFrame(page, steps, 'the end');
      await until('another picture at the end', () => painted(page), (seen) => !alike(seen, start));
      await page.keyboard.press('Shift+ArrowLeft');
      await atFrame(page, index.turn.indexOf(index.turn[steps - 1]), 'a turn back');
      await page.keyboard.press(',');
      await atFrame(page, 0, 'the start');
      await until('the first picture again', () => painted(page), (seen) => alike(seen, start));
      await page.keyboard.press('Shift+ArrowRight');
      const next = index.turn.findIndex((/** @type {number} */ turn) => turn > index.turn[0]);
      await atFrame(page, next, 'a turn on');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press(',');
      await atFrame(page, 0);
    });

    await t.test('jumps to events', async () => {
      const frames = [...new Set(index.keys.map((/** @type {[number, string]} */ [frame]) => frame))].filter((frame) => frame > 0).slice(0, 3);
      assert.ok(frames.length > 0, 'there is something to jump to');
      await page.keyboard.press(',');
      await atFrame(page, 0);
      for (const frame of frames) {
        await page.keyboard.press('e');
        await atFrame(page, frame, 'the next event');
      }
      if (frames.length > 1) {
        await page.keyboard.press('q');
        await atFrame(page, frames[frames.length - 2], 'the event before');
      }
      const kinds = await page.getByRole('combobox', { name: 'Kind of event to jump to' }).locator('option').allInnerTexts();
      assert.deepEqual(new Set(kinds.slice(1)), new Set(index.keys.map((/** @type {[number, string]} */ [, kind]) => kind)));
    });

    await t.test('scrubs along the track', async () => {
      const box = await track.boundingBox();
      assert.ok(box);
      const y = box.y + box.height / 2;
      const at = (/** @type {number} */ part) => Math.round(part * steps);
      const slack = Math.ceil(steps / box.width) + 1;
      await page.mouse.move(box.x + box.width / 4, y);
      await page.mouse.down();
      await until('a quarter', () => frameOf(page), (frame) => Math.abs(frame - at(0.25)) <= slack);
      await page.mouse.move(box.x + box.width * 0.6, y, { steps: 8 });
      await until('while it is dragged', () => frameOf(page), (frame) => Math.abs(frame - at(0.6)) <= slack);
      await page.mouse.up();
      await page.mouse.move(box.x + box.width * 0.1, y);
      await until('after it is let go', () => frameOf(page), (frame) => Math.abs(frame - at(0.6)) <= slack);
      await page.keyboard.press('Home');
      await track.focus();
      await page.keyboard.press('End');
      await atFrame(page, steps, 'End');
      await page.keyboard.press('Home');
      await atFrame(page, 0, 'Home');
      await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement)?.blur());
    });

    await t.test('plays, pauses, and changes speed', async () => {
      const speed = page.getByRole('combobox', { name: 'Speed' });
      assert.equal(await speed.inputValue(), '1');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('ArrowUp');
      assert.equal(await speed.inputValue(), '4');
      await page.keyboard.press('ArrowDown');
      assert.equal(await speed.inputValue(), '2');
      const offered = (await speed.locator('option').allInnerTexts()).map((text) => parseFloat(text));
      assert.equal(offered[0], 0.25);
      assert.equal(offered[offered.length - 1], 64);
      await page.keyboard.press(' ');
      await page.getByRole('button', { name: /^Pause/ }).waitFor();
      await until('it goes on', () => frameOf(page), (frame) => frame >= 2);
      await page.keyboard.press(' ');
      await page.getByRole('button', { name: /^Play \(/ }).waitFor();
      const stopped = await frameOf(page);
      assert.ok(stopped < steps, 'it stopped on the way');
      await speed.selectOption('64');
      await page.getByRole('button', { name: /^Play \(/ }).click();
      await atFrame(page, steps, 'the end');
      await page.getByRole('button', { name: /^Play \(/ }).waitFor();
      await speed.selectOption('1');
      await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement)?.blur());
    });

    await t.test('inspects a unit, by pointer and by keyboard', async () => {
      await page.keyboard.press(',');
      await atFrame(page, 0);
      // The start of some games has no units yet.
      let frame = 0;
      let scene = await sceneOf(page, 0);
      const alone = () => {
        const asked = scene.items.filter((/** @type {any} */ item) => item.title);
        return asked.find((/** @type {any} */ item) => item.layer === 'unit' && item.cell && item.facts?.length > 0 && asked.every((/** @type {any} */ other) => other === item || Math.hypot(other.at[0] - item.at[0], other.at[1] - item.at[1]) > 1.6 || !['unit', 'top', 'floor'].includes(other.layer)));
      };
      while (!alone() && frame + 1 < steps) scene = await sceneOf(page, ++frame);
      const unit = alone();
      assert.ok(unit, 'some unit stands alone');
      for (let i = 0; i < frame; i++) await page.keyboard.press('ArrowRight');
      await atFrame(page, frame);
      await page.keyboard.press('r');
      const [[x, y]] = await screenPlaces(page, scene, [unit.at], 'points');
      await page.mouse.click(x, y);
      const card = page.locator('.inspector-card');
      await card.getByText(unit.title, { exact: true }).first().waitFor();
      const words = await card.innerText();
      for (const [label, value] of unit.facts) assert.ok(words.includes(label) && words.includes(value), `${label} ${value} is in: ${words}`);
      // The same by keyboard, after looking at a cell with nothing on it.
      await page.mouse.click(5 + (await page.locator('canvas.board-canvas').boundingBox()).x, 60);
      await tabToBoard(page);
      await walkCursor(page, scene, unit.cell);
      await page.keyboard.press('Enter');
      await card.getByText(unit.title, { exact: true }).first().waitFor();
      await shot(page, `watch-${game}-inspect`);
      await page.keyboard.press('Escape');
      await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement)?.blur());
    });

    await t.test('lists and filters the log', async () => {
      const { lines } = await ask(page, `api/log?from=0&to=${Math.min(steps, 40)}`);
      assert.ok(lines.length > 0, 'something happened');
      const { step } = lines[lines.length - 1];
      await page.goto(`${server.url}?frame=${step}`);
      await atFrame(page, step);
      await page.keyboard.press('l');
      const rows = page.locator('#panel-log .log-line');
      await rows.first().waitFor();
      await page.locator('#panel-log .log-line.now').first().waitFor();
      const around = (await ask(page, `api/log?from=${Math.max(0, step - 48)}&to=${step}`)).lines;
      const texts = await rows.locator('.log-text').allInnerTexts();
      assert.ok(around.slice(-5).every((/** @type {any} */ line) => texts.some((text) => text.includes(line.text))), 'the newest lines are shown');
      const word = around[around.length - 1].text.split(' ')[0];
      const search = page.getByRole('searchbox', { name: 'Filter the log' });
      await search.fill(`${word} `);
      await until('only lines with the word', () => rows.locator('.log-text').allInnerTexts(), (seen) => seen.length > 0 && seen.every((text) => text.toLowerCase().includes(word.toLowerCase())));
      await search.fill('no line says this');
      await until('no lines', () => rows.count(), (count) => count === 0);
      await search.fill('');
      await page.getByRole('combobox', { name: 'Kind', exact: true }).selectOption('key');
      await until('only key events', async () => [await rows.count(), await page.locator('#panel-log .log-line.key').count()], ([all, keys]) => all === keys);
      await page.getByRole('combobox', { name: 'Kind', exact: true }).selectOption('');
      await until('all lines again', () => rows.count(), (count) => count >= Math.min(around.length, 200));
      await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement)?.blur());
    });

    await t.test('has charts that jump', async () => {
      const { charts } = await ask(page, 'api/charts');
      const filled = charts.filter((/** @type {any} */ chart) => chart.series.some((/** @type {any} */ series) => series.points.length > 0));
      const figures = page.locator('.charts figure');
      await until('the charts', () => figures.count(), (count) => count === filled.length && count > 0);
      const plot = figures.first().locator('.chart-plot');
      const box = await plot.boundingBox();
      assert.ok(box);
      await page.mouse.move(box.x + box.width * 0.5, box.y + box.height / 2);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width * 0.75, box.y + box.height / 2, { steps: 4 });
      await page.mouse.up();
      await until('three quarters', () => frameOf(page), (frame) => Math.abs(frame - steps * 0.75) <= steps / box.width + 1);
      const lit = await plot.locator('canvas').evaluate((canvas) => {
        const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        return new Uint32Array(data.buffer).filter((word) => word !== 0).length;
      });
      assert.ok(lit > 20, `the chart is drawn: ${lit} pixels`);
    });

    await t.test('opens at what a link asks for', async () => {
      const turn = index.turn[Math.floor(steps * 0.6)];
      const frame = index.turn.indexOf(turn);
      const last = session.seats.length - 1;
      await page.goto(`${server.url}?turn=${turn}&seat=${session.seats[last].name}&fog=1&speed=4`);
      await atFrame(page, frame, 'the frame of the turn');
      await boardPainted(page);
      assert.equal(await page.getByRole('combobox', { name: 'Speed' }).inputValue(), '4');
      const eyes = page.getByRole('combobox', { name: 'View' });
      if (session.hides) {
        await until('the eyes', () => eyes.inputValue(), (value) => value === String(last));
        await page.keyboard.press('f');
        await until('everything again', () => eyes.inputValue(), (value) => value === 'all');
        await page.keyboard.press('f');
        await until('the first seat', () => eyes.inputValue(), (value) => value === '0');
      } else {
        assert.equal(await eyes.count(), 0, 'nothing is hidden: no eyes to choose');
        await page.getByText('This game hides nothing: every seat sees everything.').first().waitFor();
      }
    });

    await t.test('lists its keys', async () => {
      await page.keyboard.press('?');
      const dialog = page.getByRole('dialog', { name: 'Keys' });
      await dialog.waitFor();
      const words = await dialog.innerText();
      for (const key of ['Space', 'E', 'Q', 'F', 'I', 'R', 'D', 'T', 'G', ',', '.']) assert.ok(words.split(/\s+/).includes(key), `${key} is listed`);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    });

    await t.test('pans, zooms and comes back', async () => {
      await page.goto(server.url);
      await page.locator('.charts figure').first().waitFor();
      await boardPainted(page);
      const whole = await painted(page);
      const box = await page.locator('canvas.board-canvas').boundingBox();
      assert.ok(box);
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.wheel(0, -400);
      const large = await until('a larger board', () => painted(page), (seen) => !alike(seen, whole));
      await page.mouse.down();
      await page.mouse.move(x + 80, y + 40, { steps: 4 });
      await page.mouse.up();
      await until('a moved board', () => painted(page), (seen) => !alike(seen, large));
      await page.mouse.move(2, 2);
      await page.keyboard.press('r');
      await until('the whole board again', () => painted(page), (seen) => alike(seen, whole));
    });

    await t.test('does nothing while it is paused', async () => {
      await page.goto(`${server.url}?frame=${Math.floor(steps / 2)}`);
      await boardPainted(page);
      await page.locator('.charts figure').first().waitFor();
      await page.keyboard.press('ArrowRight');
      // What a step sets off is over when nothing was asked for and drawn for a while.
      let asked = 0;
      page.on('request', () => asked++);
      const frames = () => page.evaluate(() => window.animationFrames);
      let seen = [-1, -1];
      await until('the step is over', async () => {
        const was = seen;
        seen = [asked, await frames()];
        await new Promise((done) => setTimeout(done, 300));
        return was[0] === seen[0] && was[1] === seen[1];
      }, (same) => same);
      const before = [asked, await frames()];
      assert.ok(before[1] > 0, 'animation frames are counted');
      await new Promise((done) => setTimeout(done, 1500));
      assert.deepEqual([asked, await frames()], before, 'no requests and no animation frames in 1.5 s');
    });

    await t.test('exports from the page', async () => {
      await page.getByRole('button', { name: 'Export', exact: true }).click();
      const links = page.getByRole('dialog').getByRole('link');
      const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
      assert.equal(hrefs.length, 5);
      for (const [what, begins] of [['svg', '<svg'], ['png', '\u0089PNG']]) {
        const href = hrefs.find((one) => one?.includes(`what=${what}`));
        const answer = await answerOf(page, String(href));
        assert.equal(answer.status(), 200);
        assert.ok((await answer.body()).toString('latin1').startsWith(begins), `${what} begins with ${begins}`);
      }
      await page.keyboard.press('Escape');
    });

    await t.test('complains about nothing', () => view.clean());
  });
}
