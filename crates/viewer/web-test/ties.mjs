// The page draws whatever the Rust types name. Each of them is changed here on purpose, as if Rust had another layer, ink
// or field: the type checker must then point at the module that does not know it.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
// Without comments, so that a sentence more changes nothing here.
const types = readFileSync(join(here, 'types.d.ts'), 'utf8').replace(/^ *\/\*\*[\s\S]*?\*\/\n/gm, '');

/** What is written in types.d.ts, what Rust might make of it, and where that must be noticed. */
const CHANGES = [
  ["type Layer = 'ground'", "type Layer = 'fog' | 'ground'", 'board/scene.js'],
  ["type EffectKind = 'beam'", "type EffectKind = 'spark' | 'beam'", 'board/effects.js'],
  ["type Purpose = 'range'", "type Purpose = 'smell' | 'range'", 'board/reach.js'],
  ["type Metric = 'diamond'", "type Metric = 'disc' | 'diamond'", 'board/reach.js'],
  ['type Sign = {', 'type Sign = { stain: string } | {', 'panels/guide.js'],
  ["type Ink = 'none'", "type Ink = 'glow' | 'none'", 'board/draw.js'],
  ['type Shape = {', 'type Shape = { image: string } | {', 'board/draw.js'],
  ["type Color = 'ink' | ", 'type Color = ', 'board/draw.js'],
  ['interface BadgeLayout {\n  radius', 'interface BadgeLayout {\n  size', 'board/draw.js'],
  ['  facts?: Fact[];\n', '  details?: Fact[];\n', 'board/scene.js'],
  ['interface MatchIndex {\n  steps', 'interface MatchIndex {\n  moves', 'watch/watch.js'],
  ['interface HandState {\n', 'interface HandState {\n  seats: number;\n}\ninterface Other {\n', 'hand/hand.js'],
  ['  faults: Fault[];\n', '  problems: Fault[];\n', 'edit/edit.js'],
];

const { compilerOptions } = JSON.parse(readFileSync(join(here, 'jsconfig.json'), 'utf8'));
const folder = mkdtempSync(join(tmpdir(), 'skirmish-ties-'));
const faults = [];
for (const [there, instead, module] of CHANGES) {
  if (!types.includes(there)) {
    faults.push(`types.d.ts has no ${JSON.stringify(there)} any more: change ties.mjs`);
    continue;
  }
  writeFileSync(join(folder, 'types.d.ts'), types.replace(there, instead));
  const include = ['types.d.ts', join(here, 'page.d.ts'), join(here, '../web/**/*.js')];
  writeFileSync(join(folder, 'jsconfig.json'), JSON.stringify({ compilerOptions, include }));
  let said = '';
  try {
    execFileSync(process.execPath, [join(here, 'node_modules/typescript/bin/tsc'), '-p', join(folder, 'jsconfig.json')], { stdio: 'pipe' });
  } catch (error) {
    said = String(/** @type {{stdout: Buffer}} */ (error).stdout);
  }
  if (!said.includes(module)) faults.push(`${JSON.stringify(instead)} in place of ${JSON.stringify(there)} is not noticed in ${module}: ${said.slice(0, 300)}`);
}
rmSync(folder, { recursive: true });
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
