// The end of a turn without orders, and of a match played by hand: giving up, and who won.

import { button, el, openDialog } from '../shared/dom.js';

/**
 * Asks whether to give up.
 * @param {string} means what that means
 * @param {() => void} resigned
 */
export function askResign(means, resigned) {
  const no = button({ label: 'Play on', text: 'Play on', press: () => dialog.close() });
  const yes = button({ label: 'Resign', text: 'Resign', class: 'danger', press: () => {
    dialog.close();
    resigned();
  } });
  const dialog = openDialog('Give up?', el('p', { text: means }), el('div', { class: 'hand-row' }, no, yes));
  no.focus();
}

/**
 * Asks whether to send a turn without orders.
 * @param {string} means what could still be ordered
 * @param {string} label what sending is called
 * @param {() => void} sent
 * @returns {HTMLDialogElement}
 */
export function askEmpty(means, label, sent) {
  const no = button({ label: 'Give orders', text: 'Give orders', press: () => dialog.close() });
  const yes = button({ label: `${label} without orders`, text: `${label} without orders`, class: 'primary', press: () => {
    dialog.close();
    sent();
  } });
  /** @type {HTMLDialogElement} */
  const dialog = openDialog('No orders?', el('p', { text: means }), el('div', { class: 'hand-row' }, no, yes));
  no.focus();
  return dialog;
}

/**
 * Who won and why, in words. Whoever has given up is told so: the rules name what came of it later.
 * @param {Session} session
 * @param {HandState} state
 * @param {boolean} resigned
 */
export function endOf(session, state, resigned) {
  const { winner, seat } = state;
  if (state.void !== null) return { title: 'The match is void', why: state.void };
  const name = winner === null ? '' : (session.seats[winner]?.name ?? `seat ${winner}`);
  const title = winner === null ? 'Nobody won' : winner === seat ? 'You won' : `${name} won`;
  if (!resigned) return { title, why: state.summary ?? '' };
  return { title: `You resigned: ${title.replace(/^(You|Nobody)/, (word) => word.toLowerCase())}`, why: ['The rest was played without orders of yours.', state.summary ?? ''].join(' ').trim() };
}

/**
 * What is shown over the board at the end.
 * @param {Session} session
 * @param {HandState} state
 * @param {Side[]} sides
 * @param {boolean} resigned
 * @param {{close: () => void, rematch: (swap: boolean) => void}} deeds
 */
export function endCard(session, state, sides, resigned, deeds) {
  // Whoever only plays here may not start matches.
  const again = session.right === 'run' && state.watch !== null;
  const { title, why } = endOf(session, state, resigned);
  const scores = sides.map((side) => el('li', {}, el('span', { text: session.seats[side.seat]?.name ?? side.seat }), ' ', el('b', { text: side.score })));
  return [
    el('h2', { text: title }),
    why ? el('p', { text: why }) : null,
    scores.length > 0 ? el('ul', { class: 'hand-scores' }, ...scores) : null,
    el(
      'div',
      { class: 'hand-row' },
      state.watch ? el('a', { class: 'button primary', href: state.watch, text: 'Watch the replay' }) : null,
      again ? button({ label: 'Rematch', text: 'Rematch', press: () => deeds.rematch(false) }) : null,
      again ? button({ label: 'Swap sides', text: 'Swap sides', press: () => deeds.rematch(true) }) : null,
      button({ label: 'Look at the board', text: 'Look at the board', press: deeds.close }),
    ),
  ];
}
