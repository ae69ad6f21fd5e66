// Seeing a match at a glance: the director's camera, what is drawn over the board, the legend, key events, and the past.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { GAMES, alike, ask, atFrame, boardPainted, boardView, framesOf, onScreen, openPage, painted, pixelsNear, played, sceneOf, scratchFolder, serve, sharedBrowser, shot, stillPainted, until } from './support.mjs';

const shared = sharedBrowser();
const folder = scratchFolder();
const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

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

/** Units of a seat. @param {any} item */
const isUnit = (item) => item.layer === 'unit' && item.seat !== undefined;

/**
 * Who moved or came in the step to a frame.
 * @param {import('playwright-core').Page} page
 * @param {number} frame
 */
async function actors(page, frame) {
  const [was, is] = [await sceneOf(page, frame - 1), await sceneOf(page, frame)];
  const places = new Map(was.items.filter(isUnit).map((/** @type {any} */ item) => [item.id, String(item.at)]));
  return is.items.filter((/** @type {any} */ item) => isUnit(item) && places.get(item.id) !== String(item.at));
}

/** Goes to a frame with the keys of the page. @param {import('playwright-core').Page} page @param {string} url @param {number} frame */
async function goTo(page, url, frame) {
  await page.goto(`${url}?frame=${frame}`);
  await boardPainted(page);
  await atFrame(page, frame);
}

