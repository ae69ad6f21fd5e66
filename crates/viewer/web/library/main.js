// The library: the replays of a folder as cards, matches that are being played as tiles, forks as a tree.

import { button, el, reasonOf, refill, relabel, toast } from '../shared/dom.js';
import { ThemeSwitch } from '../shared/theme.js';
import { unopened } from '../shared/unopened.js';
import { takeKey, watchForKeys } from '../source/rights.js';
import { ServerSource } from '../source/server.js';
import { count } from '../report/words.js';
import { MatchCard } from './card.js';
import { askDelete, askRename } from './changes.js';
import { startCompare } from './compare.js';
import { Filters } from './filters.js';
import { Folder } from './folder.js';
import { Pictures } from './pictures.js';
import { keptPlace, keepPlace, rememberLibrary } from './place.js';
import { LiveTile } from './tile.js';
import { Kinship, showTree } from './tree.js';

/** So many new cards are put on the page in one go: the first of thousands are there at once, the others follow. */
const CARDS_AT_ONCE = 300;
/** Several changes in a row are shown at once, after so many milliseconds. */
const TOGETHER = 60;

class LibraryPage {
  /**
   * @param {HTMLElement} root
   * @param {Session} session
   * @param {ServerSource} source
   * @param {ThemeSwitch} themes
   */
  constructor(root, session, source, themes) {
    this.session = session;
    this.source = source;
    this.themes = themes;
    const kept = keptPlace(location.search);
    /** The card to go back to. */
    this.returning = kept.name;
    this.filters = new Filters(kept.search);
    this.asTree = new URLSearchParams(kept.search).get('view') === 'forks';
    this.folder = new Folder(source);
    this.pictures = new Pictures(themes);
    /** @type {Map<string, MatchCard>} */
    this.made = new Map();
    /** @type {Map<string, LiveTile>} */
    this.tiles = new Map();
    /** The names of cards that were chosen, in the order they were. @type {Set<string>} */
    this.picked = new Set();
    this.kinship = new Kinship([]);
    this.pending = false;

    this.status = el('p', { class: 'library-status faint', role: 'status' });
    this.treeButton = button({ label: 'Forks', text: 'Forks', icon: 'fork', class: 'quiet', press: () => this.#turn() });
    this.themeButton = button({ label: 'Dark theme', icon: 'moon', class: 'quiet', press: () => themes.toggle() });
    this.live = el('ul', { class: 'cards tiles', 'aria-label': 'Being played' });
    this.liveSection = el('section', { class: 'library-live', 'aria-labelledby': 'live-title', hidden: true }, el('h2', { id: 'live-title', text: 'Being played' }), this.live);
    this.list = el('ul', { class: 'cards', 'aria-label': 'Matches' });
    this.tree = el('div', { class: 'library-tree', hidden: true });
    this.empty = el('p', { class: 'nothing', hidden: true });
    this.others = el('details', { class: 'library-others', hidden: true });
    this.bar = el('div', { class: 'library-bar', role: 'toolbar', 'aria-label': 'Chosen matches', hidden: true });
    refill(
      root,
      el('header', { class: 'library-head' }, el('h1', { text: session.title }), this.treeButton, this.themeButton, this.status),
      this.filters.root,
      el('main', {}, this.liveSection, el('h2', { class: 'sr-only', text: 'Matches' }), this.list, this.tree, this.empty, this.others, this.bar),
    );
    this.filters.addEventListener('change', () => this.#chosen());
    this.folder.addEventListener('change', (event) => this.#changed(/** @type {CustomEvent} */ (event).detail.names));
    this.folder.addEventListener('state', () => this.#soon());
    themes.addEventListener('theme', () => this.#recolor());
    this.#recolor();
    this.#keys();
    const query = this.#query().toString();
    if (query && !location.search) history.replaceState(history.state, '', `?${query}`);
    /** Whether a match was opened: then it is known where to come back to. */
    this.leaving = false;
    addEventListener('pagehide', () => {
      if (!this.leaving) keepPlace(this.#query(), this.#inView());
      this.leaving = false;
    });
  }

  /** @param {Set<string>} names */
  #changed(names) {
    for (const name of names) {
      const card = this.folder.cards.get(name);
      if (card) {
        if (card.kind === 'match' && card.facts?.ending !== 'running') this.#dropTile(name);
        continue;
      }
      this.#dropTile(name);
      this.picked.delete(name);
      const made = this.made.get(name);
      if (made) {
        this.pictures.forget(made.picture);
        made.root.remove();
        this.made.delete(name);
      }
    }
    this.kinship = new Kinship(this.folder.cards.values());
    for (const name of names) this.#refresh(name);
    this.filters.learn(this.folder.cards.values());
    this.#soon();
  }

  /** Shows a card anew that is there already. @param {string} name */
  #refresh(name) {
    const card = this.folder.cards.get(name);
    if (card) this.made.get(name)?.show(card);
  }

  #soon() {
    if (this.pending) return;
    this.pending = true;
    setTimeout(() => {
      this.pending = false;
      this.#arrange();
    }, TOGETHER);
  }

  #chosen() {
    const query = this.#query().toString();
    history.replaceState(history.state, '', query ? `?${query}` : location.pathname);
    this.#arrange();
  }

  #query() {
    const query = this.filters.query();
    if (this.asTree) query.set('view', 'forks');
    return query;
  }

  #turn() {
    this.asTree = !this.asTree;
    this.#chosen();
  }

  /** Puts everything in its place. */
  #arrange() {
    const all = [...this.folder.cards.values()];
    const shown = this.filters.chosen(all.filter((card) => card.kind !== 'foreign'));
    const running = shown.filter((card) => card.facts?.ending === 'running' && !card.facts.by_hand);
    this.#tiles(running);
    const still = shown.filter((card) => !running.includes(card));
    this.treeButton.setAttribute('aria-pressed', String(this.asTree));
    this.tree.hidden = !this.asTree;
    this.list.hidden = this.asTree;
    if (this.asTree) {
      const names = new Set(shown.map((card) => card.name));
      const whole = this.filters.active() ? this.#families(names) : all;
      showTree(this.tree, whole, { open: (name) => this.open(name), compare: (a, b) => this.compare(a, b) });
    } else this.#cards(still);
    this.#others(all.filter((card) => card.kind === 'foreign'));
    this.#words(all, shown);
    this.#bar();
    this.#return();
  }

