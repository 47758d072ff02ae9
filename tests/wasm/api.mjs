// What the package promises, each call once, and how calls fail.
//     node api.mjs PACKAGE SAMPLES
import assert from 'node:assert/strict';
import { openAsBlob, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { end, fails, test } from './tap.mjs';

const [, , folder, samples] = process.argv;
const at = pathToFileURL(resolve(folder, 'index.js'));
const { isValid, load } = await import(at);
const { writePage } = await import(pathToFileURL(resolve(folder, 'page.js')));
const pdk = await load();
const sample = (name) => readFileSync(join(samples, name));
const open = (name, options) => pdk.open(sample(name), { name, ...options });

/** Opens, works, closes. */
async function using(name, work) {
  const document = await open(name);
  try {
    return await work(document);
  } finally {
    document.close();
  }
}

// --- opening -----------------------------------------------------------------------------------------------------------

await test('the version is that of the package', () =>
  assert.equal(pdk.version, JSON.parse(readFileSync(join(folder, 'package.json'))).version));

await test('formats and targets are told', () => {
  assert.ok(pdk.formats.some(({ id, certainty }) => id === 'raf' && certainty === 'confirmed'));
  assert.ok(pdk.targets.some(({ id }) => id === 'glb'));
});

await test('the module may come as bytes, compiled, or as a response', async () => {
  const bytes = readFileSync(join(folder, 'paddock.wasm'));
  for (const wasm of [bytes, bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length), new WebAssembly.Module(bytes), new Response(bytes), Promise.resolve(bytes), pathToFileURL(resolve(folder, 'paddock.wasm'))])
    assert.equal((await load({ wasm })).version, pdk.version);
});

await test('bytes, a view, a blob and a file make the same document', async () => {
  const bytes = sample('lap.raf'), padded = new Uint8Array(bytes.length + 16);
  padded.set(bytes, 8);
  const sources = [bytes, new Uint8Array(bytes).buffer, padded.subarray(8, 8 + bytes.length), new Blob([bytes]), await openAsBlob(join(samples, 'lap.raf'))];
  for (const source of sources) {
    const document = await pdk.open(source, { name: 'lap.raf' });
    assert.equal(document.size, bytes.length);
    assert.deepEqual(Buffer.from(document.bytes()), bytes);
    document.close();
  }
});

await test('a blob is read in slices, with progress, and can be given up', async () => {
  const blob = new Blob([sample('race.vcr'), new Uint8Array(40 << 20)]), told = [];
  await fails('cancelled', () => pdk.open(blob, { progress: (done, total) => (told.push([done, total]), told.length < 2) }), { status: 'cancelled' });
  assert.deepEqual(told, [[16 << 20, blob.size], [32 << 20, blob.size]]);
});

await test('what cannot be read says why', async () => {
  await fails('detect.unknown', () => pdk.open(new Uint8Array(100)), { status: 'unknown format', offset: 0 });
  await fails('detect.empty', () => pdk.open(new Uint8Array(0)));
  const error = await fails('raf.blocks.truncated', () => pdk.open(sample('lap.raf').subarray(0, 5000), { name: 'lap.raf' }), { status: 'truncated' });
  assert.equal(typeof error.offset, 'number');
  assert.match(error.message, /block/);
  await fails('argument.source', () => pdk.open('lap.raf'));
  await fails('argument.format', () => open('lap.raf', { format: 'none' }));
});

await test('damaged files open in part', async () => {
  const document = await pdk.open(sample('lap.raf').subarray(0, 500000), { name: 'lap.raf', partial: true });
  assert.ok(document.findingCount > 0);
  const { findings, total } = document.check();
  assert.ok(total >= findings.length && findings.some(({ code, offset, severity }) => code && typeof offset === 'number' && severity));
  document.close();
});

