// Fingers, mouse and wheel on the board.

/** A pointer that moved less than this many pixels has clicked. */
const CLICK_SLACK = 6;

/**
 * What gestures do; places are pixels from the corner of the canvas.
 * @typedef {{pan(dx: number, dy: number): void, zoom(px: number, py: number, factor: number): void,
 *   click(px: number, py: number, event: PointerEvent): void, hover(px: number, py: number): void, leave(): void,
 *   box(box: [number, number, number, number] | null, done: boolean): void, boxes(): boolean}} Gestured
 */

/**
 * @param {HTMLElement} target
 * @param {Gestured} board
 */
export function attachGestures(target, board) {
  /** Pointers that are down, and where. @type {Map<number, Point>} */
  const down = new Map();
  /** @type {{x: number, y: number, shift: boolean, moved: boolean} | null} */
  let start = null;
  let spread = 0;

  /** @param {{clientX: number, clientY: number}} event @returns {Point} */
  const place = (event) => {
    const box = target.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };

  target.addEventListener('pointerdown', (event) => {
    if (event.button > 1) return;
    target.setPointerCapture(event.pointerId);
    const [x, y] = place(event);
    down.set(event.pointerId, [x, y]);
    if (down.size === 1) start = { x, y, shift: event.shiftKey || board.boxes(), moved: false };
    else if (start) {
      // A second finger: not a click any more.
      start.moved = true;
      start.shift = false;
      spread = distance(down);
    }
  });

  target.addEventListener('pointermove', (event) => {
    const [x, y] = place(event);
    const was = down.get(event.pointerId);
    if (!was || !start) {
      board.hover(x, y);
      return;
    }
    if (!start.moved && Math.hypot(x - start.x, y - start.y) < CLICK_SLACK) return;
    const first = !start.moved;
    start.moved = true;
    if (start.shift) {
      board.box([Math.min(x, start.x), Math.min(y, start.y), Math.max(x, start.x), Math.max(y, start.y)], false);
      down.set(event.pointerId, [x, y]);
      return;
    }
    // Two fingers: each moves the board by half of its movement.
    const from = first ? [start.x, start.y] : was;
    board.pan((x - from[0]) / down.size, (y - from[1]) / down.size);
    down.set(event.pointerId, [x, y]);
    if (down.size === 2) {
      const now = distance(down);
      const [[ax, ay], [bx, by]] = [...down.values()];
      if (spread > 0 && now > 0) board.zoom((ax + bx) / 2, (ay + by) / 2, now / spread);
      spread = now;
    }
  });

  /** @param {PointerEvent} event */
  const lift = (event) => {
    if (!down.delete(event.pointerId) || !start) return;
    const [x, y] = place(event);
    if (down.size === 0) {
      if (start.shift && start.moved) {
        const box = /** @type {[number, number, number, number]} */ ([
          Math.min(x, start.x), Math.min(y, start.y), Math.max(x, start.x), Math.max(y, start.y),
        ]);
        board.box(event.type === 'pointerup' ? box : null, true);
      } else if (!start.moved && event.type === 'pointerup') board.click(x, y, event);
      start = null;
    }
  };
  target.addEventListener('pointerup', lift);
  target.addEventListener('pointercancel', lift);
  target.addEventListener('pointerleave', () => board.leave());

  target.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      const [x, y] = place(event);
      const lines = event.deltaMode === 1 ? 16 : 1;
      // A pinch on a touchpad comes as a wheel with ctrl and small steps.
      const speed = event.ctrlKey ? 0.01 : 0.0016;
      board.zoom(x, y, Math.exp(-event.deltaY * lines * speed));
    },
    { passive: false },
  );
}

/** @param {Map<number, Point>} down */
function distance(down) {
  const [a, b] = [...down.values()];
  return a && b ? Math.hypot(a[0] - b[0], a[1] - b[1]) : 0;
}
