// The server itself: whether it is well, its clock, and backups.

import { button, el, refill } from '../shared/dom.js';
import { post } from '../live/api.js';
import { Outcome, askFirst, field, form } from '../shared-live/form.js';
import { say } from '../shared-live/rows.js';
import { timeTag } from '../shared-live/times.js';
import { readDescription } from './config.js';

/** Steps of a virtual clock, in seconds. */
const STEPS = { '10 minutes': 600, 'an hour': 3600, '3 hours': 10_800, 'a day': 86_400, 'a week': 604_800 };
/** Speeds of a virtual clock, with what they are in words. */
const SPEEDS = { 'stand still': 0, 'as the world': 1, 'a minute in a second': 60, 'an hour in a second': 3600, 'a day in a minute': 1440, 'a day in a second': 86_400 };

export class Server {
  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
    this.state = el('p', { role: 'status' });
    this.version = el('p', { class: 'faint' });
    this.time = el('p');
    this.kind = el('p', { class: 'faint' });
    const steps = el('div', { class: 'row', role: 'group', 'aria-label': 'Step the clock' }, el('span', { text: 'Ahead by' }), ...Object.entries(STEPS).map(([words, seconds]) => button({ label: `Ahead by ${words}`, text: words, press: () => this.#turn(`Turn the clock ahead by ${words}?`, { step_s: seconds }) })));
    const speeds = el('div', { class: 'row', role: 'group', 'aria-label': 'Speed of the clock' }, el('span', { text: 'Go on' }), ...Object.entries(SPEEDS).map(([words, speed]) => button({ label: `Speed: ${words}`, text: words, press: () => this.#turn(`Let the clock go on so: ${words}?`, { speed }) })));
    const speed = field('Another speed', el('input', { inputmode: 'decimal', autocomplete: 'off', placeholder: '1' }), { hint: 'So many times as fast as the world, up to 10000000.' });
    const exact = form({ label: 'Set the speed', submit: 'Set the speed', class: 'inline', fields: [speed.root], send: async () => {
      const text = speed.input.value.trim();
      if (!/^\d+(\.\d+)?$/.test(text)) {
        speed.blame('A number that is 0 or more, please.');
        speed.input.focus();
        return;
      }
      this.#turn(`Let the clock go ${text} times as fast as the world?`, { speed: Number(text) });
    } });
    this.controls = el('div', { class: 'stack' }, steps, speeds, exact.root);
    this.copied = new Outcome();
    const copy = button({ label: 'Make a backup', text: 'Make a backup…', press: () => this.#backUp() });
    this.backup = el('section', { class: 'card', 'aria-label': 'Backup' }, el('h2', { text: 'Backup' }), el('p', { class: 'faint', text: 'One file in the folder backups of the data, with everything as it is at one moment. The service goes on meanwhile.' }), el('div', {}, copy), this.copied.root);
    this.root = el(
      'section',
      { class: 'stack', 'aria-label': 'Server', hidden: true },
      el('section', { class: 'card', 'aria-label': 'Health' }, el('h2', { text: 'Health' }), this.state, this.version, el('p', {}, el('a', { href: '/metrics', text: 'Figures for Prometheus' }))),
      el('section', { class: 'card', 'aria-label': 'Clock' }, el('h2', { text: 'The clock of the games' }), this.time, this.kind, this.controls),
      this.backup,
    );
  }

  /** @param {import('./main.js').Known} known */
  async refresh({ me, clock, trouble }) {
    say(this.state, trouble === null ? 'Ready: the store takes writes, and no game is stopped.' : trouble);
    this.state.className = trouble === null ? 'good' : 'bad';
    refill(this.time, timeTag(clock.now(), 'long'));
    say(this.kind, clock.virtual ? `A virtual clock, ${clock.speed === 0 ? 'which stands still' : clock.speed === 1 ? 'as fast as the world' : `${clock.speed} times as fast as the world`}.` : "The machine's own clock.");
    this.controls.hidden = !clock.virtual;
    this.backup.hidden = me.role !== 'administrator';
    const { info } = await readDescription();
    say(this.version, `Skirmish ${info.version}`);
  }

  /** @param {string} title @param {{step_s?: number, speed?: number}} by */
  #turn(title, by) {
    askFirst({
      title,
      about: [el('p', { text: 'For all games at once; the clock is never turned back.' })],
      submit: 'Turn it',
      send: async () => {
        await post('/api/v1/zords/clock', by);
        this.changed();
      },
    });
  }

  #backUp() {
    askFirst({
      title: 'Make a backup?',
      about: [el('p', { text: 'It takes as much room on the disk as the data do.' })],
      submit: 'Make it',
      send: async () => {
        const { file } = await post('/api/v1/backup');
        this.copied.done(`Made: ${file}`);
      },
    });
  }
}
