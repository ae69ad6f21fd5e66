// The bar at the top: what game, who plays, how it ended, and the buttons of the page.

import { button, el, icon, refill, relabel } from './dom.js';
import { playerName, seatName } from '../panels/scoreboard.js';

/** With more seats than this they are not named in the bar. */
const NAMED_LIMIT = 4;
/** Where there is hardly room for a bar only the first words of the result are in it, as sizes.css has it. */
const BRIEF = '(max-width: 760px), (max-width: 1000px) and (max-height: 560px)';

export class Topbar {
  /**
   * @param {Session} session
   * @param {import('./theme.js').ThemeSwitch} themes
   */
  constructor(session, themes) {
    this.session = session;
    this.themes = themes;
    this.result = el('span', { class: 'result', role: 'status' });
    this.players = el('ol', { class: 'players', 'aria-label': 'Players' });
    this.tools = el('div', { class: 'top-tools', role: 'toolbar', 'aria-label': 'Page' });
    this.themeButton = button({ label: 'Dark', icon: 'moon', class: 'quiet', press: () => themes.toggle() });
    this.root = el(
      'header',
      { class: 'topbar' },
      el('h1', { class: 'title', text: session.title, title: session.about }),
      this.players,
      this.result,
      this.tools,
      this.themeButton,
    );
    this.brief = matchMedia(BRIEF);
    /** What was shown last. @type {[MatchIndex, boolean] | null} */
    this.shown = null;
    this.brief.addEventListener('change', () => this.shown && this.showResult(...this.shown));
    themes.addEventListener('theme', () => this.update());
    this.update();
  }

  /** Shows the current names and colours. */
  update() {
    const { session, themes } = this;
    const dark = themes.theme === 'dark';
    relabel(this.themeButton, dark ? 'sun' : 'moon', dark ? 'Light theme' : 'Dark theme');
    if (session.seats.length > NAMED_LIMIT) {
      refill(this.players, el('li', { class: 'faint', text: `${session.seats.length} players` }));
      return;
    }
    const colors = session.palette[themes.theme];
    refill(
      this.players,
      ...session.seats.map((seat, n) => {
        const chip = el('span', { class: 'seat-chip', 'aria-hidden': 'true' });
        chip.style.background = colors[`seat${n}`]?.tint ?? '';
        return el('li', { title: `${seatName(seat, n)}: ${playerName(seat)}` }, chip, el('b', { text: seatName(seat, n) }), el('span', { class: 'faint', text: playerName(seat) }));
      }),
    );
  }

  /**
   * @param {MatchIndex} index
   * @param {boolean} [secret] whether how it ended is not to be told
   */
  showResult(index, secret = false) {
    const { session } = this;
    this.shown = [index, secret];
    if (secret && !index.live) {
      refill(this.result, 'The result is hidden');
      this.result.title = '';
      return;
    }
    const whole = index.summary ?? '';
    const summary = el('span', { text: this.brief.matches ? firstWords(whole) : whole });
    if (index.void) refill(this.result, icon('warning'), `Void: ${index.void}`);
    else if (index.live) refill(this.result, 'Playing…');
    else if (index.winner !== null) {
      const chip = el('span', { class: 'seat-chip', 'aria-hidden': 'true' });
      chip.style.background = session.palette[this.themes.theme][`seat${index.winner}`]?.tint ?? '';
      refill(this.result, chip, summary);
    } else refill(this.result, index.summary ? summary : 'Unfinished');
    this.result.title = index.live || index.void ? (this.result.textContent ?? '') : whole;
  }
}

/**
 * Who won, without why: "The humans win".
 * @param {string} summary
 */
function firstWords(summary) {
  return summary.split(/[,:.]| with /)[0];
}
