// Bots on the page: what they call themselves and say is text whatever it looks like; failures; matches that still run.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { answerOf, ask, atFrame, boardPainted, frameOf, openPage, played, scratchFolder, serve, sharedBrowser, shot, until } from './support.mjs';

const shared = sharedBrowser();
const folder = scratchFolder();

/**
 * Writes a bot; `turn` is what it does at a request, in Python.
 * @param {string} file
 * @param {{name?: string, turn?: string}} how
 */
function bot(file, { name = 'plain', turn = '' }) {
  const lines = [
    'import json, sys, time',
    'turns = 0',
    'for line in sys.stdin:',
    '    message = json.loads(line)',
    '    if message["type"] == "hello":',
    `        print(json.dumps({"type": "ready", "name": ${JSON.stringify(name)}}), flush=True)`,
    '    elif message["type"] == "turn":',
    '        turns += 1',
    '        notes = []',
    ...turn.split('\n').map((one) => `        ${one}`),
    '        print(json.dumps({"type": "orders", "request": message["request"], "actions": [], "notes": notes}), flush=True)',
    '    else:',
    '        break',
  ];
  writeFileSync(join(folder, file), lines.join('\n') + '\n');
  return `python3 ${file}`;
}

/** Notices scripts that should never have run. @param {import('playwright-core').Page} page */
async function harmless(page) {
  assert.equal(await page.evaluate(() => window.pwned), undefined, 'no script of a bot runs');
  const made = await page.locator('body img, body iframe, body script, body object, body b b, body marquee').count();
  assert.equal(made, 0, 'nothing a bot says becomes an element');
}

test('names, notes and logs of bots are only text', { timeout: 60_000 }, async (t) => {
  const name = '<img src=x onerror="window.pwned=1">';
  const note = '<script>window.pwned=2</script><marquee>note</marquee>';
  const said = '</pre><svg onload=window.pwned=3><b>said</b>';
  const command = bot('hostile.py', {
    name,
    turn: [
      `notes = [${JSON.stringify(note)}, {"unit": 1, "text": ${JSON.stringify(note)}}, {"unit": "<b>", "text": {"deep": ["<b>x</b>"]}}]`,
      `print(${JSON.stringify(said)}, file=sys.stderr, flush=True)`,
    ].join('\n'),
  });
  const { file } = await played(folder, 'hostile', 'footsoldiers', command, 'weak', '--set', 'total_turns=6', '--seed', '3');
  const server = await serve(folder, ['watch', file, '--json']);
  t.after(() => server.close());
  const view = await openPage(shared, server.url);
  const { page } = view;
  await boardPainted(page);
  const session = await ask(page, 'api/session');
  assert.equal(session.seats[0].bot, name, 'the server hands on what the bot called itself');
  assert.ok((await page.locator('.topbar').innerText()).includes(name), 'its name is shown as it is');
  assert.ok((await page.getByRole('region', { name: 'Scoreboard' }).innerText()).includes(name));
  await page.keyboard.press('.');
  await atFrame(page, 6);
  await page.keyboard.press('i');
  const panel = page.locator('#panel-private');
  await panel.getByText(said).waitFor();
  const words = await panel.innerText();
  assert.ok(words.includes(note), `its notes are shown as they are: ${words}`);
  await page.getByRole('tab', { name: 'Log' }).click();
  await page.getByRole('tab', { name: 'Message' }).click();
  await page.getByRole('button', { name: 'Play from here' }).click();
  assert.ok((await page.getByRole('dialog').innerText()).includes(name));
  await page.keyboard.press('Escape');
  await harmless(page);
  await shot(page, 'hostile');
  await view.close();
  // The page that is given away carries the name as well.
  const html = join(folder, 'hostile.html');
  const exported = await answerOfExport(server.url, html);
  assert.ok(exported, 'exported');
  const away = await openPage(shared, `file://${html}`);
  await boardPainted(away.page);
  assert.ok((await away.page.locator('.topbar').innerText()).includes(name));
  await harmless(away.page);
  await away.close();
});

/** Saves the exported page of a session. @param {string} url @param {string} file */
async function answerOfExport(url, file) {
  const answer = await fetch(new URL('api/export?what=html', url));
  writeFileSync(file, Buffer.from(await answer.arrayBuffer()));
  return answer.ok && existsSync(file);
}

