// The ratings while results came in.

import { el } from '../shared/dom.js';
import { drawing, shape, ticks } from './drawing.js';
import { section } from './section.js';
import { signed } from './words.js';

/** So many lines have a colour of their own; report.css has the colours. */
const COURSE_COLORS = 8;
/** With so few bots every interval is shown, else those of the marked ones. */
const FEW_BOTS = 4;
const COURSE_HEIGHT = 320;
const COURSE_EDGES = { left: 46, right: 10, top: 10, bottom: 36 };

/** @param {ReportTold} report @param {ReportChoices} choices */
export function courseSection(report, choices) {
  const { at, lines } = report.course;
  const rated = report.table.rows.map((row) => row.number).filter((bot) => lines[bot].points.some((point) => point !== null));
  if (at.length < 2 || rated.length === 0) return null;
  const color = new Map(rated.slice(0, COURSE_COLORS).map((bot, n) => [bot, n]));
  const colorOf = (/** @type {number} */ bot) => `color-${color.get(bot) ?? 'none'}`;
  const classOf = (/** @type {number} */ bot) => {
    const { marked } = choices;
    const stands = marked.size === 0 ? (rated.length <= FEW_BOTS ? 'marked' : '') : marked.has(bot) ? 'marked' : 'behind';
    return `curve ${colorOf(bot)} ${stands}`;
  };
  // The wide intervals of the beginning are cut off: only how it ended must fit.
  const ends = rated.flatMap((bot) => [...lines[bot].points.flatMap((point) => (point ? [point.elo] : [])), ...intervalOf(lines[bot].points.at(-1) ?? null)]);
  const slack = Math.max(5, 0.04 * (Math.max(...ends) - Math.min(...ends)));
  const [least, most] = [Math.min(...ends) - slack, Math.max(...ends) + slack];
  const total = at[at.length - 1];
  const [top, bottom] = [COURSE_EDGES.top, COURSE_HEIGHT - COURSE_EDGES.bottom];
  const draw = (/** @type {number} */ width) => {
    const [left, right] = [COURSE_EDGES.left, width - COURSE_EDGES.right];
    const x = (/** @type {number} */ fixtures) => left + (fixtures / total) * (right - left);
    const y = (/** @type {number} */ elo) => top + ((most - elo) / (most - least)) * (bottom - top);
    const grid = ticks(least, most, 6).flatMap((tick) => [
      shape('line', { class: tick === 0 ? 'zero' : 'grid', x1: left, x2: right, y1: y(tick), y2: y(tick) }),
      shape('text', { x: left - 6, y: y(tick) + 4, 'text-anchor': 'end' }, signed(tick)),
    ]);
    const foot = ticks(0, total, Math.max(2, width / 140))
      .filter((tick) => Number.isInteger(tick))
      .map((tick) => shape('text', { x: x(tick), y: bottom + 16, 'text-anchor': tick === total ? 'end' : 'middle' }, tick.toLocaleString('en')));
    const axis = shape('text', { x: (left + right) / 2, y: COURSE_HEIGHT - 4, 'text-anchor': 'middle', class: 'axis' }, report.at_a_table === 2 ? 'pairs played' : 'tables played');
    const clip = shape('clipPath', { id: 'course-clip' }, shape('rect', { x: left, y: top - 2, width: right - left + 2, height: bottom - top + 4 }));
    // The first of the table lie on top.
    const curves = [...rated].reverse().map((bot) => curveOf(bot, lines[bot], at, x, y, classOf(bot)));
    return [clip, ...grid, ...foot, axis, shape('g', { 'clip-path': 'url(#course-clip)' }, ...curves)];
  };
  const chart = drawing(`Ratings of ${rated.length} bots while results came in`, COURSE_HEIGHT, draw);
  const legend = el('ul', { class: 'line-legend' });
  for (const bot of rated) {
    const key = el('button', { type: 'button', class: 'line-key', 'aria-pressed': String(choices.marked.has(bot)) }, el('i', { class: `swatch ${colorOf(bot)}` }), el('span', { class: 'name', text: lines[bot].bot }));
    key.addEventListener('click', () => {
      if (!choices.marked.delete(bot)) choices.marked.add(bot);
      key.setAttribute('aria-pressed', String(choices.marked.has(bot)));
      for (const curve of chart.querySelectorAll('.curve')) curve.setAttribute('class', classOf(Number(curve.getAttribute('data-bot'))));
    });
    legend.appendChild(el('li', {}, key));
  }
  return section('course', 'Ratings while games came in', 'The joint fit of all that was played up to a moment. The band of a marked bot is its 95 % interval.', chart, legend);
}

/** @param {ReportPoint | null} point @returns {number[]} */
function intervalOf(point) {
  return point === null ? [] : [point.elo - (point.error ?? 0), point.elo + (point.error ?? 0)];
}

/**
 * A line with its band, broken where there was no rating.
 * @param {number} bot
 * @param {{bot: string, points: (ReportPoint | null)[]}} line
 * @param {number[]} at
 * @param {(fixtures: number) => number} x
 * @param {(elo: number) => number} y
 * @param {string} className
 */
function curveOf(bot, line, at, x, y, className) {
  /** Stretches without a gap. @type {{x: number, point: ReportPoint}[][]} */
  const runs = [[]];
  line.points.forEach((point, n) => {
    if (point) runs[runs.length - 1].push({ x: x(at[n]), point });
    else if (runs[runs.length - 1].length > 0) runs.push([]);
  });
  const path = (/** @type {[number, number][]} */ places) => places.map(([px, py], n) => `${n === 0 ? 'M' : 'L'}${px.toFixed(1)} ${py.toFixed(1)}`).join('');
  const shapes = runs.filter((run) => run.length > 0).flatMap((run) => {
    const upper = run.map((one) => /** @type {[number, number]} */ ([one.x, y(one.point.elo + (one.point.error ?? 0))]));
    const lower = run.map((one) => /** @type {[number, number]} */ ([one.x, y(one.point.elo - (one.point.error ?? 0))])).reverse();
    const middle = run.map((one) => /** @type {[number, number]} */ ([one.x, y(one.point.elo)]));
    const [end, rating] = middle[middle.length - 1];
    return [shape('path', { class: 'band', d: `${path([...upper, ...lower])}Z` }), shape('path', { class: 'line', d: path(middle) }), shape('circle', { class: 'end', cx: end, cy: rating, r: 2.5 })];
  });
  return shape('g', { class: className, 'data-bot': bot }, shape('title', {}, line.bot), ...shapes);
}
