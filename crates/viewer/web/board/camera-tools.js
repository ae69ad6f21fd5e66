// The buttons of the camera, beside every board.

import { button, el } from '../shared/dom.js';

/** How much larger the board gets at one press. */
export const ZOOM_STEP = 1.4;

/** @param {import('./board.js').Board} board */
export function cameraTools(board) {
  return el(
    'div',
    { class: 'stage-tools', role: 'toolbar', 'aria-label': 'Camera' },
    button({ label: 'Zoom in', icon: 'plus', key: '+', class: 'quiet', press: () => board.zoomBy(ZOOM_STEP) }),
    button({ label: 'Zoom out', icon: 'minus', key: '-', class: 'quiet', press: () => board.zoomBy(1 / ZOOM_STEP) }),
    button({ label: 'Whole board', icon: 'camera', key: 'R', class: 'quiet', press: () => board.reset() }),
  );
}
