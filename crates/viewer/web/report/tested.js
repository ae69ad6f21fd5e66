// What the test says, where two bots were compared.

import { el } from '../shared/dom.js';
import { section } from './section.js';

/** @param {ReportTold} report */
export function testedSection(report) {
  const { tested } = report;
  if (!tested) return null;
  return section('tested', 'The test', '', el('p', { class: `verdict ${tested.verdict}`, text: tested.sentence }), el('pre', { class: 'scroll', tabindex: 0, text: tested.report }));
}
