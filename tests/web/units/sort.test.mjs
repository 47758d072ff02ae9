import assert from 'node:assert/strict';
import { test } from 'node:test';
import { built } from './modules.mjs';

const { fileOrder, sortRows } = await built('table/sort');
const { TableModel } = await built('table/table_model');
const sorted = async (values, { valid = null, descending = false } = {}) =>
    [...(await sortRows(Uint32Array.from({ length: values.length }, (_, i) => i), { values, valid }, descending, () => true))];

test('numbers, whichever way round; what is equal stays in order', async () => {
    const values = Float64Array.of(3, 1, 2, 1);
    assert.deepEqual(await sorted(values), [1, 3, 2, 0]);
    assert.deepEqual(await sorted(values, { descending: true }), [0, 2, 1, 3]);
});
test('what is missing comes last, whichever way round', async () => {
    const values = Float64Array.of(3, NaN, 2, 0), valid = Uint8Array.of(1, 1, 1, 0);
    assert.deepEqual(await sorted(values, { valid }), [2, 0, 1, 3]);
    assert.deepEqual(await sorted(values, { valid, descending: true }), [0, 2, 1, 3]);
});
test('texts, bytes and numbers of 64 bits', async () => {
    assert.deepEqual(await sorted(['b', 'a', 'B', '']), [3, 2, 1, 0]);
    assert.deepEqual(await sorted([Uint8Array.of(2), Uint8Array.of(1, 9), Uint8Array.of(1)]), [2, 1, 0]);
    assert.deepEqual(await sorted(BigInt64Array.of(2n ** 62n, -(2n ** 62n), 2n ** 62n - 1n)), [1, 2, 0]);
});
test('many rows, sorted in pieces, are as sorted at once', async () => {
    let seed = 1;
    const values = Float64Array.from({ length: 20000 }, () => (seed = (seed * 48271) % 2147483647) % 500);
    const expected = Array.from(values.keys()).sort((a, b) => values[a] - values[b] || a - b);
    assert.deepEqual(await sorted(values), expected);
});
test('millions of rows do not hold the page while the sorting begins', async () => {
    assert.deepEqual([...(await fileOrder(5000))], [...Array(5000).keys()]);
    const columns = [{ name: 'x' }], content = { name: 't', rows: 6e6, readable: 6e6, columns, read: async () => [{ values: new Float64Array(1), valid: null }] };
    const model = new TableModel(content, columns), before = process.cpuUsage();
    const sorting = model.sort(columns[0], false), { user } = process.cpuUsage(before); // until it lets others go on
    assert.ok(user < 50_000, `it took ${user / 1000} ms at once`);
    const other = model.sort(null, false); // which ends the first
    assert.deepEqual([await sorting, await other], [false, true]);
});
