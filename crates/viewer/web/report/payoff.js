// Who beats whom, in all or on one side.

import { el, refill } from '../shared/dom.js';
import { section } from './section.js';
import { count, percent, signed, spread } from './words.js';

/** @param {ReportTold} report @param {ReportChoices} choices */
export function payoffSection(report, choices) {
  const pairs = report.at_a_table === 2;
  const what = pairs ? 'The share of the points that the bot of the line got against that of the column.' : 'How often the bot of the line was placed above that of the column.';
  const holder = el('div', { class: 'scroll matrix', tabindex: 0, role: 'region', 'aria-label': 'Who beats whom: table' });
  const paint = () => refill(holder, matrixOf(report, choices.side));
  const sided = report.matrix.some((cell) => cell.sides !== null);
  const choice = (/** @type {number | null} */ side, /** @type {string} */ text) => {
    const input = el('input', { type: 'radio', name: 'side', checked: choices.side === side });
    input.addEventListener('change', () => {
      choices.side = side;
      paint();
    });
    return el('label', {}, input, text);
  };
  const sides = sided ? el('fieldset', { class: 'sides' }, el('legend', { class: 'sr-only', text: 'Side' }), choice(null, 'Both sides'), ...report.seats.map((seat, n) => choice(n, `as ${seat}`))) : null;
  paint();
  return section('payoff', 'Who beats whom', `${what} Pale cells are not certain: their interval holds one half.`, sides, holder);
}

/** @param {ReportTold} report @param {number | null} side */
function matrixOf(report, side) {
  const order = report.table.rows.map((row) => row.number);
  const cells = new Map(report.matrix.map((cell) => [`${cell.bot} ${cell.against}`, cell]));
  const name = (/** @type {number} */ bot) => report.bots[bot].name;
  const head = el('tr', {}, el('td'), ...order.map((bot) => el('th', { scope: 'col' }, el('span', { class: 'name', text: name(bot), title: name(bot) }))));
  const lines = order.map((bot) =>
    el('tr', {}, el('th', { scope: 'row' }, el('span', { class: 'name', text: name(bot), title: name(bot) })), ...order.map((against) => payoffCell(report, cells.get(`${bot} ${against}`), bot === against, side))),
  );
  return el('table', {}, el('caption', { class: 'sr-only', text: 'Who beats whom' }), el('thead', {}, head), el('tbody', {}, ...lines));
}

/**
 * @param {ReportTold} report
 * @param {ReportCell | undefined} cell
 * @param {boolean} self
 * @param {number | null} side
 */
function payoffCell(report, cell, self, side) {
  if (!cell) return el('td', { class: self ? 'self' : 'unmet', text: self ? '' : '·' });
  const seen = side === null ? cell : cell.sides?.[side];
  if (!seen) return el('td', { class: 'unmet', text: '·' });
  const { score, interval } = seen;
  const certain = interval !== null && (interval[0] > 0.5 || interval[1] < 0.5);
  const td = el('td', { class: 'payoff' }, el('b', { text: (100 * score).toFixed(0) }), ' ', el('span', { class: 'faint', text: spread(seen) }));
  const strength = Math.round(Math.abs(score - 0.5) * 2 * (certain ? 62 : 22));
  td.style.background = `color-mix(in srgb, var(${score >= 0.5 ? '--win' : '--loss'}) ${strength}%, var(--panel))`;
  const [one, two] = [report.bots[cell.bot].name, report.bots[cell.against].name];
  const elo = cell.elo === null ? 'no Elo difference' : `${signed(cell.elo)} Elo${cell.elo_error === null ? '' : ` ± ${cell.elo_error.toFixed(0)}`}`;
  const as = side === null ? '' : ` as ${report.seats[side]}`;
  const said = (/** @type {ReportScore} */ of) => `${percent(of.score)} (${spread(of)})`;
  const split = cell.sides ? `; ${cell.sides.map((of, n) => `${said(of)} as ${report.seats[n]}`).join(', ')}` : '';
  const fixtures = report.at_a_table === 2 ? `${count(cell.fixtures, 'pair')}, ${elo}` : count(cell.fixtures, 'table');
  td.title = `${one}${as} against ${two}: ${said(seen)} in ${fixtures}${split}`;
  return td;
}
