// Rulings in the page beside those of the command: random tables on made races and practices, and tables that are wrong.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { built } from './modules.mjs';

const { decide } = await built('ruling/decide'), { decidedColumns, isRuledTable } = await built('ruling/decided_tables'), { readRecorded } = await built('ruling/recorded');
const { readRulings, writeRulings } = await built('ruling/rulings_csv'), { readBlock } = await built('block');
const tables = Number(process.env.PADDOCK_RULINGS_TABLES ?? 8); // of each file

const script = fileURLToPath(new URL('../../cli/results_of.py', import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'paddock-rulings-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const at = name => path.join(folder, name);
function run(...args) {
    const { status, stdout, stderr } = spawnSync(process.env.PADDOCK, args, { cwd: folder, maxBuffer: 1 << 28 });
    return { status, out: stdout.toString(), message: stderr.toString() };
}
function answer(...args) {
    const { status, out, message } = run(...args, '--json');
    assert.equal(status, 0, message);
    return JSON.parse(out);
}
function pageOf(file, ...options) {
    const { status, message } = run('report', file, ...options, '-o', 'page.html');
    assert.equal(status, 0, message);
    const html = readFileSync(at('page.html'), 'utf8'), [document] = JSON.parse(/id="paddock-bundle">([^<]*)/.exec(html)[1]).documents;
    const block = number => readBlock(new Uint8Array(gunzipSync(Buffer.from(new RegExp(`id="b${number}">([^<]*)`).exec(html)[1], 'base64'))));
    return { document, block };
}
// What the page of a file has of it before rulings.
function recordedOf(file, ...options) {
    const { document, block } = pageOf(file, ...options);
    return readRecorded(block(document.parts.recorded));
}
// The tables of its page: of each, what columns it has.
function tablesOf(file, ...options) {
    const { document, block } = pageOf(file, ...options);
    return new Map(document.tables.flatMap(({ name, columns, embedded_rows: rows }, i) => {
        if (!rows) return [];
        const names = columns.filter(column => !column.hidden).map(column => column.name), data = block(document.parts.tables[i]);
        return [[name, { names, columns: names.map(column => data.column(column)) }]];
    }));
}

// The same numbers every time.
function chance(seed) {
    let state = seed * 7919 + 1;
    const next = () => (state = (state * 48271) % 2147483647) / 2147483647;
    return { below: count => Math.floor(next() * count), of: list => list[Math.floor(next() * list.length)] };
}
function randomRulings(recorded, seed) {
    const { below, of } = chance(seed), rulings = [];
    const kinds = ['positions', 'positions', 'points', 'disqualify', 'lap_invalid', 'lap_invalid', 'lap_valid', 'note', ...(recorded.isRace ? ['time', 'time', 'time', 'laps'] : [])];
    for (let count = 1 + below(9); count > 0; count--) {
        const kind = of(kinds), entry = of(recorded.entries);
        const laps = recorded.laps.slice(entry.firstLap, entry.firstLap + entry.lapCount).filter(lap => lap.kind !== 'formation');
        if (kind.startsWith('lap_') && !laps.length) continue;
        const values = { time: [-3, 0.25, 1, 2.5, 5, 10, 100], laps: [1, 2], positions: [1, 2, 3, 20], points: [-2, 1, 0.5] };
        if (kind === 'laps' && laps.length < 3) continue; // no more can be taken away than there are
        rulings.push({
            driver: String(entry.slot), kind, value: kind in values ? of(values[kind]) : null, lap: kind.startsWith('lap_') ? of(laps).lap : null,
            incident: of([null, null, '1-2', '001m02']), file: null, reason: of([null, 'unsafe; "a, b"', ' x ', 'ß']),
        });
    }
    return rulings.map(each => ({ ...each, reason: each.reason?.trim() ?? null }));
}

const missing = value => (value === undefined || Number.isNaN(value) ? null : value);
const near = (a, b) => a === b || (typeof a === 'number' && typeof b === 'number' && Math.abs(a - b) < 1.1e-6); // the command rounds to a millionth
function beside(decided, recorded, results, laps, about) {
    assert.deepEqual(decided.results.map(each => recorded.entries[each.entry].slot), results.map(each => each.slot), `${about}: the order`);
    const ofResult = {
        position: 'position', laps: 'laps', total_time: 'totalTime', gap: 'gap', interval: 'interval', laps_down: 'lapsDown', best_lap_time: 'bestLapTime', best_lap: 'bestLap',
        status: 'status', recorded_position: 'recordedPosition', recorded_time: 'recordedTime', rulings: 'rulings',
    };
    for (const [i, row] of results.entries()) {
        const own = decided.results[i];
        for (const [key, name] of Object.entries(ofResult)) assert.ok(near(missing(own[name]), row[key]), `${about}: ${key} of slot ${row.slot} is ${own[name]}, wanted ${row[key]}`);
        assert.equal(own.reasons.join('; ') || null, row.reasons, `${about}: reasons of slot ${row.slot}`);
    }
    assert.equal(decided.laps.length, laps.length);
    for (const [i, row] of laps.entries()) {
        const own = decided.laps[i], which = `lap ${row.lap} of slot ${row.slot}`;
        assert.deepEqual([own.clean, own.best, own.counts, own.reasons.join('; ') || null], [row.clean, row.best, row.counts, row.reasons], `${about}: ${which}`);
        if (recorded.isRace) continue;
        for (const [key, name] of [['position', 'position'], ['gap_to_leader', 'gapToLeader']]) assert.ok(near(missing(own[name]), row[key]), `${about}: ${key} of ${which} is ${own[name]}, wanted ${row[key]}`);
    }
}

const files = {
    'race.vcr': ['--session', 'race', '--laps', '6', '--cars', '9', '--seed', '11'],
    'large.vcr': ['--session', 'race', '--minutes', '8', '--cars', '14', '--seed', '3'],
    'short.vcr': ['--session', 'race', '--laps', '2', '--cars', '5', '--seed', '4'],
    'practice.vcr': ['--session', 'practice', '--minutes', '8', '--cars', '7', '--seed', '2'],
    'qualifying.vcr': ['--session', 'qualifying', '--minutes', '6', '--cars', '5', '--seed', '8'],
    'lost.vcr': ['--session', 'race', '--laps', '5', '--cars', '8', '--seed', '6', '--lose', 'crossings:0.1'],
    'formation.vcr': ['--session', 'race', '--laps', '4', '--cars', '6', '--seed', '9', '--with', 'formation,status'],
};
for (const [file, options] of Object.entries(files)) {
    const { status, message } = run('synth', 'vcr', file, ...options);
    if (status !== 0) throw new Error(message);
    test(`${file}: without rulings, everything is as recorded`, () => {
        const recorded = recordedOf(file);
        beside(decide(recorded, []), recorded, answer('standings', file).results, answer('laps', file).laps, file);
    });
    test(`${file}: ${tables} random tables`, () => {
        const recorded = recordedOf(file);
        for (let seed = 1; seed <= tables; seed++) {
            const rulings = randomRulings(recorded, seed), csv = writeRulings(rulings);
            if (!rulings.length) continue;
            assert.deepEqual(readRulings(Buffer.from(csv)).map(row => row.ruling), rulings);
            writeFileSync(at('rulings.csv'), csv);
            const [{ results }, { laps }] = ['standings', 'laps'].map(verb => answer(verb, file, '--rulings', 'rulings.csv'));
            beside(decide(recorded, rulings), recorded, results, laps, `${file}, table ${seed}:\n${csv}`);
        }
    });
}
// Another program writes the results file: other penalties, a lap that does not count, one who had left and one who is only there.
test('with a results file beside a replay, recorded is what the replay says: random tables', () => {
    mkdirSync(at('apart'));
    for (const [verb, file] of [['standings', 'apart/standings.json'], ['laps', 'apart/laps.json']]) writeFileSync(at(file), run(verb, 'race.vcr', '--json').out);
    const { results } = answer('standings', 'race.vcr'), [first, second, third, fourth] = results.map(row => row.driver);
    const changes = [`penalty=${first}:100`, `invalid=${second}:${results[1].best_lap}`, `out=${third}`, `left=${fourth}`, 'joined=Zoe Late'];
    const { status, stderr } = spawnSync('python3', [script, 'apart/standings.json', 'apart/laps.json', 'apart/official.xml', ...changes], { cwd: folder });
    assert.equal(status, 0, stderr.toString());
    const given = ['--results', 'apart/official.xml'], recorded = recordedOf('race.vcr', ...given);
    for (let seed = 1; seed <= tables; seed++) {
        const rulings = randomRulings(recorded, seed), csv = writeRulings(rulings);
        if (!rulings.length) continue;
        writeFileSync(at('rulings.csv'), csv);
        const [own, laps] = ['standings', 'laps'].map(verb => answer(verb, 'race.vcr', ...given, '--rulings', 'rulings.csv'));
        beside(decide(recorded, rulings), recorded, own.results, laps.laps, `official, table ${seed}:\n${csv}`);
    }
});
// A missing value is null, whatever is in its place.
const valuesOf = ({ values, valid }) => Array.from(values, (value, i) => (valid && !valid[i]) || Number.isNaN(value) ? null : ArrayBuffer.isView(value) ? String(value) : value);
function tablesBeside(file, recorded, rulings, about) {
    const made = tablesOf(file, '--rulings', 'rulings.csv'), without = tablesOf(file), decided = decide(recorded, rulings);
    assert.deepEqual([...made.keys()], [...without.keys()]);
    for (const [name, { names, columns }] of made) {
        const own = without.get(name), ruled = isRuledTable(name) ? decidedColumns(recorded, decided, name, own.names, own.columns) : own.columns;
        assert.deepEqual(names, own.names);
        for (const [i, column] of columns.entries()) {
            const wanted = valuesOf(column), found = valuesOf(ruled[i]), row = wanted.findIndex((value, k) => !near(value, found[k]));
            assert.equal(found.length, wanted.length);
            assert.equal(row, -1, `${about}: ${names[i]} of row ${row} of ${name} is ${found[row]}, wanted ${wanted[row]}`);
        }
    }
}
test('every table of a page that decides equals that of a page that was made with the rulings', () => {
    run('synth', 'vcr', 'wide.vcr', '--session', 'race', '--laps', '8', '--cars', '10', '--seed', '12', '--with', 'wide');
    for (const file of ['wide.vcr', 'race.vcr', 'practice.vcr']) {
        const recorded = recordedOf(file), all = randomRulings(recorded, 21);
        // the best laps of half of the drivers, so that medians change
        const bests = answer('laps', file).laps.filter(lap => lap.best && lap.slot % 2 === 0);
        const voided = bests.map(lap => ({ driver: String(lap.slot), kind: 'lap_invalid', value: null, lap: lap.lap, incident: null, file: null, reason: null }));
        for (const rulings of [voided, all]) {
            writeFileSync(at('rulings.csv'), writeRulings(rulings));
            tablesBeside(file, recorded, rulings, `${file}:\n${writeRulings(rulings)}`);
        }
    }
});
test('a page that was made with rulings has what is recorded, too', () => {
    writeFileSync(at('rulings.csv'), 'driver,kind,lap,value\n0,lap_invalid,2,\n1,disqualify,,\n2,time,,50\n3,positions,,2\n');
    const before = recordedOf('race.vcr'), decided = recordedOf('race.vcr', '--rulings', 'rulings.csv');
    const { results } = answer('standings', 'race.vcr', '--rulings', 'rulings.csv');
    assert.deepEqual(decided.entries.map(entry => results[entry.resultRow].slot), before.entries.map(entry => entry.slot));
    const same = recorded => ({ ...recorded, entries: recorded.entries.map(entry => ({ ...entry, resultRow: 0 })) });
    assert.deepEqual(same(decided), same(before));
});

const wrong = [
    'driver,kind,driver\na,note,b\n', 'driver,what\na,b\n', 'driver,value\na,1\n', '\n', 'driver,kind\nVarga,fine\n', 'driver,kind\n\n,note\n', 'driver,kind\nNobody,note\n', 'driver,kind\nVagra,note\n', 'driver,kind,value\n0,laps,77\n', 'driver,kind,lap\n0,lap_valid,77\n',
    'driver,kind,value\nVarga,time,fast\n', 'driver,kind,value\nVarga,time,nan\n', 'driver,kind,value\nVarga,time,1e7\n', 'driver,kind,value\nVarga,laps,77\n', 'driver,kind,value\nVarga,positions,1.5\n', 'driver,kind,value\nVarga,disqualify,3\n',
    'driver,kind,lap\nVarga,lap_invalid,\n', 'driver,kind,lap\nVarga,lap_invalid,77\n', 'driver,kind,lap\nVarga,note,1.5\n', 'driver,kind\n"Varga,note\n', 'driver,kind\n"Varga" x,note\n', 'driver,kind\nVarga,note,more\n',
    'driver,kind,\nVarga,note,more\n', 'driver;kind;value\nVarga;time;2,5,1\n', 'driver,kind,value\nVarga,time,"2,5"\n', 'driver,kind,reason\nVarga,note,"a\nb"\nVarga,fine,\n', Buffer.from('driver,kind\nV\xe4rga,note\n', 'latin1'),
];
test('a table that is wrong is refused in the same words', () => {
    const recorded = recordedOf('race.vcr');
    for (const table of wrong) {
        writeFileSync(at('wrong.csv'), table);
        const { status, message } = run('standings', 'race.vcr', '--rulings', 'wrong.csv');
        assert.equal(status, 2, `${table}: ${message}`);
        let own = null;
        try {
            for (const { ruling, line } of readRulings(Buffer.from(table))) {
                try {
                    decide(recorded, [ruling]);
                } catch (error) {
                    own = `line ${line}: ${error.message}`;
                    break;
                }
            }
        } catch (error) {
            own = `${error.line ? `line ${error.line}: ` : ''}${error.message}`;
        }
        assert.ok(own !== null, `${table} is not refused: ${message}`);
        // both name the nearest driver, and list as many as they have room for
        assert.ok(message.includes(own.replace(/([;?]) there are: .*/i, '$1')), `${own}\n${message}`);
    }
});
test('the ways in which spreadsheets save are one table', () => {
    const rows = text => readRulings(Buffer.from(text)).map(row => row.ruling);
    const wanted = rows('driver,kind,value,reason\nVarga,time,2.5,"a, ""b"""\n');
    for (const way of ['\ufeffdriver;kind;value;reason\r\nVarga;time;2,5;"a, ""b"""\r\n', 'Driver;KIND;value;reason\n\n Varga ; Time;+2,5;"a, ""b"""', 'reason,value,kind,driver\n"a, ""b""",2.5,time,Varga\n,,,\n']) assert.deepEqual(rows(way), wanted, way);
    assert.equal(wanted[0].reason, 'a, "b"');
});
