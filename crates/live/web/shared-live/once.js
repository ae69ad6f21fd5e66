// A secret that the server shows once: big enough to be seen, with a button to copy it, and there until it is put away.

import { button, copyText, el } from '../shared/dom.js';

/**
 * @param {{title: string, about: string, secrets: {name: string, value: string}[], more?: import('../shared/dom.js').Child[], away?: () => void}} options
 */
export function shownOnce({ title, about, secrets, more = [], away }) {
  const gone = button({ label: 'I have kept it', text: 'I have kept it', press: () => {
    box.remove();
    away?.();
  } });
  const all = secrets.map(({ name, value }) => `${name}: ${value}`).join('\n');
  const box = el(
    'section',
    { class: 'once', 'aria-label': title, tabindex: -1 },
    el('h2', { text: title }),
    el('p', { text: about }),
    el('dl', {}, ...secrets.map(({ name, value }) => el(
      'div',
      {},
      el('dt', { text: name }),
      el('dd', {}, el('code', { class: 'secret-text', text: value }), button({ label: `Copy: ${name}`, icon: 'copy', press: () => void copyText(value, 'Copied') })),
    ))),
    el('div', { class: 'form-foot' }, secrets.length > 1 ? button({ label: 'Copy all', text: 'Copy all', icon: 'copy', press: () => void copyText(all, 'Copied') }) : null, ...more, gone),
  );
  return box;
}

/** Shows it and brings it before the eyes of whoever asked for it. @param {Element} place @param {HTMLElement} box */
export function present(place, box) {
  place.append(box);
  box.scrollIntoView({ block: 'nearest' });
  box.focus({ preventScroll: true });
}