for (const game of GAMES) {
  test(`the director of ${game}`, { timeout: 300_000 }, async (t) => {
    const { page, url } = await watched(t, game);
    const { steps } = await ask(page, 'api/index');

    for (const [name, viewport, least] of /** @type {[string, {width: number, height: number}, number][]} */ ([['desk', DESK, 24], ['phone', PHONE, 18]])) {
      await t.test(`draws whoever acts large enough on a ${name}`, async () => {
        await page.setViewportSize(viewport);
        let looked = 0;
        for (const part of [0.3, 0.7]) {
          let frame = Math.max(1, Math.floor(steps * part));
          let acting = await actors(page, frame);
          while (acting.length === 0 && frame < steps) acting = await actors(page, ++frame);
          if (acting.length === 0) continue;
          looked++;
          await goTo(page, url, frame);
          await until(`somebody who acts at frame ${frame} is in view`, () => boardView(page), ({ scale, holds }) =>
            acting.some((/** @type {any} */ item) => holds(item.at) && scale * Math.max(0.7, item.scale ?? 1) >= least));
        }
        assert.ok(looked > 0, 'somebody acts');
        await shot(page, `director-${game}-${name}`);
      });
    }

    await t.test('frames anew what is shown in a view of another size', async () => {
      await page.setViewportSize(PHONE);
      let frame = Math.max(1, Math.floor(steps * 0.3));
      let acting = await actors(page, frame);
      while (acting.length === 0 && frame < steps) acting = await actors(page, ++frame);
      await goTo(page, url, frame);
      await page.setViewportSize(DESK);
      await until('somebody who acts is large enough', () => boardView(page), ({ scale, holds }) =>
        acting.some((/** @type {any} */ item) => holds(item.at) && scale * Math.max(0.7, item.scale ?? 1) >= 24));
    });

    await t.test('goes at the first touch and comes back at a key', async () => {
      await page.setViewportSize(DESK);
      await goTo(page, url, Math.floor(steps / 2));
      const camera = () => page.locator('canvas.board-canvas').getAttribute('data-camera');
      assert.equal(await camera(), 'director');
      const button = page.getByRole('button', { name: /^Director's camera/ });
      assert.equal(await button.getAttribute('aria-pressed'), 'true');
      await page.mouse.move(500, 400);
      await page.mouse.wheel(0, -300);
      await until('it is gone', camera, (who) => who === 'hand');
      const before = (await boardView(page)).text;
      for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight');
      await atFrame(page, Math.floor(steps / 2) + 3);
      assert.equal((await boardView(page)).text, before, 'nobody else moves the camera');
      await page.keyboard.press('d');
      await until('it is back', camera, (who) => who === 'director');
      assert.equal(await button.getAttribute('aria-pressed'), 'true');
    });

    await t.test('shows the whole board above 4x', async () => {
      await page.keyboard.press('r');
      const whole = (await boardView(page)).text;
      await goTo(page, url, Math.floor(steps / 2));
      await page.getByRole('combobox', { name: 'Speed' }).selectOption('8');
      await until('the whole board', () => boardView(page), ({ text }) => text === whole);
      assert.ok(await page.locator('.minimap').isHidden(), 'no map of what is in view anyway');
    });

    await t.test('the side column is used', async () => {
      const [inner, outer] = await Promise.all(['.inspector', '#panel-inspect'].map((one) => page.locator(one).evaluate((node) => node.getBoundingClientRect().height)));
      assert.ok(inner > outer * 0.7, `${inner} of ${outer} pixels are filled`);
    });

    await t.test('explains every sign, and the rules', async () => {
      await page.keyboard.press('g');
      const dialog = page.getByRole('dialog', { name: 'Legend and rules' });
      await dialog.waitFor();
      const session = await ask(page, 'api/session');
      const entries = dialog.getByRole('list', { name: 'Legend' }).locator('li');
      assert.equal(await entries.count(), session.legend.length);
      const explained = new Set(session.legend.flatMap((/** @type {any} */ { sign }) => sign.symbols?.names ?? [sign.badge?.symbol]));
      for (const part of [0, 0.3, 0.6, 1]) {
        for (const item of (await sceneOf(page, Math.floor(steps * part))).items) {
          for (const name of [item.shape.symbol, ...(item.badges ?? []).map((/** @type {any} */ badge) => badge.symbol)]) {
            assert.ok(!name || explained.has(name), `${name} is explained`);
          }
        }
      }
      const blank = await dialog.locator('.legend canvas').evaluateAll((all) => all.filter((canvas) => {
        const { data } = /** @type {HTMLCanvasElement} */ (canvas).getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
        return data.every((byte) => byte === 0);
      }).length);
      assert.equal(blank, 0, 'every drawing is drawn');
      const words = await dialog.locator('.rules').innerText();
      assert.ok(words.length > 1500 && !/\{[a-z_]+\}/.test(words), 'the rules have the values of the match');
      assert.ok((await dialog.locator('.rules table').count()) > 0, 'tables are tables');
      await shot(page, `guide-${game}`);
      await page.keyboard.press('Escape');
    });

    await t.test('tells what is under the pointer', async () => {
      let frame = 1;
      let scene = await sceneOf(page, frame);
      while (!scene.items.some(isUnit)) scene = await sceneOf(page, ++frame);
      await goTo(page, url, frame);
      await page.keyboard.press('r');
      const unit = scene.items.find(isUnit);
      const [x, y] = await onScreen(page, unit.at);
      await page.mouse.move(x + 1, y + 1);
      const tooltip = page.getByRole('tooltip');
      await tooltip.waitFor();
      const words = await tooltip.innerText();
      const here = scene.items.filter((/** @type {any} */ item) => String(item.cell) === String(unit.cell) && item.title);
      assert.ok(here.some((/** @type {any} */ item) => words.includes(item.title)), `${words} names ${unit.title}`);
      await page.mouse.move(2, 2);
      await tooltip.waitFor({ state: 'hidden' });
    });

    await t.test('a selected unit shows its reach', async () => {
      let frame = 1;
      let scene = await sceneOf(page, frame);
      const armed = () => scene.items.find((/** @type {any} */ item) => isUnit(item) && item.spans?.some((/** @type {any} */ span) => span.what === 'range'));
      while (!armed()) scene = await sceneOf(page, ++frame);
      await goTo(page, url, frame);
      await page.keyboard.press('r');
      const unit = armed();
      await page.mouse.click(...(await onScreen(page, unit.at)));
      await page.mouse.move(2, 2);
      const span = unit.spans.find((/** @type {any} */ one) => one.what === 'range');
      const edge = await page.evaluate(async ({ span, grid }) => {
        const { paintReaches } = await import(new URL('app/board/reach.js', location.href).href);
        /** @type {number[][]} */
        const corners = [];
        const nothing = () => {};
        const context = { setTransform: nothing, beginPath: nothing, closePath: nothing, fill: nothing, stroke: nothing, setLineDash: nothing, strokeText: nothing, fillText: nothing, lineTo: (/** @type {number} */ x, /** @type {number} */ y) => corners.push([x, y]) };
        paintReaches(context, { color: () => '' }, grid, [{ spans: [span], at: [0, 0] }], { k: 1, ox: 0, oy: 0, cell: 1 });
        const last = corners.length - 1;
        return [(corners[last][0] + corners[last - 1][0]) / 2, (corners[last][1] + corners[last - 1][1]) / 2];
      }, { span, grid: scene.grid });
      const at = await onScreen(page, [unit.at[0] + edge[0], unit.at[1] + edge[1]]);
      const { palette } = await ask(page, 'api/session');
      await until('the outline of its range', () => pixelsNear(page, at, 5, palette.light.bad.tint), (near) => near > 0);
    });

    await t.test('points out the next event', async () => {
      await page.goto(url);
      await atFrame(page, 0);
      const { keys } = await ask(page, 'api/index');
      /** @type {any} */
      let line;
      for (const [frame] of keys) {
        const { lines } = await ask(page, `api/log?from=${frame - 1}&to=${frame}`);
        line = lines.find((/** @type {any} */ one) => one.key && one.at);
        if (line) break;
      }
      assert.ok(line, 'some event has a place');
      await page.getByRole('combobox', { name: 'Kind of event to jump to' }).selectOption(line.key);
      await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement)?.blur());
      await page.keyboard.press('e');
      await atFrame(page, line.step);
      const caption = page.locator('.caption');
      await caption.waitFor();
      assert.ok((await caption.innerText()).includes(line.text), `${await caption.innerText()} says ${line.text}`);
      const seen = await until('the camera goes there', () => boardView(page), ({ holds }) => holds(line.at));
      const { palette } = await ask(page, 'api/session');
      await until('a ring around it', async () => pixelsNear(page, await onScreen(page, line.at), Math.max(30, seen.scale * 4.2), palette.light.warn.tint), (near) => near > 40);
      await shot(page, `event-${game}`);
      await page.keyboard.press('ArrowRight');
      await caption.waitFor({ state: 'hidden' });
    });

    await t.test('shows trails and heat maps at a key', async () => {
      await goTo(page, url, Math.floor(steps * 0.7));
      await page.keyboard.press('r');
      await page.mouse.move(2, 2);
      const plain = await stillPainted(page);
      const chip = page.locator('.stage-chip');
      for (const name of ['Trails', 'where units were', 'where units died']) {
        const was = await painted(page);
        await page.keyboard.press('t');
        await until(name, () => chip.innerText(), (text) => text.includes(name));
        await until(`${name}, on the board`, () => painted(page), ({ sum }) => sum !== was.sum && sum !== plain.sum);
        await shot(page, `past-${game}-${name.split(' ').pop()}`);
      }
      await page.keyboard.press('t');
      await chip.waitFor({ state: 'hidden' });
      await until('the board as it was', () => painted(page), (seen) => alike(seen, plain));
    });
  });
}

