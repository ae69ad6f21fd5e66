// The report of a tournament: from a file without a network, on a desk and on a phone, by day and by night, and live.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { atFrame, boardPainted, openPage, run, scratchFolder, serve, sharedBrowser, shot, until } from './support.mjs';

const shared = sharedBrowser();
const folder = scratchFolder();
const page_file = join(folder, 'cup', 'report.html');
/** A name that would be markup, if it were ever taken for that. */
const EVIL = '<img src=x onerror=alert(1)>';
/** Answers two requests and then ends. */
const CRASHES = `read -r hello
echo '{"type":"ready","name":"scripted"}'
n=0
while read -r line; do
  case $line in *'"type":"end"'*) exit 0 ;; esac
  n=$((n+1))
  r=\${line#*'"request":'}; r=\${r%%,*}
  if [ $n -gt 2 ]; then exit 3; fi
  echo "{\\"type\\":\\"orders\\",\\"request\\":$r,\\"actions\\":[]}"
done
`;

before(async () => {
  writeFileSync(join(folder, 'crashes.sh'), CRASHES, { mode: 0o644 });
  const bots = ['--bot', 'name=weak,cmd=weak', '--bot', 'name=medium,cmd=medium', '--bot', 'name=a bot with quite a long name,cmd=weak', '--bot', `name=${EVIL},cmd=sh '${join(folder, 'crashes.sh')}'`];
  const played = await run(folder, 'tournament', 'footsoldiers', ...bots, '--pairs', '4', '--set', 'total_turns=40', '--seed', '5', '--out', 'cup', '--sandbox', 'off', '--json');
  assert.equal(played.code, 0, played.stderr);
  const made = await run(folder, 'report', 'cup');
  assert.equal(made.code, 0, made.stderr);
});

/** @param {import('playwright-core').BrowserContextOptions} [options] @param {string} [search] */
async function opened(options, search = '') {
  const view = await openPage(shared, null, options);
  await view.context.setOffline(true);
  await view.page.goto(`file://${page_file}${search}`);
  await view.page.locator('.opening').waitFor({ state: 'detached' });
  return view;
}

