// The timeline: buttons, speeds, and a track to drag along, with marks where something happened.

import { button, el, refill, relabel } from '../shared/dom.js';
import { keyColor, keyKinds, momentName, nextKey, nextTurn, previousTurn } from './moments.js';
import { SPEEDS } from './player.js';

/** The most rows of marks under the track, and the height of all of them in pixels. */
const MARK_ROWS = 4;
const MARKS_HEIGHT = 16;

export class Timeline {
  /**
   * @param {import('./player.js').Player} player
   * @param {import('../board/draw.js').Painter} painter for its colours
   * @param {(frame: number, kind: string) => void} pointOut called when it goes to an event
   */
  constructor(player, painter, pointOut) {
    this.player = player;
    this.pointOut = pointOut;
    this.painter = painter;
    this.kinds = keyKinds(player.index);
    /** Whether what has not been shown yet is not told, and the last frame that has been. */
    this.veiled = false;
    this.seen = 0;

    this.playButton = button({ label: 'Play', icon: 'play', key: 'Space', class: 'primary round', press: () => player.toggle() });
    this.speed = el('select', { class: 'speed', 'aria-label': 'Speed', title: 'Speed (up and down)' });
    for (const speed of SPEEDS) this.speed.appendChild(el('option', { value: speed, text: `${speed}×` }));
    this.speed.addEventListener('change', () => player.setSpeed(Number(this.speed.value)));
    this.kind = el('select', { class: 'kind', 'aria-label': 'Kind of event to jump to', title: 'Kind of event to jump to' });
    this.name = el('b');
    this.count = el('span', { class: 'faint' });
    this.moment = el('div', { class: 'moment' }, this.name, this.count);
    this.live = el('button', { type: 'button', class: 'live-pill', hidden: true, title: 'Go to the latest frame' }, 'live');
    this.live.addEventListener('click', () => player.go(player.index.steps));

    /** @param {string} label @param {Parameters<typeof button>[0]['icon']} icon @param {string} key @param {() => void} press */
    const make = (label, icon, key, press, extra = '') => button({ label, icon, key, class: `quiet ${extra}`, press });
    this.transport = el(
      'div',
      { class: 'transport', role: 'toolbar', 'aria-label': 'Playback' },
      el(
        'div',
        { class: 'transport-group' },
        make('First frame', 'first', ',', () => this.jump(0), 'wide-only'),
        make('Previous turn', 'previousTurn', 'Shift+Left', () => this.turn(-1)),
        make('Previous frame', 'previous', 'Left', () => player.step(-1)),
        this.playButton,
        make('Next frame', 'next', 'Right', () => player.step(1)),
        make('Next turn', 'nextTurn', 'Shift+Right', () => this.turn(1)),
        make('Last frame', 'last', '.', () => this.jump(player.index.steps), 'wide-only'),
      ),
      this.speed,
      this.moment,
      this.live,
      (this.keyGroup = el(
        'div',
        { class: 'transport-group key-group' },
        make('Previous event', 'previousKey', 'Q', () => this.key(-1), 'event'),
        this.kind,
        make('Next event', 'nextKey', 'E', () => this.key(1), 'event'),
      )),
    );

    this.done = el('div', { class: 'track-done' });
    this.thumb = el('div', { class: 'track-thumb' });
    this.marks = el('canvas', { class: 'track-marks', 'aria-hidden': 'true' });
    this.hint = el('div', { class: 'track-hint', hidden: true });
    this.track = el(
      'div',
      { class: 'track', role: 'slider', tabindex: 0, 'aria-label': 'Frame', 'aria-valuemin': 0 },
      el('div', { class: 'track-rail' }, this.done),
      this.marks,
      this.thumb,
      this.hint,
    );
    this.root = el('div', { class: 'timeline' }, this.track, this.transport);
    this.#drag();
    this.#kinds();
    new ResizeObserver(() => this.paintMarks()).observe(this.track);
    player.addEventListener('frame', () => this.update());
    player.addEventListener('state', () => this.update());
    this.update();
  }

  // What buttons and keys do.

  /** @param {number} frame */
  jump(frame) {
    this.player.pause();
    this.player.go(frame);
  }

  /** @param {1 | -1} way */
  turn(way) {
    const { index, wanted } = this.player;
    const to = way > 0 ? nextTurn(index, wanted) : previousTurn(index, wanted);
    this.player.pause();
    this.player.go(to, Math.abs(to - wanted) === 1 ? 200 : 0);
  }

  /**
   * Goes to the next thing of the chosen kind.
   * @param {1 | -1} way
   * @returns {boolean} whether there was one
   */
  key(way) {
    const to = nextKey(this.player.index, this.player.wanted, way, this.kind.value);
    if (to === null) return false;
    this.player.pause();
    this.player.go(to, to === this.player.frame + 1 ? 260 : 0);
    this.pointOut(to, this.kind.value);
    return true;
  }

  // What it shows.

  /**
   * Whether to tell how long the match is and what happens in it only as far as it has been shown.
   * @param {boolean} veiled
   */
  setVeiled(veiled) {
    this.veiled = veiled;
    this.refresh();
  }

