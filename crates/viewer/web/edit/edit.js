// The scenario editor: a board to paint on, the values of what stands there, and what is wrong with the position.

import { Board } from '../board/board.js';
import { ZOOM_STEP, cameraTools } from '../board/camera-tools.js';
import { button, el, reasonOf, refill } from '../shared/dom.js';
import { EditFairness } from './fairness.js';
import { EditFiles } from './files.js';
import { EditArea } from './area.js';
import { EditChoices } from './choices.js';
import { EditForms, generalValues } from './form.js';
import { EditPalette } from './palette.js';
import { coordinatesOf, isTaken } from './position.js';
import { EditStrokes } from './strokes.js';
import { Picture } from '../board/scene.js';

export class EditMode {
  /**
   * @param {HTMLElement} root
   * @param {Session} session
   * @param {import('../source/server.js').ServerSource} source
   * @param {{theme: ThemeName}} options
   */
  constructor(root, session, source, { theme }) {
    this.source = source;
    this.place = el('div', { class: 'edit-board' });
    this.sign = el('p', { class: 'edit-sign', role: 'status' });
    this.live = el('p', { class: 'edit-live', role: 'status', 'aria-live': 'polite' });
    this.faults = el('section', { class: 'edit-faults', 'aria-label': 'Faults' });
    this.things = el('section', { class: 'edit-things', 'aria-label': 'The selected cell' });
    this.general = el('details', { class: 'edit-general' });
    this.board = new Board(this.place, session, { theme });
    this.place.appendChild(cameraTools(this.board));
    this.palette = new EditPalette(session, this.board.painter, (tool) => this.#toolChosen(tool));
    this.files = new EditFiles(session, source, {
      run: (work) => this.run(work),
      undo: () => void this.run(() => source.editUndo()),
      redo: () => void this.run(() => source.editRedo()),
    });
    this.area = new EditArea(this.board, source, session.seats.length, {
      run: (work) => this.run(work),
      say: (text) => this.say(text),
      marks: () => this.#marks(),
    });
    this.fairness = new EditFairness(session, source);
    const panel = el(
      'aside',
      { class: 'edit-panel', 'aria-label': 'The position' },
      this.files.root,
      this.sign,
      this.live,
      el('div', { class: 'edit-scroll' }, this.faults, this.things, this.area.root, this.fairness.root, this.general),
    );
    root.classList.add('edit-mode');
    refill(root, el('main', { class: 'edit-main', 'aria-label': 'Board' }, this.palette.root, this.place), panel);
    /** @type {EditState | null} */
    this.state = null;
    /** @type {Point | null} */
    this.selected = null;
    /** The cells of a stroke that is being made. @type {Point[]} */
    this.stroke = [];
    /** What the forms show: the same content is not rebuilt, since someone may be typing. */
    this.formed = { things: '', general: '' };
    /** Made once it is known what values may be. @type {EditForms | null} */
    this.forms = null;
    /** Whether the next cell that is picked is where the selected one goes. */
    this.moving = false;
    this.strokes = new EditStrokes(this.board, {
      grabs: (cell) => this.inFrame(cell) && (this.palette.tool.kind !== 'select' || this.moving || this.#isTaken(cell)),
      paint: (cells) => {
        this.stroke = cells;
        this.#marks();
      },
      done: (cells) => void this.#stroked(cells),
    });
    this.#listen();
  }

  #listen() {
    // Clicks that the strokes left alone, and Enter at the keyboard's cursor.
    this.board.addEventListener('pick', (event) => {
      const { cell } = /** @type {CustomEvent<{cell: Point}>} */ (event).detail;
      void this.#stroked([cell]);
    });
    document.addEventListener('keydown', (event) => this.#pressed(event));
    new MutationObserver(() => this.palette.redraw()).observe(document.documentElement, { attributeFilter: ['data-theme'] });
    this.place.addEventListener('dragover', (event) => event.preventDefault());
    this.place.addEventListener('drop', (event) => {
      const file = event.dataTransfer?.files[0];
      if (!file) return;
      event.preventDefault();
      event.stopPropagation();
      void this.files.openFile(file);
    });
  }

  async start() {
    try {
      this.forms = new EditForms(new EditChoices(await this.source.editSchemas()), { set: this.#set, remove: this.#remove, coordinates: () => coordinatesOf(this.state?.position ?? {}, this.board.picture) });
    } catch (error) {
      this.say(reasonOf(error));
    }
    await this.run(() => this.source.editState());
    await this.fairness.resume();
  }

  /**
   * Has the server change the position, and shows the result.
   * @param {() => Promise<EditState>} work
   */
  async run(work) {
    try {
      await this.show(await work());
      this.live.textContent = '';
    } catch (error) {
      this.say(reasonOf(error));
    }
  }

  /** @param {string} text */
  say(text) {
    this.live.textContent = text;
  }

  /** @param {EditState} state */
  async show(state) {
    this.state = state;
    if (state.scene) this.board.show(Picture.of(state.scene));
    this.sign.className = `edit-sign ${state.faults.length === 0 ? 'good' : 'bad'}`;
    this.sign.textContent = signWords(state);
    this.files.show(state);
    this.fairness.show(state);
    this.#showFaults(state);
    this.#showGeneral(state);
    this.#marks();
    await this.#showThings();
  }

  /** @param {Edit[]} edits */
  async apply(edits) {
    try {
      await this.show(await this.source.editApply(edits));
      this.live.textContent = '';
    } catch (error) {
      // One of several edits cannot be made, for instance outside the board: make the others.
      if (edits.length === 1) return this.say(reasonOf(error));
      for (const edit of edits) await this.apply([edit]);
    }
  }

  /**
   * Whether a cell can be seen at all.
   * @param {Point} cell
   */
  inFrame(cell) {
    const [x, y] = this.board.centre(cell);
    const [left, top, width, height] = this.board.picture?.frame ?? [0, 0, 0, 0];
    return x > left && y > top && x < left + width && y < top + height;
  }

  /** @param {Point} cell */
  #isTaken(cell) {
    return this.state !== null && isTaken(this.state.position, cell);
  }

  /** @param {import('./palette.js').EditTool} tool */
  #toolChosen(tool) {
    this.moving = false;
    this.place.dataset.tool = tool.kind;
    if (this.live) this.say(tool.kind === 'brush' ? `Click or drag to place: ${tool.brush.name}` : tool.kind === 'erase' ? 'Click or drag to erase.' : tool.kind === 'area' ? 'Drag from one corner of the area to the opposite one.' : '');
  }

  /**
   * What a click or a stroke over cells does with the tool.
   * @param {Point[]} cells
   */
  async #stroked(cells) {
    const { tool } = this.palette;
    const [first, last] = [cells[0], cells[cells.length - 1]];
    if (this.area.isPlacing()) return this.area.place(last);
    if (tool.kind === 'area') return this.area.mark([first, last]);
    if (tool.kind === 'select') {
      if (this.moving && this.selected) return this.#move(this.selected, last);
      if (first.join() !== last.join()) return this.#move(first, last);
      return this.select(first);
    }
    const each = [...new Map(cells.filter((cell) => this.inFrame(cell)).map((cell) => [cell.join(), cell])).values()];
    this.selected = last;
    /** @type {(cell: Point) => Edit} */
    const change = tool.kind === 'erase' ? ([x, y]) => ({ edit: 'erase', x, y }) : ([x, y]) => ({ edit: 'put', brush: tool.brush.name, x, y });
    await this.apply(each.map(change));
  }

  /**
   * @param {Point} from
   * @param {Point} to
   */
  async #move(from, to) {
    this.moving = false;
    this.selected = to;
    await this.apply([{ edit: 'move', from, to }]);
  }

