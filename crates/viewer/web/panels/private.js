// What bots told their authors at this moment: stderr, notes, and the time they took.

import { debounce, el, refill } from '../shared/dom.js';
import { seatName } from './scoreboard.js';
import { Windows } from './windows.js';

export class PrivatePanel {
  /**
   * @param {{entries(from: number, to: number): Promise<PrivateEntry[]>}} source
   * @param {import('../watch/player.js').Player} player
   * @param {import('../board/board.js').Board} board
   * @param {Session} session
   */
  constructor(source, player, board, session) {
    this.windows = new Windows((from, to) => source.entries(from, to));
    this.player = player;
    this.board = board;
    this.session = session;
    this.visible = false;
    /** Whether notes that name a unit are written beside it. */
    this.noted = false;
    /** The frame whose entries are shown. */
    this.shown = -1;
    this.root = el('div', { class: 'private' });
    const later = debounce(100, () => this.update());
    player.addEventListener('frame', () => {
      if (!this.visible && !this.noted) return;
      // Show what is loaded at once; fetch the rest when the frame has settled.
      this.#show(this.#latest(this.windows.here(Math.max(0, player.frame - 64), player.frame)));
      later();
    });
  }

  /** @param {boolean} visible */
  setVisible(visible) {
    this.visible = visible;
    this.update();
  }

  /** @param {boolean} noted */
  setNoted(noted) {
    this.noted = noted;
    if (!noted) this.board.setNotes([]);
    this.update();
  }

  async update() {
    if (!this.visible && !this.noted) return;
    const { frame } = this.player;
    if (!this.session.can.private) {
      refill(this.root, el('p', { class: 'faint panel-note', text: 'There are no private notes for this replay. A match keeps them for the bots you started yourself.' }));
      return;
    }
    try {
      const found = await this.windows.between(Math.max(0, frame - 64), frame);
      if (frame === this.player.frame) this.#show(this.#latest(found));
    } catch {
      refill(this.root, el('p', { class: 'panel-note', text: 'The notes cannot be loaded right now.' }));
    }
  }

  /**
   * The last answer of each seat up to this frame.
   * @param {PrivateEntry[]} entries
   */
  #latest(entries) {
    /** @type {Map<number, PrivateEntry>} */
    const last = new Map();
    for (const entry of entries) if (entry.step <= this.player.frame) last.set(entry.seat, entry);
    return [...last.values()].sort((a, b) => a.seat - b.seat);
  }

  /** @param {PrivateEntry[]} entries */
  #show(entries) {
    // A match that is still running sends entries late: what was shown of this frame is not taken back.
    if (entries.length === 0 && this.shown === this.player.frame) return;
    this.shown = entries.length > 0 ? this.player.frame : -1;
    if (this.noted) this.board.setNotes(entries.flatMap((entry) => unitNotes(entry)));
    if (!this.visible) return;
    if (entries.length === 0) {
      refill(this.root, el('p', { class: 'faint panel-note', text: 'No bot wrote anything around this frame.' }));
      return;
    }
    refill(this.root, ...entries.map((entry) => this.#entry(entry)));
  }

  /** @param {PrivateEntry} entry */
  #entry(entry) {
    const chip = el('span', { class: 'seat-chip' });
    chip.style.background = this.board.painter.color(`seat${entry.seat}`);
    const stale = entry.step !== this.player.frame;
    const turn = this.player.index.turn[Math.max(0, entry.step - 1)];
    return el(
      'section',
      { class: `private-entry${stale ? ' stale' : ''}` },
      el(
        'header',
        {},
        chip,
        el('h2', { text: seatName(this.session.seats[entry.seat], entry.seat) }),
        el('span', { class: 'faint', text: `turn ${turn ?? '?'} · ${millis(entry.us)} (cpu ${millis(entry.cpu_us)})` }),
      ),
      entry.notes === undefined || entry.notes === null ? null : el('div', {}, el('h3', { text: 'Notes' }), el('pre', { text: noteText(entry.notes) })),
      entry.stderr ? el('div', {}, el('h3', { text: 'stderr' }), el('pre', { text: entry.stderr })) : null,
    );
  }
}

/** @param {number | undefined} us */
function millis(us) {
  if (us === undefined || us === null) return '?';
  return us >= 10000 ? `${Math.round(us / 1000)} ms` : `${(us / 1000).toFixed(2)} ms`;
}

/** @param {unknown} notes */
function noteText(notes) {
  const list = Array.isArray(notes) ? notes : [notes];
  return list.map((note) => (typeof note === 'string' ? note : JSON.stringify(note, null, 1))).join('\n');
}

/**
 * The notes that name a unit, as {"unit": 3, "text": "..."}.
 * @param {PrivateEntry} entry
 * @returns {UnitNote[]}
 */
function unitNotes(entry) {
  const list = Array.isArray(entry.notes) ? entry.notes : [entry.notes];
  return list.flatMap((note) =>
    note && typeof note === 'object' && 'unit' in note && 'text' in note
      ? [{ id: String(note.unit), text: String(note.text), seat: entry.seat }]
      : [],
  );
}