  /** The last frame of which anything is told. */
  #told() {
    return this.veiled ? this.seen : this.player.index.steps;
  }

  update() {
    const { player } = this;
    const { index } = player;
    const frame = Math.max(0, player.playing ? player.frame : player.wanted);
    if (player.frame > this.seen) {
      this.seen = player.frame;
      if (this.veiled) this.paintMarks();
    }
    const part = index.steps > 0 ? (frame / index.steps) * 100 : 0;
    this.done.style.width = `${part}%`;
    this.thumb.style.left = `${part}%`;
    const name = momentName(index, frame);
    this.name.textContent = name;
    const secret = this.veiled && this.seen < index.steps;
    this.count.textContent = secret ? `frame ${frame}` : `frame ${frame} / ${index.steps}`;
    this.track.setAttribute('aria-valuemax', String(index.steps));
    this.track.setAttribute('aria-valuenow', String(frame));
    this.track.setAttribute('aria-valuetext', secret ? `${name}, frame ${frame}` : `${name}, frame ${frame} of ${index.steps}`);
    if (this.speed.value !== String(player.speed)) this.speed.value = String(player.speed);
    const playing = player.playing ? 'yes' : 'no';
    if (this.playButton.dataset.playing !== playing) {
      this.playButton.dataset.playing = playing;
      relabel(this.playButton, player.playing ? 'pause' : 'play', player.playing ? 'Pause (Space)' : 'Play (Space)');
    }
    this.live.hidden = !index.live;
    this.live.classList.toggle('behind', index.live && !player.atEnd());
    this.live.textContent = player.atEnd() ? 'live' : 'live: follow';
  }

  /** The match has grown: there may be new kinds and marks. */
  refresh() {
    this.#kinds();
    this.paintMarks();
    this.update();
  }

  #kinds() {
    const chosen = this.kind.value;
    this.kinds = keyKinds(this.player.index);
    const options = ['', ...this.kinds].map((kind) => el('option', { value: kind, text: kind || 'any event' }));
    refill(this.kind, ...options);
    this.kind.value = this.kinds.includes(chosen) ? chosen : '';
    this.keyGroup.hidden = this.kinds.length === 0;
  }

  paintMarks() {
    const { index } = this.player;
    const { marks } = this;
    const ratio = window.devicePixelRatio || 1;
    const width = this.track.clientWidth;
    const rows = Math.max(1, Math.min(MARK_ROWS, this.kinds.length));
    const high = Math.min(6, MARKS_HEIGHT / rows);
    marks.width = Math.round(width * ratio);
    marks.height = Math.round(MARKS_HEIGHT * ratio);
    const context = marks.getContext('2d');
    if (!context || width === 0) return;
    context.scale(ratio, ratio);
    const told = this.#told();
    // The most frequent first, so that rare ones stay visible.
    for (let row = this.kinds.length - 1; row >= 0; row--) {
      context.fillStyle = this.painter.color(keyColor(this.kinds[row], row));
      const y = (row % rows) * high;
      let last = -9;
      for (const [frame, kind] of index.keys) {
        if (kind !== this.kinds[row] || frame > told) continue;
        const x = (frame / Math.max(1, index.steps)) * width;
        if (x - last < 1.2) continue;
        context.fillRect(x - 1, y, 2, high - 1);
        last = x;
      }
    }
  }

  #drag() {
    const { track, player } = this;
    /** @param {PointerEvent} event */
    const at = (event) => {
      const box = track.getBoundingClientRect();
      const part = Math.min(1, Math.max(0, (event.clientX - box.left) / Math.max(1, box.width)));
      return { part, frame: Math.round(part * player.index.steps) };
    };
    track.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      track.setPointerCapture(event.pointerId);
      track.classList.add('dragging');
      this.jump(at(event).frame);
      this.update();
    });
    track.addEventListener('pointermove', (event) => {
      const { part, frame } = at(event);
      this.hint.hidden = false;
      this.hint.style.left = `${part * 100}%`;
      this.hint.textContent = this.#said(frame);
      if (track.classList.contains('dragging') && frame !== player.wanted) {
        player.go(frame);
        this.update();
      }
    });
    const end = () => track.classList.remove('dragging');
    track.addEventListener('pointerup', end);
    track.addEventListener('pointercancel', end);
    track.addEventListener('pointerleave', () => (this.hint.hidden = true));
    track.addEventListener('keydown', (event) => {
      const far = Math.max(1, Math.round(player.index.steps / 20));
      const to = { Home: 0, End: player.index.steps, PageDown: player.wanted - far, PageUp: player.wanted + far }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      this.jump(to);
    });
  }

  /**
   * What is at a frame, for the hint: the moment, and what happened there.
   * @param {number} frame
   */
  #said(frame) {
    const { index } = this.player;
    if (frame > this.#told()) return 'not shown yet';
    const near = Math.max(0, index.steps / 400);
    const kinds = new Set(index.keys.filter(([at]) => Math.abs(at - frame) <= near).map(([, kind]) => kind));
    return [momentName(index, frame), ...kinds].join(' · ');
  }
}
