// Forms: fields with a hint and a fault, one try at a time, and the server's own sentence where it was refused.

import { button, el, openDialog, reasonOf, refill } from '../shared/dom.js';
import { Problem } from '../live/api.js';

let made = 0;

/**
 * A labelled field.
 * @typedef {{root: HTMLElement, input: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement, hint: HTMLElement, blame: (why: string | null) => void}} Field
 * @param {string} label
 * @param {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} input
 * @param {{hint?: string, check?: (text: string) => string | null}} [options] `check` says while typing what is wrong
 * @returns {Field}
 */
export function field(label, input, { hint = '', check } = {}) {
  const id = `field-${++made}`;
  input.id = id;
  const told = el('span', { class: 'field-hint faint', id: `${id}-hint`, text: hint });
  const fault = el('span', { class: 'field-fault', id: `${id}-fault`, role: 'alert' });
  input.setAttribute('aria-describedby', `${id}-hint ${id}-fault`);
  /** @param {string | null} why */
  const blame = (why) => {
    fault.textContent = why ?? '';
    if (why === null) input.removeAttribute('aria-invalid');
    else input.setAttribute('aria-invalid', 'true');
  };
  // An empty field is not wrong yet, only when it is sent.
  input.addEventListener('input', () => blame(check && input.value !== '' ? check(input.value) : null));
  const root = el('div', { class: 'field' }, el('label', { for: id, text: label }), input, told, fault);
  return { root, input, hint: told, blame };
}

/**
 * A box to tick.
 * @param {string} label
 * @param {string} hint
 */
export function tick(label, hint) {
  const input = el('input', { type: 'checkbox' });
  return { root: el('label', { class: 'tick' }, input, el('span', {}, el('span', { text: label }), el('span', { class: 'faint', text: hint }))), input };
}

/** What went wrong, as a sentence for people. @param {unknown} error */
export function sentence(error) {
  if (error instanceof TypeError) return 'The server cannot be reached.';
  const text = reasonOf(error);
  const whole = text.charAt(0).toUpperCase() + text.slice(1);
  const later = error instanceof Problem && error.retry ? ` Try again in ${error.retry} s.` : '';
  return `${whole}${/[.!?]$/.test(whole) ? '' : '.'}${later}`;
}

/** Where the outcome of something stands: a refusal, or that it is done. */
export class Outcome {
  constructor() {
    this.root = el('p', { class: 'outcome', role: 'status', 'aria-live': 'polite' });
  }

  clear() {
    this.root.className = 'outcome';
    refill(this.root);
  }

  /** @param {string} text */
  done(text) {
    this.root.className = 'outcome good';
    refill(this.root, text);
  }

  /** @param {unknown} error */
  refused(error) {
    this.root.className = 'outcome bad';
    refill(this.root, sentence(error));
  }
}

/**
 * A form that is sent by Enter or its button, once at a time.
 * @param {{label: string, submit: string, class?: string, fields: import('../shared/dom.js').Child[], more?: import('../shared/dom.js').Child[],
 *   danger?: boolean, send: () => Promise<void>}} options `more` stands beside the button; what `send` throws is shown
 */
export function form({ label, submit, fields, more = [], danger = false, send, class: kind = '' }) {
  const outcome = new Outcome();
  const go = el('button', { class: `button ${danger ? 'danger' : 'primary'}`, type: 'submit', text: submit });
  const root = el('form', { class: `form ${kind}`.trim(), 'aria-label': label, novalidate: true, autocomplete: 'off' }, ...fields, el('div', { class: 'form-foot' }, go, ...more), outcome.root);
  root.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (root.getAttribute('aria-busy') === 'true') return;
    root.setAttribute('aria-busy', 'true');
    outcome.clear();
    try {
      await send();
    } catch (error) {
      outcome.refused(error);
    } finally {
      root.removeAttribute('aria-busy');
    }
  });
  return { root, outcome };
}

/**
 * Asks before something is done. What the server refuses is told in the dialog, which stays open then. What `send` gives back
 * is done after the dialog has closed: it can take the focus elsewhere.
 * @param {{title: string, about: import('../shared/dom.js').Child[], submit: string, danger?: boolean, fields?: import('../shared/dom.js').Child[],
 *   send: () => Promise<void | (() => void)>}} options
 */
export function askFirst({ title, about, submit, danger = false, fields = [], send }) {
  const leave = button({ label: 'Cancel', text: 'Cancel', press: () => dialog.close() });
  const made = form({ label: title, submit, danger, fields, more: [leave], send: async () => {
    const then = await send();
    dialog.close();
    then?.();
  } });
  const dialog = openDialog(title, ...about, made.root);
  const first = made.root.querySelector('input, textarea, select');
  // Without anything to fill in, Enter must not do it by accident.
  (first instanceof HTMLElement ? first : leave).focus();
}