test('the director visits clusters one after another', { timeout: 90_000, skip: !GAMES.includes('infection') }, async (t) => {
  const { page } = await watched(t, 'infection');
  const visited = await page.evaluate(async () => {
    const { Director } = await import(new URL('app/board/director.js', location.href).href);
    const { Camera } = await import(new URL('app/board/camera.js', location.href).href);
    const camera = new Camera();
    Object.assign(camera, { width: 1080, height: 680, frame: [0, 0, 100, 100] });
    const director = new Director();
    const act = (/** @type {number} */ x, /** @type {number} */ y) => ({ at: [x, y], weight: 1, size: 1 });
    /** @type {{x: number, y: number, scale: number, now: number}[]} */
    const shots = [];
    // Two places far apart are equally lively, for a minute.
    for (let now = 0; now < 60_000; now += 100) {
      const shot = director.after([act(10, 10), act(12, 11), act(80, 85), act(82, 86)], true, camera, now);
      if (shots.at(-1)?.x !== shot.x) shots.push({ ...shot, now });
    }
    const alone = new Director().after([act(40, 40)], false, camera, 0);
    const large = new Director().after([act(40, 40)], false, Object.assign(new Camera(), { width: 1080, height: 680, frame: [0, 0, 20, 10] }), 0);
    return { shots, alone, large };
  });
  const near = (/** @type {number} */ x) => visited.shots.filter((shot) => Math.abs(shot.x - x) < 10).length;
  assert.ok(near(11) >= 3 && near(81) >= 3, `both are visited in turn: ${JSON.stringify(visited.shots)}`);
  assert.ok(visited.shots.every((shot, i) => i === 0 || shot.now - visited.shots[i - 1].now >= 1500), 'no shot is too short');
  assert.ok(visited.shots.every((shot) => shot.scale >= 24), 'everybody is large enough');
  assert.ok(visited.alone.scale >= 24 && Math.abs(visited.alone.x - 40) < 1);
  assert.equal(visited.large, null, 'where the whole board is large enough, it is shown');
});

