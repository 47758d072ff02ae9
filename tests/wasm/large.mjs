// A replay of 2.5 GB, opened from its file by slices: longer than one block of malloc can be.
//     node large.mjs PACKAGE PADDOCK FOLDER     FOLDER takes the file, which is removed
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, openAsBlob, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { missingRoom } from './room.mjs';
import { end, fails, skip, test } from './tap.mjs';

const [, , folder, command, place] = process.argv;
const { load } = await import(pathToFileURL(resolve(folder, 'index.js')));
const pdk = await load();
const missing = missingRoom(place, 2.5e9, 3.5e9);
if (missing !== null) {
  skip('a replay of 2.5 GB', missing);
  end();
  process.exit();
}
const scratch = mkdtempSync(join(place, 'large-')), file = join(scratch, 'large.vcr');
try {
  execFileSync(command, ['synth', 'vcr', file, '--bytes', '2500M']);
  const { size } = statSync(file);
  const last = execFileSync(command, ['table', file, 'poses', '--rows', '-3:']).toString();
  await test(`${(size / 1e9).toFixed(2)} GB open, and are read at both ends`, async () => {
    assert.ok(size > 2 ** 31);
    let told = 0;
    const race = await pdk.open(await openAsBlob(file), { name: 'large.vcr', progress: (done) => void (told = done) });
    assert.equal(told, size);
    const [poses] = race.tables;
    assert.equal(Buffer.from(poses.csv({ first: poses.rows - 3 })).toString(), last);
    assert.equal(poses.read(0, { count: 3 }).values.length, 3);
    const fields = race.layout(size - 4096, 4096);
    assert.ok(fields.length > 0 && fields.every((field) => field.offset > 2 ** 31 && field.offset < size));
    race.close();
  });
  await test('its room is used again, and a second one beside it has none', async () => {
    const race = await pdk.open(await openAsBlob(file), { name: 'large.vcr' });
    await fails('memory', async () => pdk.open(await openAsBlob(file), { name: 'large.vcr' }), { status: 'out of memory' });
    race.close();
    const again = await pdk.open(await openAsBlob(file), { name: 'large.vcr' });
    assert.equal(Buffer.from(again.tables[0].csv({ first: again.tables[0].rows - 3 })).toString(), last);
    again.close();
  });
} finally {
  rmSync(scratch, { recursive: true });
}
end();
