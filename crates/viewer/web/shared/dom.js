// Building the page: elements from text and listeners, never from markup, so that nothing a bot says becomes HTML.

/**
 * @typedef {Node | string | number | null | undefined | false} Child
 * @typedef {{class?: string, text?: string | number, data?: Record<string, string | number>,
 *   on?: Record<string, (event: any) => void>, [attribute: string]: unknown}} Props
 */

/**
 * Makes an element. `class`, `text`, `data` and `on` (listeners) are special; `true` sets a bare attribute, `false` and
 * `null` set none; everything else is an attribute.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Props} [props]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function el(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (key === 'class') element.className = String(value);
    else if (key === 'text') element.textContent = String(value);
    else if (key === 'data') Object.assign(element.dataset, value);
    else if (key === 'on') {
      for (const [type, listener] of Object.entries(/** @type {Record<string, EventListener>} */ (value))) {
        element.addEventListener(type, listener);
      }
    } else element.setAttribute(key, value === true ? '' : String(value));
  }
  fill(element, ...children);
  return element;
}

/**
 * Appends children; strings and numbers become text.
 * @param {Node} parent
 * @param {...Child} children
 */
export function fill(parent, ...children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    parent.appendChild(child instanceof Node ? child : document.createTextNode(String(child)));
  }
}

/**
 * Puts children in the place of those that were there.
 * @param {Element} parent
 * @param {...Child} children
 */
export function refill(parent, ...children) {
  parent.textContent = '';
  fill(parent, ...children);
}

const SVG_SPACE = 'http://www.w3.org/2000/svg';

/** Line drawings in a square of 24, for buttons. */
const ICONS = {
  play: 'M8 5.5v13l10.5-6.5z',
  pause: 'M8.5 5.5v13M15.5 5.5v13',
  next: 'M7 6l6.5 6L7 18M16.5 6v12',
  previous: 'M17 6l-6.5 6 6.5 6M7.5 6v12',
  nextTurn: 'M5 6l6 6-6 6M12.5 6l6 6-6 6',
  previousTurn: 'M19 6l-6 6 6 6M11.5 6l-6 6 6 6',
  first: 'M18 6l-6.5 6 6.5 6M12 6l-6.5 6L12 18M4 6v12',
  last: 'M6 6l6.5 6L6 18M12 6l6.5 6-6.5 6M20 6v12',
  nextKey: 'M4 12h10M10.5 8l4 4-4 4M19 6.5v11',
  previousKey: 'M20 12H10M13.5 8l-4 4 4 4M5 6.5v11',
  fog: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.2a2.8 2.8 0 100 5.6 2.8 2.8 0 000-5.6z',
  director: 'M4 8h11v9H4zM15 11l5-3v9l-5-3zM7 5h5',
  book: 'M5 4h11a3 3 0 013 3v13H8a3 3 0 01-3-3zM5 17a3 3 0 013-3h11',
  secret: 'M3 3l18 18M9.9 5.8A9.6 9.6 0 0112 5.5c6 0 9.5 6.5 9.5 6.5a17 17 0 01-3.2 3.9M6.3 7.6A16 16 0 002.5 12S6 18.5 12 18.5c1.6 0 3-.4 4.2-1',
  camera: 'M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5',
  notes: 'M4 5h16v11H9l-5 4z',
  sun: 'M12 8a4 4 0 100 8 4 4 0 000-8zM12 2.5v2.2M12 19.3v2.2M2.5 12h2.2M19.3 12h2.2M5.3 5.3l1.5 1.5M17.2 17.2l1.5 1.5M18.7 5.3l-1.5 1.5M6.8 17.2l-1.5 1.5',
  moon: 'M19.5 14.2A8 8 0 119.8 4.5a6.4 6.4 0 009.7 9.7z',
  help: 'M9 9.2a3 3 0 116 0c0 2-3 2.3-3 4.6M12 17.6v.2M12 2.8a9.2 9.2 0 100 18.4 9.2 9.2 0 000-18.4z',
  link: 'M10 14a4 4 0 006 .3l3-3a4 4 0 00-5.7-5.7l-1.3 1.3M14 10a4 4 0 00-6-.3l-3 3a4 4 0 005.7 5.7l1.3-1.3',
  download: 'M12 4v11M7 10.5l5 5 5-5M5 20h14',
  pencil: 'M4 20l1-4.5L16 4.5l3.5 3.5L8.5 19zM14 6.5l3.5 3.5',
  hand: 'M7 12V6.5a1.5 1.5 0 013 0V11m0-6a1.5 1.5 0 013 0v6m0-4.5a1.5 1.5 0 013 0V12m0-2.5a1.5 1.5 0 013 0V15a6 6 0 01-6 6h-1.5a6 6 0 01-4.6-2.2L3.6 14a1.6 1.6 0 012.5-2L7 13',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  close: 'M6 6l12 12M18 6L6 18',
  copy: 'M9 9h10v11H9zM5 15V4h10',
  area: 'M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4M11 4h2M11 20h2M4 11v2M20 11v2',
  undo: 'M4 9h10a5.5 5.5 0 010 11H8M4 9l4-4M4 9l4 4',
  redo: 'M20 9H10a5.5 5.5 0 000 11h6M20 9l-4-4M20 9l-4 4',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  library: 'M4 5h6v6H4zM14 5h6v6h-6zM4 14h6v6H4zM14 14h6v6h-6z',
  trash: 'M5 7h14M10 7V4.5h4V7M7 7l1 13h8l1-13M10.5 11v5M13.5 11v5',
  fork: 'M7 4v16M7 12c0-4 10-2 10-8M14.5 6L17 3.5 19.5 6',
  sideBySide: 'M4 5h7v14H4zM13 5h7v14h-7z',
  warning: 'M12 4l9 16H3zM12 10v4.5M12 17.2v.2',
};

