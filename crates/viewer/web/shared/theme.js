// Light or dark: as the system has it, until someone chooses.

const THEME_KEY = 'skirmish-theme';

export class ThemeSwitch extends EventTarget {
  constructor() {
    super();
    const system = matchMedia('(prefers-color-scheme: dark)');
    // Kept, and not asked for again: Chromium tells of no change that somebody has looked at before it was told.
    this.dark = system.matches;
    this.chosen = remembered();
    system.addEventListener('change', (event) => {
      this.dark = event.matches;
      this.#apply();
    });
    this.#apply();
  }

  /** @returns {ThemeName} */
  get theme() {
    return this.chosen ?? (this.dark ? 'dark' : 'light');
  }

  /**
   * @param {ThemeName} theme
   * @param {boolean} [remember] not for what only a link asked for
   */
  choose(theme, remember = true) {
    this.chosen = theme;
    try {
      if (remember) localStorage.setItem(THEME_KEY, theme);
    } catch {
      // A page without storage, such as one opened from a file: the choice lasts until it closes.
    }
    this.#apply();
  }

  toggle() {
    this.choose(this.theme === 'dark' ? 'light' : 'dark');
  }

  #apply() {
    document.documentElement.dataset.theme = this.theme;
    this.dispatchEvent(new CustomEvent('theme', { detail: this.theme }));
  }
}

/** @returns {ThemeName | null} */
function remembered() {
  try {
    const found = localStorage.getItem(THEME_KEY);
    return found === 'dark' || found === 'light' ? found : null;
  } catch {
    return null;
  }
}
