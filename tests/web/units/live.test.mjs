// Files of one track that are opened one after the other: those whose corners change are read again, and the page forgets what it kept of them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { built } from './modules.mjs';

const { OpenFiles } = await built('source/open_files');
const { LiveSource } = await built('source/live');

// A library in which a file has the corners of the one with most laps; what was numbered stays. A file is { name, laps, track }.
function library() {
    const opened = [];
    return {
        opened,
        async open(file) {
            if (file.lost) throw new Error('the file cannot be read');
            const document = { file, corners: null, isOpen: true, close: () => (document.isOpen = false) };
            opened.push(document);
            return document;
        },
        best: (documents, track) => documents.filter(each => each.file.track === track).sort((a, b) => b.file.laps - a.file.laps)[0].file.name,
        staleCorners(documents) {
            assert.ok(documents.every(each => each.isOpen));
            return documents.filter(each => each.corners !== null && each.corners !== this.best(documents, each.file.track));
        },
        numberCorners(documents) {
            const known = track => documents.find(each => each.file.track === track && each.corners !== null)?.corners;
            for (const each of documents) each.corners ??= known(each.file.track) ?? this.best(documents, each.file.track);
        },
    };
}
const file = (name, laps, track = 'spa') => ({ name, laps, track });

test('whatever the order, all files of a track have the corners of the one with most laps', async () => {
    const given = [file('a', 3), file('b', 5), file('c', 4), file('d', 1, 'monza')];
    for (const order of [[0, 1, 2, 3], [3, 2, 1, 0], [1, 0, 3, 2]]) {
        const files = new OpenFiles(library()), keys = [];
        for (const i of order) {
            const { key, renewed } = await files.open(given[i], {});
            keys.push(key);
            const better = given[i].track === 'spa' && keys.slice(0, -1).some((_, k) => given[order[k]].track === 'spa')
                && order.slice(0, keys.length - 1).every(k => given[k].track !== 'spa' || given[k].laps < given[i].laps);
            const expected = better ? keys.slice(0, -1).filter((_, k) => given[order[k]].track === 'spa') : [];
            assert.deepEqual(renewed, expected, `renewed by ${given[i].name}`);
        }
        for (const [i, key] of keys.entries()) {
            const document = await files.document(key);
            assert.equal(document.corners, given[order[i]].track === 'spa' ? 'b' : 'd');
            assert.ok(document.isOpen);
        }
    }
});

test('a file that cannot be read again says so when it is asked, and the others are open', async () => {
    const files = new OpenFiles(library()), first = file('a', 3);
    const a = await files.open(first, {});
    first.lost = true;
    const b = await files.open(file('b', 5), {});
    assert.deepEqual(b.renewed, [a.key]);
    await assert.rejects(files.document(a.key), /cannot be read/);
    assert.equal((await files.document(b.key)).corners, 'b');
});

test('a file that cannot be opened changes nothing', async () => {
    const files = new OpenFiles(library());
    const { key } = await files.open(file('a', 3), {});
    await assert.rejects(files.open({ ...file('b', 5), lost: true }, {}), /cannot be read/);
    assert.deepEqual(files.keys(), [key]);
    assert.ok((await files.document(key)).isOpen);
});

// With a library in which a replay takes results with its own name in theirs.
function pairing() {
    return {
        async open({ name }) {
            const format = name.endsWith('.vcr') ? 'vcr' : 'results-xml', answers = ['laps', 'results'].map(each => ({ name: each }));
            const analyse = ({ results }) => {
                if (!results.name.includes(name.replace('.vcr', ''))) throw Object.assign(new Error('of another session'), { status: 'bad argument' });
                const made = { of: [name, results.name], isOpen: true, close: () => (made.isOpen = false) };
                return made;
            };
            const document = { name, format, answers, analyse, isOpen: true, close: () => (document.isOpen = false) };
            return document;
        },
        staleCorners: () => [],
        numberCorners: () => undefined,
    };
}
test('a replay takes the results file of its session, in any order; of two none', async () => {
    for (const order of [['b.vcr', 'a.vcr', 'a.xml'], ['a.xml', 'b.vcr', 'a.vcr']]) {
        const files = new OpenFiles(pairing()), keys = {};
        let told = [];
        for (const name of order) {
            const { key, renewed } = await files.open({ name }, {});
            keys[name] = key;
            told = renewed;
        }
        assert.deepEqual(told, order[2] === 'a.xml' ? [keys['a.vcr']] : []);
        assert.deepEqual((await files.official(keys['a.vcr'])).of, ['a.vcr', 'a.xml']);
        assert.equal(await files.official(keys['a.vcr']), await files.official(keys['a.vcr'])); // kept
        assert.equal(await files.official(keys['b.vcr']), null);
        assert.equal(await files.official(keys['a.xml']), null);
        const second = await files.open({ name: 'also a.xml' }, {});
        assert.deepEqual(second.renewed, [keys['a.vcr']]);
        assert.equal(await files.official(keys['a.vcr']), null);
        assert.deepEqual(files.close(second.key), [keys['a.vcr']]);
        assert.equal((await files.results(keys['a.vcr'])).name, 'a.xml');
        assert.deepEqual(files.close(keys['a.xml']), [keys['a.vcr']]);
        assert.equal(await files.official(keys['a.vcr']), null);
    }
});

