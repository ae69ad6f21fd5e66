// Numbers in words.

/** So many of something. @param {number} n @param {string} word */
export function count(n, word) {
  return `${n.toLocaleString('en')} ${word}${n === 1 ? '' : 's'}`;
}

/** A share as percent. @param {number | null} share */
export function percent(share) {
  return share === null ? '–' : `${(100 * share).toFixed(0)} %`;
}

/** The interval of a score, as short as can be. @param {ReportScore} score */
export function spread({ score_error: error, interval }) {
  if (error !== null) return `±${(100 * error).toFixed(0)}`;
  return interval === null ? '' : `${(100 * interval[0]).toFixed(0)}–${(100 * interval[1]).toFixed(0)}`;
}

/** A number with its sign. @param {number | null} n */
export function signed(n) {
  if (n === null) return '–';
  const text = n.toFixed(0);
  return Number(text) > 0 ? `+${text}` : text.replace('-', '−').replace(/^−0$/, '0');
}

/** Codes of the rulebook as people write them. @param {string} code */
export function spaced(code) {
  return code.replaceAll('_', ' ');
}
