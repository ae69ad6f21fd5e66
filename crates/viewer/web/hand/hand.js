// Playing by hand: connects the board, the panel and the server.

import { Board } from '../board/board.js';
import { cameraTools } from '../board/camera-tools.js';
import { debounce, el, prefersStill, reasonOf, refill } from '../shared/dom.js';
import { beginAsking } from '../shared/allow.js';
import { askEmpty, askResign, endCard, endOf } from './end.js';
import { closeup } from './closeup.js';
import { Dock } from './dock.js';
import { FirstHelp } from './help.js';
import { Groups, kindOf } from './groups.js';
import { HandKeep } from './keep.js';
import { HandKeys } from './keys.js';
import { markedCells, viewOf } from './view.js';
import { orderArrows, standingArrows } from './orders.js';
import { HandPanel } from './panel.js';
import { HandPointing } from './pointing.js';
import { HandTurn } from './turn.js';
import { Picture } from '../board/scene.js';
import { Refused } from '../source/server.js';
import { StandingOrders } from './standing.js';
import { StoryPlayer, changesFor, summaryOf } from './story.js';
import { Teller } from '../shared/teller.js';
import { Suggestions } from './suggestions.js';

/** How long a step from one picture to the next takes. */
const STEP_MS = 260;
/** And one with something to see on the way. */
const FLARE_MS = 900;

/**
 * Where a person's seat is played: a match of this program, or a live game. In an endless one the turn goes on after orders
 * were sent, and others act while they are made.
 * @typedef {Pick<import('../source/server.js').ServerSource, 'consider' | 'why' | 'march' | 'reach' | 'finish' | 'handState' | 'resign' | 'live' | 'meanwhile' | 'rematch' | 'index' | 'frames'>
 *   & {endless: boolean, send(body: SendRequest): Promise<Done & {said?: string}>}} HandSource
 */