await test('a file that is too large is refused before it is read', async () => {
  assert.equal(pdk.refusal(2.5e9), null);
  assert.equal(pdk.refusal(5e9, 'race.vcr').code, 'wasm.size');
  const blob = new Blob([]);
  Object.defineProperty(blob, 'size', { value: 5e9 });
  const error = await fails('wasm.size', () => pdk.open(blob, { name: 'race.vcr' }), { status: 'limit reached' });
  assert.match(error.message, /paddock report race\.vcr/);
});

// --- tables ------------------------------------------------------------------------------------------------------------

await test('tables, columns and properties are described', () =>
  using('lap.raf', (lap) => {
    assert.equal(lap.format, 'raf');
    assert.equal(lap.properties.player, 'B. Okafor');
    assert.equal(lap.propertyFacts.track_length.unit, 'm');
    const [telemetry] = lap.tables;
    assert.equal(telemetry.name, 'telemetry');
    assert.equal(telemetry.rows, 6302);
    const speed = telemetry.columns.find(({ role }) => role === 'speed');
    assert.deepEqual([speed.name, speed.type, speed.unit, speed.nullable], ['speed', 'float32', 'm/s', false]);
    assert.ok(lap.answers.some(({ name }) => name === 'laps'));
  }));

await test('columns are read by ranges in their own type, or as doubles', () =>
  using('lap.raf', (lap) => {
    const [telemetry] = lap.tables;
    const { values, validity } = telemetry.read('time', { first: 0, count: 100 });
    assert.equal(values.length, 100);
    assert.equal(validity, null);
    assert.ok(values[99] > values[0]);
    const all = telemetry.read('speed').values;
    assert.ok(all instanceof Float32Array && all.length === 6302);
    assert.deepEqual(telemetry.read('speed', { first: 6000, count: 302 }).values, all.subarray(6000));
    assert.deepEqual(telemetry.read('speed', { type: 'float64' }).values, Float64Array.from(all));
    assert.equal(telemetry.read('speed', { first: 6302 }).values.length, 0);
    const [time, gear] = telemetry.readColumns(['time', 'gear'], { first: 10, count: 5 });
    assert.deepEqual([time.name, gear.name, time.values.length], ['time', 'gear', 5]);
  }));

await test('reads longer than a batch are whole', () =>
  using('race.vcr', (race) => {
    const poses = race.table('poses'), names = poses.columns.map(({ name }) => name);
    const whole = poses.readColumns(names);
    for (const first of [0, 7, 12345])
      poses.readColumns(names, { first, count: 4321 }).forEach(({ values, validity }, i) => {
        for (let row = 0; row < 4321; row += 997) {
          assert.deepEqual(values[row], whole[i].values[first + row]);
          assert.equal(isValid(validity, row), isValid(whole[i].validity, first + row));
        }
      });
  }));

await test('texts are texts, and what is missing is told', () =>
  using('race.vcr', (race) => {
    const laps = race.table('laps');
    assert.equal(laps.read('driver').values[0], 'A. Varga');
    const { values, validity } = laps.read('lap_time');
    const rows = [...values.keys()];
    assert.ok(rows.some((row) => !isValid(validity, row)) && rows.some((row) => isValid(validity, row)));
    for (const row of rows) assert.equal(isValid(validity, row), !Number.isNaN(values[row]));
  }));

await test('wrong names and ranges say what there is', () =>
  using('lap.raf', async (lap) => {
    const [telemetry] = lap.tables;
    assert.match((await fails('argument.column', () => telemetry.read('sped'))).message, /speed/);
    await fails('argument.range', () => telemetry.read('speed', { first: 6300, count: 3 }));
    await fails('argument.range', () => telemetry.read('speed', { first: -1 }));
    await fails('argument.type', () => telemetry.read('speed', { type: 'float16' }));
    await fails('argument.answer', () => lap.table('lapz'));
    await fails('argument.column', () => telemetry.read('speed', { type: 'int8' }), { status: 'bad argument' });
  }));