/**
 * A small line drawing.
 * @param {keyof typeof ICONS} name
 * @returns {SVGSVGElement}
 */
export function icon(name) {
  const svg = document.createElementNS(SVG_SPACE, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(SVG_SPACE, 'path');
  path.setAttribute('d', ICONS[name]);
  svg.appendChild(path);
  return svg;
}

/**
 * A button with a drawing, a label, or both. Without `text` the label is only spoken and shown as a hint.
 * @param {{label: string, icon?: keyof typeof ICONS, text?: string, key?: string, class?: string,
 *   press?: (event: MouseEvent) => void}} options
 */
export function button(options) {
  const hint = options.key ? `${options.label} (${options.key})` : options.label;
  return el(
    'button',
    {
      type: 'button',
      class: `button ${options.class ?? ''}`.trim(),
      title: hint,
      'aria-label': options.text === options.label ? null : options.label,
      'aria-keyshortcuts': options.key ?? null,
      on: options.press ? { click: options.press } : {},
    },
    options.icon ? icon(options.icon) : null,
    options.text ? el('span', { text: options.text }) : null,
  );
}

/**
 * Changes the drawing and the words of a button.
 * @param {HTMLElement} element
 * @param {keyof typeof ICONS} name
 * @param {string} label
 */
export function relabel(element, name, label) {
  element.querySelector('svg')?.replaceWith(icon(name));
  element.setAttribute('aria-label', label);
  element.title = label;
}

/**
 * Opens a dialog and returns it. Escape and a click beside it close it.
 * @param {string} title
 * @param {...Child} children
 * @returns {HTMLDialogElement}
 */
export function openDialog(title, ...children) {
  const close = button({ label: 'Close', icon: 'close', class: 'quiet', press: () => dialog.close() });
  // Dialogs may be stacked: each has its own title.
  const id = `dialog-title-${document.querySelectorAll('dialog').length}`;
  const heading = el('h2', { id, text: title });
  const dialog = el(
    'dialog',
    { class: 'dialog', 'aria-labelledby': id },
    el('div', { class: 'dialog-box' }, el('header', {}, heading, close), ...children),
  );
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener('close', () => dialog.remove());
  document.body.appendChild(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * Shows a message for a few seconds at the bottom of the page.
 * @param {string} text
 * @param {'plain' | 'bad'} [kind]
 */
export function toast(text, kind = 'plain') {
  let shelf = document.getElementById('toasts');
  if (!shelf) {
    shelf = el('div', { id: 'toasts', role: 'status', 'aria-live': 'polite' });
    document.body.appendChild(shelf);
  }
  const note = el('div', { class: `toast ${kind}`, text });
  shelf.appendChild(note);
  setTimeout(() => note.remove(), kind === 'bad' ? 8000 : 3000);
}

/**
 * Puts words on the clipboard and says so.
 * @param {string} text
 * @param {string} said
 */
export async function copyText(text, said) {
  try {
    await navigator.clipboard.writeText(text);
    toast(said);
  } catch {
    // No clipboard access: show the text, to be copied by hand.
    const field = el('textarea', { class: 'copy-field', readonly: true, rows: 3, 'aria-label': 'Text to copy' });
    field.value = text;
    openDialog('Copy this', field);
    field.select();
  }
}

/**
 * What went wrong, as a sentence.
 * @param {unknown} error
 */
export function reasonOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/** Whether the user prefers reduced motion. */
export function prefersStill() {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/**
 * Calls `work` once things have been quiet for so many milliseconds.
 * @template {unknown[]} A
 * @param {number} wait
 * @param {(...args: A) => void} work
 * @returns {(...args: A) => void}
 */
export function debounce(wait, work) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  return (...args) => {
    clearTimeout(timer);
    timer = setTimeout(() => work(...args), wait);
  };
}
