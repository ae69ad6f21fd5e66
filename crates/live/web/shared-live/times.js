// Times as people read them: in their own time zone, with UTC as a hint, and how long it is until then.

import { el } from '../shared/dom.js';

/** Times that are not further away than this, in milliseconds, are counted down to. */
const NEAR = 48 * 3_600_000;

const day = new Intl.DateTimeFormat(undefined, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' });
const short = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', second: '2-digit' });

/** The clock of the games, as far as this page knows it. It may run at another speed than the world. */
export class GameClock {
  constructor() {
    this.at = Date.now();
    this.since = performance.now();
    this.virtual = false;
    this.speed = 1;
  }

  /** @param {import('./told.js').Time} time */
  set({ now, virtual, speed }) {
    this.at = Date.parse(now);
    this.since = performance.now();
    this.virtual = virtual;
    this.speed = speed;
  }

  /** In milliseconds since 1970. */
  now() {
    return this.at + (performance.now() - this.since) * this.speed;
  }
}

/** In UTC, as the server says it. @param {number} ms */
export function utc(ms) {
  return `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/**
 * A moment in the reader's time zone; the hint has it in UTC.
 * @param {number | string} when
 * @param {'long' | 'short'} [form]
 */
export function timeTag(when, form = 'long') {
  const at = new Date(when);
  const text = (form === 'long' ? day : short).format(at);
  return el('time', { datetime: at.toISOString(), title: utc(at.getTime()), text });
}

/** A stretch of time in words, in its two largest units. @param {number} ms */
export function span(ms) {
  const s = Math.max(0, Math.round(ms / 1000));
  const [d, h, m] = [Math.floor(s / 86400), Math.floor(s / 3600) % 24, Math.floor(s / 60) % 60];
  if (d > 0) return `${d} d ${h} h`;
  if (h > 0) return `${h} h ${m} min`;
  return m > 0 ? `${m} min ${s % 60} s` : `${s} s`;
}

/**
 * How long it is until a moment of the games' clock, in the reader's seconds; empty if that is far off.
 * @param {string} when
 * @param {GameClock} clock
 */
export function countdown(when, clock) {
  const left = Date.parse(when) - clock.now();
  if (clock.speed === 0) return 'the clock stands still';
  if (left <= 0) return 'any moment now';
  return left <= NEAR ? `in ${span(left / clock.speed)}` : '';
}

/** How long ago something was on the games' clock. @param {string} when @param {GameClock} clock */
export function ago(when, clock) {
  const gone = clock.now() - Date.parse(when);
  return gone < 5000 ? 'just now' : `${span(gone)} ago`;
}
