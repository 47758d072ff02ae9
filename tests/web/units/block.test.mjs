// Blocks made by hand, as src/picture/page/page_block.h describes them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { built, column } from './modules.mjs';

const { readBlock } = await built('block'), { readLayout } = await built('layout'), { shownCell } = await built('table/cells');
const { cornersOf, readMesh, readPicture } = await built('source/parts');

const zigzag = number => ((number << 1) ^ (number >> 31)) >>> 0;
// Numbers as planes, lowest bytes first.
const planes = (numbers, bytes) => Array.from({ length: bytes }, (_, plane) => numbers.map(number => (zigzag(number) >>> (8 * plane)) & 255)).flat();
const differences = numbers => numbers.map((number, i) => (i ? number - numbers[i - 1] : number));
function block(columns, head = {}) {
    const text = new TextEncoder().encode(JSON.stringify({ ...head, columns: columns.map(({ data: _data, ...about }) => ({ missing: false, ...about })) }));
    const bytes = new Uint8Array(4 + text.length + columns.reduce((sum, each) => sum + each.data.length, 0));
    new DataView(bytes.buffer).setUint32(0, text.length, true);
    bytes.set(text, 4);
    let at = 4 + text.length;
    for (const { data } of columns) {
        bytes.set(data, at);
        at += data.length;
    }
    return bytes;
}
const steps = (name, numbers, more = {}) => ({ name, type: 'float32', count: numbers.length, coding: 'steps', step: 0.5, origin: 100, order: 0, bytes: 2, data: planes(numbers, 2), ...more });

