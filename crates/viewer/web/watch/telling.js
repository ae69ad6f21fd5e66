// Tells what happens to those who hear the page. A step or a turn by hand is told whole, as soon as somebody stops to
// listen; while the match plays, only what matters is told, in pauses that leave time to hear it.

import { debounce } from '../shared/dom.js';
import { momentName, nextTurn } from './moments.js';
import { seatName } from '../panels/scoreboard.js';

/** How long a frame has to stay before it is told, and the pause while it plays, in milliseconds. */
const RESTS = 300;
const PAUSE = 4000;
/** With more sides than this their scores are not read out. */
const SIDES_TOLD = 4;

export class Telling {
  /**
   * @param {import('./player.js').Player} player
   * @param {import('../panels/log.js').Log} log
   * @param {Session} session
   * @param {import('../shared/teller.js').Teller} teller
   */
  constructor(player, log, session, teller) {
    this.player = player;
    this.log = log;
    this.session = session;
    this.teller = teller;
    /** The frame that was told last, and whose eyes saw it. */
    this.frame = -1;
    this.seat = '';
    /** When something was told last while it played. */
    this.last = -PAUSE;
    const soon = debounce(RESTS, () => void this.#tell());
    player.addEventListener('frame', () => {
      if (!player.playing) soon();
      else if (performance.now() - this.last >= PAUSE) {
        this.last = performance.now();
        void this.#tell();
      }
    });
    player.addEventListener('state', () => {
      if (!player.playing) soon();
    });
  }

  async #tell() {
    const { player } = this;
    const { frame, shownSeat, picture, playing, index } = player;
    const since = this.frame;
    if (!picture || (frame === since && shownSeat === this.seat)) return;
    const sameEyes = shownSeat === this.seat;
    this.frame = frame;
    this.seat = shownSeat;
    // What a seat was not told is not in the log of its view; and nobody wants to hear of all that was jumped over.
    const follows = shownSeat === 'all' && sameEyes && since >= 0 && since < frame && (playing || frame <= nextTurn(index, since));
    const lines = follows ? await this.log.windows.between(since, frame).catch(() => []) : [];
    if (player.frame !== frame && !playing) return;
    const told = lines.filter(({ step, key }) => step > since && step <= frame && (!playing || key !== null));
    const eyes = shownSeat === 'all' || sameEyes ? '' : `, as ${seatName(this.session.seats[Number(shownSeat)], Number(shownSeat))}`;
    this.teller.tell(`${momentName(index, frame)}${eyes}`, [...told.map((line) => line.text), ...this.#scores(picture), ...this.#end(frame)]);
  }

  /** @param {import('../board/scene.js').Picture} picture */
  #scores({ sides }) {
    if (sides.length === 0 || sides.length > SIDES_TOLD) return [];
    return [sides.map(({ seat, score }) => `${seatName(this.session.seats[seat], seat)} ${score}`).join(', ')];
  }

  /** @param {number} frame */
  #end(frame) {
    const { index } = this.player;
    if (index.live || frame < index.steps) return [];
    const winner = index.winner === null ? 'nobody won' : `${seatName(this.session.seats[index.winner], index.winner)} won`;
    return [index.void ? `Void: ${index.void}` : winner, ...(index.summary ? [index.summary] : [])];
  }
}
