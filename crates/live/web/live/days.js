// Watching a live game: past days at a click, and what the page knows beside the film.

import { el } from '../shared/dom.js';
import { LiveLog } from './log.js';
import { PointsPanel } from './points.js';

export class LiveWatch {
  /**
   * @param {import('../watch/watch.js').Watch} watch
   * @param {import('./source.js').LiveSource} source
   * @param {import('./source.js').FilmIndex} index
   * @param {string | null} seat
   */
  constructor(watch, source, index, seat) {
    this.watch = watch;
    this.source = source;
    this.days = index.days;
    const { panels, player, timeline, session, board } = watch;
    this.points = new PointsPanel(source, session, { color: (name) => board.painter.color(name), seat, find: (name) => this.#find(name) });
    this.log = new LiveLog(source, session, { seat, go: (line) => watch.goTo(line) });
    for (const name of ['log', 'private', 'message']) panels.setHidden(name, true);
    panels.add({ name: 'points', label: 'Points', root: this.points.root, show: (on) => this.points.setVisible(on) });
    panels.add({ name: 'live-log', label: 'Log', root: this.log.root, show: (on) => this.log.setVisible(on) });
    this.choice = el('select', { 'aria-label': 'Day', title: 'Show a day from its beginning' });
    this.choice.addEventListener('change', () => {
      if (this.choice.value === 'now') {
        player.pause();
        timeline.jump(watch.index.steps);
      } else {
        timeline.jump(this.days[Number(this.choice.value) - 1]);
        player.play();
      }
    });
    watch.topbar.tools.prepend(
      this.choice,
      el('a', { class: 'button quiet', href: `${source.base}/replay`, title: 'Download the replay', 'aria-label': 'Download the replay' }, 'Replay'),
    );
    player.addEventListener('frame', () => this.#mark());
    this.#fill();
  }

  #fill() {
    const shown = this.choice.value;
    this.choice.replaceChildren(el('option', { value: 'now', text: 'now' }), ...this.days.map((_, i) => el('option', { value: i + 1, text: `day ${i + 1}` })));
    this.choice.value = shown || 'now';
    this.#mark();
  }

  /** Names the day that is shown. */
  #mark() {
    const { player, index } = this.watch;
    const day = this.days.findLastIndex((first) => first <= player.frame);
    this.choice.value = player.frame >= index.steps ? 'now' : String(Math.max(1, day + 1));
  }

  async news() {
    const { days } = await this.source.index();
    if (days.length !== this.days.length) {
      this.days = days;
      this.#fill();
    }
    await Promise.all([this.points.update(), this.log.update()]);
  }

  /** @param {string} name */
  #find(name) {
    const { board, player, session } = this.watch;
    const n = session.seats.findIndex((info) => info.name === name);
    const theirs = player.picture?.asked().filter((item) => item.layer === 'unit' && item.seat === n) ?? [];
    if (theirs[0]) board.visit(theirs[0].at);
  }
}
