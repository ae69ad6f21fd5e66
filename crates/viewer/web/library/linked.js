// One timeline for two matches, linked by turn: a moment is a place in each of them.

import { button, el, prefersStill, relabel } from '../shared/dom.js';
import { SPEEDS } from '../watch/player.js';

/** A whole match takes about this long at speed 1, but a step no less and no more than this, in milliseconds. */
const WHOLE_TAKES = 75000;
const MOMENT_LEAST = 60;
const MOMENT_MOST = 500;

/**
 * A moment of both: the turn, and the frame of each. Who has no such turn stands still at the nearest one.
 * @typedef {{turn: number, frames: [number, number], there: [boolean, boolean]}} Moment
 */

/**
 * The moments of two matches, in order. Where a turn has more steps in one of them, the other waits.
 * @param {[MatchIndex, MatchIndex]} indexes
 * @returns {Moment[]}
 */
export function linkedMoments(indexes) {
  /** The first frame of each turn, and how many it has. */
  const spans = indexes.map((index) => {
    /** @type {Map<number, {from: number, count: number}>} */
    const found = new Map();
    index.turn.forEach((turn, frame) => {
      const span = found.get(turn);
      if (span) span.count++;
      else found.set(turn, { from: frame, count: 1 });
    });
    return found;
  });
  const turns = [...new Set([...spans[0].keys(), ...spans[1].keys()])].sort((a, b) => a - b);
  const at = [0, 0];
  /** @type {Moment[]} */
  const moments = [];
  for (const turn of turns) {
    const steps = Math.max(...spans.map((span) => span.get(turn)?.count ?? 0));
    for (let n = 0; n < steps; n++) {
      spans.forEach((span, side) => {
        const here = span.get(turn);
        if (here) at[side] = here.from + Math.min(n, here.count - 1);
      });
      moments.push({ turn, frames: [at[0], at[1]], there: [spans[0].has(turn), spans[1].has(turn)] });
    }
  }
  return moments;
}

