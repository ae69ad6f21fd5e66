// Playing by hand: connects the board, the panel and the server.

import { Board } from '../board/board.js';
import { cameraTools } from '../board/camera-tools.js';
import { debounce, el, prefersStill, reasonOf, refill } from '../shared/dom.js';
import { askResign, endCard, endOf } from './end.js';
import { HandKeys } from './keys.js';
import { markedCells, viewOf } from './view.js';
import { orderArrows } from './orders.js';
import { HandPanel } from './panel.js';
import { HandPointing } from './pointing.js';
import { HandTurn } from './turn.js';
import { PlaceMenu } from './menu.js';
import { Picture } from '../board/scene.js';
import { Refused } from '../source/server.js';

/** How long a step from one picture to the next takes. */
const STEP_MS = 260;

export class HandMode {
  /**
   * @param {HTMLElement} root
   * @param {Session} session
   * @param {import('../source/server.js').ServerSource} source
   * @param {{theme: ThemeName}} options
   */
  constructor(root, session, source, { theme }) {
    this.session = session;
    this.source = source;
    this.place = el('div', { class: 'hand-board' });
    this.over = el('div', { class: 'hand-over', hidden: true });
    this.menu = new PlaceMenu();
    this.board = new Board(this.place, session, { theme });
    this.place.appendChild(cameraTools(this.board));
    this.panel = new HandPanel(session, {
      choose: (verb, from) => void this.choose(verb, from),
      point: (verb) => this.point(verb),
      remove: (index) => void this.change((turn) => turn.orders.remove(index)),
      undo: () => this.undo(),
      redo: () => void this.change((turn) => turn.orders.redo()),
      again: () => void this.again(),
      finish: (bot) => void this.finish(bot),
      send: (verb) => void this.send(verb),
      resign: () => this.resign(),
      several: () => this.setSeveral(!this.several),
      skip: (skips) => {
        this.skips = skips;
      },
      next: (step) => this.next(step),
      drop: () => this.drop(),
    }, (name) => this.board.painter.color(name));
    root.classList.add('hand-mode');
    refill(root, el('div', { class: 'hand-main' }, this.place, this.over), this.panel.root);
    /** @type {HandState | null} */
    this.state = null;
    /** @type {HandTurn | null} */
    this.turn = null;
    /** @type {HandPointing | null} */
    this.pointing = null;
    /** @type {Picture | null} */
    this.picture = null;
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
    /** Whether turns in which nothing can be done are sent automatically. */
    this.skips = false;
    this.several = false;
    /** A keyboard selection in progress: later keys apply to what it selects. @type {Promise<void> | undefined} */
    this.selecting = undefined;
    this.busy = 0;
    /** Where the keyboard's cursor was last, unless the pointer came after it. @type {Point | null} */
    this.cursor = null;
    /** @type {Scene | null} */
    this.shownScene = null;
    /** Where the pointer was last, on the screen. @type {Point} */
    this.pointer = [innerWidth / 2, innerHeight / 2];
    /** @type {Verb | null} */
    this.shownVerb = null;
    /** @type {{items: Item[], cell: Point | null}} */
    this.under = { items: [], cell: null };
    this.hovered = debounce(60, () => void this.#reachOf());
    this.#listen();
    this.keys = new HandKeys(this);
  }

  #listen() {
    for (const type of ['pointerdown', 'pointermove']) {
      this.place.addEventListener(type, (event) => {
        if (event instanceof PointerEvent) this.pointer = [event.clientX, event.clientY];
      }, { capture: true, passive: true });
    }
    this.board.addEventListener('pick', (event) => {
      const { items, cell, shift, ctrl } = /** @type {CustomEvent} */ (event).detail;
      const place = this.board.cursor ? this.screenPoint(this.board.centre(cell)) : this.pointer;
      void this.pick({ items, cell, place, more: shift || this.several, choose: ctrl });
    });
    for (const type of ['hover', 'cursor']) {
      this.board.addEventListener(type, (event) => {
        const { items, cell } = /** @type {CustomEvent} */ (event).detail;
        this.under = { items, cell };
        if (type === 'cursor') this.cursor = cell;
        this.hovered();
      });
    }
    // A menu takes the focus and the board drops its cursor: restore it.
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
      if (!turn) return;
      turn.crowd = new Set(items.filter((item) => turn.isOwn(item) && turn.actors.has(Number(item.id))).map((item) => Number(item.id)));
      void this.pointing?.gathered();
    });
    this.board.addEventListener('view', () => {
      if (!this.menu.asks) this.menu.close();
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
      this.state = state;
      this.menu.close();
      if (state.phase !== 'asked') this.turn = this.pointing = null;
      if (fresh && state.scene) await this.#begin({ ...state, scene: state.scene });
      else this.render();
      if (state.phase === 'over') await this.#showEnd(state);
    } catch (error) {
      this.panel.say(reasonOf(error), 'bad');
    }
  }

  /** A new request: nothing is ordered yet. @param {HandState & {scene: Scene}} state */
  async #begin(state) {
    const turn = new HandTurn(this.source, this.session, state);
    this.turn = turn;
    this.pointing = new HandPointing(turn, {
      menu: this.menu,
      say: (text, kind) => this.panel.say(text, kind),
      run: (work) => this.run(work),
      render: () => this.render(),
      inspect: (item) => {
        this.inspected = item?.id ?? null;
        this.render();
      },
      mine: (verb) => !this.foreign.has(verb),
    });
    this.panel.say(state.turn_phase ? `Your turn: ${state.turn_phase.replaceAll('_', ' ')}.` : 'Your turn.');
    await this.run(async () => {
      await turn.consider(undefined);
      this.ends = await turn.endings();
      if (turn.ready().length === 0 && (turn.actors.get(null) ?? 0) > 0) await turn.select(null);
      for (const [verb, foreign] of await turn.probe(this.session.verbs.filter((verb) => !this.probed.has(verb)))) {
        this.probed.add(verb);
        if (foreign) this.foreign.add(verb);
      }
    });
    if (this.skips && this.turn === turn && turn.ready().length === 0 && turn.offered().length === 0) await this.send();
  }

  /**
   * Asks the server for something and shows the result, or what went wrong.
   * @param {() => Promise<void>} work
   */
  async run(work) {
    this.busy++;
    try {
      await work();
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return;
      this.panel.say(reasonOf(error), 'bad');
      if (error instanceof Refused && error.status === 409) void this.follow();
    } finally {
      this.busy--;
      this.render();
    }
  }

  // What the buttons and keys do.

  /** @param {import('./pointing.js').Pointed} at */
  async pick(at) {
    if (this.pointing) return this.pointing.pick(at);
    this.inspected = at.items[0]?.id ?? null;
    this.render();
  }

  /**
   * @param {Verb} verb
   * @param {HTMLElement | null} from
   */
  async choose(verb, from) {
    if (verb.ends && this.ends.includes(verb)) return this.send(verb);
    const box = from?.getBoundingClientRect();
    await this.pointing?.choose(verb, box ? [box.left, box.bottom] : this.actorPlace());
  }

  /** Where the actor is on the screen, or else the middle of the board. @returns {Point} */
  actorPlace() {
    const actor = this.turn?.composer?.actor;
    const item = actor === null || actor === undefined ? undefined : this.turn?.item(String(actor));
    return this.screenPoint(item?.at ?? [this.board.camera.x, this.board.camera.y]);
  }

  /** Where a point of the board is on the screen. @param {Point} point @returns {Point} */
  screenPoint(point) {
    const box = this.board.canvas.getBoundingClientRect();
    const [x, y] = this.board.camera.pixel(point);
    return [box.left + x, box.top + y];
  }

  /** @param {(turn: HandTurn) => unknown} how */
  async change(how) {
    const turn = this.turn;
    if (!turn) return;
    this.menu.close();
    how(turn);
    await this.run(() => turn.reconsider());
  }

  /** Takes back a step of the order in the making, or else the last order. */
  undo() {
    if (this.menu.asks) return this.menu.cancel();
    if (this.turn?.composer?.verb) return void this.pointing?.back();
    void this.change((turn) => turn.orders.undo());
  }

  drop() {
    if (this.menu.isOpen) this.menu.cancel();
    this.turn?.drop();
    this.inspected = null;
    this.render();
  }

  /** @param {boolean} several */
  setSeveral(several) {
    this.several = several;
    this.panel.say(several ? 'Clicks add units to the selection.' : 'Clicks select one unit.');
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

  /** @param {Verb | null} [end] */
  async send(end = this.ends[0] ?? null) {
    const { turn, state } = this;
    if (!turn || !state || this.busy > 0) return;
    this.menu.close();
    await this.run(async () => {
      const orders = await turn.answer(end);
      await this.source.send({ request: turn.request, orders });
      if (turn.orders.list.length > 0) this.given.set(state.turn_phase, { scene: turn.before, orders });
      this.several = false;
      this.panel.say('Sent.');
      if (this.state === state) await this.follow();
    });
  }

  resign() {
    const { turn } = this;
    if (!turn) return;
    askResign(() => void this.run(async () => {
      await this.source.resign({ request: turn.request });
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
    const hint = this.pointing.hint(under.cell, under.items);
    this.place.classList.toggle('can-pick', hint !== '');
    if (hint) this.panel.say(hint);
    const unit = under.items.map((item) => Number(item.id)).find((id) => (turn.actors.get(id) ?? 0) > 0);
    if (turn.composer || turn.crowd.size > 0 || unit === undefined) return;
    try {
      const reach = await turn.reach(unit);
      if (this.turn === turn && !turn.composer && this.under === under) this.#marks(reach);
    } catch {
      // The orders changed meanwhile; the next movement asks again.
    }
  }

  /** Brings board and panel up to date. */
  render() {
    const { state, turn } = this;
    if (!state) return;
    const scene = turn?.scene ?? state.scene;
    if (scene && this.shownScene !== scene) {
      const picture = Picture.of(scene);
      const previous = this.picture ?? undefined;
      this.board.show(picture, { previous, duration: previous && !prefersStill() ? STEP_MS : 0 });
      this.picture = picture;
      this.shownScene = scene;
    }
    this.#marks();
    this.panel.show(viewOf(this, state));
    document.title = state.phase === 'asked' ? `● ${this.session.title}` : this.session.title;
    this.place.classList.toggle('waiting', state.phase === 'waiting' || state.phase === 'starting');
  }

  /** Marks cells, units and orders on the board. @param {import('./composer.js').Composer} [reach] of a unit under the pointer */
  #marks(reach) {
    const { turn, board, under, inspected } = this;
    const hint = this.pointing?.hint(under.cell, under.items) ?? '';
    board.setCells(turn ? markedCells(turn, turn.composer ?? reach ?? null, this.shownVerb, hint ? under.cell : null) : []);
    board.setSelected(turn && turn.crowd.size > 0 ? turn.crowd : inspected ? [inspected] : []);
    board.setArrows(turn ? orderArrows(this.session.verbs, turn.orders.list, turn.verdicts, turn.before) : []);
  }

  /**
   * The scores at the end. The seat was last shown how it stood when it was asked, which is older.
   * @param {HandState} state
   */
  async #lastSides(state) {
    try {
      if (state.watch === null) return [];
      const { steps } = await this.source.index();
      return (await this.source.frames.get(steps, 'all')).sides;
    } catch {
      // The sentence says how it ended.
      return [];
    }
  }

  /** @param {HandState} state */
  async #showEnd(state) {
    const { title, why } = endOf(this.session, state);
    refill(this.over, ...endCard(this.session, state, await this.#lastSides(state), () => {
      this.over.hidden = true;
    }));
    this.over.hidden = false;
    this.panel.say(`${title}. ${why}`);
    this.over.querySelector('a')?.focus();
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
  const mode = new HandMode(root, session, source, options);
  await mode.start();
  return mode;
}
