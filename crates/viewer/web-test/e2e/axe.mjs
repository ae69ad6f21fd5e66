// What axe finds on a page, by day and by night. It sees names, roles, structure and the contrast of words; what is painted on
// the board it cannot see: its colours have a test beside the palette (crates/core/src/scene/palette.rs).

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { shot, until } from './support.mjs';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Every rule, experimental ones too, but for the contrast of 7 and the like that only the strictest level (AAA) asks for. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice', 'experimental'];
/** Those that may find something else at night. */
const COLORS = ['color-contrast', 'link-in-text-block'];

/** The screens that all states are looked at on. Nothing moves there, so every look is at something finished. @type {[string, import('playwright-core').BrowserContextOptions][]} */
export const SCREENS = [
  ['desk', { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' }],
  ['phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, reducedMotion: 'reduce' }],
];

/** @typedef {{rule: string, why: string, where: string, html: string}} Flaw */

/**
 * Looks at pages, and remembers what is wrong with them until all have been seen.
 * @param {string} [prefix] of the names of pictures
 */
export function inspector(prefix = '') {
  /** By what is wrong: where it was seen. @type {Map<string, string[]>} */
  const found = new Map();
  let looks = 0;
  return {
    /**
     * Looks at a page as it stands, light and dark.
     * @param {import('playwright-core').Page} page
     * @param {string} state what the page shows, for whoever reads of a flaw
     */
    async look(page, state) {
      for (const theme of /** @type {const} */ (['light', 'dark'])) {
        await inTheme(page, theme);
        for (const { rule, why, where, html } of await flawsOf(page, theme === 'light' ? { type: 'tag', values: RULES } : { type: 'rule', values: COLORS })) {
          const flaw = `${rule}: ${why} At ${where}: ${html}`;
          found.set(flaw, [...(found.get(flaw) ?? []), `${state}, ${theme}`]);
        }
        await shot(page, `axe-${prefix}${state.replace(/\W+/g, '-')}-${theme}`);
        looks++;
      }
    },
    /** Fails if anything was wrong anywhere. */
    done() {
      assert.ok(looks > 0, 'something was looked at');
      assert.equal(found.size, 0, [...found].map(([flaw, states]) => `${flaw}\n    in ${states.join('; ')}`).join('\n'));
    },
  };
}

/** Waits until the page has the colours of a theme. @param {import('playwright-core').Page} page @param {'light' | 'dark'} theme */
async function inTheme(page, theme) {
  await page.emulateMedia({ colorScheme: theme });
  // Pages without a switch follow the system in their styles alone.
  await until('the theme', () => page.evaluate(() => document.documentElement.dataset.theme ?? null), (now) => now === null || now === theme);
}

/**
 * @param {import('playwright-core').Page} page
 * @param {{type: 'tag' | 'rule', values: string[]}} [rules] which are tried
 * @returns {Promise<Flaw[]>}
 */
export async function flawsOf(page, rules = { type: 'tag', values: RULES }) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const { flaws, tried } = await page.evaluate(async (runOnly) => {
    const { violations, passes } = await /** @type {any} */ (window).axe.run(document, { runOnly, resultTypes: ['violations'] });
    const nodes = violations.flatMap((/** @type {any} */ { id, help, nodes }) => nodes.map((/** @type {any} */ { target, html, any, all, none }) => {
      const [why] = [...any, ...all, ...none];
      return { rule: id, why: why?.message ?? help, where: target.flat().join(' '), html: html.slice(0, 160) };
    }));
    return { flaws: nodes, tried: violations.length + passes.length };
  }, rules);
  assert.ok(tried > 0, 'axe has looked at something');
  return flaws;
}
