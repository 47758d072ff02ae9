import assert from 'node:assert/strict';
import { test } from 'node:test';
import { built } from './modules.mjs';

const { bandAt } = await built('map/track_band');
const line = (given, left, right) => ({ given, left: Float32Array.of(left), right: Float32Array.of(right) });

test('the band is what laps used, with half a car on each side', () => {
    assert.deepEqual(bandAt(line(false, 2.5, -1.5), 0), [3.5, -2.5]);
    assert.deepEqual(bandAt(line(false, 0.5, 0.25), 0), [1.5, -0.75]);
});
test('one lap has the width of its car', () => assert.deepEqual(bandAt(line(false, 0, 0), 0), [1, -1]));
test('edges that a file gives stay', () => assert.deepEqual(bandAt(line(true, 6, -2), 0), [6, -2]));
test('where nothing is known it is the width of a car', () => assert.deepEqual(bandAt(line(false, NaN, NaN), 0), [1, -1]));
