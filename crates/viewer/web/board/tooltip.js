// What is under the pointer, in a few words beside it.

import { el, refill } from '../shared/dom.js';

/** Things and facts that are told; a click tells the rest. */
const TOLD_THINGS = 3;
const TOLD_FACTS = 5;

export class Tooltip {
  /**
   * @param {HTMLElement} container of the board
   * @param {import('./board.js').Board} board
   * @param {(seat: number) => string} seatCalled
   */
  constructor(container, board, seatCalled) {
    this.board = board;
    this.seatCalled = seatCalled;
    this.root = el('div', { class: 'tooltip', role: 'tooltip', hidden: true });
    container.appendChild(this.root);
    board.addEventListener('hover', (event) => this.#show(/** @type {CustomEvent} */ (event).detail));
    board.canvas.addEventListener('pointerdown', () => this.hide());
  }

  hide() {
    this.root.hidden = true;
  }

  /** @param {{items: Item[], cell: Point | null, at: Point | null}} hovered */
  #show({ items, cell, at }) {
    this.root.hidden = items.length === 0 || !at || !cell;
    if (this.root.hidden || !at || !cell) return;
    const where = items[0].cell ?? cell;
    refill(
      this.root,
      ...items.slice(0, TOLD_THINGS).map((item) => this.#thing(item)),
      items.length > TOLD_THINGS && el('div', { class: 'faint', text: `and ${items.length - TOLD_THINGS} more` }),
      el('div', { class: 'faint', text: `cell ${where[0]}, ${where[1]}` }),
    );
    // Beside the pointer, on the side where there is room.
    const { width, height } = this.board.camera;
    const { style } = this.root;
    const right = at[0] > width / 2;
    const below = at[1] > height / 2;
    style.left = right ? '' : `${at[0] + 16}px`;
    style.right = right ? `${width - at[0] + 12}px` : '';
    style.top = below ? '' : `${at[1] + 16}px`;
    style.bottom = below ? `${height - at[1] + 12}px` : '';
  }

  /** @param {Item} item */
  #thing(item) {
    const owner = item.seat === undefined ? null : el('span', { class: 'faint', text: ` ${this.seatCalled(item.seat)}` });
    const facts = (item.facts ?? []).slice(0, TOLD_FACTS).map(([label, value]) => `${label} ${value}`).join(' · ');
    return el('div', { class: 'tooltip-thing' }, el('b', { text: item.title ?? item.id }), owner, facts && el('div', { text: facts }));
  }
}
