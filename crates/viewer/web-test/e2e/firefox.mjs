// A real Firefox, driven over WebDriver BiDi, and pages in it that must not complain.

import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { resolve } from 'node:path';
import puppeteer from 'puppeteer-core';

/** Pictures of everything go here, if somebody wants to look at them. */
const SHOTS = process.env.SHOTS;

/** Where Firefox is; without it its tests are skipped, and said to be. */
export const FIREFOX = process.env.FIREFOX;

/** @typedef {import('puppeteer-core').Page} Page */
/** @typedef {Awaited<ReturnType<typeof openFirefox>>} View */

/** A browser for all tests of the file. */
export function sharedFirefox() {
  /** @type {{browser: import('puppeteer-core').Browser | null}} */
  const shared = { browser: null };
  before(async () => {
    if (FIREFOX) shared.browser = await puppeteer.launch({ browser: 'firefox', executablePath: FIREFOX, headless: true });
  });
  after(async () => {
    await shared.browser?.close();
  });
  return shared;
}

/**
 * A page in a context of its own that notes whatever goes wrong in it.
 * @param {{browser: import('puppeteer-core').Browser | null}} shared
 * @param {string} url the whole one, with its key
 * @param {{width?: number, height?: number}} [viewport]
 */
export async function openFirefox(shared, url, { width = 1440, height = 900 } = {}) {
  assert.ok(shared.browser, 'the browser runs');
  const context = await shared.browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  await page.setViewport({ width, height });
  /** @type {string[]} */
  const troubles = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warn') troubles.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => troubles.push(`thrown: ${error}`));
  page.on('response', (answer) => {
    if (answer.status() >= 400) troubles.push(`${answer.status()}: ${answer.url()}`);
  });
  await page.goto(url);
  await page.waitForFunction(() => document.querySelector('.opening') === null);
  return {
    page,
    troubles,
    /** A picture for whoever wants to look. @param {string} name */
    async shot(name) {
      if (SHOTS) await page.screenshot({ path: resolve(SHOTS, `firefox-${name}.png`) });
    },
    /** Clicks on what has this name, as a button or a link has it. @param {string} name */
    async press(name) {
      await page.locator(`::-p-aria(${name})`).click();
    },
    /** What is written where a selector leads, if anything. @param {string} where */
    words: (where) => page.evaluate((at) => document.querySelector(at)?.textContent ?? null, where),
    /** Fails if the page complained about anything. */
    async close() {
      await context.close();
      assert.deepEqual(troubles, [], 'the page complains about nothing');
    },
  };
}
