// What programs in JavaScript do with the package: rows in batches and as objects, stop work, forget to close, pass errors on, use a worker.
//     node --expose-gc programs.mjs PACKAGE SAMPLES
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { MessageChannel } from 'node:worker_threads';
import { end, fails, test } from './tap.mjs';

const [, , folder, samples] = process.argv;
const part = (name) => import(pathToFileURL(resolve(folder, name)));
const { load, isValid, PaddockError } = await part('index.js');
const { startWorker } = await part('worker.js');
const sample = (name) => readFileSync(join(samples, name));
const pdk = await load();
const open = (name, options) => pdk.open(sample(name), { name, ...options });
const race = await open('race.vcr');
const laps = race.table('laps');

// --- rows ----------------------------------------------------------------------------------------------------------

await test('CSV without its first line', () => {
  const text = (options) => Buffer.from(laps.csv(options)).toString();
  assert.equal(text().slice(text().indexOf('\n') + 1), text({ header: false }));
  assert.equal(text({ header: true, units: true }).split('\n')[0].includes('[s]'), true);
  assert.equal(text({ units: false }).split('\n')[0].includes('['), false);
});

await test('batches are the rows of a read', async () => {
  const [poses] = race.tables;
  const names = ['time', 'driver'].filter((name) => poses.columns.some((column) => column.name === name));
  const whole = poses.readColumns(names, { first: 5, count: 10000 });
  let next = 5;
  for await (const batch of poses.batches(4096, { columns: names, first: 5, count: 10000 })) {
    assert.equal(batch.first, next);
    batch.columns.forEach((column, i) => assert.deepEqual(column.values, whole[i].values.slice(next - 5, next - 5 + batch.count)));
    next += batch.count;
  }
  assert.equal(next, 10005);
  await fails('argument.size', async () => poses.batches(0).next());
  await fails('argument.option', async () => poses.batches(10, { colums: [] }).next());
  await fails('argument.range', async () => poses.batches(10, { first: poses.rows + 1 }).next());
});

await test('others have their turn between batches', async () => {
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  for await (const batch of race.tables[0].batches(8, { columns: ['time'] })) turns += batch.count > 0 ? 0 : 1000000;
  clearInterval(timer);
  assert.ok(turns > 0 && turns < 1000000);
});

await test('rows as objects have what columns have', () => {
  const rows = laps.records({ columns: ['driver', 'lap_time', 'clean', 'team'] });
  const [driver, time, clean] = laps.readColumns(['driver', 'lap_time', 'clean']);
  assert.equal(rows.length, laps.rows);
  rows.forEach((row, i) => assert.deepEqual(row, { driver: driver.values[i], lap_time: isValid(time.validity, i) ? time.values[i] : null, clean: clean.values[i] === 1, team: null }));
  assert.ok(rows.some((row) => row.lap_time === null) && rows.some((row) => row.clean) && rows.some((row) => !row.clean));
  assert.deepEqual(Object.keys(laps.records({ count: 1 })[0]), laps.columns.filter((column) => !column.hidden).map((column) => column.name));
  assert.deepEqual(laps.records({ first: laps.rows }), []);
});

// --- options and stopping --------------------------------------------------------------------------------------------

await test('unknown options are refused, with those that there are', async () => {
  const wrong = { prtial: true };
  const motion = race.motion();
  const calls = [
    () => load(wrong), () => pdk.open(sample('lap.raf'), wrong), () => pdk.compare([{ document: race }, { document: race }], wrong), () => race.info(wrong),
    () => race.check(wrong), () => race.motion(wrong), () => race.dump(wrong), () => race.convert('gpx', wrong), () => race.analyse(wrong),
    () => laps.read('lap', wrong), () => laps.readColumns(['lap'], wrong), () => laps.csv(wrong), () => laps.jsonLines(wrong), () => laps.records(wrong),
    () => motion.read(0, ['time'], wrong), () => startWorker(wrong),
  ];
  for (const call of calls) assert.match((await fails('argument.option', call)).message, /has no option "prtial"; it has [a-z]/);
  motion.close();
  await fails('argument.options', () => laps.csv('excel'));
  assert.ok(laps.csv(null).length > 0 && laps.csv(undefined).length > 0);
});

