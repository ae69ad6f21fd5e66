// The config of a new game: fields for the keys that are used most, and room for all others as JSON. What keys there are,
// what they mean and what they are by default, the server itself says in the description of its API.

import { el, refill } from '../shared/dom.js';
import { read } from '../live/api.js';
import { field } from '../shared-live/form.js';

/** @typedef {{type?: string | string[], enum?: string[], description?: string, default?: unknown, minimum?: number, maximum?: number}} KeySchema */

/** The keys with a field of their own. */
const USUAL = ['days', 'live_day_s', 'day_start_utc', 'late_join', 'min_players', 'max_players', 'board_size', 'actions_per_day', 'grace_s', 'downtime_policy'];

/** The description of the API. Whoever has read it once has read it. @type {Promise<any> | undefined} */
let description;

/** @returns {Promise<any>} */
export function readDescription() {
  description ??= read('/api/openapi.json').catch((error) => {
    description = undefined;
    throw error;
  });
  return description;
}

export class ConfigFields {
  constructor() {
    /** @type {Map<string, import('../shared-live/form.js').Field>} */
    this.fields = new Map();
    this.grid = el('div', { class: 'fields' });
    this.json = field('More of the config, as JSON', el('textarea', { rows: 3, spellcheck: 'false', placeholder: '{"kill_reward": 5}' }), { hint: 'An object with any keys of the rulebook’s config.' });
    this.keys = el('dl', { class: 'keys' });
    this.root = el('fieldset', { class: 'card' }, el('legend', { text: 'Config' }), el('p', { class: 'faint', text: 'What is left empty is as the rulebook has it.' }), this.grid, this.json.root, el('details', {}, el('summary', { text: 'All keys' }), this.keys));
  }

  /** Asks which keys there are, once. */
  async load() {
    if (this.fields.size > 0) return;
    const described = await readDescription();
    /** @type {Record<string, KeySchema>} */
    const keys = described.components.schemas.NewGame.properties.config.properties;
    for (const key of USUAL) {
      const schema = keys[key];
      if (schema) this.fields.set(key, field(key, inputFor(schema), { hint: schema.description?.replaceAll('`', '') }));
    }
    refill(this.grid, ...[...this.fields.values()].map(({ root }) => root));
    refill(this.keys, ...Object.entries(keys).map(([key, { description: about, default: usual }]) => el('div', {}, el('dt', {}, el('code', { text: key })), el('dd', { text: `${about ?? ''} Default: ${JSON.stringify(usual)}` }))));
  }

  /** The keys that differ from the defaults; null (and a field is blamed) if the JSON is none. @returns {Record<string, unknown> | null} */
  value() {
    /** @type {Record<string, unknown>} */
    const config = {};
    const text = this.json.input.value.trim();
    if (text !== '') {
      const [more, fault] = parse(text);
      if (more === null) {
        this.json.blame(fault);
        return null;
      }
      Object.assign(config, more);
    }
    for (const [key, { input }] of this.fields) {
      const typed = input.value.trim();
      if (typed === '') continue;
      if (Object.hasOwn(config, key)) {
        this.json.blame(`${key} is here and in its own field.`);
        return null;
      }
      config[key] = meant(typed);
    }
    return config;
  }

  clear() {
    for (const { input } of this.fields.values()) input.value = '';
    this.json.input.value = '';
    this.blame([]);
  }

  /**
   * Says beside each field what the server says is wrong with it, and gives back what has no field.
   * @param {{at: string, message: string}[]} faults
   */
  blame(faults) {
    for (const { blame } of this.fields.values()) blame(null);
    this.json.blame(null);
    return faults.filter(({ at, message }) => {
      const key = /^\/config\/([^/]+)/.exec(at)?.[1] ?? '';
      const own = this.fields.get(key);
      own?.blame(message);
      return own === undefined;
    });
  }
}

/** @param {KeySchema} schema */
function inputFor({ type, enum: words, default: usual }) {
  const choices = type === 'boolean' ? ['true', 'false'] : words;
  if (choices) return el('select', {}, el('option', { value: '', text: `default: ${inWords(String(usual))}` }), ...choices.map((word) => el('option', { value: word, text: inWords(word) })));
  return el('input', { autocomplete: 'off', inputmode: type === 'integer' ? 'numeric' : null, placeholder: String(usual) });
}

/** @param {string} word */
function inWords(word) {
  return word === 'true' ? 'yes' : word === 'false' ? 'no' : word;
}

/** What somebody meant by a text: what is no number is left for the server to judge. @param {string} text */
function meant(text) {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?\d+$/.test(text) ? Number(text) : text;
}

/** @param {string} text @returns {[Record<string, unknown>, null] | [null, string]} */
function parse(text) {
  try {
    const read = JSON.parse(text);
    return read !== null && typeof read === 'object' && !Array.isArray(read) ? [read, null] : [null, 'This is JSON, but no object: {"key": value}'];
  } catch (error) {
    return [null, `This is no JSON: ${error instanceof Error ? error.message : error}`];
  }
}
