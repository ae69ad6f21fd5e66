// Two matches side by side: two boards, one timeline, and what differs between them in words.

import { Board } from '../board/board.js';
import { orderText } from '../hand/orders.js';
import { playerName, seatName } from '../panels/scoreboard.js';
import { count } from '../report/words.js';
import { button, el, icon, refill, relabel } from '../shared/dom.js';
import { ServerSource } from '../source/server.js';
import { attachKeys } from '../watch/keys.js';
import { frameOfTurn } from '../watch/moments.js';
import { Player } from '../watch/player.js';
import { LinkedTimeline, linkedMoments } from './linked.js';

/** What the two are called where there is no room for their names. */
const SIDES = ['A', 'B'];

/**
 * Opens two matches of a library beside one another.
 * @param {HTMLElement} root
 * @param {ServerSource} library
 * @param {import('../shared/theme.js').ThemeSwitch} themes
 * @param {string} a
 * @param {string} b
 */
export async function startCompare(root, library, themes, a, b) {
  const told = /** @type {LibraryComparison} */ (await library.get(`api/compare?${new URLSearchParams({ a, b })}`));
  const sides = await Promise.all(
    told.urls.map(async (url, n) => {
      const source = new ServerSource(url);
      return { source, url, name: [a, b][n], session: await source.session(), index: await source.index() };
    }),
  );
  document.title = `${a} and ${b}`;
  document.body.classList.add('comparing');
  const notes = sides.map(() => el('div', { class: 'stage-note', hidden: true }));
  const stages = sides.map(() => el('div', { class: 'compare-stage' }));
  const parts = sides.map(({ name, url, session, index }, n) =>
    el(
      'section',
      { class: 'compare-side', 'aria-label': `${SIDES[n]}: ${name}` },
      el('h2', {}, el('span', { class: 'side-letter', text: SIDES[n] }), el('a', { href: url, text: session.seats.map(playerName).join(' – ') || session.game, title: name })),
      el('p', { class: 'compare-result', text: index.void ? `Void: ${index.void}` : index.live ? 'Not over.' : (index.summary ?? '') }),
      el('p', { class: 'faint compare-name', text: name }),
      stages[n],
    ),
  );
  const words = el('section', { class: 'compare-words', 'aria-label': 'What differs' });
  const themeButton = button({ label: 'Dark theme', icon: 'moon', class: 'quiet', press: () => themes.toggle() });
  const head = el(
    'header',
    { class: 'library-head compare-head' },
    el('a', { class: 'button quiet', href: location.pathname, 'aria-label': 'Back to the library' }, icon('previousTurn'), el('span', { text: 'Library' })),
    el('h1', { text: `Compare: ${sides[0].session.game}` }),
    themeButton,
  );
  const main = el('main', { class: 'compare' }, el('div', { class: 'compare-boards' }, ...parts), words);
  refill(root, head, main);
  // A board takes the size of its place, so it is made when that is on the page.
  const boards = sides.map(({ session }, n) => {
    const board = new Board(stages[n], session, { theme: themes.theme });
    stages[n].append(notes[n]);
    return board;
  });
  linkCameras(boards);
  const players = /** @type {[Player, Player]} */ (sides.map(({ source, index }, n) => new Player(source, boards[n], index)));
  const moments = linkedMoments([sides[0].index, sides[1].index]);
  const marks = [...new Set([...(told.parted && told.parted.how !== 'apart' ? [told.parted.turn] : []), ...told.turns.map(([turn]) => turn)])].sort((one, two) => one - two);
  const timeline = new LinkedTimeline(moments, players, marks);
  root.append(timeline.root);
  const scores = scoreTable(sides, players, boards);
  refill(words, ...differences(told, sides, timeline), scores.root, await partingOrders(told, sides));
  timeline.addEventListener('moment', (event) => {
    const { moment } = /** @type {CustomEvent<{moment: import('./linked.js').Moment}>} */ (event).detail;
    sides.forEach(({ index }, n) => {
      notes[n].hidden = moment.there[n];
      notes[n].textContent = moment.turn < index.turn[0] ? `begins at turn ${index.turn[0]}` : `ended at turn ${index.turn[index.steps]}`;
    });
  });
  const recolor = () => {
    const dark = themes.theme === 'dark';
    relabel(themeButton, dark ? 'sun' : 'moon', dark ? 'Light theme' : 'Dark theme');
    for (const board of boards) board.setTheme(themes.theme);
    scores.update();
  };
  themes.addEventListener('theme', recolor);
  recolor();
  attachKeys([
    { on: [' '], shown: 'Space', about: 'play or pause', press: () => timeline.toggle() },
    { on: ['arrowleft'], shift: false, shown: '←', about: 'one frame back', press: () => timeline.step(-1) },
    { on: ['arrowright'], shift: false, shown: '→', about: 'one frame forward', press: () => timeline.step(1) },
    { on: ['arrowleft'], shift: true, shown: 'Shift ←', about: 'one turn back', press: () => timeline.turn(-1) },
    { on: ['arrowright'], shift: true, shown: 'Shift →', about: 'one turn forward', press: () => timeline.turn(1) },
    { on: ['e'], shown: 'E', about: 'to the next difference', press: () => timeline.difference(1) },
    { on: ['q'], shown: 'Q', about: 'to the previous difference', press: () => timeline.difference(-1) },
    { on: ['r'], shown: 'R', about: 'show the whole boards', press: () => boards.forEach((board) => board.reset()) },
  ]);
  if (told.parted && told.parted.how !== 'apart') timeline.toTurn(told.parted.turn);
  else timeline.show(0);
}

