// What is worth looking at: surprises and first faults, opened on the board.

import { el } from '../shared/dom.js';
import { section } from './section.js';
import { count, spaced } from './words.js';

/** @param {ReportTold} report @param {import('./shelf.js').Shelf} shelf */
export function surprisesSection(report, shelf) {
  if (report.surprises.length === 0) return null;
  const word = report.at_a_table === 2 ? 'Pair' : 'Table';
  const items = report.surprises.map((one) => fixtureItem(shelf, one.at, one.bots, `${word.toLowerCase()} ${one.number}, ${one.bits.toFixed(1)} bits`, one.games));
  return section('surprises', 'Surprises', 'Results that the ratings gave the least probability. One bit more is half as likely.', el('ol', { class: 'looks' }, ...items));
}

/**
 * A pair or a table with its games.
 * @param {import('./shelf.js').Shelf} shelf
 * @param {number} at
 * @param {string[]} bots
 * @param {string} more
 * @param {ReportGame[]} games
 */
export function fixtureItem(shelf, at, bots, more, games) {
  return el(
    'li',
    { class: 'look' },
    el('p', {}, el('b', { class: 'name', text: bots.join(' – ') }), el('span', { class: 'faint', text: ` ${more}` })),
    el('p', { class: 'told-games' }, ...games.map((game, n) => gameButton(shelf, at, n, null, game.winner === null ? 'Drawn' : `${game.winner} won`, `${spaced(game.reason)}, turn ${game.turns}, ${game.scores.join(' : ')}`, game.replay))),
  );
}

/** @param {ReportTold} report @param {import('./shelf.js').Shelf} shelf */
export function faultsSection(report, shelf) {
  if (report.faults.length === 0) return null;
  const items = report.faults.map((one) =>
    el(
      'li',
      { class: 'look' },
      el('p', {}, el('b', { class: 'name', text: one.bot }), ' ', el('span', { class: 'bad', text: spaced(one.kind) }), el('span', { class: 'faint', text: ` ${count(one.count, 'time')}` })),
      el('p', { class: 'told-games' }, gameButton(shelf, one.at, one.game, one.capsule, `As ${one.seat}`, `against ${one.against.join(', ')}`, one.replay), one.capsule ? el('code', { text: `skirmish rerun replays/${one.capsule}` }) : null),
    ),
  );
  return section('faults', 'First faults', 'The first of every kind, of every bot.', el('ul', { class: 'looks' }, ...items));
}

/**
 * Opens a game, or says where it is.
 * @param {import('./shelf.js').Shelf} shelf
 * @param {number} at
 * @param {number} game
 * @param {string | null} capsule
 * @param {string} text
 * @param {string} more
 * @param {string | null} replay
 */
function gameButton(shelf, at, game, capsule, text, more, replay) {
  const opener = shelf.opener(at, game, capsule, text, `Watch: ${text}, ${more}`);
  const words = el('span', { class: 'faint more', text: more });
  if (opener) return el('span', { class: 'told-game' }, opener, words);
  const where = replay ? el('code', { text: `skirmish watch replays/${replay}` }) : el('span', { class: 'faint', text: 'not in this page' });
  return el('span', { class: 'told-game' }, el('span', { class: 'name', text }), words, where);
}