  /** @param {Point | null} cell */
  async select(cell) {
    this.selected = cell;
    this.#marks();
    await this.#showThings();
  }

  /** Marks the selected cell, the stroke and what is faulty. */
  #marks() {
    const { state } = this;
    /** @type {Map<string, CellMark>} */
    const marks = new Map();
    const mark = (/** @type {Point | null} */ cell, /** @type {MarkStyle} */ style) => {
      if (cell) marks.set(cell.join(), { cell, style });
    };
    for (const place of state?.places ?? []) mark(place, 'bad');
    /** @type {CellMark[]} */
    const list = [...marks.values()].map((one) => ({ ...one, text: faultNumbers(state, one.cell) }));
    if (this.selected) list.push({ cell: this.selected, style: 'selected' });
    const style = this.palette.tool.kind === 'erase' ? 'bad' : 'legal';
    const { kind } = this.palette.tool;
    const moves = kind === 'select';
    const [begun, ended] = [this.stroke[0], this.stroke[this.stroke.length - 1]];
    const stroke = moves ? this.stroke.slice(-1) : kind === 'area' && begun ? this.area.between(begun, ended) : this.stroke;
    list.push(...this.area.marks());
    for (const cell of stroke) list.push({ cell, style });
    this.board.setCells(list);
    const [from, to] = [this.stroke[0], this.stroke[this.stroke.length - 1]];
    this.board.setArrows(moves && from && from.join() !== to.join() ? [{ from: this.board.centre(from), to: this.board.centre(to), style: 'goal' }] : []);
  }

  /** @param {EditState} state */
  #showFaults(state) {
    this.faults.hidden = state.faults.length === 0;
    refill(
      this.faults,
      el('h2', { text: 'Faults' }),
      ...markWords(state).map((text) => el('p', { class: 'faint', text })),
      el('ol', {}, ...state.faults.map((fault, n) => {
        const cell = state.places[n] ?? null;
        const who = this.#nameAt(fault.pointer);
        const where = cell === null ? 'not on the board' : this.inFrame(cell) ? `at (${cell.join(', ')})` : `at (${cell.join(', ')}), outside the picture`;
        const words = [el('span', {}, el('b', { class: 'edit-number', text: n + 1 }), fault.message), el('small', { text: `${[who, fault.pointer || 'the whole position'].filter(Boolean).join(': ')}, ${where}` })];
        return el('li', {}, el('button', { type: 'button', class: 'button quiet', title: cell ? 'Show it' : 'Show its value', on: { click: () => void this.#goTo(cell, fault.pointer) } }, ...words));
      })),
    );
  }

  /**
   * What the thing is called that a pointer leads into: as the board calls it, or by its list and number.
   * @param {string} pointer
   */
  #nameAt(pointer) {
    const [, list, place] = pointer.split('/');
    const things = this.state?.position[list];
    const thing = Array.isArray(things) ? things[Number(place)] : undefined;
    if (typeof thing?.id !== 'number') return '';
    const shown = this.board.picture?.get(String(thing.id));
    return shown?.title ?? `${list.replace(/s$/, '').replaceAll('_', ' ')} ${thing.id}`;
  }

  /**
   * @param {Point | null} cell
   * @param {string} pointer
   */
  async #goTo(cell, pointer) {
    if (cell) {
      await this.select(cell);
      this.board.focus(this.board.centre(cell));
    } else this.general.open = true;
    for (const field of this.things.parentElement?.querySelectorAll('[data-pointer]') ?? []) {
      if (field instanceof HTMLElement && pointer.startsWith(field.dataset.pointer ?? '-')) field.focus();
    }
  }

  /** The form of what stands on the selected cell. */
  async #showThings() {
    const cell = this.selected;
    if (!cell || !this.state) {
      this.formed.things = '';
      refill(this.things, el('h2', { text: 'Nothing selected' }), el('p', { text: 'Choose what to place, then click or drag on the board. Or select something to change its values, and drag it to move it.' }));
      return;
    }
    try {
      const { things } = await this.source.editAt(cell[0], cell[1]);
      if (this.selected !== cell) return;
      const made = JSON.stringify([cell, things]);
      if (this.formed.things === made) return;
      this.formed.things = made;
      this.#refillForm(
        this.things,
        el('div', { class: 'edit-row' }, el('h2', { text: `Cell (${cell.join(', ')})` }),
          things.length > 0 ? button({ label: 'Move: then choose where to', text: 'Move', key: 'm', class: 'quiet', press: () => this.#startMoving() }) : null,
          button({ label: 'Erase what is here', text: 'Erase', key: 'Delete', class: 'quiet', press: () => this.#eraseSelected() })),
        things.length === 0 ? el('p', { text: 'Nothing stands here.' }) : null,
        ...things.map(({ pointer, entry }) => el('div', { class: 'edit-thing' }, el('h3', { text: pointer.slice(1).replace('/', ' ') }), this.forms?.entry(/** @type {Record<string, unknown>} */ (entry), pointer))),
      );
    } catch (error) {
      this.say(reasonOf(error));
    }
  }

  /** @param {EditState} state */
  #showGeneral(state) {
    const values = generalValues(state.position);
    const made = JSON.stringify(values);
    if (this.formed.general === made) return;
    this.formed.general = made;
    this.#refillForm(this.general, el('summary', { text: 'Turn, scores, rules and other values' }), this.forms?.general(values) ?? null);
  }

  /** Sets a value from a form, then rebuilds the form: the server may write the value differently. */
  #set = (/** @type {string} */ pointer, /** @type {unknown} */ value) => {
    this.formed = { things: '', general: '' };
    void this.apply([{ edit: 'set', pointer, value }]);
  };

  #remove = (/** @type {string} */ pointer) => {
    this.formed = { things: '', general: '' };
    void this.apply([{ edit: 'remove', pointer }]);
  };

  /**
   * Fills a form anew and leaves the keyboard in the field where it was.
   * @param {HTMLElement} form
   * @param {...(Node | null)} parts
   */
  #refillForm(form, ...parts) {
    const focused = document.activeElement instanceof HTMLElement && form.contains(document.activeElement) ? document.activeElement.dataset.pointer : undefined;
    refill(form, ...parts);
    if (focused) /** @type {HTMLElement | null} */ (form.querySelector(`[data-pointer="${CSS.escape(focused)}"]`))?.focus();
  }

  #startMoving() {
    if (!this.selected) return;
    this.palette.choose({ kind: 'select' });
    this.moving = true;
    this.say('Click where it goes, or move the cursor there and press Enter.');
    const cell = this.selected;
    this.board.canvas.focus();
    this.board.setCursor(cell);
  }

  #eraseSelected() {
    const cell = this.selected;
    if (!cell) return;
    void this.apply([{ edit: 'erase', x: cell[0], y: cell[1] }]);
  }

  /** @param {KeyboardEvent} event */
  #pressed(event) {
    const target = event.target instanceof Element ? event.target : document.body;
    if (event.defaultPrevented || event.altKey || target.closest('dialog, input, select, textarea')) return;
    const key = event.key.toLowerCase();
    const command = event.ctrlKey || event.metaKey;
    if (command && this.area.pressed(key)) event.preventDefault();
    if (command && (key === 'y' || (key === 'z' && event.shiftKey))) void this.run(() => this.source.editRedo());
    else if (command && key === 'z') void this.run(() => this.source.editUndo());
    else if (command) return;
    else if (key === 'escape' && this.area.leave()) this.say('');
    else if (key === 'escape') {
      this.palette.choose({ kind: 'select' });
      void this.select(null);
    } else if (key === 'delete' || key === 'backspace') this.#eraseSelected();
    else if (key === 'm') this.#startMoving();
    else if (key === '+' || key === '=') this.board.zoomBy(ZOOM_STEP);
    else if (key === '-') this.board.zoomBy(1 / ZOOM_STEP);
    else if (key === 'r') this.board.reset();
    else if (key.startsWith('arrow') && target === document.body) this.board.canvas.focus();
    else if (!this.palette.pressed(key)) return;
    event.preventDefault();
  }
}

