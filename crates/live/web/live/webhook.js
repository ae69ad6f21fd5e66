// A player's webhook: where to post what, whether it works, and the secret that is shown once.

import { button, el, reasonOf, refill } from '../shared/dom.js';
import { Problem, call, post, read } from './api.js';
import { field, form } from '../shared-live/form.js';
import { present, shownOnce } from '../shared-live/once.js';
import { timeTag } from '../shared-live/times.js';

/** @typedef {{url: string, wants: string[], delivered_at: string | null, failed: {at: string, why: string} | null, off: {at: string, why: string} | null}} Webhook */

/** What one can be told, and whether one is as a rule. @type {[string, string, boolean][]} */
const KINDS = [
  ['hit', 'a zord of mine was shot at', true],
  ['lost', 'a zord of mine was destroyed', true],
  ['donated', 'somebody gave me points', true],
  ['over', 'the game is over', true],
  ['day', 'a day has begun', false],
  ['paused', 'the game is paused or goes on', false],
];

export class WebhookForm {
  /** @param {import('./source.js').LiveSource} source */
  constructor(source) {
    this.path = `${source.base}/webhook`;
    this.state = el('p', { class: 'faint', role: 'status' });
    this.tools = el('div', { class: 'row' });
    this.secrets = el('div');
    const url = field('Post to', el('input', { type: 'url', placeholder: 'https://…', autocomplete: 'off', spellcheck: 'false' }));
    const wants = KINDS.map(([kind, text, usual]) => ({ kind, text, box: el('input', { type: 'checkbox', ...(usual ? { checked: true } : {}) }) }));
    const boxes = el('fieldset', { class: 'live-wants' }, el('legend', { text: 'when' }), ...wants.map(({ box, text }) => el('label', { class: 'live-check' }, box, text)));
    /** @param {Webhook | null} hook */
    this.fill = (hook) => {
      if (!hook) return;
      url.input.value = hook.url;
      for (const { kind, box } of wants) box.checked = hook.wants.includes(kind);
    };
    const { root } = form({ label: 'Webhook', submit: 'Set the webhook', fields: [url.root, boxes], send: async () => {
      const told = await call('PUT', this.path, { url: url.input.value.trim(), wants: wants.filter(({ box }) => box.checked).map(({ kind }) => kind) });
      present(this.secrets, shownOnce({ title: 'The secret of your webhook', about: 'It is shown this once. With it you check that letters come from this server.', secrets: [{ name: 'Secret', value: told.secret }] }));
      this.#show(told);
    } });
    this.root = el(
      'details',
      { class: 'live-webhook' },
      el('summary', { text: 'Webhook: be told elsewhere' }),
      el('p', { class: 'faint', text: 'News of your seat are posted to an address of yours, signed, and tried again for a day.' }),
      this.state,
      this.tools,
      root,
      this.secrets,
    );
    this.root.addEventListener('toggle', () => {
      if (this.root.open) void this.#look();
    });
  }

  async #look() {
    try {
      const hook = await read(this.path);
      this.fill(hook);
      this.#show(hook);
    } catch (error) {
      if (error instanceof Problem && error.reason === 'no_webhook') this.#show(null);
      else this.state.textContent = reasonOf(error);
    }
  }

  /** @param {Webhook | null} hook */
  #show(hook) {
    if (!hook) {
      refill(this.state, 'You have none.');
      refill(this.tools);
      return;
    }
    if (hook.off) refill(this.state, `Switched off: ${hook.off.why}. Set it again to switch it on.`);
    else if (hook.failed) refill(this.state, `The last try failed: ${hook.failed.why}. It is tried again.`);
    else if (hook.delivered_at) refill(this.state, 'Last delivered ', timeTag(hook.delivered_at), '.');
    else refill(this.state, 'It is set; nothing had to be told yet.');
    const attempt = async (/** @type {() => Promise<string | null>} */ work) => {
      try {
        const said = await work();
        if (said !== null) this.state.textContent = said;
      } catch (error) {
        this.state.textContent = reasonOf(error);
      }
    };
    refill(
      this.tools,
      button({ label: 'Try it', text: 'Try it', press: () => void attempt(async () => {
        const { delivered, what } = await post(`${this.path}/test`);
        return delivered ? `It works: ${what}.` : `It does not work: ${what}.`;
      }) }),
      button({ label: 'Take it away', text: 'Take it away', press: () => void attempt(async () => {
        await call('DELETE', this.path);
        this.#show(null);
        return null;
      }) }),
    );
  }
}
