// Who this browser is signed in as: signing in and out, and a new token for oneself.

import { button, el, refill } from '../shared/dom.js';
import { call, post } from '../live/api.js';
import { askFirst, field, form, sentence } from './form.js';
import { present, shownOnce } from './once.js';
import { pageOf } from './told.js';

/** @typedef {import('../live/api.js').Me} Me */

/** Signs this browser in. @param {string} token @returns {Promise<Me>} */
export function signIn(token) {
  return post('/api/v1/session', { token });
}

/**
 * Signs this browser in with a token that it was given just now, and says in words how that went. It never fails: the token is
 * shown already, and there is another way in.
 * @param {string} token
 */
export function signInNew(token) {
  const words = el('p', { role: 'status', text: 'Signing this browser in…' });
  const done = signIn(token).then(
    () => refill(words, 'This browser is signed in.'),
    (error) => refill(words, `This browser could not be signed in: ${sentence(error)} Sign in with the token.`),
  );
  return { words, done };
}

/** Who somebody is, in words. @param {Me} me */
export function described(me) {
  if (me.role !== 'player') return `${me.role} ${me.name}`;
  return me.game === null ? `player ${me.name}` : `${me.name} in ${me.game}`;
}

/** The card that says who one is. It asks nothing by itself: the page shows it whom it found. */
export class MeCard {
  /** @param {() => void} changed somebody has signed in or out */
  constructor(changed) {
    this.changed = changed;
    /** @type {Me | null | undefined} */
    this.me = undefined;
    this.words = el('p', { class: 'me-words' });
    this.tools = el('div', { class: 'row' });
    /** Beside the card, which may be hidden while a secret must not be. */
    this.secrets = el('div');
    this.signing = signInForm('Sign in with a token you have', changed);
    this.root = el('section', { class: 'card', 'aria-label': 'You', hidden: true }, el('div', { class: 'me' }, this.words, this.tools), this.signing);
  }

  /** @param {Me | null} me */
  show(me) {
    this.root.hidden = false;
    if (this.me !== undefined && JSON.stringify(this.me) === JSON.stringify(me)) return;
    this.me = me;
    this.signing.hidden = me !== null;
    this.tools.hidden = me === null;
    if (me === null) {
      refill(this.words, 'You are not signed in. You need no token to watch; joining a game gives you one.');
      refill(this.tools);
      return;
    }
    const role = me.role === 'player' ? null : `, ${me.role === 'operator' ? 'an operator' : 'an administrator'}`;
    refill(this.words, 'You are ', el('b', { text: me.name }), role, me.game === null ? null : ' in ', me.game === null ? null : el('b', { text: me.game }), '.');
    refill(
      this.tools,
      me.game === null ? null : el('a', { class: 'button primary', href: pageOf(me.game), text: 'Go to the game' }),
      me.role === 'player' || location.pathname === '/zords/operate' ? null : el('a', { class: 'button', href: '/zords/operate', text: "The operator's page" }),
      button({ label: 'New token', text: 'New token…', press: () => this.#replace() }),
      button({ label: 'Sign out', text: 'Sign out', press: () => this.#signOut() }),
    );
  }

  #replace() {
    askFirst({
      title: 'Replace your token?',
      about: [el('p', { text: 'You get a new token, and the one you have is dead at once: programs and other browsers that use it are signed out.' })],
      submit: 'Replace it',
      send: async () => {
        const { token } = await post('/api/v1/token');
        const { words, done } = signInNew(token);
        const box = shownOnce({ title: 'Your new token', about: 'It is shown this once: keep it where nobody else looks. The old one is dead.', secrets: [{ name: 'Token', value: token }], more: [words] });
        void done.then(this.changed);
        return () => present(this.secrets, box);
      },
    });
  }

  #signOut() {
    askFirst({
      title: 'Sign out?',
      about: [el('p', { text: 'To sign in again you need your token. If you do not have it, get a new one first.' })],
      submit: 'Sign out',
      send: async () => {
        await call('DELETE', '/api/v1/session');
        this.changed();
      },
    });
  }
}

/**
 * @param {string} label
 * @param {() => void} signedIn
 */
export function signInForm(label, signedIn) {
  const token = field(label, el('input', { type: 'password', autocomplete: 'off', spellcheck: 'false', placeholder: 'sk_…' }));
  const { root } = form({ label: 'Sign in', submit: 'Sign in', class: 'inline', fields: [token.root], send: async () => {
    const typed = token.input.value.trim();
    if (typed === '') {
      token.blame('Give the token that you were shown.');
      token.input.focus();
      return;
    }
    await signIn(typed);
    token.input.value = '';
    signedIn();
  } });
  return root;
}
