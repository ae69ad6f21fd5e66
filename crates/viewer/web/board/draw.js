// Painting items on a canvas, the way the SVG pictures look. Knows shapes, not games.

/** CSS pixels a cell needs before its small things are drawn: below that they are noise. */
const BARS_FROM = 13;
const BADGES_FROM = 17;
const LABELS_FROM = 24;
/** What helps to find things from afar is whole up to this size of a cell, and gone at the second. */
const BEACONS_WHOLE = 8;
const BEACONS_GONE = 18;
/** Outlines over the board grow no wider than this many pixels of the page, however near it is. */
const OUTLINE_MOST = 4;
/** Up to this many screen pixels a symbol is a cached stamp; larger ones are drawn as paths to stay sharp. */
const STAMP_LIMIT = 72;
const STAMPS_KEPT = 2500;
const STAMP_STEP = Math.log(1.2);
/** So many sizes away a stamp may be to serve for another one, until that is made. */
const STAMP_NEAR = 40;

/** @typedef {CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D} Context */
/**
 * Where the board lies on a canvas: pixel = unit * k + offset. `cell` is the size of a cell in pixels of the page.
 * @typedef {{k: number, ox: number, oy: number, cell: number}} Place
 * @typedef {{image: ImageBitmap, left: number, top: number, size: number}} Stamp
 */

export class Painter {
  /**
   * @param {Pick<Session, 'symbols' | 'palette' | 'layout'>} session
   * @param {ThemeName} theme
   */
  constructor(session, theme) {
    this.palette = session.palette;
    this.layout = session.layout;
    this.symbols = new Map(session.symbols.map((symbol) => [symbol.name, symbol]));
    /** @type {Map<string, Path2D>} */
    this.paths = new Map();
    /** @type {Map<string, number>} */
    this.reaches = new Map();
    this.theme = theme;
    // Stamps are looked up without building a key: by name and colour, by badge or by text, then by size.
    /** @type {Map<string, Map<string, Stamp[]>>} */
    this.symbolStamps = new Map();
    /** @type {Map<string, Stamp[]>} */
    this.labelStamps = new Map();
    /** @type {WeakMap<Badge, Stamp[]>} */
    this.badgeStamps = new WeakMap();
    this.stampCount = 0;
    /** How many stamps may still be made before those of another size have to serve, and whether any had to. */
    this.budget = Infinity;
    this.lacking = false;
  }

  /**
   * Paints something, and makes only so many stamps for it: the rest comes with the next pictures. Tells whether all is as
   * sharp as it can be.
   * @param {number} stamps
   * @param {() => void} work
   */
  within(stamps, work) {
    this.budget = stamps;
    this.lacking = false;
    work();
    this.budget = Infinity;
    return !this.lacking;
  }

  /** @param {ThemeName} theme */
  setTheme(theme) {
    this.theme = theme;
    this.#clearStamps();
  }

