// The lobby: all games, joining one, and who one is.

import { el } from '../shared/dom.js';
import { whoAmI } from '../live/api.js';
import { sentence } from '../shared-live/form.js';
import { frame } from '../shared-live/frame.js';
import { MeCard } from '../shared-live/me.js';
import { Refresh } from '../shared-live/refresh.js';
import { GameClock } from '../shared-live/times.js';
import { readClock, readGames } from '../shared-live/told.js';
import { GameList } from './games.js';
import { Joining, readInvitation } from './joining.js';

const EVERY = 4000;

const clock = new GameClock();
const operate = el('a', { class: 'button quiet', href: '/zords/operate', text: 'Operate', title: "The operator's page" });
const page = frame('Live games of zords', [operate, el('a', { class: 'button quiet', href: '/api', text: 'API', title: 'Everything a program can ask for' })]);
const me = new MeCard(() => void refresh.now());
const joining = new Joining(() => void refresh.now());
const list = new GameList(clock, (game) => joining.open(game));
page.main.append(me.root, me.secrets, joining.root, list.root);

const refresh = new Refresh(EVERY, async () => {
  try {
    const [games, who, time] = await Promise.all([readGames(), whoAmI(), readClock()]);
    clock.set(time);
    me.show(who);
    joining.know(games, who);
    list.show(games, who);
    page.trouble(null);
  } catch (error) {
    page.trouble(sentence(error));
  }
});
setInterval(() => list.tick(), 1000);

/** A link with an invitation fills in the form. */
function followLink() {
  const invitation = readInvitation(location.hash);
  if (!invitation) return;
  // The code is good for a seat: neither the address bar nor the history keeps it.
  history.replaceState(null, '', location.pathname + location.search);
  joining.openLink(invitation);
}

addEventListener('hashchange', followLink);
await refresh.now();
followLink();
