// Making a game.

import { button, el, refill } from '../shared/dom.js';
import { Problem, post } from '../live/api.js';
import { field, form, tick } from '../shared-live/form.js';
import { present, shownOnce } from '../shared-live/once.js';
import { say } from '../shared-live/rows.js';
import { utc } from '../shared-live/times.js';
import { gameFault, pageOf, seatFault } from '../shared-live/told.js';
import { ConfigFields } from './config.js';
import { deskOf } from './games.js';

const STRENGTHS = ['weak', 'medium', 'strong'];

export class Making {
  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
    this.name = field('Name', el('input', { autocomplete: 'off', spellcheck: 'false', autocapitalize: 'none', maxlength: 80 }), { hint: 'A letter first, then up to 63 letters, digits, _ and -. It is in the address of the game.', check: gameFault });
    this.open = tick('Open', 'Everybody may join; otherwise joining needs an invitation.');
    this.private = tick('Private', 'Only players and operators may watch.');
    this.start = field('Day 1 opens, in your time', el('input', { type: 'datetime-local', step: 1 }));
    this.start.input.addEventListener('input', () => this.#sayStart());
    this.#sayStart();
    this.seats = field('Players who are in it from the start', el('textarea', { rows: 2, spellcheck: 'false', autocapitalize: 'none', placeholder: 'ann, bob' }), { hint: 'Names between commas, spaces or on lines of their own. Each gets a token, which is shown once.' });
    this.bots = new Bots();
    this.seed = field('Seed', el('input', { inputmode: 'numeric', autocomplete: 'off', placeholder: 'none' }), { hint: 'Only to play a match again: whoever knows it knows all chance. Without one, nobody does.' });
    this.config = new ConfigFields();
    this.faults = el('ul', { class: 'faults', 'aria-label': 'What is wrong' });
    this.form = form({
      label: 'Make a game',
      submit: 'Make the game',
      fields: [this.name.root, this.open.root, this.private.root, this.start.root, this.seats.root, this.bots.root, this.config.root, el('details', {}, el('summary', { text: 'Seed' }), this.seed.root), this.faults],
      send: () => this.#send(),
    });
    this.made = el('div');
    this.root = el('section', { class: 'stack', 'aria-label': 'New game', hidden: true }, this.made, el('div', { class: 'card' }, el('h2', { text: 'Make a game' }), this.form.root));
  }

  /** @param {import('./main.js').Known} known */
  async refresh(known) {
    this.known = known;
    await this.config.load();
  }