await test('an answer that a file cannot have says why', () =>
  using('track.tri', async (track) => {
    assert.deepEqual(track.answers, []);
    assert.match((await fails('analysis.motion', () => track.table('laps'), { status: 'unsupported' })).message, /nothing moves/);
  }));

await test('tables are written as CSV and JSON lines', () =>
  using('lap.raf', (lap) => {
    const text = new TextDecoder().decode(lap.tables[0].csv({ columns: ['time', 'speed'], first: 1, count: 2, units: true }));
    assert.match(text, /^time \[s\],speed \[m\/s\]\n[^\n]+\n[^\n]+\n$/);
    const rows = new TextDecoder().decode(lap.tables[0].jsonLines({ columns: ['time'], count: 3 })).trim().split('\n');
    assert.deepEqual(rows.map((row) => Object.keys(JSON.parse(row))), [['time'], ['time'], ['time']]);
  }));

// --- motion, track, comparison -------------------------------------------------------------------------------------------

await test('motion has a run for each driver', () =>
  using('race.vcr', async (race) => {
    const motion = race.motion();
    assert.equal(motion.runs.length, 8);
    const run = motion.runs.findIndex(({ name }) => name === 'A. Varga');
    const { time, x, speed } = motion.read(run, ['time', 'x', 'speed']);
    assert.equal(time.length, motion.runs[run].samples);
    assert.deepEqual(motion.read(run, ['x'], { first: 100, count: 10 }).x, x.subarray(100, 110));
    const between = motion.readAt(run, [time[200], (time[200] + time[201]) / 2], ['x', 'time']);
    assert.equal(between.x[0], x[200]);
    assert.ok(Math.abs(between.x[1] - (x[200] + x[201]) / 2) < 1 + Math.abs(speed[200]));
    assert.equal(motion.segments(run)[0].begin, 'run');
    assert.equal(motion.runs[run].drivers[0].name, 'A. Varga');
    await fails('argument.channel', () => motion.read(run, ['height']));
    await fails('argument.run', () => motion.read(8));
    await fails('argument.range', () => motion.read(run, ['x'], { first: motion.runs[run].samples, count: 1 }));
    motion.close();
    motion.close();
    await fails('closed', () => motion.read(run));
  }));

await test('motion outlives its document', async () => {
  const race = await open('race.vcr'), motion = race.motion();
  const before = motion.read(0, ['x']).x;
  race.close();
  const other = await open('lap.raf'); // which may take the memory
  assert.deepEqual(motion.read(0, ['x']).x, before);
  motion.close();
  other.close();
});

await test('the driven track has a line and places along it', () =>
  using('race.vcr', (race) => {
    const track = race.drivenTrack(), { x, y, z } = track.points();
    assert.ok(track.closed && track.length > 2700 && track.length < 2900);
    assert.equal(x.length, track.pointCount);
    const place = track.locate([x[500], y[500], z[500]]);
    assert.ok(Math.abs(place.distance - 500 * track.step) < 1 && Math.abs(place.lateral) < 0.5);
    assert.equal(track.locate([1e6, 1e6, 0]), null);
    const { distance, lateral } = track.places(0, [100, 100.1, -5]);
    assert.ok(distance[1] > distance[0] && Number.isNaN(distance[2]) && Math.abs(lateral[0]) < 20);
    assert.equal(track.timingLines[0].distance, 0);
  }));

await test('laps of two files are compared, and the comparison outlives them', async () => {
  const laps = [await open('lap.raf'), await open('lap-2.raf')];
  const comparison = pdk.compare(laps.map((document) => ({ document })));
  laps.forEach((lap) => lap.close());
  const other = await open('race.vcr');
  assert.ok(Math.abs(comparison.table('laps').read('delta').values[1] + 0.386) < 0.02);
  assert.deepEqual(comparison.table('laps').read('file').values, ['lap.raf', 'lap-2.raf']);
  assert.ok(comparison.table('steps').rows > 2700);
  comparison.close();
  other.close();
});

