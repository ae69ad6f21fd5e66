// One request being answered by hand: the orders so far, who acts, and what the server says. Knows nothing about the page.
// It needs a source of legal things and nothing else, so any page that has one can use it.

import { Composer } from './composer.js';
import { actionOf, slotKind, verbOf } from './legal.js';
import { OrderList, walkedOn } from './orders.js';

/** @typedef {Pick<import('../source/server.js').ServerSource, 'consider' | 'why' | 'march' | 'reach' | 'finish'>} LegalSource */

export class HandTurn {
  /**
   * @param {LegalSource} source
   * @param {Session} session
   * @param {HandState & {scene: Scene}} state
   */
  constructor(source, session, state) {
    this.source = source;
    this.verbs = session.verbs;
    this.seat = state.seat;
    this.request = state.request;
    /** How things stood when the request came. */
    this.before = state.scene;
    this.orders = new OrderList();
    /** @type {(Refusal | null)[]} */
    this.verdicts = [];
    /** What each order would cost. @type {string[]} */
    this.spent = [];
    /** What the side had to spend, and what the orders leave of it. @type {Purse[]} */
    this.purse = [];
    /** How things stand after the orders. */
    this.scene = state.scene;
    /** @type {Map<string, Item>} */
    this.items = new Map();
    /** In how many ways each can act; null is the seat itself. @type {Map<number | null, number>} */
    this.actors = new Map();
    /** How many of the selected group can do what, by the name of the verb. @type {Map<string, number>} */
    this.able = new Map();
    /** @type {Composer | null} */
    this.composer = null;
    /** What the seat itself can do, while nobody is selected. @type {Composer | null} */
    this.own = null;
    /** What the selected unit can get done this turn. @type {Reach | null} */
    this.reach = null;
    /** Orders that came of a march or a walk: another one for the same unit takes their place. @type {Set<Action>} */
    this.marched = new Set();
    /** The selected units; with one or none the composer says who acts. @type {Set<number>} */
    this.crowd = new Set();
    /** What units could get done, until the orders change. @type {Map<number, Promise<Reach>>} */
    this.reaches = new Map();
    /** Whether the seat itself has anything to do besides ending its turn. */
    this.seatActs = session.verbs.some((verb) => !verb.unit && !verb.ends);
    this.asking = new AbortController();
    this.#seeScene(state.scene);
  }