  #sayStart() {
    const at = Date.parse(this.start.input.value);
    say(this.start.hint, Number.isNaN(at) ? 'Left empty: at the next start of a day (see the config), or when an operator says so.' : `That is ${utc(at)}${this.known?.clock.virtual ? `; the virtual clock of the games says ${utc(this.known.clock.now())}` : ''}.`);
  }

  async #send() {
    refill(this.faults);
    this.config.blame([]);
    this.start.blame(null);
    const name = this.name.input.value.trim();
    this.name.blame(gameFault(name));
    const seats = this.seats.input.value.split(/[\s,]+/).filter((seat) => seat !== '');
    const wrong = seats.filter((seat) => seatFault(seat) !== null);
    this.seats.blame(wrong.length === 0 ? null : wrong.map((seat) => `${seat}: ${seatFault(seat)}`).join(' '));
    const bots = this.bots.value();
    const config = this.config.value();
    const seed = this.#seed();
    // What the server can judge it is asked about, so that everything that is wrong is told at once.
    if (bots === null || config === null || seed === null) return this.#look();
    const wish = { name, config, seats, bots, open: this.open.input.checked, private: this.private.input.checked, ...this.#start(), ...seed };
    try {
      const { tokens } = await post('/api/v1/zords/games', wish);
      this.#tell(name, tokens);
    } catch (error) {
      if (error instanceof Problem && error.faults.length > 0) {
        this.#blame(this.start, error.faults.find(({ at }) => at === '/config/start_at'));
        this.#blame(this.name, error.faults.find(({ at }) => at === '/name'));
        this.config.blame(error.faults);
        this.#look();
        refill(this.faults, ...error.faults.map(({ at, message }) => el('li', {}, el('code', { text: at }), ` ${message}`)));
        throw new Error(error.faults.length === 1 ? 'The game was not made; one thing is wrong.' : `The game was not made; ${error.faults.length} things are wrong.`, { cause: error });
      }
      throw error;
    }
  }

  /** What the page itself has said of a field stays. @param {import('../shared-live/form.js').Field} field @param {{message: string} | undefined} fault */
  #blame(field, fault) {
    if (fault && !field.input.hasAttribute('aria-invalid')) field.blame(fault.message);
  }

  /** Goes to the first field that is wrong. */
  #look() {
    /** @type {HTMLElement | null} */ (this.form.root.querySelector('[aria-invalid]'))?.focus();
  }

  #start() {
    const at = new Date(this.start.input.value);
    return Number.isNaN(at.getTime()) ? {} : { start_at: at.toISOString().replace(/\.\d+Z$/, 'Z') };
  }

  /** Null (and the field is blamed) if it is no number that this page can send as it is. */
  #seed() {
    const text = this.seed.input.value.trim();
    const fine = text === '' || (/^\d+$/.test(text) && Number.isSafeInteger(Number(text)));
    this.seed.blame(fine ? null : `A whole number from 0 to ${Number.MAX_SAFE_INTEGER}, please.`);
    if (!fine) return null;
    return text === '' ? {} : { seed: Number(text) };
  }

  /** @param {string} name @param {{seat: string, token: string}[]} tokens */
  #tell(name, tokens) {
    const links = [el('a', { class: 'button primary', href: deskOf(name), text: 'Run it' }), el('a', { class: 'button', href: pageOf(name), text: 'Watch' })];
    const secrets = tokens.map(({ seat, token }) => ({ name: seat, value: token }));
    const about = tokens.length === 0 ? 'It has no players of its own yet: open it, or invite some.' : 'These are the tokens of its players. They are shown this once: give each player their own.';
    present(this.made, shownOnce({ title: `The game ${name} is made`, about, secrets, more: links }));
    [this.name, this.start, this.seats, this.seed].forEach(({ input }) => (input.value = ''));
    this.open.input.checked = this.private.input.checked = false;
    this.bots.clear();
    this.config.clear();
    this.#sayStart();
    this.changed();
  }
}

/** Seats that the server itself plays. */
class Bots {
  constructor() {
    this.list = el('ul', { class: 'bots' });
    /** @type {{root: HTMLElement, name: import('../shared-live/form.js').Field, strength: HTMLSelectElement}[]} */
    this.all = [];
    this.add = button({ label: 'Add a bot', text: 'Add a bot', icon: 'plus', press: () => this.#add() });
    this.root = el('fieldset', { class: 'card' }, el('legend', { text: 'Bots of the server' }), this.list, el('div', {}, this.add));
  }

  #add() {
    const name = field('Name of the bot', el('input', { autocomplete: 'off', spellcheck: 'false', autocapitalize: 'none' }), { check: seatFault });
    const strength = el('select', { 'aria-label': 'How strong it is' }, ...STRENGTHS.map((word) => el('option', { value: word, text: word })));
    strength.value = 'medium';
    const remove = button({ label: 'Remove this bot', icon: 'close', press: () => {
      this.all = this.all.filter((one) => one !== bot);
      bot.root.remove();
      this.add.focus();
    } });
    const bot = { root: el('li', { class: 'row' }, name.root, strength, remove), name, strength };
    this.all.push(bot);
    this.list.append(bot.root);
    name.input.focus();
  }

  /** Null (and fields are blamed) if two have the same name, or one has none. @returns {Record<string, string> | null} */
  value() {
    /** @type {Record<string, string>} */
    const bots = {};
    let whole = true;
    for (const { name, strength } of this.all) {
      const typed = name.input.value.trim();
      const twice = Object.hasOwn(bots, typed);
      name.blame(seatFault(typed) ?? (twice ? `There are two bots called ${typed}.` : null));
      whole &&= typed !== '' && !twice;
      bots[typed] = strength.value;
    }
    return whole ? bots : null;
  }

  clear() {
    this.all = [];
    refill(this.list);
  }
}