await test('corners of several documents have one numbering', async () => {
  const names = ['lap-2.raf', 'lap-3.raf', 'lap.raf'];
  const opened = () => Promise.all(names.map((name) => open(name)));
  const radii = (document) => document.table('corners').read('radius').values; // those of the lap that the corners are from
  const alone = await opened(), together = await opened(), asked = await opened();
  assert.notDeepEqual(radii(alone[0]), radii(alone[1]));
  pdk.numberCorners(together);
  for (const lap of together) assert.deepEqual(radii(lap), radii(together[0]));
  for (const [i, lap] of asked.entries()) { // opened one after the other, as in a page
    if (i > 0) pdk.numberCorners(asked.slice(0, i + 1));
    assert.deepEqual(radii(lap), radii(alone[0]));
  }
  // as in a page that reads those again whose corners have changed: what all have together, whatever the order
  for (const order of [[0, 1, 2], [2, 1, 0]]) {
    const page = [];
    let again = 0;
    for (const i of order) {
      page.push(await open(names[i]));
      for (const document of pdk.staleCorners(page)) {
        document.close();
        page[page.indexOf(document)] = await open(document.name);
        again++;
      }
      pdk.numberCorners(page);
    }
    for (const lap of page) assert.deepEqual(radii(lap), radii(together[0]));
    assert.deepEqual(pdk.staleCorners(page), []);
    if (radii(alone[order[0]]).join() !== radii(together[0]).join()) assert.ok(again > 0);
    for (const lap of page) lap.close();
  }
  await using('scan.rld', (scan) => pdk.numberCorners([scan])); // shows no track
  await using('scan.rld', (scan) => assert.deepEqual(pdk.staleCorners([scan]), []));
  for (const lap of [...alone, ...together, ...asked]) lap.close();
  await fails('argument.document', () => pdk.numberCorners([]));
  await fails('argument.document', () => pdk.numberCorners([null]));
  await fails('closed', () => pdk.numberCorners(together));
});

await test('laps that cannot be compared say why', () =>
  using('lap.raf', async (lap) => {
    await fails('argument', () => pdk.compare([{ document: lap }]));
    await fails('compare.driver', () => pdk.compare([{ document: lap }, { document: lap, driver: 'Nobody' }]));
    await fails('argument.method', () => pdk.compare([{ document: lap }, { document: lap }], { method: 'guess' }));
  }));

await test('answers with options are a document', () =>
  using('race.vcr', async (race) => {
    const early = race.analyse({ names: ['results'], untilLap: 2 });
    assert.deepEqual(early.tables.map(({ name }) => name), ['results']);
    assert.equal(Math.max(...early.table('results').read('laps').values), 2);
    early.close();
    await fails('argument.answer', () => race.analyse({ names: ['nothing'] }));
    const other = await pdk.open(readFileSync(join(samples, '..', 'tests', 'files', 'results_xml', 'race.xml')), { name: 'race.xml' });
    await fails('results.drivers', () => race.analyse({ names: ['results'], results: other }));
    other.close();
    await using('lap.raf', (lap) => fails('analysis.car_info', () => lap.analyse({ names: ['handling'], carInfo: race })));
  }));

// --- shapes, files --------------------------------------------------------------------------------------------------------

await test('surfaces and lines are arrays', async () => {
  await using('scan.rld', (scan) => {
    const surface = scan.surface(0);
    assert.equal(surface.positions.length, 3 * scan.surfaces[0].vertices);
    assert.equal(surface.triangles.length, 3 * scan.surfaces[0].triangles);
    assert.ok(surface.triangles.every((vertex) => vertex < scan.surfaces[0].vertices));
  });
  await using('track.tri', (track) => {
    const points = track.line(0);
    assert.equal(points.length, 3 * track.lines[0].points);
    assert.deepEqual(track.line(0, { first: 3, count: 2 }), points.subarray(9, 15));
  });
});

