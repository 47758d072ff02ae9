import assert from 'node:assert/strict';
import { test } from 'node:test';
import { built } from './modules.mjs';

const { TraceSet } = await built('lap/trace_set');

const file = (id, unit) => ({ id, tables: [{ name: 'poses', columns: [{ name: 'time', unit: 's' }, { name: 'steer', unit }] }] }),
    files = [file('raf', 'rad'), file('vcr', null)];
const setOf = (...ids) => new TraceSet({ laps: ids.map(id => ({ ref: { document: id }, time: Float64Array.of(0, 1) })) }, files);
const bare = unit => unit.replace(/,? ?left is up/, '');

test('every chart of a lap has a unit; a gear is a number by name', () => {
    for (const { name, unit } of setOf('raf').channels) assert.equal(bare(unit) === '', name === 'gear', `${name}: "${unit}"`);
});

test('steering has the unit of its files', () => {
    const unit = (...ids) => bare(setOf(...ids).channels.find(channel => channel.name === 'steer').unit);
    assert.equal(unit('raf'), 'rad');
    assert.equal(unit('vcr'), '−1 to 1');
    assert.equal(unit('raf', 'vcr'), 'rad or −1 to 1');
});
