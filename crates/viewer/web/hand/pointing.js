// What pointing at the board means: selecting units, filling slots, asking why something is not allowed.

import { slotKind, slotLabel } from './legal.js';
import { orderText, valueText } from './orders.js';

/**
 * Something that was pointed at: the things there, the topmost first, the cell, and where that is on the screen;
 * whether it is added to what is selected, and whether to ask what is meant although that seems clear.
 * @typedef {{items: Item[], cell: Point | null, place: Point, more: boolean, choose: boolean}} Pointed
 */
/**
 * What pointing needs of the page around it.
 * @typedef {{menu: import('./menu.js').PlaceMenu, say: (text: string, kind?: 'plain' | 'bad') => void,
 *   run: (work: () => Promise<void>) => Promise<void>, render: () => void, inspect: (item: Item | null) => void,
 *   mine: (verb: Verb) => boolean}} HandPage
 */

export class HandPointing {
  /**
   * @param {import('./turn.js').HandTurn} turn
   * @param {HandPage} page
   */
  constructor(turn, page) {
    this.turn = turn;
    this.page = page;
    /** The verb that several units are to do. @type {Verb | null} */
    this.crowdVerb = null;
  }

  /** @param {Pointed} at */
  async pick(at) {
    const { turn } = this;
    // An open question is cancelled; the click answers the one before it.
    this.page.menu.cancel();
    const own = at.items.filter((item) => isNumbered(item) && turn.isOwn(item));
    if (at.more) return this.#gather(own);
    if (turn.crowd.size > 1) return this.#sendCrowd(at);
    const composer = turn.composer;
    const fits = composer?.fits(at.cell, numbersOf(at.items)) ?? [];
    const others = composer?.verb ? [] : own.filter((item) => Number(item.id) !== composer?.actor);
    /** @type {import('./menu.js').MenuEntry[]} */
    const ways = [
      ...fits.map((fit) => ({ label: this.#fitText(fit), hint: fit.verb.about, press: () => this.#take(fit, at.place) })),
      ...others.map((item) => ({ label: `Select ${item.title ?? item.id}`, press: () => this.select(Number(item.id)) })),
    ];
    // On bare ground a click means walking, whatever else could be done there.
    const walk = fits.findIndex((fit) => fit.verb.walks);
    if (walk >= 0 && !at.choose && numbersOf(at.items).length === 0) return ways[walk].press();
    if (ways.length === 1) return ways[0].press();
    if (ways.length > 1) return this.page.menu.ask(at.place, at.cell ? `Here (${at.cell.join(', ')})` : 'Here', ways, () => this.page.render());
    if (composer && !(at.items.some((item) => Number(item.id) === composer.actor) && !composer.verb)) return this.#ask(at);
    this.page.inspect(at.items[0] ?? null);
  }

  /**
   * What a click there would do, in a few words; empty if nothing.
   * @param {Point | null} cell
   * @param {Item[]} items
   */
  hint(cell, items) {
    if (this.turn.crowd.size > 1) return cell ? `Send them to (${cell.join(', ')})` : '';
    const fits = this.turn.composer?.fits(cell, numbersOf(items)) ?? [];
    const walk = numbersOf(items).length === 0 ? fits.find((fit) => fit.verb.walks) : undefined;
    if (!walk || fits.length < 2) return fits.map((fit) => this.#fitText(fit)).join(', or ');
    const others = fits.filter((fit) => fit !== walk).map((fit) => fit.verb.label);
    return `${this.#fitText(walk)} (with Control: ${others.join(', ')})`;
  }

  /** @param {number | null} actor */
  async select(actor) {
    this.crowdVerb = null;
    await this.page.run(() => this.turn.select(actor));
    const item = actor === null ? null : this.turn.item(String(actor));
    if (item) this.page.inspect(item);
    const can = this.turn.offered().map((verb) => verb.label);
    if (actor !== null) this.page.say(can.length > 0 ? `${item?.title ?? actor}: ${can.join(', ')}` : `${item?.title ?? actor} can do nothing more.`);
  }

  /**
   * @param {Verb} verb
   * @param {Point} place
   */
  async choose(verb, place) {
    const { turn } = this;
    if (verb.unit && turn.crowd.size > 1) {
      this.crowdVerb = this.crowdVerb === verb ? null : verb;
      if (verb.slots.length === 0) return this.#crowdDoes(verb, undefined);
      return this.page.render();
    }
    const actor = verb.unit ? turn.composer?.actor : null;
    if (actor === undefined || (verb.unit && actor === null)) return this.page.say('Choose a unit first.', 'bad');
    if (!turn.composer || turn.composer.actor !== actor) await this.select(actor);
    const composer = turn.composer;
    if (!composer) return;
    composer.choose(composer.verb === verb && verb.slots.length > 0 ? null : verb);
    if (composer.verb && verb.slots.length === 0 && composer.index.count(verb) === 0) {
      await this.#ask({ items: [], cell: null, place, more: false, choose: false });
      composer.choose(null);
      return this.page.render();
    }
    return this.#advance(place);
  }

  /** One step back; false if there was none. */
  back() {
    if (this.crowdVerb) this.crowdVerb = null;
    else if (this.turn.composer?.verb) this.turn.composer.back();
    else if (this.turn.composer || this.turn.crowd.size > 0) this.turn.drop();
    else return false;
    this.page.render();
    return true;
  }

  /** What is wanted next, in words. */
  prompt() {
    const { composer, crowd } = this.turn;
    if (crowd.size > 1) return this.crowdVerb ? `${this.crowdVerb.label}: ${promptOf(this.crowdVerb.slots[0])}` : 'Click where they should go.';
    if (!composer) return this.turn.ready().length > 0 ? matchMedia('(pointer: coarse)').matches ? 'Tap one of your units.' : 'Click one of your units, or press Tab.' : '';
    const open = composer.open();
    if (!composer.verb) return composer.targets().length > 0 ? 'Click a marked place, or choose what to do. Any other place tells you why not.' : 'Choose what to do.';
    return open < 0 ? '' : `${composer.verb.label}: ${promptOf(composer.verb.slots[open])}`;
  }

  /** @param {Item[]} own */
  async #gather(own) {
    const { turn } = this;
    if (own.length === 0) return;
    const units = own.map((item) => Number(item.id));
    const gone = units.every((unit) => turn.crowd.has(unit));
    for (const unit of units) {
      if (gone) turn.crowd.delete(unit);
      else turn.crowd.add(unit);
    }
    await this.gathered();
  }

  /** After the group has changed: a group of one is a plain selection. */
  async gathered() {
    const { turn } = this;
    this.crowdVerb = null;
    const [only] = turn.crowd;
    if (turn.crowd.size === 1) return this.select(only);
    turn.composer = null;
    await this.page.run(() => turn.consider(undefined));
    this.page.say(turn.crowd.size === 0 ? 'Nothing selected.' : `${turn.crowd.size} units selected.`);
  }

  /** @param {Pointed} at */
  async #sendCrowd(at) {
    const verb = this.crowdVerb;
    if (!verb) return this.goTowards(at);
    const numbers = numbersOf(at.items);
    const value = slotKind(verb.slots[0]) === 'cell' ? at.cell : numbers[0];
    if (value === undefined || value === null) return this.#refuse(at.place, promptOf(verb.slots[0]));
    await this.#crowdDoes(verb, value, at.place);
  }

  /**
   * @param {Verb} verb
   * @param {unknown} value
   * @param {Point} [place]
   */
  async #crowdDoes(verb, value, place = [innerWidth / 2, innerHeight / 2]) {
    const all = this.turn.crowd.size;
    this.crowdVerb = null;
    await this.page.run(async () => {
      const { count, refusal } = await this.turn.forAll(verb, new Map([[0, value]]));
      if (count === 0 && refusal) this.#refuse(place, `${verb.label}: ${refusal.why}`);
      else this.page.say(`${verb.label}: ${count} of ${all} units.`);
    });
  }

  /**
   * The selected units go there, as far as they get.
   * @param {{cell: Point | null, place: Point}} at
   */
  async goTowards(at) {
    const goal = at.cell;
    if (!goal) return;
    await this.page.run(async () => {
      const steps = await this.turn.toward(goal);
      if (steps === 0) this.#refuse(at.place, 'None of them can get closer to that place.');
      else this.page.say(`On the way to (${goal.join(', ')}): ${steps} ${steps === 1 ? 'order' : 'orders'}.`);
    });
  }

  /**
   * @param {import('./composer.js').Fit} fit
   * @param {Point} place
   */
  async #take(fit, place) {
    const composer = this.turn.composer;
    if (!composer) return;
    if (composer.verb !== fit.verb) composer.choose(fit.verb);
    composer.fill(fit.slot, fit.value);
    await this.#advance(place);
  }

