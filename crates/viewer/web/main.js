// The start: what this page is for, and the module that does it.

import { el, reasonOf, refill } from './shared/dom.js';
import { startEdit } from './edit/edit.js';
import { EmbeddedSource } from './source/embedded.js';
import { startHand } from './hand/hand.js';
import { takeKey, watchForKeys } from './source/rights.js';
import { ServerSource } from './source/server.js';
import { ThemeSwitch } from './shared/theme.js';
import { Topbar } from './shared/topbar.js';
import { unopened } from './shared/unopened.js';
import { Watch } from './watch/watch.js';

async function boot() {
  const root = /** @type {HTMLElement} */ (document.getElementById('app'));
  const themes = new ThemeSwitch();
  try {
    const carried = window.SKIRMISH_REPLAY;
    if (!carried) {
      await takeKey();
      watchForKeys();
    }
    const source = carried ? await EmbeddedSource.open(carried) : new ServerSource();
    const session = await source.session();
    document.title = session.title;
    if (session.mode === 'watch') {
      const index = await source.index();
      refill(root);
      await new Watch(root, session, source, index, themes).start();
      return;
    }
    const content = el('div', { class: 'content' });
    refill(root, new Topbar(session, themes).root, content);
    const start = session.mode === 'hand' ? startHand : startEdit;
    const server = /** @type {ServerSource} */ (source);
    const mode = await start(content, session, server, { theme: themes.theme });
    themes.addEventListener('theme', () => mode.board.setTheme(themes.theme));
  } catch (error) {
    refill(
      root,
      unopened('This page cannot be opened', el('p', { text: reasonOf(error) })),
    );
  }
}

boot();
