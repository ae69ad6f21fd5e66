// The panel beside the board while playing by hand: whose turn it is, what can be done, the orders, and sending them.

import { button, el, icon, refill } from '../shared/dom.js';

/**
 * What the buttons do.
 * @typedef {{choose: (verb: Verb) => void, point: (verb: Verb | null) => void,
 *   remove: (index: number) => void, undo: () => void, redo: () => void, again: () => void,
 *   finish: (bot: string) => void, suggest: () => void, accept: (unit: number | null) => void,
 *   send: (verb: Verb | null) => void, resign: () => void, several: () => void, skip: (skips: boolean) => void,
 *   next: (step: number) => void, drop: () => void, gather: (units: number[]) => void, saveGroup: () => void,
 *   aim: (pace: Pace) => void, hold: () => void, halt: (units?: number[]) => void, replay: () => void}} HandDeeds
 */
/**
 * What happened since the last orders.
 * @typedef {{summary: string, lost: number, lines: string[], story: Story}} MeanwhileView
 */
/**
 * A verb as it is offered.
 * @typedef {{verb: Verb, ways: number, chosen: boolean, price: string | undefined}} Offer
 */
/**
 * Everything the panel shows.
 * @typedef {{state: HandState, busy: boolean, telling: boolean, item: Item | null, crowd: number, prompt: string, offers: Offer[],
 *   seatOffers: Offer[], ends: Verb[], purse: Purse[], orders: {text: string, verdict: Refusal | null, spent: string}[], rejected: {text: string, why: string}[],
 *   ready: number, canUndo: boolean, canRedo: boolean, canRepeat: boolean, several: boolean,
 *   sides: Side[], status: Fact[], kinds: {kind: string, units: number[]}[], groups: [number, number[]][], aims: Pace | null,
 *   roams: boolean, stands: boolean, standing: {march: March, text: string}[], meanwhile: MeanwhileView | null,
 *   suggestions: {unit: number | null, texts: string[]}[], suggestedBy: string}} HandView
 */

/** Where a match is played turn by turn. */
const WORDS = {
  starting: 'The match is about to start.',
  waiting: 'Waiting for the others…',
  asked: 'Your turn',
  over: 'The match is over.',
  resign: 'The match ends for you and counts as a loss.',
};

/** While what the others did is played. */
const TELLING = 'Their turn';

export class HandPanel {
  /**
   * @param {Session} session
   * @param {HandDeeds} deeds
   * @param {(name: Color) => string} color
   * @param {import('./help.js').FirstHelp} help
   */
  constructor(session, deeds, color, help) {
    this.session = session;
    this.deeds = deeds;
    this.color = color;
    /** What is said in each phase, and what giving up means. */
    this.words = { ...WORDS };
    /** What stands in the head, of what the picture says. @type {(status: Fact[], own: Side | undefined) => Fact[]} */
    this.headline = (status) => status;
    this.head = el('header', { class: 'hand-head' });
    this.notices = el('div', { class: 'hand-notices' });
    this.picks = el('section', { class: 'hand-picks', 'aria-label': 'Select' });
    this.standing = el('section', { class: 'hand-standing', 'aria-label': 'Standing orders' });
    this.advice = el('section', { class: 'hand-advice', 'aria-label': 'Suggestions' });
    /** Whether the log of what happened is open. */
    this.logOpen = false;
    this.actor = el('section', { class: 'hand-actor', 'aria-label': 'Selection' });
    this.seat = el('section', { class: 'hand-seat', 'aria-label': 'Orders of your side' });
    this.orders = el('section', { class: 'hand-orders', 'aria-label': 'Your orders' });
    this.tools = el('div', { class: 'hand-tools', role: 'toolbar', 'aria-label': 'Turn' });
    this.sends = el('div', { class: 'hand-row sends', role: 'group', 'aria-label': 'Send' });
    this.bot = el('select', { class: 'hand-bot', 'aria-label': 'The bot that finishes the turn' });
    for (const name of session.bots) this.bot.appendChild(el('option', { value: name, text: name }));
    if (session.bots.length > 0) this.bot.selectedIndex = session.bots.length - 1;
    this.skip = el('label', { class: 'hand-skip', title: 'Send turns automatically when you can do nothing' });
    const skips = el('input', { type: 'checkbox', on: { change: () => deeds.skip(skips.checked) } });
    this.skip.append(skips, 'Skip empty turns');
    this.live = el('p', { class: 'hand-live', role: 'status', 'aria-live': 'polite' });
    this.held = false;
    /** What is to be shown when nothing is held down any more. @type {HandView | null} */
    this.waiting = null;
    /** And what is to be shown in the head alone. @type {HandView | null} */
    this.waitingHead = null;
    this.root = el(
      'aside',
      { class: 'hand-panel', 'aria-label': 'Playing by hand' },
      el(
        'div',
        { class: 'hand-body' },
        this.head,
        this.live,
        el('div', { class: 'hand-scroll' }, help.root, this.notices, this.advice, this.picks, this.actor, this.seat, this.standing, this.orders),
        this.tools,
      ),
      this.sends,
    );
    this.#hold();
  }

