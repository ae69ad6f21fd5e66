// Charts as SVG, drawn for the width there is.

import { fill, refill, el } from '../shared/dom.js';

/**
 * An element of a drawing.
 * @param {string} tag
 * @param {Record<string, string | number | null>} [attributes]
 * @param {...import('../shared/dom.js').Child} children
 */
export function shape(tag, attributes = {}, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== null) element.setAttribute(name, String(value));
  fill(element, ...children);
  return element;
}

/** The size of letters for which drawings are made; where the page has larger ones, all of a drawing is larger. */
const DRAWN_LETTERS = 14;

/**
 * A place for a drawing, which is drawn anew whenever its width changes.
 * @param {string} label what there is to see, for those who do not see it
 * @param {number} height
 * @param {(width: number) => Element[]} draw
 */
export function drawing(label, height, draw) {
  const box = el('div', { class: 'drawing' });
  box.style.height = `${height / DRAWN_LETTERS}rem`;
  let last = 0;
  new ResizeObserver(() => {
    const larger = box.clientHeight / height;
    const width = Math.floor(box.clientWidth / larger);
    if (width === last || !(width > 0)) return;
    last = width;
    refill(box, shape('svg', { width: '100%', height: '100%', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label }, ...draw(width)));
  }).observe(box);
  return box;
}

/**
 * Round numbers between two others, about so many.
 * @param {number} least
 * @param {number} most
 * @param {number} about
 */
export function ticks(least, most, about) {
  const span = most - least;
  if (!(span > 0)) return [least];
  const rough = span / Math.max(1, about);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((digit) => digit * power).find((one) => one >= rough) ?? rough;
  const found = [];
  for (let tick = Math.ceil(least / step) * step; tick <= most + step * 1e-9; tick += step) found.push(Math.abs(tick) < step * 1e-9 ? 0 : tick);
  return found;
}
