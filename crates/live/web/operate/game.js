// One game: how it stands, what can be done with it, its players and its invitations.

import { button, el, refill } from '../shared/dom.js';
import { gamePath, post, read } from '../live/api.js';
import { askFirst, field } from '../shared-live/form.js';
import { Invitations } from './invitations.js';
import { Players } from './players.js';
import { marks } from './games.js';
import { say } from '../shared-live/rows.js';
import { ago, countdown, timeTag } from '../shared-live/times.js';
import { dayOf, joinLink, pageOf } from '../shared-live/told.js';

/** The longest reason that the server takes. */
const LONGEST_WHY = 200;

export class GamePage {
  /**
   * @param {string} game
   * @param {() => void} changed
   */
  constructor(game, changed) {
    this.game = game;
    this.changed = changed;
    this.pills = el('span', { class: 'pills' });
    this.facts = el('p');
    this.times = el('p', { class: 'faint' });
    this.why = el('p', { class: 'warn' });
    this.start = button({ label: 'Start now', text: 'Start now…', press: () => this.#start() });
    this.pause = button({ label: 'Pause', text: 'Pause…', press: () => this.#pause() });
    this.resume = button({ label: 'Resume', text: 'Resume…', press: () => this.#resume() });
    this.abort = button({ label: 'Abort', text: 'Abort…', class: 'danger', press: () => this.#abort() });
    const replay = el('a', { class: 'button', href: `${gamePath(game)}/replay`, download: `zords-${game}.skirmish`, text: 'Download the replay' });
    this.tools = el('div', { class: 'row' }, el('a', { class: 'button', href: pageOf(game), text: 'Watch' }), this.start, this.pause, this.resume, replay, this.abort);
    this.players = new Players(game, changed);
    this.invitations = new Invitations({
      role: 'player',
      make: (wish) => post(`${gamePath(game)}/invitations`, { uses: wish.uses, ...(wish.seat ? { seat: wish.seat } : {}), ...(wish.hours ? { lasts_s: wish.hours * 3600 } : {}) }),
      link: (code, seat) => joinLink(game, code, seat),
      changed,
    });
    this.config = el('pre', { class: 'config', tabindex: 0 });
    this.more = el('details', { class: 'card' }, el('summary', { text: 'The whole config' }), this.config);
    this.running = el('div', { class: 'stack' }, this.players.root, this.invitations.root, this.more);
    this.missing = el('p', { class: 'card', hidden: true });
    this.head = el('section', { class: 'card', 'aria-label': `The game ${game}` }, el('div', { class: 'game-line' }, el('h2', { text: game }), this.pills), this.facts, this.times, this.why, this.tools);
    this.root = el('section', { class: 'stack', 'aria-label': `Run ${game}`, hidden: true }, this.missing, this.head, this.running);
    this.shown = '';
  }

  /** @param {import('./main.js').Known} known */
  async refresh({ games, stopped, clock }) {
    const game = games.find((listed) => listed.game === this.game);
    const broken = stopped.find((listed) => listed.game === this.game);
    this.head.hidden = this.running.hidden = game === undefined;
    this.missing.hidden = game !== undefined;
    if (!game) {
      say(this.missing, broken ? `The game ${this.game} is stopped and cannot be played on: ${broken.why}. Its log is untouched; a program that knows its rules, or a backup, opens it again.` : `There is no game called ${this.game}.`);
      return;
    }
    const held = document.activeElement;
    const over = game.status === 'over' || game.status === 'aborted';
    this.start.hidden = game.status !== 'waiting';
    this.pause.hidden = over || game.paused !== null;
    this.resume.hidden = over || game.paused === null;
    this.abort.hidden = over;
    // Whoever has paused a game by the keyboard finds themselves at what can be done next.
    if (held instanceof HTMLElement && this.tools.contains(held) && held.hidden) /** @type {HTMLElement} */ (this.tools.querySelector('button:not([hidden])') ?? this.tools.firstElementChild).focus();
    refill(
      this.times,
      game.starts_at === null ? null : 'Starts ', game.starts_at === null ? null : timeTag(game.starts_at), game.starts_at === null ? null : ` ${countdown(game.starts_at, clock)} · `,
      'made ', timeTag(game.created_at), ` · last activity ${ago(game.last_at, clock)}`,
    );
    if (JSON.stringify(game) !== this.shown) {
      this.shown = JSON.stringify(game);
      refill(this.pills, ...marks(game));
      say(this.facts, `${dayOf(game)} · ${game.players} of ${game.max_players} players · board of ${game.board_size} · journal ${game.journal}`);
      say(this.why, game.paused === null ? '' : `Paused: ${game.paused}`);
    }
    const [view] = await Promise.all([read(`${gamePath(this.game)}/view`), this.invitations.refresh(game.journal)]);
    await this.players.refresh(game, view);
    say(this.config, JSON.stringify(view.config, null, 2));
  }

  #start() {
    askFirst({
      title: `Open day 1 of ${this.game} now?`,
      about: [el('p', { text: 'The game begins at once, with the players who are in it. Unless it takes late players, nobody can join after that.' })],
      submit: 'Start it now',
      send: () => this.#order('start', {}),
    });
  }

  #pause() {
    const why = whyField('Why');
    askFirst({
      title: `Pause ${this.game}?`,
      about: [el('p', { text: 'Time stands still and nobody can act until the game is resumed. Players are told why.' })],
      fields: [why.root],
      submit: 'Pause it',
      send: () => this.#order('pause', reason(why)),
    });
  }

  #resume() {
    askFirst({
      title: `Resume ${this.game}?`,
      about: [el('p', { text: 'Time goes on from where it stood still. If the game was paused because the clock had jumped, this says that the clock is right: missed days are made up or skipped, as the game’s downtime_policy says.' })],
      submit: 'Resume it',
      send: () => this.#order('resume', {}),
    });
  }

  #abort() {
    const name = field(`Type the name of the game: ${this.game}`, el('input', { autocomplete: 'off', spellcheck: 'false', autocapitalize: 'none' }));
    const why = whyField('Why');
    askFirst({
      title: `Abort ${this.game}?`,
      about: [el('p', { text: 'The game ends for good and nobody is ranked. This cannot be taken back. Players are told why.' })],
      fields: [name.root, why.root],
      submit: 'Abort it for good',
      danger: true,
      send: async () => {
        if (name.input.value.trim() !== this.game) {
          name.blame('This is not the name of the game.');
          name.input.focus();
          throw new Error('Nothing was done.');
        }
        await this.#order('abort', reason(why));
      },
    });
  }

  /** @param {string} what @param {unknown} body */
  async #order(what, body) {
    await post(`${gamePath(this.game)}/${what}`, body);
    this.changed();
  }
}

/** @param {string} label */
function whyField(label) {
  return field(label, el('input', { autocomplete: 'off', maxlength: LONGEST_WHY }), { hint: 'Everybody who watches can read it.' });
}

/** @param {import('../shared-live/form.js').Field} why */
function reason(why) {
  const text = why.input.value.trim();
  return text === '' ? {} : { why: text };
}
