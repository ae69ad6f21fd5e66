// A key event that was jumped to: a ring where it happened, and words about it.

import { button, el, refill } from '../shared/dom.js';

export class Caption {
  /**
   * @param {import('./player.js').Player} player
   * @param {import('../board/board.js').Board} board
   * @param {import('../panels/log.js').Log} log
   */
  constructor(player, board, log) {
    this.player = player;
    this.board = board;
    this.log = log;
    /** The frame of the event that is shown. */
    this.frame = -1;
    /** Where it happened. @type {Point | null} */
    this.at = null;
    this.root = el('div', { class: 'caption', role: 'status', hidden: true });
    player.addEventListener('frame', () => {
      if (player.frame === this.frame) this.#point();
      else if (player.wanted !== this.frame) this.clear();
    });
  }

  /**
   * Shows the events of a kind at a frame; "" for any kind.
   * @param {number} frame
   * @param {string} kind
   * @param {string} moment what the frame is called
   */
  async show(frame, kind, moment) {
    this.frame = frame;
    this.at = null;
    const lines = (await this.log.windows.between(frame - 1, frame)).filter(
      (line) => line.step === frame && line.key !== null && (kind === '' || line.key === kind),
    );
    if (this.frame !== frame || lines.length === 0) return;
    const told = lines.find((line) => line.at) ?? lines[0];
    const more = lines.length > 1 ? el('span', { class: 'faint', text: ` and ${lines.length - 1} more` }) : null;
    refill(
      this.root,
      el('b', { text: told.key ?? '' }),
      el('span', { class: 'caption-text' }, told.text, more),
      el('span', { class: 'faint', text: moment }),
      button({ label: 'Close', icon: 'close', class: 'quiet', press: () => this.clear() }),
    );
    this.root.hidden = false;
    this.at = told.at;
    this.#point();
  }

  /** Once its picture is shown, the camera goes to where it happened. */
  #point() {
    if (!this.at || this.player.frame !== this.frame) return;
    this.board.setSpot(this.at);
    this.board.visit(this.at);
  }

  clear() {
    this.frame = -1;
    this.at = null;
    this.root.hidden = true;
    if (this.board.spot) this.board.setSpot(null);
  }
}
