// How to play, in four short steps, for whoever has not played by hand before.

import { button, el, refill } from '../shared/dom.js';

const STEPS = [
  ['Select', 'Click a unit. Double-click takes all of its kind, a drag with Shift a whole area.'],
  ['Order', 'Click where to go or whom to strike. Far away is fine: they walk on every turn until they are there.'],
  ['Look', 'Arrows show your orders. Anything can be taken back before you send it.'],
  ['Send', 'Press Control+Enter. Then you see what the others do, and it is your turn again.'],
];

/** The last step, where the others do not wait. */
const ENDLESS = ['Send', 'Press Control+Enter. It is done at once, and shown to everybody. The others may act at any time, and so may you.'];

export class FirstHelp {
  /**
   * @param {import('./keep.js').HandKeep} keep
   * @param {boolean} endless whether the turn goes on after orders were sent
   */
  constructor(keep, endless) {
    this.keep = keep;
    this.steps = endless ? [...STEPS.slice(0, -1), ENDLESS] : STEPS;
    this.step = 0;
    this.root = el('section', { class: 'hand-help', 'aria-label': 'How to play', hidden: keep.helped });
    this.#show();
  }

  #show() {
    const [title, text] = this.steps[this.step];
    const last = this.step === this.steps.length - 1;
    refill(
      this.root,
      el('h2', { text: `${this.step + 1} of ${this.steps.length}: ${title}` }),
      el('p', { text }),
      el(
        'div',
        { class: 'hand-row' },
        last ? null : button({ label: 'Skip the help', text: 'Skip', class: 'quiet', press: () => this.#close() }),
        button({ label: last ? 'Start to play' : 'Next step', text: last ? 'Play' : 'Next', class: 'primary', press: () => (last ? this.#close() : this.#next()) }),
      ),
    );
  }

  #next() {
    this.step++;
    this.#show();
    this.root.querySelector('button')?.focus();
  }

  #close() {
    this.root.hidden = true;
    this.keep.setHelped();
  }
}
