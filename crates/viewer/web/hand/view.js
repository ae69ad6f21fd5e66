// What playing by hand shows: the panel's words, and the marks on the board.

import { slotKind } from './legal.js';
import { orderText } from './orders.js';

/**
 * What the panel shows of a mode.
 * @param {import('./hand.js').HandMode} mode
 * @param {HandState} state
 * @returns {import('./panel.js').HandView}
 */
export function viewOf(mode, state) {
  const { turn, pointing, picture, session, foreign } = mode;
  const itemOf = (/** @type {string} */ id) => turn?.item(id) ?? picture?.get(id);
  const composer = turn?.composer ?? null;
  const orders = turn?.orders.list ?? [];
  const shown = composer ? (composer.actor === null ? '' : String(composer.actor)) : (mode.inspected ?? '');
  return {
    state,
    busy: mode.busy > 0,
    item: itemOf(shown) ?? null,
    crowd: turn?.crowd.size ?? 0,
    prompt: pointing?.prompt() ?? '',
    offers: turn ? unitOffers(turn, pointing?.crowdVerb ?? null, foreign) : [],
    seatOffers: turn ? seatOffers(turn, foreign) : [],
    ends: mode.ends,
    orders: orders.map((action, i) => ({ text: orderText(session.verbs, action, itemOf), verdict: turn?.verdicts[i] ?? null })),
    rejected: state.rejected.map(({ action, why }) => ({ text: action ? orderText(session.verbs, action, itemOf) : 'An order that could not be read', why })),
    ready: turn?.ready().length ?? 0,
    canUndo: (turn?.orders.past.length ?? 0) > 0 || Boolean(composer?.verb),
    canRedo: (turn?.orders.future.length ?? 0) > 0,
    canRepeat: mode.lastOf(state).orders.length > 0,
    several: mode.several,
    sides: picture?.sides ?? [],
    status: picture?.status ?? [],
  };
}

/**
 * What the selected unit can do, or several of them together: then only what one click can say for all.
 * @param {import('./turn.js').HandTurn} turn
 * @param {Verb | null} crowdVerb
 * @param {Set<Verb>} foreign
 * @returns {import('./panel.js').Offer[]}
 */
function unitOffers({ verbs, composer, crowd }, crowdVerb, foreign) {
  const own = verbs.filter((verb) => verb.unit && !foreign.has(verb));
  if (crowd.size > 1) {
    const simple = own.filter(({ slots }) => slots.length === 0 || (slots.length === 1 && slotKind(slots[0]) !== 'choice'));
    return simple.map((verb) => ({ verb, ways: crowd.size, chosen: crowdVerb === verb }));
  }
  if (!composer || composer.actor === null) return [];
  return own.map((verb) => ({ verb, ways: composer.index.count(verb), chosen: composer.verb === verb }));
}

/**
 * What the seat itself can do, except ending the turn: sending does that.
 * @param {import('./turn.js').HandTurn} turn
 * @param {Set<Verb>} foreign
 * @returns {import('./panel.js').Offer[]}
 */
function seatOffers({ verbs, composer, actors }, foreign) {
  const own = verbs.filter((verb) => !verb.unit && !verb.ends && !foreign.has(verb));
  const seat = composer?.actor === null ? composer : null;
  return own.map((verb) => ({ verb, ways: seat ? seat.index.count(verb) : (actors.get(null) ?? 0), chosen: seat?.verb === verb }));
}

/**
 * The cells to mark: what the actor can reach, or else who can act.
 * @param {import('./turn.js').HandTurn} turn
 * @param {import('./composer.js').Composer | null} composer of the actor, or of the unit under the pointer
 * @param {Verb | null} only the verb whose button is pointed at
 * @param {Point | null} under the cell where a click would do something
 * @returns {CellMark[]}
 */
export function markedCells(turn, composer, only, under) {
  /** The last mark on a cell is the one that shows. @type {Map<string, CellMark>} */
  const cells = new Map();
  const mark = (/** @type {Point | undefined} */ cell, /** @type {MarkStyle} */ style) => {
    if (cell) cells.set(cell.join(), { cell, style });
  };
  const cellOfItem = (/** @type {unknown} */ id) => turn.item(String(id))?.cell;
  if (composer) {
    const shown = only && composer.verbs.includes(only) ? composer.targetsOf(only) : composer.targets();
    for (const { verb, slot, values } of shown) {
      const isCell = slotKind(verb.slots[slot]) === 'cell';
      const style = isCell && (verb.walks || composer.verb) ? 'legal' : 'goal';
      for (const value of values.values()) mark(isCell ? /** @type {Point | undefined} */ (value) : cellOfItem(value), style);
    }
    if (composer.actor !== null) mark(cellOfItem(composer.actor), 'selected');
    for (const value of composer.filled.values()) if (Array.isArray(value)) mark(/** @type {Point} */ (value), 'selected');
  } else if (turn.crowd.size === 0) {
    for (const unit of turn.ready()) mark(cellOfItem(unit), 'legal');
  }
  const list = [...cells.values()];
  if (under) list.push({ cell: under, style: 'hover' });
  return list;
}
