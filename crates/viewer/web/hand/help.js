// How to play, in a few short steps, for whoever has not played by hand before. Steps are those that the game offers now;
// whoever does what a step says has done it.

import { button, el, refill } from '../shared/dom.js';

/** @typedef {'select' | 'order' | 'begin' | 'look' | 'send' | 'units'} HelpStep */

/** @type {Record<Exclude<HelpStep, 'begin'>, [string, string]>} */
const STEPS = {
  select: ['Select', 'Click a unit. Double-click takes all of its kind, a drag with Shift a whole area.'],
  order: ['Order', 'Click where to go or whom to strike. Far away is fine: they walk on every turn until they are there.'],
  look: ['Look', 'What you ordered is on the board and in the list. Anything can be taken back before you send it.'],
  send: ['Send', 'Then you see what the others do, and it is your turn again.'],
  units: ['Lead', 'When you have units: click one, then where to go or whom to strike, however far away.'],
};

/** Where the others do not wait. */
const ENDLESS = 'It is done at once, and shown to everybody. The others may act at any time, and so may you.';

export class FirstHelp {
  /**
   * @param {import('./keep.js').HandKeep} keep
   * @param {boolean} endless whether the turn goes on after orders were sent
   */
  constructor(keep, endless) {
    this.keep = keep;
    this.endless = endless;
    /** Known when it is first the person's turn. @type {HelpStep[]} */
    this.steps = [];
    this.step = 0;
    /** What the side itself can do, where there are no units yet. */
    this.begins = '';
    /** What some steps say of this turn. */
    this.words = { order: '', send: '' };
    this.root = el('section', { class: 'hand-help', 'aria-label': 'How to play', hidden: true });
  }

  /**
   * Goes on to the step that the person has come to.
   * @param {import('./panel.js').HandView} view
   */
  follow(view) {
    if (this.keep.helped || view.state.phase === 'over') {
      this.root.hidden = true;
      return;
    }
    if (view.state.phase !== 'asked' || view.busy) return;
    const words = { order: view.roams ? STEPS.order[1] : 'Choose what they are to do, in the panel or by its key.', send: this.#sending(view) };
    const changed = words.order !== this.words.order || words.send !== this.words.send;
    this.words = words;
    if (this.steps.length === 0) this.#begin(view);
    else if (changed) this.#show();
    const leads = view.orders.length > 0 && view.kinds.length > 0;
    if (view.crowd > 0) this.#done('select');
    if (view.orders.length > 0) for (const step of /** @type {HelpStep[]} */ (['select', 'order', 'begin'])) this.#done(step);
    if (leads && this.steps[this.step] === 'units') this.#done('units');
  }

  /** A turn was sent. @param {boolean} ordered whether there were orders of the person in it */
  sent(ordered) {
    if (ordered && this.steps.length > 0) for (const step of this.steps) if (step !== 'units') this.#done(step);
  }

  /** @param {import('./panel.js').HandView} view */
  #begin({ ready, kinds, seatOffers }) {
    const offer = seatOffers.find(({ ways }) => ways > 0);
    const leads = ready > 0 || kinds.length > 0 || !offer;
    if (offer) this.begins = `Press \u201c${offer.verb.label}\u201d (${offer.verb.key}): ${offer.verb.about}`;
    this.steps = leads ? ['select', 'order', 'look', 'send'] : ['begin', 'look', 'send', 'units'];
    this.root.hidden = false;
    this.#show();
  }

  /** How a turn is sent, and what comes of it. @param {import('./panel.js').HandView} view */
  #sending({ ends }) {
    return `Press \u201c${ends[0]?.label ?? 'Send'}\u201d (Control+Enter). ${this.endless ? ENDLESS : STEPS.send[1]}`;
  }

  /** That step and those before it have been done. @param {HelpStep} step */
  #done(step) {
    const at = this.steps.indexOf(step);
    if (at < this.step) return;
    this.step = at + 1;
    if (this.step >= this.steps.length) this.#close();
    else this.#show();
  }

  #show() {
    const step = this.steps[this.step];
    const [title, text] = step === 'begin' ? ['Begin', this.begins] : STEPS[step];
    const now = step === 'order' || step === 'send' ? this.words[step] : text;
    const last = this.step === this.steps.length - 1;
    refill(
      this.root,
      el('h2', { text: `${this.step + 1} of ${this.steps.length}: ${title}` }),
      el('p', { text: now }),
      el(
        'div',
        { class: 'hand-row' },
        last ? null : button({ label: 'Skip the help', text: 'Skip', class: 'quiet', press: () => this.#close() }),
        button({ label: last ? 'Start to play' : 'Next step', text: last ? 'Play' : 'Next', class: 'primary', press: () => this.#next(step) }),
      ),
    );
  }

  /** @param {HelpStep} step */
  #next(step) {
    this.#done(step);
    this.root.querySelector('button')?.focus();
  }

  #close() {
    this.root.hidden = true;
    this.keep.setHelped();
  }
}
