// One chart, large: axes, a legend with the values of the current frame, and a tooltip with those under the pointer.

import { el, openDialog, refill } from '../shared/dom.js';
import { linesOf, paintLines, valueAt } from './curves.js';
import { momentName } from '../watch/moments.js';
import { playerName, seatName } from './scoreboard.js';

/** Room for the numbers of the axes, and about how many there are. */
const AXIS_LEFT = 52;
const AXIS_BELOW = 24;
const AXIS_ABOVE = 8;
const TICKS = 5;

/**
 * @param {import('./charts.js').Charts} charts
 * @param {Chart} chart
 */
export function openChart(charts, chart) {
  const { player, painter, session } = charts;
  const canvas = el('canvas', { class: 'chart-large', role: 'img', 'aria-label': `${chart.name} over the match` });
  const now = el('div', { class: 'chart-now' });
  const veil = el('div', { class: 'chart-veil' });
  const pointed = el('div', { class: 'chart-tip', role: 'status', hidden: true });
  const plot = el('div', { class: 'chart-large-plot' }, canvas, veil, now, pointed);
  const legend = el('ul', { class: 'chart-legend', 'aria-label': 'Values' });
  const moment = el('p', { class: 'faint' });
  const dialog = openDialog(chart.name, plot, moment, legend);
  dialog.classList.add('wide');

  const inner = () => Math.max(1, plot.clientWidth - AXIS_LEFT);
  const paint = () => {
    const ratio = window.devicePixelRatio || 1;
    const { clientWidth: width, clientHeight: height } = plot;
    if (width === 0) return;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    const context = canvas.getContext('2d');
    if (!context) return;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const lines = linesOf(chart, (seat) => charts.told(seat));
    /** @type {[number, number, number, number]} */
    const box = [AXIS_LEFT, AXIS_ABOVE, width - AXIS_LEFT, height - AXIS_ABOVE - AXIS_BELOW];
    paintAxes(context, painter, lines, player.index, box);
    paintLines(context, painter, lines, player.index.steps, box);
  };
  /** @param {{seat: number, value: number}[]} readings */
  const rows = (readings) => readings.map(({ seat, value }) => {
    const chip = el('span', { class: 'seat-chip', 'aria-hidden': 'true' });
    chip.style.background = painter.color(`seat${seat}`);
    const info = session.seats[seat];
    return el('li', { title: playerName(info) }, chip, el('span', { text: seatName(info, seat) }), el('b', { text: value }));
  });
  const mark = () => {
    const { frame, index } = player;
    const x = AXIS_LEFT + (Math.max(0, frame) / Math.max(1, index.steps)) * inner();
    now.style.left = veil.style.left = `${x}px`;
    veil.hidden = !charts.veiled;
    moment.textContent = momentName(index, frame);
    refill(legend, ...rows(charts.readings(chart)));
  };
  /** The sampled frame at a pointer: only there are the values exact. @param {PointerEvent} event */
  const frameAt = (event) => {
    const part = (event.clientX - plot.getBoundingClientRect().left - AXIS_LEFT) / inner();
    const frame = Math.min(1, Math.max(0, part)) * player.index.steps;
    const points = chart.series[0].points;
    return points.reduce((best, [at]) => (Math.abs(at - frame) < Math.abs(best - frame) ? at : best), points[0]?.[0] ?? 0);
  };
  plot.addEventListener('pointermove', (event) => {
    const frame = frameAt(event);
    if (charts.veiled && frame > player.frame) {
      pointed.hidden = true;
      return;
    }
    const readings = chart.series
      .filter(({ seat }) => charts.told(seat))
      .flatMap(({ seat, points }) => {
        const value = valueAt(points, frame);
        return value === null ? [] : [{ seat, value }];
      })
      .sort((a, b) => b.value - a.value || a.seat - b.seat);
    refill(pointed, el('b', { text: momentName(player.index, frame) }), el('ul', {}, ...rows(readings)));
    pointed.hidden = false;
    const x = event.clientX - plot.getBoundingClientRect().left;
    pointed.style.left = x < plot.clientWidth / 2 ? `${x + 14}px` : '';
    pointed.style.right = x < plot.clientWidth / 2 ? '' : `${plot.clientWidth - x + 14}px`;
  });
  plot.addEventListener('pointerleave', () => (pointed.hidden = true));
  plot.addEventListener('click', (event) => {
    player.pause();
    player.go(frameAt(/** @type {PointerEvent} */ (event)));
  });
  player.addEventListener('frame', mark);
  const watching = new ResizeObserver(() => {
    paint();
    mark();
  });
  watching.observe(plot);
  dialog.addEventListener('close', () => {
    player.removeEventListener('frame', mark);
    watching.disconnect();
  });
  return dialog;
}

/**
 * Values at the left, turns below.
 * @param {CanvasRenderingContext2D} context
 * @param {import('../board/draw.js').Painter} painter
 * @param {import('./curves.js').Lines} lines
 * @param {MatchIndex} index
 * @param {[number, number, number, number]} box
 */
function paintAxes(context, painter, { least, most }, index, [left, top, width, height]) {
  context.font = '12px system-ui, sans-serif';
  context.fillStyle = painter.color('faint');
  context.strokeStyle = painter.color('ground_line');
  context.lineWidth = 1;
  context.textAlign = 'right';
  context.textBaseline = 'middle';
  const step = roundStep((most - least) / TICKS);
  for (let value = Math.ceil(least / step) * step; value <= most; value += step) {
    const y = top + height - ((value - least) / (most - least)) * height;
    context.strokeRect(left, Math.round(y) + 0.5, width, 0);
    context.fillText(String(value), left - 8, y);
  }
  context.textBaseline = 'top';
  for (let i = 0; i <= TICKS; i++) {
    const frame = Math.round((i / TICKS) * index.steps);
    context.textAlign = i === 0 ? 'left' : i === TICKS ? 'right' : 'center';
    context.fillText(`${index.counted ?? 'turn'} ${index.turn[frame] ?? ''}`, left + (i / TICKS) * width, top + height + 8);
  }
}

/**
 * 1, 2 or 5 times a power of ten, and not less than 1.
 * @param {number} step
 */
function roundStep(step) {
  const power = 10 ** Math.floor(Math.log10(Math.max(step, 1)));
  const times = [1, 2, 5, 10].find((n) => n * power >= step) ?? 10;
  return Math.max(1, times * power);
}
