// The ranking: ratings with their intervals, on one scale.

import { el } from '../shared/dom.js';
import { shape } from './drawing.js';
import { section, sortable } from './section.js';
import { percent, signed } from './words.js';

const WHISKER_WIDTH = 200;
const WHISKER_HEIGHT = 18;

/** @param {ReportTold} report @param {ReportChoices} choices */
export function rankingSection(report, choices) {
  const rows = report.table.rows;
  const ends = rows.flatMap(({ elo, error }) => (elo === null ? [] : [elo - (error ?? 0), elo + (error ?? 0)]));
  const scale = { least: Math.min(0, ...ends), most: Math.max(0, ...ends) };
  const rank = (/** @type {ReportRow} */ row) => row.rank ?? { above: '▲', below: '▼', rated: '–', apart: '–' }[row.standing];
  const table = sortable(
    'Ranking',
    [
      { name: 'Bot', by: (row) => row.bot, class: 'bot', show: (row) => el('span', {}, el('b', { class: 'rank', text: rank(row), title: standingOf(row) }), ' ', el('span', { class: 'name', text: row.bot, title: report.bots[row.number]?.player ?? '' })) },
      { name: 'Elo', by: (row) => row.elo, class: 'number', show: (row) => eloOf(row) },
      { name: '95 % interval', class: 'whisker', show: (row) => whisker(row, scale) },
      { name: 'Score', by: (row) => row.score, class: 'number', show: (row) => percent(row.score) },
      { name: 'Games', by: (row) => row.games, class: 'number roomy', show: (row) => row.games },
      { name: 'Won', by: (row) => row.wins, class: 'number roomy', show: (row) => row.wins },
      { name: 'Drawn', by: (row) => row.draws, class: 'number roomy', show: (row) => row.draws },
      { name: 'Lost', by: (row) => row.losses, class: 'number roomy', show: (row) => row.losses },
      { name: 'Failed', by: (row) => row.failures, class: 'number', show: (row) => (row.failures > 0 ? el('span', { class: 'bad', text: row.failures }) : '–') },
    ],
    rows,
    choices,
  );
  const unrated = rows.some((row) => row.rank === null);
  const about = 'A rank is shared by all that nothing separates: it is one more than the number of bots that are better for certain.';
  return section('ranking', 'Ranking', about, table, unrated ? el('p', { class: 'about faint', text: '▲ and ▼: won or lost everything against the others, so that there is no number.' }) : null);
}

/** @param {ReportRow} row */
function eloOf(row) {
  if (row.elo === null) return '–';
  // Without any variance the error is 0 by its formula, which proves nothing.
  return !row.error ? signed(row.elo) : el('span', {}, signed(row.elo), el('span', { class: 'faint', text: ` ± ${row.error.toFixed(0)}` }));
}

/** @param {ReportRow} row */
function standingOf(row) {
  return row.rank === null ? `not rated: ${row.standing}` : `rank ${row.rank}`;
}

/**
 * A dot with its interval.
 * @param {ReportRow} row
 * @param {{least: number, most: number}} scale
 */
function whisker({ elo, error }, { least, most }) {
  const middle = WHISKER_HEIGHT / 2;
  const x = (/** @type {number} */ value) => 5 + ((value - least) / Math.max(1, most - least)) * (WHISKER_WIDTH - 10);
  const zero = shape('line', { class: 'zero', x1: x(0), x2: x(0), y1: 0, y2: WHISKER_HEIGHT });
  const marks = elo === null ? [] : [shape('line', { class: 'interval', x1: x(elo - (error ?? 0)), x2: x(elo + (error ?? 0)), y1: middle, y2: middle }), shape('circle', { class: 'dot', cx: x(elo), cy: middle, r: 4 })];
  return shape('svg', { viewBox: `0 0 ${WHISKER_WIDTH} ${WHISKER_HEIGHT}`, class: 'whiskers', 'aria-hidden': 'true' }, zero, ...marks);
}
