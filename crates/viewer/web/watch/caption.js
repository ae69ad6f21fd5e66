// A key event that was jumped to: a ring where it happened, and words about it. The words stay clear of the ring: the camera
// shows it beside them, and where it cannot, they go to the other end of the board.

import { SPOT_AROUND } from '../board/minimap.js';
import { button, el, refill } from '../shared/dom.js';

/** What is kept free beside the words, in pixels. */
const CAPTION_GAP = 8;

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
    board.addEventListener('view', () => this.#clearRing());
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
    this.root.classList.remove('aside');
    this.#cover();
    this.board.visit(this.at);
    this.board.setSpot(this.at);
  }

  /** Tells the board which end of the view the words cover. */
  #cover() {
    const [box, view] = [this.root, this.board.canvas].map((one) => one.getBoundingClientRect());
    const above = box.top + box.bottom < view.top + view.bottom;
    this.board.cover({ top: above ? box.bottom - view.top + CAPTION_GAP : 0, bottom: above ? 0 : view.bottom - box.top + CAPTION_GAP });
  }

  /** Moves the words if they cover the ring, as on a board that is shown as a whole. */
  #clearRing() {
    if (!this.at || this.root.hidden || this.player.frame !== this.frame || this.board.glide) return;
    const [box, view] = [this.root, this.board.canvas].map((one) => one.getBoundingClientRect());
    const [x, y] = this.board.camera.pixel(this.at);
    const [px, py] = [x + view.left, y + view.top];
    if (px > box.left - SPOT_AROUND && px < box.right + SPOT_AROUND && py > box.top - SPOT_AROUND / 2 && py < box.bottom + SPOT_AROUND / 2) this.root.classList.toggle('aside');
  }

  clear() {
    this.frame = -1;
    this.at = null;
    this.root.hidden = true;
    this.board.cover({ top: 0, bottom: 0 });
    if (this.board.spot) this.board.setSpot(null);
  }
}
