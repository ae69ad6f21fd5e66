// The values of a thing or of a whole position as a form: one field for each, as the schema of the game says what it may be.

import { button, el } from '../shared/dom.js';

/**
 * What forms do with a position.
 * @typedef {{set: (pointer: string, value: unknown) => void, remove: (pointer: string) => void,
 *   coordinates: () => {x: [number, number], y: [number, number]} | null}} FormDeeds
 */

/** Lists up to this long, of plain values, are shown among the general values. */
const SHORT_LIST = 16;
/** Where the values of things are, as `/units/3/hp`. */
const OF_A_THING = /^\/[^/]+\/\d+\/[^/]+$/;
/** Lists of suggestions on the page have a name each. */
let suggestions = 0;

/**
 * A JSON pointer one step deeper.
 * @param {string} pointer
 * @param {string} key
 */
export function deeper(pointer, key) {
  return `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
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

/** @param {unknown} value */
function isGeneral(value) {
  if (!Array.isArray(value)) return true;
  return value.length <= SHORT_LIST && value.every((one) => typeof one !== 'object' || one === null) && !value.some((one) => typeof one === 'string' && one.length > SHORT_LIST);
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Forms that know what values may be. */
export class EditForms {
  /**
   * @param {import('./choices.js').EditChoices} choices
   * @param {FormDeeds} deeds
   */
  constructor(choices, { set, remove, coordinates }) {
    this.choices = choices;
    this.coordinates = coordinates;
    this.set = set;
    this.remove = remove;
  }

  /**
   * The fields of an object, and those that could be added.
   * @param {Record<string, unknown>} entry
   * @param {string} pointer
   * @returns {HTMLElement}
   */
  entry(entry, pointer) {
    const schema = this.choices.at(pointer);
    const fields = Object.entries(entry).map(([key, value]) => this.field(key, value, deeper(pointer, key), schema));
    const missing = Object.keys(schema?.properties ?? {}).filter((key) => !(key in entry));
    return el('div', { class: 'edit-fields' }, ...fields, this.#adding('Add a value', missing, (key) => deeper(pointer, key)));
  }

  /**
   * @param {[string, unknown][]} values
   * @returns {HTMLElement}
   */
  general(values) {
    const schema = this.choices.at('');
    const shown = new Set(values.map(([key]) => key));
    const fields = values.filter(([key]) => key !== 'config').map(([key, value]) => this.field(key, value, deeper('', key), schema));
    const config = Object.fromEntries(values).config;
    const missing = Object.entries(schema?.properties ?? {}).filter(([key, inner]) => !shown.has(key) && key !== 'config' && inner.type !== 'array').map(([key]) => key);
    return el('div', { class: 'edit-fields' }, ...fields, this.#adding('Add a value', missing, (key) => deeper('', key)), this.#config(isObject(config) ? config : null));
  }

  /**
   * The constants that differ from the game's own, and a list to choose more from.
   * @param {Record<string, unknown> | null} config
   */
  #config(config) {
    const schema = this.choices.config;
    const fields = Object.entries(config ?? {}).map(([key, value]) => this.field(key, value, deeper('/config', key), { properties: schema.properties }));
    const others = Object.keys(schema.properties ?? {}).filter((key) => !config || !(key in config));
    const choose = this.#chooser('Change a constant of the rules', others, (key) => {
      const value = schema.properties?.[key]?.default ?? null;
      if (config) this.set(deeper('/config', key), value);
      else this.set('/config', { [key]: value });
    });
    return el('fieldset', { class: 'edit-config' }, el('legend', { text: 'Rules that differ' }), ...fields, choose);
  }

  /**
   * @param {string} label
   * @param {string[]} keys
   * @param {(key: string) => string} where
   */
  #adding(label, keys, where) {
    if (keys.length === 0) return null;
    return this.#chooser(label, keys, (key) => this.set(where(key), plainValue(this.choices.at(where(key)))));
  }

  /**
   * @param {string} label
   * @param {string[]} keys
   * @param {(key: string) => void} chosen
   */
  #chooser(label, keys, chosen) {
    const field = el('select', { 'aria-label': label, on: { change: () => {
      if (field.value) chosen(field.value);
    } } }, el('option', { value: '', text: `${label}…` }), ...keys.map((key) => el('option', { value: key, text: words(key) })));
    return field;
  }

  /**
   * One value with its name; whatever need not be there can be taken away.
   * @param {string} key
   * @param {unknown} value
   * @param {string} pointer
   * @param {import('./choices.js').ValueSchema | null} around what the object with this value may be
   * @returns {HTMLElement}
   */
  field(key, value, pointer, around) {
    const known = this.#bounded(key, pointer);
    const bounds = known?.minimum !== undefined || known?.maximum !== undefined ? `${known?.minimum ?? 'any'} to ${known?.maximum ?? 'any'}` : '';
    const hint = [known?.description, bounds, known?.default === undefined ? '' : `otherwise ${JSON.stringify(known.default)}`].filter(Boolean).join('; ');
    const optional = around !== null && !(around.required ?? []).includes(key);
    const input = this.#input(value, pointer, known, optional);
    const away = optional ? button({ label: `Take away ${words(key)}`, icon: 'close', class: 'quiet', press: () => this.remove(pointer) }) : null;
    const tall = input instanceof HTMLTextAreaElement || input instanceof HTMLFieldSetElement;
    const label = el(input instanceof HTMLFieldSetElement ? 'div' : 'label', { class: `edit-field${tall ? ' tall' : ''}`, title: hint || null }, el('span', { text: words(key) }), input, el('small', { class: 'edit-error', role: 'alert' }));
    return away ? el('div', { class: 'edit-optional' }, label, away) : label;
  }

  /**
   * What a value may be. The schemas give no bounds to the numbers of things on the board: no game has negative ones, but for
   * coordinates, which go as far as the board does, and for what things are numbered with.
   * @param {string} key
   * @param {string} pointer
   * @returns {import('./choices.js').KnownSchema | null}
   */
  #bounded(key, pointer) {
    const known = this.choices.at(pointer);
    if (known?.type !== 'integer' || known.minimum !== undefined || known.maximum !== undefined || !OF_A_THING.test(pointer) || key === 'id') return known;
    const axis = /(?:^|_)([xy])$/.exec(key)?.[1];
    if (!axis) return { ...known, minimum: 0 };
    const far = this.coordinates()?.[/** @type {'x' | 'y'} */ (axis)];
    return far ? { ...known, minimum: far[0], maximum: far[1] } : known;
  }

  /**
   * @param {unknown} value
   * @param {string} pointer
   * @param {import('./choices.js').KnownSchema | null} known
   * @param {boolean} optional whether it need not be there
   */
  #input(value, pointer, known, optional) {
    const data = { pointer };
    const none = () => (optional ? this.remove(pointer) : this.set(pointer, null));
    if (known?.enum && (typeof value === 'string' || value === null)) return this.#choice(value, pointer, known, none);
    if (typeof value === 'boolean') {
      const box = el('input', { type: 'checkbox', data, on: { change: () => this.set(pointer, box.checked) } });
      box.checked = value;
      return box;
    }
    const number = known?.type === 'integer' || known?.type === 'number';
    if (typeof value === 'number' || (number && value === null)) {
      const limits = { min: known?.minimum ?? null, max: known?.maximum ?? null, step: known?.type === 'integer' ? 1 : 'any' };
      const field = el('input', { type: 'number', ...limits, placeholder: known?.nullable ? 'none' : null, value: value ?? '', data, on: { change: () => {
        if (field.value !== '') this.set(pointer, Number(field.value));
        else if (known?.nullable) none();
      } } });
      return field;
    }
    if (typeof value === 'string') {
      const field = el('input', { type: 'text', value, data, on: { change: () => this.set(pointer, field.value) } });
      return known?.examples ? suggested(field, known.examples) : field;
    }
    const one = known?.items && this.choices.at(deeper(pointer, '0'));
    if (Array.isArray(value) && one?.enum) return this.#several(value, pointer, one.enum);
    if (isObject(value) && known?.properties) {
      const inner = Object.entries(value).map(([key, part]) => this.field(key, part, deeper(pointer, key), known));
      return el('fieldset', { class: 'edit-config' }, ...inner);
    }
    return this.#json(value, pointer, none);
  }

  /**
   * One of several words. A value that is none of them is shown as what it is.
   * @param {string | null} value
   * @param {string} pointer
   * @param {import('./choices.js').KnownSchema} known
   * @param {() => void} none
   */
  #choice(value, pointer, known, none) {
    const choices = [...(known.nullable ? [null] : []), ...(known.enum ?? [])];
    const field = el('select', { data: { pointer }, on: { change: () => {
      const chosen = choices[Number(field.value)];
      if (chosen === null) none();
      else this.set(pointer, chosen);
    } } });
    choices.forEach((choice, n) => field.appendChild(el('option', { value: n, text: choice === null ? 'none' : words(String(choice)) })));
    if (!choices.includes(value)) {
      field.appendChild(el('option', { value: -1, text: `${value ?? 'none'} (not allowed)`, disabled: true }));
      field.value = '-1';
    } else field.value = String(choices.indexOf(value));
    return field;
  }

  /**
   * Any of several words.
   * @param {unknown[]} value
   * @param {string} pointer
   * @param {unknown[]} choices
   */
  #several(value, pointer, choices) {
    const boxes = choices.map((choice) => {
      const box = el('input', { type: 'checkbox', on: { change: () => this.set(pointer, choices.filter((_, n) => boxes[n].box.checked)) } });
      box.checked = value.includes(choice);
      return { box, line: el('label', {}, box, words(String(choice))) };
    });
    return el('fieldset', { class: 'edit-several' }, ...boxes.map(({ line }) => line));
  }

  /**
   * A value that is written as JSON: nothing, a list, an object.
   * @param {unknown} value
   * @param {string} pointer
   * @param {() => void} none
   */
  #json(value, pointer, none) {
    const text = value === null ? '' : JSON.stringify(value, null, isObject(value) ? 1 : 0);
    const rows = Math.min(10, text.split('\n').length);
    const options = { data: { pointer }, placeholder: 'none', spellcheck: 'false', on: { change: () => {
      const read = readJson(field);
      if (read?.value === null) none();
      else if (read) this.set(pointer, read.value);
    } } };
    const field = rows > 1 ? el('textarea', { ...options, rows }) : el('input', { ...options, type: 'text' });
    field.value = text;
    return field;
  }
}

/** A key as people read it. @param {string} key */
function words(key) {
  return key.replaceAll('_', ' ');
}

/**
 * A field with suggestions, which takes anything else as well.
 * @param {HTMLInputElement} field
 * @param {unknown[]} examples
 */
function suggested(field, examples) {
  suggestions += 1;
  const id = `edit-suggestions-${suggestions}`;
  field.setAttribute('list', id);
  return el('span', { class: 'edit-suggested' }, field, el('datalist', { id }, ...examples.map((example) => el('option', { value: String(example) }))));
}

/**
 * Something harmless of a kind.
 * @param {import('./choices.js').KnownSchema | null} known
 * @returns {unknown}
 */
function plainValue(known) {
  if (known?.default !== undefined) return known.default;
  if (known?.enum) return known.enum[0];
  const kinds = { integer: known?.minimum ?? 0, number: known?.minimum ?? 0, boolean: false, string: '', array: [], object: {} };
  return kinds[/** @type {keyof typeof kinds} */ (known?.type ?? 'string')];
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
