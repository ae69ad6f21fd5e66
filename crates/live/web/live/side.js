// The column beside the board of a player: the orders, and what else there is to know, behind tabs.

import { el } from '../shared/dom.js';

/** @typedef {{name: string, label: string, root: HTMLElement, show?: (visible: boolean) => void}} Tab */

export class Side {
  constructor() {
    /** @type {Map<string, {tab: Tab, button: HTMLButtonElement, body: HTMLElement}>} */
    this.tabs = new Map();
    this.current = '';
    this.strip = el('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Panels' });
    this.bodies = el('div', { class: 'live-bodies' });
    this.root = el('aside', { class: 'live-side', 'aria-label': 'Your game' }, this.strip, this.bodies);
    this.strip.addEventListener('keydown', (event) => {
      const way = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
      if (way === 0) return;
      const names = [...this.tabs.keys()];
      const next = names[(names.indexOf(this.current) + way + names.length) % names.length];
      this.open(next);
      this.tabs.get(next)?.button.focus();
      event.preventDefault();
      event.stopPropagation();
    });
  }

  /** @param {Tab} tab */
  add(tab) {
    const { name, label, root } = tab;
    const made = el('button', { type: 'button', class: 'tab', role: 'tab', id: `tab-${name}`, 'aria-controls': `panel-${name}`, 'aria-selected': 'false', tabindex: -1, text: label, on: { click: () => this.open(name) } });
    const body = el('div', { class: 'live-body', role: 'tabpanel', id: `panel-${name}`, 'aria-labelledby': `tab-${name}`, hidden: true }, root);
    this.tabs.set(name, { tab, button: made, body });
    this.strip.appendChild(made);
    this.bodies.appendChild(body);
    if (this.current === '') this.open(name);
  }

  /** Says how much is new behind a tab. @param {string} name @param {boolean} news */
  mark(name, news) {
    this.tabs.get(name)?.button.classList.toggle('news', news && this.current !== name);
  }

  /** @param {string} name */
  open(name) {
    if (!this.tabs.has(name) || this.current === name) return;
    this.current = name;
    for (const [key, { tab, button, body }] of this.tabs) {
      const chosen = key === name;
      button.setAttribute('aria-selected', String(chosen));
      button.tabIndex = chosen ? 0 : -1;
      if (chosen) button.classList.remove('news');
      if (body.hidden !== chosen) continue;
      body.hidden = !chosen;
      tab.show?.(chosen);
    }
  }
}
