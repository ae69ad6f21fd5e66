// What playing by hand shows: the panel's words, and the marks on the board.

import { kindsOf } from './groups.js';
import { slotKind } from './legal.js';
import { orderText } from './orders.js';
import { PACE_NAMES } from './standing.js';

/**
 * What the panel shows of a mode.
 * @param {import('./hand.js').HandMode} mode
 * @param {HandState} state
 * @returns {import('./panel.js').HandView}
 */
export function viewOf(mode, state) {
  const { turn, pointing, picture, session, foreign, standing } = mode;
  const itemOf = (/** @type {string} */ id) => turn?.item(id) ?? picture?.get(id);
  const composer = turn?.composer ?? null;
  const orders = turn?.orders.list ?? [];
  const shown = composer ? (composer.actor === null ? '' : String(composer.actor)) : (mode.inspected ?? '');
  const text = (/** @type {Action} */ action) => orderText(session.verbs, action, itemOf);
  const selected = [...(turn?.crowd ?? [])];
  return {
    state,
    busy: mode.busy > 0,
    item: itemOf(shown) ?? null,
    crowd: selected.length,
    prompt: pointing?.prompt() ?? '',
    offers: turn ? unitOffers(turn, pointing?.crowdVerb ?? null, foreign) : [],
    seatOffers: turn ? seatOffers(turn, foreign) : [],
    ends: mode.ends,
    orders: orders.map((action, i) => ({ text: text(action), verdict: turn?.verdicts[i] ?? null, spent: turn?.spent[i] ?? '' })),
    purse: turn?.purse ?? [],
    rejected: state.rejected.map(({ action, why }) => ({ text: action ? text(action) : 'An order that could not be read', why })),
    ready: turn?.ready().length ?? 0,
    canUndo: (turn?.orders.past.length ?? 0) > 0 || Boolean(composer?.verb),
    canRedo: (turn?.orders.future.length ?? 0) > 0,
    canRepeat: mode.lastOf(state).orders.length > 0,
    several: mode.several,
    telling: mode.story.playing && !mode.source.endless,
    sides: mode.told?.sides ?? [],
    status: mode.told?.status ?? [],
    kinds: turn ? [...kindsOf(turn.ownUnits())].map(([kind, units]) => ({ kind, units })) : [],
    groups: mode.groups.entries(),
    aims: pointing?.pace ?? null,
    roams: mode.roams,
    stands: selected.some((unit) => standing.of(unit)),
    standing: standing.list.map((march) => ({ march, text: marchText(march, itemOf) })),
    meanwhile: mode.meanwhile,
    suggestions: turn ? [...mode.suggestions.byUnit()].map(([unit, actions]) => ({ unit, texts: actions.map(text) })) : [],
    suggestedBy: mode.suggestions.bot,
  };
}

/**
 * @param {March} march
 * @param {(id: string) => Item | undefined} itemOf
 */
function marchText({ units, goal, pace }, itemOf) {
  const who = units.length === 1 ? (itemOf(String(units[0]))?.title ?? `Unit ${units[0]}`) : `${units.length} units`;
  return `${who}: ${PACE_NAMES[pace].toLowerCase()}${goal ? ` to (${goal.join(', ')})` : ''}`;
}

/**
 * What the selected unit can do, or several of them together: then only what one click can say for all, and what some of
 * them can do now.
 * @param {import('./turn.js').HandTurn} turn
 * @param {Verb | null} crowdVerb
 * @param {Set<Verb>} foreign
 * @returns {import('./panel.js').Offer[]}
 */
function unitOffers({ verbs, composer, crowd, able }, crowdVerb, foreign) {
  const own = verbs.filter((verb) => verb.unit && !foreign.has(verb));
  if (crowd.size > 1) {
    const simple = own.filter(({ slots }) => slots.length < 2);
    return simple.map((verb) => ({ verb, ways: able.get(verb.name) ?? 0, chosen: crowdVerb === verb, price: undefined }));
  }
  if (!composer || composer.actor === null) return [];
  return own.map((verb) => ({ verb, ways: composer.index.count(verb), chosen: composer.verb === verb, price: composer.priceOf(verb) }));
}

