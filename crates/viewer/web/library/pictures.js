// Pictures of matches: asked for when a card comes into sight, a few at a time. The server plays a match for each.

/** How many are on their way at once. A browser has six connections to a server, and others need some. */
const AT_ONCE = 3;
/** How far outside the window a card counts as in sight. */
const AHEAD = '300px';

export class Pictures {
  /** @param {import('../shared/theme.js').ThemeSwitch} themes */
  constructor(themes) {
    this.themes = themes;
    /** What each picture shows: its place, and the file. @type {Map<Element, {image: HTMLImageElement, name: string, stamp: string}>} */
    this.places = new Map();
    /** Those in sight that have no picture yet, in the order they came. @type {Set<Element>} */
    this.waiting = new Set();
    this.loading = 0;
    this.watcher = new IntersectionObserver((entries) => this.#seen(entries), { rootMargin: AHEAD });
    themes.addEventListener('theme', () => this.#again());
  }

  /**
   * Shows the last picture of a match in a place, once that is in sight.
   * @param {Element} place
   * @param {HTMLImageElement} image
   * @param {string} name
   * @param {string} stamp
   */
  show(place, image, name, stamp) {
    const known = this.places.get(place);
    if (known?.stamp === stamp && known.name === name) return;
    this.places.set(place, { image, name, stamp });
    // Observed anew, so that a place that is in sight is reported again.
    this.watcher.unobserve(place);
    this.watcher.observe(place);
  }

  /** @param {Element} place */
  forget(place) {
    this.watcher.unobserve(place);
    this.places.delete(place);
    this.waiting.delete(place);
  }

  /** @param {IntersectionObserverEntry[]} entries */
  #seen(entries) {
    for (const { target, isIntersecting } of entries) {
      const wanted = this.places.get(target);
      if (!wanted) continue;
      if (isIntersecting && wanted.image.dataset.shown !== this.#key(wanted)) this.waiting.add(target);
      else this.waiting.delete(target);
    }
    this.#next();
  }

  #again() {
    for (const place of this.places.keys()) {
      this.watcher.unobserve(place);
      this.watcher.observe(place);
    }
  }

  /** @param {{stamp: string}} wanted */
  #key({ stamp }) {
    return `${this.themes.theme} ${stamp}`;
  }

  #next() {
    for (const place of this.waiting) {
      if (this.loading >= AT_ONCE) return;
      this.waiting.delete(place);
      const wanted = this.places.get(place);
      if (wanted) this.#load(place, wanted);
    }
  }

  /** @param {Element} place @param {{image: HTMLImageElement, name: string, stamp: string}} wanted */
  #load(place, { image, name, stamp }) {
    // It is on its way with other colours, and asked for again after that.
    if (image.onload) return;
    this.loading++;
    image.dataset.shown = this.#key({ stamp });
    const done = (/** @type {string} */ state) => {
      this.loading--;
      image.onload = image.onerror = null;
      place.setAttribute('data-picture', state);
      const wanted = this.places.get(place);
      if (wanted && image.dataset.shown !== this.#key(wanted)) this.waiting.add(place);
      this.#next();
    };
    image.onload = () => done('here');
    image.onerror = () => done('none');
    image.src = `api/picture?${new URLSearchParams({ name, theme: this.themes.theme, stamp })}`;
  }
}
