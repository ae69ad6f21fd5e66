// Operators and administrators: for administrators.

import { button, el, refill } from '../shared/dom.js';
import { call, post, read } from '../live/api.js';
import { askFirst, field, form } from '../shared-live/form.js';
import { present, shownOnce } from '../shared-live/once.js';
import { Rows } from '../shared-live/rows.js';
import { timeTag } from '../shared-live/times.js';
import { Invitations } from './invitations.js';

/** @typedef {{id: number, name: string, role: string, created_ms: number, revoked_ms: number | null}} Operator */

export class People {
  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
    this.secrets = el('div');
    const name = field('What the audit log will call them', el('input', { autocomplete: 'off', maxlength: 64 }), { hint: '1 to 64 letters, digits, - _ . or @' });
    const making = form({ label: 'Make an operator', submit: 'Make an operator', fields: [name.root], send: async () => {
      const called = name.input.value.trim();
      const { token } = await post('/api/v1/operators', { name: called });
      present(this.secrets, shownOnce({ title: `The operator ${called}`, about: 'This is their token. It is shown this once: give it to them, and to nobody else.', secrets: [{ name: `Token of ${called}`, value: token }] }));
      name.input.value = '';
      changed();
    } });
    const list = el('ul', { class: 'lines', 'aria-label': 'Operators' });
    /** @type {Rows<Operator>} */
    this.rows = new Rows(list, (operator) => `${operator.id}`, (operator) => this.#row(operator));
    this.invitations = new Invitations({
      role: 'operator',
      make: ({ uses, hours }) => post('/api/v1/invitations', { role: 'operator', uses, ...(hours ? { hours } : {}) }),
      link: (code) => `${location.origin}/zords/operate#invite=${encodeURIComponent(code)}`,
      changed,
    });
    this.forbidden = el('p', { class: 'card', text: 'Only an administrator makes and removes operators.' });
    this.allowed = el('div', { class: 'stack' }, el('section', { class: 'card', 'aria-label': 'Operators and administrators' }, el('h2', { text: 'Operators and administrators' }), list, this.secrets, making.root), this.invitations.root);
    this.root = el('section', { 'aria-label': 'Operators', hidden: true }, this.forbidden, this.allowed);
  }

  /** @param {import('./main.js').Known} known */
  async refresh({ me }) {
    const may = me.role === 'administrator';
    this.forbidden.hidden = may;
    this.allowed.hidden = !may;
    if (!may) return;
    /** @type {{operators: Operator[]}} */
    const { operators } = await read('/api/v1/operators');
    this.rows.show(operators);
    await this.invitations.refresh(null);
  }

  /** @param {Operator} first */
  #row(first) {
    const words = el('span', {}, el('b', { text: first.name }), `, ${first.role}`);
    const state = el('span', { class: 'faint' });
    const dismiss = button({ label: `Dismiss ${first.name}`, text: 'Dismiss…', press: () => this.#dismiss(first) });
    return {
      root: el('li', {}, words, state, dismiss),
      update: (/** @type {Operator} */ operator) => {
        dismiss.hidden = operator.revoked_ms !== null;
        const now = String(operator.revoked_ms);
        if (state.dataset.now === now) return;
        state.dataset.now = now;
        if (operator.revoked_ms === null) refill(state, 'since ', timeTag(operator.created_ms, 'short'));
        else refill(state, 'token dead since ', timeTag(operator.revoked_ms, 'short'));
      },
    };
  }

  /** @param {Operator} operator */
  #dismiss({ id, name, role }) {
    askFirst({
      title: `Dismiss ${name}?`,
      about: [el('p', { text: `The token of the ${role} ${name} is dead at once.` })],
      submit: 'Dismiss',
      danger: true,
      send: async () => {
        await call('DELETE', `/api/v1/operators/${id}`);
        this.changed();
      },
    });
  }
}