/** Fires "moment" {moment} when another one is shown. */
export class LinkedTimeline extends EventTarget {
  /**
   * @param {Moment[]} moments
   * @param {[import('../watch/player.js').Player, import('../watch/player.js').Player]} players
   * @param {number[]} marks the turns to mark
   */
  constructor(moments, players, marks) {
    super();
    this.moments = moments;
    this.players = players;
    this.marks = marks;
    this.at = 0;
    this.speed = 1;
    this.playing = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.playButton = button({ label: 'Play', icon: 'play', key: 'Space', class: 'primary round', press: () => this.toggle() });
    this.track = el('input', { type: 'range', class: 'linked-track', min: 0, max: Math.max(0, moments.length - 1), value: 0, 'aria-label': 'Turn of both matches', on: { input: () => this.jump(Number(this.track.value)) } });
    this.strip = el('canvas', { class: 'linked-marks', 'aria-hidden': 'true' });
    this.name = el('b', { class: 'linked-name' });
    const speed = el('select', { class: 'speed', 'aria-label': 'Speed', on: { change: () => (this.speed = Number(speed.value)) } }, ...SPEEDS.map((one) => el('option', { value: one, text: `${one}×` })));
    speed.value = '1';
    /** @param {string} label @param {Parameters<typeof button>[0]['icon']} icon @param {string} key @param {() => void} press */
    const make = (label, icon, key, press) => button({ label, icon, key, class: 'quiet', press });
    const differing = [make('Previous difference', 'previousKey', 'Q', () => this.difference(-1)), make('Next difference', 'nextKey', 'E', () => this.difference(1))];
    for (const one of differing) one.hidden = marks.length === 0;
    this.root = el(
      'footer',
      { class: 'linked' },
      el('div', { class: 'linked-rail' }, this.strip, this.track),
      el('div', { class: 'transport', role: 'toolbar', 'aria-label': 'Playback' }, make('Previous turn', 'previousTurn', 'Shift+Left', () => this.turn(-1)), make('Previous frame', 'previous', 'Left', () => this.step(-1)), this.playButton, make('Next frame', 'next', 'Right', () => this.step(1)), make('Next turn', 'nextTurn', 'Shift+Right', () => this.turn(1)), speed, this.name, ...differing),
    );
    new ResizeObserver(() => this.#paint()).observe(this.strip);
  }

  /** @param {number} at the number of a moment @param {number} [pace] milliseconds on the way */
  show(at, pace = 0) {
    this.at = Math.max(0, Math.min(at, this.moments.length - 1));
    const moment = this.moments[this.at];
    this.players.forEach((player, side) => player.go(moment.frames[side], pace));
    this.track.value = String(this.at);
    const { index } = this.players[0];
    const phase = moment.there[0] ? index.phase[moment.frames[0]] : this.players[1].index.phase[moment.frames[1]];
    this.name.textContent = `${index.counted ?? 'turn'} ${moment.turn}${phase ? `, ${phase}` : ''}`;
    this.track.setAttribute('aria-valuetext', this.name.textContent);
    this.dispatchEvent(new CustomEvent('moment', { detail: { moment } }));
  }

  /** @param {number} at */
  jump(at) {
    this.pause();
    this.show(at);
  }

  /** @param {1 | -1} by */
  step(by) {
    this.pause();
    this.show(this.at + by, prefersStill() ? 0 : 200);
  }

  /** @param {1 | -1} way */
  turn(way) {
    const { turn } = this.moments[this.at];
    const found = way > 0 ? this.moments.findIndex((one) => one.turn > turn) : this.moments.findIndex((one) => one.turn >= (this.moments[this.at - 1]?.turn ?? turn));
    this.jump(found < 0 ? this.moments.length - 1 : found);
  }

  /** The next turn at which the matches differ. @param {1 | -1} way */
  difference(way) {
    const { turn } = this.moments[this.at];
    const to = way > 0 ? this.marks.find((one) => one > turn) : this.marks.findLast((one) => one < turn);
    if (to !== undefined) this.toTurn(to);
  }

  /** @param {number} turn */
  toTurn(turn) {
    const found = this.moments.findIndex((one) => one.turn >= turn);
    this.jump(found < 0 ? this.moments.length - 1 : found);
  }

  toggle() {
    if (this.playing) {
      this.pause();
      return;
    }
    if (this.at >= this.moments.length - 1) this.show(0);
    this.playing = true;
    relabel(this.playButton, 'pause', 'Pause (Space)');
    this.#next();
  }

  pause() {
    if (!this.playing) return;
    this.playing = false;
    clearTimeout(this.timer);
    relabel(this.playButton, 'play', 'Play (Space)');
  }

  #next() {
    const base = Math.min(MOMENT_MOST, Math.max(MOMENT_LEAST, WHOLE_TAKES / this.moments.length));
    const wait = base / this.speed;
    this.timer = setTimeout(() => {
      // Neither runs ahead of the other: a frame that is on its way is waited for.
      if (this.players.every((player) => !player.pumping)) {
        if (this.at >= this.moments.length - 1) {
          this.pause();
          return;
        }
        this.show(this.at + 1, wait > 120 && !prefersStill() ? wait * 0.9 : 0);
      }
      this.#next();
    }, wait);
  }

  /** Marks the turns at which they differ. */
  #paint() {
    const { strip, moments } = this;
    const ratio = devicePixelRatio || 1;
    const [width, height] = [strip.clientWidth, strip.clientHeight];
    const context = strip.getContext('2d');
    if (!context || width === 0) return;
    strip.width = Math.round(width * ratio);
    strip.height = Math.round(height * ratio);
    context.fillStyle = getComputedStyle(strip).color;
    const marked = new Set(this.marks);
    const wide = Math.max(1, strip.width / moments.length);
    moments.forEach(({ turn }, n) => {
      if (marked.has(turn)) context.fillRect((n / moments.length) * strip.width, 0, wide, strip.height);
    });
  }
}
