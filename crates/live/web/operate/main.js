// The operator's page: who may, then one view at a time, chosen by what stands behind the # of the address.

import { el, refill } from '../shared/dom.js';
import { read, whoAmI } from '../live/api.js';
import { sentence } from '../shared-live/form.js';
import { frame } from '../shared-live/frame.js';
import { Refresh } from '../shared-live/refresh.js';
import { GameClock } from '../shared-live/times.js';
import { readClock, readGames } from '../shared-live/told.js';
import { AuditLog } from './audit.js';
import { Gate } from './gate.js';
import { GamePage } from './game.js';
import { Games } from './games.js';
import { Making } from './making.js';
import { People } from './people.js';
import { Server } from './server.js';

/**
 * What every view is told when the page looks again.
 * @typedef {{me: import('../live/api.js').Me, games: import('../shared-live/told.js').Listed[], stopped: import('../shared-live/told.js').Stopped[],
 *   clock: GameClock, trouble: string | null}} Known
 * @typedef {{root: HTMLElement, refresh: (known: Known) => Promise<void> | void}} View
 */

const EVERY = 4000;

const clock = new GameClock();
const page = frame("The operator's page", [el('a', { class: 'button quiet', href: '/zords/', text: 'Games' }), el('a', { class: 'button quiet', href: '/api', text: 'API', title: 'Everything a program can ask for' })]);
const again = () => void refresh.now();
const gate = new Gate(again);

/** The views with a name, and how the bar calls them. @type {[string, string, View][]} */
const views = [
  ['games', 'Games', new Games()],
  ['new', 'New game', new Making(again)],
  ['people', 'Operators', new People(again)],
  ['audit', 'Audit log', new AuditLog()],
  ['server', 'Server', new Server(again)],
];
/** The page of each game that was opened, with whatever was typed there. @type {Map<string, GamePage>} */
const opened = new Map();

const tabs = el('nav', { class: 'views', 'aria-label': 'Views' }, ...views.map(([name, title]) => el('a', { class: 'view-link', href: `#${name}`, text: title })));
const health = el('a', { class: 'health', href: '#server' });
const desk = el('div', { class: 'desk', hidden: true }, el('div', { class: 'desk-bar' }, tabs, health), ...views.map(([, , view]) => view.root));
page.main.append(gate.root, desk);

/** The view that the address names. @returns {View} */
function chosen() {
  const [name, ...rest] = location.hash.replace(/^#/, '').split('/');
  if (name !== 'game' || rest.length === 0) return (views.find(([own]) => own === name) ?? views[0])[2];
  const game = decodeURIComponent(rest.join('/'));
  let found = opened.get(game);
  if (!found) {
    found = new GamePage(game, again);
    opened.set(game, found);
    desk.append(found.root);
  }
  return found;
}

/** Shows one view, and marks it in the bar. */
function show() {
  const view = chosen();
  const all = [...views.map(([, , own]) => own), ...opened.values()];
  all.forEach((own) => (own.root.hidden = own !== view));
  const name = location.hash.startsWith('#game/') ? 'games' : (views.find(([, , own]) => own === view)?.[0] ?? '');
  tabs.querySelectorAll('a').forEach((link) => {
    if (link.hash === `#${name}`) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  });
  return view;
}

/** What keeps the server from serving, in its own words; null if nothing does. */
async function troubleOfServer() {
  try {
    await read('/readyz');
    return null;
  } catch (error) {
    if (error instanceof TypeError) throw error;
    return sentence(error);
  }
}

const refresh = new Refresh(EVERY, async () => {
  try {
    const me = await whoAmI();
    const runsGames = me !== null && me.role !== 'player';
    gate.show(me);
    desk.hidden = !runsGames;
    if (runsGames) {
      const [{ games, stopped }, time, trouble] = await Promise.all([readGames(), readClock(), troubleOfServer()]);
      clock.set(time);
      refill(health, trouble === null ? 'Ready' : 'Trouble');
      health.className = `health pill ${trouble === null ? 'good' : 'bad'}`;
      health.title = trouble ?? 'The store takes writes, and no game is stopped';
      await show().refresh({ me, games, stopped, clock, trouble });
    }
    page.trouble(null);
  } catch (error) {
    page.trouble(sentence(error));
  }
});

addEventListener('hashchange', () => {
  gate.followLink();
  if (!desk.hidden) show();
  again();
});
gate.followLink();
await refresh.now();
