// Whom each bot fears, and which pairs would tell most.

import { el } from '../shared/dom.js';
import { section, sortable } from './section.js';
import { percent, spread } from './words.js';

/** @param {ReportTold} report @param {ReportChoices} choices */
export function rivalsSection(report, choices) {
  const table = sortable(
    'Rivals',
    [
      { name: 'Bot', by: (one) => one.bot, class: 'bot', show: (one) => el('span', { class: 'name', text: one.bot }) },
      { name: 'Nemesis', by: (one) => one.nemesis?.bot ?? null, show: (one) => (one.nemesis ? el('span', { class: 'name', text: one.nemesis.bot }) : el('span', { class: 'faint', text: 'nobody' })) },
      { name: 'Its score there', by: (one) => one.nemesis?.score ?? null, class: 'number', show: (one) => (one.nemesis ? el('span', { title: one.nemesis.certain ? 'the interval lies below one half' : 'this may be chance' }, percent(one.nemesis.score), el('span', { class: 'faint', text: ` ${spread(one.nemesis)}${one.nemesis.certain ? '' : ' ?'}` })) : '–') },
      { name: 'Next opponent', by: (one) => one.next, show: (one) => (one.next ? el('span', { class: 'name', text: one.next }) : el('span', { class: 'faint', text: 'all is clear' })) },
    ],
    report.rivals,
    choices,
  );
  const pair = report.next[0];
  const next = pair ? el('p', { class: 'about' }, 'The pair that tells most now: ', el('b', { class: 'name', text: pair.bots[0] }), ' against ', el('b', { class: 'name', text: pair.bots[1] }), '.') : null;
  return section('rivals', 'Rivals', 'The nemesis is whom a bot does worst against (with ? it may be chance); the next opponent is the one against whom a pair tells most about who is better.', table, next);
}
