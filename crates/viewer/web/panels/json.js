// A JSON viewer: folded until opened, and searchable.

import { el, refill } from '../shared/dom.js';

/** Lists longer than this are shown in pieces. */
const PIECE = 100;

export class JsonView {
  constructor() {
    this.search = el('input', { type: 'search', class: 'search', placeholder: 'Search keys and values', 'aria-label': 'Search in the message' });
    this.tree = el('div', { class: 'json' });
    this.root = el('div', { class: 'json-view' }, this.search, this.tree);
    /** @type {unknown} */
    this.value = null;
    this.search.addEventListener('input', () => this.#render());
  }

  /** @param {unknown} value */
  set(value) {
    this.value = value;
    this.#render();
  }

  #render() {
    const words = this.search.value.trim().toLowerCase();
    if (!words) {
      refill(this.tree, jsonNode(null, this.value, true));
      return;
    }
    /** @type {[string, unknown][]} */
    const found = [];
    searchJson(this.value, '', words, found);
    refill(
      this.tree,
      el('p', { class: 'faint', text: found.length === 0 ? 'Nothing found.' : `${found.length}${found.length === 200 ? ' or more' : ''} found` }),
      ...found.map(([path, value]) => jsonNode(path, value, false)),
    );
  }
}

/**
 * A value with its name; what is inside is built when it is opened.
 * @param {string | null} name
 * @param {unknown} value
 * @param {boolean} open
 * @returns {HTMLElement}
 */
export function jsonNode(name, value, open) {
  const label = name === null ? null : el('span', { class: 'json-key', text: `${name}: ` });
  if (value === null || typeof value !== 'object') {
    const kind = value === null ? 'null' : typeof value;
    return el('div', { class: 'json-leaf' }, label, el('span', { class: `json-${kind}`, text: JSON.stringify(value) }));
  }
  const entries = Object.entries(value);
  const list = Array.isArray(value);
  const brief = list ? `[${entries.length}]` : `{${entries.slice(0, 4).map(([key]) => key).join(', ')}${entries.length > 4 ? ', …' : ''}}`;
  const inside = el('div', { class: 'json-inside' });
  const fold = el('details', {}, el('summary', {}, label, el('span', { class: 'faint', text: brief })), inside);
  let shown = 0;
  const more = () => {
    inside.querySelector('.json-more')?.remove();
    for (const [key, part] of entries.slice(shown, shown + PIECE)) inside.appendChild(jsonNode(key, part, false));
    shown += PIECE;
    if (shown < entries.length) {
      const rest = el('button', { type: 'button', class: 'button quiet json-more', text: `${entries.length - shown} more` });
      rest.addEventListener('click', more);
      inside.appendChild(rest);
    }
  };
  fold.addEventListener('toggle', () => {
    if (fold.open && shown === 0) more();
  });
  if (open) {
    fold.open = true;
    more();
  }
  return fold;
}

/**
 * @param {unknown} value
 * @param {string} path
 * @param {string} words
 * @param {[string, unknown][]} found
 */
function searchJson(value, path, words, found) {
  if (found.length >= 200) return;
  if (value === null || typeof value !== 'object') {
    if (String(value).toLowerCase().includes(words)) found.push([path, value]);
    return;
  }
  for (const [key, part] of Object.entries(value)) {
    const inner = path ? `${path}.${key}` : key;
    if (!Array.isArray(value) && key.toLowerCase().includes(words)) {
      if (found.length < 200) found.push([inner, part]);
    } else searchJson(part, inner, words, found);
  }
}

/**
 * The objects inside a message that mention the thing of that number.
 * @param {unknown} value
 * @param {number} id
 * @param {string} [path]
 * @returns {[string, unknown][]}
 */
export function mentions(value, id, path = '') {
  if (value === null || typeof value !== 'object') return [];
  /** @type {[string, unknown][]} */
  const found = [];
  const own = /** @type {Record<string, unknown>} */ (value);
  if (!Array.isArray(value) && (own.id === id || own.unit === id)) return [[path, value]];
  for (const [key, part] of Object.entries(own)) found.push(...mentions(part, id, path ? `${path}.${key}` : key));
  return found.slice(0, 20);
}