/** Nothing may make the whole page wider than the screen. @param {import('playwright-core').Page} page */
async function fits(page) {
  const [wide, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(wide <= screen, `the page is ${wide} wide on a screen of ${screen}`);
}

test('a report opens from a file with everything in it', { timeout: 60_000 }, async () => {
  const text = readFileSync(page_file, 'utf8');
  assert.ok(statSync(page_file).size <= 20_000_000);
  assert.ok(!/(src|href)="?(https?:)?\/\//.test(text), 'it refers to nothing elsewhere');
  const view = await opened();
  const { page } = view;
  await page.getByRole('heading', { level: 1, name: 'footsoldiers: tournament' }).waitFor();
  for (const name of ['Ranking', 'Who beats whom', 'Ratings while games came in', 'Rivals', 'Lengths and endings', 'Surprises', 'First faults', 'Bots and the machine']) {
    await page.getByRole('heading', { level: 2, name }).waitFor();
  }
  const rows = page.locator('#ranking tbody tr');
  assert.equal(await rows.count(), 4);
  assert.equal(await page.locator('#ranking tbody').getByText(EVIL, { exact: true }).count(), 1, 'names are text');
  assert.equal(await page.locator('img').count(), 0, 'and no markup');
  // Four bots meet three others each.
  assert.equal(await page.locator('#payoff td.payoff').count(), 12);
  assert.match((await page.locator('#payoff td.payoff').first().getAttribute('title')) ?? '', /against .* in 4 pairs/);
  const both = await page.locator('#payoff td.payoff').allTextContents();
  await page.getByRole('radio').nth(1).check();
  const sided = await page.locator('#payoff td.payoff').allTextContents();
  assert.notDeepEqual(sided, both, 'a side has numbers of its own');
  await until('the course', () => page.locator('#course path.line').count(), (count) => count >= 2);
  const games = await until('the bars', () => page.locator('#endings rect.bar').count(), (count) => count > 0);
  assert.ok(games > 0);
  const names = () => page.locator('#ranking tbody .name').allTextContents();
  const ranked = await names();
  await page.locator('#ranking').getByRole('button', { name: 'Bot', exact: true }).click();
  assert.deepEqual(await names(), [...ranked].sort((a, b) => a.localeCompare(b)), 'sorted by name');
  await page.locator('#ranking').getByRole('button', { name: 'Bot', exact: true }).click();
  await page.locator('#ranking').getByRole('button', { name: 'Bot', exact: true }).click();
  assert.deepEqual(await names(), ranked, 'and back');
  assert.match((await page.locator('#faults').textContent()) ?? '', /skirmish rerun replays\/.*capsule\.json/);
  await fits(page);
  await shot(page, 'report-desk');
  await view.close();
});

test('a surprise and a first fault open on the board of the page', { timeout: 60_000 }, async () => {
  const view = await opened();
  const { page } = view;
  await page.locator('#surprises a.watch-game').first().click();
  await boardPainted(page);
  await atFrame(page, 0);
  await page.keyboard.press('.');
  await until('the end', () => page.getByRole('slider', { name: 'Frame' }).getAttribute('aria-valuenow'), (frame) => Number(frame) > 0);
  await shot(page, 'report-surprise');
  await page.getByRole('link', { name: 'Back to the report' }).click();
  await page.locator('#faults a.watch-game').first().click();
  await boardPainted(page);
  const frame = Number(await page.getByRole('slider', { name: 'Frame' }).getAttribute('aria-valuenow'));
  assert.ok(frame > 0, 'it opens where the bot failed');
  await page.goBack();
  await page.getByRole('heading', { level: 2, name: 'Ranking' }).waitFor();
  await view.close();
});

test('a report fits a phone and a wall, by day and by night', { timeout: 60_000 }, async () => {
  for (const [name, width, height, colorScheme] of /** @type {[string, number, number, 'light' | 'dark'][]} */ ([['phone', 390, 844, 'light'], ['phone-dark', 390, 844, 'dark'], ['dark', 1280, 800, 'dark'], ['wall', 3840, 2160, 'light']])) {
    const view = await opened({ viewport: { width, height }, colorScheme });
    const { page } = view;
    await until('the course', () => page.locator('#course path.line').count(), (count) => count >= 2);
    await fits(page);
    const theme = await page.evaluate(() => document.documentElement.dataset.theme);
    assert.equal(theme, colorScheme);
    await shot(page, `report-${name}`);
    await page.getByRole('button', { name: colorScheme === 'dark' ? 'Light theme' : 'Dark theme' }).click();
    assert.notEqual(await page.evaluate(() => document.documentElement.dataset.theme), colorScheme);
    await view.close();
  }
});

test('a tournament that runs is shown live, and its games open', { timeout: 90_000 }, async () => {
  const cup = ['tournament', 'footsoldiers', 'weak', 'medium', '--pairs', '400', '--set', 'total_turns=40', '--seed', '9', '--out', 'live'];
  const first = await run(folder, ...cup, '--budget', '3', '--json');
  assert.equal(first.code, 0, first.stderr);
  const served = await serve(folder, ['report', 'live', '--watch']);
  const view = await openPage(shared, served.url);
  const { page } = view;
  await page.getByText('3 pairs · 6 games').waitFor();
  const more = await run(folder, ...cup, '--budget', '9', '--json');
  assert.equal(more.code, 0, more.stderr);
  await page.getByText('9 pairs · 18 games').waitFor();
  assert.equal(await page.locator('.live-mark').textContent(), 'live');
  const [game] = await Promise.all([view.context.waitForEvent('page'), page.locator('#surprises .watch-game').first().click()]);
  await boardPainted(game);
  await game.close();
  // Every game is listed, page by page, and opens.
  const more_games = await run(folder, ...cup, '--budget', '30', '--json');
  assert.equal(more_games.code, 0, more_games.stderr);
  await page.getByText('30 pairs · 60 games').waitFor();
  const items = page.locator('#games .look');
  await page.getByRole('button', { name: 'Latest games' }).click();
  await until('a page of games', () => items.count(), (count) => count === 25);
  await page.getByRole('button', { name: 'Older games' }).click();
  await until('all games', () => items.count(), (count) => count === 30);
  assert.equal(await page.getByRole('button', { name: 'Older games' }).isVisible(), false);
  const [oldest] = await Promise.all([view.context.waitForEvent('page'), items.last().locator('.watch-game').last().click()]);
  await boardPainted(oldest);
  await oldest.close();
  await page.getByLabel('Games of').selectOption('weak');
  await page.getByLabel('against', { exact: true }).selectOption('weak');
  await until('its games', () => items.count(), (count) => count === 25);
  await page.setViewportSize({ width: 390, height: 844 });
  await fits(page);
  await shot(page, 'report-games');
  await view.close();
  await served.close();
});

test('a comparison is shown with its test', { timeout: 60_000 }, async () => {
  const compared = await run(folder, 'compare', 'footsoldiers', 'strong', 'weak', '--set', 'total_turns=40', '--seed', '5', '--out', 'duel', '--json');
  assert.equal(compared.code, 0, compared.stderr);
  const made = await run(folder, 'report', 'duel', '--no-games');
  assert.equal(made.code, 0, made.stderr);
  const view = await openPage(shared, `file://${join(folder, 'duel', 'report.html')}`, { viewport: { width: 390, height: 844 } });
  const { page } = view;
  await page.getByRole('heading', { level: 1, name: 'footsoldiers: comparison' }).waitFor();
  await page.locator('#tested').getByText('strong is better than weak: ').waitFor();
  assert.match((await page.locator('#tested pre').textContent()) ?? '', /LLR: .*H1/s);
  assert.equal(await page.locator('#games').count(), 0, 'a file has the games that are in it, and no others');
  await fits(page);
  await view.close();
});

test('a sweep of a constant is a page of its own, by day and by night', { timeout: 60_000 }, async () => {
  const swept = await run(folder, 'balance', 'golems', '--vary', 'max_turns=5,10,20,40', '--pairs', '6', '--seed', '3', '--page', 'sweep.html');
  assert.equal(swept.code, 0, swept.stderr);
  const backs = new Set();
  for (const colorScheme of /** @type {('light' | 'dark')[]} */ (['light', 'dark'])) {
    const view = await openPage(shared, `file://${join(folder, 'sweep.html')}`, { viewport: { width: 390, height: 844 }, colorScheme });
    const { page } = view;
    await page.getByRole('heading', { level: 1, name: 'golems: strong against strong#2 by max_turns' }).waitFor();
    assert.equal(await page.locator('table').count(), 8);
    assert.equal(await page.locator('svg circle').count(), 4 * 8);
    // Turns surely differ, and their difference is told.
    assert.equal(await page.getByRole('region', { name: 'turns' }).locator('td.sure').count(), 3);
    await fits(page);
    backs.add(await page.evaluate(() => getComputedStyle(document.body).backgroundColor));
    await shot(page, `sweep-${colorScheme}`);
    await view.close();
  }
  assert.equal(backs.size, 2);
});

test('a ledger without games has a page that says so', { timeout: 30_000 }, async () => {
  const line = readFileSync(join(folder, 'cup', 'results.jsonl'), 'utf8').split('\n')[0];
  const empty = join(folder, 'empty');
  mkdirSync(empty);
  writeFileSync(join(empty, 'results.jsonl'), `${line}\n`);
  const made = await run(folder, 'report', 'empty');
  assert.equal(made.code, 0, made.stderr);
  const view = await openPage(shared, `file://${join(empty, 'report.html')}`);
  await view.page.getByText('Nothing has been played yet.').waitFor();
  await view.close();
});
