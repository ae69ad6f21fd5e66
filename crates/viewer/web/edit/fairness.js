// Whether a position is fair: a bot plays it against itself in the background, and how often each side wins is said.

import { button, el, reasonOf } from '../shared/dom.js';

/** How often a check that goes on is looked at, in milliseconds. */
const LOOKED_EVERY = 400;
const PAIRS_AT_FIRST = 40;

export class EditFairness {
  /**
   * @param {Session} session
   * @param {import('../source/server.js').ServerSource} source
   */
  constructor(session, source) {
    this.source = source;
    this.bot = el('select', { 'aria-label': 'The bot that plays against itself' }, ...session.bots.map((bot) => el('option', { value: bot, text: bot })));
    this.bot.selectedIndex = this.bot.options.length - 1;
    this.pairs = el('input', { type: 'number', min: 1, max: 2000, step: 1, value: PAIRS_AT_FIRST, 'aria-label': 'Pairs' });
    this.begin = button({ label: 'Check', text: 'Check', press: () => void this.#begin() });
    this.stop = button({ label: 'Stop', text: 'Stop', press: () => void this.#ask(() => source.editFairnessStop()) });
    this.course = el('progress', { max: 1, value: 0, 'aria-label': 'Pairs played' });
    this.said = el('p', { role: 'status', class: 'edit-verdict' });
    this.root = el(
      'details',
      { class: 'edit-fairness' },
      el('summary', { text: 'Is it fair?' }),
      el('p', { class: 'faint', text: 'A bot plays against itself from here, every pair with the seats swapped. You can go on editing meanwhile.' }),
      el('div', { class: 'edit-row' }, this.bot, this.pairs, 'pairs', this.begin, this.stop),
      this.course,
      this.said,
    );
    this.root.hidden = session.bots.length === 0;
    this.stop.hidden = true;
    this.course.hidden = true;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** The position has changed. @param {EditState} state */
  show(state) {
    this.begin.disabled = state.faults.length > 0;
    if (this.said.textContent !== '' && this.timer === undefined) void this.#look();
  }

  /** Looks whether a check goes on already, as after a reload. */
  async resume() {
    await this.#look();
    if (this.said.textContent !== '') this.root.open = true;
  }

  async #begin() {
    await this.#ask(() => this.source.editFairnessBegin(this.bot.value, Number(this.pairs.value)));
  }

  #look() {
    return this.#ask(() => this.source.editFairness());
  }

  /** @param {() => Promise<TrialState | null>} work */
  async #ask(work) {
    clearTimeout(this.timer);
    this.timer = undefined;
    try {
      this.#tell(await work());
    } catch (error) {
      this.said.textContent = reasonOf(error);
      this.stop.hidden = true;
      this.course.hidden = true;
    }
  }

  /** @param {TrialState | null} state */
  #tell(state) {
    this.stop.hidden = !state || state.over;
    this.course.hidden = !state || state.over;
    if (!state) return;
    this.course.max = state.pairs;
    this.course.value = state.done;
    const changed = state.changed ? ' (The position has changed since.)' : '';
    this.said.textContent = state.over ? `${state.sentence ?? state.trouble ?? ''}${changed}` : `${state.bot} against itself: ${state.done} of ${state.pairs} pairs`;
    if (!state.over) this.timer = setTimeout(() => void this.#look(), LOOKED_EVERY);
  }
}
