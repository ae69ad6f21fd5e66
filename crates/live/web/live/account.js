// What a player may do with their own seat: notifications, a new token, signing out.

import { button, copyText, el, openDialog, reasonOf, refill } from '../shared/dom.js';
import { call, post } from './api.js';

/**
 * @param {import('./source.js').LiveSource} source
 * @param {string} seat
 * @param {import('./notify.js').Notices} notices
 */
export function openAccount(source, seat, notices) {
  const said = el('p', { role: 'status' });
  const attempt = async (/** @type {() => Promise<void>} */ work) => {
    try {
      await work();
    } catch (error) {
      said.textContent = reasonOf(error);
    }
  };
  const place = el('div');
  const notify = el('input', { type: 'checkbox' });
  notify.checked = notices.on;
  notify.disabled = !notices.able;
  notify.addEventListener('change', () => void attempt(async () => {
    if (!(await notices.set(notify.checked))) {
      notify.checked = notices.on;
      said.textContent = 'The browser does not allow notifications for this page.';
    }
  }));
  const renew = button({ label: 'Get a new token', text: 'Get a new token', press: () => void attempt(async () => {
    const { token } = await post(`${source.base}/token`);
    // The old token is dead, and this browser's session with it.
    await post('/api/v1/session', { token });
    refill(place, el('p', { text: 'This is your new token. It is shown this once; the old one is dead.' }), el('code', { class: 'live-token', text: token }), button({ label: 'Copy', text: 'Copy', icon: 'copy', press: () => void copyText(token, 'Token copied.') }));
  }) });
  const leave = button({ label: 'Sign out', text: 'Sign out', press: () => void attempt(async () => {
    await call('DELETE', '/api/v1/session');
    location.reload();
  }) });
  openDialog(
    `You are ${seat}`,
    el('label', { class: 'live-check' }, notify, 'Tell me by notifications of this browser when I am shot at or paid, and when a day begins'),
    el('p', { class: 'faint', text: 'They come while this page is open, also in the background.' }),
    el('div', { class: 'hand-row' }, renew, leave),
    place,
    said,
  );
}