  /** @param {Scene} scene */
  #seeScene(scene) {
    this.scene = scene;
    this.items = new Map(scene.items.map((item) => [item.id, item]));
  }

  /**
   * Asks how things stand after the orders and what the actor can do.
   * @param {number | null | undefined} actor undefined: nobody is selected
   */
  async consider(actor) {
    this.asking.abort();
    this.asking = new AbortController();
    this.reaches.clear();
    const nobody = actor === undefined;
    const who = actor === null || (nobody && this.seatActs && this.crowd.size === 0) ? { seat: true } : nobody ? undefined : { unit: actor };
    const reaching = typeof actor === 'number' ? this.reachOf(actor) : Promise.resolve(null);
    const group = this.crowd.size > 1 ? [...this.crowd] : [];
    const [told, reach] = await Promise.all([this.source.consider({ request: this.request, orders: this.orders.list, actor: who, group }, this.asking.signal), reaching]);
    this.verdicts = told.verdicts;
    this.spent = told.spent;
    this.purse = told.purse;
    this.#seeScene(told.scene);
    this.actors = new Map(told.actors);
    this.able = new Map(told.able);
    this.reach = reach;
    this.composer = nobody ? null : new Composer(actor, this.verbs, told.legal, told.prices);
    this.own = nobody && who ? new Composer(null, this.verbs, told.legal, told.prices) : null;
    for (const unit of this.crowd) if (!this.items.has(String(unit))) this.crowd.delete(unit);
  }

  /** Whether any of the units that can act can walk or strike: in some phases nobody can. */
  async roams() {
    const { able } = await this.source.consider({ request: this.request, orders: this.orders.list, group: this.ready() });
    const names = new Set(able.map(([name]) => name));
    return this.verbs.some((verb) => (verb.walks || verb.strikes) && names.has(verb.name));
  }

  /** The same after the orders changed: the actor stays selected as long as it can act. */
  async reconsider() {
    const actor = this.composer?.actor;
    await this.consider(actor);
    if (actor !== undefined && this.crowd.size < 2 && this.offered().length === 0) this.drop();
  }

  /**
   * Things have changed while the orders were made: whatever is still possible stays as it was, an order in the making too.
   * @param {Scene} scene
   */
  async renew(scene) {
    this.before = scene;
    const was = this.composer;
    await this.reconsider();
    const { composer } = this;
    if (!was?.verb || !composer || composer.actor !== was.actor || composer.index.count(was.verb) === 0) return;
    composer.choose(was.verb);
    composer.goesOn = was.goesOn;
    for (const [slot, value] of was.filled) if (composer.hasValue(slot, value)) composer.fill(slot, value);
  }

  /** The places of the orders that came of marches and walks. */
  marchedPlaces() {
    return this.orders.list.flatMap((action, i) => (this.marched.has(action) ? [i] : []));
  }

  /** The orders are done, and the turn goes on. */
  clear() {
    this.orders.clear();
    this.marched.clear();
  }

  /** The actor's verbs that can be chosen now and do not end the turn. */
  offered() {
    return this.composer?.possible().filter((verb) => !verb.ends) ?? [];
  }

  drop() {
    // The seat's own things are known if they were just shown.
    if (this.composer?.actor === null) this.own = this.composer;
    this.own?.choose(null);
    this.composer = null;
    this.reach = null;
    this.crowd.clear();
  }

  /** @param {number | null} actor */
  async select(actor) {
    this.crowd = new Set(actor === null ? [] : [actor]);
    await this.consider(actor);
  }

  /**
   * What a unit could get done this turn, in place of the walk it was given.
   * @param {number} unit
   * @returns {Promise<Reach>}
   */
  reachOf(unit) {
    let known = this.reaches.get(unit);
    if (!known) {
      known = this.source.reach({ request: this.request, orders: this.without([unit]), unit }, this.asking.signal);
      // Whoever waits for it hears of a failure; nobody else has to.
      known.catch(() => this.reaches.delete(unit));
      this.reaches.set(unit, known);
    }
    return known;
  }

  /**
   * What a unit could do after the orders, without selecting it.
   * @param {number} unit
   */
  async composerOf(unit) {
    const told = await this.source.consider({ request: this.request, orders: this.orders.list, actor: { unit } });
    return new Composer(unit, this.verbs, told.legal, told.prices);
  }

  /**
   * The thing of that id as it stands after the orders, or as it stood before.
   * @param {string} id
   */
  item(id) {
    return this.items.get(id) ?? this.before.items.find((item) => item.id === id);
  }

  /** @param {Item} item */
  isOwn(item) {
    return item.seat === this.seat || this.actors.has(Number(item.id));
  }

  /** The seat's units that are on the board after the orders. */
  ownUnits() {
    return [...this.items.values()].filter((item) => item.layer === 'unit' && /^\d+$/.test(item.id) && item.title && this.actors.has(Number(item.id)));
  }

  /** The units that can still act, in the order of their numbers. */
  ready() {
    const units = [...this.actors.keys()].filter((unit) => unit !== null && (this.actors.get(unit) ?? 0) > 0);
    return /** @type {number[]} */ (units).sort((a, b) => a - b);
  }

  /** @param {Action} action */
  why(action) {
    return this.source.why({ request: this.request, orders: this.orders.list, action });
  }

  /** @param {Action[]} actions */
  async add(actions) {
    this.orders.add(actions);
    await this.reconsider();
  }

  /**
   * Adds the orders that would be accepted; returns how many, and the first refusal.
   * @param {Action[]} actions
   * @param {(Action | null)[]} [instead] what to try in the place of one that is refused
   */
  async addAllowed(actions, instead = []) {
    const tried = [...actions];
    let verdicts = await this.#verdicts(tried);
    const refusal = verdicts.find((verdict) => verdict !== null) ?? null;
    if (verdicts.some((verdict, i) => verdict && instead[i])) {
      verdicts.forEach((verdict, i) => {
        const other = instead[i];
        if (verdict && other) tried[i] = other;
      });
      verdicts = await this.#verdicts(tried);
    }
    const allowed = tried.filter((_, i) => verdicts[i] === null);
    await this.add(allowed);
    return { count: allowed.length, refusal };
  }

  /** @param {Action[]} actions */
  async #verdicts(actions) {
    const orders = [...this.orders.list, ...actions];
    const told = await this.source.consider({ request: this.request, orders });
    return told.verdicts.slice(this.orders.list.length);
  }

  /**
   * The orders without the walks of some units.
   * @param {Iterable<number>} units
   */
  without(units) {
    const theirs = new Set(units);
    return this.orders.list.filter((action) => !(this.marched.has(action) && theirs.has(Number(action.unit))));
  }

  /**
   * Carries out marches, in place of what these units were to walk before.
   * @param {March[]} marches
   * @returns {Promise<Marched>}
   */
  async march(marches) {
    const base = this.without(marches.flatMap((march) => march.units));
    const told = await this.source.march({ request: this.request, orders: base, marches });
    await this.#replan(base, told.orders);
    return told;
  }

  /**
   * Has a unit do what was worked out for it, in place of what it was to walk before.
   * @param {number} unit
   * @param {Action[]} orders
   */
  follow(unit, orders) {
    return this.#replan(this.without([unit]), orders);
  }

  /** Takes the walks of some units back. @param {Iterable<number>} units */
  halt(units) {
    return this.#replan(this.without(units), []);
  }

  /**
   * @param {Action[]} base
   * @param {Action[]} orders
   */
  async #replan(base, orders) {
    for (const action of orders) this.marched.add(action);
    if (base.length < this.orders.list.length || orders.length > 0) this.orders.change([...base, ...orders]);
    await this.reconsider();
  }

  /**
   * Goes on where an earlier page was: its orders, and which of them were walks.
   * @param {Action[]} orders
   * @param {number[]} marched
   */
  restore(orders, marched) {
    this.orders.list = orders;
    this.marched = new Set(orders.filter((_, i) => marched.includes(i)));
  }

  /**
   * The same order for all selected units, where it is allowed.
   * @param {Verb} verb
   * @param {import('./legal.js').Filled} filled
   */
  forAll(verb, filled) {
    return this.addAllowed([...this.crowd].map((unit) => actionOf(verb, unit, filled)));
  }

  /** What a bot would add. @param {string} bot @returns {Promise<Action[]>} */
  async advice(bot) {
    const { orders } = await this.source.finish({ request: this.request, orders: this.orders.list, bot });
    return orders;
  }

  /** @param {string} bot */
  async finish(bot) {
    const orders = await this.advice(bot);
    const ending = orders.filter((action) => !verbOf(this.verbs, action)?.ends);
    await this.add(ending);
    return ending.length;
  }

  /**
   * The orders of an earlier turn once more: those of the selected units, or all. A walk goes on the same way.
   * @param {Action[]} last
   * @param {Scene | null} then how things stood when they were given, if that is known
   */
  again(last, then) {
    const units = this.crowd;
    const wanted = last.filter((action) => !verbOf(this.verbs, action)?.ends && (units.size === 0 || units.has(Number(action.unit))));
    const were = new Map(then?.items.map((item) => [item.id, item]));
    return this.addAllowed(wanted, walkedOn(this.verbs, wanted, (id) => were.get(id), (id) => this.items.get(id)));
  }

  /**
   * The verbs that may end the turn now, the usual one first.
   * @returns {Promise<Verb[]>}
   */
  async endings() {
    const ends = this.verbs.filter((verb) => verb.ends && !verb.unit && verb.slots.length === 0);
    const refusals = await Promise.all(ends.map((verb) => this.why(actionOf(verb, null, new Map()))));
    const usual = (/** @type {Verb} */ verb) => (/^end/.test(verb.name) ? 0 : 1);
    return ends.filter((_, i) => !refusals[i]).sort((a, b) => usual(a) - usual(b));
  }

  /**
   * Which verbs this seat never has; those that cannot be tested yet are left out.
   * @param {Verb[]} verbs
   * @returns {Promise<[Verb, boolean][]>}
   */
  probe(verbs) {
    const [unit] = this.ready();
    const able = verbs.filter((verb) => !verb.unit || unit !== undefined);
    return Promise.all(able.map(async (verb) => [verb, await this.#isForeign(verb, verb.unit ? unit : null)]));
  }

  /**
   * Asks the rules about orders with dummy values; a choice is tried as a number and as a word.
   * @param {Verb} verb
   * @param {number | null} unit
   */
  async #isForeign(verb, unit) {
    /** @type {Map<number, unknown>[]} */
    let tries = [new Map()];
    verb.slots.forEach((slot, i) => {
      const values = { cell: [[0, 0]], item: [0], choice: [0, ''] }[slotKind(slot)];
      tries = tries.flatMap((filled) => values.map((value) => new Map(filled).set(i, value)));
    });
    const refusals = await Promise.all(
      tries.map((filled) => this.source.why({ request: this.request, orders: [], action: actionOf(verb, unit, filled) })),
    );
    return refusals.some((refusal) => refusal?.reason === 'wrong_seat');
  }

  /** What is to be sent: the orders that would be accepted, and the one that ends the turn if it may. @param {Verb | null} end */
  async answer(end) {
    const orders = this.orders.list.filter((_, i) => !this.verdicts[i]);
    if (!end || orders.some((action) => action.do === end.name)) return orders;
    const action = actionOf(end, null, new Map());
    const refusal = await this.source.why({ request: this.request, orders, action });
    return refusal ? orders : [...orders, action];
  }
}