/** What is looked at on one board is looked at on the other. @param {Board[]} boards */
function linkCameras(boards) {
  let following = false;
  boards.forEach((board, n) => {
    const other = boards[1 - n];
    board.addEventListener('view', () => {
      if (following || (board.camera.fitted && other.camera.fitted)) return;
      following = true;
      if (board.camera.fitted) other.reset();
      else other.look(board.camera);
      following = false;
    });
  });
}

/**
 * @typedef {{name: string, session: Session, index: MatchIndex, source: ServerSource}} ComparedSide
 * @param {LibraryComparison} told
 * @param {ComparedSide[]} sides
 * @param {LinkedTimeline} timeline
 */
function differences(told, sides, timeline) {
  const { parted } = told;
  const { seats } = sides[0].session;
  const counted = sides[0].index.counted ?? 'turn';
  const at = parted ? `${counted} ${parted.turn}` : '';
  const who = [...new Set((parted?.orders ?? []).map(({ seat }) => seatName(seats[seat], seat)))].join(' and ');
  const first = !parted
    ? 'They do not differ.'
    : {
        apart: 'They have no turn in common.',
        start: `They differ from the start: ${at} of both begins with another position.`,
        orders: `They differ first at ${at}: other orders of ${who}.`,
        chance: `They differ first at ${at}: the same orders, but something else was drawn.`,
        length: `They are the same up to ${at}, which only one of them has.`,
      }[parted.how];
  const line = el('p', { class: 'compare-first' }, el('b', { text: first }));
  if (parted && parted.how !== 'apart') line.append(' ', button({ label: `Go to ${at}`, text: `Go to ${at}`, icon: 'nextKey', class: 'go-first', press: () => timeline.toTurn(parted.turn) }));
  const each = told.by_seat.map((times, seat) => (times > 0 ? `${seatName(seats[seat], seat)} ${times}` : '')).filter((text) => text !== '');
  const later = told.turns.length === 0 ? `${count(told.common, 'turn')} in common.` : `Other orders at ${told.turns.length.toLocaleString('en')} of ${count(told.common, 'turn')} in common${each.length > 1 ? ` (${each.join(', ')})` : ''}.`;
  return [line, parted?.how === 'apart' ? null : el('p', { class: 'faint', text: later })];
}

/**
 * The scores of both at the moment that is shown.
 * @param {ComparedSide[]} sides
 * @param {Player[]} players
 * @param {Board[]} boards
 */
function scoreTable(sides, players, boards) {
  const body = el('tbody');
  const root = el(
    'table',
    { class: 'compare-scores' },
    el('caption', { class: 'sr-only', text: 'Scores at this moment' }),
    el('thead', {}, el('tr', {}, el('th', { scope: 'col', text: 'score' }), el('th', { scope: 'col', text: SIDES[0] }), el('th', { scope: 'col', text: SIDES[1] }), el('th', { scope: 'col', text: 'difference' }))),
    body,
  );
  const update = () => {
    /** @type {Map<number, (Side | undefined)[]>} */
    const rows = new Map();
    players.forEach((player, n) => {
      for (const side of player.picture?.sides ?? []) {
        const row = rows.get(side.seat) ?? [undefined, undefined];
        row[n] = side;
        rows.set(side.seat, row);
      }
    });
    /** @param {[number, (Side | undefined)[]]} line */
    const line = ([seat, row]) => {
      const chip = el('span', { class: 'seat-chip', 'aria-hidden': 'true' });
      const color = (row[0] ?? row[1])?.color;
      if (color) chip.style.background = boards[0].painter.color(color);
      const [one, two] = row.map((side) => Number(side?.score));
      const by = two - one;
      const difference = Number.isNaN(by) ? '' : by === 0 ? '=' : by > 0 ? `+${by}` : `−${-by}`;
      return el('tr', {}, el('th', { scope: 'row' }, chip, seatName(sides[0].session.seats[seat], seat)), ...row.map((side) => el('td', { text: side?.score ?? '–' })), el('td', { text: difference }));
    };
    refill(body, ...[...rows].sort(([one], [two]) => one - two).map(line));
  };
  for (const player of players) player.addEventListener('frame', update);
  return { root, update };
}

/**
 * The orders at the turn at which they part.
 * @param {LibraryComparison} told
 * @param {ComparedSide[]} sides
 */
async function partingOrders({ parted }, sides) {
  if (!parted || parted.orders.length === 0) return null;
  const pictures = await Promise.all(sides.map(({ source, index }) => source.frames.get(frameOfTurn(index, parted.turn), 'all')));
  /** @param {unknown} order @param {number} n */
  const text = (order, n) => (order !== null && typeof order === 'object' ? orderText(sides[n].session.verbs, /** @type {Action} */ (order), (id) => pictures[n].get(id)) : String(order).replaceAll('_', ' '));
  return el(
    'div',
    { class: 'compare-orders' },
    ...parted.orders.map(({ seat, only, more }) =>
      el(
        'section',
        { 'aria-label': `Orders of ${seatName(sides[0].session.seats[seat], seat)}` },
        el('h3', { text: `${seatName(sides[0].session.seats[seat], seat)} at ${sides[0].index.counted ?? 'turn'} ${parted.turn}` }),
        el(
          'div',
          { class: 'order-columns' },
          ...only.map((orders, n) => el('div', {}, el('p', { class: 'faint', text: `only in ${SIDES[n]}` }), el('ul', {}, ...orders.map((order) => el('li', { text: text(order, n) })), more[n] > 0 ? el('li', { class: 'faint', text: `and ${more[n]} more` }) : null, orders.length === 0 ? el('li', { class: 'faint', text: 'nothing' }) : null))),
        ),
      ),
    ),
  );
}
