// The exact message that a seat was sent.

import { button, copyText, debounce, el, refill } from '../shared/dom.js';
import { JsonView } from './json.js';
import { momentName } from '../watch/moments.js';
import { seatName } from './scoreboard.js';

export class MessagePanel {
  /**
   * @param {{message(frame: number, seat: number): Promise<SeatMessage | null>}} source
   * @param {import('../watch/player.js').Player} player
   * @param {Session} session
   */
  constructor(source, player, session) {
    this.source = source;
    this.player = player;
    this.visible = false;
    this.shown = '';
    this.seat = el('select', { 'aria-label': 'Whose message' });
    session.seats.forEach((seat, n) => this.seat.appendChild(el('option', { value: n, text: seatName(seat, n) })));
    this.head = el('span', { class: 'faint' });
    this.view = new JsonView();
    const copy = button({ label: 'Copy the message', icon: 'copy', class: 'quiet', press: () => copyText(JSON.stringify(this.view.value), 'Message copied.') });
    this.root = el('div', { class: 'message' }, el('div', { class: 'filters' }, this.seat, this.head, copy), this.view.root);
    this.seat.addEventListener('change', () => this.update());
    const later = debounce(120, () => this.update());
    player.addEventListener('frame', later);
    player.addEventListener('state', () => {
      if (player.seat !== 'all' && this.seat.value !== player.seat) this.seat.value = player.seat;
    });
  }

  /** @param {boolean} visible */
  setVisible(visible) {
    this.visible = visible;
    if (visible) this.update();
  }

  async update() {
    if (!this.visible) return;
    const { frame } = this.player;
    const seat = Number(this.seat.value);
    const key = `${frame}/${seat}`;
    if (this.shown === key) return;
    try {
      const found = await this.source.message(frame, seat);
      if (frame !== this.player.frame || seat !== Number(this.seat.value)) return;
      this.shown = key;
      this.head.textContent = found ? `request ${found.request}, sent at ${momentName(this.player.index, found.frame)}` : '';
      if (found) this.view.set(found.message);
      else refill(this.view.tree, el('p', { class: 'faint', text: 'This seat has not been asked yet.' }));
    } catch {
      this.head.textContent = 'The message cannot be loaded right now.';
    }
  }
}