test('a failure capsule opens at its turn', { timeout: 60_000 }, async (t) => {
  const command = bot('failing.py', { turn: 'if turns == 4:\n    raise ValueError("<b>lost my way</b>")' });
  const { file } = await played(folder, 'failing', 'golems', command, 'weak', '--seed', '3');
  const found = readdirSync(folder).filter((name) => name.endsWith('.capsule.json'));
  assert.equal(found.length, 1, `one capsule lies beside ${file}: ${readdirSync(folder)}`);
  const server = await serve(folder, ['watch', join(folder, found[0]), '--json']);
  t.after(() => server.close());
  const view = await openPage(shared, server.url);
  const { page } = view;
  await boardPainted(page);
  const { capsules } = await ask(page, 'api/capsules');
  assert.equal(capsules.length, 1);
  // Its fourth turn is turn 7 of both seats: six steps were made before it.
  assert.equal(capsules[0].turn, 7);
  await atFrame(page, capsules[0].frame, 'the frame of the failure');
  assert.ok(Math.abs(capsules[0].frame - 6) <= 1, `frame ${capsules[0].frame} is the one of turn 7`);
  // Whoever opens a capsule is shown it, and finds it again among the failures.
  const dialog = page.getByRole('dialog');
  const reads = async () => {
    await dialog.getByText('lost my way').first().waitFor();
    assert.ok((await dialog.innerText()).includes('skirmish rerun'), 'it says how to run it again');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  };
  await reads();
  // Again and again: the key may come while the dialog is still closing.
  await until('back at the start', async () => {
    await page.keyboard.press(',');
    return frameOf(page);
  }, (frame) => frame === 0);
  await page.getByRole('tab', { name: 'Failures' }).click();
  await page.locator('#panel-capsules button').first().click();
  await reads();
  await atFrame(page, capsules[0].frame, 'back at the failure');
  await page.getByRole('tab', { name: 'Bots' }).click();
  await harmless(page);
  await view.close();
});

test('a match that runs is followed live', { timeout: 90_000 }, async (t) => {
  const command = bot('slow.py', { turn: 'time.sleep(0.3)' });
  const server = await serve(folder, ['play', 'golems', command, 'weak', '--watch', '--set', 'max_turns=90', '--seed', '5']);
  t.after(() => server.close());
  const view = await openPage(shared, server.url);
  const { page } = view;
  await page.getByText('Playing…').waitFor();
  await boardPainted(page);
  const track = page.getByRole('slider', { name: 'Frame' });
  const ends = [];
  // The page stands at the newest frame by itself, again and again.
  for (let i = 0; i < 3; i++) {
    const before = ends[ends.length - 1] ?? 0;
    ends.push(await until('more frames', async () => Number(await track.getAttribute('aria-valuemax')), (end) => end > before));
    await until('it stands at the newest', async () => Number(await track.getAttribute('aria-valuemax')) - (await frameOf(page)), (behind) => behind === 0);
  }
  assert.ok((await ask(page, 'api/index')).live, 'the match still runs');
  // Whoever goes back stays there while the match goes on.
  await page.keyboard.press(',');
  await atFrame(page, 0);
  const seen = Number(await track.getAttribute('aria-valuemax'));
  await until('it goes on meanwhile', async () => Number(await track.getAttribute('aria-valuemax')), (end) => end > seen);
  assert.equal(await frameOf(page), 0);
  await page.getByRole('button', { name: /follow/ }).click();
  await until('it follows again', async () => Number(await track.getAttribute('aria-valuemax')) - (await frameOf(page)), (behind) => behind === 0);
  await until('the result', () => page.locator('.result').innerText(), (text) => text.endsWith('.'), 45_000);
  const index = await ask(page, 'api/index');
  assert.equal(index.live, false);
  await atFrame(page, index.steps, 'the end');
  await view.close();
});

test('a file that is dropped on the page is opened', { timeout: 60_000 }, async (t) => {
  const here = await played(folder, 'here', 'golems', 'weak', 'weak', '--seed', '7', '--set', 'max_turns=10');
  const other = await played(folder, 'other', 'footsoldiers', 'weak', 'medium', '--seed', '7');
  const server = await serve(folder, ['watch', here.file, '--json']);
  t.after(() => server.close());
  const view = await openPage(shared, server.url);
  const { page } = view;
  await page.getByRole('heading', { level: 1, name: 'golems' }).waitFor();
  const drop = async (/** @type {string} */ base64) => {
    const carried = await page.evaluateHandle((text) => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))], 'other.skirmish'));
      return data;
    }, base64);
    await page.dispatchEvent('body', 'drop', { dataTransfer: carried });
  };
  await drop(Buffer.from('this is no replay').toString('base64'));
  await page.locator('.toast.bad').first().waitFor();
  await page.getByRole('heading', { level: 1, name: 'golems' }).waitFor();
  // That a file cannot be read is told by the server, which the browser notes as well.
  assert.ok(view.troubles.splice(0).every((text) => /api\/open/.test(text)));
  await drop(readFileSync(other.file).toString('base64'));
  await page.getByRole('heading', { level: 1, name: 'footsoldiers' }).waitFor();
  await boardPainted(page);
  assert.equal((await ask(page, 'api/index')).steps, other.report.match.steps);
  await view.close();
});