await test('a surface or image that is not there is an error', () =>
  using('scan.rld', async (scan) => {
    await fails('argument', () => scan.surface(7), { status: 'bad argument' });
    await fails('argument', () => scan.image(0), { status: 'bad argument' });
  }));

await test('images are R G B A', () =>
  using('pictures.fsh', (pictures) => {
    const { width, height, data } = pictures.image(0);
    assert.equal(data.length, 4 * width * height);
    assert.ok(data instanceof Uint8ClampedArray && new Set(data).size > 4);
  }));

await test('a surface becomes another format, with a report and notes', () =>
  using('scan.rld', async (scan) => {
    const { bytes, report, notes } = scan.convert('ply');
    assert.match(Buffer.from(bytes.subarray(0, 3)).toString(), /ply/);
    assert.deepEqual([report.points, report.triangles], [896, 1524]);
    assert.ok(Array.isArray(notes));
    const again = await pdk.open(bytes, { name: 'scan.ply' });
    assert.equal(again.surfaces[0].triangles, 1524);
    again.close();
    assert.deepEqual(scan.convert('ply', { origin: [1, 2, 3] }).report.origin, [1, 2, 3]);
    await fails('convert.target', () => scan.convert('docx'));
  }));

await test('bytes are told with their fields', async () => {
  const lap = await open('lap.raf');
  const head = lap.layout(0, 8);
  assert.deepEqual(head.map(({ record, field, offset, size }) => [record, field, offset, size]),
    [['raf.header', 'magic', 0, 6], ['raf.header', 'game_version', 6, 1], ['raf.header', 'game_revision', 7, 1]]);
  assert.equal(head[0].value, 'LFSRAF');
  const view = new DataView(lap.bytes(12, 2).buffer);
  const [size] = lap.layout(12, 1);
  assert.deepEqual([size.field, size.value, size.unit, size.certainty], ['header_size', String(view.getUint16(0, true)), 'byte', 'confirmed']);
  const end = lap.layout(lap.contentSize - 1, 100); // blocks of telemetry, whose index counts
  assert.equal(end.length, 1);
  assert.equal(end[0].offset + end[0].size, lap.contentSize);
  assert.ok(end[0].index > 100);
  assert.deepEqual(lap.layout(lap.contentSize, 1), []);
  lap.close();
  const race = await open('race.vcr'); // texts of any length, and records one by one
  for (const [first, count] of [[0, 4096], [Math.floor(race.contentSize / 2), 4096]]) {
    const fields = race.layout(first, count);
    assert.ok(fields.length > 10);
    for (const { offset, size, field } of fields) assert.ok(offset < first + count && offset + size > first && field !== '', `${field} at ${offset}`);
  }
  race.close();
});

await test('files are told as text', async () => {
  const lap = await open('lap.raf');
  assert.equal(JSON.parse(Buffer.from(lap.dump()).toString()).format, 'raf');
  lap.close();
});

// --- ends ------------------------------------------------------------------------------------------------------------------

await test('what is closed says so', async () => {
  const lap = await open('lap.raf'), [telemetry] = lap.tables;
  assert.ok(lap.isOpen);
  lap.close();
  lap.close();
  assert.ok(!lap.isOpen);
  for (const call of [() => lap.info(), () => telemetry.read('time'), () => lap.check(), () => lap.motion(), () => lap.table('telemetry'), () => lap.surface(0)])
    await fails('closed', call, { status: 'bad argument' });
});

await test('memory is used again', async () => {
  const bytes = sample('race.vcr');
  let largest = 0;
  for (let i = 0; i < 30; i++) {
    const race = await pdk.open(bytes, { name: 'race.vcr' });
    race.table('laps');
    race.close();
    if (i === 4) largest = race.memory;
    if (i > 4) assert.ok(race.memory <= largest, `${race.memory} bytes after ${i} files, ${largest} after 5`);
  }
});

