// The report of a tournament or a comparison: inside this page, or from a server while games come in.

import { button, el, icon, reasonOf, refill, relabel } from '../shared/dom.js';
import { ThemeSwitch } from '../shared/theme.js';
import { unopened } from '../shared/unopened.js';
import { EmbeddedSource, unpacked } from '../source/embedded.js';
import { takeKey, watchForKeys } from '../source/rights.js';
import { Watch } from '../watch/watch.js';
import { courseSection } from './course.js';
import { endingsSection } from './endings.js';
import { Listing } from './games.js';
import { faultsSection, surprisesSection } from './looks.js';
import { payoffSection } from './payoff.js';
import { rankingSection } from './ranking.js';
import { rivalsSection } from './rivals.js';
import { Shelf, gameAsked } from './shelf.js';
import { testedSection } from './tested.js';
import { troubleSection } from './trouble.js';
import { count } from './words.js';

/** How often a server is asked whether there is anything new, in milliseconds. */
const ASK_EVERY = 2000;

class ReportPage {
  /** @param {HTMLElement} root @param {ThemeSwitch} themes @param {Shelf} shelf */
  constructor(root, themes, shelf) {
    this.root = root;
    this.themes = themes;
    this.shelf = shelf;
    /** Games that are not in the page are on the server. */
    this.listing = shelf.packed ? null : new Listing(shelf);
    this.live = el('span', { class: 'live-mark', role: 'status', hidden: Boolean(shelf.packed) });
    this.themeButton = button({ label: 'Dark theme', icon: 'moon', class: 'quiet', press: () => themes.toggle() });
    themes.addEventListener('theme', () => this.#relabel());
    this.#relabel();
    /** What somebody has chosen, kept when the report is shown anew. @type {ReportChoices} */
    this.choices = { side: null, marked: new Set(), sorted: new Map() };
  }

  /** @param {ReportTold} report */
  show(report) {
    const kind = report.tested ? 'comparison' : 'tournament';
    document.title = `${report.game}: ${kind}`;
    const fixtures = count(report.table.fixtures, report.at_a_table === 2 ? 'pair' : 'table');
    const facts = [count(report.bots.length, 'bot'), report.format, fixtures, count(report.table.games, 'game'), `seed ${report.seed}`];
    const header = el(
      'header',
      { class: 'report-head' },
      el('h1', { text: `${report.game}: ${kind}` }),
      el('p', { class: 'faint', text: facts.join(' · ') }),
      this.live,
      this.themeButton,
    );
    const at = [scrollX, scrollY];
    if (report.table.games === 0) {
      refill(this.root, header, el('p', { class: 'nothing', text: 'Nothing has been played yet.' }));
      return;
    }
    const sections = [
      testedSection(report),
      rankingSection(report, this.choices),
      payoffSection(report, this.choices),
      courseSection(report, this.choices),
      rivalsSection(report, this.choices),
      endingsSection(report, this.choices),
      surprisesSection(report, this.shelf),
      faultsSection(report, this.shelf),
      troubleSection(report, this.choices),
      this.listing?.show(report) ?? null,
    ].filter((section) => section !== null);
    const links = sections.map((section) => el('a', { href: `#${section.id}`, text: section.querySelector('h2')?.textContent ?? '' }));
    const footer = el('footer', { class: 'faint', text: `Intervals are of 95 %. ${this.shelf.words()}` });
    refill(this.root, header, el('nav', { 'aria-label': 'Parts' }, ...links), el('main', {}, ...sections), footer);
    scrollTo(at[0], at[1]);
  }

  /** Shows what comes from the server, again and again. */
  async follow() {
    /** @type {number | null} */
    let version = null;
    for (;;) {
      try {
        const answer = await fetch(`api/report${version === null ? '' : `?since=${version}`}`);
        if (!answer.ok) throw new Error((await answer.json()).error);
        if (answer.status !== 204) {
          const told = /** @type {{version: number, report: ReportTold}} */ (await answer.json());
          version = told.version;
          this.show(told.report);
        }
        this.#say('live', false);
      } catch (error) {
        if (version === null) throw error;
        this.#say(`not up to date: ${reasonOf(error)}`, true);
      }
      await new Promise((done) => setTimeout(done, ASK_EVERY));
    }
  }

  /** @param {string} text @param {boolean} bad */
  #say(text, bad) {
    // What is spoken is only what has changed.
    if (this.live.textContent !== text) this.live.textContent = text;
    this.live.classList.toggle('bad', bad);
  }

  #relabel() {
    const dark = this.themes.theme === 'dark';
    relabel(this.themeButton, dark ? 'sun' : 'moon', dark ? 'Light theme' : 'Dark theme');
  }
}

/** One of the games that the page carries, in place of the report. @param {HTMLElement} root @param {ThemeSwitch} themes @param {string} packed */
async function showGame(root, themes, packed) {
  const source = await EmbeddedSource.open(packed);
  const [session, index] = [await source.session(), await source.index()];
  document.title = session.title;
  document.body.classList.remove('report');
  // The styles of the viewer's own page hold for what is called as there.
  root.id = 'app';
  refill(root);
  const watch = new Watch(root, session, source, index, themes);
  watch.topbar.root.prepend(el('a', { class: 'button quiet', href: '?', title: 'Back to the report', 'aria-label': 'Back to the report' }, icon('previousTurn'), el('span', { text: 'Report' })));
  await watch.start();
}

async function bootReport() {
  const root = /** @type {HTMLElement} */ (document.getElementById('report'));
  const themes = new ThemeSwitch();
  try {
    const carried = window.SKIRMISH_REPORT;
    if (!carried) {
      await takeKey();
      watchForKeys();
      await new ReportPage(root, themes, new Shelf(undefined)).follow();
      return;
    }
    const game = gameAsked(location.search);
    if (game) await showGame(root, themes, game.packed);
    else new ReportPage(root, themes, new Shelf(window.SKIRMISH_GAMES)).show(await unpacked(carried));
  } catch (error) {
    refill(
      root,
      unopened('This report cannot be opened', el('p', { text: reasonOf(error) })),
    );
  }
}

bootReport();