/**
 * The numbers that the faults of a cell have in the list: two at most, as more would cover its neighbours.
 * @param {EditState | null} state
 * @param {Point} cell
 */
function faultNumbers(state, cell) {
  const numbers = (state?.places ?? []).flatMap((place, n) => (place?.join() === cell.join() ? [n + 1] : []));
  return numbers.length > 2 ? `${numbers.slice(0, 2).join(' ')}…` : numbers.join(' ');
}

/**
 * Whether the position can be played, and whether the board shows it.
 * @param {EditState} state
 */
function signWords({ faults, drawn }) {
  if (faults.length === 0) return '✓ Playable';
  const shows = drawn.as === 'before' ? 'The board shows what was there before.' : 'The board shows it as it stands.';
  return `✗ ${faults.length} ${faults.length === 1 ? 'fault' : 'faults'}: not playable yet. ${shows}`;
}

/**
 * What the marks on a faulty board stand for.
 * @param {EditState} state
 * @returns {string[]}
 */
function markWords({ places, drawn }) {
  /** @type {string[]} */
  const lines = [];
  if (places.some((place) => place !== null)) lines.push('A red cell has a fault; the number on it is that of the list.');
  if (drawn.as !== 'faulty') return lines;
  if (drawn.pale > 0) lines.push(`${drawn.pale === 1 ? 'One pale thing stands' : `${drawn.pale} pale things stand`} where the rules allow none.`);
  if (drawn.unread.length > 0) lines.push(`The picture follows the last playable position in: ${drawn.unread.join(', ')}.`);
  return lines;
}

/**
 * Starts the editor on a page.
 * @param {HTMLElement} root
 * @param {Session} session
 * @param {import('../source/server.js').ServerSource} source
 * @param {{theme: ThemeName}} options
 */
export async function startEdit(root, session, source, options) {
  const mode = new EditMode(root, session, source, options);
  await mode.start();
  return mode;
}
