// Watching a match: board, timeline, panels and keys put together.

import { askExport, askFork, attachDrop, openEditor } from './actions.js';
import { Board } from '../board/board.js';
import { CapsulePanel } from '../panels/capsules.js';
import { Caption } from './caption.js';
import { ZOOM_STEP, cameraTools } from '../board/camera-tools.js';
import { Charts } from '../panels/charts.js';
import { button, copyText, el, reasonOf, refill, toast } from '../shared/dom.js';
import { courseOf, targetsOf } from './course.js';
import { Ending } from './ending.js';
import { openGuide } from '../panels/guide.js';
import { Inspector } from '../panels/inspector.js';
import { attachKeys, showHelp } from './keys.js';
import { Kiosk } from './kiosk.js';
import { readLink, writeLink } from './links.js';
import { Log } from '../panels/log.js';
import { MessagePanel } from '../panels/message.js';
import { momentName } from './moments.js';
import { Panels } from '../panels/panels.js';
import { Past } from './past.js';
import { Player } from './player.js';
import { PrivatePanel } from '../panels/private.js';
import { Scoreboard, seatName } from '../panels/scoreboard.js';
import { Teller } from '../shared/teller.js';
import { Telling } from './telling.js';
import { Timeline } from './timeline.js';
import { Tooltip } from '../board/tooltip.js';
import { Topbar } from '../shared/topbar.js';
import { libraryLink } from './actions.js';

/** While a match runs, the page asks for its index at most this often, in milliseconds. */
const LIVE_EVERY = 250;