  /** The matches that were chosen, with what they came from. @param {Set<string>} names */
  #families(names) {
    const family = new Set();
    for (const name of names) {
      for (let card = this.folder.cards.get(name) ?? null; card && !family.has(card); card = this.kinship.originOf(card)) family.add(card);
    }
    return [...family];
  }

  /** @param {LibraryCard[]} cards */
  #cards(cards) {
    // What does not fit the filters any more goes first, so that nothing else has to move.
    const names = new Set(cards.map((card) => card.name));
    for (const one of [...this.list.children]) if (!names.has(/** @type {HTMLElement} */ (one).dataset.name ?? '')) one.remove();
    let before = /** @type {Element | null} */ (this.list.firstElementChild);
    let room = CARDS_AT_ONCE;
    for (const card of cards) {
      let made = this.made.get(card.name);
      if (!made) {
        if (room-- === 0) {
          this.#soon();
          return;
        }
        made = new MatchCard(card.name, this.session, this.themes, {
          open: (name) => this.open(name),
          choose: (name, on) => this.#pick(name, on),
          rename: (name) => askRename(this.source, name, (renamed) => this.#renamed(renamed)),
          remove: (name) => this.#remove([name]),
          origin: (one) => this.kinship.originOf(one),
        });
        this.made.set(card.name, made);
        made.show(card);
      }
      if (card.kind === 'match' && !card.facts?.by_hand) this.pictures.show(made.picture, made.image, card.name, card.stamp);
      made.box.checked = this.picked.has(card.name);
      if (made.root === before) before = before.nextElementSibling;
      else this.list.insertBefore(made.root, before);
    }
  }

  /** @param {LibraryCard[]} running */
  #tiles(running) {
    const names = new Set(running.map((card) => card.name));
    for (const name of [...this.tiles.keys()]) if (!names.has(name)) this.#dropTile(name);
    for (const card of running) {
      if (this.tiles.has(card.name)) continue;
      const tile = new LiveTile(card, this.source, this.themes, (name) => this.open(name));
      this.tiles.set(card.name, tile);
      this.live.append(tile.root);
    }
    this.liveSection.hidden = this.tiles.size === 0;
  }

  /** @param {string} name */
  #dropTile(name) {
    const tile = this.tiles.get(name);
    if (!tile) return;
    tile.close();
    tile.root.remove();
    this.tiles.delete(name);
  }

  /** Files that are no replays, told with the reason. @param {LibraryCard[]} foreign */
  #others(foreign) {
    this.others.hidden = foreign.length === 0;
    if (this.others.hidden) {
      refill(this.others);
      return;
    }
    const open = this.others.open;
    refill(
      this.others,
      el('summary', { text: `${count(foreign.length, 'other file')} in the folder` }),
      el('ul', {}, ...foreign.sort((a, b) => a.name.localeCompare(b.name)).map((card) => el('li', {}, el('b', { text: card.name }), ` ${card.why ?? ''}`))),
    );
    this.others.open = open;
  }

  /** @param {LibraryCard[]} all @param {LibraryCard[]} shown */
  #words(all, shown) {
    const { folder } = this;
    const files = all.filter((card) => card.kind !== 'foreign').length;
    const total = count(files, 'match').replace('matchs', 'matches');
    const some = shown.length === files ? total : `${shown.length.toLocaleString('en')} of ${total}`;
    const unread = folder.unread > 0 ? `, looking at ${folder.unread.toLocaleString('en')} more` : '';
    const text = folder.trouble ? `not up to date: ${folder.trouble}` : `${some} in ${folder.place}${unread}`;
    // What is spoken is only what has changed.
    if (this.status.textContent !== text) this.status.textContent = text;
    this.status.classList.toggle('bad', folder.trouble !== '');
    this.empty.hidden = shown.length > 0 || this.asTree || !folder.told;
    this.empty.textContent = files === 0 ? 'There is no replay here yet. Play a match, and it appears: skirmish play infection' : 'No match fits the filters.';
  }

  /** @param {string} name @param {boolean} on */
  #pick(name, on) {
    if (on) this.picked.add(name);
    else this.picked.delete(name);
    this.#bar();
  }

  #bar() {
    const names = [...this.picked];
    this.bar.hidden = names.length === 0;
    if (names.length === 0) return;
    const compared = names.map((name) => this.folder.cards.get(name)).filter((card) => card?.kind === 'match' && !card.facts?.by_hand);
    const two = names.length === 2 && compared.length === 2;
    const compare = button({ label: 'Compare', text: 'Compare', icon: 'sideBySide', class: 'primary', press: () => this.compare(names[0], names[1]) });
    compare.disabled = !two;
    if (!two) compare.title = 'Choose two matches to compare them';
    refill(
      this.bar,
      el('span', { role: 'status', text: `${names.length} chosen` }),
      compare,
      this.session.right === 'run' ? button({ label: 'Delete', text: 'Delete', icon: 'trash', press: () => this.#remove(names) }) : null,
      button({ label: 'Choose none', text: 'Choose none', class: 'quiet', press: () => this.#unpick() }),
    );
  }

  #unpick() {
    this.picked.clear();
    for (const { box } of this.made.values()) box.checked = false;
    this.#bar();
  }

  /** @param {string[]} names */
  #remove(names) {
    const neighbour = this.made.get(names[0])?.root.nextElementSibling ?? null;
    askDelete(this.source, names, () => {
      this.#unpick();
      this.folder.hurry();
      const link = neighbour?.querySelector('a');
      if (link) link.focus();
      else this.filters.text.focus();
    });
  }

  /** @param {string} name */
  #renamed(name) {
    this.returning = name;
    this.folder.hurry();
  }

  /** Goes to a match. @param {string} name */
  async open(name) {
    try {
      const goal = /** @type {Goal} */ (await this.source.get(`api/match?${new URLSearchParams({ name })}`));
      this.#leave(name);
      location.assign(goal.url);
    } catch (error) {
      toast(reasonOf(error), 'bad');
    }
  }

  /** Shows two matches side by side. @param {string} a @param {string} b */
  compare(a, b) {
    this.#leave(a);
    location.assign(`?${new URLSearchParams({ compare: a, with: b })}`);
  }

  /** @param {string} name what is opened */
  #leave(name) {
    keepPlace(this.#query(), name);
    this.leaving = true;
  }

  /** Goes back to where somebody was, as soon as that is there. */
  #return() {
    if (this.returning === null) return;
    const found = this.made.get(this.returning)?.root ?? this.tiles.get(this.returning)?.root;
    if (!found?.isConnected) return;
    this.returning = null;
    found.scrollIntoView({ block: 'center' });
    found.querySelector('a')?.focus({ preventScroll: true });
  }

  /** The first card that is wholly in sight. */
  #inView() {
    if (scrollY === 0) return null;
    const card = [...this.list.children].find((one) => one.getBoundingClientRect().top >= 0);
    return card instanceof HTMLElement ? (card.dataset.name ?? null) : null;
  }

  #recolor() {
    const dark = this.themes.theme === 'dark';
    relabel(this.themeButton, dark ? 'sun' : 'moon', dark ? 'Light theme' : 'Dark theme');
    for (const name of this.made.keys()) this.#refresh(name);
  }

  /** Arrow keys go from card to card, a slash to the search. */
  #keys() {
    document.addEventListener('keydown', (event) => {
      const { target } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || !(target instanceof Element)) return;
      if (event.key === '/' && !target.closest('input, select, textarea, dialog')) {
        event.preventDefault();
        this.filters.text.focus();
        return;
      }
      const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
      const card = target.closest('.card');
      if (!way || !card || !target.matches('a')) return;
      const next = neighbourOf(card, way[0], way[1]);
      if (!next) return;
      event.preventDefault();
      next.querySelector('a')?.focus();
    });
  }
}

