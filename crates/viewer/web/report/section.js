// A part of the report, and tables in it that can be sorted.

import { el, refill } from '../shared/dom.js';

/**
 * @param {string} id
 * @param {string} title
 * @param {string} about one sentence
 * @param {...import('../shared/dom.js').Child} children
 */
export function section(id, title, about, ...children) {
  return el('section', { id, class: 'part', 'aria-labelledby': `${id}-title` }, el('h2', { id: `${id}-title`, text: title }), about ? el('p', { class: 'about faint', text: about }) : null, ...children);
}

/**
 * A column: what it is called, what it sorts by (numbers: the largest first), and what it shows.
 * @template T
 * @typedef {{name: string, class?: string, by?: (row: T) => number | string | null, show: (row: T) => import('../shared/dom.js').Child}} Column
 */

/**
 * A table. It stands as it is given until somebody presses the head of a column.
 * @template T
 * @param {string} name
 * @param {Column<T>[]} columns the first names the row
 * @param {T[]} rows
 * @param {ReportChoices} choices
 */
export function sortable(name, columns, rows, choices) {
  const body = el('tbody');
  const heads = columns.map((column, n) => {
    if (!column.by) return el('th', { scope: 'col', class: column.class ?? '', text: column.name });
    const press = () => {
      const was = choices.sorted.get(name);
      // Once more turns it round, and a third time puts all back.
      if (was?.column !== n) choices.sorted.set(name, { column: n, turned: false });
      else if (!was.turned) choices.sorted.set(name, { column: n, turned: true });
      else choices.sorted.delete(name);
      fillBody();
    };
    return el('th', { scope: 'col', class: column.class ?? '' }, el('button', { type: 'button', class: 'sorter', text: column.name, on: { click: press } }));
  });
  const fillBody = () => {
    const chosen = choices.sorted.get(name);
    const order = chosen ? sortedRows(rows, columns[chosen.column], chosen.turned) : rows;
    heads.forEach((head, n) => {
      const down = columns[n].by && chosen?.column === n && typeof columns[n].by?.(rows[0]) !== 'string';
      const direction = chosen?.turned === Boolean(down) ? 'ascending' : 'descending';
      if (chosen?.column === n) head.setAttribute('aria-sort', direction);
      else head.removeAttribute('aria-sort');
    });
    refill(body, ...order.map((row) => el('tr', {}, ...columns.map((column, n) => el(n === 0 ? 'th' : 'td', { scope: n === 0 ? 'row' : null, class: column.class ?? '' }, column.show(row))))));
  };
  fillBody();
  return el('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': `${name}: table` }, el('table', {}, el('caption', { class: 'sr-only', text: name }), el('thead', {}, el('tr', {}, ...heads)), body));
}

/**
 * @template T
 * @param {T[]} rows
 * @param {Column<T>} column
 * @param {boolean} turned
 */
function sortedRows(rows, column, turned) {
  const sign = turned ? -1 : 1;
  return [...rows].sort((a, b) => {
    const [x, y] = [column.by?.(a) ?? null, column.by?.(b) ?? null];
    // What is not known comes last, whichever way it is sorted.
    if (x === null || y === null) return (x === null ? 1 : 0) - (y === null ? 1 : 0);
    if (typeof x === 'string' || typeof y === 'string') return sign * String(x).localeCompare(String(y));
    return sign * (y - x);
  });
}
