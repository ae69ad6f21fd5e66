// Loading and saving positions: maps, files, and playing a match from here.

import { beginAsking } from '../shared/allow.js';
import { button, el, openDialog, toast, reasonOf } from '../shared/dom.js';

/**
 * What the buttons do with the editor.
 * @typedef {{run: (work: () => Promise<EditState>) => Promise<void>, undo: () => void, redo: () => void}} FileDeeds
 */

export class EditFiles {
  /**
   * @param {Session} session
   * @param {import('../source/server.js').ServerSource} source
   * @param {FileDeeds} deeds
   */
  constructor(session, source, deeds) {
    this.session = session;
    this.source = source;
    this.deeds = deeds;
    this.saved = el('p', { class: 'edit-saved' });
    this.map = el('select', { 'aria-label': 'Start from a map', on: { change: () => this.#start() } });
    this.file = el('input', { type: 'file', accept: '.json,application/json', class: 'sr-only', tabindex: -1, 'aria-hidden': 'true', on: { change: () => void this.#open() } });
    this.name = el('input', { type: 'text', placeholder: 'name', 'aria-label': 'Name of the scenario', maxlength: 100, value: `my-${session.game}` });
    this.play = button({ label: 'Play it', text: 'Play it', icon: 'play', class: 'primary', press: () => this.#ask() });
    this.play.hidden = session.bots.length + session.verbs.length === 0;
    const save = el('form', { class: 'edit-save', on: { submit: (/** @type {Event} */ event) => {
      event.preventDefault();
      void this.#save();
    } } }, this.name, el('button', { type: 'submit', class: 'button', text: 'Save' }));
    this.root = el(
      'section',
      { class: 'edit-files', 'aria-label': 'Files' },
      el(
        'div',
        { class: 'edit-row' },
        button({ label: 'Undo', icon: 'undo', key: 'Control+Z', class: 'quiet', press: () => deeds.undo() }),
        button({ label: 'Redo', icon: 'redo', key: 'Control+Y', class: 'quiet', press: () => deeds.redo() }),
        this.map,
        button({ label: 'Open a position file', text: 'Open…', press: () => this.file.click() }),
        this.file,
      ),
      el('div', { class: 'edit-row' }, save, button({ label: 'Download', text: 'Download', press: () => void this.#download() }), this.play),
      this.saved,
    );
  }

  /** @param {EditState} state */
  show(state) {
    if (this.map.options.length === 0) {
      this.map.append(el('option', { value: '', text: 'Start from…' }), ...state.starts.maps.map((map) => el('option', { value: map, text: map })));
    }
    this.map.hidden = state.starts.maps.length === 0;
    this.saved.textContent = state.saved ? `Saved as ${state.saved}` : '';
    this.play.disabled = state.faults.length > 0;
    this.play.title = state.faults.length > 0 ? 'Fix the faults first.' : 'Play from this position';
  }

  #start() {
    const map = this.map.value;
    this.map.value = '';
    if (map) void this.deeds.run(() => this.source.editStart(map));
  }

  async #open() {
    const file = this.file.files?.[0];
    this.file.value = '';
    if (file) await this.openFile(file);
  }

  /** @param {File} file */
  async openFile(file) {
    /** @type {unknown} */
    let position;
    try {
      position = JSON.parse(await file.text());
    } catch (why) {
      toast(`${file.name} is not JSON: ${reasonOf(why)}`, 'bad');
      return;
    }
    await this.deeds.run(() => this.source.editPosition(position));
  }

  async #save() {
    try {
      const { path } = await this.source.editSave(this.name.value);
      this.saved.textContent = `Saved as ${path}`;
      toast(`Saved as ${path}`);
    } catch (error) {
      toast(reasonOf(error), 'bad');
    }
  }

  async #download() {
    try {
      const link = el('a', { href: URL.createObjectURL(await this.source.editFile()), download: `${this.session.game}.json` });
      link.click();
      URL.revokeObjectURL(link.href);
    } catch (error) {
      toast(reasonOf(error), 'bad');
    }
  }

  /** Asks who plays, and goes there. */
  #ask() {
    const { bots, seats, verbs } = this.session;
    const choices = seats.map((seat, i) => {
      // A game without verbs cannot be played by hand.
      const people = verbs.length > 0 ? [el('option', { value: 'human', text: 'a person (here)' })] : [];
      const choice = el('select', {}, ...people, ...bots.map((bot) => el('option', { value: `builtin:${bot}`, text: `bot: ${bot}` })));
      choice.selectedIndex = i === 0 ? 0 : choice.options.length - 1;
      return { choice, line: el('label', { class: 'edit-field' }, el('span', { text: seat.name }), choice) };
    });
    const error = el('p', { class: 'edit-error', role: 'alert' });
    const go = button({ label: 'Play', text: 'Play', class: 'primary', press: async () => {
      try {
        const begun = await beginAsking((allow) => this.source.editPlay(choices.map(({ choice }) => choice.value), allow));
        if (begun) location.assign(begun.url);
      } catch (why) {
        error.textContent = reasonOf(why);
      }
    } });
    openDialog('Who plays?', el('div', { class: 'edit-fields edit-seats' }, ...choices.map(({ line }) => line)), error, el('div', { class: 'edit-row' }, go));
    choices[0]?.choice.focus();
  }
}
