// Playing a seat of a live game: the hand of the viewer, on a turn that never ends.

import { button, el, refill } from '../shared/dom.js';
import { AwayPanel, awayText } from './away.js';
import { HandKeep } from '../hand/keep.js';
import { HandMode } from '../hand/hand.js';
import { LiveLog } from './log.js';
import { PointsPanel } from './points.js';
import { Side } from './side.js';
import { countdown } from '../shared-live/times.js';

/** After so many steps at once nothing flares up any more: it would be a firework. */
const MOST_FLARES = 24;
/** The last of so many steps are told to those who hear the page. */
const MOST_HEARD = 24;
/** How long the film of what was missed takes, and a step of it at most, in milliseconds. */
const FILM_MS = 20_000;
const FILM_STEP_MS = 1600;

export class LivePlay {
  /**
   * @param {HTMLElement} root
   * @param {Session} session
   * @param {import('./source.js').LiveSource} source
   * @param {{theme: ThemeName, seat: string, clock: import('../shared-live/times.js').GameClock}} options
   */
  constructor(root, session, source, { theme, seat, clock }) {
    this.source = source;
    this.session = session;
    this.seat = seat;
    this.clock = clock;
    const keep = new HandKeep(`live:${source.game}:${seat}`, localStorage);
    this.mode = new HandMode(root, session, source, { theme, keep });
    const { mode } = this;
    mode.panel.words = {
      starting: 'The game has not begun.',
      waiting: 'Nobody can act just now.',
      asked: 'You can act',
      over: 'The game is over.',
      resign: 'Your zords stay on the board and keep counting, but you can give no more orders. This cannot be taken back.',
    };
    mode.panel.headline = (_, own) => (own ? [['points', String(own.score)], ...own.facts] : []);
    const watchFrame = (/** @type {number} */ frame) => location.assign(`?mode=watch&frame=${frame}`);
    this.points = new PointsPanel(source, session, { color: (name) => mode.board.painter.color(name), seat, find: (name) => this.#find(name) });
    this.log = new LiveLog(source, session, { seat, go: (line) => watchFrame(line.step) });
    this.away = new AwayPanel(source.game, seat, { film: (story) => this.#film(story), go: watchFrame });
    this.side = new Side();
    mode.panel.root.replaceWith(this.side.root);
    this.side.add({ name: 'orders', label: 'Orders', root: mode.panel.root });
    this.side.add({ name: 'points', label: 'Points', root: this.points.root, show: (on) => this.points.setVisible(on) });
    this.side.add({ name: 'log', label: 'Log', root: this.log.root, show: (on) => this.log.setVisible(on) });
    this.side.add({ name: 'away', label: 'Away', root: this.away.root });
    /** What was missed, in short, before anything else. */
    this.card = el('section', { class: 'live-card', 'aria-label': 'While you were away', hidden: true });
    this.caption = el('p', { class: 'live-caption', hidden: true });
    mode.place.append(this.card, this.caption);
    // Two pages of one seat make the same orders.
    window.addEventListener('storage', (event) => {
      if (event.key === keep.key) void mode.adopt();
    });
    /** The last frame whose flares were shown. */
    this.steps = 0;
    /** Whether shooting was allowed when we last looked. */
    this.open = true;
    /** @type {import('./source.js').LiveView | null} */
    this.view = null;
  }

  async start() {
    const { steps } = await this.source.index();
    this.steps = steps;
    await this.mode.start();
    const since = this.away.since();
    if (since !== null && since < steps) await this.#tellMissed(since);
    this.away.saw(steps);
    this.#focus();
  }

  /** @param {number} since */
  async #tellMissed(since) {
    const missed = await this.source.away(since, this.seat).catch(() => null);
    if (!missed || missed.lines.length === 0) return;
    this.away.show(missed);
    this.mode.teller.tell('While you were away', [awayText(missed.sum)]);
    this.side.mark('away', true);
    const close = () => (this.card.hidden = true);
    refill(
      this.card,
      el('h2', { text: 'While you were away' }),
      el('p', { text: awayText(missed.sum) }),
      el(
        'div',
        { class: 'hand-row' },
        button({ label: 'Show it as a film', text: 'Show it as a film', icon: 'play', class: 'primary', press: () => {
          close();
          this.#film(missed.story);
        } }),
        button({ label: 'What happened', text: 'What happened', press: () => {
          close();
          this.side.open('away');
        } }),
        button({ label: 'Close', text: 'Close', class: 'quiet', press: close }),
      ),
    );
    this.card.hidden = false;
  }

  /** Tells what has happened since to those who hear the page. @param {number} from @param {number} to */
  async #hear(from, to) {
    const lines = await this.source.log(Math.max(from, to - MOST_HEARD), to);
    if (lines.length > 0) this.mode.teller.tell('Just now', lines.map((line) => line.text));
  }

  /** Shows a story with words on the board, slowly enough to read them. @param {Story} story */
  #film(story) {
    const { mode, caption } = this;
    caption.hidden = false;
    caption.textContent = '';
    mode.playStory(story, { whole: FILM_MS, longest: FILM_STEP_MS, say: (line) => (caption.textContent = line), done: () => (caption.hidden = true) });
  }

  /** Brings the player's own zords into view, large enough to see. */
  #focus() {
    const { board, picture, state } = this.mode;
    const own = picture?.asked().filter((item) => item.layer === 'unit' && item.seat === state?.seat) ?? [];
    if (own[0]) board.visit(own[0].at);
  }

  /** Shows the zords of a player. @param {string} name */
  #find(name) {
    const { board, picture } = this.mode;
    const n = this.session.seats.findIndex((info) => info.name === name);
    const theirs = picture?.asked().filter((item) => item.layer === 'unit' && item.seat === n) ?? [];
    if (theirs.length === 0) return this.mode.panel.say(`${name} has no zord on the board.`, 'bad');
    // One after the other, if they are far apart.
    this.found = ((this.found ?? -1) + 1) % theirs.length;
    board.visit(theirs[this.found].at);
    return undefined;
  }

  /** @param {import('./source.js').LiveView} view */
  show(view) {
    this.view = view;
    if (view.status === 'aborted') this.mode.panel.words.over = 'An operator has ended the game.';
    this.tick();
  }

  /** Time alone changes what may be done. */
  tick() {
    const { view, clock } = this;
    if (!view || view.status === 'waiting') {
      if (view?.starts_at) this.mode.panel.words.starting = `The game begins ${countdown(view.starts_at, clock) || 'later'}.`;
      return;
    }
    const open = view.shooting_opens_at === null || clock.now() > Date.parse(view.shooting_opens_at) + 1000;
    if (open && !this.open) void this.mode.follow();
    this.open = open;
  }

  /** Others have acted, or time has passed. */
  async news() {
    const { mode, source } = this;
    try {
      const { steps } = await source.index();
      const count = steps - this.steps;
      if (count > 0 && count <= MOST_FLARES) {
        const run = await source.frames.fetchRun(this.steps, count + 1, 'all');
        mode.flares = run.changes.flatMap((change) => change.effects ?? []);
      }
      if (count > 0) await this.#hear(this.steps, steps);
      this.steps = steps;
      if (!document.hidden) this.away.saw(steps);
    } catch {
      // Flares can wait; how it stands is asked for next.
    }
    await mode.follow();
    await Promise.all([this.points.update(), this.log.update()]);
  }
}