/** The card beside, above or below another one. @param {Element} card @param {number} dx @param {number} dy */
function neighbourOf(card, dx, dy) {
  const all = [...document.querySelectorAll('.library-live .card, .cards:not(.tiles) .card')];
  const at = all.indexOf(card);
  if (dx !== 0) return all[at + dx] ?? null;
  const { left, top } = card.getBoundingClientRect();
  const step = dy > 0 ? 1 : -1;
  for (let n = at + step; n >= 0 && n < all.length; n += step) {
    const box = all[n].getBoundingClientRect();
    if (Math.abs(box.left - left) < 8 && (box.top - top) * step > 8) return all[n];
  }
  return null;
}

async function bootLibrary() {
  const root = /** @type {HTMLElement} */ (document.getElementById('library'));
  const themes = new ThemeSwitch();
  try {
    await takeKey();
    watchForKeys();
    const source = new ServerSource();
    const session = await source.session();
    document.title = session.title;
    rememberLibrary(location.pathname);
    const asked = new URLSearchParams(location.search);
    const name = asked.get('match');
    if (name !== null) {
      const goal = /** @type {Goal} */ (await source.get(`api/match?${new URLSearchParams({ name })}`));
      location.replace(goal.url);
      return;
    }
    const [a, b] = [asked.get('compare'), asked.get('with')];
    if (a !== null && b !== null) {
      await startCompare(root, source, themes, a, b);
      return;
    }
    await new LibraryPage(root, session, source, themes).folder.follow();
  } catch (error) {
    refill(
      root,
      unopened('This cannot be opened', el('p', { text: reasonOf(error) }), el('p', {}, el('a', { href: location.pathname, text: 'To the library' }))),
    );
  }
}

bootLibrary();
