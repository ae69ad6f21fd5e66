// The keys, and the dialog that lists them.

import { el, openDialog } from '../shared/dom.js';

/**
 * A key: how it is shown, what it does, and the function. `on` holds values of `event.key` in lower case.
 * @typedef {{on: string[], shift?: boolean, shown: string, about: string, press: () => void}} KeyBinding
 */

/**
 * Listens to keys, except in fields and dialogs. Returns a function that stops listening.
 * @param {KeyBinding[]} bindings
 * @returns {() => void}
 */
export function attachKeys(bindings) {
  // Keyboard users expect Space to press the focused button; mouse users expect it to play, also after a click.
  let tabbing = false;
  const pointed = () => (tabbing = false);
  /** @param {Event} event */
  const chosen = (event) => {
    if (!tabbing && event.target instanceof HTMLSelectElement) event.target.blur();
  };
  /** @param {KeyboardEvent} event */
  const pressed = (event) => {
    if (event.key === 'Tab') tabbing = true;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target;
    if (target instanceof Element && target.closest('input:not([type="range"]), textarea, select, dialog, [contenteditable]')) return;
    const key = event.key.toLowerCase();
    const onButton = target instanceof Element && target.closest('button, summary, a') !== null;
    if (onButton && (key === 'enter' || (key === ' ' && tabbing))) return;
    const found = bindings.find(
      (one) => one.on.includes(key) && (one.shift === undefined || one.shift === event.shiftKey),
    );
    if (!found) return;
    event.preventDefault();
    found.press();
  };
  const stop = new AbortController();
  document.addEventListener('keydown', pressed, { signal: stop.signal });
  document.addEventListener('pointerdown', pointed, { signal: stop.signal, capture: true });
  document.addEventListener('change', chosen, { signal: stop.signal });
  return () => stop.abort();
}

/**
 * Shows all keys.
 * @param {KeyBinding[]} bindings
 * @param {[keys: string, about: string][]} [more] what the mouse and other places do
 */
export function showHelp(bindings, more = []) {
  /** @type {[string, string][]} */
  const rows = [...bindings.map((one) => /** @type {[string, string]} */ ([one.shown, one.about])), ...more];
  openDialog(
    'Keys',
    el(
      'dl',
      { class: 'key-list' },
      ...rows.map(([keys, about]) =>
        el('div', {}, el('dt', {}, ...keys.split(' ').map((key) => el('kbd', { text: key }))), el('dd', { text: about })),
      ),
    ),
  );
}
