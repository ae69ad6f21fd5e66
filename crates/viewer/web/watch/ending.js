// How the match ended, on a card over the board at its last frame. It tells the result of the match, whoever's eyes the
// board is seen through.

import { button, el, refill } from '../shared/dom.js';
import { playerName, seatName } from '../panels/scoreboard.js';

/** With more seats than this only the best are listed. */
const RANKS_LISTED = 8;

export class Ending {
  /**
   * @param {Session} session
   * @param {import('../board/draw.js').Painter} painter
   * @param {import('../panels/log.js').Log} log
   */
  constructor(session, painter, log) {
    this.session = session;
    this.painter = painter;
    this.log = log;
    this.root = el('section', { class: 'ending', 'aria-label': 'How it ended', hidden: true });
    /** Who gave up. */
    this.left = el('p');
    /** Whether it was closed at this end. */
    this.closed = false;
  }

  /**
   * @param {MatchIndex | null} index of a match whose last frame is shown, else null
   * @param {import('../board/scene.js').Picture | null} picture that is shown
   */
  show(index, picture) {
    if (!index) this.closed = false;
    this.root.hidden = !index || this.closed;
    if (!index || this.root.hidden) return;
    refill(
      this.root,
      el('header', {}, el('h2', { text: title(index, this.session) }), button({ label: 'Close the result', icon: 'close', class: 'quiet', press: () => this.#close() })),
      el('p', { text: index.void ? `Void: ${index.void}` : (index.summary ?? '') }),
      this.left,
      el('ol', { class: 'ending-scores' }, ...this.#scores(index)),
      el('p', { class: 'faint', text: this.#otherScores(index, picture) }),
    );
    void this.#resigned(index);
  }

  /**
   * Names those who gave up at the end, which the rules of a game need not tell.
   * @param {MatchIndex} index
   */
  async #resigned({ steps }) {
    const lines = await this.log.windows.between(steps - 1, steps).catch(() => []);
    const names = lines.filter(({ step, kind, text }) => step === steps && kind === 'fault' && text.endsWith(': resigned')).map(({ seat }) => seatName(this.session.seats[seat ?? 0], seat ?? 0));
    this.left.textContent = names.length > 0 ? `${names.join(', ')} resigned.` : '';
  }

  /** @param {MatchIndex} index */
  #scores({ scores, winner }) {
    const ranked = (scores ?? []).map((score, seat) => ({ score, seat })).sort((a, b) => Number(b.seat === winner) - Number(a.seat === winner) || b.score - a.score);
    return ranked.slice(0, RANKS_LISTED).map(({ score, seat }) => {
      const chip = el('span', { class: 'seat-chip', 'aria-hidden': 'true' });
      chip.style.background = this.painter.color(`seat${seat}`);
      const info = this.session.seats[seat];
      return el('li', {}, chip, el('b', { text: seatName(info, seat) }), el('span', { class: 'faint', text: playerName(info) }), el('b', { class: 'score', text: score }));
    });
  }

  /**
   * What the scoreboard says, where its numbers are others: a game may count the result in points of their own.
   * @param {MatchIndex} index
   * @param {import('../board/scene.js').Picture | null} picture
   */
  #otherScores({ scores }, picture) {
    const sides = picture?.sides ?? [];
    if (!scores || sides.every(({ seat, score }) => score === String(scores[seat]))) return '';
    const told = sides.map(({ seat, score }) => `${score} for ${seatName(this.session.seats[seat], seat)}`);
    return `These are points for the result; the scoreboard ends at ${told.join(', ')}.`;
  }

  #close() {
    this.closed = true;
    this.root.hidden = true;
  }
}

/**
 * @param {MatchIndex} index
 * @param {Session} session
 */
function title(index, session) {
  if (index.void) return 'Void';
  if (index.winner === null) return index.summary ? 'Over' : 'Unfinished';
  return `${seatName(session.seats[index.winner], index.winner)} won`;
}
