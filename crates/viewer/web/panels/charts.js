// Charts under the timeline: one small picture for each number, with its legend and the values of the current frame. A drag
// goes along the match, a click opens the chart large.

import { el, refill } from '../shared/dom.js';
import { openChart } from './chart.js';
import { linesOf, paintLines, valueAt } from './curves.js';
import { seatName } from './scoreboard.js';

/** With more seats than this only those with the largest values are written out. */
const WRITTEN_LIMIT = 3;
/** A pointer that moved less than this many pixels has clicked. */
const CHART_SLACK = 5;

/** @typedef {{seat: number, value: number}} Reading */

export class Charts {
  /**
   * @param {import('../watch/player.js').Player} player
   * @param {import('../board/draw.js').Painter} painter
   * @param {Session} session
   */
  constructor(player, painter, session) {
    this.player = player;
    this.painter = painter;
    this.session = session;
    /** Whether what comes after the current frame is covered. */
    this.veiled = false;
    this.root = el('div', { class: 'charts', role: 'group', 'aria-label': 'Charts' });
    /** @type {{chart: Chart, canvas: HTMLCanvasElement, line: HTMLElement, values: HTMLElement}[]} */
    this.drawn = [];
    new ResizeObserver(() => this.paint()).observe(this.root);
    player.addEventListener('frame', () => this.mark());
  }

  /** @param {Chart[]} charts */
  set(charts) {
    this.drawn = charts
      .filter((chart) => chart.series.some((series) => series.points.length > 0))
      .map((chart) => this.#build(chart));
    this.root.hidden = this.drawn.length === 0;
    refill(this.root, ...this.drawn.map(({ canvas }) => /** @type {HTMLElement} */ (canvas.closest('figure'))));
    this.paint();
    this.mark();
  }

  /** @param {boolean} veiled */
  setVeiled(veiled) {
    this.veiled = veiled;
    this.root.classList.toggle('veiled', veiled);
  }

  /** @param {Chart} chart */
  #build(chart) {
    const canvas = el('canvas', { 'aria-hidden': 'true' });
    const line = el('div', { class: 'chart-now' });
    const values = el('span', { class: 'chart-values' });
    const plot = el('div', { class: 'chart-plot', title: 'Click to enlarge' }, canvas, line);
    const open = () => openChart(this, chart);
    const name = el('button', { type: 'button', class: 'chart-name', text: chart.name, title: 'Enlarge the chart', on: { click: open } });
    el('figure', { class: 'chart' }, el('figcaption', {}, name, values), plot);
    /** @param {PointerEvent} event */
    const go = (event) => {
      const box = plot.getBoundingClientRect();
      const part = Math.min(1, Math.max(0, (event.clientX - box.left) / Math.max(1, box.width)));
      this.player.pause();
      this.player.go(part * this.player.index.steps);
    };
    /** Where the pointer went down; null once it has moved. @type {number | null} */
    let from = null;
    plot.addEventListener('pointerdown', (event) => {
      plot.setPointerCapture(event.pointerId);
      from = event.clientX;
    });
    plot.addEventListener('pointermove', (event) => {
      if (!(event.buttons & 1)) return;
      if (from !== null && Math.abs(event.clientX - from) < CHART_SLACK) return;
      from = null;
      go(event);
    });
    plot.addEventListener('pointerup', () => {
      if (from !== null) open();
      from = null;
    });
    return { chart, canvas, line, values };
  }

  /**
   * Whether the current view may show a seat's numbers: in a game that hides things, a seat's view shows only its own.
   * @param {number} seat
   */
  told(seat) {
    return this.player.seat === 'all' || !this.session.hides || Number(this.player.seat) === seat;
  }

  /**
   * The values at the current frame, the largest first. The curve may be thinned; the picture knows the exact number.
   * @param {Chart} chart
   * @returns {Reading[]}
   */
  readings(chart) {
    const { frame, picture } = this.player;
    const exact = new Map((picture?.gauges ?? []).filter((gauge) => gauge.chart === chart.name).map(({ seat, value }) => [seat, value]));
    return chart.series
      .filter(({ seat }) => this.told(seat))
      .flatMap(({ seat, points }) => {
        const value = exact.get(seat) ?? valueAt(points, frame);
        return value === null ? [] : [{ seat, value }];
      })
      .sort((a, b) => b.value - a.value || a.seat - b.seat);
  }

  /** Draws the lines; only when data, size or theme change. */
  paint() {
    const ratio = window.devicePixelRatio || 1;
    for (const { chart, canvas } of this.drawn) {
      const width = canvas.clientWidth;
      const height = canvas.clientHeight;
      if (width === 0) continue;
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
      const context = canvas.getContext('2d');
      if (!context) continue;
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      paintLines(context, this.painter, linesOf(chart, (seat) => this.told(seat)), this.player.index.steps, [0, 3, width, height - 6]);
    }
  }

  /** Marks the current frame and writes the numbers there. */
  mark() {
    const { frame, index } = this.player;
    const part = index.steps > 0 ? (Math.max(0, frame) / index.steps) * 100 : 0;
    for (const { chart, line, values } of this.drawn) {
      line.style.left = `${part}%`;
      const many = chart.series.length > WRITTEN_LIMIT + 1;
      const readings = this.readings(chart);
      const told = many ? readings.slice(0, WRITTEN_LIMIT) : readings.sort((a, b) => a.seat - b.seat);
      const text = told.map(({ seat, value }) => `${seat} ${value}`).join();
      if (values.dataset.told === text) continue;
      values.dataset.told = text;
      refill(values, ...told.map((reading) => this.#value(reading, many)));
    }
  }

  /** Takes the colours of another theme. */
  recolor() {
    for (const { values } of this.drawn) delete values.dataset.told;
    this.paint();
    this.mark();
  }

  /**
   * @param {Reading} reading
   * @param {boolean} named whether colours alone do not say whose it is
   */
  #value({ seat, value }, named) {
    const name = seatName(this.session.seats[seat], seat);
    const text = el('span', { class: 'chart-value', title: name }, named ? el('span', { class: 'chart-whose', text: `${name} ` }) : null, value);
    text.style.color = this.painter.color(`seat${seat}`);
    return text;
  }
}
