// A person at the table, for tests: finds out what could be ordered from the server, and orders it with mouse and keys.

import assert from 'node:assert/strict';
import { ask, screenPlaces, tabToBoard, until, walkCursor } from './support.mjs';

/** @typedef {{do: string, unit?: number, [key: string]: unknown}} Action */
/** @typedef {{action: Action, verb: any, actor: number | null, scene: any}} Idea */

export class Person {
  /** @param {import('playwright-core').Page} page */
  constructor(page) {
    this.page = page;
    /** What the page asked last, and what it was told. @type {{request: number, orders: Action[], actor: any} | null} */
    this.asked = null;
    /** How often it was told something. */
    this.answers = 0;
    /** @type {any} */
    this.scene = null;
    /** @type {any} */
    this.session = null;
    /** What was sent. @type {{request: number, orders: Action[]}[]} */
    this.sent = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('hand/send')) this.sent.push(request.postDataJSON());
    });
    let came = 0;
    let newest = 0;
    page.on('response', async (answer) => {
      if (!answer.url().endsWith('hand/consider') || !answer.ok()) return;
      const n = ++came;
      const told = await answer.json().catch(() => null);
      // Bodies are read at their own pace: an older one must not come last.
      if (!told || n < newest) return;
      newest = n;
      [this.asked, this.scene] = [answer.request().postDataJSON(), told.scene];
      this.answers++;
    });
  }

  /** Waits until the page knows of the newest request and is at rest; gives back the state. */
  async turn() {
    this.session ??= await ask(this.page, 'api/session');
    let state;
    await until('the turn of the person, or the end', async () => {
      state = await ask(this.page, 'hand/state');
      const phase = await this.page.locator('.hand-panel').getAttribute('data-phase');
      if (state.phase === 'over') return phase === 'over';
      // What was sent a moment ago may not have arrived yet: that request is not asked again.
      if (this.sent.at(-1)?.request === state.request) return false;
      return state.phase === 'asked' && phase === 'asked' && this.asked?.request === state.request && (await this.rests());
    }, (yes) => yes === true, 30_000);
    return /** @type {any} */ (state);
  }

  /** Whether the page is not busy with the server. */
  async rests() {
    const send = this.page.locator('.sends button').first();
    return (await send.count()) > 0 && (await send.isEnabled());
  }

  /** The orders so far, as the page last told the server. @returns {Action[]} */
  orders() {
    return this.asked?.orders ?? [];
  }

  /** Waits until the orders of the page are these. @param {Action[]} orders @param {string} what */
  async ordered(orders, what) {
    const wanted = JSON.stringify(orders.map(sorted));
    await until(what, () => JSON.stringify(this.orders().map(sorted)), (seen) => seen === wanted);
    await until('the list of orders', () => this.page.locator('.hand-orders ol > li').count(), (count) => count === orders.length);
    await until('the page rests', () => this.rests(), (yes) => yes);
  }

  /** @param {number | null} actor @param {Action[]} [orders] */
  consider(actor, orders = this.orders()) {
    const who = actor === null ? { seat: true } : { unit: actor };
    return ask(this.page, 'hand/consider', { request: this.asked?.request, orders, actor: who });
  }

  /** @param {Action} action @param {Action[]} [orders] */
  why(action, orders = this.orders()) {
    return ask(this.page, 'hand/why', { request: this.asked?.request, orders, action });
  }

  /**
   * What could be ordered now, a few ideas of each actor, those that are composed on the board first.
   * @param {(number | null)[] | null} [only] these actors
   * @returns {Promise<Idea[]>}
   */
  async ideas(only = null) {
    const told = await ask(this.page, 'hand/consider', { request: this.asked?.request, orders: this.orders(), actor: null });
    const able = told.actors.filter((/** @type {[number | null, number]} */ [, ways]) => ways > 0).map((/** @type {[number | null, number]} */ [who]) => who);
    const actors = (only ?? [...able.filter((/** @type {number | null} */ who) => who !== null).slice(0, 5), ...able.filter((/** @type {number | null} */ who) => who === null)]).filter((who) => able.includes(who));
    /** @type {Idea[]} */
    const ideas = [];
    for (const actor of actors) {
      const { legal, scene } = await this.consider(actor);
      /** @type {Map<string, number>} */
      const had = new Map();
      for (const action of legal) {
        const verb = this.verb(action);
        if (!verb || verb.ends) continue;
        const count = had.get(verb.label) ?? 0;
        had.set(verb.label, count + 1);
        if (count < 40) ideas.push({ action, verb, actor, scene });
      }
    }
    return ideas;
  }

  /** @param {Action} action */
  verb(action) {
    const named = this.session.verbs.filter((/** @type {any} */ verb) => verb.name === action.do);
    const keys = Object.keys(action).length;
    return named.find((/** @type {any} */ verb) => slotKeys(verb).length + (verb.unit ? 2 : 1) === keys && slotKeys(verb).every((key) => key in action)) ?? named[0];
  }

  /**
   * Where something is on the screen, if a click there reaches the board.
   * @param {any} scene
   * @param {[number, number]} point
   * @param {'points' | 'cells'} kind
   */
  async place(scene, point, kind) {
    const [[x, y]] = await screenPlaces(this.page, scene, [point], kind);
    const free = await this.page.evaluate(([x, y]) => document.elementFromPoint(x, y)?.classList.contains('board-canvas') ?? false, [x, y]);
    return free ? /** @type {[number, number]} */ ([x, y]) : null;
  }

  /** @param {any} scene @param {number | string} id */
  item(scene, id) {
    return scene.items.find((/** @type {any} */ item) => item.id === String(id));
  }

  /** Clicks a place on the board, and in the menu if one asks what is meant. @param {[number, number]} place @param {RegExp} meant */
  async click(place, meant) {
    await this.page.mouse.click(place[0], place[1]);
    const menu = this.page.locator('.hand-dock.asks');
    const entry = menu.getByRole('button', { name: meant }).first();
    // A menu comes at once or not at all.
    if (await menu.isVisible()) await entry.click();
  }

  /** Selects a unit by a click on it. @param {any} scene @param {number} unit */
  async select(scene, unit) {
    const item = this.item(scene, unit);
    const place = await this.place(scene, item.at, 'points');
    assert.ok(place, `${item.title} can be clicked`);
    await this.page.keyboard.press('Escape');
    await this.page.keyboard.press('Escape');
    await this.click(place, new RegExp(`^Select ${escaped(item.title)}\\b`));
    await until(`${item.title} is selected`, () => this.page.locator('.hand-actor h2').allInnerTexts(), ([title]) => title === item.title);
  }

  /** Whether every place of an idea can be clicked. @param {Idea} idea */
  async isClickable({ action, verb, actor, scene }) {
    const onBoard = actor !== null || verb.slots.some((/** @type {any} */ slot) => !('choice' in slot));
    if (!onBoard) return false;
    if (actor !== null && !(await this.place(scene, this.item(scene, actor)?.at ?? [-9, -9], 'points'))) return false;
    for (const slot of verb.slots) {
      const value = valueOf(slot, action);
      if ('cell' in slot && value && !(await this.place(scene, /** @type {any} */ (value), 'cells'))) return false;
      if ('item' in slot && !(this.item(scene, /** @type {any} */ (value)) && (await this.place(scene, this.item(scene, /** @type {any} */ (value)).at, 'points')))) return false;
    }
    return true;
  }

  /** Presses the button of a verb. @param {any} verb @param {number | null} actor */
  async begin(verb, actor) {
    const button = this.page.locator(`${actor === null ? '.hand-seat' : '.hand-actor'} button[data-verb="${verb.name}"]`).filter({ hasText: verb.label }).first();
    const before = this.orders().length;
    await button.click();
    await this.begun(verb, before);
  }

  /** Waits until the page is ready for what comes after the verb: its button is down, or all of it was settled at once. @param {any} verb @param {number} before */
  async begun(verb, before) {
    const pressed = this.page.locator(`.hand-verbs button[data-verb="${verb.name}"][aria-pressed="true"]`);
    await until(`${verb.label} is begun`, async () => (await pressed.count()) > 0 || this.orders().length > before, (yes) => yes);
  }

  /** Composes an order with the mouse. @param {Idea} idea */
  async orderByClicks({ action, verb, actor, scene }) {
    const before = this.orders();
    if (actor !== null) await this.select(scene, actor);
    await this.begin(verb, actor);
    for (const slot of verb.slots) {
      const value = valueOf(slot, action);
      if ('choice' in slot) await this.choose(slot, value, scene, 'mouse');
      else if ('cell' in slot) {
        const place = await this.place(scene, /** @type {any} */ (value), 'cells');
        assert.ok(place);
        await this.page.mouse.click(place[0], place[1]);
      } else {
        const item = this.item(scene, /** @type {any} */ (value));
        const place = await this.place(scene, item.at, 'points');
        assert.ok(place);
        await this.click(place, new RegExp(`${escaped(item.title)}\\b`));
      }
    }
    await this.ordered([...before, action], `${verb.label} was ordered by clicks`);
  }

  /** Composes an order with the keyboard alone: any of the next actor that the keys reach. */
  async orderByKeys() {
    const { page } = this;
    const before = this.orders();
    await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement)?.blur());
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await tabToBoard(page);
    // Where no unit can act the seat itself gives orders.
    const units = (await this.ideas()).filter((idea) => idea.actor !== null);
    const { answers } = this;
    await page.keyboard.press('e');
    // An answer about what was selected before may still be on its way: the page shows by its name which unit it is now.
    const selected = async () => {
      const unit = this.answers > answers ? this.asked?.actor?.unit : undefined;
      const [name] = await page.locator('.hand-actor h2').allInnerTexts();
      return typeof unit === 'number' && this.item(this.scene, unit)?.title === name ? unit : null;
    };
    const actor = units.length === 0 ? null : await until('a unit is selected', selected, (unit) => unit !== null);
    if (actor === null) await until('nothing is selected', () => page.locator('.hand-actor h2').count(), (count) => count === 0);
    const ideas = await this.ideas([actor]);
    const idea = ideas.find(({ verb }) => verb.walks) ?? ideas[0];
    if (!idea) return null;
    const { action, verb, scene } = idea;
    await until('the page rests', () => this.rests(), (yes) => yes);
    await page.keyboard.press(verb.key);
    await this.begun(verb, before.length);
    for (const slot of verb.slots) {
      const value = valueOf(slot, action);
      if ('choice' in slot) await this.choose(slot, value, scene, 'keys');
      else {
        const cell = 'cell' in slot ? value : this.item(scene, /** @type {any} */ (value)).cell;
        await tabToBoardIfNeeded(page);
        await walkCursor(page, scene, /** @type {any} */ (cell));
        await page.keyboard.press('Enter');
        const menu = page.locator('.hand-dock.asks');
        if ('item' in slot && (await menu.isVisible())) await this.pickByKeys(new RegExp(`${escaped(this.item(scene, /** @type {any} */ (value)).title)}\\b`));
      }
    }
    await this.ordered([...before, action], `${verb.label} was ordered by keys`);
    return idea;
  }

  /** @param {any} slot @param {unknown} value @param {any} scene @param {'mouse' | 'keys'} how */
  async choose(slot, value, scene, how) {
    const menu = this.page.locator('.hand-dock.asks');
    const asked = await this.page.waitForFunction(() => {
      if (document.querySelector('.hand-dock.asks')) return 'yes';
      // Where only one thing can be chosen nobody is asked.
      const prompt = document.querySelector('.hand-prompt')?.textContent ?? '';
      return prompt.endsWith('(choose)') ? false : 'no';
    });
    if ((await asked.jsonValue()) === 'no') return;
    const text = new RegExp(`^${escaped(value === null || value === undefined ? 'none' : typeof value === 'object' ? JSON.stringify(value) : String(value).replaceAll('_', ' '))}(?=\\s|\\d*$)`);
    if (how === 'mouse') await menu.getByRole('button', { name: text }).first().click();
    else await this.pickByKeys(text);
  }

  /** Chooses in an open menu with the arrow keys. @param {RegExp} text */
  async pickByKeys(text) {
    const entries = this.page.locator('.hand-dock.asks button');
    const labels = await entries.locator('span').allInnerTexts();
    const to = labels.findIndex((label) => text.test(label));
    assert.ok(to >= 0, `${text} is offered: ${labels}`);
    if (to < 9) await this.page.keyboard.press(String(to + 1));
    else {
      for (let i = 0; i < to; i++) await this.page.keyboard.press('ArrowDown');
      await this.page.keyboard.press('Enter');
    }
  }

  /** Something that the rules refuse and that can be tried by clicks. @returns {Promise<(Idea & {why: string, at: [number, number]}) | null>} */
  async refusable() {
    const ideas = await this.ideas();
    const tried = new Set();
    const actors = [...new Set(ideas.map((idea) => idea.actor))];
    for (const actor of actors) {
      const { legal, scene } = await this.consider(actor);
      if (actor !== null && !(await this.place(scene, this.item(scene, actor)?.at ?? [-9, -9], 'points'))) continue;
      for (const verb of this.session.verbs) {
        const at = verb.slots.findIndex((/** @type {any} */ slot) => !('choice' in slot));
        // Slots that come before would have to be filled first.
        if (verb.unit !== (actor !== null) || verb.ends || at !== 0 || tried.has(`${actor} ${verb.name}`)) continue;
        // A verb for which there is nothing is refused before anything is pointed at.
        if (!legal.some((/** @type {Action} */ action) => this.verb(action) === verb)) continue;
        tried.add(`${actor} ${verb.name}`);
        const slot = verb.slots[0];
        const like = legal.find((/** @type {Action} */ action) => this.verb(action) === verb);
        const known = new Set(legal.filter((/** @type {Action} */ action) => this.verb(action) === verb).map((/** @type {Action} */ action) => JSON.stringify(valueOf(slot, action))));
        const targets = 'cell' in slot ? cellsOf(scene) : scene.items.filter((/** @type {any} */ item) => /^\d+$/.test(item.id) && item.cell && item.title);
        for (const target of spread(targets, 24)) {
          const value = 'cell' in slot ? target : Number(target.id);
          if (known.has(JSON.stringify(value))) continue;
          const action = { ...like, ...('cell' in slot ? { [slot.cell.x]: value[0], [slot.cell.y]: value[1] } : { [slot.item.key]: value }) };
          const refusal = await this.why(action);
          const place = refusal && (await this.place(scene, 'cell' in slot ? value : target.at, 'cell' in slot ? 'cells' : 'points'));
          // Several things at one place: which of them is meant is not for this test.
          const crowd = 'item' in slot ? scene.items.filter((/** @type {any} */ item) => /^\d+$/.test(item.id) && Math.hypot(item.at[0] - target.at[0], item.at[1] - target.at[1]) < 1.5).length : 0;
          if (refusal && place && crowd < 2) return { action, verb, actor, scene, why: refusal.why, at: place };
        }
      }
    }
    return null;
  }

  /** Tries what is refused, and reads why. @param {Idea & {why: string, at: [number, number]}} idea */
  async beRefused({ verb, actor, scene, why, at }) {
    const before = this.orders();
    if (actor !== null) await this.select(scene, actor);
    await this.begin(verb, actor);
    await this.page.mouse.click(at[0], at[1]);
    const hint = this.page.locator('.hand-dock.says');
    await hint.waitFor();
    await until('the reason beside the place', () => hint.innerText(), (text) => text.includes(why));
    assert.ok((await this.page.locator('.hand-live').innerText()).includes(why), 'and where it is read aloud');
    await this.page.keyboard.press('Escape');
    await this.page.keyboard.press('Escape');
    await this.page.keyboard.press('Escape');
    await this.ordered(before, 'nothing was ordered by it');
  }

  /** Presses the button and the key of a greyed verb, and is told why not; false if the selected unit has none. @param {number} actor */
  async beBarred(actor) {
    const before = this.orders();
    const { scene } = await this.consider(actor);
    if (!(await this.place(scene, this.item(scene, actor)?.at ?? [-9, -9], 'points'))) return false;
    await this.select(scene, actor);
    const idle = this.page.locator('.hand-actor button.verb.idle').first();
    if ((await idle.count()) === 0) return false;
    const name = await idle.getAttribute('data-verb');
    const verb = this.session.verbs.find((/** @type {any} */ one) => one.name === name && one.unit);
    for (const press of [() => idle.click(), () => this.page.keyboard.press(verb.key)]) {
      await press();
      const hint = this.page.locator('.hand-dock.says');
      await hint.waitFor();
      const text = await hint.locator('p').innerText();
      assert.ok(text.startsWith(verb.label) && /[a-z]\.$/.test(text) && !text.includes('?'), text);
      assert.equal(await this.page.locator('.hand-verbs button[aria-pressed="true"]').count(), 0, 'nothing is asked for');
      await this.page.keyboard.press('Escape');
      await hint.waitFor({ state: 'detached' });
    }
    await this.page.keyboard.press('Escape');
    await this.ordered(before, 'nothing was ordered by it');
    return true;
  }

  /** Takes the last order back with the button. */
  async undo() {
    const before = this.orders();
    await this.page.getByRole('button', { name: 'Undo', exact: true }).click();
    await this.ordered(before.slice(0, -1), 'the last order was taken back');
    await this.page.getByRole('button', { name: 'Redo', exact: true }).click();
    await this.ordered(before, 'and given again');
    await this.page.keyboard.press('Control+z');
    await this.ordered(before.slice(0, -1), 'and taken back with the keyboard');
  }

  /** Lets a bot finish the turn, and sends it. @param {string} [bot] */
  async finish(bot = 'medium') {
    await this.page.getByRole('combobox', { name: 'The bot that finishes the turn' }).selectOption(bot);
    await this.page.getByRole('button', { name: 'Let a bot finish my turn' }).click();
    await until('the bot has finished', () => this.page.locator('.hand-live').innerText(), (text) => /added|would add nothing/.test(text));
    await until('the page rests', () => this.rests(), (yes) => yes);
    return this.send();
  }

  async send() {
    const { sent } = this;
    const count = sent.length;
    await this.page.locator('.sends button').first().click();
    // The first turn without orders is asked about.
    const empty = this.page.getByRole('dialog', { name: 'No orders?' }).getByRole('button', { name: /without orders/ });
    await until('it was sent', async () => {
      if (sent.length === count && (await empty.isVisible())) await empty.click({ timeout: 1000 }).catch(() => {});
      return sent.length;
    }, (now) => now > count);
    return sent[sent.length - 1];
  }
}

