// Charts under the timeline: one small picture for each number, with the current frame marked. A click jumps there.

import { el, refill } from '../shared/dom.js';

/** So that lines can be told apart without their colour. */
const DASHES = [[], [5, 3], [2, 2], [7, 2, 2, 2]];
/** With more seats than this their numbers are not written out. */
const VALUES_LIMIT = 4;

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
    this.root = el('div', { class: 'charts', role: 'group', 'aria-label': 'Charts' });
    /** @type {{chart: Chart, canvas: HTMLCanvasElement, line: HTMLElement, values: HTMLElement[]}[]} */
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

  /** @param {Chart} chart */
  #build(chart) {
    const canvas = el('canvas', { 'aria-hidden': 'true' });
    const line = el('div', { class: 'chart-now' });
    const few = chart.series.length <= VALUES_LIMIT;
    const values = few
      ? chart.series.map((series) => el('span', { class: 'chart-value', title: this.session.seats[series.seat]?.name ?? '' }))
      : [];
    const plot = el('div', { class: 'chart-plot' }, canvas, line);
    el('figure', { class: 'chart' }, el('figcaption', {}, el('span', { text: chart.name }), ...values), plot);
    /** @param {PointerEvent} event */
    const go = (event) => {
      const box = plot.getBoundingClientRect();
      const part = Math.min(1, Math.max(0, (event.clientX - box.left) / Math.max(1, box.width)));
      this.player.pause();
      this.player.go(part * this.player.index.steps);
    };
    plot.addEventListener('pointerdown', (event) => {
      plot.setPointerCapture(event.pointerId);
      go(event);
    });
    plot.addEventListener('pointermove', (event) => {
      if (event.buttons & 1) go(event);
    });
    return { chart, canvas, line, values };
  }

  /**
   * Whether the current view may show a seat's numbers: in a game that hides things, a seat's view shows only its own.
   * @param {number} seat
   */
  #told(seat) {
    return this.player.seat === 'all' || !this.session.hides || Number(this.player.seat) === seat;
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
      if (context) this.#lines(context, chart, width, height, ratio);
    }
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {Chart} chart
   * @param {number} width
   * @param {number} height
   * @param {number} ratio
   */
  #lines(context, chart, width, height, ratio) {
    let least = 0;
    let most = 0;
    for (const { points } of chart.series) {
      for (const [, value] of points) {
        if (value < least) least = value;
        if (value > most) most = value;
      }
    }
    const span = most - least || 1;
    const steps = Math.max(1, this.player.index.steps);
    const many = chart.series.length > VALUES_LIMIT;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.strokeStyle = this.painter.color('ground_line');
    context.lineWidth = 1;
    const zero = Math.round(height - 3 - ((0 - least) / span) * (height - 6)) + 0.5;
    context.strokeRect(-2, zero, width + 4, 0);
    context.lineJoin = 'round';
    // Of many, the three that end highest stand out; they are drawn last.
    const order = many ? [...chart.series].sort((a, b) => lastOf(a.points) - lastOf(b.points)) : chart.series;
    const first = many ? order.length - 3 : 0;
    for (const [place, { seat, points }] of order.entries()) {
      if (!this.#told(seat)) continue;
      context.lineWidth = place < first ? 1 : 1.6;
      context.globalAlpha = place < first ? 0.3 : 1;
      context.strokeStyle = this.painter.color(`seat${seat}`);
      context.setLineDash(many ? [] : DASHES[seat % DASHES.length]);
      context.beginPath();
      let y = 0;
      points.forEach(([frame, value], i) => {
        const x = (frame / steps) * width;
        const to = height - 3 - ((value - least) / span) * (height - 6);
        // A number holds until it changes: steps, not slopes.
        if (i === 0) context.moveTo(x, to);
        else {
          context.lineTo(x, y);
          context.lineTo(x, to);
        }
        y = to;
      });
      context.lineTo(width, y);
      context.stroke();
    }
    context.setLineDash([]);
    context.globalAlpha = 1;
  }

  /** Marks the current frame and writes the numbers there. */
  mark() {
    const { frame, index } = this.player;
    const part = index.steps > 0 ? (Math.max(0, frame) / index.steps) * 100 : 0;
    for (const { chart, line, values } of this.drawn) {
      line.style.left = `${part}%`;
      values.forEach((value, i) => {
        const { seat, points } = chart.series[i];
        const now = valueAt(points, frame);
        const text = now === null || !this.#told(seat) ? '' : `${now}`;
        if (value.textContent !== text) value.textContent = text;
        value.style.color = this.painter.color(`seat${seat}`);
      });
    }
  }
}

/** @param {[number, number][]} points */
function lastOf(points) {
  return points.length > 0 ? points[points.length - 1][1] : 0;
}

/**
 * The number that holds at a frame.
 * @param {[number, number][]} points
 * @param {number} frame
 */
function valueAt(points, frame) {
  let low = 0;
  let high = points.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (points[middle][0] <= frame) low = middle + 1;
    else high = middle;
  }
  return low > 0 ? points[low - 1][1] : null;
}
