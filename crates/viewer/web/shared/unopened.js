// What stands in the place of a page that cannot be opened.

import { el } from './dom.js';

/**
 * @param {string} title
 * @param {...import('./dom.js').Child} words why, and the way out
 */
export function unopened(title, ...words) {
  return el('main', { class: 'unopened' }, el('div', { role: 'alert' }, el('h1', { text: title }), ...words));
}
