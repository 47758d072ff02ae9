// The package's answers beside those of the command on this machine: the same bytes.
//     node beside_command.mjs PACKAGE PADDOCK FILE...
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { end, test } from './tap.mjs';

const [, , folder, command, ...files] = process.argv;
const { load } = await import(pathToFileURL(resolve(folder, 'index.js')));
const pdk = await load();
const run = (...values) => execFileSync(command, values, { maxBuffer: 2 ** 30, stdio: ['ignore', 'pipe', 'ignore'] });

/** What `work` makes, or why it does not. */
function attempt(work) {
  try {
    return { made: work() };
  } catch (error) {
    if (error.name !== 'PaddockError' && error.status === undefined) throw error;
    return { failed: error };
  }
}

/** Both make the same bytes, or neither makes any. */
function same(here, there) {
  const [ours, theirs] = [here, there].map(attempt);
  if (ours.failed || theirs.failed) {
    assert.ok(ours.failed && theirs.failed, `here: ${ours.failed ?? 'made'}; the command: ${theirs.failed ?? 'made'}`);
    return;
  }
  if (Buffer.compare(ours.made, theirs.made) === 0) return;
  const [a, b] = [ours, theirs].map(({ made }) => Buffer.from(made).toString().split('\n'));
  const line = a.findIndex((text, i) => text !== b[i]);
  const count = a.filter((text, i) => text !== b[i]).length;
  assert.fail(`${count} of ${b.length} lines differ, the first is ${line + 1}:\n  here    ${a[line]?.slice(0, 300)}\n  command ${b[line]?.slice(0, 300)}`);
}

for (const file of files) {
  const name = basename(file), document = await pdk.open(readFileSync(file), { name });
  await test(`${name}: info`, () =>
    same(() => Buffer.from(document.infoText({ path: file, evidence: true }) + '\n'), () => run('info', '--json', '--evidence', file)));
  for (const table of document.tables)
    await test(`${name}: the table ${table.name}`, () => same(() => table.csv({ hidden: true }), () => run('table', file, table.name, '--all')));
  for (const answer of document.answers)
    await test(`${name}: the answer ${answer.name}`, () => same(() => document.table(answer.name).csv(), () => run('table', file, answer.name)));
  for (const table of document.tables.slice(0, 1))
    await test(`${name}: as JSON lines`, () => same(() => table.jsonLines(), () => run('table', file, table.name, '--format', 'jsonl')));
  await test(`${name}: as text`, () => same(() => document.dump(), () => run('dump', file)));
  // Pictures are PNG, which is not here: only what has none.
  const painted = document.images.length > 0 || document.format === 'tri';
  for (const { id } of document.surfaces.length > 0 ? pdk.targets.filter(({ pictures }) => !(pictures && painted)) : [])
    await test(`${name}: as ${id}`, () => same(() => document.convert(id).bytes, () => run('convert', file, '-', '--to', id)));
  document.close();
}
end();
