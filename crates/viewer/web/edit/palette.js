// The tools of the editor: select and move, erase, and a brush for everything the game has.

import { el, icon } from '../shared/dom.js';

/**
 * What a click does.
 * @typedef {{kind: 'select'} | {kind: 'erase'} | {kind: 'area'} | {kind: 'brush', brush: Brush}} EditTool
 */

export class EditPalette {
  /**
   * @param {Session} session
   * @param {import('../board/draw.js').Painter} painter
   * @param {(tool: EditTool) => void} chosen
   */
  constructor(session, painter, chosen) {
    /** @type {EditTool} */
    this.tool = { kind: 'select' };
    this.chosen = chosen;
    /** @type {{tool: EditTool, element: HTMLButtonElement}[]} */
    this.entries = [];
    this.painter = painter;
    const tools = [
      this.#entry({ kind: 'select' }, 'Select and move', 'v', icon('hand')),
      this.#entry({ kind: 'erase' }, 'Erase', 'x', icon('close')),
      this.#entry({ kind: 'area' }, 'Mark an area', 'a', icon('area')),
    ];
    const brushes = session.brushes.map((brush, i) => this.#entry({ kind: 'brush', brush }, brush.name, i < 9 ? String(i + 1) : '', this.#sample(brush)));
    this.root = el(
      'div',
      { class: 'edit-palette', role: 'toolbar', 'aria-label': 'What to place', on: { keydown: (/** @type {KeyboardEvent} */ event) => this.#walk(event) } },
      ...tools,
      ...brushes,
    );
    this.choose(this.tool);
  }

  /** Redraws the samples in the colours of the theme. */
  redraw() {
    for (const { tool, element } of this.entries) {
      if (tool.kind === 'brush') element.firstElementChild?.replaceWith(this.#sample(tool.brush));
    }
  }

  /** @param {Brush} brush */
  #sample(brush) {
    if (brush.symbol === undefined) return el('span', { class: 'edit-blank' });
    return this.painter.sample(brush.symbol, brush.seat === undefined ? undefined : `seat${brush.seat}`, 26);
  }

  /** @param {EditTool} tool */
  choose(tool) {
    this.tool = tool;
    for (const entry of this.entries) {
      const same = entry.tool === tool || (entry.tool.kind === tool.kind && tool.kind !== 'brush');
      entry.element.setAttribute('aria-pressed', String(same));
      entry.element.tabIndex = same ? 0 : -1;
    }
    this.chosen(tool);
  }

  /**
   * A key was pressed; false if it chooses nothing.
   * @param {string} key
   */
  pressed(key) {
    const entry = this.entries.find(({ element }) => element.getAttribute('aria-keyshortcuts') === key);
    if (entry) this.choose(entry.tool);
    return entry !== undefined;
  }

  /**
   * @param {EditTool} tool
   * @param {string} label
   * @param {string} key
   * @param {Element} picture
   */
  #entry(tool, label, key, picture) {
    const element = el(
      'button',
      { type: 'button', class: 'button edit-tool', title: key ? `${label} (${key})` : label, 'aria-keyshortcuts': key || null, on: { click: () => this.choose(tool) } },
      picture,
      el('span', { text: label }),
    );
    this.entries.push({ tool, element });
    return element;
  }

  /** Arrows go from tool to tool. @param {KeyboardEvent} event */
  #walk(event) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const now = this.entries.findIndex(({ element }) => element === document.activeElement);
    if (!step || now < 0) return;
    const next = this.entries[(now + step + this.entries.length) % this.entries.length];
    this.choose(next.tool);
    next.element.focus();
    event.preventDefault();
    event.stopPropagation();
  }
}