export class Watch {
  /**
   * @param {HTMLElement} root
   * @param {Session} session
   * @param {import('../source/server.js').ServerSource | import('../source/embedded.js').EmbeddedSource} source
   * @param {MatchIndex} index
   * @param {import('../shared/theme.js').ThemeSwitch} themes
   */
  constructor(root, session, source, index, themes) {
    this.session = session;
    this.source = source;
    this.index = index;
    this.themes = themes;
    /** Whether the parent page knows that the match is over. */
    this.told = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.wording = undefined;

    const stage = el('main', { class: 'stage', 'aria-label': 'Board' });
    this.topbar = new Topbar(session, themes);
    this.root = root;
    root.classList.add('watch');
    root.classList.toggle('plain', session.plain === true);
    this.board = new Board(stage, session, { theme: themes.theme });
    this.player = new Player(source, this.board, index);
    const { board, player } = this;
    const { painter } = board;
    this.timeline = new Timeline(player, painter, (frame, kind) => this.caption.show(frame, kind, momentName(this.index, frame)));
    this.charts = new Charts(player, painter, session);
    this.scoreboard = new Scoreboard(session, painter, (seat) => this.see(player.seat === String(seat) ? 'all' : String(seat)));
    this.log = new Log(source, player, session, (line) => this.goTo(line));
    /** @param {number} frame */
    const jump = (frame) => this.timeline.jump(frame);
    this.caption = new Caption(player, board, this.log);
    this.ending = new Ending(session, painter, this.log);
    this.teller = new Teller();
    this.telling = new Telling(player, this.log, session, this.teller);
    this.past = new Past(player, board, () => this.#drawCourse());
    this.tooltip = new Tooltip(stage, board, (seat) => seatName(session.seats[seat], seat));
    this.inspector = new Inspector(session, board, player, this.log, source, jump, () => this.#drawCourse());
    this.private = new PrivatePanel(source, player, board, session);
    this.message = new MessagePanel(source, player, session);
    this.capsules = new CapsulePanel(/** @type {import('../source/server.js').ServerSource} */ (source), session, jump);
    this.panels = new Panels(this.scoreboard.root);
    /** Says why there is nothing to see, over the board. */
    this.veil = el('div', { class: 'stage-note', hidden: true });
    /** The views one can choose from, and the field to choose with. */
    this.views = this.#views();
    /** Whether the page tells how the match ended before its end is shown. */
    this.spoilers = true;
    this.secretButton = button({ label: 'Hide the result', icon: 'secret', class: 'quiet', press: () => this.setSpoilers(!this.spoilers) });
    this.eyes = el('select', { 'aria-label': 'View', title: 'Whose view (F)', hidden: this.views.length < 2 });
    this.notesButton = button({ label: 'Bot notes', icon: 'notes', key: 'I', class: 'quiet', press: () => this.toggleNotes() });
    this.#fillPanels();
    this.#fillStage(stage);
    this.#fillTools();
    const library = source.embedded ? null : libraryLink(/** @type {import('../source/server.js').ServerSource} */ (source), session);
    if (library) this.topbar.root.prepend(library);
    this.foot = el('footer', { class: 'foot' }, this.timeline.root);
    root.append(this.topbar.root, stage, this.panels.root, this.foot);
    this.#placeCharts();
    this.#listen();
  }

  /** Shows the first picture, and fetches what can wait. */
  async start() {
    const { player, session, index } = this;
    const wish = readLink(location.search, session, index);
    if (wish.theme) this.themes.choose(wish.theme, false);
    if (wish.speed) player.setSpeed(wish.speed);
    if (wish.fog && wish.seat !== null) this.see(String(wish.seat));
    // Whoever passes a wall wants to see it happen.
    this.setSpoilers(wish.spoilers && !wish.kiosk);
    this.board.direct(true);
    player.go(wish.frame ?? (index.live ? index.steps : 0));
    if (wish.play) player.play();
    if (index.live) this.#live();
    if (wish.kiosk) this.kiosk = new Kiosk(this.root, this);
    if (this.session.right === 'run') attachDrop(/** @type {import('../source/server.js').ServerSource} */ (this.source));
    try {
      this.charts.set(await this.source.charts());
      const capsules = this.session.can.private ? await this.source.capsules() : [];
      this.capsules.set(capsules);
      this.panels.setHidden('capsules', capsules.length === 0);
      const n = capsules.findIndex((one) => one.file === wish.capsule);
      if (n >= 0) {
        this.panels.open('capsules');
        await this.capsules.open(capsules[n], n);
      }
    } catch (error) {
      toast(reasonOf(error), 'bad');
    }
  }

  /**
   * Shows what a seat sees, or everything with "all".
   * @param {string} seat
   */
  see(seat) {
    if (!this.views.includes(seat)) {
      if (seat !== 'all') toast('This game hides nothing: every seat sees everything.');
      return;
    }
    this.player.look(seat);
    this.eyes.value = seat;
    this.charts.paint();
    this.charts.mark();
  }

  /**
   * Whether to tell how the match ended before its end is shown.
   * @param {boolean} spoilers
   */
  setSpoilers(spoilers) {
    this.spoilers = spoilers;
    this.secretButton.setAttribute('aria-pressed', String(!spoilers));
    this.charts.setVeiled(!spoilers);
    this.timeline.setVeiled(!spoilers);
    this.#result();
  }

  /** The result in the bar; hidden from those who want to see it happen, until they have. */
  #result() {
    this.topbar.showResult(this.index, !this.spoilers && !this.isOver());
  }

  /** Whether the end of the match is shown. */
  isOver() {
    return this.player.frame === this.index.steps && !this.index.live;
  }

  /** The trails of all units, and the course and target of the selected one. */
  #drawCourse() {
    const { board, player, inspector } = this;
    const { id } = inspector;
    board.setTracks([...this.past.trails, ...(id === null ? [] : courseOf(player, id))]);
    board.setArrows(id === null ? [] : targetsOf(player, id));
  }

  /** The next one in turn: everything, the first seat, the second... */
  seeNext() {
    const { views } = this;
    this.see(views[(views.indexOf(this.player.seat) + 1) % views.length]);
    if (views.length > 1) toast(this.eyes.selectedOptions[0].text);
    else toast('This game hides nothing: every seat sees everything.');
  }

  /** Gives the camera to the director, or takes it. It begins with what the current step shows. */
  toggleDirector() {
    const { board, player } = this;
    board.direct(!board.directed);
    if (board.directed) player.again();
  }

