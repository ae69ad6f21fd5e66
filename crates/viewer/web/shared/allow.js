// Programs whose commands come from a replay: the page shows them and asks before they run.

import { button, el, openDialog } from './dom.js';
import { Refused } from '../source/server.js';

/**
 * Starts a match; asks first if it would run programs that nobody named. Null if they must not run.
 * @param {(allow: string[]) => Promise<{url: string}>} begin
 * @returns {Promise<{url: string} | null>}
 */
export async function beginAsking(begin) {
  try {
    return await begin([]);
  } catch (error) {
    if (!(error instanceof Refused) || error.asks.length === 0) throw error;
    const { asks } = error;
    return (await askPrograms(asks)) ? begin(asks.map((ask) => ask.command)) : null;
  }
}

/**
 * @param {ProgramAsk[]} asks
 * @returns {Promise<boolean>}
 */
function askPrograms(asks) {
  return new Promise((decide) => {
    const run = button({ label: 'Run it', text: asks.length === 1 ? 'Run it' : 'Run them', class: 'primary' });
    const leave = button({ label: 'Do not run', text: 'Do not run', press: () => dialog.close() });
    const dialog = openDialog(
      asks.length === 1 ? 'Run this program?' : 'Run these programs?',
      el('p', { text: 'The replay asks to run this on your machine; whoever made the replay chose it. It would run in the sandbox. Allow it only if you know what it is.' }),
      el('ul', { class: 'asked-programs' }, ...asks.map((ask) => el('li', {}, el('b', { text: ask.seat }), el('pre', { class: 'asked-command', tabindex: 0, text: visible(ask.command) })))),
      el('div', { class: 'dialog-foot' }, leave, run),
    );
    let allowed = false;
    run.addEventListener('click', () => {
      allowed = true;
      dialog.close();
    });
    dialog.addEventListener('close', () => decide(allowed));
    leave.focus();
  });
}

/**
 * A text in which nothing is hidden: invisible characters and those that change direction are spelled out.
 * @param {string} text
 */
function visible(text) {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}\p{M}]|(?! )\p{Zs}/gu, (sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`);
}
