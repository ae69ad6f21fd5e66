// The column beside the board: a stack of panels behind tabs. On a phone it is a sheet that comes up from below.

import { el } from '../shared/dom.js';

/** @typedef {{name: string, label: string, root: HTMLElement, show?: (visible: boolean) => void}} Panel */

export class Panels {
  /** @param {HTMLElement} above what stays above the tabs where there is room */
  constructor(above) {
    /** @type {Map<string, {panel: Panel, tab: HTMLButtonElement, body: HTMLElement}>} */
    this.panels = new Map();
    this.current = '';
    this.tabs = el('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Panels' });
    this.handle = el('button', { type: 'button', class: 'sheet-handle', 'aria-label': 'Open or close the panels', 'aria-expanded': 'false' });
    this.bodies = el('div', { class: 'tab-bodies' });
    this.root = el('aside', { class: 'side-column', 'aria-label': 'Details' }, this.handle, above, this.tabs, this.bodies);
    this.handle.addEventListener('click', () => this.toggleSheet());
    this.tabs.addEventListener('keydown', (event) => {
      const way = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
      if (way === 0) return;
      const names = [...this.panels].filter(([, { tab }]) => !tab.hidden).map(([name]) => name);
      const next = names[(names.indexOf(this.current) + way + names.length) % names.length];
      this.open(next);
      this.panels.get(next)?.tab.focus();
      event.preventDefault();
      event.stopPropagation();
    });
    this.#drag();
  }

  /** @param {Panel} panel */
  add(panel) {
    const tab = el('button', {
      type: 'button',
      class: 'tab',
      role: 'tab',
      id: `tab-${panel.name}`,
      'aria-controls': `panel-${panel.name}`,
      'aria-selected': 'false',
      tabindex: -1,
      text: panel.label,
    });
    tab.addEventListener('click', () => {
      // On a phone the tabs are the closed sheet's handle as well.
      const again = this.current === panel.name && this.isSheet();
      this.open(panel.name);
      if (this.isSheet()) this.toggleSheet(again ? undefined : true);
    });
    const body = el('div', { class: 'tab-body', role: 'tabpanel', tabindex: 0, id: `panel-${panel.name}`, 'aria-labelledby': `tab-${panel.name}`, hidden: true }, panel.root);
    this.panels.set(panel.name, { panel, tab, body });
    this.tabs.appendChild(tab);
    this.bodies.appendChild(body);
    if (this.current === '') this.open(panel.name);
  }

  /**
   * @param {string} name
   * @param {boolean} hidden
   */
  setHidden(name, hidden) {
    const entry = this.panels.get(name);
    if (entry) entry.tab.hidden = hidden;
  }

  /** @param {string} name */
  open(name) {
    if (!this.panels.has(name) || this.current === name) return;
    this.current = name;
    for (const [key, { panel, tab, body }] of this.panels) {
      const chosen = key === name;
      tab.setAttribute('aria-selected', String(chosen));
      tab.tabIndex = chosen ? 0 : -1;
      if (body.hidden === chosen) {
        body.hidden = !chosen;
        panel.show?.(chosen);
      }
    }
  }

  /** Whether the column is a sheet now, as sizes.css has it. */
  isSheet() {
    return matchMedia('(max-width: 760px), (max-width: 1000px) and (max-height: 560px)').matches;
  }

  /** @param {boolean} [open] */
  toggleSheet(open) {
    const up = this.root.classList.toggle('open', open);
    this.handle.setAttribute('aria-expanded', String(up));
  }

  /** The handle follows a finger: up opens, down closes. */
  #drag() {
    let from = 0;
    this.handle.addEventListener('pointerdown', (event) => (from = event.clientY));
    this.handle.addEventListener('pointerup', (event) => {
      const moved = event.clientY - from;
      // A click toggles by itself; a drag says which way.
      if (Math.abs(moved) > 24) this.toggleSheet(moved > 0);
    });
  }
}
