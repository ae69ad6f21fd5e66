// What happened while a player was away: a sentence, a list, and a short film on the board.

import { button, el, refill } from '../shared/dom.js';

const SEEN = 'skirmish-seen';
/** Who was away for less saw it happen. */
const AWAY_MS = 120_000;

/** @typedef {{frame: number, at: number}} Seen */

export class AwayPanel {
  /**
   * @param {string} game
   * @param {string} seat
   * @param {{film: (story: Story) => void, go: (frame: number) => void}} page
   */
  constructor(game, seat, page) {
    this.key = `${SEEN}:${game}:${seat}`;
    this.page = page;
    /** @type {import('./source.js').Away | null} */
    this.away = null;
    this.root = el('div', { class: 'live-away' });
    this.show(null);
  }

  /** The frame that was seen last, if that was long enough ago. @returns {number | null} */
  since() {
    const seen = this.#read();
    return seen && Date.now() - seen.at > AWAY_MS ? seen.frame : null;
  }

  /** The frame that was seen last. @returns {number | null} */
  last() {
    return this.#read()?.frame ?? null;
  }

  /** @returns {Seen | null} */
  #read() {
    try {
      const seen = JSON.parse(localStorage.getItem(this.key) ?? 'null');
      return typeof seen?.frame === 'number' && typeof seen?.at === 'number' ? seen : null;
    } catch {
      return null;
    }
  }

  /** Everything up to a frame has been seen. @param {number} frame */
  saw(frame) {
    try {
      localStorage.setItem(this.key, JSON.stringify({ frame, at: Date.now() }));
    } catch {
      // Then it is told again.
    }
  }

  /** @param {import('./source.js').Away | null} away */
  show(away) {
    this.away = away;
    if (!away || away.from === away.to) {
      refill(this.root, el('p', { class: 'faint', text: 'You have missed nothing. When you come back after a while, this tells what happened.' }));
      return;
    }
    const { story, lines, left_off: left } = away;
    refill(
      this.root,
      el('p', { class: away.sum.lost > 0 ? 'losses' : '', text: awayText(away.sum) }),
      story.steps.length > 0 ? button({ label: 'Show it as a film', text: 'Show it as a film', icon: 'play', class: 'primary', press: () => this.page.film(story) }) : null,
      el('ol', { class: 'live-lines' }, ...lines.map((line) => el('li', { class: line.own ? 'own' : '' }, el('button', { type: 'button', title: 'Show this moment', on: { click: () => this.page.go(line.frame) } }, el('span', { class: 'faint', text: `day ${line.day}` }), el('span', { text: line.text }))))),
      left > 0 ? el('p', { class: 'faint', text: `${left} less important things are in the log.` }) : null,
    );
  }
}

/**
 * It in a few sentences.
 * @param {import('./source.js').Away['sum']} sum
 */
export function awayText(sum) {
  const count = (/** @type {number} */ n, /** @type {string} */ one) => (n === 1 ? `one ${one}` : `${n} ${one}s`);
  const said = [];
  if (sum.days > 0) said.push(`While you were away ${sum.days === 1 ? 'a new day began' : `${sum.days} days began`}.`);
  if (sum.lost > 0) said.push(`You lost ${count(sum.lost, 'zord')}${sum.wiped > 0 ? ', the last one among them' : ''}.`);
  else if (sum.hits > 0) said.push(`You were shot at ${sum.hits === 1 ? 'once' : `${sum.hits} times`} and lost no zord.`);
  else said.push('Nobody shot at you.');
  if (sum.paid > 0) said.push(`Totems paid you ${count(sum.paid, 'point')}.`);
  if (sum.given > 0) said.push(`Others gave you ${count(sum.given, 'point')}.`);
  said.push(sum.points === sum.points_before ? `You still have ${count(sum.points, 'point')}.` : `You had ${count(sum.points_before, 'point')}, and have ${sum.points} now.`);
  if (sum.others_lost > 0) said.push(`The others lost ${count(sum.others_lost, 'zord')}.`);
  return said.join(' ');
}
