// What a player may do with their own seat: notifications, a webhook, a new token, signing out.

import { el, openDialog, reasonOf } from '../shared/dom.js';
import { MeCard } from '../shared-live/me.js';
import { WebhookForm } from './webhook.js';
import { whoAmI } from './api.js';

/**
 * @param {import('./source.js').LiveSource} source
 * @param {string} seat
 * @param {import('./notify.js').Notices} notices
 */
export async function openAccount(source, seat, notices) {
  const said = el('p', { role: 'status' });
  const notify = el('input', { type: 'checkbox' });
  notify.checked = notices.on;
  notify.disabled = !notices.able;
  notify.addEventListener('change', async () => {
    try {
      if (await notices.set(notify.checked)) return;
      notify.checked = notices.on;
      said.textContent = 'The browser does not allow notifications for this page.';
    } catch (error) {
      said.textContent = reasonOf(error);
    }
  });
  // Whoever has signed out sees the page as everybody does.
  const card = new MeCard(() => void whoAmI().then((me) => (me === null ? location.reload() : card.show(me))));
  openDialog(
    `You are ${seat}`,
    el('label', { class: 'live-check' }, notify, 'Tell me by notifications of this browser when I am shot at or paid, and when a day begins'),
    el('p', { class: 'faint', text: notices.able ? 'They come while this page is open, also in the background.' : 'This browser does not allow notifications from this page; its settings can change that.' }),
    said,
    new WebhookForm(source).root,
    card.root,
    card.secrets,
  );
  card.show(await whoAmI().catch(() => null));
}
