// The players of a game: how they stand, and their tokens.

import { button, el, refill } from '../shared/dom.js';
import { call, gamePath, post, read } from '../live/api.js';
import { askFirst } from '../shared-live/form.js';
import { present, shownOnce } from '../shared-live/once.js';
import { Rows, say } from '../shared-live/rows.js';
import { timeTag } from '../shared-live/times.js';

/**
 * @typedef {{id: number, journal: number, seat: string, created_ms: number, revoked_ms: number | null}} Token
 * @typedef {{seat: string, rank: number | null, points: number, actions: number, faults: number, zords: number, state: string, bot: boolean, token: Token | null}} Player
 * @typedef {{status: string, players: {seat: string, actions: number, points: number, faults: number, retired: boolean}[],
 *   zords: {owner: string}[], leaderboard: {rank: number, seat: string}[], config: unknown}} GameView
 */

/** What each column tells. */
const COLUMNS = ['Rank', 'Player', 'Points', 'Actions', 'Zords', 'State', 'Token', ''];

export class Players {
  /**
   * @param {string} game
   * @param {() => void} changed
   */
  constructor(game, changed) {
    this.game = game;
    this.changed = changed;
    this.secrets = el('div');
    this.none = el('p', { class: 'faint', text: 'Nobody has joined yet.' });
    const body = el('tbody');
    /** @type {Rows<Player>} */
    this.rows = new Rows(body, (player) => player.seat, (player) => this.#row(player));
    this.table = el('table', { class: 'table' }, el('thead', {}, el('tr', {}, ...COLUMNS.map((name) => el('th', { scope: 'col' }, name === '' ? el('span', { class: 'sr-only', text: 'What can be done' }) : name)))), body);
    this.root = el('section', { class: 'card', 'aria-label': 'Players' }, el('h2', { text: 'Players' }), this.secrets, this.none, this.table);
  }

  /**
   * @param {import('../shared-live/told.js').Listed} game
   * @param {GameView} view
   */
  async refresh(game, view) {
    /** @type {{tokens: Token[]}} */
    const { tokens } = await read(`/api/v1/tokens?journal=${game.journal}`);
    /** The newest of each seat: it is the only one that can live. @type {Map<string, Token>} */
    const newest = new Map(tokens.map((token) => [token.seat, token]));
    const zords = (/** @type {string} */ seat) => view.zords.filter(({ owner }) => owner === seat).length;
    const players = view.players.map(({ seat, actions, points, faults, retired }) => {
      const count = zords(seat);
      const state = retired ? 'retired' : view.status === 'running' && count === 0 ? 'down' : 'in';
      const rank = view.leaderboard.find((leader) => leader.seat === seat)?.rank ?? null;
      return { seat, rank, points, actions, faults, zords: count, state, bot: game.bots.includes(seat), token: newest.get(seat) ?? null };
    });
    players.sort((a, b) => (a.rank ?? 99) - (b.rank ?? 99));
    this.none.hidden = players.length > 0;
    this.table.hidden = players.length === 0;
    this.rows.show(players);
  }

  /** @param {Player} first */
  #row(first) {
    let player = first;
    const cells = COLUMNS.map((name) => (name === 'Player' ? el('th', { scope: 'row' }) : el('td', { data: { name } })));
    const [rank, seat, points, actions, zords, state, token, tools] = cells;
    const renew = button({ label: `New token for ${first.seat}`, text: 'New token…', press: () => this.#renew(player) });
    const revoke = button({ label: `Revoke the token of ${first.seat}`, text: 'Revoke…', press: () => this.#revoke(player) });
    tools.append(el('div', { class: 'row' }, renew, revoke));
    let shown = '';
    return {
      root: el('tr', {}, ...cells),
      update: (/** @type {Player} */ now) => {
        player = now;
        if (JSON.stringify(now) === shown) return;
        shown = JSON.stringify(now);
        say(rank, now.rank === null ? '' : `${now.rank}`);
        say(seat, now.seat);
        say(points, `${now.points}`);
        say(actions, `${now.actions}`);
        say(zords, `${now.zords}`);
        say(state, `${now.state}${now.bot ? ', a bot of the server' : ''}${now.faults > 0 ? `, ${now.faults} faults` : ''}`);
        const living = now.token !== null && now.token.revoked_ms === null;
        if (now.token === null) refill(token, 'none');
        else if (now.token.revoked_ms === null) refill(token, 'since ', timeTag(now.token.created_ms, 'short'));
        else refill(token, 'revoked ', timeTag(now.token.revoked_ms, 'short'));
        revoke.hidden = !living;
        renew.hidden = now.bot;
      },
    };
  }

  /** @param {Player} player */
  #renew({ seat }) {
    askFirst({
      title: `A new token for ${seat}?`,
      about: [el('p', { text: `All older tokens of ${seat} are dead at once: whoever uses them is signed out.` })],
      submit: 'Give a new token',
      send: async () => {
        const { token } = await post(`${gamePath(this.game)}/seats/${encodeURIComponent(seat)}/token`);
        this.changed();
        const box = shownOnce({ title: `New token for ${seat}`, about: `It is shown this once. Give it to ${seat}, and to nobody else.`, secrets: [{ name: `Token of ${seat}`, value: token }] });
        return () => present(this.secrets, box);
      },
    });
  }

  /** @param {Player} player */
  #revoke({ seat, token }) {
    if (token === null) return;
    askFirst({
      title: `Revoke the token of ${seat}?`,
      about: [el('p', { text: `${seat} stays in the game but can do nothing in it until you give them a new token.` })],
      submit: 'Revoke it',
      danger: true,
      send: async () => {
        await call('DELETE', `/api/v1/tokens/${token.id}`);
        this.changed();
      },
    });
  }
}