test('steps: origin + step * number, negative ones too', () => {
    assert.deepEqual(readBlock(block([steps('x', [0, -3, 200])])).numbers('x'), Float32Array.of(100, 98.5, 200));
});
test('differences of first and second order', () => {
    const numbers = [5, 9, 11, -40];
    for (const [order, made] of [[1, differences(numbers)], [2, differences(differences(numbers))]])
        assert.deepEqual(readBlock(block([steps('x', made, { order, step: 1, origin: 0, data: planes(made, 2) })])).numbers('x'), Float32Array.from(numbers));
});
test('exact numbers are divided; those of 64 bits are big', () => {
    const read = readBlock(block([
        { name: 'a', type: 'float64', count: 2, coding: 'exact', divisor: 1000, order: 0, bytes: 3, data: planes([62630, -1], 3) },
        { name: 'b', type: 'int64', count: 1, coding: 'exact', divisor: 1, order: 0, bytes: 1, data: planes([-7], 1) },
    ]));
    assert.deepEqual(read.column('a'), { values: Float64Array.of(62.63, -0.001), valid: null });
    assert.deepEqual(read.column('b').values, BigInt64Array.of(-7n));
    assert.deepEqual(read.numbers('b', Float64Array), Float64Array.of(-7));
});
test('words; bytes are words in hexadecimal digits', () => {
    const read = readBlock(block([
        { name: 'a', type: 'text', count: 3, coding: 'words', words: ['one', 'two'], order: 0, bytes: 1, data: planes([0, 1, 0], 1) },
        { name: 'b', type: 'bytes', count: 2, coding: 'words', words: ['', '00aF'.toLowerCase()], order: 0, bytes: 1, data: planes([0, 1], 1) },
    ]));
    assert.deepEqual(read.texts('a'), ['one', 'two', 'one']);
    assert.deepEqual(read.column('b').values, [Uint8Array.of(), Uint8Array.of(0, 175)]);
});
test('raw bits, each XORed with the one before', () => {
    const values = Float64Array.of(1 / 3, -1e300, 5e-324), bytes = new Uint8Array(values.buffer);
    const data = Array.from({ length: 8 }, (_, plane) => Array.from(values, (_value, i) => bytes[8 * i + plane] ^ (i ? bytes[8 * (i - 1) + plane] : 0))).flat();
    assert.deepEqual(readBlock(block([{ name: 'r', type: 'float64', count: 3, coding: 'raw', bytes: 8, data }])).column('r').values, values);
});
test('what is missing is not a number, and is marked', () => {
    const read = readBlock(block([steps('x', [1, 1, 2], { missing: true, data: [0b101, ...planes([1, 1, 2], 2)] })]));
    assert.deepEqual(read.column('x'), { values: Float32Array.of(100.5, NaN, 101), valid: Uint8Array.of(1, 0, 1) });
});
test('a column that is not there is empty; one that is asked for as another type is converted', () => {
    const read = readBlock(block([steps('x', [2])]));
    assert.equal(read.column('y'), null);
    assert.deepEqual(read.numbers('y', Uint32Array), new Uint32Array(0));
    assert.deepEqual(read.texts('y'), []);
    assert.deepEqual(read.numbers('x', Float64Array), Float64Array.of(101));
});
test('a block that is cut is refused, wherever it is cut', () => {
    const whole = block([steps('x', [1, 2, 3])]);
    for (let size = 0; size < whole.length; size++) assert.throws(() => readBlock(whole.subarray(0, size)), { code: 'page.block' }, `${size} bytes`);
});
test('fields that touch some bytes, by offset', () => {
    const numbers = (name, values) => ({ name, type: 'uint64', count: 3, coding: 'exact', divisor: 1, order: 0, bytes: 1, data: planes(values, 1) });
    const texts = name => ({ name, type: 'text', count: 3, coding: 'words', words: ['', 'w'], order: 0, bytes: 1, data: planes([0, 1, 1], 1) });
    const bytes = block([numbers('offset', [8, 0, 4]), numbers('size', [8, 4, 4]), numbers('index', [0, 1, 2]), ...['record', 'field', 'value', 'unit', 'meaning', 'certainty'].map(texts)]);
    assert.deepEqual(readLayout(bytes, 4, 9).map(field => [field.offset, field.unit]), [[4, 'w'], [8, null]]);
    assert.deepEqual(readLayout(bytes, 3, 4).map(field => field.offset), [0]);
});
test('a mesh, a picture and corners take their parts', async () => {
    const mesh = readMesh(readBlock(block(
        [...['x', 'y', 'z'].map((name, k) => steps(name, [k], { step: 1, origin: 0, data: planes([k], 2) })), { name: 'corner', type: 'uint32', count: 3, coding: 'exact', divisor: 1, order: 0, bytes: 1, data: planes([0, 0, 0], 1) }],
        { name: 'm', up: 'z', origin: [10, 20, 30], shown: 1, total: 5, certainty: 'likely', groups: [] },
    )));
    assert.deepEqual([mesh.positions, mesh.origin, mesh.indices, mesh.uvs, mesh.blocks], [Float32Array.of(0, 1, 2), { x: 10, y: 20, z: 30 }, new Uint32Array(3), null, null]);
    const plane = (name, value) => ({ name, type: 'uint8', count: 1, coding: 'exact', divisor: 1, order: 0, bytes: 2, data: planes([value], 2) });
    assert.deepEqual([...readPicture(readBlock(block([plane('red', 1), plane('green', 2), plane('blue', 3), plane('alpha', 255)], { width: 1, height: 1 })), 'p').rgba], [1, 2, 3, 255]);
    const columns = [[1], [10], [20], [30], ['left'], [50], [110], [220]].map(values => ({ values, valid: null }));
    const corners = await cornersOf({ tables: [{ name: 'corners', embedded_rows: 1 }], readTable: async () => columns }, { x: 100, y: 200, z: 0 });
    assert.deepEqual(corners, [{ corner: 1, start: 10, apex: 20, end: 30, direction: 'left', radius: 50, x: 10, y: 20 }]);
});
test('cells show names of values and bits', () => {
    const tyre = column('tyre', 'uint8', { labels: { 1: 'soft' } }), bits = column('bits', 'uint8', { flags: { 1: 'lights', 2: 'rain', 3: 'both' } });
    assert.deepEqual([1, 5].map(value => shownCell(tyre, value)), ['soft (1)', '5']);
    assert.deepEqual([0, 1, 3].map(value => shownCell(bits, value)), ['0', 'lights', 'lights, rain, both']);
});