  #clearStamps() {
    this.symbolStamps.clear();
    this.labelStamps.clear();
    this.badgeStamps = new WeakMap();
    this.stampCount = 0;
  }

  /**
   * @param {Color} name
   * @returns {string}
   */
  color(name) {
    return this.#paint(name).tint;
  }

  /** @param {Color} name */
  #paint(name) {
    const colors = this.palette[this.theme];
    return colors[name] ?? colors.ink;
  }

  /**
   * What an ink is for something of that colour; null if nothing is painted.
   * @param {Ink | undefined} ink
   * @param {Color | undefined} tint
   * @returns {string | null}
   */
  ink(ink, tint) {
    if (ink === undefined || ink === 'none') return null;
    return typeof ink === 'object' ? this.color(ink.color) : this.#paint(tint ?? 'ink')[ink];
  }

  /**
   * @param {string} d
   * @returns {Path2D}
   */
  path(d) {
    let path = this.paths.get(d);
    if (!path) {
      if (this.paths.size > 4000) this.paths.clear();
      path = new Path2D(d);
      this.paths.set(d, path);
    }
    return path;
  }

  /**
   * How far an item reaches from its place at most, in board units at scale 1.
   * @param {Item} item
   * @returns {number}
   */
  reach(item) {
    const { shape } = item;
    if ('symbol' in shape) return 0.9;
    if ('text' in shape) return Math.max(1, shape.text.text.length * 0.6) * shape.text.size;
    const { d } = shape.path;
    let reach = this.reaches.get(d);
    if (reach === undefined) {
      reach = reachOf(d) + (shape.path.width ?? 0) + 0.1;
      if (this.reaches.size > 4000) this.reaches.clear();
      this.reaches.set(d, reach);
    }
    return Math.max(reach, 0.9);
  }

  /**
   * Paints an item; place, scale, angle and opacity are separate arguments, since it may be moving.
   * @param {Context} context
   * @param {Item} item
   * @param {number} x
   * @param {number} y
   * @param {number} scale
   * @param {number} angle
   * @param {number} opacity
   * @param {Place} place
   */
  item(context, item, x, y, scale, angle, opacity, place) {
    if (item.beacon) opacity *= Math.min(1, Math.max(0, (BEACONS_GONE - place.cell) / (BEACONS_GONE - BEACONS_WHOLE)));
    if (opacity <= 0.004) return;
    const px = x * place.k + place.ox;
    const py = y * place.k + place.oy;
    const size = place.k * scale;
    const { shape } = item;
    context.globalAlpha = opacity;
    if ('symbol' in shape) this.#symbol(context, shape.symbol, item.tint, px, py, size, angle);
    else if ('path' in shape) {
      turn(context, px, py, size, angle);
      const outlines = item.layer === 'area' || item.layer === 'floor';
      this.#part(context, shape.path, item.tint, outlines ? (OUTLINE_MOST * place.k) / place.cell / size : Infinity);
    } else {
      // Another kind of shape would be a type error here.
      const fill = this.ink(shape.text.ink, item.tint);
      const letters = shape.text.size * size;
      if (fill && letters > 3) {
        turn(context, px, py, 1, angle);
        this.#words(context, shape.text.text, letters, fill);
      }
    }
    const cell = place.cell * scale;
    if (item.bars && cell >= BARS_FROM) this.#bars(context, item.bars, px, py, size);
    if (item.badges && cell >= BADGES_FROM) this.#badges(context, item.badges, px, py, size);
    if (item.label && cell >= LABELS_FROM) {
      const { place: at, size: letters } = this.layout.label;
      this.label(context, item.label, px + at[0] * size, py + at[1] * size, letters * size);
    }
  }

  /**
   * Words with a halo, centred at a pixel.
   * @param {Context} context
   * @param {string} text
   * @param {number} px
   * @param {number} py
   * @param {number} size of the letters, in pixels
   */
  label(context, text, px, py, size) {
    const half = Math.round(size * 2);
    let sizes = this.labelStamps.get(text);
    if (!sizes) this.labelStamps.set(text, (sizes = []));
    const stamp = this.#ready(sizes, half) ?? (sizes[half] = this.#labelStamp(text, half / 2));
    const ratio = half / 2 / stamp.size;
    context.setTransform(ratio, 0, 0, ratio, px, py);
    context.drawImage(stamp.image, stamp.left, stamp.top);
  }

  /**
   * A symbol alone, on a canvas of its own: for buttons and lists.
   * @param {string} name
   * @param {Color | undefined} tint
   * @param {number} size in pixels of the page
   * @returns {HTMLCanvasElement}
   */
  sample(name, tint, size) {
    const canvas = document.createElement('canvas');
    const ratio = window.devicePixelRatio || 1;
    canvas.width = canvas.height = Math.ceil(size * ratio);
    canvas.style.width = canvas.style.height = `${size}px`;
    const context = canvas.getContext('2d');
    if (context) {
      const half = canvas.width / 2;
      context.setTransform(canvas.width / 1.1, 0, 0, canvas.width / 1.1, half, half);
      for (const part of this.symbols.get(name)?.parts ?? []) this.#part(context, part, tint);
    }
    return canvas;
  }

  /**
   * @param {Context} context
   * @param {string} name
   * @param {Color | undefined} tint
   * @param {number} px
   * @param {number} py
   * @param {number} size
   * @param {number} angle
   */
  #symbol(context, name, tint, px, py, size, angle) {
    const symbol = this.symbols.get(name);
    if (!symbol) return;
    if (size > STAMP_LIMIT) {
      turn(context, px, py, size, angle);
      for (const part of symbol.parts) this.#part(context, part, tint);
      return;
    }
    const step = stampStep(size);
    let tints = this.symbolStamps.get(name);
    if (!tints) this.symbolStamps.set(name, (tints = new Map()));
    let sizes = tints.get(tint ?? 'ink');
    if (!sizes) tints.set(tint ?? 'ink', (sizes = []));
    const stamp = this.#ready(sizes, step) ?? (sizes[step] = this.#symbolStamp(symbol, tint, stampSize(step)));
    turn(context, px, py, size / stamp.size, angle);
    context.drawImage(stamp.image, stamp.left, stamp.top);
  }

  /**
   * A stamp that is there already: the right one or, when no more may be made now, one of a size near it.
   * @param {Stamp[]} sizes
   * @param {number} step
   * @returns {Stamp | undefined}
   */
  #ready(sizes, step) {
    if (sizes[step] || this.budget > 0) return sizes[step];
    for (let far = 1; far <= STAMP_NEAR; far++) {
      const near = sizes[step + far] ?? sizes[step - far];
      if (!near) continue;
      this.lacking = true;
      return near;
    }
    return undefined;
  }

  /**
   * @param {SymbolDrawing} symbol
   * @param {Color | undefined} tint
   * @param {number} size
   */
  #symbolStamp(symbol, tint, size) {
    return this.#stamp(size, size * 1.6, size * 1.6, (inner) => {
      inner.scale(size, size);
      for (const part of symbol.parts) this.#part(inner, part, tint);
    });
  }

  /**
   * @param {Context} context
   * @param {Part} part
   * @param {Color | undefined} tint
   * @param {number} [widest] that a line may be
   */
  #part(context, part, tint, widest = Infinity) {
    const path = this.path(part.d);
    const fillStyle = this.ink(part.fill, tint);
    if (fillStyle) {
      context.fillStyle = fillStyle;
      context.fill(path);
    }
    const strokeStyle = this.ink(part.stroke, tint);
    if (strokeStyle) {
      const width = Math.min(part.width ?? 0, widest);
      context.strokeStyle = strokeStyle;
      context.lineWidth = width;
      context.lineCap = 'round';
      context.lineJoin = 'round';
      const [dash, gap] = this.layout.dash;
      if (part.dashed) context.setLineDash([width * dash, width * gap]);
      context.stroke(path);
      if (part.dashed) context.setLineDash([]);
    }
  }

  /**
   * @param {Context} context
   * @param {Bar[]} bars
   * @param {number} px
   * @param {number} py
   * @param {number} size
   */
  #bars(context, bars, px, py, size) {
    context.setTransform(size, 0, 0, size, px, py);
    const { left, top, width, height, step, rim } = this.layout.bars;
    const half = rim / 2;
    for (let i = 0; i < bars.length; i++) {
      const bar = bars[i];
      const y = top + step * i;
      const part = bar.most > 0 ? Math.min(1, Math.max(0, bar.value / bar.most)) : 0;
      context.fillStyle = this.color('ink');
      context.fillRect(left - half, y - half, width + rim, height + rim);
      context.fillStyle = this.color('paper');
      context.fillRect(left + half, y + half, width - rim, height - rim);
      context.fillStyle = this.color(bar.color);
      context.fillRect(left, y, width * part, height);
    }
  }

  /**
   * @param {Context} context
   * @param {Badge[]} badges
   * @param {number} px
   * @param {number} py
   * @param {number} size
   */
  #badges(context, badges, px, py, size) {
    const step = stampStep(size);
    const { places } = this.layout.badges;
    for (let i = 0; i < badges.length && i < places.length; i++) {
      const badge = badges[i];
      let sizes = this.badgeStamps.get(badge);
      if (!sizes) this.badgeStamps.set(badge, (sizes = []));
      const stamp = this.#ready(sizes, step) ?? (sizes[step] = this.#badgeStamp(badge, stampSize(step)));
      const ratio = size / stamp.size;
      const [x, y] = places[i];
      context.setTransform(ratio, 0, 0, ratio, px + x * size, py + y * size);
      context.drawImage(stamp.image, stamp.left, stamp.top);
    }
  }

  /**
   * @param {Badge} badge
   * @param {number} size
   */
  #badgeStamp(badge, size) {
    const look = this.layout.badges;
    const radius = look.radius * size;
    return this.#stamp(size, radius * 2.6, radius * 2.6, (inner) => {
      inner.beginPath();
      inner.arc(0, 0, radius, 0, Math.PI * 2);
      inner.fillStyle = this.color('paper');
      inner.fill();
      inner.strokeStyle = this.color(badge.color);
      inner.lineWidth = look.rim * size;
      inner.stroke();
      if (badge.symbol) {
        inner.save();
        inner.scale(radius * look.symbol, radius * look.symbol);
        for (const part of this.symbols.get(badge.symbol)?.parts ?? []) this.#part(inner, part, badge.color);
        inner.restore();
      }
      if (badge.text) this.#words(inner, badge.text, radius * look.text, this.color('ink'));
    });
  }

  /**
   * @param {string} text
   * @param {number} letters
   */
  #labelStamp(text, letters) {
    const width = text.length * letters * 0.75 + letters;
    return this.#stamp(letters, width, letters * 1.8, (inner) => {
      this.#words(inner, text, letters, this.color('ink'), this.color('paper'));
    });
  }

  /**
   * Words, centred both ways.
   * @param {Context} context
   * @param {string} text
   * @param {number} size
   * @param {string} fillStyle
   * @param {string} [halo]
   */
  #words(context, text, size, fillStyle, halo) {
    const { font, drop, halo: rim } = this.layout.text;
    context.font = `${size}px ${font}`;
    context.textAlign = 'center';
    context.textBaseline = 'alphabetic';
    const y = size * drop;
    if (halo) {
      context.strokeStyle = halo;
      context.lineWidth = size * rim;
      context.lineJoin = 'round';
      context.strokeText(text, 0, y);
    }
    context.fillStyle = fillStyle;
    context.fillText(text, 0, y);
  }

  /**
   * Paints something once, to be reused many times; `paint` draws around 0, 0.
   * @param {number} size
   * @param {number} width
   * @param {number} height
   * @param {(context: OffscreenCanvasRenderingContext2D) => void} paint
   * @returns {Stamp}
   */
  #stamp(size, width, height, paint) {
    this.budget--;
    if (this.stampCount++ > STAMPS_KEPT) this.#clearStamps();
    // Even numbers of pixels: the middle then lies between two of them on either axis.
    const w = Math.max(2, Math.ceil(width / 2) * 2);
    const h = Math.max(2, Math.ceil(height / 2) * 2);
    const canvas = new OffscreenCanvas(w, h);
    const context = canvas.getContext('2d');
    if (context) {
      context.translate(w / 2, h / 2);
      paint(context);
    }
    return { image: canvas.transferToImageBitmap(), left: -w / 2, top: -h / 2, size };
  }
}

