// The values of a thing or of a whole position as a form: one field for each, according to its type.

import { el } from '../shared/dom.js';

/** @typedef {(pointer: string, value: unknown) => void} SetValue */

/** Lists up to this long, of plain values, are shown among the general values. */
const SHORT_LIST = 16;

/**
 * A JSON pointer one step deeper.
 * @param {string} pointer
 * @param {string} key
 */
export function deeper(pointer, key) {
  return `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/**
 * The fields of an object, and one to add another.
 * @param {Record<string, unknown>} entry
 * @param {string} pointer
 * @param {SetValue} set
 * @returns {HTMLElement}
 */
export function entryForm(entry, pointer, set) {
  const fields = Object.entries(entry).map(([key, value]) => fieldOf(key, value, deeper(pointer, key), set));
  const name = el('input', { type: 'text', placeholder: 'new value', 'aria-label': 'Name of a new value', size: 10 });
  const value = el('input', { type: 'text', placeholder: 'as JSON', 'aria-label': 'The new value, as JSON', size: 8 });
  const add = el('form', { class: 'edit-more', on: { submit: (/** @type {Event} */ event) => {
    event.preventDefault();
    const read = readJson(value);
    if (name.value && read) set(deeper(pointer, name.value), read.value);
  } } }, name, value, el('button', { type: 'submit', class: 'button quiet', text: 'Add' }));
  return el('div', { class: 'edit-fields' }, ...fields, add);
}

/**
 * The general values of a position: whatever is not a list of things or the rows of the board, plain ones first.
 * @param {Record<string, unknown>} position
 * @returns {[string, unknown][]}
 */
export function generalValues(position) {
  const general = Object.entries(position).filter(([, value]) => isGeneral(value));
  return [...general.filter(([, value]) => !isObject(value)), ...general.filter(([, value]) => isObject(value))];
}

/**
 * @param {[string, unknown][]} values
 * @param {SetValue} set
 * @returns {HTMLElement}
 */
export function generalForm(values, set) {
  return el('div', { class: 'edit-fields' }, ...values.map(([key, value]) => fieldOf(key, value, deeper('', key), set)));
}

/** @param {unknown} value */
function isGeneral(value) {
  if (!Array.isArray(value)) return true;
  return value.length <= SHORT_LIST && value.every((one) => typeof one === 'number' || typeof one === 'boolean' || one === null);
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * One value with its name.
 * @param {string} key
 * @param {unknown} value
 * @param {string} pointer
 * @param {SetValue} set
 * @returns {HTMLElement}
 */
function fieldOf(key, value, pointer, set) {
  const label = key.replaceAll('_', ' ');
  const data = { pointer };
  if (typeof value === 'boolean') {
    const box = el('input', { type: 'checkbox', data, on: { change: () => set(pointer, box.checked) } });
    box.checked = value;
    return el('label', { class: 'edit-field' }, el('span', { text: label }), box);
  }
  if (typeof value === 'number') {
    const field = el('input', { type: 'number', step: 'any', value: String(value), data, on: { change: () => {
      if (field.value !== '') set(pointer, Number(field.value));
    } } });
    return el('label', { class: 'edit-field' }, el('span', { text: label }), field);
  }
  if (typeof value === 'string') {
    const field = el('input', { type: 'text', value, data, on: { change: () => set(pointer, field.value) } });
    return el('label', { class: 'edit-field' }, el('span', { text: label }), field);
  }
  return jsonField(label, value, pointer, set);
}

/**
 * A value that is written as JSON: nothing, a list, an object.
 * @param {string} label
 * @param {unknown} value
 * @param {string} pointer
 * @param {SetValue} set
 */
function jsonField(label, value, pointer, set) {
  const text = value === null ? '' : JSON.stringify(value, null, isObject(value) ? 1 : 0);
  const rows = Math.min(10, text.split('\n').length);
  const options = { data: { pointer }, placeholder: 'none', spellcheck: 'false', on: { change: () => {
    const read = readJson(field);
    if (read) set(pointer, read.value);
  } } };
  const field = rows > 1 ? el('textarea', { ...options, rows }) : el('input', { ...options, type: 'text' });
  field.value = text;
  return el('label', { class: `edit-field${rows > 1 ? ' tall' : ''}` }, el('span', { text: label }), field, el('small', { class: 'edit-error', role: 'alert' }));
}

/**
 * The value in a field; an empty field is null, bare words are strings. Returns null if it cannot be parsed, and the
 * field says why.
 * @param {HTMLInputElement | HTMLTextAreaElement} field
 * @returns {{value: unknown} | null}
 */
function readJson(field) {
  const error = field.parentElement?.querySelector('.edit-error');
  const text = field.value.trim();
  if (error) error.textContent = '';
  field.removeAttribute('aria-invalid');
  if (text === '') return { value: null };
  try {
    return { value: JSON.parse(text) };
  } catch (why) {
    if (/^[a-z_][\w -]*$/i.test(text)) return { value: text };
    field.setAttribute('aria-invalid', 'true');
    if (error) error.textContent = why instanceof Error ? `Not JSON: ${why.message}` : 'Not JSON.';
    return null;
  }
}