  /** Goes on with the order in the making: done, or the next choice, or the next click. @param {Point} place */
  async #advance(place) {
    const composer = this.turn.composer;
    const verb = composer?.verb;
    if (!composer || !verb) return this.page.render();
    const open = composer.open();
    const action = composer.action();
    if (open < 0 && action) {
      this.page.say(`Ordered: ${orderText(this.turn.verbs, action, (id) => this.turn.item(id))}`);
      return this.page.run(() => this.turn.add([action]));
    }
    this.page.render();
    const slot = verb.slots[open];
    const values = [...composer.values(open).values()];
    if (slotKind(slot) === 'choice') {
      if (values.length === 0) {
        composer.choose(null);
        this.page.render();
        return this.#refuse(place, `${verb.label} is not possible just now.`);
      }
      const entries = values.map((value) => ({
        label: this.#valueText(slot, value),
        press: () => this.#take({ verb, slot: open, value }, place),
      }));
      this.page.menu.ask(place, `${verb.label}: ${slotLabel(slot)}`, entries, () => {
        composer.back();
        this.page.render();
      });
    } else this.page.say(`${verb.label}: ${promptOf(slot)}`);
  }

  /** Something that is not listed: tries it, and says why it cannot be. @param {Pointed} at */
  async #ask(at) {
    const composer = this.turn.composer;
    if (!composer) return;
    const guess = this.#guess(at);
    if (!guess) {
      if (composer.verb) return this.#refuse(at.place, this.prompt());
      this.turn.drop();
      this.page.inspect(at.items[0] ?? null);
      return this.page.render();
    }
    const { verb, slot, value } = guess;
    await this.page.run(async () => {
      const refusal = await this.turn.why(composer.draft(verb, slot, value));
      if (refusal) {
        const walker = composer.verbs.some((one) => one.walks && composer.index.count(one) > 0);
        const towards = walker && at.cell && (!composer.verb || composer.verb.walks);
        const entries = towards ? [{ label: 'Go towards it', press: () => void this.goTowards(at) }] : [];
        return this.#refuse(at.place, `${verb.label}: ${refusal.why}`, entries);
      }
      if (composer.verb !== verb) composer.choose(verb);
      if (slot >= 0) composer.fill(slot, value, true);
      await this.#advance(at.place);
    });
  }

  /**
   * The verb that was probably meant by a click that fits none: walking for a bare cell, else what is done to things.
   * @param {Pointed} at
   * @returns {import('./composer.js').Fit | null}
   */
  #guess(at) {
    const composer = this.turn.composer;
    if (!composer) return null;
    const [number] = numbersOf(at.items);
    /** @param {Verb} verb */
    const fit = (verb) => {
      const slot = composer.pointed(verb);
      if (slot < 0) return verb.slots.length === 0 ? { verb, slot, value: undefined } : null;
      const value = slotKind(verb.slots[slot]) === 'cell' ? at.cell : number;
      return value === undefined || value === null ? null : { verb, slot, value };
    };
    if (composer.verb) return fit(composer.verb);
    const possible = composer.verbs.filter((verb) => !verb.ends && verb.slots.length > 0 && this.page.mine(verb));
    const suits = possible.flatMap((verb) => fit(verb) ?? []);
    const aimed = suits.filter(({ verb, slot }) => (number === undefined ? verb.walks : slotKind(verb.slots[slot]) === 'item'));
    return aimed[0] ?? suits[0] ?? null;
  }

  /**
   * @param {Point} place
   * @param {string} text
   * @param {import('./menu.js').MenuEntry[]} [entries]
   */
  #refuse(place, text, entries) {
    this.page.menu.say(place, text, entries);
    this.page.say(text, 'bad');
  }

  /** @param {import('./composer.js').Fit} fit */
  #fitText({ verb, slot, value }) {
    return `${verb.label} ${this.#valueText(verb.slots[slot], value)}`;
  }

  /**
   * @param {Slot} slot
   * @param {unknown} value
   */
  #valueText(slot, value) {
    return valueText(slot, value, (id) => this.turn.item(id));
  }
}

/** @param {Slot} slot */
function promptOf(slot) {
  const words = { cell: 'click a cell', item: 'click what it is aimed at', choice: 'choose' };
  return `${slotLabel(slot)}? (${words[slotKind(slot)]})`;
}

/**
 * Whether orders can name it.
 * @param {Item} item
 */
function isNumbered(item) {
  return /^-?\d+$/.test(item.id);
}

/** @param {Item[]} items */
function numbersOf(items) {
  return items.filter(isNumbered).map((item) => Number(item.id));
}
