// How long games were, how they ended, and who won and lost in which way.

import { el } from '../shared/dom.js';
import { drawing, shape, ticks } from './drawing.js';
import { section, sortable } from './section.js';
import { count, percent, spaced } from './words.js';

const BARS_HEIGHT = 190;
const BARS_EDGES = { left: 46, right: 10, top: 12, bottom: 36 };

/** @param {ReportTold} report @param {ReportChoices} choices */
export function endingsSection(report, choices) {
  const { turns, lengths, reasons, bots } = report.endings;
  const about = turns ? `${turns.mean.toFixed(1)} turns on average, from ${turns.min} to ${turns.max}.` : '';
  const most = Math.max(1, ...lengths.map((bar) => bar.games));
  const draw = (/** @type {number} */ width) => {
    const [left, right, bottom] = [BARS_EDGES.left, width - BARS_EDGES.right, BARS_HEIGHT - BARS_EDGES.bottom];
    const y = (/** @type {number} */ games) => bottom - (games / most) * (bottom - BARS_EDGES.top);
    const each = (right - left) / lengths.length;
    const named = Math.max(1, Math.ceil(56 / each));
    const grid = ticks(0, most, 3).filter((tick) => Number.isInteger(tick)).flatMap((tick) => [
      shape('line', { class: tick === 0 ? 'zero' : 'grid', x1: left, x2: right, y1: y(tick), y2: y(tick) }),
      shape('text', { x: left - 6, y: y(tick) + 4, 'text-anchor': 'end' }, tick.toLocaleString('en')),
    ]);
    const bars = lengths.flatMap((bar, n) => {
      const wide = bar.from === bar.to ? `${bar.from}` : `${bar.from}–${bar.to}`;
      const rect = shape('rect', { class: 'bar', x: left + n * each + 1, width: Math.max(1, Math.min(each - 2, 90)), y: y(bar.games), height: bottom - y(bar.games) }, shape('title', {}, `${wide} turns: ${count(bar.games, 'game')}`));
      const label = n % named === 0 ? shape('text', { x: left + n * each + 1, y: bottom + 15 }, bar.from) : null;
      return label ? [rect, label] : [rect];
    });
    return [...grid, ...bars, shape('text', { x: (left + right) / 2, y: BARS_HEIGHT - 4, 'text-anchor': 'middle', class: 'axis' }, 'turns of a game')];
  };
  const chart = drawing('How many games were how long', BARS_HEIGHT, draw);
  const table = sortable(
    'How games ended',
    [
      { name: 'Ending', by: (one) => one.reason, show: (one) => spaced(one.reason) },
      { name: 'Games', by: (one) => one.games.count, class: 'number', show: (one) => one.games.count },
      { name: 'Share', by: (one) => one.games.share, class: 'number', show: (one) => el('span', { title: `95 % interval ${percent(one.games.low)} to ${percent(one.games.high)}` }, percent(one.games.share), el('span', { class: 'faint', text: ` (${(100 * one.games.low).toFixed(0)}–${(100 * one.games.high).toFixed(0)})` })) },
      { name: 'Mean turns', by: (one) => one.turns, class: 'number', show: (one) => one.turns.toFixed(1) },
    ],
    reasons,
    choices,
  );
  const ways = sortable(
    'Who won and lost how',
    [
      { name: 'Bot', by: (one) => one.bot, class: 'bot', show: (one) => el('span', { class: 'name', text: one.bot }) },
      ...reasons.map(({ reason }) => ({ name: spaced(reason), by: (/** @type {ReportBotEndings} */ one) => one.won[reason] ?? 0, class: 'number', show: (/** @type {ReportBotEndings} */ one) => wayOf(one, reason) })),
    ],
    report.table.rows.map((row) => bots[row.number]),
    choices,
  );
  return section('endings', 'Lengths and endings', about, chart, table, el('h3', { text: 'Won · drawn · lost, by ending' }), ways);
}

/** @param {ReportBotEndings} one @param {string} reason */
function wayOf(one, reason) {
  const numbers = [one.won[reason] ?? 0, one.drawn[reason] ?? 0, one.lost[reason] ?? 0];
  if (numbers.every((n) => n === 0)) return '–';
  return el('span', { title: `won ${numbers[0]}, drawn ${numbers[1]}, lost ${numbers[2]}` }, el('b', { text: numbers[0] }), el('span', { class: 'faint', text: ` · ${numbers[1]} · ${numbers[2]}` }));
}
