// What a card says, in words: the same on the card, in the filters and to a screen reader.

import { playerName, seatName } from '../panels/scoreboard.js';
import { count } from '../report/words.js';

/** Seats that are named on a card; more are counted. */
const SEATS_NAMED = 4;

/** How a match ended, as the filter lists it. @type {Record<string, string>} */
export const ENDINGS = {
  running: 'being played',
  won: 'somebody won',
  drawn: 'drawn',
  void: 'void',
  stopped: 'broken off',
  damaged: 'damaged',
};

/** What is not known before a file was looked at is empty. @param {LibraryCard} card */
export function endingOf({ kind, facts }) {
  if (kind === 'damaged') return 'damaged';
  return facts?.ending ?? '';
}

/** Who plays, each once. @param {LibraryCard} card */
export function playersOf({ facts }) {
  return [...new Set((facts?.seats ?? []).map(playerName).filter((name) => name !== ''))];
}

/** The heading of a card. @param {LibraryCard} card */
export function headingOf(card) {
  const { facts, name } = card;
  if (!facts) return name;
  const players = facts.seats.map(playerName);
  if (players.length > SEATS_NAMED) return `${facts.game}, ${players.length} players`;
  return players.some((player) => player !== '') ? `${facts.game}: ${players.join(' – ')}` : facts.game;
}

/** How it ended, in a sentence or less. @param {LibraryCard} card */
export function resultOf({ kind, why, facts, seen }) {
  if (kind === 'unread') return 'not looked at yet';
  if (!facts) return why ?? '';
  if (seen?.wrong) return `Playing it again breaks off: ${seen.wrong}`;
  const reason = facts.reason ? ` (${facts.reason.replaceAll('_', ' ')})` : '';
  switch (facts.ending) {
    case 'running':
      return facts.by_hand ? 'A person is playing; it is shown once it is over.' : 'Being played…';
    case 'void':
      return `Void: ${facts.void ?? ''}`;
    case 'stopped':
      return 'Broken off: its program was stopped by force.';
    case 'won':
      return seen?.summary ?? `${facts.winner === null ? 'Somebody' : seatName(facts.seats[facts.winner], facts.winner)} won${reason}.`;
    default:
      return seen?.summary ?? `Drawn${reason}.`;
  }
}

/** How long it took. @param {LibraryCard} card */
export function lengthOf({ facts, seen }) {
  if (!facts) return '';
  return seen ? seen.moment : count(facts.steps, 'step');
}

/** When it was written. @param {LibraryCard} card */
export function whenOf({ written }) {
  return written === 0 ? '' : new Date(written).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
}

/** How large the file is. @param {LibraryCard} card */
export function sizeOf({ bytes }) {
  return bytes < 1024 ? count(bytes, 'byte') : `${(bytes / 1024).toFixed(1)} kB`;
}

/** Everything that a text filter looks in. @param {LibraryCard} card */
export function textOf(card) {
  const { name, facts, why } = card;
  const seats = (facts?.seats ?? []).flatMap((seat) => [seat.name, seat.player ?? '', seat.bot ?? '']);
  return [name, facts?.game, facts?.id, facts?.seed === null ? '' : facts?.seed, ...seats, why, resultOf(card), ENDINGS[endingOf(card)]].join(' ').toLowerCase();
}
