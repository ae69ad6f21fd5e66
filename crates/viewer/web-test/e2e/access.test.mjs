// For everybody: names of controls, the way of the focus, contrast, no movement for those who want none, and phones.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GAMES, atFrame, boardPainted, countFrames, frameOf, openPage, played, scratchFolder, serve, sharedBrowser, shot, until } from './support.mjs';

const shared = sharedBrowser();
const folder = scratchFolder();

/** A page of each kind. @type {Record<string, (game: string) => Promise<string[]>>} */
const KINDS = {
  watch: async (game) => {
    const players = game === 'zords' ? ['weak', 'medium', 'weak', 'weak', '--seats', '4'] : ['weak', 'medium'];
    return ['watch', (await played(folder, `${game}-${Math.random()}`, game, ...players, '--seed', '7')).file];
  },
  hand: async (game) => ['play', game, 'human', 'builtin:medium', ...(game === 'zords' ? ['--seats', '2'] : []), '--seed', '7'],
  edit: async (game) => ['edit', game],
};

/** Waits until a page of any kind can be used. @param {import('playwright-core').Page} page @param {string} kind */
async function usable(page, kind) {
  await boardPainted(page);
  if (kind === 'watch') await page.locator('.charts figure').first().waitFor({ state: 'attached' });
  if (kind === 'hand') await page.locator('.hand-panel[data-phase="asked"] .sends button:enabled').first().waitFor();
  if (kind === 'edit') await page.getByText('✓ Playable').waitFor();
}

for (const kind of Object.keys(KINDS)) {
  test(`${kind}: names, focus and contrast`, { timeout: 60_000 }, async (t) => {
    const server = await serve(folder, await KINDS[kind]('golems'));
    t.after(() => server.close());
    const view = await openPage(shared, server.url);
    const { page } = view;
    t.after(() => view.context.close());
    await usable(page, kind);

    await t.test('every control has a name', async () => {
      const lines = (await page.locator('body').ariaSnapshot()).split('\n');
      const controls = lines.filter((line) => /^\s*- (button|combobox|textbox|searchbox|slider|checkbox|spinbutton|link|tab|application)\b/.test(line));
      assert.ok(controls.length > 8, `there are controls: ${controls.length}`);
      const nameless = controls.filter((line) => !/- \w+ (".+"|\/.+\/)/.test(line));
      assert.deepEqual(nameless, []);
    });

    await t.test('Tab reaches everything, and one sees where it is', async () => {
      await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement)?.blur());
      // Told apart by their words: panels are built anew while one goes through them.
      const all = await page.evaluate(() => {
        const boxes = [...document.querySelectorAll('button, select, input, textarea, a[href], canvas[tabindex], [role="slider"], summary')];
        return boxes.filter((box) => box.checkVisibility() && !(/** @type {HTMLButtonElement} */ (box).disabled) && /** @type {HTMLElement} */ (box).tabIndex >= 0 && !box.closest('[aria-hidden="true"]')).map((box) => `${box.tagName} ${box.getAttribute('aria-label') ?? box.getAttribute('data-pointer') ?? box.textContent?.slice(0, 40)}`);
      });
      /** @type {Map<string, boolean>} */
      const visited = new Map();
      let left = 0;
      for (let i = 0; i < all.length * 2 + 20 && left < 2; i++) {
        await page.keyboard.press('Tab');
        const found = await page.evaluate(() => {
          const box = document.activeElement;
          if (!box || box === document.body) return null;
          const look = getComputedStyle(box);
          const around = getComputedStyle(box.parentElement ?? box);
          const seen = (look.outlineStyle !== 'none' && parseFloat(look.outlineWidth) > 0) || look.boxShadow !== 'none' || around.outlineStyle !== 'none';
          return { what: `${box.tagName} ${box.getAttribute('aria-label') ?? box.getAttribute('data-pointer') ?? box.textContent?.slice(0, 40)}`, seen };
        });
        if (found) visited.set(found.what, found.seen);
        else left++;
      }
      assert.deepEqual(all.filter((what) => !visited.has(what)), [], `reached by Tab; there were ${[...visited.keys()]}`);
      assert.ok(visited.size >= 8, `${visited.size} controls were reached`);
      assert.deepEqual([...visited].filter(([, seen]) => !seen).map(([what]) => what), [], 'the focus can be seen');
      assert.equal(await page.locator('[tabindex]:not([tabindex="0"]):not([tabindex="-1"])').count(), 0, 'the order is that of the page');
    });

    for (const theme of ['light', 'dark']) {
      await t.test(`words can be read, ${theme}`, async () => {
        await page.emulateMedia({ colorScheme: /** @type {'light' | 'dark'} */ (theme) });
        await until('the theme', () => page.evaluate(() => document.documentElement.dataset.theme), (now) => now === theme);
        // Colours may glide from one theme to the other.
        await until('the colours rest', () => page.evaluate(() => document.getAnimations().length), (moving) => moving === 0);
        const faint = await page.evaluate(faintWords);
        assert.deepEqual(faint, []);
        await shot(page, `${kind}-golems-${theme}`);
      });
    }
    view.clean();
  });
}

