// Who may come in: operators and administrators. Everybody else is told so, and can sign in as one.

import { el, refill } from '../shared/dom.js';
import { post } from '../live/api.js';
import { field, form } from '../shared-live/form.js';
import { MeCard, described, signInForm, signInNew } from '../shared-live/me.js';
import { present, shownOnce } from '../shared-live/once.js';
import { say } from '../shared-live/rows.js';

export class Gate {
  /** @param {() => void} changed */
  constructor(changed) {
    this.me = new MeCard(changed);
    this.words = el('p', { role: 'status' });
    this.code = '';
    const name = field('What the audit log will call you', el('input', { autocomplete: 'username', maxlength: 64 }), { hint: '1 to 64 letters, digits, - _ . or @' });
    this.claiming = form({ label: 'Become an operator', submit: 'Become an operator', fields: [name.root], send: async () => {
      const { token } = await post('/api/v1/operator', { code: this.code, name: name.input.value.trim() });
      const { words, done } = signInNew(token);
      present(this.me.secrets, shownOnce({ title: 'You are an operator', about: 'This is your token. It is shown this once: keep it where nobody else looks.', secrets: [{ name: 'Token', value: token }], more: [words] }));
      this.code = '';
      this.invited.hidden = true;
      await done;
      changed();
    } });
    this.invited = el('section', { class: 'card', 'aria-label': 'Become an operator', hidden: true }, el('h2', { text: 'You are invited to be an operator' }), this.claiming.root);
    const advice = el('p', { class: 'faint' }, 'An administrator makes operators. Whoever runs the server becomes administrator by the link that it printed; ', el('code', { text: 'skirmish serve --new-admin-link' }), ' prints another one.');
    this.asking = el('section', { class: 'card', 'aria-label': 'Sign in as an operator' }, el('h2', { text: 'Operators only' }), this.words, signInForm("An operator's or administrator's token", changed), advice);
    this.root = el('div', { class: 'gate' }, this.me.root, this.me.secrets, this.invited, this.asking);
    this.asking.hidden = true;
  }

  /** @param {import('../live/api.js').Me | null} me */
  show(me) {
    const runsGames = me !== null && me.role !== 'player';
    this.asking.hidden = runsGames;
    this.me.show(me);
    this.me.root.hidden = !runsGames;
    if (me === null) say(this.words, 'This page is for those who run the games. Sign in with your token.');
    else if (!runsGames) say(this.words, `You are signed in as ${described(me)}, who is a player. This page needs an operator: sign in with an operator's token.`);
    else refill(this.words);
  }

  /** A link with an operator's invitation: the code leaves the address bar. */
  followLink() {
    const code = new URLSearchParams(location.hash.replace(/^#/, '')).get('invite');
    if (!code) return;
    history.replaceState(null, '', location.pathname + location.search);
    this.code = code;
    this.invited.hidden = false;
  }
}
