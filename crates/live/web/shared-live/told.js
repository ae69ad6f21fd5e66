// What the server tells of its games, and asking for it.

import { read } from '../live/api.js';

/**
 * A game in the list.
 * @typedef {{game: string, journal: number, status: 'waiting' | 'running' | 'over' | 'aborted', day: number, days: number,
 *   players: number, max_players: number, board_size: number, seq: number, open: boolean, private: boolean,
 *   late_join: boolean, paused: string | null, starts_at: string | null, created_at: string, last_at: string,
 *   bots: string[]}} Listed
 * A game that cannot be played on.
 * @typedef {{game: string, journal: number, private: boolean, why: string}} Stopped
 * @typedef {{games: Listed[], stopped: Stopped[]}} Games
 * The time of the games.
 * @typedef {{now: string, virtual: boolean, speed: number}} Time
 */

/** @returns {Promise<Games>} */
export function readGames() {
  return read('/api/v1/zords/games');
}

/** @returns {Promise<Time>} */
export function readClock() {
  return read('/api/v1/zords/clock');
}

/** Where a game is watched and played. @param {string} game */
export function pageOf(game) {
  return `/zords/game/${encodeURIComponent(game)}`;
}

/**
 * A link that fills in the form for joining. What stands behind the # is in no server's log.
 * @param {string} game
 * @param {string} code
 * @param {string} [seat] the only one that the code is good for
 */
export function joinLink(game, code, seat = '') {
  const only = seat === '' ? '' : `&seat=${encodeURIComponent(seat)}`;
  return `${location.origin}/zords/#join=${encodeURIComponent(game)}&code=${encodeURIComponent(code)}${only}`;
}

/** Why a text is no name of a seat, by the rulebook; null if it is one. @param {string} text */
export function seatFault(text) {
  if (text === '') return 'A name has at least one sign.';
  if (!/^[A-Za-z0-9]/.test(text)) return 'A name begins with a letter from A to Z or a digit.';
  if (/[^A-Za-z0-9_.-]/.test(text)) return 'A name has only letters from A to Z, digits, _ . and -';
  return text.length > 32 ? `A name has at most 32 signs; this has ${text.length}.` : null;
}

/** The same for the name of a game. @param {string} text */
export function gameFault(text) {
  if (text === '') return 'A game needs a name.';
  if (!/^[A-Za-z]/.test(text)) return 'A name begins with a letter from A to Z.';
  if (/[^A-Za-z0-9_-]/.test(text)) return 'A name has only letters from A to Z, digits, _ and -';
  return text.length > 64 ? `A name has at most 64 signs; this has ${text.length}.` : null;
}

/** The day, in words. @param {Listed} game */
export function dayOf(game) {
  return game.day === 0 ? `${game.days} days` : `day ${Math.min(game.day, game.days)} of ${game.days}`;
}
