// The bar of a live game: what day it is, how long it lasts, and the ways to the other pages.

import { button, el, icon, refill } from '../shared/dom.js';
import { span, timeTag } from '../shared-live/times.js';

export class LiveBar {
  /**
   * @param {import('../shared/topbar.js').Topbar} topbar
   * @param {import('../shared-live/times.js').GameClock} clock
   * @param {{game: string, mode: 'play' | 'watch', seat: string | null, account: () => void}} page
   */
  constructor(topbar, clock, page) {
    this.clock = clock;
    this.result = topbar.result;
    /** @type {import('./source.js').LiveView | null} */
    this.view = null;
    this.facts = el('ul', { class: 'live-facts', 'aria-label': 'Time' });
    this.signal = el('span', { class: 'live-signal', role: 'status', title: 'Connected' });
    const way = (/** @type {string} */ mode, /** @type {string} */ text) => el('a', { class: 'button quiet', href: `?mode=${mode}`, 'aria-current': page.mode === mode ? 'page' : null, text });
    this.ways = el('nav', { class: 'live-ways', 'aria-label': 'Views' }, page.seat ? way('play', 'Play') : null, page.seat ? way('watch', 'Watch') : null);
    this.join = el('a', { class: 'button primary', href: `/zords/#join=${encodeURIComponent(page.game)}`, text: 'Join', hidden: true });
    this.me = page.seat
      ? button({ label: `You are ${page.seat}: token, notifications, sign out`, text: page.seat, icon: 'hand', class: 'quiet', press: page.account })
      : el('a', { class: 'button quiet', href: '/zords/', text: 'Sign in' });
    topbar.root.querySelector('.title')?.before(el('a', { class: 'button quiet', href: '/zords/', title: 'All games', 'aria-label': 'All games' }, icon('previousTurn')));
    topbar.players.replaceWith(this.facts);
    topbar.themeButton.before(this.ways, this.join, this.me, this.signal);
    topbar.root.classList.add('live-bar');
  }

  /** @param {import('./source.js').LiveView} view */
  show(view) {
    this.view = view;
    // While it runs there is no result, and the time says more.
    this.result.hidden = view.status === 'running' || view.status === 'waiting';
    this.join.hidden = view.you !== null || !(view.status === 'waiting' || (view.status === 'running' && view.config.late_join === true));
    this.tick();
  }

  /** @param {boolean} is */
  connected(is) {
    this.signal.classList.toggle('lost', !is);
    this.signal.title = is ? 'Connected' : 'The connection is lost; trying again';
    this.signal.textContent = is ? '' : 'Not connected';
  }

  /** Time has passed. */
  tick() {
    const { view, clock } = this;
    if (!view) return;
    const now = clock.now();
    /** @type {{text: string, title?: string, kind?: string}[]} */
    const facts = [];
    const until = (/** @type {string} */ what, /** @type {string | null} */ moment, /** @type {string} */ kind) => {
      // A virtual clock may be faster than that of the reader, or stand still.
      const left = clock.speed === 0 ? '' : ` ${span((Date.parse(moment ?? '') - now) / clock.speed)}`;
      if (moment) facts.push({ text: left ? `${what}${left}` : 'the clock stands still', title: `${timeTag(moment).textContent}, in your time zone`, kind });
    };
    if (view.status === 'waiting') {
      facts.push({ text: `${view.players.length} joined` });
      until('begins in', view.starts_at, 'day');
    } else facts.push({ text: `Day ${view.day} of ${view.days}`, kind: 'day-number' });
    if (view.paused !== null) facts.push({ text: 'Paused', title: view.paused, kind: 'paused' });
    else if (view.status === 'running') {
      until('ends in', view.day_ends_at, 'day');
      if (view.shooting_opens_at) until('no shooting for', view.shooting_opens_at, 'ban');
      else facts.push({ text: 'shooting allowed', kind: 'allowed' });
    } else if (view.status === 'over') facts.push({ text: 'Over' });
    else if (view.status === 'aborted') facts.push({ text: 'Ended by an operator' });
    // Screen readers are not to hear every second; the words change only here.
    const same = this.facts.childElementCount === facts.length;
    if (!same) refill(this.facts, ...facts.map(() => el('li')));
    facts.forEach(({ text, title, kind }, i) => {
      const item = /** @type {HTMLElement} */ (this.facts.children[i]);
      item.className = kind ?? '';
      item.textContent = text;
      item.title = title ?? '';
    });
  }
}
