// An exported page joins all modules into one script by dropping the lines that import and the word `export`. That
// works as long as imports take one line each, everything is exported by name, and no name is used twice.

import { readFileSync, readdirSync } from 'node:fs';

const folder = new URL('../web/', import.meta.url);
const owners = new Map();
const faults = [];
for (const file of readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.js'))) {
  const lines = readFileSync(new URL(file, folder), 'utf8').split('\n');
  lines.forEach((line, i) => {
    const where = `${file}:${i + 1}`;
    if (/^import\b/.test(line) && !/^import \{ [^}]+ \} from '\.{1,2}\/(?:[a-z-]+\/)?[a-z-]+\.js';$/.test(line)) faults.push(`${where}: an import takes one line: import { names } from '../folder/module.js';`);
    if (/^import \{[^}]*\bas\b/.test(line)) faults.push(`${where}: an import cannot give another name`);
    if (/^export\b/.test(line) && !/^export (async )?(class|function|const|let) /.test(line)) faults.push(`${where}: exports are declarations with a name`);
    const made = /^(?:export )?(?:async )?(?:class|function|const|let) ([A-Za-z_$][\w$]*)/.exec(line);
    if (!made) return;
    const other = owners.get(made[1]);
    if (other) faults.push(`${where}: ${made[1]} is the name of something in ${other} too`);
    owners.set(made[1], where);
  });
}
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
