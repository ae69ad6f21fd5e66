// A page for a wall (?kiosk=1): no controls, no cursor, an awake screen. It plays the match, shows how it ended for a
// while, and goes on to the next one.

/** How long an ending is shown. */
const ENDING_SHOWN = 8000;
/** When to try again after something went wrong. */
const AGAIN_AFTER = 5000;
/** How long the cursor stays after it was moved. */
const CURSOR_STAYS = 1500;

/**
 * What is next: the address of another match if the source knows one, null for the same once more. Who may only watch is
 * not told of others.
 * @param {{next: () => Promise<Goal | null>}} source
 * @param {boolean} may
 * @returns {Promise<string | null>}
 */
export async function whatIsNext(source, may) {
  const next = may ? await source.next() : null;
  if (!next) return null;
  const address = new URL(next.url, location.href);
  // It is a wall there, too, in the same colours and at the same speed.
  for (const [key, value] of new URLSearchParams(location.search)) {
    if (['kiosk', 'theme', 'speed', 'spoilers'].includes(key)) address.searchParams.set(key, value);
  }
  return address.href;
}

export class Kiosk {
  /**
   * @param {HTMLElement} root
   * @param {import('./watch.js').Watch} watch
   */
  constructor(root, watch) {
    this.watch = watch;
    /** What is to happen next. @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    root.classList.add('kiosk');
    this.#hideCursor(root);
    this.#stayAwake();
    const { player } = watch;
    const look = () => this.#look();
    player.addEventListener('frame', look);
    player.addEventListener('state', look);
    player.addEventListener('trouble', () => this.#later(AGAIN_AFTER, () => this.#play()));
    document.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.#leave();
    });
    this.#play();
  }

  /** Plays on; a match that is still running is followed instead. */
  #play() {
    const { player, index } = this.watch;
    if (index.live) player.go(index.steps);
    else player.play();
  }

  #look() {
    if (!this.watch.isOver()) {
      // It was played on, or somebody went back.
      clearTimeout(this.timer);
      this.timer = undefined;
    } else if (this.timer === undefined) this.#later(ENDING_SHOWN, () => void this.#next());
  }

  /**
   * @param {number} wait
   * @param {() => void} work
   */
  #later(wait, work) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.timer = undefined;
      work();
    }, wait);
  }

  async #next() {
    const { source, player, session } = this.watch;
    try {
      const next = await whatIsNext(source, session.can.library);
      if (next) {
        location.assign(next);
        return;
      }
    } catch {
      // Nobody stands here to read why; the same match once more is better than a page that stops.
    }
    player.go(0);
    player.play();
  }

  /** The same page with its controls. */
  #leave() {
    const address = new URL(location.href);
    address.searchParams.delete('kiosk');
    location.assign(address.href);
  }

  /** @param {HTMLElement} root */
  #hideCursor(root) {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    const moved = () => {
      root.classList.remove('still');
      clearTimeout(timer);
      timer = setTimeout(() => root.classList.add('still'), CURSOR_STAYS);
    };
    root.classList.add('still');
    document.addEventListener('pointermove', (event) => {
      // A page that is redrawn under a resting pointer tells of moves that were none.
      if (event.movementX !== 0 || event.movementY !== 0) moved();
    });
  }

  /** Keeps the screen on, where the browser can; it forgets when the page is hidden. */
  #stayAwake() {
    const ask = () => {
      if (document.visibilityState === 'visible') navigator.wakeLock?.request('screen').catch(() => {});
    };
    document.addEventListener('visibilitychange', ask);
    ask();
  }
}
