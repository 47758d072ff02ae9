// Damaged files are the same everywhere: what the package says about each is what the command on this machine says.
//     node damaged.mjs PACKAGE PADDOCK
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { end, test } from './tap.mjs';

const [, , folder, command] = process.argv;
const { load } = await import(pathToFileURL(resolve(folder, 'index.js')));
const paddock = resolve(command);
const place = mkdtempSync(join(tmpdir(), 'paddock-damaged-'));
const script = fileURLToPath(new URL('../builds/damaged-files.sh', import.meta.url));
assert.equal(spawnSync(script, [paddock, place], { stdio: 'inherit' }).status, 0);
const files = readdirSync(place).sort((a, b) => a - b);

/** What the command says about each file: an object a line. */
function said(...words) {
  const objects = [];
  for (let at = 0; at < files.length; at += 400) {
    const { stdout } = spawnSync(paddock, [...words, ...files.slice(at, at + 400)], { cwd: place, maxBuffer: 2 ** 30 });
    objects.push(...stdout.toString().trim().split('\n').map((line) => JSON.parse(line)));
  }
  return new Map(objects.map((object) => [object.path, object]));
}
const infos = said('info', '--json');
const checks = said('check', '--json', '--level', 'full');
const brief = ({ status, code, offset, where, message }) => ({ status, code, offset: offset ?? null, where: where ?? '', message });
/** Without what is wrong with other files that a file names: bytes have no folder in which these could be. */
const listed = (findings) => findings.filter(({ code }) => !code.startsWith('referenced.'))
  .map(({ code, offset, where, message }) => ({ code, offset: offset ?? null, where: where ?? '', message }));

const pdk = await load();
const different = [];
let failed = 0;
for (const file of files) {
  const info = infos.get(file);
  let ours, theirs;
  try {
    const document = await pdk.open(readFileSync(join(place, file)), { name: file });
    ours = { format: document.format, findings: listed(document.check().findings) };
    document.close();
  } catch (error) {
    failed++;
    ours = brief(error);
  }
  if (info.error) theirs = brief(info.error);
  else if (checks.get(file).error) theirs = brief(checks.get(file).error);
  else theirs = { format: info.format, findings: listed(checks.get(file).findings) };
  try {
    assert.deepEqual(ours, theirs);
  } catch {
    different.push(`${file}: here ${JSON.stringify(ours).slice(0, 300)}\n  command ${JSON.stringify(theirs).slice(0, 300)}`);
  }
}
rmSync(place, { recursive: true });
await test('some of them cannot be opened, and some can', () => assert.ok(failed > 100 && failed < files.length - 100, `${failed} of ${files.length}`));
await test(`${files.length} files: the same of each of them`, () => assert.deepEqual(different, [], `${different.length} differ:\n${different.slice(0, 5).join('\n')}`));
end();