await test('a text with a NUL in it is refused, wherever one is taken', () =>
  using('race.vcr', async (race) => {
    const nul = 'a\0b';
    const calls = [
      () => pdk.open(sample('race.vcr'), { name: nul }),
      () => pdk.open(sample('race.vcr'), { format: `vcr${nul}` }),
      () => race.info({ path: nul }),
      () => race.table(`laps${nul}`),
      () => race.motion({ wheel: nul }),
      () => race.convert(`glb${nul}`),
      () => race.convert('glb', { axes: nul }),
      () => pdk.compare([{ document: race, driver: nul }, { document: race }]),
      () => pdk.compare([{ document: race, lap: nul }, { document: race }]),
    ];
    for (const call of calls) await fails('argument.text', call, { status: 'bad argument' });
  }));

await test('what a callback throws comes out, and the library goes on', () =>
  using('race.vcr', async (race) => {
    assert.throws(() => race.dump({ progress: () => { throw new RangeError('mine'); } }), { name: 'RangeError', message: 'mine' });
    await fails('cancelled', () => race.dump({ progress: () => false }), { status: 'cancelled' });
    assert.ok(race.dump().length > 1e6);
  }));

await test('a fault is an error, what was open says so, and the next file opens', async () => {
  const mine = await load(), race = await mine.open(sample('race.vcr'), { name: 'race.vcr' }), motion = race.motion(), [poses] = race.tables;
  const instance = race.instance();
  await fails('trap', () => instance.call('table_describe', 0xfffffff0), { status: 'trap' });
  for (const call of [() => poses.read('time'), () => race.info(), () => motion.read(0), () => motion.segments(0)]) await fails('trap', call);
  assert.ok(!race.isOpen);
  motion.close();
  race.close();
  const again = await mine.open(sample('race.vcr'), { name: 'race.vcr' });
  assert.equal(again.table('results').rows, 8);
  again.close();
});

await test('a fault while a file is being read ends its opening', async () => {
  const mine = await load(), lap = await mine.open(sample('lap.raf'), { name: 'lap.raf' });
  const opening = mine.open(new Blob([new Uint8Array(64 << 20)]), { progress: () => { try { lap.instance().call('table_describe', 0xfffffff0); } catch { /* it is what this is about */ } } });
  await fails('trap', () => opening);
  const again = await mine.open(sample('lap.raf'), { name: 'lap.raf' });
  again.close();
});

// --- wrong arguments, and calls inside callbacks -----------------------------------------------------------------------------

const WRONG_NUMBERS = [-5, NaN, 0.5, Infinity, -Infinity, '1', {}, 2 ** 53];

await test('ranges are checked: nothing but the file is ever given', () =>
  using('lap.raf', async (lap) => {
    const [telemetry] = lap.tables, size = lap.contentSize;
    for (const wrong of WRONG_NUMBERS) {
      await fails('argument.range', () => lap.bytes(wrong, 10));
      await fails('argument.range', () => lap.layout(wrong, 10));
      if (wrong !== Infinity && wrong !== 2 ** 53) {
        await fails('argument.range', () => lap.bytes(0, wrong));
        await fails('argument.range', () => lap.layout(0, wrong));
      }
      await fails('argument.range', () => telemetry.read('speed', { first: wrong, count: 1 }));
      await fails('argument.range', () => telemetry.read('speed', { count: wrong }));
      await fails('argument.range', () => telemetry.csv({ first: wrong, count: 1 }));
    }
    await fails('argument.range', () => lap.bytes(size + 1, 1));
    assert.equal(lap.bytes(size, 5).length, 0);
    assert.equal(lap.bytes(size - 3, 10).length, 3);
    assert.equal(lap.bytes().length, size);
  }));