await test('an AbortSignal stops work, and its reason is thrown', async () => {
  const reason = new Error('enough');
  const calls = [(signal) => race.dump({ signal }), (signal) => laps.csv({ signal }), (signal) => race.convert('gpx', { signal }),
    (signal) => race.analyse({ signal }), (signal) => race.motion({ signal }), (signal) => pdk.open(new Blob([sample('lap.raf')]), { signal }),
    (signal) => laps.batches(5, { signal }).next()];
  for (const call of calls) await assert.rejects(async () => call(AbortSignal.abort(reason)), reason);
  const controller = new AbortController();
  let heard = 0;
  assert.throws(() => race.dump({ signal: controller.signal, progress: () => void (++heard === 1 && controller.abort(reason)) }), reason);
  assert.equal(heard, 1);
  const slow = new AbortController();
  const blob = new Blob([sample('lap.raf'), new Uint8Array(40 << 20)]);
  await assert.rejects(pdk.open(blob, { signal: slow.signal, progress: () => void slow.abort(reason) }), reason);
  await fails('argument.signal', () => race.dump({ signal: {} }));
});

// --- ends ------------------------------------------------------------------------------------------------------------

await test('a document and a motion can be disposed of', async () => {
  const lap = await open('lap.raf'), motion = lap.motion();
  motion[Symbol.dispose]();
  await fails('closed', () => motion.read(0));
  lap[Symbol.dispose]();
  assert.equal(lap.isOpen, false);
});

await test('what is forgotten gives its memory back', async () => {
  const mine = await load();
  const use = async () => {
    const lap = await mine.open(sample('lap.raf'), { name: 'lap.raf' });
    lap.table('laps');
    lap.motion();
    return lap.memory;
  };
  const collect = async () => {
    globalThis.gc();
    await new Promise((done) => setTimeout(done, 5));
  };
  for (let i = 0; i < 10; i++) await use(), await collect();
  const before = await use();
  for (let i = 0; i < 60; i++) await use(), await collect(); // 1.6 MB each
  assert.ok((await use()) - before < 20e6, 'memory grows with what is forgotten');
});

// --- errors ------------------------------------------------------------------------------------------------------------

async function posted(message) {
  const { port1, port2 } = new MessageChannel();
  const heard = new Promise((done) => port2.once('message', done));
  port1.postMessage(message);
  const value = await heard;
  port1.close();
  return value;
}

await test('errors keep their code after postMessage and in JSON', async () => {
  const error = await pdk.open(sample('lap.raf').subarray(0, 20000), { name: 'lap.raf' }).catch((reason) => reason);
  const facts = { status: 'truncated', code: error.code, offset: error.offset, where: error.where };
  assert.ok(facts.code.startsWith('raf.') && facts.offset > 0);
  const other = await posted(error);
  assert.deepEqual(other.cause, facts);
  for (const copy of [PaddockError.from(other), PaddockError.from(JSON.parse(JSON.stringify(error))), PaddockError.from(await posted(error.toJSON()))]) {
    assert.ok(copy instanceof PaddockError);
    assert.deepEqual({ ...copy.toJSON() }, { ...error.toJSON() });
  }
  assert.equal(PaddockError.from(error), error);
  for (const else_ of [new Error('x'), null, undefined, 'text', { code: 1 }]) assert.equal(PaddockError.from(else_), else_);
});

// --- loading -----------------------------------------------------------------------------------------------------------

