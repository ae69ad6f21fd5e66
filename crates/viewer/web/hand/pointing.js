// What pointing at the board means: selecting units, giving orders, filling slots, asking why something is not allowed.
// What a click will do and what the hint says before it come from one place, so they cannot differ.

import { slotKind, slotLabel } from './legal.js';
import { orderText, valueText } from './orders.js';
import { PACE_NAMES } from './standing.js';

/**
 * Something that was pointed at: the things there, the topmost first, and the cell; whether it is added to what is
 * selected, and whether to ask what is meant although that seems clear.
 * @typedef {{items: Item[], cell: Point | null, more: boolean, choose: boolean}} Pointed
 */
/**
 * What a click may mean, and which of it is done without asking; -1 if a person has to choose.
 * @typedef {{ways: import('./dock.js').MenuEntry[], main: number}} Meaning
 */
/**
 * What pointing needs of the page around it.
 * @typedef {{dock: import('./dock.js').Dock, say: (text: string, kind?: 'plain' | 'bad') => void,
 *   run: (work: () => Promise<void>) => Promise<void>, render: () => void, inspect: (item: Item | null) => void,
 *   mine: (verb: Verb) => boolean, roams: () => boolean, march: (goal: Point | null, pace: Pace) => Promise<void>, divert: (unit: number) => void,
 *   habits: Map<Verb, import('./legal.js').Filled>}} HandPage
 */

/** So many things are tried to learn why nothing can be done. */
const MOST_TRIES = 4;
/** Refusals that only tell of what was tried, and not of whoever tried it. */
const ABOUT_TARGETS = new Set(['no_such_target', 'self_target', 'friendly_target', 'enemy_target', 'out_of_bounds', 'out_of_range', 'not_adjacent', 'occupied', 'blocked']);