// With a library in which a lap was driven on paths with its own track in their names.
function driving() {
    const format = name => ({ raf: 'raf', bin: 'car-info', pth: name.includes('SRPATH') ? 'srpath' : 'pth' })[name.split('.').pop()];
    return {
        async open({ name }) {
            const analyse = ({ track, carInfo }) => {
                if (track && !track.name.startsWith(name.slice(0, 3))) throw Object.assign(new Error('elsewhere'), { status: 'unsupported' });
                if (carInfo && !name.startsWith('AS1')) throw Object.assign(new Error('another car'), { status: 'bad argument' });
                const made = { of: [name, track?.name, carInfo?.name], isOpen: true, close: () => (made.isOpen = false) };
                return made;
            };
            const document = { name, format: format(name), answers: [], analyse, isOpen: true, close: () => (document.isOpen = false) };
            return document;
        },
        staleCorners: () => [],
        numberCorners: () => undefined,
    };
}
test('a lap takes the path of its track, in any order; the one with pit lanes first', async () => {
    for (const order of [['AS1.raf', 'BL1.raf', 'AS1.pth'], ['AS1.pth', 'BL1.raf', 'AS1.raf']]) {
        const files = new OpenFiles(driving()), keys = {};
        for (const name of order) keys[name] = (await files.open({ name }, {})).key;
        const on = async name => (await files.recording(keys[name])).of?.[1] ?? null;
        assert.equal(await on('AS1.raf'), 'AS1.pth');
        assert.equal(await on('BL1.raf'), null);
        const kept = await files.recording(keys['AS1.raf']);
        assert.equal(await files.recording(keys['AS1.raf']), kept);
        const newer = await files.open({ name: 'AS1_SRPATH.pth' }, {});
        assert.deepEqual(newer.renewed, [keys['AS1.raf']]);
        assert.ok(!kept.isOpen);
        assert.equal(await on('AS1.raf'), 'AS1_SRPATH.pth');
        assert.deepEqual(files.close(keys['AS1.pth']), []);
        const car = await files.open({ name: 'CAR_info.bin' }, {});
        assert.deepEqual(car.renewed, [keys['AS1.raf']]);
        assert.deepEqual((await files.recording(keys['AS1.raf'])).of, ['AS1.raf', 'AS1_SRPATH.pth', 'CAR_info.bin']);
        assert.deepEqual(files.close(newer.key), [keys['AS1.raf']]);
        assert.deepEqual((await files.recording(keys['AS1.raf'])).of, ['AS1.raf', undefined, 'CAR_info.bin']);
        assert.deepEqual(files.close(car.key), [keys['AS1.raf']]);
        assert.equal(await on('AS1.raf'), null);
    }
});

test('a file that was read again is another document of the page, in the same place', async () => {
    const head = (name, corners) => ({ file: name, version: null, tables: [{ name: 'corners', rows: corners }], images: [] });
    const asked = [], { version } = JSON.parse('{"version":1}');
    const replies = {
        start: () => ({ version: '0' }),
        open: ({ file: { name } }) =>
            name === 'a'
                ? { key: 1, head: { ...head('a', 7), version }, renewed: [] }
                : { key: 2, head: { ...head('b', 8), version }, renewed: [{ key: 1, head: { ...head('a', 8), version } }] },
        motion: ({ key }) => (asked.push(key), { origin: { x: 0, y: 0, z: 0 } }),
    };
    globalThis.Worker = class {
        postMessage({ id, question, ask }) {
            queueMicrotask(() => this.onmessage({ data: { id, answer: replies[question](ask) } }));
        }
    };
    const source = await LiveSource.start('', new Uint8Array(), { documents: [], rulings: [] }, {});
    let told = 0;
    source.onChange(() => told++);
    const before = await source.open({ name: 'a' }, () => {});
    await before.motion();
    await before.motion();
    assert.deepEqual(asked, [1]); // kept
    await source.open({ name: 'b' }, () => {});
    const [a, b] = source.documents;
    assert.notEqual(a, before);
    assert.equal(a.id, before.id);
    assert.deepEqual([a.file, b.file, a.tables[0].rows], ['a', 'b', 8]);
    await a.motion();
    assert.deepEqual(asked, [1, 1]); // asked again
    assert.equal(told, 2);
});

test('rulings count up the edition of the files that they are of, also of one that is opened later, and go into the page that is saved', async () => {
    const asked = [], head = name => ({ file: name, version: 1, tables: [{ name: 'results', embedded_rows: 0 }], images: [] });
    const replies = { start: () => ({ version: '0' }), open: ({ file: { name } }) => ({ key: name.charCodeAt(0), head: head(name), renewed: [] }), page: () => new Uint8Array() };
    globalThis.Worker = class {
        postMessage({ id, question, ask }) {
            asked.push([question, ask]);
            queueMicrotask(() => this.onmessage({ data: { id, answer: replies[question](ask) } }));
        }
    };
    const embedded = { documents: [], rulings: [], setRulings: list => (embedded.rulings = list) };
    const source = await LiveSource.start('', new Uint8Array(), embedded, { script: 's', style: 't' });
    const a = await source.open({ name: 'a' }, () => {}), c = await source.open({ name: 'c' }, () => {});
    const ruling = (file, driver) => ({ driver, kind: 'time', value: 2.5, lap: null, incident: null, file, reason: null });
    let told = 0;
    source.onChange(() => told++);
    source.setRulings([ruling('a', 'A, B'), ruling('b', 'C')]);
    assert.deepEqual([a.edition, c.edition, told, embedded.rulings.length], [1, 0, 1, 2]);
    source.setRulings([...source.rulings, ruling('a', 'D')]);
    assert.deepEqual([a.edition, c.edition], [2, 0]);
    await source.savePage('');
    assert.equal(asked.at(-1)[1].rulings, 'driver,kind,value,file\n"A, B",time,2.5,a\nD,time,2.5,a\n'); // b is not open
    assert.equal((await source.open({ name: 'b' }, () => {})).edition, 1);
    source.setRulings([]);
    await source.savePage('');
    assert.equal(asked.at(-1)[1].rulings, null);
});