await test('a response is compiled while it arrives, where the server says what it is', async () => {
  const bytes = readFileSync(join(folder, 'paddock.wasm')), real = WebAssembly.compileStreaming;
  let streamed = 0;
  WebAssembly.compileStreaming = (response) => (streamed++, real.call(WebAssembly, response));
  try {
    for (const type of ['application/octet-stream', 'application/wasm']) {
      assert.equal(streamed, 0);
      assert.equal((await load({ wasm: new Response(bytes, { headers: { 'content-type': type } }) })).version, pdk.version);
    }
    assert.equal(streamed, 1);
  } finally {
    WebAssembly.compileStreaming = real;
  }
  await fails('load', () => load({ wasm: 'file:///no/such/paddock.wasm' }));
});

// --- a worker ----------------------------------------------------------------------------------------------------------

await test('a worker gives the same answers', async () => {
  const there = await startWorker();
  assert.deepEqual({ version: there.version, formats: there.formats }, { version: pdk.version, formats: pdk.formats });
  const other = await there.open(sample('race.vcr'), { name: 'race.vcr' });
  assert.deepEqual(other.properties, race.properties);
  assert.deepEqual(other.tables.map((table) => table.name), race.tables.map((table) => table.name));
  const table = await other.table('laps');
  assert.deepEqual(await table.readColumns(['driver', 'lap_time']), laps.readColumns(['driver', 'lap_time']));
  assert.deepEqual(await table.read('lap', { type: 'float64', count: 3 }), laps.read('lap', { type: 'float64', count: 3 }));
  assert.deepEqual(await table.records({ count: 4 }), laps.records({ count: 4 }));
  assert.deepEqual(await table.csv(), laps.csv());
  let rows = 0;
  for await (const batch of table.batches(7, { columns: ['lap'] })) rows += batch.columns[0].values.length;
  assert.equal(rows, laps.rows);
  assert.deepEqual(await other.check(), race.check());
  assert.deepEqual((await other.convert('gpx')).bytes, race.convert('gpx').bytes);
  const comparison = await there.compare([{ document: other }, { document: other, lap: 2 }]);
  assert.deepEqual(await (await comparison.table('laps')).records(), pdk.compare([{ document: race }, { document: race, lap: 2 }]).table('laps').records());
  const motion = await other.motion(), track = await other.drivenTrack();
  assert.equal(motion.runs.length, race.motion().runs.length);
  assert.deepEqual((await track.points()).x, race.drivenTrack().points().x);
  await there.numberCorners([other]);
  assert.deepEqual(await there.staleCorners([other]), []);
  assert.equal((await there.refusal(2 ** 33)).code, 'wasm.size');
  await fails('argument.answer', () => other.table('no_such'));
  await fails('argument.option', () => table.csv({ heder: false }));
  await motion.close();
  await other.close();
  await fails('closed', () => table.read('lap'));
  await fails('closed', () => track.points());
  await comparison.close();
  const pending = there.open(sample('lap.raf'));
  there.end();
  await fails('closed', () => pending);
  await fails('closed', () => there.open(sample('lap.raf')));
});

await test('work in a worker is watched, and given up at once', async () => {
  const there = await startWorker({ wasm: readFileSync(join(folder, 'paddock.wasm')) });
  const large = await there.open(sample('race.vcr'), { name: 'race.vcr' });
  const told = [];
  await large.dump({ progress: (done, total) => void told.push([done, total]) });
  assert.ok(told.length > 0);
  const controller = new AbortController(), reason = new Error('enough');
  const work = large.dump({ signal: controller.signal, progress: () => controller.abort(reason) });
  await assert.rejects(work, reason);
  await assert.rejects(large.dump({ signal: AbortSignal.abort(reason) }), reason);
  await fails('cancelled', () => large.dump({ progress: () => false }), { status: 'cancelled' });
  await assert.rejects(large.dump({ progress: () => { throw reason; } }), reason);
  await fails('argument.progress', () => large.dump({ progress: 1 }));
  assert.ok((await large.bytes(0, 10)).length === 10); // it still answers
  await assert.rejects(large.table(() => 1)); // cannot be copied
  there.end();
});

race.close();
end();
