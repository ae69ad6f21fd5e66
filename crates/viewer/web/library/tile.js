// A match that is being played, on a small board of its own that moves.

import { Board } from '../board/board.js';
import { Player } from '../watch/player.js';
import { ServerSource } from '../source/server.js';
import { el } from '../shared/dom.js';
import { momentName } from '../watch/moments.js';
import { headingOf } from './words.js';

/** How often a tile in sight asks for more, in milliseconds. A stream for each would use up the browser's connections. */
const LOOK_EVERY = 700;

export class LiveTile {
  /**
   * @param {LibraryCard} card
   * @param {import('../source/server.js').ServerSource} library
   * @param {import('../shared/theme.js').ThemeSwitch} themes
   * @param {(name: string) => void} open
   */
  constructor(card, library, themes, open) {
    this.name = card.name;
    this.library = library;
    this.themes = themes;
    this.stage = el('div', { class: 'tile-board', 'aria-hidden': 'true', inert: true });
    this.moment = el('span', { class: 'faint' });
    this.link = el('a', {
      class: 'card-link',
      href: `?${new URLSearchParams({ match: card.name })}`,
      text: headingOf(card),
      title: card.name,
      on: {
        click: (/** @type {MouseEvent} */ event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
          event.preventDefault();
          open(card.name);
        },
      },
    });
    this.root = el('li', { class: 'card tile', data: { name: card.name } }, this.stage, el('div', { class: 'card-words' }, el('h3', {}, this.link), el('p', { class: 'card-result' }, el('span', { class: 'live-dot', 'aria-hidden': 'true' }), this.moment)));
    /** @type {Player | null} */
    this.player = null;
    /** @type {ServerSource | null} */
    this.source = null;
    this.inSight = false;
    this.over = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.watcher = new IntersectionObserver(([entry]) => {
      const came = entry.isIntersecting && !this.inSight;
      this.inSight = entry.isIntersecting;
      if (came) this.#look();
    });
    this.watcher.observe(this.root);
    this.recolor = () => this.player?.board.setTheme(themes.theme);
    themes.addEventListener('theme', this.recolor);
  }

  /** Stops asking. */
  close() {
    this.over = true;
    clearTimeout(this.timer);
    this.watcher.disconnect();
    this.themes.removeEventListener('theme', this.recolor);
  }

  /** Shows what is new, and comes back for more. */
  async #look() {
    clearTimeout(this.timer);
    if (this.over || !this.inSight) return;
    if (!document.hidden) {
      try {
        if (this.source) this.#grow(await this.source.index());
        else await this.#begin();
      } catch {
        // The match may just have ended, and then it is a card; else it is asked for again.
      }
    }
    clearTimeout(this.timer);
    if (!this.over) this.timer = setTimeout(() => this.#look(), LOOK_EVERY);
  }

  async #begin() {
    const { url } = /** @type {Goal} */ (await this.library.get(`api/match?${new URLSearchParams({ name: this.name })}`));
    const source = new ServerSource(url);
    const [session, index] = [await source.session(), await source.index()];
    if (this.source || this.over) return;
    const board = new Board(this.stage, session, { theme: this.themes.theme });
    board.canvas.tabIndex = -1;
    this.source = source;
    this.player = new Player(source, board, index);
    this.player.go(index.steps);
    this.#say(index);
  }

  /** @param {MatchIndex} index */
  #grow(index) {
    this.player?.grow(index);
    this.#say(index);
  }

  /** @param {MatchIndex} index */
  #say(index) {
    this.moment.textContent = momentName(index, index.steps);
    this.root.dataset.steps = String(index.steps);
  }
}
