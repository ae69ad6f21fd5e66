// Somebody who plays with the mouse alone, and what they do in each game. Every click is counted.

import assert from 'node:assert/strict';
import { until } from './support.mjs';
import { Person } from './table.mjs';

/** What a person does in a turn is at most this many clicks. */
const MOST_CLICKS = 15;

export class Mouse extends Person {
  /** @param {import('playwright-core').Page} page */
  constructor(page) {
    super(page);
    /** How many clicks each turn took. @type {Map<number, number>} */
    this.clicks = new Map();
    this.now = 0;
    /** Units that were sent somewhere. @type {Set<number>} */
    this.commanded = new Set();
  }

  /** Waits for the next request. */
  async turn() {
    const state = await super.turn();
    this.now = state.turn;
    return state;
  }

  #count() {
    const clicks = (this.clicks.get(this.now) ?? 0) + 1;
    this.clicks.set(this.now, clicks);
    assert.ok(clicks <= MOST_CLICKS, `turn ${this.now} takes more than ${MOST_CLICKS} clicks`);
  }

  /** How many clicks are left after keeping one for sending. */
  left() {
    return MOST_CLICKS - 1 - (this.clicks.get(this.now) ?? 0);
  }

  /** Clicks a button of the page; false if it is not there. @param {import('playwright-core').Locator} button */
  async press(button) {
    if ((await button.count()) === 0 || !(await button.first().isEnabled())) return false;
    this.#count();
    await button.first().click();
    await this.settle();
    return true;
  }

  /** Clicks a cell, and the first answer if that leads to a question; false if it cannot be clicked. @param {any} scene @param {number[]} cell */
  async point(scene, cell) {
    const place = await this.place(scene, /** @type {[number, number]} */ (cell), 'cells');
    if (!place) return false;
    this.#count();
    await this.page.mouse.click(place[0], place[1]);
    await this.settle();
    await this.answer();
    return true;
  }

  /** Answers questions with the first entry that fits. @param {RegExp} [wanted] */
  async answer(wanted = /./) {
    const asks = this.page.locator('.hand-dock.asks');
    while ((await asks.count()) > 0) await this.press(asks.getByRole('button', { name: wanted }));
  }

  async settle() {
    await until('the page rests', () => this.rests(), (yes) => yes);
  }

  /** Selects all own units. @param {any} state */
  async all(state) {
    if (await this.press(this.page.locator('.hand-picks button[data-keep="pick-all"]'))) return;
    const [unit] = this.own(state);
    if (unit) await this.point(state.scene, unit.cell);
  }

  /** @param {any} state */
  own(state) {
    return units(state).filter((item) => item.seat === state.seat);
  }

  /** @param {any} state */
  enemies(state) {
    return units(state).filter((item) => item.seat !== undefined && item.seat !== state.seat);
  }

  /** Sends everybody somewhere, if somebody has no orders yet or it is time for another goal. @param {any} state @param {number[]} goal @param {boolean} [anew] */
  async sendAll(state, goal, anew = false) {
    const own = this.own(state).map((item) => Number(item.id));
    if (own.length === 0 || !(anew || own.some((unit) => !this.commanded.has(unit)))) return;
    await this.all(state);
    await this.point(state.scene, goal);
    own.forEach((unit) => this.commanded.add(unit));
  }

  async sends() {
    this.#count();
    return this.send();
  }

  /** A legal action of somebody. @param {number | null} actor @param {(action: any) => boolean} fits */
  async legal(actor, fits) {
    return (await this.consider(actor)).legal.find(fits);
  }
}

/** @param {any} state @returns {any[]} */
function units(state) {
  return state.scene.items.filter((/** @type {any} */ item) => item.layer === 'unit' && /^\d+$/.test(item.id) && item.cell);
}

/** Whichever of some things is nearest to another. @param {any} from @param {any[]} things */
function nearest(from, things) {
  const far = (/** @type {any} */ item) => Math.hypot(item.at[0] - from.at[0], item.at[1] - from.at[1]);
  return [...things].sort((a, b) => far(a) - far(b))[0];
}

