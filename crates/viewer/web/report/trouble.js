// Slow bots, bots that crash, and whether the machine was fair.

import { el } from '../shared/dom.js';
import { section, sortable } from './section.js';
import { count, percent, spaced } from './words.js';

/** @param {ReportTold} report @param {ReportChoices} choices */
export function troubleSection(report, choices) {
  const name = (/** @type {string} */ bot) => el('span', { class: 'name', text: bot });
  const slow = report.slowest.length === 0 ? null : sortable(
    'Slowest bots',
    [
      { name: 'Slowest', by: (one) => one.bot, class: 'bot', show: (one) => name(one.bot) },
      { name: 'Mean answer', by: (one) => one.mean_ms, class: 'number', show: (one) => `${one.mean_ms.toFixed(one.mean_ms < 10 ? 1 : 0)} ms` },
      { name: 'Slowest answer', by: (one) => one.longest_ms, class: 'number', show: (one) => `${one.longest_ms} ms` },
    ],
    report.slowest,
    choices,
  );
  const crashes = report.crashiest.length === 0 ? null : sortable(
    'Bots that fail',
    [
      { name: 'Crashiest', by: (one) => one.bot, class: 'bot', show: (one) => name(one.bot) },
      { name: 'Failed games', by: (one) => one.failures.share, class: 'number', show: (one) => el('span', { title: `95 % interval ${percent(one.failures.low)} to ${percent(one.failures.high)}` }, `${one.failures.count} of ${one.failures.of} (${percent(one.failures.share)})`) },
      { name: 'Faults', by: (one) => one.faults, class: 'number', show: (one) => one.faults },
    ],
    report.crashiest,
    choices,
  );
  const refused = report.trouble.filter((one) => Object.keys(one.rejected).length > 0);
  const rejected = refused.length === 0 ? null : el('ul', { class: 'plain' }, ...refused.map((one) => el('li', {}, name(one.bot), el('span', { class: 'faint', text: ` refused: ${Object.entries(one.rejected).map(([reason, n]) => `${spaced(reason)} ${n}`).join(', ')}` }))));
  const notes = notesOf(report).map((note) => el('li', { text: note }));
  return section('trouble', 'Bots and the machine', '', slow, crashes, rejected ? el('h3', { text: 'Actions that the rules refused' }) : null, rejected, el('ul', { class: 'plain notes' }, ...notes));
}

/** @param {ReportTold} report */
function notesOf(report) {
  const { latency, repeats, sessions, failed, torn } = report;
  const notes = [];
  const fixtures = report.at_a_table === 2 ? 'pair' : 'table';
  if (latency.flagged > 0) notes.push(`${latency.flagged} of ${count(latency.of, fixtures)} were played while the machine was late, by up to ${latency.worst_ms} ms: play fewer at once to be sure.`);
  else if (report.slowest.length > 0) notes.push(`The machine was late by at most ${latency.worst_ms} ms.`);
  if (repeats.distinct < repeats.games) notes.push(`${repeats.games - repeats.distinct} of ${count(repeats.games, 'game')} were the same as another one: repeating a game proves nothing.`);
  if (failed.length > 0) notes.push(`${count(failed.length, 'time')} something could not be played, which was no bot's fault; the last: ${failed[failed.length - 1].why}`);
  if (torn) notes.push(`The last ${torn} bytes of the ledger are no whole line: it is being written, or was torn.`);
  for (const session of sessions) {
    const sandbox = session.sandbox ? `, sandbox ${session.sandbox}` : '';
    notes.push(`Played from ${new Date(1000 * session.began).toLocaleString()}, ${session.concurrency} at once, skirmish ${session.program}${sandbox}.`);
  }
  return notes;
}
