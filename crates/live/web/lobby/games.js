// The list of games: those that wait or run first, then those that are stopped, then those that are over, with who won.

import { button, el, refill } from '../shared/dom.js';
import { gamePath, read } from '../live/api.js';
import { pill } from '../shared-live/frame.js';
import { Rows, say } from '../shared-live/rows.js';
import { countdown, timeTag } from '../shared-live/times.js';
import { dayOf, pageOf } from '../shared-live/told.js';

/**
 * @typedef {import('../shared-live/told.js').Listed} Listed
 * @typedef {import('../shared-live/told.js').Stopped} Stopped
 * @typedef {import('../live/api.js').Me} Me
 */

/** So many results are asked for at a time; the rest when the page looks again. */
const RESULTS_AT_ONCE = 8;

export class GameList {
  /**
   * @param {import('../shared-live/times.js').GameClock} clock
   * @param {(game: Listed) => void} join
   */
  constructor(clock, join) {
    this.clock = clock;
    this.join = join;
    /** @type {Me | null} */
    this.me = null;
    /** Who won, in words, by the name of the game. @type {Map<string, string>} */
    this.winners = new Map();
    const current = el('ul', { class: 'games', 'aria-label': 'Games' });
    const stopped = el('ul', { class: 'games', 'aria-label': 'Stopped games' });
    const past = el('ul', { class: 'games', 'aria-label': 'Games that are over' });
    const key = (/** @type {Listed} */ game) => `${game.journal}`;
    /** @type {Rows<Listed>} */
    this.current = new Rows(current, key, (game) => this.#card(game));
    /** @type {Rows<Listed>} */
    this.past = new Rows(past, key, (game) => this.#card(game));
    /** @type {Rows<Stopped>} */
    this.stopped = new Rows(stopped, (game) => `${game.journal}`, stoppedCard);
    this.empty = emptyState();
    this.empty.hidden = true;
    this.stoppedPart = el('section', {}, el('h2', { text: 'Stopped' }), stopped);
    this.pastPart = el('section', {}, el('h2', { text: 'Over' }), past);
    this.root = el('div', { class: 'lobby' }, el('section', {}, el('h2', { text: 'Games' }), this.empty, current), this.stoppedPart, this.pastPart);
  }

  /** @param {import('../shared-live/told.js').Games} told @param {Me | null} me */
  show({ games, stopped }, me) {
    this.me = me;
    const isOver = (/** @type {Listed} */ game) => game.status === 'over' || game.status === 'aborted';
    const past = games.filter(isOver).reverse();
    this.empty.hidden = games.length > past.length;
    say(/** @type {Element} */ (this.empty.firstElementChild), past.length + stopped.length > 0 ? 'No game waits or runs right now.' : 'There are no games yet.');
    this.stoppedPart.hidden = stopped.length === 0;
    this.pastPart.hidden = past.length === 0;
    this.stopped.show(stopped);
    this.current.show(games.filter((game) => !isOver(game)));
    this.past.show(past);
    void this.#askResults(past);
  }

  /** A second has passed. */
  tick() {
    this.current.tick();
  }

  /** @param {Listed[]} past */
  async #askResults(past) {
    const unknown = past.filter((game) => game.status === 'over' && !this.winners.has(game.game)).slice(0, RESULTS_AT_ONCE);
    if (unknown.length === 0) return;
    await Promise.all(unknown.map(async ({ game }) => {
      try {
        /** @type {{winners: string[]}} */
        const { winners } = await read(`${gamePath(game)}/result`);
        this.winners.set(game, winners.length === 1 ? `Won by ${winners[0]}` : `Shared by ${winners.join(' and ')}`);
      } catch {
        // It is asked for again when the page looks again.
      }
    }));
    this.past.show(past);
  }

  /** @param {Listed} first */
  #card(first) {
    let game = first;
    const pills = el('span', { class: 'pills' });
    const facts = el('p', { class: 'game-facts' });
    const paused = el('p', { class: 'game-paused' });
    const starts = el('p', { class: 'game-starts' });
    const winner = el('p', { class: 'game-winner' });
    const until = el('span', { class: 'countdown' });
    const join = button({ label: `Join ${game.game}`, text: 'Join', class: 'primary', press: () => this.join(game) });
    const go = el('a', { class: 'button', href: pageOf(game.game) });
    const root = el(
      'li',
      { class: 'card game' },
      el('div', { class: 'game-head' }, el('h3', {}, el('a', { href: pageOf(game.game), text: game.game })), pills),
      facts, starts, paused, winner,
      el('div', { class: 'row' }, go, join),
    );
    let shown = '';
    const tick = () => {
      if (game.starts_at !== null) say(until, countdown(game.starts_at, this.clock));
    };
    return {
      root,
      tick,
      update: (/** @type {Listed} */ now) => {
        game = now;
        const mine = this.me?.role === 'player' && this.me.journal === game.journal;
        const full = game.players >= game.max_players;
        const takes = game.status === 'waiting' || (game.status === 'running' && game.late_join);
        join.hidden = mine || full || !takes;
        say(go, mine ? 'Play' : 'Watch');
        say(winner, this.winners.get(game.game) ?? '');
        const words = JSON.stringify([game, mine]);
        if (words === shown) return tick();
        shown = words;
        refill(
          pills,
          pill(game.status, game.status),
          mine ? pill('yours', 'mine') : null,
          takes ? (game.open ? pill('open', '', 'Everybody may join') : pill('by invitation', '', 'Joining needs a code')) : null,
          game.private ? pill('private', '', 'Only players and operators see this game') : null,
          game.paused === null ? null : pill('paused', 'warn'),
        );
        say(facts, `${dayOf(game)} · ${game.players} of ${game.max_players} players · board of ${game.board_size}${full && takes ? ' · full' : ''}`);
        say(paused, game.paused === null ? '' : `Paused: ${game.paused}`);
        refill(starts, ...(game.starts_at === null ? [] : ['Starts ', timeTag(game.starts_at), ' ', until, this.clock.virtual ? el('span', { class: 'faint', text: ' (virtual clock)' }) : null]));
        tick();
      },
    };
  }
}

/** @param {Stopped} first */
function stoppedCard(first) {
  const pills = el('span', { class: 'pills' }, pill('stopped', 'bad'), first.private ? pill('private', '', 'Only players and operators see this game') : null);
  const why = el('p', { class: 'game-stopped' });
  const root = el(
    'li',
    { class: 'card game' },
    el('div', { class: 'game-head' }, el('h3', { text: first.game }), pills),
    el('p', { text: 'Nobody can watch or play it for now.' }),
    why,
  );
  return { root, update: (/** @type {Stopped} */ game) => say(why, `Why: ${game.why}.`) };
}

function emptyState() {
  return el(
    'div',
    { class: 'card empty' },
    el('p', {}),
    el('p', {}, 'An operator makes games, on ', el('a', { href: '/zords/operate', text: "the operator's page" }), ' or with the API: they give a game its name, say when day 1 opens, and whether everybody may join.'),
    el('p', { class: 'faint' }, 'Whoever runs the server becomes its administrator by the link that it printed at its first start; ', el('code', { text: 'skirmish serve --new-admin-link' }), ' prints another one.'),
  );
}