test('a seat is shown what it was sent and nothing else', { timeout: 90_000 }, async (t) => {
  const { file } = await played(folder, 'fog', 'outbreak', 'medium', 'medium', '--seed', '7', '--set', 'max_turns=60');
  const server = await serve(folder, ['watch', file, '--seat', 'humans', '--turn', '31', '--json']);
  t.after(() => server.close());
  const view = await openPage(shared, null);
  const { page } = view;
  /** Everything the page fetches. @type {Map<string, string>} */
  const fetched = new Map();
  page.on('response', async (answer) => {
    const { pathname, search } = new URL(answer.url());
    if (!pathname.includes('/api/') || pathname.endsWith('/live')) return;
    fetched.set(pathname.replace(/.*\/api\//, '') + search, await answer.text());
  });
  await page.goto(server.url);
  await boardPainted(page);
  const eyes = page.getByRole('combobox', { name: 'View' });
  assert.equal(await eyes.inputValue(), '0');
  const session = await ask(page, 'api/session');
  assert.ok(session.hides);
  const index = await ask(page, 'api/index');
  for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowRight');
  await until('the frames were fetched', () => [...fetched.keys()].some((key) => key.startsWith('frames')), (yes) => yes);
  const everything = [...fetched.keys()].filter((key) => key.startsWith('frames') && !/seat=0/.test(key));
  assert.deepEqual(everything, [], 'the page of a seat asks for frames of that seat alone');
  assert.ok(![...fetched.keys()].some((key) => key.startsWith('log')), 'and for no log');

  let hidden = 0;
  const atStart = new Map((await sceneAt(page, 0, 'all')).items.map((/** @type {any} */ item) => [item.id, item]));
  const isNumber = (/** @type {string} */ id) => /^\d+$/.test(id);
  for (const seat of [0, 1]) {
    for (let from = 0; from <= index.steps; from += 7) {
      const scene = await sceneAt(page, from, seat);
      const answer = await answerOf(page, `api/message?frame=${from}&seat=${seat}`);
      if (answer.status() === 404) {
        assert.deepEqual(scene.items, [], `before its first request seat ${seat} sees nothing`);
        continue;
      }
      const { message } = JSON.parse(await answer.text());
      const told = idsIn(message.view);
      // Besides what the message has there is only what the map of the start has: faded, and as it was then.
      const secret = scene.items.filter((/** @type {any} */ item) => isNumber(item.id) && !told.has(Number(item.id)));
      for (const item of secret) {
        const then = atStart.get(item.id);
        assert.ok(then && item.layer !== 'unit' && item.opacity < 1, `frame ${from}: ${item.title} is not in the message of seat ${seat}`);
        const facts = item.facts.filter((/** @type {[string, string]} */ [label]) => label !== 'seen');
        assert.deepEqual([item.at, facts], [then.at, then.facts], `frame ${from}: ${item.title} is as it was at the start`);
      }
      const all = (await sceneAt(page, from, 'all')).items.map((/** @type {any} */ item) => item.id).filter(isNumber).map(Number);
      const kept = all.filter((/** @type {number} */ id) => !told.has(id) && !atStart.has(String(id)));
      hidden += kept.length;
      // Not in the text either, wherever an id may be hiding: titles, labels, facts.
      const raw = JSON.stringify(scene);
      for (const id of kept) assert.ok(!raw.includes(`"id":"${id}"`), `frame ${from}: ${id} is hidden from seat ${seat}`);
    }
  }
  assert.ok(hidden > 50, `something is hidden at all: ${hidden} things`);

  // Runs of changes are no way around it: every id in them was told at some request up to their end.
  const run = await ask(page, `api/frames?from=0&count=${index.steps}&seat=0`);
  const everTold = new Set([...atStart.keys()].filter(isNumber).map(Number));
  for (let frame = 0; frame <= index.steps; frame++) {
    const answer = await answerOf(page, `api/message?frame=${frame}&seat=0`);
    if (answer.ok()) idsIn(JSON.parse(await answer.text()).message.view).forEach((id) => everTold.add(id));
  }
  const ids = new Set(run.changes.flatMap((/** @type {any} */ change) => [...(change.set ?? []).map((/** @type {any} */ item) => item.id), ...(change.gone ?? [])]).filter(isNumber).map(Number));
  assert.ok(ids.size > 5, 'things come and go');
  assert.deepEqual([...ids].filter((id) => !everTold.has(id)), []);
  const effects = run.changes.filter((/** @type {any} */ change) => change.effects?.length > 0);
  assert.deepEqual(effects, [], 'what happened belongs to the view of everything');
  await shot(page, 'fog-outbreak');
  await view.close();
});

/** @param {import('playwright-core').Page} page @param {number} frame @param {number | string} seat */
async function sceneAt(page, frame, seat) {
  return (await ask(page, `api/frames?from=${frame}&count=1&seat=${seat}`)).first;
}

/** All values of `id` keys in a view. @param {unknown} value @param {Set<number>} [found] */
function idsIn(value, found = new Set()) {
  if (Array.isArray(value)) value.forEach((one) => idsIn(one, found));
  else if (value && typeof value === 'object') {
    for (const [key, one] of Object.entries(value)) {
      if (key === 'id' && typeof one === 'number') found.add(one);
      else idsIn(one, found);
    }
  }
  return found;
}
