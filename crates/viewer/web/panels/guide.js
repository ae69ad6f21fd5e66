// What everything means: the legend of the pictures, and the rules in short.

import { el, openDialog } from '../shared/dom.js';
import { markdown } from '../shared/markdown.js';

/** The side of a sign in the legend, in pixels of the page. */
const SIGN_SIDE = 26;

/**
 * Opens legend and rules.
 * @param {Session} session
 * @param {import('../board/draw.js').Painter} painter
 */
export function openGuide(session, painter) {
  const dialog = openDialog(
    'Legend and rules',
    session.legend.length > 0 && el('h3', { text: 'Legend' }),
    legendOf(session, painter),
    el('section', { class: 'rules', 'aria-label': 'The rules in short' }, ...markdown(session.rules)),
  );
  dialog.classList.add('wide');
  return dialog;
}

/**
 * Every sign with its meaning.
 * @param {Session} session
 * @param {import('../board/draw.js').Painter} painter
 */
export function legendOf(session, painter) {
  return el(
    'ul',
    { class: 'legend', 'aria-label': 'Legend' },
    ...session.legend.map(({ sign, about }) => el('li', {}, signOf(sign, painter), el('span', { text: about }))),
  );
}

/**
 * @param {Sign} sign
 * @param {import('../board/draw.js').Painter} painter
 * @returns {HTMLElement}
 */
function signOf(sign, painter) {
  if ('symbols' in sign) {
    const drawn = painter.sample(sign.symbols.names[0], sign.symbols.tint, SIGN_SIDE);
    drawn.dataset.symbols = sign.symbols.names.join(' ');
    return drawn;
  }
  if ('badge' in sign) {
    const { color, symbol, text } = sign.badge;
    const disc = el('span', { class: 'sign-badge', text });
    disc.style.borderColor = painter.color(color);
    if (symbol) disc.appendChild(painter.sample(symbol, color, SIGN_SIDE * 0.6));
    return disc;
  }
  if ('bar' in sign) return flat('sign-bar', 'background', painter.color(sign.bar.color));
  if ('area' in sign) return flat('sign-area', 'background', painter.color(sign.area.color));
  // Another kind of sign would be a type error here.
  return flat(`sign-line${sign.line.dashed ? ' dashed' : ''}`, 'borderColor', painter.color(sign.line.color));
}

/**
 * @param {string} look
 * @param {'background' | 'borderColor'} property
 * @param {string} color
 */
function flat(look, property, color) {
  const sign = el('span', { class: look });
  sign.style[property] = color;
  return sign;
}