/**
 * What the seat itself can do, except ending the turn: sending does that.
 * @param {import('./turn.js').HandTurn} turn
 * @param {Set<Verb>} foreign
 * @returns {import('./panel.js').Offer[]}
 */
function seatOffers({ verbs, composer, own, actors }, foreign) {
  const offered = verbs.filter((verb) => !verb.unit && !verb.ends && !foreign.has(verb));
  const seat = composer?.actor === null ? composer : own;
  return offered.map((verb) => ({ verb, ways: seat ? seat.index.count(verb) : (actors.get(null) ?? 0), chosen: seat !== null && seat.verb === verb, price: seat?.priceOf(verb) }));
}

/**
 * The cells to mark: what the actor can get done, or else who can act. Each kind of mark is one promise: a step, several
 * steps, a strike, a strike after steps, something to buy.
 * @param {import('./turn.js').HandTurn} turn
 * @param {Reach | null} reach of the actor, or of the unit under the pointer
 * @param {Verb | null} only the verb whose button is pointed at
 * @param {Point | null} under the cell where a click would do something
 * @returns {CellMark[]}
 */
export function markedCells(turn, reach, only, under) {
  /** The last mark on a cell is the one that shows. @type {Map<string, CellMark>} */
  const cells = new Map();
  const mark = (/** @type {Point | null | undefined} */ cell, /** @type {MarkStyle} */ style) => {
    if (cell) cells.set(cell.join(), { cell, style });
  };
  const cellOfItem = (/** @type {unknown} */ id) => turn.item(String(id))?.cell;
  const composer = turn.composer ?? turn.own;
  const verb = composer?.verb ?? (only && composer?.verbs.includes(only) ? only : null);
  if (turn.crowd.size === 0 && !verb) for (const unit of turn.ready()) mark(cellOfItem(unit), 'legal');
  if ((!verb || verb.walks) && reach) {
    // Of a verb that was chosen, what it does in one go.
    for (const { cell, orders } of reach.places) if (!verb || orders.length === 1) mark(cell, orders.length === 1 ? 'legal' : 'later');
  }
  if (composer && !(turn.composer === null && reach)) {
    for (const { verb: one, slot, values } of verb ? composer.targetsOf(verb) : composer.targets()) {
      const style = styleOf(composer, one, slot, verb !== null);
      if (!style) continue;
      for (const value of values.values()) mark(slotKind(one.slots[slot]) === 'cell' ? /** @type {Point | undefined} */ (value) : cellOfItem(value), style);
    }
    for (const value of composer.filled.values()) if (Array.isArray(value)) mark(/** @type {Point} */ (value), 'selected');
  }
  if (!verb && reach) {
    for (const { cell, target, orders } of reach.strikes) mark(target === null ? cell : cellOfItem(target), orders.length === 1 ? 'strike' : 'hunt');
  }
  if (turn.composer && turn.composer.actor !== null) mark(cellOfItem(turn.composer.actor), 'selected');
  const list = [...cells.values()];
  if (under) list.push({ cell: under, style: 'hover' });
  return list;
}

/**
 * How what a verb can be aimed at is marked; null if it is not, because a plain click would not mean it.
 * @param {import('./composer.js').Composer} composer
 * @param {Verb} verb
 * @param {number} slot
 * @param {boolean} chosen
 * @returns {MarkStyle | null}
 */
function styleOf(composer, verb, slot, chosen) {
  if (composer.priceOf(verb)) return 'build';
  if (chosen) return verb.strikes ? 'strike' : verb.walks || slotKind(verb.slots[slot]) === 'cell' ? 'legal' : 'goal';
  return slotKind(verb.slots[slot]) === 'item' && !verb.strikes ? 'goal' : null;
}
