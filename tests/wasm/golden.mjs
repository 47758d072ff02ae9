// The golden files: what the package says about each is what was last reviewed. node golden.mjs PACKAGE GOLDEN
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { end, test } from './tap.mjs';

const [, , folder, golden] = process.argv;
const { load } = await import(pathToFileURL(resolve(folder, 'index.js')));
const pdk = await load();

const files = readdirSync(golden, { recursive: true }).filter((name) => /\/(ok|bad)\//.test(name) && !/\.(info|expect)$/.test(name)).sort();
for (const name of files)
  await test(name, async () => {
    const file = join(golden, name), bytes = readFileSync(file), short = basename(name);
    if (name.includes('/ok/')) {
      const document = await pdk.open(bytes, { name: short });
      assert.equal(`${document.infoText({ path: short })}\n`, readFileSync(`${file}.info`, 'utf8').replaceAll(/\n(?=.)/g, '')); // kept a thing a line
      document.close();
      return;
    }
    const [exit, ...expected] = readFileSync(`${file}.expect`, 'utf8').split('\n');
    let said, status;
    try {
      const document = await pdk.open(bytes, { name: short }), { findings } = document.check();
      said = findings.map(({ code, message, offset }) => [code, message, offset]);
      status = findings.some(({ severity }) => severity !== 'note') ? 1 : 0;
      document.close();
    } catch (error) {
      said = [[error.code, error.message, error.offset]];
      status = ['unknown format', 'unsupported'].includes(error.status) ? 4 : 5;
    }
    assert.equal(`exit ${status}`, exit);
    for (const [code, message, offset] of said) {
      const line = expected.find((text) => text.includes(`(${code})`) && text.includes(message));
      assert.ok(line, `"${message} (${code})" is not in what was kept:\n${expected.join('\n')}`);
      if (offset !== null) assert.ok(line.includes(`0x${offset.toString(16).toUpperCase()}`), `${line}, not at ${offset}`);
    }
  });
end();
