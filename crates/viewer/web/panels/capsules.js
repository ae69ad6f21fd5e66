// Failure capsules: what a bot was sent when it failed, and how to run it again.

import { button, copyText, el, openDialog, reasonOf, refill, toast } from '../shared/dom.js';
import { seatName } from './scoreboard.js';

export class CapsulePanel {
  /**
   * @param {{capsule?(n: number): Promise<string>}} source
   * @param {Session} session
   * @param {(frame: number) => void} jump
   */
  constructor(source, session, jump) {
    this.source = source;
    this.session = session;
    this.jump = jump;
    this.root = el('ul', { class: 'capsules' });
  }

  /** @param {Failure[]} capsules */
  set(capsules) {
    refill(this.root, ...capsules.map((capsule, n) => this.#line(capsule, n)));
  }

  /**
   * @param {Failure} capsule
   * @param {number} n
   */
  #line(capsule, n) {
    return el(
      'li',
      { class: 'capsule' },
      el(
        'button',
        { type: 'button', on: { click: () => this.open(capsule, n) } },
        el('b', { text: `${capsule.seat === null ? 'A bot' : seatName(this.session.seats[capsule.seat], capsule.seat)}, turn ${capsule.turn}` }),
        el('span', { text: capsule.ending }),
        el('span', { class: 'faint', text: capsule.file }),
      ),
    );
  }

  /**
   * Jumps to where it happened and shows the whole of it.
   * @param {Failure} capsule
   * @param {number} n
   */
  async open(capsule, n) {
    this.jump(capsule.frame);
    try {
      const text = (await this.source.capsule?.(n)) ?? '';
      openDialog(
        `Failure at turn ${capsule.turn}`,
        el('p', { text: capsule.ending }),
        el(
          'div',
          { class: 'command' },
          el('code', { text: capsule.rerun }),
          button({ label: 'Copy the command', icon: 'copy', class: 'quiet', press: () => copyText(capsule.rerun, 'Command copied.') }),
        ),
        el('pre', { class: 'capsule-text', tabindex: 0, text }),
      );
    } catch (error) {
      toast(reasonOf(error), 'bad');
    }
  }
}
