// The keyboard while playing by hand.

import { ZOOM_STEP } from '../board/camera-tools.js';
import { openDialog, el } from '../shared/dom.js';

/** What the page itself uses; verbs bring their own letters. */
const HAND_KEYS = [
  ['Tab', 'On the board: the next unit that can act'],
  ['e, q', 'The next and the previous unit that can act'],
  ['Double-click, Control+A', 'Select all of a kind; all that can act'],
  ['Shift+drag, Shift+click', 'Select an area; add a unit to the selection'],
  ['Shift+1 to 9', 'Make the selection a group'],
  ['1 to 9', 'Choose from a question, or else select a group'],
  ['Arrows', 'Move the cursor over the board'],
  ['Enter', 'Click at the cursor; with Shift, add to the selection'],
  ['Control+click', 'Ask what to do, where a click would just do something'],
  ['k', 'Advance: the next click says where to, and they strike whoever comes into range'],
  ['j', 'Hold: stay, and strike whoever comes into range'],
  ['v', 'Stop: take the standing order back'],
  ['Escape', 'One step back'],
  ['Control+Z, Backspace', 'Undo'],
  ['Control+Y', 'Redo'],
  ['.', 'Repeat the last order of the selection, or all last orders'],
  [',', 'Select several units by clicks and drags'],
  ['n', 'Have a bot suggest orders'],
  ['y', 'Accept the suggestions for the selection'],
  ['f', 'Let a bot finish the turn'],
  ['Control+Enter', 'Send'],
  ['+, -', 'Zoom in, zoom out'],
  ['r', 'Show the whole board'],
];

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class HandKeys {
  /** @param {import('./hand.js').HandMode} mode */
  constructor(mode) {
    this.mode = mode;
    // Sending comes before whatever has the focus: the board, a question, a list.
    document.addEventListener('keydown', (event) => this.#first(event), { capture: true });
    document.addEventListener('keydown', (event) => this.#pressed(event));
  }

  /** @param {KeyboardEvent} event */
  #first(event) {
    this.mode.story.stop();
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (!event.repeat) void this.mode.send();
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const target = event.target instanceof Element ? event.target : document.body;
    if (event.defaultPrevented || event.altKey || target.closest('dialog, input, select, textarea')) return;
    if (this.#plain(event, target) || this.#letters(event)) event.preventDefault();
  }

  /**
   * Handles keys other than letters; false if it is not one of them.
   * @param {KeyboardEvent} event
   * @param {Element} target
   */
  #plain(event, target) {
    const { mode } = this;
    const command = event.ctrlKey || event.metaKey;
    const onBoard = mode.place.contains(target) || target === document.body;
    const digit = /^Digit([1-9])$/.exec(event.code)?.[1];
    if (command && event.key.toLowerCase() === 'z') event.shiftKey ? void mode.change((turn) => turn.orders.redo()) : mode.undo();
    else if (command && event.key.toLowerCase() === 'y') void mode.change((turn) => turn.orders.redo());
    else if (command && event.key.toLowerCase() === 'a') void mode.selectAll();
    else if (command) return false;
    else if (event.key === 'Escape') {
      if (mode.dock.isOpen) mode.dock.cancel();
      else mode.pointing?.back();
    } else if (event.key === 'Backspace') mode.undo();
    else if (event.key === 'Tab' && mode.place.contains(target)) return mode.next(event.shiftKey ? -1 : 1, false);
    else if (event.key in ARROWS && onBoard) {
      const [dx, dy] = ARROWS[/** @type {keyof typeof ARROWS} */ (event.key)];
      mode.board.canvas.focus();
      mode.board.moveCursor(dx, dy);
    } else if (digit && event.shiftKey) mode.saveGroup(Number(digit));
    else if (mode.dock.digit(event.key)) return true;
    else if (digit) return mode.selectGroup(Number(digit));
    else return false;
    return true;
  }

  /** @param {KeyboardEvent} event */
  #letters(event) {
    const { mode } = this;
    if (event.ctrlKey || event.metaKey) return false;
    const key = event.key.toLowerCase();
    if (key === 'e') mode.next(1);
    else if (key === 'q') mode.next(-1);
    else if (key === '.') void mode.again();
    else if (key === ',') mode.setSeveral(!mode.several);
    else if (key === 'f') void mode.finish();
    else if (key === 'k') mode.pointing?.aim('fight');
    else if (key === 'j') void mode.hold();
    else if (key === 'v') void mode.halt();
    else if (key === 'n') void mode.suggest();
    else if (key === 'y') void mode.accept();
    else if (key === '+' || key === '=') mode.board.zoomBy(ZOOM_STEP);
    else if (key === '-') mode.board.zoomBy(1 / ZOOM_STEP);
    else if (key === 'r') mode.board.reset();
    else if (key === '?') this.help();
    else return this.#verb(key);
    return true;
  }

  /** @param {string} key */
  #verb(key) {
    const { mode } = this;
    const named = mode.session.verbs.filter((verb) => verb.key === key && !mode.foreign.has(verb));
    if (!mode.turn || named.length === 0) return false;
    const choose = () => {
      const { turn } = mode;
      if (!turn) return;
      const unit = (turn.composer !== null && turn.composer.actor !== null) || turn.crowd.size > 0;
      const verb = named.find((one) => one.unit === unit) ?? named.find((one) => !one.unit) ?? named[0];
      void mode.choose(verb);
    };
    void Promise.resolve(mode.selecting).then(choose);
    return true;
  }

  help() {
    const verbs = this.mode.session.verbs.filter((verb) => !this.mode.foreign.has(verb));
    const line = (/** @type {string} */ key, /** @type {string} */ text) => el('div', {}, el('dt', {}, el('kbd', { text: key })), el('dd', { text }));
    openDialog(
      'Keys',
      el('dl', { class: 'hand-keys' }, ...verbs.map((verb) => line(verb.key, `${verb.label}: ${verb.about}`)), ...HAND_KEYS.map(([key, text]) => line(key, text))),
    );
  }
}
