// The package beside the command's library: the same work on the same bytes, in turns; and how large the module is.
//     node bench_wasm.mjs PACKAGE PADDOCK FOLDER     FOLDER takes the files made for it
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

const [, , folder, command, place] = process.argv;
const { load } = await import(pathToFileURL(resolve(folder, 'index.js')));
const module = readFileSync(join(folder, 'paddock.wasm'));
const kB = (size) => `${(size / 1000).toFixed(0)} kB`;
console.log(`size of paddock.wasm              ${kB(module.length)}, gzip ${kB(gzipSync(module, { level: 9 }).length)}`);

const before = performance.now();
const pdk = await load();
console.log(`loaded and instantiated           ${(performance.now() - before).toFixed(0)} ms`);

mkdirSync(place, { recursive: true });
const made = (name, ...how) => {
  const file = join(place, name);
  execFileSync(command, ['synth', name.split('.')[1], file, ...how]);
  return file;
};
const median = (times) => times.sort((a, b) => a - b)[times.length >> 1];

/** Times of both in turns. The command's has what a start takes taken off, and one processor. */
async function beside(what, here, there, rounds = 5) {
  const ours = [], theirs = [], starts = [];
  const run = (...words) => execFileSync('taskset', ['-c', '0', command, ...words], { maxBuffer: 2 ** 31, stdio: ['ignore', 'ignore', 'ignore'] });
  for (let round = 0; round < rounds; round++) {
    let from = performance.now();
    await here();
    ours.push(performance.now() - from);
    from = performance.now();
    run(...there);
    theirs.push(performance.now() - from);
    from = performance.now();
    run('version');
    starts.push(performance.now() - from);
  }
  const native = median(theirs) - median(starts);
  console.log(`${what.padEnd(34)}${median(ours).toFixed(0)} ms, the command ${native.toFixed(0)} ms: ${(median(ours) / native).toFixed(2)}x`);
}

const using = (bytes, name, work) => async () => {
  const document = await pdk.open(bytes, { name });
  work(document);
  document.close();
};
const race = made('race.vcr', '--bytes', '60M'), lap = made('lap.raf', '--seconds', '1200'), road = made('road.rld', '--points', '3000000');
for (const [what, file, work, words] of [
  ['VCR: opened, checked', race, (document) => document.check(), ['check', race]],
  ['VCR: all poses as CSV', race, (document) => document.tables[0].csv({ hidden: true }), ['table', race, 'poses', '--all']],
  ['VCR: laps and incidents', race, (document) => [document.table('laps').csv(), document.table('incidents').csv()], ['incidents', race, '--json']],
  ['RAF: telemetry as CSV', lap, (document) => document.tables[0].csv(), ['table', lap, 'telemetry']],
  ['RLD: as PLY', road, (document) => document.convert('ply'), ['convert', road, '-', '--to', 'ply']],
]) {
  const bytes = readFileSync(file);
  await beside(`${what} (${(statSync(file).size / 1e6).toFixed(0)} MB)`, using(bytes, file, work), words);
}
{
  const bytes = readFileSync(race);
  const document = await pdk.open(bytes, { name: race });
  const [poses] = document.tables, names = poses.columns.map(({ name }) => name);
  const from = performance.now();
  poses.readColumns(names);
  const time = performance.now() - from;
  console.log(`VCR: ${names.length} columns of ${poses.rows} rows into arrays   ${time.toFixed(0)} ms, ${(bytes.length / time / 1e3).toFixed(0)} MB of file a second`);
  document.close();
}