export class HandMode {
  /**
   * @param {HTMLElement} root
   * @param {Session} session
   * @param {HandSource} source
   * @param {{theme: ThemeName, keep: HandKeep}} options
   */
  constructor(root, session, source, { theme, keep }) {
    this.session = session;
    this.source = source;
    this.keep = keep;
    const kept = keep.load();
    this.place = el('div', { class: 'hand-board' });
    this.over = el('div', { class: 'hand-over', hidden: true });
    this.dock = new Dock();
    this.board = new Board(this.place, session, { theme });
    this.story = new StoryPlayer(this.board, () => this.#showHead());
    this.place.appendChild(cameraTools(this.board));
    this.panel = new HandPanel(session, {
      choose: (verb) => void this.choose(verb),
      point: (verb) => this.point(verb),
      remove: (index) => void this.change((turn) => turn.orders.remove(index)),
      undo: () => this.undo(),
      redo: () => void this.change((turn) => turn.orders.redo()),
      again: () => void this.again(),
      finish: (bot) => void this.finish(bot),
      suggest: () => void this.suggest(),
      accept: (unit) => void this.accept(new Set([unit])),
      send: (verb) => void this.send(verb),
      resign: () => this.resign(),
      several: () => this.setSeveral(!this.several),
      skip: (skips) => {
        this.skips = skips;
      },
      next: (step) => this.next(step),
      drop: () => this.drop(),
      gather: (units) => void this.gatherFromAfar(units),
      saveGroup: () => this.saveGroup(this.groups.free()),
      aim: (pace) => this.pointing?.aim(pace),
      hold: () => void this.hold(),
      halt: (units) => void this.halt(units),
      replay: () => this.replay(),
    }, (name) => this.board.painter.color(name), (this.help = new FirstHelp(keep, source.endless)));
    this.teller = new Teller();
    root.classList.add('hand-mode');
    refill(root, el('main', { class: 'hand-main', 'aria-label': 'Board' }, this.place, this.dock.box, this.over, this.teller.root), this.panel.root);
    /** @type {HandState | null} */
    this.state = null;
    /** @type {HandTurn | null} */
    this.turn = null;
    /** @type {HandPointing | null} */
    this.pointing = null;
    /** @type {Picture | null} */
    this.picture = null;
    /** How it stood at the end, if that is known. @type {Picture | null} */
    this.last = null;
    /** The thing whose facts are shown. @type {string | null} */
    this.inspected = null;
    /** Verbs that are never for this seat. @type {Set<Verb>} */
    this.foreign = new Set();
    /** Verbs of which it is known whether they are. @type {Set<Verb>} */
    this.probed = new Set();
    /** The verbs that may end the turn now, the usual one first. @type {Verb[]} */
    this.ends = [];
    /** The last orders of each phase, and how things stood then. @type {Map<string | null, {scene: Scene, orders: Action[]}>} */
    this.given = new Map();
    this.standing = new StandingOrders(kept?.standing);
    this.groups = new Groups(kept?.groups);
    this.suggestions = new Suggestions();
    /** What was chosen for a verb the last time. @type {Map<Verb, import('./legal.js').Filled>} */
    this.habits = new Map();
    /** What happened since the last orders. @type {import('./panel.js').MeanwhileView | null} */
    this.meanwhile = null;
    /** What the page expected to see after the orders that were sent. @type {Scene | null} */
    this.expected = null;
    /** Whether units of this seat walk or strike, now or in a phase before: then they can be sent somewhere at any time. */
    this.roams = false;
    /** Whether turns in which nothing can be done are sent automatically. */
    this.skips = false;
    this.several = false;
    /** A keyboard selection in progress: later keys apply to what it selects. @type {Promise<void> | undefined} */
    this.selecting = undefined;
    this.busy = 0;
    /** Done when nothing is asked of the server any more. @type {Promise<unknown>} */
    this.working = Promise.resolve();
    this.sending = false;
    /** Whether a turn without orders may be sent, as the person has said. */
    this.mayPass = false;
    /** @type {HTMLDialogElement | null} */
    this.question = null;
    /** What was kept last, so that it is kept again only when it has changed. */
    this.kept = '';
    /** What flares up when the board is drawn next. @type {Effect[]} */
    this.flares = [];
    /** Where the keyboard's cursor was last, unless the pointer came after it. @type {Point | null} */
    this.cursor = null;
    /** @type {Scene | null} */
    this.shownScene = null;
    /** @type {Verb | null} */
    this.shownVerb = null;
    /** @type {{items: Item[], cell: Point | null}} */
    this.under = { items: [], cell: null };
    this.hovered = debounce(60, () => void this.#reachOf());
    this.#listen();
    this.keys = new HandKeys(this);
  }

  #listen() {
    // Whoever acts has seen enough of what the others did.
    document.addEventListener('pointerdown', () => this.story.stop(), { capture: true, passive: true });
    this.board.addEventListener('pick', (event) => {
      const { items, cell, shift, ctrl } = /** @type {CustomEvent} */ (event).detail;
      void this.pick({ items, cell, more: shift || this.several, choose: ctrl });
    });
    this.board.canvas.addEventListener('dblclick', (event) => {
      const [unit] = this.turn ? this.board.itemsAt(event.clientX, event.clientY).filter((item) => this.turn?.actors.has(Number(item.id))) : [];
      if (unit && !this.several) void this.selectKind(kindOf(unit));
    });
    for (const type of ['hover', 'cursor']) {
      this.board.addEventListener(type, (event) => {
        const { items, cell } = /** @type {CustomEvent} */ (event).detail;
        this.under = { items, cell };
        if (type === 'cursor') this.cursor = cell;
        this.hovered();
      });
    }
    // A question takes the focus and the board drops its cursor: restore it.
    this.place.addEventListener('focus', () => {
      const cell = this.cursor;
      if (cell) setTimeout(() => this.board.cursor && this.board.setCursor(cell));
    }, { capture: true });
    this.board.canvas.addEventListener('pointerdown', () => {
      this.cursor = null;
    });
    this.board.addEventListener('box', (event) => {
      const { items } = /** @type {CustomEvent<{items: Item[]}>} */ (event).detail;
      const turn = this.turn;
      if (turn) void this.gather(items.filter((item) => turn.isOwn(item) && turn.actors.has(Number(item.id))).map((item) => Number(item.id)));
    });
    new MutationObserver(() => this.render()).observe(document.documentElement, { attributeFilter: ['data-theme'] });
  }

  /** Starts to follow the match. */
  async start() {
    const stop = this.source.live((told) => {
      if ('hand' in told && told.hand !== this.state?.k) void this.follow();
    });
    addEventListener('pagehide', stop);
    // Whatever was missed while the page slept.
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) void this.follow();
    });
    await this.follow();
  }

  /** Asks how the match stands and shows it. */
  async follow() {
    try {
      const state = await this.source.handState();
      if (this.state && state.k < this.state.k) return;
      const fresh = state.phase === 'asked' && (this.turn?.request !== state.request || this.state?.phase !== 'asked');
      const { turn } = this;
      this.state = state;
      if (fresh || state.phase !== 'asked') this.dock.close();
      if (state.phase !== 'asked') this.turn = this.pointing = null;
      if (fresh && state.scene) await this.#begin({ ...state, scene: state.scene });
      else if (turn && this.turn === turn && state.scene && this.source.endless) await this.#renew(turn, state.scene);
      else this.render();
      if (state.phase === 'over') await this.#showEnd(state);
    } catch (error) {
      this.panel.say(reasonOf(error), 'bad');
    }
  }

  /** Another page of the same seat has changed the orders. */
  async adopt() {
    const { turn } = this;
    const kept = this.keep.load();
    if (!turn || !kept || JSON.stringify(kept.orders) === JSON.stringify(turn.orders.list)) return;
    turn.clear();
    turn.restore(kept.orders, kept.marched);
    this.standing.list = kept.standing;
    this.kept = JSON.stringify(this.#snapshot(turn));
    await this.run(() => turn.reconsider());
  }

  /** Others have acted while the orders are made. @param {HandTurn} turn @param {Scene} scene */
  async #renew(turn, scene) {
    await this.run(() => turn.renew(scene));
  }

  /** A new request: what stands is ordered, or what was ordered before a reload. @param {HandState & {scene: Scene}} state */
  async #begin(state) {
    const turn = new HandTurn(this.source, this.session, state);
    const unsent = this.source.endless ? this.turn : null;
    this.turn = turn;
    this.pointing = new HandPointing(turn, {
      dock: this.dock,
      say: (text, kind) => this.panel.say(text, kind),
      run: (work) => this.run(work),
      render: () => this.render(),
      inspect: (item) => {
        this.inspected = item?.id ?? null;
        this.render();
      },
      mine: (verb) => !this.foreign.has(verb),
      roams: () => this.roams,
      march: (goal, pace) => this.march(goal, pace),
      divert: (unit) => void this.standing.stop([unit]),
      habits: this.habits,
    });
    this.suggestions.clear();
    this.habits.clear();
    await this.run(async () => {
      const kept = this.keep.load();
      const isKept = kept?.request === state.request || (this.source.endless && kept !== null && unsent === null);
      if (kept && isKept) turn.restore(kept.orders, kept.marched);
      // A day that ends does not take away what was not sent.
      if (unsent) turn.restore(unsent.orders.list, unsent.marchedPlaces());
      await Promise.all([turn.consider(undefined), this.#tell(state)]);
      this.#forgetGone(turn);
      this.roams ||= state.turn_phase === null || (await turn.roams());
      if (!isKept) await this.#goOn(turn);
      this.ends = await turn.endings();
      if (turn.ready().length === 0 && (turn.actors.get(null) ?? 0) > 0) await turn.select(null);
      for (const [verb, foreign] of await turn.probe(this.session.verbs.filter((verb) => !this.probed.has(verb)))) {
        this.probed.add(verb);
        if (foreign) this.foreign.add(verb);
      }
    });
    if (this.skips && this.turn === turn && turn.ready().length === 0 && turn.offered().length === 0) await this.#send(this.ends[0] ?? null);
  }

  /** Shows and sums up what happened since the last orders, and then says whose turn it is. @param {HandState & {scene: Scene}} state */
  async #tell(state) {
    const { story } = await this.source.meanwhile();
    if (this.turn?.request !== state.request) return;
    const due = state.turn_phase ? `Your turn: ${state.turn_phase.replaceAll('_', ' ')}.` : `${this.panel.words.asked}.`;
    if (!story || !this.expected) this.panel.say(due);
    if (!story) return;
    const changes = changesFor(this.expected ?? story.first, state.scene, state.seat);
    this.meanwhile = { summary: summaryOf(changes, this.session.hides), lost: changes.lost.length, lines: story.steps.flatMap((step) => step.lines.map((line) => line.text)), story };
    this.teller.tell('Since your last orders', [this.meanwhile.summary, ...this.meanwhile.lines]);
    // After a reload it has been seen already.
    if (this.expected) this.#play(story, () => this.#drawAnew(), { then: due });
  }

  /**
   * Shows a story. As a rule the board then shows again how things stand.
   * @param {Story} story
   * @param {() => void} [done]
   * @param {{whole?: number, longest?: number, say?: (line: string) => void, then?: string}} [pace] `then` is said at its end
   */
  #play(story, done = () => this.#drawAnew(), pace = {}) {
    let said = this.panel.live.textContent ?? '';
    const before = pace.then ?? said;
    const say = (/** @type {string} */ line) => {
      said = line;
      this.panel.say(line);
      pace.say?.(line);
    };
    this.story.play(story, say, () => {
      if (this.panel.live.textContent === said) this.panel.say(before);
      done();
    }, pace);
    this.#marks();
  }

  /**
   * Shows a story, and then again how things stand.
   * @param {Story} story
   * @param {{whole?: number, longest?: number, say?: (line: string) => void, done?: () => void}} [pace]
   */
  playStory(story, pace = {}) {
    this.#play(story, () => {
      pace.done?.();
      this.#drawAnew();
    }, pace);
  }

  /** Shows once more what the others did. */
  replay() {
    if (this.meanwhile) this.playStory(this.meanwhile.story);
  }

  /** @param {HandTurn} turn */
  #forgetGone(turn) {
    const isThere = (/** @type {number} */ unit) => turn.items.get(String(unit))?.seat === turn.seat || turn.actors.has(unit);
    this.standing.keepOnly(isThere);
    this.groups.keepOnly(isThere);
  }

  /** Carries the standing orders on. @param {HandTurn} turn */
  async #goOn(turn) {
    if (this.standing.list.length === 0) return;
    const tired = this.standing.after(await turn.march(this.standing.list));
    if (tired.length > 0) this.panel.say(`${this.#namesOf(tired)} cannot get any closer.`);
  }

  /** @param {number[]} units */
  #namesOf(units) {
    return units.length === 1 ? (this.turn?.item(String(units[0]))?.title ?? `Unit ${units[0]}`) : `${units.length} units`;
  }

  /**
   * Asks the server for something and shows the result, or what went wrong.
   * @param {() => Promise<void>} work
   */
  async run(work) {
    this.busy++;
    this.panel.rest(false);
    const done = this.#run(work);
    this.working = Promise.all([this.working, done]);
    await done;
  }

  /** @param {() => Promise<void>} work */
  async #run(work) {
    try {
      await work();
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return;
      this.panel.say(reasonOf(error), 'bad');
      if (error instanceof Refused && error.status === 409) void this.follow();
    } finally {
      this.busy--;
      this.#remember();
      this.render();
    }
  }

  /** What a reload must not lose. @param {HandTurn} turn */
  #snapshot(turn) {
    return { request: turn.request, orders: turn.orders.list, marched: turn.marchedPlaces(), standing: this.standing.list, groups: this.groups.entries() };
  }

  /** Keeps it. */
  #remember() {
    const { turn } = this;
    if (!turn || this.state?.phase !== 'asked') return;
    const kept = this.#snapshot(turn);
    // What has not changed here may have changed on another page of the same seat.
    const text = JSON.stringify(kept);
    if (text === this.kept) return;
    this.kept = text;
    this.keep.save(kept);
  }

  // What the buttons and keys do.

  /** @param {import('./pointing.js').Pointed} at */
  async pick(at) {
    if (this.pointing) return this.pointing.pick(at);
    this.inspected = at.items[0]?.id ?? null;
    this.render();
  }

  /** @param {Verb} verb */
  async choose(verb) {
    if (verb.ends && this.ends.includes(verb)) return this.send(verb);
    await this.pointing?.choose(verb);
  }

  /** @param {Iterable<number>} units */
  async gather(units) {
    this.inspected = null;
    await this.pointing?.gather(units);
  }

  /** Selects units that were not pointed at, and goes where they are if they cannot be made out. @param {number[]} units */
  async gatherFromAfar(units) {
    await this.gather(units);
    const shot = closeup(units.flatMap((unit) => this.turn?.item(String(unit)) ?? []).map((item) => item.at), this.board.camera);
    if (shot) this.board.approach(shot);
  }

  /** Selects all units of a kind. @param {string} kind */
  async selectKind(kind) {
    await this.gather((this.turn?.ownUnits() ?? []).filter((item) => kindOf(item) === kind).map((item) => Number(item.id)));
  }

  async selectAll() {
    await this.gatherFromAfar((this.turn?.ownUnits() ?? []).map((item) => Number(item.id)));
  }

  /** Puts the selected units under a number. @param {number} number */
  saveGroup(number) {
    const units = this.turn?.crowd ?? new Set();
    if (number === 0) return this.panel.say('All nine groups are taken. Select units and press Shift and a number to change one.', 'bad');
    this.groups.set(number, units);
    this.panel.say(units.size > 0 ? `Group ${number}: ${units.size === 1 ? 'one unit' : `${units.size} units`}.` : `Group ${number} is empty.`);
    this.#remember();
    this.render();
  }

  /** Selects the units of a group; false if there is none. @param {number} number */
  selectGroup(number) {
    const units = this.groups.byNumber.get(number);
    if (units) void this.gatherFromAfar(units);
    return units !== undefined;
  }

  /**
   * Sends the selected units somewhere, over as many turns as it takes.
   * @param {Point | null} goal
   * @param {Pace} pace
   */
  async march(goal, pace) {
    const { turn } = this;
    const units = [...(turn?.crowd ?? [])];
    if (!turn || units.length === 0) return this.panel.say('Choose units first.', 'bad');
    if (!this.roams) return this.panel.say('Nobody can walk or strike yet.', 'bad');
    /** @type {March} */
    const march = { units, pace, ...(goal ? { goal } : {}) };
    this.standing.give(march);
    await this.run(async () => {
      const result = await turn.march([march]);
      await this.#unblock(turn);
      const count = result.orders.length;
      const tired = this.standing.after(result, count === 0);
      const where = goal ? ` to (${goal.join(', ')})` : '';
      if (tired.length === units.length) this.panel.say(`${this.#namesOf(units)} cannot get closer to that place.`, 'bad');
      else if (count === 0 && goal) this.panel.say(this.standing.count() > 0 ? `On the way${where} as soon as they can walk.` : `They are at (${goal.join(', ')}).`);
      else if (pace === 'hold') this.panel.say(`${this.#namesOf(units)} will hold until you say otherwise.`);
      else this.panel.say(`On the way${where}: ${count === 1 ? 'one order' : `${count} orders`} this turn${this.standing.count() > 0 ? ', the rest follows' : ''}.`);
    });
  }

  /** Who was blocked before can perhaps go now that others have. @param {HandTurn} turn */
  async #unblock(turn) {
    const busy = new Set(turn.orders.list.map((action) => Number(action.unit)));
    const idle = this.standing.list.map((march) => ({ ...march, units: march.units.filter((unit) => !busy.has(unit)) })).filter(({ units }) => units.length > 0);
    if (this.standing.list.length > 1 && idle.length > 0) await turn.march(idle);
  }

  /** The selected units stay where they are and strike whoever comes into range. */
  async hold() {
    await this.march(null, 'hold');
  }

  /** Takes back the standing orders of some units, and their walks this turn. @param {Iterable<number>} [units] */
  async halt(units = this.turn?.crowd ?? []) {
    const { turn } = this;
    if (!turn) return;
    const list = [...units];
    const stood = this.standing.stop(list);
    await this.run(() => turn.halt(list));
    this.panel.say(stood ? `${this.#namesOf(list)}: stopped.` : 'There is nothing to stop.');
  }

  /** Asks a bot what it would do. */
  async suggest() {
    const { turn } = this;
    const bot = this.panel.bot.value;
    if (!turn || !bot) return;
    await this.run(async () => {
      this.suggestions.set(bot, await turn.advice(bot), this.session.verbs);
      const count = this.suggestions.orders.length;
      this.panel.say(count === 0 ? `${bot} would add nothing.` : `${bot} suggests ${count} ${count === 1 ? 'order' : 'orders'}. Accept those you like.`);
    });
  }

  /** Takes what was suggested for some units, null being the seat itself; as a rule for the selection. @param {Set<number | null>} [units] */
  async accept(units) {
    const { turn } = this;
    if (!turn) return;
    const selected = /** @type {Set<number | null>} */ (turn.crowd.size > 0 ? turn.crowd : new Set([null]));
    const orders = this.suggestions.take(units ?? selected);
    await this.run(async () => {
      const { count, refusal } = await turn.addAllowed(orders);
      if (orders.length === 0) this.panel.say('Nothing is suggested for the selection.', 'bad');
      else if (refusal) this.panel.say(`Accepted ${count} of ${orders.length}: ${refusal.why}`, 'bad');
      else this.panel.say(count === 1 ? 'Accepted.' : `Accepted ${count} orders.`);
    });
  }

  /** @param {(turn: HandTurn) => unknown} how */
  async change(how) {
    const turn = this.turn;
    if (!turn) return;
    this.dock.close();
    how(turn);
    await this.run(() => turn.reconsider());
  }

  /** Takes back a step of the order in the making, or else the last order. */
  undo() {
    if (this.dock.asks) return this.dock.cancel();
    if (this.turn?.composer?.verb && !this.turn.composer.goesOn) return void this.pointing?.back();
    void this.change((turn) => {
      const walked = new Set(turn.orders.list.filter((action) => turn.marched.has(action)).map((action) => Number(action.unit)));
      turn.orders.undo();
      // Whoever does not set out any more is not on the way either.
      const walks = new Set(turn.orders.list.filter((action) => turn.marched.has(action)).map((action) => Number(action.unit)));
      this.standing.stop([...walked].filter((unit) => !walks.has(unit)));
    });
  }

  drop() {
    if (this.dock.isOpen) this.dock.cancel();
    this.pointing?.drop();
    this.inspected = null;
    this.render();
  }

  /** @param {boolean} several */
  setSeveral(several) {
    this.several = several;
    this.board.boxing = several;
    this.panel.say(several ? 'Clicks on your units add them to the selection, and a drag selects an area.' : 'Clicks select one unit.');
    this.render();
  }

  /** Selects the next unit that can act; false if there is none after the one that is selected. @param {number} step @param {boolean} [round] */
  next(step, round = true) {
    const ready = this.turn?.ready() ?? [];
    // Count from the unit being selected: keys may come faster than answers.
    const [only] = this.turn?.crowd.size === 1 ? this.turn.crowd : [];
    const now = ready.indexOf(only ?? NaN);
    const to = now < 0 ? (step > 0 ? 0 : ready.length - 1) : now + step;
    if (ready.length === 0 || (!round && (to < 0 || to >= ready.length || (now < 0 && step < 0)))) return false;
    const unit = ready[(to + ready.length) % ready.length];
    this.selecting = this.pointing?.select(unit).then(() => {
      const item = this.turn?.item(String(unit));
      if (!item) return;
      if (item.cell && this.board.cursor) this.board.setCursor(item.cell);
      else if (!this.#isInView(item.at)) this.board.focus(item.at);
    });
    return true;
  }

  /** @param {Point} point */
  #isInView(point) {
    const { camera } = this.board;
    const [x, y] = camera.pixel(point);
    return x > 0 && y > 0 && x < camera.width && y < camera.height;
  }

  /**
   * The last orders that were given in this phase, and how things stood then if that is known.
   * @param {HandState} state
   * @returns {{orders: Action[], scene: Scene | null}}
   */
  lastOf(state) {
    return this.given.get(state.turn_phase) ?? { orders: state.last_orders, scene: null };
  }

  /** The last orders once more. */
  async again() {
    const { turn, state } = this;
    if (!turn || !state) return;
    const last = this.lastOf(state);
    await this.run(async () => {
      const { count, refusal } = await turn.again(last.orders, last.scene);
      if (count > 0) this.panel.say(count === 1 ? 'One order repeated.' : `${count} orders repeated.`);
      else this.panel.say(refusal ? `Cannot repeat: ${refusal.why}` : 'Nothing to repeat.', 'bad');
    });
  }

  /** @param {string} [bot] */
  async finish(bot = this.panel.bot.value) {
    const turn = this.turn;
    if (!turn || !bot) return;
    await this.run(async () => {
      const count = await turn.finish(bot);
      this.drop();
      this.panel.say(count === 0 ? `${bot} would add nothing.` : `${bot} added ${count} ${count === 1 ? 'order' : 'orders'}. Look, then send.`);
    });
  }

  /** Sends the orders, as soon as the server has answered what it was asked before. @param {Verb | null} [end] */
  async send(end) {
    if (this.sending) return;
    this.sending = true;
    try {
      this.dock.close();
      while (this.busy > 0) await this.working;
      if (this.#asksFirst(end)) return;
      await this.#send(end === undefined ? (this.ends[0] ?? null) : end);
    } finally {
      this.sending = false;
    }
  }

  /**
   * Asks before a turn without any orders is sent although some could be given, as in some games that loses: once, and only
   * whoever has sent none in this match yet. Whoever sends again meanwhile means it.
   * @param {Verb | null} [end]
   */
  #asksFirst(end) {
    const { turn } = this;
    if (this.question?.open) this.mayPass = true;
    if (!turn || this.mayPass || this.source.endless || turn.orders.list.length > 0 || this.given.size > 0 || (this.state?.last_orders.length ?? 0) > 0) return false;
    const ready = turn.ready().length;
    const own = (turn.own ?? (turn.composer?.actor === null ? turn.composer : null))?.possible().find((verb) => !verb.ends);
    if (ready === 0 && !own) return false;
    const means = ready > 0 ? `${ready === 1 ? 'One of your units' : `${ready} of your units`} can still act.` : `You can still ${own?.label.toLowerCase()}: ${own?.about}`;
    const label = (end === undefined ? this.ends[0] : end)?.label ?? 'Send';
    this.question = askEmpty(means, label, () => {
      this.mayPass = true;
      void this.send(end);
    });
    return true;
  }

  /** @param {Verb | null} end */
  async #send(end) {
    const { turn, state } = this;
    if (!turn || !state || state.phase !== 'asked') return;
    this.question?.close();
    await this.run(async () => {
      const orders = await turn.answer(end);
      const sent = await this.source.send({ request: turn.request, orders });
      if (turn.orders.list.length > 0) this.given.set(state.turn_phase, { scene: turn.before, orders });
      this.expected = turn.scene;
      this.help.sent(orders.length > 0 && turn.orders.list.length > 0);
      if (this.several) this.setSeveral(false);
      if (this.source.endless) turn.clear();
      this.panel.say('said' in sent && sent.said ? sent.said : 'Sent.');
      if (this.state === state || this.source.endless) await this.follow();
    });
  }

  resign() {
    const { turn } = this;
    if (!turn) return;
    askResign(this.panel.words.resign, () => void this.run(async () => {
      // The end may be told before the answer comes.
      this.keep.setResigned(true);
      try {
        await this.source.resign({ request: turn.request });
      } catch (error) {
        this.keep.setResigned(false);
        throw error;
      }
      await this.follow();
    }));
  }

  // What is shown.

  /** Shows what a verb could be aimed at, while the pointer is on its button. @param {Verb | null} verb */
  point(verb) {
    this.shownVerb = verb;
    this.#marks();
  }

  /** Shows what the unit under the pointer could do, as long as nothing is selected. */
  async #reachOf() {
    const { turn, under } = this;
    this.#marks();
    if (!turn || !this.pointing) return;
    const unit = under.items.map((item) => Number(item.id)).find((id) => (turn.actors.get(id) ?? 0) > 0);
    if (turn.composer || turn.crowd.size > 0 || unit === undefined) return;
    try {
      const reach = await turn.reachOf(unit);
      if (this.turn === turn && !turn.composer && this.under === under) this.#marks(reach);
    } catch {
      // The orders changed meanwhile; the next movement asks again.
    }
  }

  /** Brings board and panel up to date. */
  render() {
    const { state } = this;
    if (!state) return;
    this.#draw();
    const view = viewOf(this, state);
    this.panel.show(view);
    this.help.follow(view);
    document.title = state.phase === 'asked' ? `● ${this.session.title}` : this.session.title;
    this.place.classList.toggle('waiting', state.phase === 'waiting' || state.phase === 'starting');
  }

  /**
   * What the panel tells of: what the board shows. Where others act at any time, how things stand is told meanwhile.
   * @returns {{sides: Side[], status: Fact[]} | null}
   */
  get told() {
    if (this.story.playing && !this.source.endless) return this.board.picture;
    return this.last ?? this.turn?.scene ?? this.state?.scene ?? this.picture;
  }

  /** The board shows something else: so does the head of the panel. */
  #showHead() {
    if (this.state) this.panel.showHead(viewOf(this, this.state));
  }

  #drawAnew() {
    this.shownScene = null;
    this.#draw();
  }

  /** Brings the board up to date. */
  #draw() {
    const scene = this.last ? null : (this.turn?.scene ?? this.state?.scene);
    if (scene && this.shownScene !== scene && !this.story.playing) {
      const picture = Picture.of(scene);
      const previous = this.picture ?? undefined;
      this.board.show(picture, { previous, effects: this.flares, duration: previous && !prefersStill() ? (this.flares.length > 0 ? FLARE_MS : STEP_MS) : 0 });
      this.flares = [];
      this.picture = picture;
      this.shownScene = scene;
    }
    this.#marks();
  }

  /** Marks cells, units and orders on the board. @param {Reach} [reach] of a unit under the pointer */
  #marks(reach) {
    const { turn, board, under, inspected, session } = this;
    // While the others' turn is shown, marks of this one would lie.
    const shown = this.story.playing ? null : turn;
    const hint = shown ? (this.pointing?.hint({ ...under, more: this.several, choose: false }) ?? '') : '';
    this.place.classList.toggle('can-pick', hint !== '');
    this.dock.hint(hint);
    board.setCells(shown ? markedCells(shown, shown.reach ?? reach ?? null, this.shownVerb, hint ? under.cell : null) : []);
    board.setSelected(turn && turn.crowd.size > 0 ? turn.crowd : inspected ? [inspected] : []);
    if (!shown) return board.setArrows([]);
    const itemOf = (/** @type {string} */ id) => shown.items.get(id);
    board.setArrows([
      ...standingArrows(this.standing.list, itemOf, shown.scene.grid),
      ...orderArrows(session.verbs, this.suggestions.orders, [], shown.scene, true),
      ...orderArrows(session.verbs, shown.orders.list, shown.verdicts, shown.before),
    ]);
  }

  /**
   * How it stood at the end, which nobody was asked about any more: board and panel go on showing it. In games that hide
   * something, the board shows what the seat saw, and the panel the scores of all.
   * @param {HandState} state
   */
  async #showLast(state) {
    const { story } = this.expected ? await this.source.meanwhile() : { story: null };
    if (story && story.steps.length > 0) await new Promise((done) => this.#play(story, () => done(undefined)));
    try {
      if (state.watch === null) return;
      const { steps } = await this.source.index();
      this.last = await this.source.frames.get(steps, 'all');
      const seen = this.session.hides ? await this.source.frames.get(steps, String(state.seat)) : this.last;
      this.board.show(seen);
      this.picture = seen;
    } catch {
      // The sentence says how it ended.
    }
  }

  /** @param {HandState} state */
  async #showEnd(state) {
    const { resigned } = this.keep;
    const { title, why } = endOf(this.session, state, resigned);
    this.keep.forget();
    await this.#showLast(state);
    this.render();
    refill(this.over, ...endCard(this.session, state, this.last?.sides ?? [], resigned, {
      close: () => {
        this.over.hidden = true;
      },
      rematch: (swap) => void this.rematch(swap),
    }));
    this.over.hidden = false;
    this.panel.say(`${title}. ${why}`);
    this.over.querySelector('a')?.focus();
  }

  /** Plays the same match anew, perhaps on the other side. @param {boolean} swap */
  async rematch(swap) {
    await this.run(async () => {
      const begun = await beginAsking((allow) => this.source.rematch(swap, allow));
      if (begun) location.assign(begun.url);
    });
  }
}

/**
 * Starts to play by hand on a page.
 * @param {HTMLElement} root
 * @param {Session} session
 * @param {import('../source/server.js').ServerSource} source
 * @param {{theme: ThemeName}} options
 */
export async function startHand(root, session, source, options) {
  const keep = new HandKeep(location.pathname, localStorage);
  const mode = new HandMode(root, session, source, { ...options, keep });
  await mode.start();
  return mode;
}
