// The time of the games, which may be a virtual one, and how long it is until something happens.

import { read } from './api.js';

/** How often the server is asked, in milliseconds: by a real clock seldom, by a virtual one often. */
const ASK_REAL = 60_000;
const ASK_VIRTUAL = 2000;

export class GameClock extends EventTarget {
  constructor() {
    super();
    /** What the server's clock said, when that was here, and how fast it runs. */
    this.said = Date.now();
    this.heard = performance.now();
    this.speed = 1;
    this.virtual = false;
  }

  /** Asks now, and from then on now and then; tells a listener every second. */
  async start() {
    await this.#ask();
    setInterval(() => this.dispatchEvent(new Event('tick')), 1000);
    const again = () => setTimeout(() => void this.#ask().finally(again), this.virtual ? ASK_VIRTUAL : ASK_REAL);
    again();
  }

  async #ask() {
    try {
      const began = performance.now();
      const told = await read('/api/v1/zords/clock');
      const heard = (began + performance.now()) / 2;
      const said = Date.parse(told.now);
      // How fast a virtual clock runs shows between two looks; it tells whole seconds only.
      if (told.virtual && this.virtual && heard - this.heard > 500) this.speed = Math.max(0, (said - this.said) / (heard - this.heard));
      if (!told.virtual) this.speed = 1;
      this.virtual = told.virtual;
      this.said = said;
      this.heard = heard;
    } catch {
      // The next look will do.
    }
  }

  /** Now, in milliseconds since 1970. */
  now() {
    return this.said + (performance.now() - this.heard) * this.speed;
  }
}

/**
 * A span of time in at most two units: "2 d 4 h", "3 min 5 s".
 * @param {number} ms
 */
export function spanText(ms) {
  let left = Math.max(0, Math.round(ms / 1000));
  /** @type {string[]} */
  const parts = [];
  for (const [unit, size] of /** @type {[string, number][]} */ ([['d', 86_400], ['h', 3600], ['min', 60], ['s', 1]])) {
    const count = Math.floor(left / size);
    left -= count * size;
    if (count > 0 || (unit === 's' && parts.length === 0)) parts.push(`${count} ${unit}`);
    else if (parts.length > 0) break;
    if (parts.length === 2) break;
  }
  return parts.join(' ');
}

/** A moment in the reader's own zone. @param {string | number} moment @param {boolean} [seconds] */
export function localTime(moment, seconds = false) {
  return new Intl.DateTimeFormat(undefined, { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', ...(seconds ? { second: '2-digit' } : {}) }).format(new Date(moment));
}
