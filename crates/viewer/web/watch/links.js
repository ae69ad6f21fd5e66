// Links to a moment: ?turn=57&seat=humans&fog=1&speed=4&play=1&theme=dark&spoilers=0&kiosk=1

import { frameOfTurn } from './moments.js';
import { SPEEDS } from './player.js';

/**
 * What a link asks for; what it does not say is null.
 * @typedef {{frame: number | null, seat: number | null, fog: boolean, speed: number | null, play: boolean,
 *   theme: ThemeName | null, capsule: string | null, spoilers: boolean, kiosk: boolean}} Wish
 */

/**
 * @param {string} search as in location.search
 * @param {Session} session
 * @param {MatchIndex} index
 * @returns {Wish}
 */
export function readLink(search, session, index) {
  const asked = new URLSearchParams(search);
  const frame = number(asked.get('frame'));
  const turn = number(asked.get('turn'));
  const seat = asked.get('seat');
  const named = session.seats.findIndex((one) => one.name === seat);
  const counted = number(seat);
  const speed = number(asked.get('speed'));
  const theme = asked.get('theme');
  return {
    // A frame says more than its turn.
    frame: frame ?? (turn === null ? null : frameOfTurn(index, turn)),
    seat: named >= 0 ? named : counted !== null && counted < session.seats.length ? counted : null,
    fog: flag(asked.get('fog')),
    speed: speed === null ? null : nearest(speed),
    play: flag(asked.get('play') ?? asked.get('autoplay')),
    theme: theme === 'dark' || theme === 'light' ? theme : null,
    capsule: asked.get('capsule'),
    spoilers: asked.get('spoilers') !== '0',
    kiosk: flag(asked.get('kiosk')),
  };
}

/**
 * A link to what is shown now.
 * @param {import('./player.js').Player} player
 * @param {Session} session
 * @param {string} address of the page
 * @param {boolean} spoilers whether it tells how the match ended
 */
export function writeLink(player, session, address, spoilers) {
  const asked = new URLSearchParams();
  const page = new URL(address);
  // A report holds many games.
  const game = page.searchParams.get('game');
  if (game) asked.set('game', game);
  const turn = player.index.turn[player.wanted];
  if (turn !== undefined) asked.set('turn', String(turn));
  if (turn === undefined || frameOfTurn(player.index, turn) !== player.wanted) asked.set('frame', String(player.wanted));
  if (player.seat !== 'all') {
    asked.set('seat', session.seats[Number(player.seat)]?.name ?? player.seat);
    asked.set('fog', '1');
  }
  if (player.speed !== 1) asked.set('speed', String(player.speed));
  if (!spoilers) asked.set('spoilers', '0');
  page.search = asked.toString();
  page.hash = '';
  return page.href;
}

/** @param {string | null} text */
function number(text) {
  if (text === null || text.trim() === '') return null;
  const value = Number(text);
  return Number.isFinite(value) && value >= 0 ? value : null;
}

/** @param {string | null} text */
function flag(text) {
  return text === '' || text === '1' || text === 'true';
}

/** @param {number} speed */
function nearest(speed) {
  return SPEEDS.reduce((best, one) => (Math.abs(one - speed) < Math.abs(best - speed) ? one : best));
}