  /** A button must not be made anew between the press and the release of a click on it. */
  #hold() {
    // Before anybody else hears of it: whatever the press brings about waits as well.
    window.addEventListener('pointerdown', ({ target }) => (this.held ||= target instanceof Node && this.root.contains(target)), { capture: true });
    for (const type of ['pointerup', 'pointercancel']) {
      document.addEventListener(type, () => {
        if (!this.held) return;
        // The click comes right after the release.
        setTimeout(() => {
          this.held = false;
          const view = this.waiting;
          this.waiting = null;
          if (view) this.show(view);
          else if (this.waitingHead) this.showHead(this.waitingHead);
        });
      });
    }
  }

  /**
   * Shows a message, and has screen readers read it.
   * @param {string} text
   * @param {'plain' | 'bad'} [kind]
   */
  say(text, kind = 'plain') {
    this.live.className = `hand-live ${kind}`;
    this.live.textContent = text;
  }

  /** Sending has to wait while the server is asked; the key that sends does that itself. @param {boolean} rests */
  rest(rests) {
    for (const send of this.sends.querySelectorAll('button')) send.disabled = !rests;
  }

  /** @param {HandView} view */
  show(view) {
    if (this.held) {
      this.waiting = view;
      return;
    }
    const focused = document.activeElement instanceof HTMLElement && this.root.contains(document.activeElement) ? document.activeElement.dataset.keep : undefined;
    this.root.dataset.phase = view.state.phase;
    this.showHead(view);
    const asked = view.state.phase === 'asked';
    refill(this.notices, ...(asked ? [this.#meanwhile(view), this.#rejections(view)] : []));
    refill(this.picks, ...(asked ? this.#pickParts(view) : []));
    refill(this.standing, ...(asked && view.standing.length > 0 ? this.#standingParts(view) : []));
    refill(this.advice, ...(asked && view.suggestions.length > 0 ? this.#adviceParts(view) : []));
    refill(this.actor, ...(asked ? this.#actorParts(view) : []));
    refill(this.seat, ...(asked && view.seatOffers.length > 0 ? [el('h2', { text: 'Your side' }), this.#verbs(view.seatOffers)] : []));
    refill(this.orders, ...(asked ? this.#orderParts(view) : []));
    refill(this.tools, ...(asked ? this.#toolParts(view) : []));
    refill(this.sends, ...(asked ? this.#sendParts(view) : []));
    for (const part of [this.notices, this.picks, this.actor, this.seat, this.standing, this.advice, this.orders, this.tools, this.sends]) part.hidden = part.childNodes.length === 0;
    if (focused) /** @type {HTMLElement | null} */ (this.root.querySelector(`[data-keep="${CSS.escape(focused)}"]`))?.focus();
  }

  /**
   * Whose turn it is and how it stands, as the board shows it: while what the others did is played, it is not yet one's turn.
   * @param {HandView} view
   */
  showHead(view) {
    if (this.held) {
      this.waitingHead = view;
      return;
    }
    this.waitingHead = null;
    const { state, telling, sides, status } = view;
    const said = telling ? TELLING : (state.phase === 'waiting' && state.summary) || this.words[state.phase];
    const own = this.session.seats[state.seat];
    const facts = this.headline(status, sides.find((side) => side.seat === state.seat));
    const chip = (/** @type {number} */ seat) => {
      const made = el('span', { class: 'seat-chip', 'aria-hidden': 'true' });
      made.style.background = this.color(`seat${seat}`);
      return made;
    };
    const board = sides.map((side) => {
      const seat = this.session.seats[side.seat];
      const more = side.facts.map(([label, value]) => `${label} ${value}`).join(', ');
      return el(
        'li',
        { class: side.seat === state.seat ? 'own' : '', title: more },
        chip(side.seat),
        el('span', { class: 'side-name', text: side.seat === state.seat ? `${seat?.name ?? side.seat} (you)` : (seat?.name ?? side.seat) }),
        el('b', { text: side.score }),
        more ? el('small', { text: more }) : null,
      );
    });
    refill(
      this.head,
      el('p', { class: `hand-phase ${telling ? 'waiting' : state.phase}` }, chip(state.seat), el('strong', { text: said }), el('span', { text: own ? `you are ${own.name}` : '' })),
      facts.length > 0 ? el('dl', { class: 'hand-status' }, ...facts.flatMap(([label, value]) => [el('div', {}, el('dt', { text: label }), el('dd', { text: value }))])) : null,
      board.length > 0 ? el('ul', { class: 'hand-sides' }, ...board) : null,
    );
  }

  /** What happened since the last orders: what was lost first, the rest at a click. @param {HandView} view */
  #meanwhile({ meanwhile }) {
    if (!meanwhile) return null;
    const { summary, lost, lines } = meanwhile;
    const log = el(
      'details',
      { class: 'hand-log', open: this.logOpen, on: { toggle: () => (this.logOpen = log.open) } },
      el('summary', { text: `Log (${lines.length})` }),
      el('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Log of the turn' }, el('ol', {}, ...lines.map((text) => el('li', { text })))),
    );
    return el(
      'div',
      { class: `hand-meanwhile${lost > 0 ? ' losses' : ''}` },
      el('p', { class: 'hand-summary', text: summary }),
      button({ label: 'Show again what happened', icon: 'play', class: 'quiet', press: () => this.deeds.replay() }),
      lines.length > 0 ? log : null,
    );
  }

  /** Whole kinds and groups at one click. @param {HandView} view */
  #pickParts({ kinds, groups, crowd }) {
    const chip = (/** @type {string} */ keep, /** @type {string} */ label, /** @type {string} */ text, /** @type {() => void} */ press) => {
      const made = button({ label, text, class: 'quiet chip', press });
      made.dataset.keep = keep;
      return made;
    };
    const all = kinds.flatMap(({ units }) => units);
    if (all.length < 2) return [];
    return [
      chip('pick-all', `Select all ${all.length} units`, `All ${all.length}`, () => this.deeds.gather(all)),
      ...(kinds.length > 1 ? kinds : []).map(({ kind, units }) => chip(`pick-${kind}`, `Select all: ${kind} ${units.length}`, `${kind} ${units.length}`, () => this.deeds.gather(units))),
      ...groups.map(([number, units]) => chip(`group-${number}`, `Select group #${number}: ${units.length}`, `#${number}: ${units.length}`, () => this.deeds.gather(units))),
      crowd > 0 ? chip('group-new', 'Make the selection a group (Shift and a number)', '+ group', () => this.deeds.saveGroup()) : null,
    ];
  }

  /** @param {HandView} view */
  #standingParts({ standing }) {
    return [
      el('h2', { text: 'Until done or stopped' }),
      el(
        'ul',
        {},
        ...standing.map(({ march, text }, i) =>
          el(
            'li',
            {},
            el('button', { type: 'button', class: 'button quiet', title: 'Select them', data: { keep: `standing-${i}` }, on: { click: () => this.deeds.gather(march.units) } }, text),
            el('button', { type: 'button', class: 'button quiet', 'aria-label': `Stop: ${text}`, title: 'Stop', data: { keep: `stop-${i}` }, on: { click: () => this.deeds.halt(march.units) } }, icon('close')),
          ),
        ),
      ),
    ];
  }

  /** @param {HandView} view */
  #adviceParts({ suggestions, suggestedBy }) {
    return [
      el('h2', { text: `${suggestedBy} suggests` }),
      el(
        'ol',
        {},
        ...suggestions.map(({ unit, texts }) =>
          el(
            'li',
            {},
            el('span', { text: texts.join('; ') }),
            el('button', { type: 'button', class: 'button quiet', 'aria-label': `Accept: ${texts.join('; ')}`, title: 'Accept', data: { keep: `accept-${unit}` }, on: { click: () => this.deeds.accept(unit) } }, icon('check')),
          ),
        ),
      ),
    ];
  }

  /** @param {HandView} view */
  #rejections({ rejected }) {
    if (rejected.length === 0) return null;
    return el(
      'details',
      { class: 'hand-rejected', open: rejected.length < 4 },
      el('summary', { text: rejected.length === 1 ? 'One of your last orders was refused' : `${rejected.length} of your last orders were refused` }),
      el('ul', {}, ...rejected.map(({ text, why }) => el('li', {}, el('span', { text }), ' ', el('em', { text: why })))),
    );
  }

  /** @param {HandView} view */
  #actorParts(view) {
    const { item, crowd } = view;
    const title = crowd > 1 ? `${crowd} units` : (item?.title ?? null);
    const facts = item && crowd < 2 ? (item.facts ?? []) : [];
    // Where there are no units, nobody has to be looked for.
    if (view.kinds.length === 0 && view.ready === 0 && !title) return [el('p', { class: 'hand-prompt', text: view.seatOffers.length > 0 ? view.prompt : 'No unit of yours can act now.' })];
    const left = view.ready === 0 ? 'No unit can act any more.' : view.ready === 1 ? 'One unit can still act.' : `${view.ready} units can still act.`;
    return [
      el(
        'div',
        { class: 'hand-title' },
        title ? el('h2', { text: title }) : null,
        el('span', { text: title ? `${view.ready} can act` : left }),
        button({ label: 'Previous unit that can act', icon: 'previous', key: 'q', class: 'quiet', press: () => this.deeds.next(-1) }),
        button({ label: 'Next unit that can act', icon: 'next', key: 'e', class: 'quiet', press: () => this.deeds.next(1) }),
        title ? button({ label: 'Deselect', icon: 'close', key: 'Escape', class: 'quiet', press: () => this.deeds.drop() }) : null,
      ),
      view.offers.length > 0 ? this.#verbs(view.offers) : null,
      crowd > 0 && view.roams ? this.#paces(view) : null,
      el('p', { class: 'hand-prompt', text: view.prompt }),
      facts.length > 0 ? el('dl', { class: 'hand-facts' }, ...facts.map(([label, value]) => el('div', {}, el('dt', { text: label }), el('dd', { text: value })))) : null,
    ];
  }

  /** What selected units can be told to go on doing. @param {HandView} view */
  #paces({ aims, stands }) {
    const pace = (/** @type {string} */ keep, /** @type {Parameters<typeof button>[0]} */ options) => {
      const made = button({ class: 'quiet', ...options });
      made.dataset.keep = keep;
      return made;
    };
    const advance = pace('advance', { label: 'Advance: the next click says where to; they strike whoever comes into range', text: 'Advance', key: 'k', press: () => this.deeds.aim('fight') });
    advance.setAttribute('aria-pressed', String(aims === 'fight'));
    const stop = pace('stop', { label: 'Stop: take the standing order and the walk back', text: 'Stop', key: 'v', press: () => this.deeds.halt() });
    stop.disabled = !stands;
    return el('div', { class: 'hand-row hand-paces' }, advance, pace('hold', { label: 'Hold: stay, and strike whoever comes into range', text: 'Hold', key: 'j', press: () => this.deeds.hold() }), stop);
  }

  /** @param {Offer[]} offers */
  #verbs(offers) {
    return el(
      'div',
      { class: 'hand-verbs' },
      ...offers.map(({ verb, ways, chosen, price }) => {
        /** @type {HTMLButtonElement} */
        const made = el(
          'button',
          {
            type: 'button',
            class: `button verb${ways === 0 ? ' idle' : ''}`,
            title: ways === 0 ? `${verb.about} Not possible just now.` : verb.about,
            'aria-keyshortcuts': verb.key,
            'aria-pressed': String(chosen),
            'aria-description': ways === 0 ? `${verb.about} Not possible just now.` : verb.about,
            data: { keep: `verb-${verb.unit}-${verb.name}`, verb: verb.name },
            on: {
              click: () => this.deeds.choose(verb),
              pointerenter: () => this.deeds.point(verb),
              pointerleave: () => this.deeds.point(null),
              focus: () => this.deeds.point(verb),
              blur: () => this.deeds.point(null),
            },
          },
          el('span', { text: verb.label }),
          price ? el('small', { class: 'price', text: price }) : null,
          el('kbd', { text: verb.key, 'aria-hidden': 'true' }),
        );
        return made;
      }),
    );
  }

  /** @param {HandView} view */
  #orderParts({ orders, purse }) {
    const heading = el('h2', { text: orders.length === 0 ? 'No orders yet' : orders.length === 1 ? 'One order' : `${orders.length} orders` });
    const lines = orders.map(({ text, verdict, spent }, i) =>
      el(
        'li',
        { class: verdict ? 'refused' : '' },
        el('span', {}, text, verdict ? el('em', { text: ` ${verdict.why}` }) : null),
        spent && !verdict ? el('small', { class: 'price', text: spent }) : null,
        el(
          'button',
          { type: 'button', class: 'button quiet', 'aria-label': `Take back: ${text}`, title: 'Take it back', data: { keep: `order-${i}` }, on: { click: () => this.deeds.remove(i) } },
          icon('close'),
        ),
      ),
    );
    const cost = purse.filter(({ had, left }) => left < had).map(({ name, had, left }) => `${had - left} of ${had} ${name}`);
    return [heading, lines.length > 0 ? el('ol', {}, ...lines) : null, cost.length > 0 ? el('p', { class: 'hand-cost', text: `Costs ${cost.join(', ')}.` }) : null];
  }

  /** @param {HandView} view */
  #toolParts(view) {
    const several = keptButton('several', true, { label: 'Select several units', text: 'Several', key: ',', class: 'quiet', press: () => this.deeds.several() });
    several.setAttribute('aria-pressed', String(view.several));
    return [
      el(
        'div',
        { class: 'hand-row' },
        keptButton('undo', view.canUndo, { label: 'Undo', icon: 'undo', key: 'Control+Z', class: 'quiet', press: () => this.deeds.undo() }),
        keptButton('redo', view.canRedo, { label: 'Redo', icon: 'redo', key: 'Control+Y', class: 'quiet', press: () => this.deeds.redo() }),
        keptButton('again', view.canRepeat, { label: view.crowd > 0 ? 'Repeat the last order of the selection' : 'Repeat my last orders', text: 'Repeat', key: '.', class: 'quiet', press: () => this.deeds.again() }),
        several,
        keptButton('resign', true, { label: 'Resign', text: 'Resign', class: 'quiet resign', press: () => this.deeds.resign() }),
      ),
      this.session.bots.length > 0
        ? el('div', { class: 'hand-row' }, keptButton('suggest', !view.busy, { label: 'Have a bot suggest orders', text: 'Suggest', key: 'n', press: () => this.deeds.suggest() }), keptButton('finish', !view.busy, { label: 'Let a bot finish my turn', text: 'Let a bot finish', key: 'f', press: () => this.deeds.finish(this.bot.value) }), this.bot, this.skip)
        : this.skip,
    ];
  }

  /** What sends the turn. @param {HandView} view */
  #sendParts(view) {
    const refused = view.orders.filter((order) => order.verdict).length;
    const count = view.orders.length - refused;
    const said = `${count === 1 ? 'one order' : `${count} orders`}${refused > 0 ? `, ${refused} left out` : ''}`;
    return (view.ends.length > 0 ? view.ends : [null]).map((verb, i) => {
      const label = verb?.label ?? 'Send';
      const made = keptButton(`send-${verb?.name ?? ''}`, !view.busy, { label: `${label}: ${said}`, text: i === 0 ? `${label} (${said})` : label, key: i === 0 ? 'Control+Enter' : verb?.key, class: i === 0 ? 'primary send' : 'send', press: () => this.deeds.send(verb) });
      if (verb) made.title = `${verb.about} (${i === 0 ? 'Control+Enter' : verb.key})`;
      return made;
    });
  }
}

/**
 * A button that keeps the focus when it is made anew.
 * @param {string} keep
 * @param {boolean} able
 * @param {Parameters<typeof button>[0]} options
 */
function keptButton(keep, able, options) {
  const made = button(options);
  made.dataset.keep = keep;
  made.disabled = !able;
  return made;
}
