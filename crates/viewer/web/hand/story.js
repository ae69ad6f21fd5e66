// What happened since the last orders: shown on the board, and summed up in a sentence or two.

import { Picture } from '../board/scene.js';
import { prefersStill } from '../shared/dom.js';

/** How long all of it takes, and the shortest and longest step, in milliseconds. */
const WHOLE_MS = 2400;
const STEP_RANGE_MS = [110, 650];
/** More names than this are counted. */
const MOST_NAMES = 8;

export class StoryPlayer {
  /**
   * @param {import('../board/board.js').Board} board
   * @param {() => void} shown told whenever the board shows something else
   */
  constructor(board, shown) {
    this.board = board;
    this.shown = shown;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {(() => void) | null} */
    this.done = null;
  }

  get playing() {
    return this.done !== null;
  }

  /**
   * Plays a story once. Then, or as soon as it is stopped, `done` is called.
   * @param {Story} story
   * @param {(line: string) => void} say
   * @param {() => void} done
   * @param {{whole?: number, longest?: number}} [pace] how long all of it and a step take, in milliseconds
   */
  play(story, say, done, { whole = WHOLE_MS, longest = STEP_RANGE_MS[1] } = {}) {
    this.stop();
    this.done = done;
    const moves = (/** @type {Change} */ change) => [change.set, change.gone, change.effects].some((list) => list && list.length > 0);
    const steps = story.steps.filter(({ change, lines }) => lines.length > 0 || moves(change));
    const each = Math.min(Math.max(whole / Math.max(1, steps.length), STEP_RANGE_MS[0]), longest);
    let previous = Picture.of(story.first);
    const next = () => {
      const step = steps.shift();
      if (!step) return this.stop();
      const picture = previous.apply(step.change);
      this.board.show(picture, { previous, effects: step.change.effects ?? [], duration: each });
      previous = picture;
      const told = step.lines.find((line) => line.key) ?? step.lines[0];
      if (told) say(told.text);
      this.shown();
      this.timer = setTimeout(next, each);
    };
    if (prefersStill()) this.stop();
    else next();
  }

  /** Goes to its end at once. */
  stop() {
    clearTimeout(this.timer);
    const { done } = this;
    this.done = null;
    done?.();
    if (done) this.shown();
  }
}

/**
 * What changed for a seat between two pictures.
 * @param {Scene} before as it stood after the seat's own orders
 * @param {Scene} after
 * @param {number} seat
 */
export function changesFor(before, after, seat) {
  const now = new Map(after.items.map((item) => [item.id, item]));
  const were = new Set(before.items.map((item) => item.id));
  const units = before.items.filter((item) => item.layer === 'unit' && item.title && item.seat !== undefined && item.seat !== null);
  const isGone = (/** @type {Item} */ item) => now.get(item.id)?.seat !== item.seat;
  const health = (/** @type {Item | undefined} */ item) => item?.bars?.[0]?.value ?? 0;
  return {
    lost: units.filter((item) => item.seat === seat && isGone(item)),
    hurt: units.filter((item) => item.seat === seat && !isGone(item) && health(now.get(item.id)) < health(item)),
    slain: units.filter((item) => item.seat !== seat && isGone(item)),
    fresh: after.items.filter((item) => item.layer === 'unit' && item.seat !== undefined && item.seat !== null && item.seat !== seat && !were.has(item.id)),
  };
}

/**
 * The same in words; what was lost is named.
 * @param {ReturnType<typeof changesFor>} changes
 * @param {boolean} hides whether what is out of sight may still be there
 */
export function summaryOf({ lost, hurt, slain, fresh }, hides) {
  const said = [];
  if (lost.length > 0) said.push(`You lost ${names(lost)}.`);
  if (hurt.length > 0) said.push(hurt.length <= MOST_NAMES ? `Hurt: ${names(hurt)}.` : `${hurt.length} of your units were hurt.`);
  if (slain.length > 0) said.push(hides ? `Gone or out of sight: ${names(slain)}.` : `The others lost ${names(slain)}.`);
  if (fresh.length > 0) said.push(`${hides ? 'Now in sight' : 'New'}: ${names(fresh)}.`);
  return said.length > 0 ? said.join(' ') : 'You lost nothing.';
}

/** @param {Item[]} items */
function names(items) {
  const some = items.slice(0, MOST_NAMES).map((item) => item.title ?? item.id);
  if (items.length > MOST_NAMES) some.push(`${items.length - MOST_NAMES} more`);
  return some.length < 2 ? some.join('') : `${some.slice(0, -1).join(', ')} and ${some[some.length - 1]}`;
}