await test('numbers of things are checked', async () => {
  await using('track.tri', async (track) => {
    for (const wrong of [...WRONG_NUMBERS, 99]) {
      await fails('argument', () => track.surface(wrong));
      await fails('argument', () => track.line(wrong));
      await fails('argument', () => track.image(wrong));
    }
    for (const wrong of WRONG_NUMBERS) {
      await fails('argument.range', () => track.line(0, { first: wrong, count: 1 }));
      await fails('argument.range', () => track.line(0, { count: wrong }));
    }
  });
  await using('race.vcr', async (race) => {
    const motion = race.motion();
    for (const wrong of [...WRONG_NUMBERS, 'length', 99]) {
      await fails('argument.run', () => motion.read(wrong));
      await fails('argument.run', () => motion.readAt(wrong, [1]));
      await fails('argument.run', () => motion.segments(wrong));
    }
    for (const wrong of WRONG_NUMBERS) await fails('argument.range', () => motion.read(0, ['x'], { first: wrong, count: 1 }));
    motion.close();
    const track = race.drivenTrack();
    for (const wrong of WRONG_NUMBERS) if (wrong !== 2 ** 53) await fails('argument.range', () => track.places(wrong, [1]));
    for (const wrong of [[1, 2], [1, 2, NaN], 'xyz', null, undefined]) await fails('argument.numbers', () => track.locate(wrong));
  });
});

await test('options are checked', () =>
  using('scan.rld', async (scan) => {
    for (const wrong of [[1, 2], [1, 2, NaN], [], 7]) await fails('argument.numbers', () => scan.convert('ply', { origin: wrong }));
    for (const name of ['scale', 'maxEdge', 'blocks', 'step']) for (const wrong of [-1, NaN, '1']) await fails('argument.number', () => scan.convert('ply', { [name]: wrong }));
    await fails('argument.numbers', () => scan.convert('crg', { line: [[1, 2], [3]] }));
    await fails('argument.document', () => scan.convert('ply', { art: 'scan.rld' }));
    await fails('argument.text', () => scan.convert('ply\0x'));
    await fails('argument.progress', () => scan.dump({ progress: 1 }));
    await fails('argument.numbers', () => scan.analyse({ line: [1, 2, 3] }));
    await fails('argument.number', () => scan.analyse({ incidentGap: NaN }));
    await fails('argument.range', () => scan.analyse({ untilLap: -1 }));
    const other = await load(), stranger = await other.open(sample('lap.raf'), { name: 'lap.raf' });
    await fails('argument.instance', () => scan.analyse({ track: stranger }));
    await fails('argument.instance', () => scan.convert('ply', { art: stranger }));
    stranger.close();
    await fails('closed', () => scan.convert('ply', { art: stranger }));
  }));

// Everything that takes `progress`, and everything that can be asked for inside it.
const reporting = {
  dump: (race, progress) => race.dump({ progress }),
  csv: (race, progress) => race.table('poses').csv({ progress }),
  jsonLines: (race, progress) => race.table('poses').jsonLines({ progress }),
  convert: (race, progress) => race.convert('glb', { progress }).bytes,
  analyse: (race, progress) => {
    const analysis = race.analyse({ progress });
    try {
      return analysis.table('laps').csv();
    } finally {
      analysis.close();
    }
  },
  motion: (race, progress) => {
    const motion = race.motion({ progress });
    try {
      return new Uint8Array(motion.read(0, ['x']).x.buffer);
    } finally {
      motion.close();
    }
  },
  compare: (race, progress) => {
    const laps = [0, 1].map((driver) => ({ document: race, driver: String(driver) }));
    const comparison = pdk.compare(laps, { progress });
    try {
      return comparison.table('laps').csv();
    } finally {
      comparison.close();
    }
  },
  writePage: (race, progress) => writePage([{ document: race }], { script: '1', style: 'a{}', progress }),
};
const inside = {
  'info': (race) => race.info(),
  'an answer': (race) => race.table('laps').read('lap_time'),
  'another answer': (race, lap) => lap.table('laps').read('lap_time'),
  'rows': (race) => race.table('poses').read('x', { count: 5 }),
  'check': (race) => race.check(),
  'dump': (race) => race.dump(),
  'dump, and progress of its own': (race) => race.dump({ progress: () => true }),
  'conversion': (race) => race.convert('gpx'),
  'CSV': (race) => race.table('events')?.csv(),
  'bytes': (race) => race.bytes(0, 100),
  'layout': (race) => race.layout(0, 100),
  'motion': (race) => race.motion().close(),
  'track': (race) => race.drivenTrack(),
  'analysis': (race) => race.analyse({ names: ['laps'] }).close(),
  'comparison': (race, lap) => pdk.compare([{ document: lap }, { document: lap }]).close(),
};