/** @param {any} slot @param {Action} action */
function valueOf(slot, action) {
  if ('cell' in slot) return action[slot.cell.x] === undefined ? undefined : [action[slot.cell.x], action[slot.cell.y]];
  return action['item' in slot ? slot.item.key : slot.choice.key];
}

/** @param {any} verb @returns {string[]} */
function slotKeys(verb) {
  return verb.slots.flatMap((/** @type {any} */ slot) => ('cell' in slot ? [slot.cell.x, slot.cell.y] : ['item' in slot ? slot.item.key : slot.choice.key]));
}

/** The same object with its keys in order, to compare. @param {Action} action */
function sorted(action) {
  return Object.fromEntries(Object.entries(action).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Cells all over the board. @param {any} scene @returns {[number, number][]} */
function cellsOf({ frame, grid }) {
  const [rx, ry] = grid.right;
  const [ux, uy] = grid.up;
  const across = rx * uy - ry * ux;
  /** @type {[number, number][]} */
  const cells = [];
  for (let i = 1; i < 14; i++) {
    for (let j = 1; j < 14; j++) {
      const dx = frame[0] + (frame[2] * i) / 14 - grid.origin[0];
      const dy = frame[1] + (frame[3] * j) / 14 - grid.origin[1];
      cells.push([Math.round((dx * uy - dy * ux) / across), Math.round((rx * dy - ry * dx) / across)]);
    }
  }
  return cells;
}

/** Some of a list, from all over it. @template T @param {T[]} list @param {number} count @returns {T[]} */
function spread(list, count) {
  if (list.length <= count) return list;
  return Array.from({ length: count }, (_, i) => list[Math.floor((i * list.length) / count)]);
}

/** @param {import('playwright-core').Page} page */
async function tabToBoardIfNeeded(page) {
  const there = await page.evaluate(() => document.activeElement?.classList.contains('board-canvas') ?? false);
  if (!there) await tabToBoard(page);
}

/** @param {string} text */
function escaped(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
