import assert from 'node:assert/strict';
import { test } from 'node:test';
import { built, column } from './modules.mjs';

const { parseFilter } = await built('table/filter');
const columns = [
    column('driver', 'text'), column('lap', 'uint32'), column('lap_time', 'float64', { unit: 's', role: 'lap_time' }), column('clean', 'bool'),
    column('tyre', 'uint8', { labels: { 1: 'soft', 2: 'hard' } }), column('bits', 'uint8', { flags: { 1: 'lights', 2: 'rain' } }), column('raw', 'bytes'),
];
const rows = [
    { driver: 'A. Varga', lap: 1, lap_time: 62.5, clean: 1, tyre: 1, bits: 3, raw: null },
    { driver: 'F. Rossi', lap: 2, lap_time: 70, clean: 0, tyre: 2, bits: 0, raw: null },
    { driver: null, lap: 10, lap_time: null, clean: 0, tyre: 2, bits: 2, raw: null },
];
const kept = text => {
    const filter = parseFilter(text, columns);
    if (filter === null) return rows.map((_, i) => i);
    return rows.flatMap((row, i) => (filter.test(filter.columns.map(each => row[each.name])) ? [i] : []));
};

for (const [text, expected] of [
    ['', [0, 1, 2]], [' ; ', [0, 1, 2]],
    ['lap > 1', [1, 2]], ['lap >= 2', [1, 2]], ['lap < 2', [0]], ['lap <= 2', [0, 1]], ['lap = 2', [1]], ['lap != 2', [0, 2]],
    ['lap > 9', [2]], // as numbers, not as texts
    ['lap time < 1:05', [0]], ['lap_time = 1:02.5', [0]], ['LAP TIME >= 70', [1]],
    ['driver ~ varga', [0]], ['driver = f. rossi', [1]], ['driver =', [2]], ['driver !=', [0, 1]],
    ['driver ~ a and lap < 2', [0]], ['driver ~ a; lap > 1', []],
    ['clean = yes', [0]], ['clean = true', [0]], ['tyre = soft (1)', [0]], ['tyre ~ hard', [1, 2]], ['tyre = 2', [1, 2]], ['bits ~ rain', [0, 2]], ['bits ~ lights', [0]],
    ['varga', [0]], ['hard', [1, 2]], ['1:02.500', [0]], ['nobody', []],
]) test(`“${text}” keeps ${expected.length ? expected : 'none'}`, () => assert.deepEqual(kept(text), expected));

test('what names no column is said, and looked for as words', () => {
    const filter = parseFilter('pressure > 3; lap > 1', columns);
    assert.deepEqual(filter.unknown, ['pressure']);
    assert.deepEqual(kept('pressure > 3'), []);
});
test('a test reads its own columns only', () => assert.deepEqual(parseFilter('lap > 1; lap < 3', columns).columns.map(each => each.name), ['lap']));