await test('everything that reports is tried', () => {
  const sources = readdirSync(folder).filter((name) => name.endsWith('.js')).map((name) => readFileSync(join(folder, name), 'utf8'));
  const calls = sources.join('').match(/\.reporting\((watched\()?progress, /g).length;
  assert.equal(Object.keys(reporting).length, calls + 1, 'csv and jsonLines are one call'); // a new one has no row above
});

await test('inside progress everything works or is refused, and the outer result is the same', async () => {
  const lap = await open('lap.raf');
  for (const [outer, call] of Object.entries(reporting)) {
    const plain = await using('race.vcr', (race) => call(race));
    for (const [inner, ask] of Object.entries(inside)) {
      await using('race.vcr', (race) => {
        let heard = 0;
        const bytes = call(race, () => {
          if (heard++ > 0) return true;
          try {
            ask(race, lap);
          } catch (error) {
            assert.match(String(error.code), /^(callback\.|convert\.|argument\.answer|analysis\.|track\.)/, `${outer}, ${inner}: ${error.stack}`);
          }
          return true;
        });
        assert.ok(heard > 0, `${outer} reports`);
        assert.ok(Buffer.from(bytes).equals(Buffer.from(plain)), `${outer}, ${inner}: another result`);
      });
    }
  }
  lap.close();
});

await test('a progress that asks for work which reports to it ends with an error, not with the library', () =>
  using('race.vcr', async (race) => {
    const again = () => (race.dump({ progress: again }), true);
    await fails('callback.reentered', () => race.dump({ progress: again }));
    assert.ok(race.dump().length > 1e6);
    await using('lap.raf', (lap) => assert.ok(lap.info().size > 0));
  }));

await test('a document may be closed inside its progress', async () => {
  for (const [outer, call] of Object.entries(reporting)) {
    const race = await open('race.vcr');
    let heard = 0;
    try {
      call(race, () => (heard++ === 0 && race.close(), true));
    } catch (error) {
      assert.match(error.code, /^(closed|callback\.closed)$/, `${outer}: ${error.stack}`);
    }
    assert.ok(!race.isOpen);
    await null; // its memory is freed after the call
    const lap = await open('lap.raf');
    assert.equal(lap.table('laps').rows, 1);
    lap.close();
  }
});

await test('a large file that fails beside another leaves both on one library', async () => {
  const mine = await load();
  const large = new Blob([new Uint8Array(80 << 20)]);
  const [failed, opened] = await Promise.allSettled([mine.open(large), mine.open(sample('lap.raf'), { name: 'lap.raf' })]);
  assert.equal(failed.reason.code, 'detect.unknown');
  const next = await mine.open(sample('lap-2.raf'), { name: 'lap-2.raf' });
  const slow = mine.open(new Blob([sample('lap-3.raf'), new Uint8Array(40 << 20)]), { name: 'lap-3.raf', partial: true });
  await fails('detect.unknown', () => mine.open(large));
  const third = await slow.catch(() => null);
  const comparison = mine.compare([{ document: opened.value }, { document: next }]);
  assert.equal(comparison.table('laps').rows, 2);
  for (const document of [comparison, opened.value, next, third]) document?.close();
});

end();