/**
 * What to do in a turn of each game.
 * @type {Record<string, (mouse: Mouse, state: any) => Promise<void>>}
 */
export const POLICIES = {
  async golems(mouse, state) {
    for (const golem of mouse.own(state)) {
      if (mouse.left() < 5) break;
      const site = (golem.facts ?? []).some((/** @type {string[]} */ [label, value]) => label === 'build points' && /^(\d+) of \1$/.test(value)) && (await mouse.legal(Number(golem.id), (action) => action.do === 'build'));
      if (!site) continue;
      await mouse.point(state.scene, golem.cell);
      await mouse.point(state.scene, [site.x, site.y]);
    }
    const [first] = mouse.own(state);
    const enemy = first && nearest(first, mouse.enemies(state));
    if (enemy) await mouse.sendAll(state, enemy.cell, state.turn % 10 < 2);
  },

  async infection(mouse, state) {
    if (state.turn_phase === 'classes') {
      await mouse.all(state);
      await mouse.press(mouse.page.locator('.hand-actor button[data-verb="pick"]'));
      await mouse.answer(/^marksman/);
      return;
    }
    if (state.turn_phase !== 'move') return;
    const [first] = mouse.own(state);
    const enemy = first && nearest(first, mouse.enemies(state));
    if (!enemy) return;
    const away = [first.cell[0] < 50 ? 95 : 5, first.cell[1] < 50 ? 95 : 5];
    await mouse.sendAll(state, state.seat === 1 ? enemy.cell : away, state.turn % 8 < 2);
  },

  async outbreak(mouse, state) {
    const { page } = mouse;
    const verb = (/** @type {string} */ name) => page.locator(`.hand-seat button[data-verb="${name}"]`);
    if (state.seat === 0 && state.turn === 1) {
      await mouse.press(verb('place'));
      for (const cell of [[0, 0], [1, 0], [0, 1], [-1, 0], [0, -1], [1, -1]]) {
        if (mouse.left() > 2 && (await mouse.legal(null, (action) => action.do === 'place' && action.x === cell[0] && action.y === cell[1]))) await mouse.point(state.scene, cell);
      }
      return;
    }
    if (state.seat === 0) {
      if (mouse.own(state).every((item) => mouse.commanded.has(Number(item.id)))) return;
      await mouse.all(state);
      await mouse.press(page.locator('.hand-paces button[data-keep="hold"]'));
      mouse.own(state).forEach((item) => mouse.commanded.add(Number(item.id)));
      return;
    }
    const spawn = () => mouse.legal(null, (action) => action.do === 'spawn');
    for (let i = 0; i < 3 && (await spawn()); i++) {
      // The same again, where that can be done.
      const again = page.locator('.hand-tools button[data-keep="again"]');
      if (i > 0 || !(await again.isEnabled())) {
        await mouse.press(verb('spawn'));
        await mouse.answer();
      } else await mouse.press(again);
    }
    const [human] = mouse.enemies(state);
    await mouse.sendAll(state, human?.cell ?? [0, 0], human !== undefined && state.turn % 6 < 2);
  },

  async footsoldiers(mouse, state) {
    const site = await mouse.legal(null, (action) => action.do === 'build');
    if (site) await mouse.point(state.scene, [site.x, site.y]);
    else {
      const [soldier] = mouse.own(state).filter((item) => item.title && !/base/i.test(item.title));
      const base = mouse.enemies(state).find((item) => /base/i.test(item.title ?? ''));
      if (soldier && base && state.turn % 5 === 0) {
        await mouse.point(state.scene, soldier.cell);
        await mouse.point(state.scene, [base.cell[0], base.cell[1] + 1]);
      }
    }
  },

  async zords(mouse, state) {
    const [first] = mouse.own(state);
    const totem = first && nearest(first, state.scene.items.filter((/** @type {any} */ item) => item.title?.startsWith('Totem')));
    if (!totem) return;
    const site = await mouse.legal(null, (action) => action.do === 'build');
    if (site) await mouse.point(state.scene, [site.x, site.y]);
    await mouse.sendAll(state, [totem.cell[0], Math.max(0, totem.cell[1] - 3)], true);
  },
};
