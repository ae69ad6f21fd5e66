// What both pages have around them: the bar at the top, and a line that says when the server is away.

import { button, el, relabel } from '../shared/dom.js';
import { ThemeSwitch } from '../shared/theme.js';
import { say } from './rows.js';

/**
 * Builds the page and gives back the parts that change.
 * @param {string} title
 * @param {import('../shared/dom.js').Child[]} links
 */
export function frame(title, links) {
  const themes = new ThemeSwitch();
  const theme = button({ label: 'Dark theme', icon: 'moon', class: 'quiet', press: () => themes.toggle() });
  const dress = () => {
    const dark = themes.theme === 'dark';
    relabel(theme, dark ? 'sun' : 'moon', dark ? 'Light theme' : 'Dark theme');
  };
  themes.addEventListener('theme', dress);
  dress();
  const nav = el('nav', { class: 'top-links', 'aria-label': 'Pages' }, ...links);
  const away = el('p', { class: 'away', role: 'status', hidden: true });
  const main = el('main', { class: 'sheet' });
  const app = /** @type {HTMLElement} */ (document.getElementById('app'));
  app.replaceChildren(el('header', { class: 'topbar' }, el('h1', { class: 'title', text: title }), nav, theme), el('div', { class: 'scroll' }, away, main));
  return {
    main,
    nav,
    /** Says that the server cannot be reached, or why it does not answer; null if it does. @param {string | null} why */
    trouble(why) {
      away.hidden = why === null;
      say(away, why === null ? '' : `${why} What is shown may be old; the page tries again by itself.`);
    },
  };
}

/** A short mark, as "open". @param {string} text @param {string} [kind] @param {string} [hint] */
export function pill(text, kind = '', hint) {
  return el('span', { class: `pill ${kind}`.trim(), text, title: hint });
}
