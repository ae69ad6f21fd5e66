// Joining a game: a name, a code if the game asks for one, and a token that is shown once.

import { button, el } from '../shared/dom.js';
import { gamePath, post } from '../live/api.js';
import { field, form } from '../shared-live/form.js';
import { described, signInNew } from '../shared-live/me.js';
import { present, shownOnce } from '../shared-live/once.js';
import { say } from '../shared-live/rows.js';
import { pageOf, seatFault } from '../shared-live/told.js';

/**
 * @typedef {import('../shared-live/told.js').Listed} Listed
 * @typedef {import('../live/api.js').Me} Me
 * @typedef {{game: string, code: string, seat: string}} Invitation
 */

/** What a link with an invitation says. @param {string} hash @returns {Invitation | null} */
export function readInvitation(hash) {
  const said = new URLSearchParams(hash.replace(/^#/, ''));
  const game = said.get('join');
  return game ? { game, code: said.get('code') ?? '', seat: said.get('seat') ?? '' } : null;
}

export class Joining {
  /** @param {() => void} joined */
  constructor(joined) {
    this.joined = joined;
    /** @type {import('../shared-live/told.js').Games} */
    this.told = { games: [], stopped: [] };
    /** @type {Me | null} */
    this.me = null;
    this.game = '';
    /** The only seat that the invitation is good for; empty if it is good for any. */
    this.invited = '';
    this.title = el('h2', {});
    this.note = el('p', { class: 'faint' });
    this.typed = el('input', { autocomplete: 'off', spellcheck: 'false', autocapitalize: 'none', maxlength: 64 });
    this.seat = field('Your name in the game', this.typed, {
      hint: '1 to 32 letters from A to Z, digits, _ . or -. Everybody sees it.',
      check: seatFault,
    });
    this.code = field('Code of your invitation', el('input', { autocomplete: 'off', spellcheck: 'false', autocapitalize: 'none', placeholder: 'in_…' }));
    const cancel = button({ label: 'Cancel', text: 'Cancel', press: () => this.close() });
    this.form = form({ label: 'Join a game', submit: 'Join', fields: [this.seat.root, this.code.root], more: [cancel], send: () => this.#send() });
    this.asking = el('section', { class: 'card', 'aria-label': 'Join a game', hidden: true }, this.title, this.note, this.form.root);
    this.tokens = el('div', { class: 'tokens' });
    this.root = el('div', {}, this.tokens, this.asking);
  }

  /** What there is to join, and who would. @param {import('../shared-live/told.js').Games} told @param {Me | null} me */
  know(told, me) {
    this.told = told;
    this.me = me;
    if (!this.asking.hidden) this.#words();
  }

  /** @param {Listed} game */
  open(game) {
    this.#open({ game: game.game, code: '', seat: '' });
  }

  /** @param {Invitation} invitation */
  openLink(invitation) {
    this.#open(invitation);
  }

  close() {
    this.asking.hidden = true;
    this.typed.value = this.invited = '';
    this.typed.readOnly = false;
    this.code.input.value = '';
    this.form.outcome.clear();
  }

  /** @param {Invitation} invitation */
  #open({ game, code, seat }) {
    if (this.game !== game) this.form.outcome.clear();
    this.game = game;
    this.code.input.value = code;
    // An invitation for one seat is good for that name alone.
    this.invited = seat;
    if (seat !== '' || this.typed.readOnly) this.typed.value = seat;
    this.typed.readOnly = seat !== '';
    this.asking.hidden = false;
    this.#words();
    this.asking.scrollIntoView({ block: 'nearest' });
    this.typed.focus();
  }

  #words() {
    const known = this.told.games.find((game) => game.game === this.game);
    const stopped = this.told.stopped.some((game) => game.game === this.game);
    say(this.title, `Join ${this.game}`);
    // A code may also be for a seat of an open game.
    this.code.root.hidden = known?.open === true && this.code.input.value === '';
    const elsewhere = this.me ? `This browser is signed in as ${described(this.me)}; joining signs it in for the new seat instead, so keep the token you have.` : '';
    const invited = this.invited === '' ? '' : `This invitation is for the seat ${this.invited}. `;
    const unseen = known ? '' : stopped ? 'This game is stopped: nobody can join it until its operator has mended it. ' : 'This game is not in the list that you see: it may be private, and your code opens it. ';
    say(this.note, invited + unseen + elsewhere);
  }

  async #send() {
    const [seat, code] = [this.typed.value.trim(), this.code.input.value.trim()];
    const fault = seatFault(seat);
    this.seat.blame(fault);
    if (fault !== null) {
      this.typed.focus();
      return;
    }
    const { game } = this;
    const { token } = await post(`${gamePath(game)}/join`, code === '' ? { seat } : { seat, code });
    // From here on there is a token, which must be shown whatever else goes wrong.
    const { words, done } = signInNew(token);
    present(this.tokens, shownOnce({
      title: `You are ${seat} in ${game}`,
      about: 'This is your token. It is shown this once: keep it where nobody else looks. With it you sign in from other browsers, and your programs play for you.',
      secrets: [{ name: 'Token', value: token }],
      more: [words, el('a', { class: 'button primary', href: pageOf(game), text: 'Go to the game' })],
    }));
    this.close();
    await done;
    this.joined();
  }
}
