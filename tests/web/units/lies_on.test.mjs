import assert from 'node:assert/strict';
import { test } from 'node:test';
import { built } from './modules.mjs';

const { liesOn } = await built('space/lies_on');

// A square of 200 m at height 10, less the middle 100, 100, 10; one triangle hangs 30 m above half of it.
const square = {
    middle: { x: 100, y: 100, z: 10 },
    parts: [
        {
            mesh: { indices: Uint32Array.of(0, 1, 2, 0, 2, 3, 4, 5, 6) },
            positions: Float32Array.of(-100, -100, 0, 100, -100, 0, 100, 100, 0, -100, 100, 0, -100, -100, 30, 100, -100, 30, 100, 100, 30),
        },
    ],
};
const line = (count, x, y, z) => ({
    x: Float64Array.from({ length: count }, (_, i) => x(i / count)),
    y: Float64Array.from({ length: count }, (_, i) => y(i / count)),
    z: Float64Array.from({ length: count }, (_, i) => z(i / count)),
});

test('a line on the surface lies on it, whatever is above', () => {
    assert.ok(liesOn(square, line(500, share => 10 + 180 * share, share => 30 + 100 * share, () => 10.3)));
});
test('a line above or below it does not', () => {
    assert.ok(!liesOn(square, line(500, share => 10 + 180 * share, () => 150, () => 14)));
    assert.ok(!liesOn(square, line(500, share => 10 + 180 * share, () => 150, () => 0)));
});
test('a track from a file may be higher over it', () => {
    const at = z => ({ ...line(500, share => 10 + 180 * share, () => 150, () => z), given: true });
    assert.ok(liesOn(square, at(12.6)));
    assert.ok(!liesOn(square, at(16)));
});
test('nine of ten places must be on it', () => {
    const partly = share => line(600, at => (at < share ? 100 : 400), () => 50, () => 10);
    assert.ok(liesOn(square, partly(0.95)));
    assert.ok(!liesOn(square, partly(0.8)));
});
test('no line lies nowhere', () => assert.ok(!liesOn(square, line(0, () => 0, () => 0, () => 0))));
