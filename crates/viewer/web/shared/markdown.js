// A little Markdown as elements: headings, paragraphs, lists, tables, code, bold. Enough for the rules of a game.

import { el } from './dom.js';

/**
 * @param {string} text
 * @returns {HTMLElement[]}
 */
export function markdown(text) {
  const lines = text.split('\n');
  /** @type {HTMLElement[]} */
  const parts = [];
  let tables = 0;
  for (let i = 0; i < lines.length; ) {
    const heading = /^(#{1,4}) +(.*)$/.exec(lines[i]);
    if (lines[i].trim() === '') i++;
    else if (heading) {
      parts.push(el(heading[1].length === 1 ? 'h3' : 'h4', {}, ...inline(heading[2])));
      i++;
    } else {
      const kind = blockKind(lines[i]);
      const begin = i++;
      // A paragraph or an entry of a list goes on until something else begins.
      while (i < lines.length && lines[i].trim() !== '' && (blockKind(lines[i]) === kind || (blockKind(lines[i]) === 'text' && kind !== 'table'))) i++;
      const run = lines.slice(begin, i);
      parts.push(kind === 'table' ? table(run, ++tables) : block(kind, run));
    }
  }
  return parts;
}

/**
 * @param {string} line
 * @returns {'table' | 'bullets' | 'numbers' | 'text'}
 */
function blockKind(line) {
  if (line.startsWith('|')) return 'table';
  if (/^[-*] /.test(line)) return 'bullets';
  return /^\d+\. /.test(line) ? 'numbers' : 'text';
}

/**
 * @param {'bullets' | 'numbers' | 'text'} kind
 * @param {string[]} lines
 */
function block(kind, lines) {
  if (kind === 'text') return el('p', {}, ...inline(lines.map((line) => line.trim()).join(' ')));
  /** @type {string[]} */
  const entries = [];
  for (const line of lines) {
    if (blockKind(line) === kind) entries.push(line.replace(/^([-*]|\d+\.) /, ''));
    else entries[entries.length - 1] += ` ${line.trim()}`;
  }
  return el(kind === 'bullets' ? 'ul' : 'ol', {}, ...entries.map((entry) => el('li', {}, ...inline(entry))));
}

/**
 * The first cell of a row names the row. A wide table scrolls by itself.
 * @param {string[]} lines
 * @param {number} n which of all tables it is
 */
function table(lines, n) {
  const rows = lines.filter((line) => !/^\|[-| :]+\|?$/.test(line)).map((line) => line.replace(/^\||\|$/g, '').split('|').map((cell) => cell.trim()));
  const [head, ...body] = rows;
  const grid = el(
    'table',
    {},
    el('thead', {}, el('tr', {}, ...head.map((cell) => (cell === '' ? el('td') : el('th', { scope: 'col' }, ...inline(cell)))))),
    el('tbody', {}, ...body.map((row) => el('tr', {}, ...row.map((cell, n) => el(n === 0 ? 'th' : 'td', { scope: n === 0 ? 'row' : null }, ...inline(cell)))))),
  );
  return el('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': `Table ${n}` }, grid);
}

/**
 * Code, bold and slanted words inside a line.
 * @param {string} text
 */
function inline(text) {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*]+\*)/).map((part) => {
    if (part.startsWith('`') && part.length > 1) return el('code', { text: part.slice(1, -1) });
    if (part.startsWith('**')) return el('b', { text: part.slice(2, -2) });
    return part.startsWith('*') && part.length > 2 ? el('i', { text: part.slice(1, -1) }) : part;
  });
}