/**
 * @param {Context} context
 * @param {number} px
 * @param {number} py
 * @param {number} size
 * @param {number} angle in degrees
 */
function turn(context, px, py, size, angle) {
  if (angle === 0) {
    context.setTransform(size, 0, 0, size, px, py);
    return;
  }
  const radians = (angle * Math.PI) / 180;
  const cos = Math.cos(radians) * size;
  const sin = Math.sin(radians) * size;
  context.setTransform(cos, sin, -sin, cos, px, py);
}

/**
 * Stamps come in a few sizes, each somewhat larger than the one before.
 * @param {number} size
 */
function stampStep(size) {
  return Math.ceil(Math.log(Math.max(size, 2)) / STAMP_STEP - 1e-9);
}

/** @param {number} step */
function stampSize(step) {
  return Math.ceil(1.2 ** step);
}

/**
 * An upper bound for how far the path reaches from 0, 0.
 * @param {string} d
 */
function reachOf(d) {
  const numbers = d.match(/-?\d*\.?\d+(?:e-?\d+)?/gi) ?? [];
  // With relative commands every number may add to the ones before.
  const relative = /[mlhvcsqta]/.test(d);
  let reach = 0;
  for (const number of numbers) {
    const far = Math.abs(Number(number));
    reach = relative ? reach + far : Math.max(reach, far);
  }
  return reach * 1.42;
}
