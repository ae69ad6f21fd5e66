// Who may do what: an address is for watching, a key for the rest, and no program of a replay runs unasked.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { PROGRAM, answerOf, ask, boardPainted, openPage, played, scratchFolder, serve, sharedBrowser, shot, until } from './support.mjs';

const folder = scratchFolder();
const shared = sharedBrowser();

test('the key comes behind the #, stays in the tab and is in no link', { timeout: 60_000 }, async (t) => {
  const { file } = await played(folder, 'keys', 'golems', 'weak', 'weak', '--seed', '7', '--set', 'max_turns=10');
  const server = await serve(folder, ['watch', file, '--turn', '3', '--json']);
  t.after(() => server.close());
  const told = JSON.parse(server.said().split('\n').find((line) => line.startsWith('{')) ?? '');
  assert.equal(told.url, `${told.share}#key=${server.key}`);

  // The address for watching.
  const guest = await openPage(shared, told.share, { bare: true });
  await boardPainted(guest.page);
  assert.equal((await ask(guest.page, 'api/session')).right, 'watch');
  assert.equal(await guest.page.getByRole('button', { name: 'Play from here' }).count(), 0);
  await guest.page.keyboard.press('i');
  await guest.page.getByText('No private notes').waitFor();
  assert.equal((await answerOf(guest.page, 'api/fork', { frame: 1, seats: ['human', 'weak'] })).status(), 403);
  await guest.close();

  // The whole address.
  const view = await openPage(shared, null, { bare: true });
  const { page } = view;
  await page.goto(told.url);
  await page.locator('.opening').waitFor({ state: 'detached' });
  await boardPainted(page);
  assert.equal(page.url(), told.share, 'the key is gone from the address');
  assert.equal((await ask(page, 'api/session')).right, 'run');
  await page.reload();
  await boardPainted(page);
  await page.getByRole('button', { name: 'Play from here' }).waitFor();
  await view.close();
});

test('a browser is opened without a secret on its command line', { timeout: 60_000 }, async (t) => {
  const { file } = await played(folder, 'opened', 'golems', 'weak', 'weak', '--seed', '7', '--set', 'max_turns=10');
  const opener = join(folder, 'opener');
  const seen = join(folder, 'seen');
  writeFileSync(opener, `#!/bin/sh\nprintf '%s' "$*" > '${seen}.new'\nmv '${seen}.new' '${seen}'\n`);
  chmodSync(opener, 0o755);
  const child = spawn(PROGRAM, ['watch', file], { cwd: folder, stdio: 'ignore', env: { ...process.env, BROWSER: opener } });
  t.after(() => child.kill('SIGKILL'));
  const path = await until('the opener is called', () => (existsSync(seen) ? readFileSync(seen, 'utf8') : ''), (text) => text !== '');
  assert.ok(!/127\.0\.0\.1|#|key|code/.test(path), `only a file is named: ${path}`);
  const text = readFileSync(path, 'utf8');
  const address = /url=([^"]+)"/.exec(text)?.[1] ?? '';
  assert.match(address, /#code=[0-9a-f]{32}$/);
  const view = await openPage(shared, null, { bare: true });
  await view.page.goto(`file://${path}`);
  await view.page.waitForURL(/^http:/);
  await boardPainted(view.page);
  assert.equal((await ask(view.page, 'api/session')).right, 'run');
  assert.ok(!view.page.url().includes('#'));
  assert.ok(!existsSync(path), 'the file is gone once it was used');
  view.clean();
  // The code works once.
  const late = await openPage(shared, null, { bare: true });
  await late.page.goto(address);
  await boardPainted(late.page);
  assert.equal((await ask(late.page, 'api/session')).right, 'watch');
  late.troubles.splice(0);
  await late.close();
  await view.close();
  const gone = new Promise((done) => child.once('exit', done));
  child.kill('SIGINT');
  await gone;
});

test('a program that a replay names is shown and asked about', { timeout: 90_000 }, async (t) => {
  const lines = ['import json, sys', 'for line in sys.stdin:', '    message = json.loads(line)', '    if message["type"] == "end": break', '    ready = message["type"] == "hello"', '    print(json.dumps({"type": "ready"} if ready else {"type": "orders", "request": message["request"], "actions": []}), flush=True)'];
  writeFileSync(join(folder, 'bot.py'), lines.join('\n') + '\n');
  const command = "python3 bot.py '<b>\u202e x'";
  const { file } = await played(folder, 'asked', 'golems', command, 'weak', '--seed', '7', '--set', 'max_turns=12', '--turn-ms', '5000');
  const server = await serve(folder, ['watch', file, '--json']);
  t.after(() => server.close());
  const view = await openPage(shared, server.url);
  const { page } = view;
  await boardPainted(page);
  /** @type {any[]} */
  const sent = [];
  page.on('request', (request) => {
    if (request.url().endsWith('api/fork')) sent.push(request.postDataJSON());
  });
  const begin = async () => {
    await page.getByRole('button', { name: 'Play from here' }).click();
    const dialog = page.getByRole('dialog', { name: 'Play from here' });
    await dialog.getByLabel(/p0/).selectOption(command);
    await dialog.getByLabel(/p1/).selectOption('builtin:weak');
    await dialog.getByRole('button', { name: 'Play', exact: true }).click();
  };
  await begin();
  const asked = page.getByRole('dialog', { name: 'Run this program?' });
  const words = await asked.locator('.asked-command').innerText();
  assert.equal(words, "python3 bot.py '<b>\\u{202e} x'", 'the command is shown to the letter, and nothing in it is hidden');
  assert.ok(await asked.getByRole('button', { name: 'Do not run' }).evaluate((button) => button === document.activeElement), 'Enter runs nothing');
  await shot(page, 'asked-program');
  await asked.getByRole('button', { name: 'Do not run' }).click();
  await asked.waitFor({ state: 'detached' });
  assert.deepEqual(sent.map((one) => one.allow), [[]]);
  assert.equal(page.url(), server.url, 'nothing has begun');
  await page.keyboard.press('Escape');
  view.troubles.splice(0);

  await begin();
  await asked.getByRole('button', { name: 'Run it' }).click();
  await page.waitForURL((url) => url.href !== server.url, { timeout: 60_000 });
  await boardPainted(page);
  assert.deepEqual(sent.map((one) => one.allow), [[], [], [command]]);
  assert.equal((await ask(page, 'api/session')).seats[0].player, command);
  view.troubles.splice(0);
  await view.close();
});