  /** Switches the bots' notes on and off. */
  toggleNotes() {
    const on = !this.private.noted;
    this.private.setNoted(on);
    this.notesButton.setAttribute('aria-pressed', String(on));
    if (on) this.openPanel('private');
  }

  /** @param {string} name */
  openPanel(name) {
    this.panels.open(name);
    if (this.panels.isSheet()) this.panels.toggleSheet(true);
  }

  /** @param {LogLine} line */
  goTo(line) {
    this.timeline.jump(line.step);
    const [id] = line.about;
    if (id !== undefined) this.inspector.select(id, null);
    if (line.at) this.board.focus(line.at);
  }

  #fillPanels() {
    const { panels, inspector, log, message } = this;
    panels.add({ name: 'inspect', label: 'Inspect', root: inspector.root, show: (on) => inspector.setVisible(on) });
    panels.add({ name: 'log', label: 'Log', root: log.root, show: (on) => log.setVisible(on) });
    panels.add({ name: 'private', label: 'Bots', root: this.private.root, show: (on) => this.private.setVisible(on) });
    panels.add({ name: 'message', label: 'Message', root: message.root, show: (on) => message.setVisible(on) });
    panels.add({ name: 'capsules', label: 'Failures', root: this.capsules.root });
    panels.setHidden('capsules', true);
    if (this.source.embedded) for (const name of ['private', 'message']) panels.setHidden(name, true);
    inspector.setVisible(true);
  }

  /** Charts are under the timeline, or behind a tab where there is no room. */
  #placeCharts() {
    const cramped = matchMedia('(max-width: 760px), (max-height: 640px)');
    const tab = el('div', { class: 'charts-tab' });
    this.panels.add({ name: 'charts', label: 'Charts', root: tab, show: () => this.charts.paint() });
    const place = () => {
      (cramped.matches ? tab : this.foot).appendChild(this.charts.root);
      this.panels.setHidden('charts', !cramped.matches);
      if (!cramped.matches && this.panels.current === 'charts') this.panels.open('inspect');
    };
    cramped.addEventListener('change', place);
    place();
  }

  /** @param {HTMLElement} stage */
  #fillStage(stage) {
    const { board } = this;
    stage.append(cameraTools(board, { direct: () => this.toggleDirector() }), this.veil, this.past.chip, this.caption.root, this.ending.root, this.teller.root);
  }

  #views() {
    const { session, source } = this;
    const inside = source.embedded ? /** @type {import('../source/embedded.js').EmbeddedSource} */ (source).views() : null;
    const seats = session.hides ? session.seats.map((_, n) => String(n)) : [];
    return ['all', ...seats.filter((seat) => inside === null || inside.includes(seat))];
  }

  #fillTools() {
    const { session, source, player, topbar } = this;
    for (const view of this.views) {
      const text = view === 'all' ? 'all seen' : `as ${seatName(session.seats[Number(view)], Number(view))}`;
      this.eyes.appendChild(el('option', { value: view, text }));
    }
    this.eyes.addEventListener('change', () => this.see(this.eyes.value));
    this.notesButton.setAttribute('aria-pressed', 'false');
    this.notesButton.hidden = !session.can.private;
    /** @param {boolean} can @param {Parameters<typeof button>[0]} options */
    const tool = (can, options) => (can ? button({ class: 'quiet', ...options }) : null);
    const server = /** @type {import('../source/server.js').ServerSource} */ (source);
    refill(
      topbar.tools,
      this.eyes,
      this.notesButton,
      tool(session.can.fork, { label: 'Play from here', icon: 'hand', text: 'Play from here', class: 'quiet named', press: () => askFork(server, session, player) }),
      tool(session.can.edit, { label: 'Edit from here', icon: 'pencil', press: () => openEditor(server, player) }),
      tool(session.can.export, { label: 'Export', icon: 'download', press: () => askExport(server, player, this.themes.theme) }),
      tool(true, { label: 'Copy a link to this moment', icon: 'link', press: () => copyText(writeLink(player, session, location.href, this.spoilers), 'Link copied.') }),
      this.secretButton,
      tool(true, { label: 'Legend and rules', icon: 'book', key: 'G', press: () => openGuide(session, this.board.painter) }),
      tool(true, { label: 'Keys', icon: 'help', key: '?', press: () => this.help() }),
    );
  }

  #listen() {
    const { board, player, themes } = this;
    board.addEventListener('pick', (event) => {
      const { items, cell } = /** @type {CustomEvent} */ (event).detail;
      // Another click on the same place selects what lies below.
      const ids = items.map((/** @type {Item} */ item) => item.id);
      const next = ids[(ids.indexOf(this.inspector.id ?? '') + 1) % Math.max(1, ids.length)] ?? null;
      // What is meant may be drawn over another cell than its own.
      const chosen = items.find((/** @type {Item} */ item) => item.id === next);
      this.inspector.select(next, chosen?.cell ?? cell);
      this.panels.open('inspect');
    });
    player.addEventListener('frame', (event) => this.#shown(/** @type {CustomEvent} */ (event).detail));
    player.addEventListener('state', () => this.scoreboard.look(player.seat));
    player.addEventListener('wait', (event) => {
      const { waiting } = /** @type {CustomEvent} */ (event).detail;
      if (waiting) this.#note('Loading…');
      else this.#note('');
    });
    player.addEventListener('trouble', (event) => toast(reasonOf(/** @type {CustomEvent} */ (event).detail.error), 'bad'));
    themes.addEventListener('theme', () => {
      board.setTheme(themes.theme);
      this.scoreboard.recolor();
      this.timeline.paintMarks();
      this.charts.recolor();
      this.#result();
    });
    this.keys = this.#keys();
    attachKeys(this.keys);
  }

  /** @param {{frame: number, picture: import('../board/scene.js').Picture}} shown */
  #shown({ frame, picture }) {
    const { index, player } = this;
    const over = this.isOver();
    this.tooltip.hide();
    if (this.inspector.id !== null) this.#drawCourse();
    if (!this.spoilers) this.#result();
    this.ending.show(over ? index : null, picture);
    const blind = player.shownSeat !== 'all' && picture.byId.size === 0;
    this.#note(blind ? 'This seat has not been shown anything yet.' : '');
    // Nobody reads a scoreboard twenty times a second: during fast play it updates a few times.
    if (!player.playing || player.interval() > 125) this.#words();
    else if (this.wording === undefined) this.wording = setTimeout(() => this.#words(), 160);
    if (window.parent !== window) {
      window.parent.postMessage({ type: 'TURN', frame, turn: index.turn[frame] ?? null }, '*');
      if (over && !this.told) window.parent.postMessage({ type: 'GAME_OVER', winner: index.winner }, '*');
      this.told = over;
    }
  }

  /** Scoreboard and title, as they are at the frame that is shown. */
  #words() {
    clearTimeout(this.wording);
    this.wording = undefined;
    const { index, player } = this;
    const { frame, picture } = player;
    if (!picture) return;
    const over = this.isOver();
    this.scoreboard.show(picture, index.acted[frame] ?? [], over ? index.winner : null);
    if (over && player.shownSeat !== 'all') this.#finalScores();
    document.title = this.session.plain ? this.session.title : `${this.session.title} · ${momentName(index, frame)}`;
  }

  /** A seat was not asked after the end: the final scores are those of the match, not of its last view. */
  async #finalScores() {
    const { index, player } = this;
    const picture = await this.source.frames.get(index.steps, 'all').catch(() => null);
    if (picture && this.isOver() && player.shownSeat !== 'all') this.scoreboard.show(picture, [], index.winner);
  }

  /** @param {string} text */
  #note(text) {
    this.veil.hidden = text === '';
    this.veil.textContent = text;
  }

  help() {
    showHelp(this.keys ?? [], [
      ['Click', 'on a unit: its reach, its course and its target'],
      ['Drag', 'move the board; wheel or two fingers: larger and smaller'],
      ['Tab', 'to the board: arrow keys move a cell cursor, Enter picks'],
      ['Home End PageUp PageDown', 'on the track: to the ends, or a good way'],
    ]);
  }

  /** @returns {import('./keys.js').KeyBinding[]} */
  #keys() {
    const { player, timeline, board } = this;
    /** @param {1 | -1} way */
    const event = (way) => {
      if (!timeline.key(way)) toast(way > 0 ? 'No more events of this kind.' : 'No earlier event of this kind.');
    };
    return [
      { on: [' '], shown: 'Space', about: 'play or pause', press: () => player.toggle() },
      { on: ['arrowleft'], shift: false, shown: '←', about: 'one frame back', press: () => player.step(-1) },
      { on: ['arrowright'], shift: false, shown: '→', about: 'one frame forward', press: () => player.step(1) },
      { on: ['arrowleft'], shift: true, shown: 'Shift ←', about: 'one turn back', press: () => timeline.turn(-1) },
      { on: ['arrowright'], shift: true, shown: 'Shift →', about: 'one turn forward', press: () => timeline.turn(1) },
      { on: ['arrowup'], shown: '↑', about: 'faster', press: () => player.changeSpeed(1) },
      { on: ['arrowdown'], shown: '↓', about: 'slower', press: () => player.changeSpeed(-1) },
      { on: [','], shown: ',', about: 'to the first frame', press: () => timeline.jump(0) },
      { on: ['.'], shown: '.', about: 'to the last frame', press: () => timeline.jump(this.index.steps) },
      { on: ['e'], shown: 'E', about: 'to the next event of the chosen kind', press: () => event(1) },
      { on: ['q'], shown: 'Q', about: 'to the previous event of that kind', press: () => event(-1) },
      { on: ['f'], shown: 'F', about: 'change the view: everything, then each seat', press: () => this.seeNext() },
      { on: ['i'], shown: 'I', about: 'the bots\' notes and stderr', press: () => this.toggleNotes() },
      { on: ['l'], shown: 'L', about: 'the log', press: () => this.openPanel('log') },
      { on: ['d'], shown: 'D', about: 'the director\'s camera on and off; any touch of the board takes it', press: () => this.toggleDirector() },
      { on: ['t'], shown: 'T', about: 'trails, where units were, where they died, nothing', press: () => this.past.next() },
      { on: ['g'], shown: 'G', about: 'legend and rules', press: () => openGuide(this.session, board.painter) },
      { on: ['r'], shown: 'R', about: 'show the whole board', press: () => board.reset() },
      { on: ['escape'], shown: 'Esc', about: 'select nothing', press: () => this.inspector.select(null, null) },
      { on: ['+', '='], shown: '+', about: 'zoom in', press: () => board.zoomBy(ZOOM_STEP) },
      { on: ['-'], shown: '-', about: 'zoom out', press: () => board.zoomBy(1 / ZOOM_STEP) },
      { on: ['?'], shown: '?', about: 'this list', press: () => this.help() },
    ];
  }

  /** Follows a match that is still going on. */
  #live() {
    const source = /** @type {import('../source/server.js').ServerSource} */ (this.source);
    let due = false;
    let last = -LIVE_EVERY;
    const renew = async () => {
      due = false;
      last = performance.now();
      try {
        const index = await source.index();
        this.log.windows.outdate(this.index.steps);
        this.private.windows.outdate(this.index.steps);
        this.index = index;
        this.player.grow(index);
        this.timeline.refresh();
        this.#result();
        this.ending.show(this.isOver() ? index : null, this.player.picture);
        this.charts.set(await source.charts());
        if (!index.live) stop();
      } catch {
        // The stream says when there is more; until then the page shows what it has.
      }
    };
    const stop = source.live((event) => {
      if ('live' in event && !event.live) renew();
      else if (!due) {
        due = true;
        setTimeout(renew, LIVE_EVERY - (performance.now() - last));
      }
    });
  }
}