/** @type {Meaning} */
const NOTHING = { ways: [], main: -1 };

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
    /** How the selected units go where the next click points. @type {Pace | null} */
    this.pace = null;
  }

  /** @param {Pointed} at */
  async pick(at) {
    const { turn } = this;
    // An open question is cancelled; the click answers the one before it.
    this.page.dock.cancel();
    const { ways, main } = this.meaning(at);
    if (main >= 0 && !(at.choose && ways.length > 1)) return ways[main].press();
    if (ways.length > 0) return this.page.dock.ask(at.cell ? `Here (${at.cell.join(', ')})` : 'Here', ways, () => this.page.render());
    if (turn.composer?.verb) return this.#ask(at);
    if (this.crowdVerb) return this.#refuse(promptOf(this.crowdVerb.slots[0]));
    if (!turn.composer || !at.items.some((item) => Number(item.id) === turn.composer?.actor)) this.drop();
    this.page.inspect(at.items[0] ?? null);
  }

  /**
   * What a click there would do, in a few words; empty if nothing.
   * @param {Pointed} at
   */
  hint(at) {
    const { ways, main } = this.meaning(at);
    if (main < 0) return ways.map((way) => way.label).join(', or ');
    const others = ways.filter((_, i) => i !== main).map((way) => way.label);
    return others.length > 0 ? `${ways[main].label} (with Control: ${others.join(', ')})` : (ways[main]?.label ?? '');
  }

  /**
   * @param {Pointed} at
   * @returns {Meaning}
   */
  meaning(at) {
    const { turn } = this;
    const own = at.items.filter((item) => isNumbered(item) && turn.isOwn(item));
    if (at.more && own.length > 0) {
      const gone = own.every((item) => turn.crowd.has(Number(item.id)));
      const who = own.length === 1 ? own[0].title : `${own.length} units`;
      return only(gone ? `Take ${who} out of the selection` : `Add ${who} to the selection`, () => this.#gather(own));
    }
    const { pace } = this;
    if (pace && turn.crowd.size > 0) return at.cell ? only(`${PACE_NAMES[pace]} to (${at.cell.join(', ')})`, () => this.#go(at.cell, pace)) : NOTHING;
    return turn.crowd.size > 1 ? this.#crowdMeaning(at, own) : this.#unitMeaning(at, own);
  }

  /**
   * @param {Pointed} at
   * @param {Item[]} own
   * @returns {Meaning}
   */
  #crowdMeaning(at, own) {
    const { cell } = at;
    const verb = this.crowdVerb;
    if (verb) {
      const slot = verb.slots[0];
      const value = slotKind(slot) === 'cell' ? cell : numbersOf(at.items)[0];
      if (value === undefined || value === null) return NOTHING;
      return only(`${verb.label} ${this.#valueText(slot, value)}`, () => this.crowdDoes(verb, value));
    }
    if (own.length > 0) return { ways: this.#selecting(own), main: own.length === 1 ? 0 : -1 };
    if (!cell || !this.#walks()) return NOTHING;
    const [enemy] = this.#enemies(at.items);
    if (enemy) return only(`Advance on ${enemy.title}`, () => this.#go(cell, 'fight'));
    return only(`Send them to (${cell.join(', ')})`, () => this.#go(cell, 'go'));
  }

  /**
   * @param {Pointed} at
   * @param {Item[]} own
   * @returns {Meaning}
   */
  #unitMeaning(at, own) {
    const { turn } = this;
    const composer = turn.composer ?? turn.own;
    const numbers = numbersOf(at.items);
    const fits = (composer?.fits(at.cell, numbers) ?? []).filter((fit) => this.#isMeant(fit));
    const taken = fits.map((fit) => ({ label: this.#fitText(fit), hint: fit.verb.about, press: () => this.#take(fit) }));
    if (composer?.verb) return { ways: taken, main: taken.length === 1 ? 0 : -1 };
    const selecting = this.#selecting(own.filter((item) => Number(item.id) !== composer?.actor));
    const acts = turn.composer !== null && turn.composer.actor !== null;
    const [enemy] = this.#enemies(at.items);
    if (enemy && acts) return this.#enemyMeaning(at, enemy, fits, taken);
    if (numbers.length === 0 && at.cell) return this.#groundMeaning(at.cell, fits, taken, acts);
    const ways = [...taken, ...selecting];
    if (ways.length === 0 && acts && at.cell && own.length === 0) return this.#groundMeaning(at.cell, fits, taken, acts);
    return { ways, main: ways.length === 1 ? 0 : -1 };
  }

  /**
   * An enemy is struck: at once, after a few steps, or after a longer walk. One that is near enough and still cannot be
   * struck is left alone: no walk would help.
   * @param {Pointed} at
   * @param {Item} enemy
   * @param {import('./composer.js').Fit[]} fits
   * @param {import('./dock.js').MenuEntry[]} taken
   * @returns {Meaning}
   */
  #enemyMeaning(at, enemy, fits, taken) {
    const { turn } = this;
    const now = fits.findIndex(({ verb, value }) => verb.strikes && (Array.isArray(value) || value === Number(enemy.id)));
    if (now >= 0) return { ways: taken, main: now };
    const way = turn.reach?.strikes.find(({ cell, target }) => (target === null ? String(cell) === String(enemy.cell) : target === Number(enemy.id)));
    if (way) {
      const steps = way.orders.length - 1;
      const label = `Strike ${enemy.title}${steps > 0 ? ` after ${steps === 1 ? 'one step' : `${steps} steps`}` : ''}`;
      return { ways: [{ label, press: () => this.#follow(way) }, ...taken], main: 0 };
    }
    const cell = enemy.cell ?? at.cell;
    const advance = cell && this.#walks() ? [{ label: `Advance on ${enemy.title}`, press: () => this.#go(cell, 'fight') }] : [];
    const barred = turn.reach?.barred.find(({ target }) => target === Number(enemy.id));
    if (barred) {
      const text = this.#barredText(barred);
      return { ways: [{ label: text, press: () => this.#refuse(text, advance) }, ...advance, ...taken], main: 0 };
    }
    const ways = [...advance, ...taken];
    return { ways, main: advance.length > 0 || ways.length === 1 ? 0 : -1 };
  }

  /**
   * Bare ground: what can be bought there, else a walk of one step, of several, or of several turns.
   * @param {Point} cell
   * @param {import('./composer.js').Fit[]} fits
   * @param {import('./dock.js').MenuEntry[]} taken
   * @param {boolean} acts whether a unit is selected
   * @returns {Meaning}
   */
  #groundMeaning(cell, fits, taken, acts) {
    const { turn } = this;
    const bought = fits.findIndex(({ verb }) => (turn.composer ?? turn.own)?.priceOf(verb));
    const walk = fits.findIndex(({ verb }) => verb.walks);
    const way = acts ? turn.reach?.places.find((place) => String(place.cell) === String(cell)) : undefined;
    /** @type {import('./dock.js').MenuEntry | null} */
    const going = way
      ? { label: `${this.#walks()?.label ?? 'Go'} (${cell.join(', ')})${way.orders.length > 1 ? `: ${way.orders.length} steps` : ''}`, press: () => this.#follow(way) }
      : acts && this.#walks()
        ? { label: `Go to (${cell.join(', ')})`, press: () => this.#go(cell, 'go') }
        : null;
    const rest = taken.filter((_, i) => i !== walk || !going);
    const ways = going ? [going, ...rest] : rest;
    if (bought >= 0) {
      const main = ways.indexOf(taken[bought]);
      ways[main] = { ...taken[bought], press: () => this.#buy(fits[bought]) };
      return { ways, main };
    }
    return { ways, main: going ? 0 : ways.length === 1 ? 0 : -1 };
  }

  /** @param {Item[]} items */
  #enemies(items) {
    return items.filter((item) => isNumbered(item) && item.seat !== undefined && item.seat !== null && !this.turn.isOwn(item));
  }

  /** The verb by which this seat's units walk; none as long as nobody can, so that no way is promised that nobody goes. */
  #walks() {
    return !this.page.roams() ? undefined : this.turn.verbs.find((verb) => verb.walks && this.page.mine(verb));
  }

  /**
   * Whether a click without a verb may mean that. Where units can act, the seat itself only buys things.
   * @param {import('./composer.js').Fit} fit
   */
  #isMeant({ verb }) {
    const { turn } = this;
    return verb.unit || turn.composer !== null || turn.ready().length === 0 || turn.own?.priceOf(verb) !== undefined;
  }

  /** @param {Item[]} items */
  #selecting(items) {
    return items.map((item) => ({ label: `Select ${item.title ?? item.id}`, press: () => this.select(Number(item.id)) }));
  }

  /** @param {number | null} actor */
  async select(actor) {
    this.crowdVerb = this.pace = null;
    await this.page.run(() => this.turn.select(actor));
    const item = actor === null ? null : this.turn.item(String(actor));
    if (item) this.page.inspect(item);
    const can = this.turn.offered().map((verb) => verb.label);
    if (actor !== null) this.page.say(can.length > 0 ? `${item?.title ?? actor}: ${can.join(', ')}` : `${item?.title ?? actor} can do nothing more.`);
  }

  /** @param {Verb} verb */
  async choose(verb) {
    const { turn } = this;
    this.pace = null;
    if (verb.unit && turn.crowd.size > 1) {
      if (!turn.able.has(verb.name) && (await this.#isRefusedToAll(verb))) return this.page.render();
      this.crowdVerb = this.crowdVerb === verb ? null : verb;
      if (verb.slots.length === 0) return this.crowdDoes(verb, undefined);
      if (this.crowdVerb && slotKind(verb.slots[0]) === 'choice') return this.#askCrowd(verb);
      return this.page.render();
    }
    const actor = verb.unit ? turn.composer?.actor : null;
    if (actor === undefined || (verb.unit && actor === null)) return this.page.say(turn.ready().length === 0 ? 'None of your units can do anything now.' : 'Choose a unit first.', 'bad');
    if (!turn.composer || turn.composer.actor !== actor) await this.select(actor);
    const composer = turn.composer;
    if (!composer) return;
    this.page.habits.delete(verb);
    composer.choose(composer.verb === verb && verb.slots.length > 0 ? null : verb);
    if (composer.verb && composer.index.count(verb) === 0) {
      if (verb.slots.length === 0) await this.#ask({ items: [], cell: null, more: false, choose: false });
      else if (!(await this.#isRefused(composer, verb))) return this.#advance();
      composer.choose(null);
      return this.page.render();
    }
    return this.#advance();
  }

  /** Has the next click say where the selected units go, and how. @param {Pace} pace */
  aim(pace) {
    if (this.turn.crowd.size === 0) return this.page.say('Choose units first.', 'bad');
    if (!this.#walks()) return this.#refuse('Nobody can walk or strike yet.');
    this.crowdVerb = null;
    this.turn.composer?.choose(null);
    this.pace = this.pace === pace ? null : pace;
    this.page.render();
    if (this.pace) this.page.say('Click where they should advance to; they strike whoever comes into range.');
  }

  /** Selects nothing; then the seat itself can be ordered about. */
  drop() {
    const { turn } = this;
    this.crowdVerb = this.pace = null;
    turn.drop();
    if (turn.seatActs && !turn.own) void this.page.run(() => turn.consider(undefined));
  }

  /** One step back; false if there was none. */
  back() {
    if (this.pace) this.pace = null;
    else if (this.crowdVerb) this.crowdVerb = null;
    else if (this.turn.composer?.verb) this.turn.composer.back();
    else if (this.turn.composer || this.turn.crowd.size > 0) this.drop();
    else return false;
    this.page.render();
    return true;
  }

  /** What is wanted next, in words. */
  prompt() {
    const { composer, crowd } = this.turn;
    if (this.pace) return 'Click where they should advance to.';
    if (crowd.size > 1 && this.crowdVerb) return `${this.crowdVerb.label}: ${promptOf(this.crowdVerb.slots[0])}`;
    if (crowd.size > 1) return this.#walks() ? 'Click where they should go, or whom they should strike.' : 'Choose what they should do.';
    if (!composer) return this.turn.ready().length > 0 ? matchMedia('(pointer: coarse)').matches ? 'Tap one of your units.' : 'Click one of your units, or press Tab.' : '';
    const open = composer.open();
    if (!composer.verb) return composer.actor !== null && this.#walks() ? 'Click where to go or whom to strike, however far, or choose what to do.' : 'Choose what to do.';
    return open < 0 ? '' : `${composer.verb.label}: ${promptOf(composer.verb.slots[open])}`;
  }

  /** @param {Item[]} own */
  async #gather(own) {
    const { turn } = this;
    const units = own.map((item) => Number(item.id));
    const gone = units.every((unit) => turn.crowd.has(unit));
    for (const unit of units) {
      if (gone) turn.crowd.delete(unit);
      else turn.crowd.add(unit);
    }
    await this.gathered();
  }

  /** Selects several units at once. @param {Iterable<number>} units */
  async gather(units) {
    this.turn.crowd = new Set(units);
    await this.gathered();
  }

  /** After the group has changed: a group of one is a plain selection. */
  async gathered() {
    const { turn } = this;
    this.crowdVerb = this.pace = null;
    const [one] = turn.crowd;
    if (turn.crowd.size === 1) return this.select(one);
    turn.composer = null;
    await this.page.run(() => turn.consider(undefined));
    this.page.say(turn.crowd.size === 0 ? 'Nothing selected.' : `${turn.crowd.size} units selected.`);
  }

  /**
   * Says why none of the selected units can do that, as the rules tell the first of them.
   * @param {Verb} verb
   */
  async #isRefusedToAll(verb) {
    const [first] = this.turn.crowd;
    this.crowdVerb = null;
    return this.#isRefused(await this.turn.composerOf(first), verb);
  }

  /** Asks what all selected units should choose: what the first of them may. @param {Verb} verb */
  async #askCrowd(verb) {
    const [first] = this.turn.crowd;
    const able = await this.turn.composerOf(first);
    const slot = verb.slots[0];
    const values = [...able.index.values(verb, new Map(), 0).values()];
    const entries = values.map((value) => ({ label: this.#valueText(slot, value), press: () => void this.crowdDoes(verb, value) }));
    this.page.render();
    if (entries.length === 0) return this.#refuse(`${verb.label} is not possible just now.`);
    this.page.dock.ask(`${verb.label}: ${slotLabel(slot)}`, entries, () => {
      this.crowdVerb = null;
      this.page.render();
    });
  }

  /**
   * The same order for all selected units.
   * @param {Verb} verb
   * @param {unknown} value
   */
  async crowdDoes(verb, value) {
    const all = this.turn.crowd.size;
    this.crowdVerb = null;
    await this.page.run(async () => {
      const { count, refusal } = await this.turn.forAll(verb, new Map([[0, value]]));
      if (count === 0 && refusal) this.#refuse(`${verb.label}: ${refusal.why}`);
      else this.page.say(`${verb.label}: ${count} of ${all} units.`);
    });
  }

  /**
   * The selected units go there, over as many turns as it takes.
   * @param {Point | null} goal
   * @param {Pace} pace
   */
  async #go(goal, pace) {
    this.pace = null;
    await this.page.march(goal, pace);
  }

  /**
   * The selected unit does what the server has worked out.
   * @param {Way} way
   */
  async #follow(way) {
    const unit = this.turn.composer?.actor;
    if (unit === undefined || unit === null) return;
    // Where it goes now takes the place of where it was on its way to.
    this.page.divert(unit);
    await this.page.run(() => this.turn.follow(unit, way.orders));
    const last = way.orders[way.orders.length - 1];
    this.page.say(`Ordered: ${orderText(this.turn.verbs, last, (id) => this.turn.item(id))}`);
  }

  /**
   * Has something at once: only what changes the price is asked for, the rest is as the rules list it first.
   * @param {import('./composer.js').Fit} fit
   */
  async #buy(fit) {
    this.turn.composer ??= this.turn.own;
    this.turn.composer?.choose(fit.verb);
    if (this.turn.composer) this.turn.composer.hasty = true;
    await this.#take(fit);
  }

  /** @param {import('./composer.js').Fit} fit */
  async #take(fit) {
    this.turn.composer ??= this.turn.own;
    const composer = this.turn.composer;
    if (!composer) return;
    if (composer.verb !== fit.verb) composer.choose(fit.verb);
    composer.fill(fit.slot, fit.value);
    await this.#advance();
  }

  /** Goes on with the order in the making: done, or the next choice, or the next click. */
  async #advance() {
    const composer = this.turn.composer;
    const verb = composer?.verb;
    if (!composer || !verb) return this.page.render();
    const habit = this.page.habits.get(verb);
    let open = composer.open();
    // What was chosen the last time is chosen again, as long as it can be.
    while (open >= 0 && slotKind(verb.slots[open]) === 'choice' && habit && composer.hasValue(open, habit.get(open))) {
      composer.fill(open, habit.get(open));
      open = composer.open();
    }
    while (open >= 0 && composer.hasty && !composer.hasPrice(open)) {
      const [first] = composer.values(open).values();
      composer.fill(open, first);
      open = composer.open();
    }
    const action = composer.action();
    if (open < 0 && action) return this.#done(composer, verb, action);
    this.page.render();
    const slot = verb.slots[open];
    const values = [...composer.values(open).values()];
    if (slotKind(slot) === 'choice') {
      if (values.length === 0) {
        composer.choose(null);
        this.page.render();
        return this.#refuse(`${verb.label} is not possible just now.`);
      }
      const entries = values.map((value) => ({
        label: this.#choiceText(composer, verb, slot, value),
        press: () => void this.#take({ verb, slot: open, value }),
      }));
      this.page.dock.ask(`${verb.label}: ${slotLabel(slot)}`, entries, () => {
        composer.back();
        this.page.render();
      });
    } else this.page.say(`${verb.label}: ${promptOf(slot)}`);
  }

  /**
   * An order is complete. What the seat itself can do several times goes on: the next click does the same elsewhere.
   * @param {import('./composer.js').Composer} composer
   * @param {Verb} verb
   * @param {Action} action
   */
  async #done(composer, verb, action) {
    const { turn } = this;
    const goesOn = composer.actor === null && verb.slots.some((slot) => slotKind(slot) === 'cell');
    if (goesOn) this.page.habits.set(verb, new Map([...composer.filled].filter(([i]) => slotKind(verb.slots[i]) === 'choice')));
    this.page.say(`Ordered: ${orderText(turn.verbs, action, (id) => turn.item(id))}`);
    await this.page.run(async () => {
      await turn.add([action]);
      if (goesOn && turn.composer?.actor === null && turn.composer.index.count(verb) > 0) turn.composer.goOnWith(verb);
    });
  }

  /** Something that is not listed: tries it, and says why it cannot be. @param {Pointed} at */
  async #ask(at) {
    const composer = this.turn.composer;
    if (!composer) return;
    const guess = this.#guess(at);
    if (!guess) return this.#refuse(this.prompt());
    const { verb, slot, value } = guess;
    await this.page.run(async () => {
      const refusal = await this.turn.why(composer.draft(verb, slot, value));
      if (refusal) {
        const goal = verb.walks ? at.cell : null;
        const entries = goal ? [{ label: 'Go towards it', press: () => void this.#go(goal, 'go') }] : [];
        return this.#refuse(`${verb.label}: ${refusal.why}`, entries);
      }
      if (composer.verb !== verb) composer.choose(verb);
      if (slot >= 0) composer.fill(slot, value, true);
      await this.#advance();
    });
  }

  /**
   * Says why nothing can be done with a verb, by what is nearest; false if the rules allow something that they do not list.
   * @param {import('./composer.js').Composer} composer
   * @param {Verb} verb
   */
  async #isRefused(composer, verb) {
    const barred = composer.actor === null ? undefined : this.turn.reach?.barred.find((one) => one.verb === verb.name);
    const slot = composer.pointed(verb);
    const values = barred || slot < 0 ? [] : this.#nearest(composer.actor, verb.slots[slot]);
    /** @type {(Refusal | null)[]} */
    let refusals = [];
    await this.page.run(async () => {
      refusals = await Promise.all(values.map((value) => this.turn.why(composer.draft(verb, slot, value))));
    });
    if (refusals.includes(null)) return false;
    const told = refusals.flatMap((refusal, i) => (refusal && refusal.reason !== 'malformed' ? [{ ...refusal, value: values[i] }] : []));
    const general = told.find(({ reason }) => !ABOUT_TARGETS.has(reason));
    const text = barred
      ? this.#barredText(barred)
      : general
        ? `${verb.label}: ${general.why}`
        : told.length > 0
          ? `${verb.label} ${this.#valueText(verb.slots[slot], told[0].value)}: ${told[0].why}`
          : `${verb.label} is not possible just now.`;
    this.#refuse(text);
    return true;
  }

  /**
   * What is nearest to a unit and could stand in a slot: things of others, or the cells around it.
   * @param {number | null} actor
   * @param {Slot} slot
   * @returns {unknown[]}
   */
  #nearest(actor, slot) {
    const { turn } = this;
    const own = turn.item(String(actor));
    if (!own?.cell) return [];
    const [x, y] = own.cell;
    if (slotKind(slot) === 'cell') return [[x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1]];
    const far = (/** @type {Item} */ { at }) => Math.hypot(at[0] - own.at[0], at[1] - own.at[1]);
    const others = this.#enemies([...turn.items.values()]).sort((a, b) => far(a) - far(b));
    return numbersOf(others.slice(0, MOST_TRIES));
  }

  /** @param {Barred} barred */
  #barredText({ verb, why }) {
    return `${this.turn.verbs.find(({ name }) => name === verb)?.label ?? verb}: ${why}`;
  }

  /**
   * What the chosen verb would have to be given here.
   * @param {Pointed} at
   * @returns {import('./composer.js').Fit | null}
   */
  #guess(at) {
    const composer = this.turn.composer;
    const verb = composer?.verb;
    if (!composer || !verb) return null;
    const slot = composer.pointed(verb);
    if (slot < 0) return verb.slots.length === 0 ? { verb, slot, value: undefined } : null;
    const value = slotKind(verb.slots[slot]) === 'cell' ? at.cell : numbersOf(at.items)[0];
    return value === undefined || value === null ? null : { verb, slot, value };
  }

  /**
   * @param {string} text
   * @param {import('./dock.js').MenuEntry[]} [entries]
   */
  #refuse(text, entries) {
    this.page.dock.say(text, entries);
    this.page.say(text, 'bad');
  }

  /** @param {import('./composer.js').Fit} fit */
  #fitText({ verb, slot, value }) {
    const price = (this.turn.composer ?? this.turn.own)?.priceOf(verb);
    return `${verb.label} ${this.#valueText(verb.slots[slot], value)}${price ? ` for ${price}` : ''}`;
  }

  /**
   * @param {import('./composer.js').Composer} composer
   * @param {Verb} verb
   * @param {Slot} slot
   * @param {unknown} value
   */
  #choiceText(composer, verb, slot, value) {
    const price = composer.prices.find((one) => one.verb === verb.name && one.choice === value);
    return `${this.#valueText(slot, value)}${price ? ` (${price.cost})` : ''}`;
  }

  /**
   * @param {Slot} slot
   * @param {unknown} value
   */
  #valueText(slot, value) {
    return valueText(slot, value, (id) => this.turn.item(id));
  }
}

/**
 * @param {string} label
 * @param {() => void} press
 * @returns {Meaning}
 */
function only(label, press) {
  return { ways: [{ label, press }], main: 0 };
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
