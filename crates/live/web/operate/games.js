// All games, as those who run them see them.

import { el, refill } from '../shared/dom.js';
import { pill } from '../shared-live/frame.js';
import { Rows, say } from '../shared-live/rows.js';
import { ago, timeTag } from '../shared-live/times.js';
import { dayOf } from '../shared-live/told.js';

/**
 * @typedef {import('../shared-live/told.js').Listed} Listed
 * @typedef {import('../shared-live/told.js').Stopped} Stopped
 */

/** The marks of a game. @param {Listed} game */
export function marks(game) {
  return [
    pill(game.status, game.status),
    pill(game.open ? 'open' : 'by invitation'),
    game.private ? pill('private') : null,
    game.paused === null ? null : pill('paused', 'warn'),
  ];
}

/** Where a game is run. @param {string} game */
export function deskOf(game) {
  return `#game/${encodeURIComponent(game)}`;
}

export class Games {
  constructor() {
    const list = el('ul', { class: 'game-rows', 'aria-label': 'Games' });
    const stopped = el('ul', { class: 'game-rows', 'aria-label': 'Stopped games' });
    /** @type {import('./main.js').Known | null} */
    this.known = null;
    /** @type {Rows<Listed>} */
    this.rows = new Rows(list, (game) => `${game.journal}`, (game) => this.#row(game));
    /** @type {Rows<Stopped>} */
    this.stopped = new Rows(stopped, (game) => `${game.journal}`, brokenRow);
    this.empty = el('p', { class: 'card' }, 'There are no games yet. ', el('a', { href: '#new', text: 'Make one.' }));
    this.root = el('section', { 'aria-label': 'Games', hidden: true }, stopped, this.empty, list);
  }

  /** @param {import('./main.js').Known} known */
  refresh(known) {
    this.known = known;
    this.empty.hidden = known.games.length + known.stopped.length > 0;
    this.stopped.show(known.stopped);
    this.rows.show([...known.games].reverse());
  }

  /** @param {Listed} first */
  #row(first) {
    const pills = el('span', { class: 'pills' });
    const facts = el('span');
    const last = el('span', { class: 'faint' });
    const why = el('p', { class: 'warn' });
    const root = el('li', { class: 'card' }, el('div', { class: 'game-line' }, el('h2', {}, el('a', { href: deskOf(first.game), text: first.game })), pills, facts, last), why);
    let shown = '';
    return {
      root,
      update: (/** @type {Listed} */ game) => {
        const clock = this.known?.clock;
        if (clock) say(last, `last activity ${ago(game.last_at, clock)}`);
        if (JSON.stringify(game) === shown) return;
        shown = JSON.stringify(game);
        refill(pills, ...marks(game));
        refill(facts, `${dayOf(game)} · ${game.players} of ${game.max_players} players`, game.starts_at === null ? null : ' · starts ', game.starts_at === null ? null : timeTag(game.starts_at));
        say(why, game.paused === null ? '' : `Paused: ${game.paused}`);
      },
    };
  }
}

/** @param {Stopped} first */
function brokenRow(first) {
  const why = el('p', { class: 'bad' });
  const root = el('li', { class: 'card' }, el('div', { class: 'game-line' }, el('h2', {}, el('a', { href: deskOf(first.game), text: first.game })), pill('stopped', 'bad'), first.private ? pill('private') : null), why);
  return { root, update: (/** @type {Stopped} */ game) => say(why, `It cannot be played on: ${game.why}`) };
}