/** Words on the page whose contrast is below 4.5 to 1, or 3 to 1 for large ones. Runs in the page. */
function faintWords() {
  /** @param {string} text @returns {number[]} */
  const parse = (text) => {
    const canvas = new OffscreenCanvas(1, 1);
    const context = canvas.getContext('2d');
    context.fillStyle = text;
    context.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = context.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  /** @param {number[]} top @param {number[]} below */
  const over = (top, below) => [0, 1, 2].map((i) => top[i] * top[3] + below[i] * (1 - top[3])).concat(1);
  /** @param {number[]} color */
  const light = (color) => {
    const [r, g, b] = color.map((value) => (value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  /** @param {Element | null} box @returns {number[]} */
  const behind = (box) => {
    if (!box) return [255, 255, 255, 1];
    const own = parse(getComputedStyle(box).backgroundColor);
    return own[3] >= 0.999 ? own : over(own, behind(box.parentElement));
  };
  const found = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const box = node.parentElement;
    const text = node.textContent?.trim();
    if (!box || !text || !box.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if (box.closest('.sr-only, script, style, noscript, option, [disabled], .idle')) continue;
    const look = getComputedStyle(box);
    let opacity = 1;
    for (let one = /** @type {Element | null} */ (box); one; one = one.parentElement) opacity *= Number(getComputedStyle(one).opacity);
    const back = behind(box);
    const ink = parse(look.color);
    const front = over([ink[0], ink[1], ink[2], ink[3] * opacity], back);
    const [high, low] = [light(front), light(back)].sort((a, b) => b - a);
    const contrast = (high + 0.05) / (low + 0.05);
    const size = parseFloat(look.fontSize);
    const large = size >= 24 || (size >= 18.6 && Number(look.fontWeight) >= 700);
    if (contrast < (large ? 3 : 4.5)) found.add(`${contrast.toFixed(2)} ${box.tagName}.${box.className}: ${text.slice(0, 30)}`);
  }
  return [...found];
}

test('the theme follows the system, however often it is asked for', { timeout: 60_000 }, async (t) => {
  const server = await serve(folder, await KINDS.watch('golems'));
  t.after(() => server.close());
  const view = await openPage(shared, server.url);
  await usable(view.page, 'watch');
  // A page asks for its theme at any moment, also when the system has just changed and has not said so yet.
  await view.page.evaluate(async () => {
    const { ThemeSwitch } = await import(new URL('app/shared/theme.js', location.href).href);
    const themes = new ThemeSwitch();
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => port2.postMessage(themes.theme);
    port2.onmessage = () => port1.postMessage(themes.theme);
    port1.postMessage(themes.theme);
    themes.addEventListener('theme', () => (document.documentElement.dataset.asked = themes.theme));
  });
  for (let i = 0; i < 10; i++) {
    const theme = i % 2 === 0 ? 'dark' : 'light';
    await view.page.emulateMedia({ colorScheme: theme });
    await until('the theme', () => view.page.evaluate(() => document.documentElement.dataset.asked), (now) => now === theme);
  }
  await view.close();
});

test('nothing moves for those who want no movement', { timeout: 60_000 }, async (t) => {
  const server = await serve(folder, await KINDS.watch('golems'));
  t.after(() => server.close());
  /** Animation frames that one step takes. @param {'reduce' | 'no-preference'} reducedMotion */
  const frames = async (reducedMotion) => {
    const view = await openPage(shared, server.url, { reducedMotion, script: countFrames });
    await usable(view.page, 'watch');
    const count = () => view.page.evaluate(() => window.animationFrames);
    const settled = () => until('rest', async () => {
      const before = await count();
      await new Promise((done) => setTimeout(done, 350));
      return (await count()) - before;
    }, (more) => more === 0);
    await settled();
    const before = await count();
    await view.page.keyboard.press('ArrowRight');
    await atFrame(view.page, 1);
    await settled();
    const used = (await count()) - before;
    const moving = await view.page.evaluate(() => document.getAnimations().length);
    await view.close();
    return { used, moving };
  };
  const still = await frames('reduce');
  const lively = await frames('no-preference');
  assert.ok(lively.used > 4, `a step is animated: ${lively.used} frames`);
  assert.ok(still.used <= 3, `a step without movement takes ${still.used} frames`);
  assert.equal(still.moving, 0);
});

for (const game of GAMES) {
  test(`${game} on a phone`, { timeout: 90_000 }, async (t) => {
    for (const kind of Object.keys(KINDS)) {
      await t.test(kind, async (t) => {
        const server = await serve(folder, await KINDS[kind](game));
        t.after(() => server.close());
        const view = await openPage(shared, server.url, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
        const { page } = view;
        t.after(() => view.context.close());
        await usable(page, kind);
        await shot(page, `phone-${kind}-${game}`);
        const wide = await page.evaluate(() => ({ inner: innerWidth, page: document.documentElement.scrollWidth, body: document.body.scrollWidth }));
        assert.deepEqual(wide, { inner: 360, page: 360, body: 360 }, 'nothing to scroll sideways');
        const board = await page.locator('canvas.board-canvas').boundingBox();
        assert.ok(board && board.width >= 300 && board.height >= 200, `the board has room: ${JSON.stringify(board)}`);
        // Whatever can be pressed lies on the screen, or in something that scrolls there.
        const lost = await page.evaluate(() => {
          const gone = [];
          for (const box of document.querySelectorAll('button, select, input:not(.sr-only), [role="slider"]')) {
            if (!box.checkVisibility()) continue;
            const { left, right, top, bottom, width } = box.getBoundingClientRect();
            let scrolls = false;
            for (let one = box.parentElement; one; one = one.parentElement) if (/auto|scroll/.test(getComputedStyle(one).overflowX + getComputedStyle(one).overflowY)) scrolls = true;
            const sheet = box.closest('.side-column') !== null;
            if (width > 0 && !scrolls && !sheet && (left < -1 || right > innerWidth + 1 || top < -1 || bottom > innerHeight + 1)) gone.push(`${box.getAttribute('aria-label') ?? box.textContent?.slice(0, 30)} at ${Math.round(left)},${Math.round(top)}`);
          }
          return gone;
        });
        assert.deepEqual(lost, []);
        if (kind === 'watch') {
          await page.getByRole('button', { name: 'Next frame' }).tap();
          await until('a step', () => frameOf(page), (frame) => frame === 1);
          await page.getByRole('tab', { name: 'Log' }).tap();
          const list = page.locator('#panel-log .filters');
          await until('the sheet came up', async () => (await list.boundingBox())?.y ?? 9999, (y) => y < 700);
          await page.getByRole('button', { name: 'Open or close the panels' }).tap();
          await until('and went down', async () => (await list.boundingBox())?.y ?? 9999, (y) => y > 640);
          const tools = page.getByRole('button', { name: 'Keys' });
          await tools.scrollIntoViewIfNeeded();
          await tools.tap();
          await page.getByRole('dialog').waitFor();
        }
        if (kind === 'hand') {
          const finish = page.getByRole('button', { name: 'Let a bot finish my turn' });
          await finish.scrollIntoViewIfNeeded();
          await finish.tap();
          await until('the bot has finished', () => page.locator('.hand-live').innerText(), (text) => /added|nothing/.test(text));
          const send = page.locator('.sends button').first();
          await send.scrollIntoViewIfNeeded();
          assert.ok((await send.boundingBox())?.height >= 32, 'large enough for a finger');
        }
        if (kind === 'edit') {
          await page.getByRole('toolbar', { name: 'What to place' }).getByRole('button', { name: 'Erase' }).tap();
          await page.getByText('Click or drag to erase.').waitFor();
        }
        view.clean();
      });
    }
  });
}
