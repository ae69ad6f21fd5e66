// Looking again every few seconds, while somebody looks at the page.

export class Refresh {
  /**
   * @param {number} every in milliseconds
   * @param {() => Promise<void>} look
   */
  constructor(every, look) {
    this.every = every;
    this.look = look;
    this.busy = false;
    this.again = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    document.addEventListener('visibilitychange', () => this.now());
  }

  /** Looks at once, or as soon as the look that is under way is done. */
  async now() {
    clearTimeout(this.timer);
    if (document.hidden) return;
    if (this.busy) {
      this.again = true;
      return;
    }
    this.busy = true;
    do {
      this.again = false;
      await this.look();
    } while (this.again && !document.hidden);
    this.busy = false;
    this.timer = setTimeout(() => this.now(), this.every);
  }
}
