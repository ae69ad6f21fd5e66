// The page of a live game: playing for whoever is in it, watching for everybody.

import { LiveBar } from './bar.js';
import { LivePlay } from './play.js';
import { LiveSource } from './source.js';
import { LiveWatch } from './days.js';
import { Notices } from './notify.js';
import { Problem, whoAmI } from './api.js';
import { GameClock } from '../shared-live/times.js';
import { ThemeSwitch } from '../shared/theme.js';
import { Topbar } from '../shared/topbar.js';
import { Watch } from '../watch/watch.js';
import { button, debounce, el, openDialog, refill } from '../shared/dom.js';
import { openAccount } from './account.js';
import { sentence } from '../shared-live/form.js';
import { unopened } from '../shared/unopened.js';
import { readClock } from '../shared-live/told.js';

/** How often the page looks how it stands, whatever it hears: a pause makes no event. */
const LOOK_MS = 5000;
/** How often it looks at the clock of the games. */
const CLOCK_MS = { real: 60_000, virtual: 2000 };

/** @param {HTMLElement} root */
async function open(root) {
  const game = decodeURIComponent(location.pathname.split('/')[3] ?? '');
  const source = new LiveSource(game);
  const [view, session, clock] = await Promise.all([source.view(), source.session(), startClock()]);
  const themes = new ThemeSwitch();
  const seat = view.you;
  const asked = new URLSearchParams(location.search);
  // A link to a moment is there to be looked at.
  const looks = asked.get('mode') === 'watch' || asked.has('frame') || asked.has('turn');
  const mode = seat !== null && !looks ? 'play' : 'watch';
  const notices = new Notices(game, seat ?? '');
  const account = () => void openAccount(source, seat ?? '', notices);
  document.title = session.title;
  document.body.classList.add('live', `live-${mode}`);
  const page = { game, mode: /** @type {'play' | 'watch'} */ (mode), seat, account };
  const room = mode === 'play' ? await openPlay(root, { session, source, themes, seat: String(seat), clock, page }) : await openWatch(root, { session, source, themes, seat, clock, page });
  room.bar.show(view);
  room.show(view);
  let strange = false;
  const stranger = () => {
    if (strange || seat === null) return;
    strange = true;
    const dialog = openDialog(
      'You are signed out',
      el('p', { text: `Your token as ${seat} is not valid any more: it was replaced, or you signed out elsewhere. Nothing that was done is lost. Sign in with your new token to go on.` }),
      el('div', { class: 'hand-row' }, el('a', { class: 'button primary', href: '/zords/', text: 'Sign in' }), button({ label: 'Watch', text: 'Watch', press: () => dialog.close() })),
    );
    dialog.addEventListener('close', () => location.reload());
  };
  let known = `${view.seq} ${view.paused} ${view.status}`;
  const look = async () => {
    // A clock that can be turned may have been.
    if (clock.virtual) clock.set(await readClock());
    const now = await source.view();
    room.bar.show(now);
    room.show(now);
    if (now.you !== seat) return stranger();
    // Who joins changes colours and names: everything is drawn anew.
    if (now.players.length !== session.seats.length) location.reload();
    const next = `${now.seq} ${now.paused} ${now.status}`;
    if (next === known) return;
    known = next;
    await room.news();
  };
  const tryLook = () => void look().catch((error) => {
    // Whoever may not look any more, or at a game that is stopped, is told so from the start.
    if (error instanceof Problem && (error.status === 401 || error.status === 403 || error.reason === 'broken')) location.reload();
  });
  const soon = debounce(30, tryLook);
  source.addEventListener('news', (event) => {
    if (seat !== null) notices.tell(/** @type {CustomEvent} */ (event).detail);
    soon();
  });
  source.addEventListener('stranger', stranger);
  source.addEventListener('connected', (event) => room.bar.connected(/** @type {CustomEvent} */ (event).detail));
  source.listen(view.n);
  setInterval(() => {
    if (!document.hidden) tryLook();
  }, LOOK_MS);
  setInterval(() => {
    room.bar.tick();
    room.tick();
  }, 1000);
}

/** A clock that goes right: a real one is looked at seldom, one that can be turned often. */
async function startClock() {
  const clock = new GameClock();
  const look = async () => {
    try {
      clock.set(await readClock());
    } catch {
      // The next look will do.
    }
    setTimeout(() => void look(), clock.virtual ? CLOCK_MS.virtual : CLOCK_MS.real);
  };
  await look();
  return clock;
}

/**
 * @typedef {{session: Session, source: LiveSource, themes: ThemeSwitch, clock: GameClock,
 *   page: {game: string, mode: 'play' | 'watch', seat: string | null, account: () => void}}} Parts
 * @typedef {{bar: LiveBar, show: (view: import('./source.js').LiveView) => void, tick: () => void, news: () => Promise<void>}} Room
 */

/** @param {HTMLElement} root @param {Parts & {seat: string}} parts @returns {Promise<Room>} */
async function openPlay(root, { session, source, themes, seat, clock, page }) {
  const topbar = new Topbar(session, themes);
  const bar = new LiveBar(topbar, clock, page);
  const content = el('div', { class: 'content' });
  refill(root, topbar.root, content);
  const play = new LivePlay(content, session, source, { theme: themes.theme, seat, clock });
  themes.addEventListener('theme', () => play.mode.board.setTheme(themes.theme));
  await play.start();
  return { bar, show: (view) => play.show(view), tick: () => play.tick(), news: () => play.news() };
}

/** @param {HTMLElement} root @param {Parts & {seat: string | null}} parts @returns {Promise<Room>} */
async function openWatch(root, { session, source, themes, seat, clock, page }) {
  const index = await source.index();
  refill(root);
  // Whatever else a source of the viewer can do is behind rights that this session does not have.
  const film = /** @type {import('../source/server.js').ServerSource} */ (/** @type {unknown} */ (source));
  const watch = new Watch(root, session, film, index, themes);
  const bar = new LiveBar(watch.topbar, clock, page);
  const more = new LiveWatch(watch, source, index, seat);
  await watch.start();
  return { bar, show: () => {}, tick: () => {}, news: () => more.news() };
}

const root = /** @type {HTMLElement} */ (document.getElementById('app'));
try {
  await open(root);
} catch (error) {
  const hidden = error instanceof Problem && (error.status === 401 || error.status === 403 || error.status === 404);
  const me = hidden ? await whoAmI().catch(() => null) : null;
  const advice = !hidden ? '' : me ? 'If it is a private game, sign in as one of its players.' : 'If it is a private game, sign in as one of its players first.';
  const stopped = error instanceof Problem && error.reason === 'broken';
  refill(root, unopened(stopped ? 'This game is stopped' : 'This game cannot be shown', el('p', { text: sentence(error) }), advice ? el('p', { text: advice }) : null, el('p', {}, el('a', { href: '/zords/', text: 'All games' }))));
}
