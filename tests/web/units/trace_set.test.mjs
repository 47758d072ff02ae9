import assert from 'node:assert/strict';
import { test } from 'node:test';
import { built } from './modules.mjs';

const { channels } = await built('lap/trace_set');

test('every chart of a lap has a unit; a gear is a number by name', () => {
    for (const { name, unit } of channels) assert.equal(unit.replace(/,? ?left is up/, '') === '', name === 'gear', `${name}: "${unit}"`);
});
