// Invitations: made, shown once as a code and as a link, listed, withdrawn.

import { button, el, refill } from '../shared/dom.js';
import { call, read } from '../live/api.js';
import { askFirst, field, form } from '../shared-live/form.js';
import { pill } from '../shared-live/frame.js';
import { present, shownOnce } from '../shared-live/once.js';
import { Rows, say } from '../shared-live/rows.js';
import { timeTag } from '../shared-live/times.js';
import { seatFault } from '../shared-live/told.js';

/**
 * @typedef {{id: number, role: string, journal: number | null, seat: string | null, uses: number, used: number, expires_ms: number | null, revoked: boolean}} Invitation
 * @typedef {{uses: number, hours: number | null, seat: string}} Wish
 */

export class Invitations {
  /** @param {{role: 'player' | 'operator', make: (wish: Wish) => Promise<{code: string}>, link: (code: string, seat: string) => string, changed: () => void}} options */
  constructor({ role, make, link, changed }) {
    this.role = role;
    this.changed = changed;
    const uses = field('How many may use it', el('input', { inputmode: 'numeric', placeholder: '1' }));
    const hours = field('For how many hours', el('input', { inputmode: 'numeric', placeholder: 'for ever' }));
    const seat = field('Only for the seat', el('input', { autocomplete: 'off', spellcheck: 'false', autocapitalize: 'none', placeholder: 'any' }), { check: seatFault });
    this.secrets = el('div');
    const { root, outcome } = form({
      label: 'Make an invitation',
      submit: 'Make an invitation',
      class: 'in-row',
      fields: role === 'player' ? [uses.root, hours.root, seat.root] : [uses.root, hours.root],
      send: async () => {
        const count = numberOf(uses, 1);
        const lasts = numberOf(hours, null);
        if (count === undefined || lasts === undefined) return;
        const only = seat.input.value.trim();
        const { code } = await make({ uses: count ?? 1, hours: lasts, seat: only });
        const about = role === 'player' ? `It is shown this once. Whoever opens the link can join${only === '' ? '' : ` as ${only}`}.` : 'It is shown this once. Whoever opens the link can become an operator.';
        present(this.secrets, shownOnce({ title: 'The invitation', about, secrets: [{ name: 'Code', value: code }, { name: 'Link', value: link(code, only) }] }));
        [uses, hours, seat].forEach(({ input }) => (input.value = ''));
        outcome.clear();
        changed();
      },
    });
    const list = el('ul', { class: 'lines', 'aria-label': 'Invitations' });
    /** @type {Rows<Invitation>} */
    this.rows = new Rows(list, (invitation) => `${invitation.id}`, (invitation) => this.#row(invitation));
    this.root = el('section', { class: 'card', 'aria-label': 'Invitations' }, el('h2', { text: role === 'player' ? 'Invitations' : 'Invitations for operators' }), root, this.secrets, list);
  }

  /** @param {number | null} journal */
  async refresh(journal) {
    /** @type {{invitations: Invitation[]}} */
    const { invitations } = await read('/api/v1/invitations');
    this.rows.show(invitations.filter((one) => one.role === this.role && one.journal === journal).reverse());
  }

  /** @param {Invitation} first */
  #row(first) {
    const words = el('span');
    const state = el('span');
    const withdraw = button({ label: `Withdraw invitation ${first.id}`, text: 'Withdraw…', press: () => this.#withdraw(first) });
    return {
      root: el('li', {}, words, state, withdraw),
      update: (/** @type {Invitation} */ one) => {
        say(words, `No. ${one.id}: used ${one.used} of ${one.uses}${one.seat === null ? '' : `, only for ${one.seat}`}`);
        const expired = one.expires_ms !== null && one.expires_ms <= Date.now();
        const dead = one.revoked ? 'withdrawn' : one.used >= one.uses ? 'used up' : expired ? 'expired' : null;
        withdraw.hidden = dead !== null;
        const now = `${dead} ${one.expires_ms}`;
        if (state.dataset.now === now) return;
        state.dataset.now = now;
        if (dead !== null) refill(state, pill(dead));
        else refill(state, ...(one.expires_ms === null ? ['good for ever'] : ['good until ', timeTag(one.expires_ms, 'short')]));
      },
    };
  }

  /** @param {Invitation} invitation */
  #withdraw({ id }) {
    askFirst({
      title: `Withdraw invitation ${id}?`,
      about: [el('p', { text: 'Whoever has used it stays; nobody else can use it.' })],
      submit: 'Withdraw it',
      danger: true,
      send: async () => {
        await call('DELETE', `/api/v1/invitations/${id}`);
        this.changed();
      },
    });
  }
}

/**
 * The number in a field; `nothing` if it is empty, undefined (and the field is blamed) if it has none.
 * @param {import('../shared-live/form.js').Field} from
 * @param {number | null} nothing
 */
function numberOf(from, nothing) {
  const text = from.input.value.trim();
  if (text === '') return nothing;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  from.blame('A whole number, please.');
  from.input.focus();
  return undefined;
}