test('effects are stacked or summed', { timeout: 90_000, skip: !GAMES.includes('infection') }, async (t) => {
  const { page } = await watched(t, 'infection');
  const staged = await page.evaluate(async () => {
    const { gathered } = await import(new URL('app/board/effects.js', location.href).href);
    const rise = (/** @type {string} */ text, at = [3, 3], color = 'bad') => ({ kind: 'rise', from: at, to: at, color, text });
    const burst = { kind: 'burst', from: [3, 3], to: [3, 3], color: 'bad' };
    return gathered([rise('-3'), rise('-4'), rise('stunned', [3, 3], 'warn'), rise('stunned', [3, 3], 'warn'), rise('infected', [4, 3], 'warn'), burst, burst, rise('+1', [9, 9])]);
  });
  const words = staged.filter(({ kind }) => kind === 'rise');
  assert.deepEqual(new Set(words.map(({ text }) => text)), new Set(['-7', 'stunned ×2', 'infected', '+1']));
  assert.equal(staged.filter(({ kind }) => kind === 'burst').length, 1, 'equal ones are painted once');
  const near = words.filter(({ text }) => text !== '+1').map(({ row }) => row);
  assert.equal(new Set(near).size, 3, `words that would cover each other have rows of their own: ${near}`);
  assert.equal(words.find(({ text }) => text === '+1')?.row, 0);
});

test('in infection terrain steps back and halos fade', { timeout: 90_000, skip: !GAMES.includes('infection') }, async (t) => {
  const { page } = await watched(t, 'infection');
  const scene = await sceneOf(page, 10);
  const terrain = scene.items.filter((/** @type {any} */ item) => item.layer === 'terrain');
  assert.ok(terrain.length > 50 && terrain.every((/** @type {any} */ item) => item.opacity < 0.7), 'terrain is faint');
  const halo = scene.items.find((/** @type {any} */ item) => item.beacon);
  assert.ok(halo, 'halos are there to find units from afar');
  const session = await ask(page, 'api/session');
  const [far, near] = await page.evaluate(async ({ session, halo }) => {
    const { Painter } = await import(new URL('app/board/draw.js', location.href).href);
    return [6, 26].map((cell) => {
      const context = new OffscreenCanvas(200, 200).getContext('2d');
      new Painter(session, 'light').item(context, halo, 0, 0, halo.scale, 0, 1, { k: cell, ox: 100, oy: 100, cell });
      return [...context.getImageData(0, 0, 200, 200).data].filter((byte) => byte !== 0).length;
    });
  }, { session, halo });
  assert.ok(far > 100 && near === 0, `a halo is seen from afar (${far}) and not from near (${near})`);
});

for (const seats of [8, 32]) {
  test(`zords with ${seats} players can be read`, { timeout: 120_000, skip: !GAMES.includes('zords') }, async (t) => {
    const bots = Array.from({ length: seats }, (_, i) => ['strong', 'medium', 'weak', 'medium'][i % 4]);
    const { file } = await played(folder, `zords-${seats}`, 'zords', ...bots, '--seats', String(seats), '--set', 'days=6', '--seed', '7');
    files.set(`zords-${seats}`, file);
    const { page, url } = await watched(t, `zords-${seats}`);
    const { steps } = await ask(page, 'api/index');
    await goTo(page, url, Math.floor(steps * 0.8));
    const list = page.locator('.scores');
    assert.equal(await list.locator('li').count(), seats);
    const hidden = await page.locator('.scoreboard').evaluate((board) => board.scrollHeight - board.clientHeight);
    assert.ok(hidden <= 1, `everybody is on the scoreboard without scrolling; ${hidden} pixels are not`);
    const figures = page.locator('.chart');
    for (let i = 0; i < (await figures.count()); i++) {
      const said = await figures.nth(i).locator('.chart-value').allInnerTexts();
      assert.ok(said.length >= 3 && said.every((text) => /^\S+ -?\d+$/.test(text.trim())), `names and values: ${said}`);
    }
    await shot(page, `zords-${seats}`);
  });
}

test('a unit shows its course and its target', { timeout: 60_000, skip: !GAMES.includes('footsoldiers') }, async (t) => {
  const { page, url } = await watched(t, 'footsoldiers');
  const { steps } = await ask(page, 'api/index');
  const run = await framesOf(page, 0, steps);
  const session = await ask(page, 'api/session');
  // A step in which somebody strikes from where it stands.
  for (let n = 1; n <= steps; n++) {
    const beam = run.changes[n - 1].effects?.find((/** @type {any} */ effect) => effect.kind === 'beam');
    if (!beam) continue;
    const scene = await sceneOf(page, n);
    const striker = scene.items.find((/** @type {any} */ item) => isUnit(item) && String(item.at) === String(beam.from));
    if (!striker) continue;
    await goTo(page, url, n);
    await page.keyboard.press('r');
    await page.mouse.click(...(await onScreen(page, striker.at)));
    await page.mouse.move(2, 2);
    const middle = [(beam.from[0] + beam.to[0]) / 2, (beam.from[1] + beam.to[1]) / 2];
    await until('an arrow to its target', async () => pixelsNear(page, await onScreen(page, middle), 14, session.palette.light.bad.tint), (near) => near > 0);
    return;
  }
  assert.fail('nobody ever strikes');
});
