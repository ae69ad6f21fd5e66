// The buttons of the camera, beside every board.

import { button, el } from '../shared/dom.js';

/** How much larger the board gets at one press. */
export const ZOOM_STEP = 1.4;

/**
 * @param {import('./board.js').Board} board
 * @param {{direct?: () => void}} [options] what gives the camera to the director and takes it, if there is one
 */
export function cameraTools(board, { direct } = {}) {
  const director = button({ label: 'Director\'s camera', icon: 'director', key: 'D', class: 'quiet', press: direct });
  const press = () => director.setAttribute('aria-pressed', String(board.directed));
  board.addEventListener('camera', press);
  press();
  return el(
    'div',
    { class: 'stage-tools', role: 'toolbar', 'aria-label': 'Camera' },
    direct ? director : null,
    button({ label: 'Zoom in', icon: 'plus', key: '+', class: 'quiet', press: () => board.zoomBy(ZOOM_STEP) }),
    button({ label: 'Zoom out', icon: 'minus', key: '-', class: 'quiet', press: () => board.zoomBy(1 / ZOOM_STEP) }),
    button({ label: 'Whole board', icon: 'camera', key: 'R', class: 'quiet', press: () => board.reset() }),
  );
}
