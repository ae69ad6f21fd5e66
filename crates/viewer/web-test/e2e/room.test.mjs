// Room: what a page says has the room it needs, on desks, phones, small frames and walls; and what is secret is not told.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GAMES, ask, atFrame, boardPainted, openPage, played, scratchFolder, serve, sharedBrowser, shot, until } from './support.mjs';

const shared = sharedBrowser();
const folder = scratchFolder();
const PHONE = { width: 390, height: 844 };

/** By game: its replay. @type {Map<string, string>} */
const replays = new Map();

/**
 * A page that shows a match of a game.
 * @param {import('node:test').TestContext} t
 * @param {string} game
 */
async function matchOf(t, game) {
  const bots = game === 'zords' ? ['strong', 'medium', 'weak', 'strong', 'medium', 'weak', 'strong', 'medium', '--seats', '8'] : game === 'footsoldiers' ? ['weak', 'medium'] : ['strong', 'medium'];
  if (!replays.has(game)) replays.set(game, (await played(folder, game, game, ...bots, '--seed', '5')).file);
  const server = await serve(folder, ['watch', String(replays.get(game)), '--json']);
  t.after(() => server.close());
  /** @param {string} query @param {{width: number, height: number}} viewport */
  const opened = async (query, viewport) => {
    const view = await openPage(shared, `${server.url}${query}`, { viewport });
    await boardPainted(view.page);
    return view;
  };
  return opened;
}

/** Which of these are cut off. @param {import('playwright-core').Page} page @param {string[]} names */
function cut(page, names) {
  return page.evaluate((names) => names.filter((name) => [...document.querySelectorAll(name)].some((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 2)), names);
}

for (const game of GAMES) {
  test(`what a page says of ${game} has room`, { timeout: 120_000 }, async (t) => {
    const opened = await matchOf(t, game);
    const desk = await opened('?frame=1', { width: 1440, height: 900 });
    const { steps, summary } = await ask(desk.page, 'api/index');
    assert.equal(await desk.page.locator('.result').innerText(), summary);
    assert.deepEqual(await cut(desk.page, ['.title', '.result > span:last-child']), []);
    await shot(desk.page, `room-${game}-desk`);
    await desk.close();

    const phone = await opened('?frame=1', PHONE);
    assert.deepEqual(await cut(phone.page, ['.title', '.result', '.result > span:last-child']), []);
    assert.equal(await phone.page.locator('.result').getAttribute('title'), summary, 'the whole sentence is a hint');
    for (const select of await phone.page.locator('select:visible').all()) {
      const [words, room] = await select.evaluate((/** @type {HTMLSelectElement} */ box) => {
        const pen = /** @type {CanvasRenderingContext2D} */ (document.createElement('canvas').getContext('2d'));
        pen.font = getComputedStyle(box).font;
        return [pen.measureText(box.selectedOptions[0].text).width, box.clientWidth - parseFloat(getComputedStyle(box).paddingLeft) - 20];
      });
      assert.ok(words <= room, `${await select.getAttribute('aria-label')}: ${words} in ${room}`);
    }
    await shot(phone.page, `room-${game}-phone`);
    await phone.close();

    const wall = await opened('?kiosk=1&speed=0.25', { width: 1920, height: 1080 });
    const [board, list] = await Promise.all(['.stage', '.scoreboard'].map((name) => wall.page.locator(name).boundingBox()));
    assert.ok(board && list && board.width === 1920 && board.height > 850, 'the board has the room of a wall');
    assert.deepEqual(await cut(wall.page, ['.scoreboard', '.scores']), []);
    await shot(wall.page, `room-${game}-wall`);
    await wall.close();

    const secret = await opened(`?spoilers=0&frame=${Math.floor(steps / 3)}`, { width: 1440, height: 900 });
    const { page } = secret;
    const told = () => page.locator('.moment').innerText();
    assert.ok(!(await told()).includes('/'), 'how long it is is not told');
    /** How far marks go, as a part of the track. */
    const marked = () => page.locator('.track-marks').evaluate((/** @type {HTMLCanvasElement} */ canvas) => {
      const { data, width } = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d')).getImageData(0, 0, canvas.width, canvas.height);
      let last = 0;
      for (let i = 3; i < data.length; i += 4) if (data[i] > 0) last = Math.max(last, ((i - 3) / 4) % width);
      return last / width;
    });
    await until('no marks of what comes', marked, (part) => part < 0.36);
    await page.keyboard.press('.');
    await atFrame(page, steps);
    await until('all is told at the end', told, (words) => words.includes(`/ ${steps}`));
    await secret.close();
  });
}

test('a row of many players shows that there is more', { timeout: 90_000, skip: !GAMES.includes('zords') }, async (t) => {
  const opened = await matchOf(t, 'zords');
  for (const viewport of [PHONE, { width: 700, height: 500 }]) {
    const { page, close } = await opened('?frame=100', viewport);
    /** Whether there is a shade at the end of the row. */
    const row = () => page.locator('.scores').evaluate((list) => ({ more: list.scrollWidth - list.clientWidth - list.scrollLeft, shades: getComputedStyle(list).backgroundAttachment }));
    const { more, shades } = await row();
    assert.ok(more > 10 && shades.includes('local') && shades.includes('scroll'), `${more} pixels more, ${shades}`);
    await page.locator('.scores .side').last().focus();
    await until('the last one is reached', row, (now) => now.more < 10);
    await close();
  }
});

test('Escape selects nothing', { timeout: 60_000, skip: !GAMES.includes('footsoldiers') }, async (t) => {
  const opened = await matchOf(t, 'footsoldiers');
  const { page, close } = await opened('?frame=3', { width: 1440, height: 900 });
  await page.mouse.click(500, 400);
  await page.locator('.inspector-head').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.inspector-head').waitFor({ state: 'detached' });
  await close();
});
