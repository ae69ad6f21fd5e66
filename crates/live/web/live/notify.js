// News for a player who looks elsewhere: words on the page, and, if allowed, notifications of the browser.

import { toast } from '../shared/dom.js';

const ASKED = 'skirmish-notify';

/**
 * What an event means to a player, in words; empty if it means nothing.
 * @param {import('./source.js').LiveEvent} event
 * @param {string} seat
 */
export function newsFor(event, seat) {
  switch (event.event) {
    case 'shot':
      return event.to === seat && event.effect !== 'kill' ? `${event.seat} shoots at your zord ${event.target}.` : '';
    case 'killed':
      return event.owner === seat ? `${event.seat} has destroyed your zord ${event.target}.` : '';
    case 'wiped':
      return event.seat === seat ? `Your last zord is gone. You have ${event.points} of ${event.points_before} points left.` : '';
    case 'donated':
      return event.to === seat ? `${event.seat} gives you ${event.amount} points.` : '';
    case 'totem_paid':
      return event.seat === seat ? `Totem ${event.totem} pays you ${event.points} points.` : '';
    case 'day_opened':
      return `Day ${event.day} begins: your actions are fresh.`;
    case 'game_over':
      return 'The game is over.';
    default:
      return '';
  }
}

export class Notices {
  /** @param {string} game @param {string} seat */
  constructor(game, seat) {
    this.game = game;
    this.seat = seat;
  }

  /** Whether the browser shows notifications for this game. */
  get on() {
    return typeof Notification !== 'undefined' && Notification.permission === 'granted' && localStorage.getItem(`${ASKED}:${this.game}`) === 'on';
  }

  /** Whether it could. */
  get able() {
    return typeof Notification !== 'undefined' && Notification.permission !== 'denied';
  }

  /** Switches notifications of the browser on or off; false if they are not allowed. @param {boolean} on */
  async set(on) {
    localStorage.setItem(`${ASKED}:${this.game}`, on ? 'on' : 'off');
    if (on && Notification.permission !== 'granted') await Notification.requestPermission();
    return this.on === on;
  }

  /** @param {import('./source.js').LiveEvent[]} events */
  tell(events) {
    const said = events.map((event) => newsFor(event, this.seat)).filter((text) => text !== '');
    if (said.length === 0) return;
    const text = said.length > 3 ? `${said.slice(0, 3).join(' ')} And ${said.length - 3} more.` : said.join(' ');
    toast(text);
    if (document.hidden && this.on) new Notification(`zords: ${this.game}`, { body: text, tag: `zords-${this.game}` });
  }
}
