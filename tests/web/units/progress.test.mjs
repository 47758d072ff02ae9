// Gaps along a race, and how far laps are that are driven again.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { built } from './modules.mjs';

const { RaceProgress } = await built('race/progress'), { GhostLap } = await built('lap/ghost_lap');

// A car at even speed that drives `beyond` metres on after the last line.
function car(speed, length, beyond) {
    const time = Float64Array.from({ length: Math.floor((length + beyond) / speed / 0.1) + 1 }, (_, i) => i * 0.1);
    return { time, progress: Float32Array.from(time, at => at * speed) };
}

test('a car that drives on after the last line is not the leader there', async () => {
    const length = 1000, first = car(50, length, 4), second = car(40, length, 300);
    const runs = new Map([[1, { data: { time: first.time } }], [2, { data: { time: second.time } }]]), progress = new Map([[1, first.progress], [2, second.progress]]);
    const grid = await new RaceProgress(length, { runs }, progress, new Map([[1, 20], [2, 40]]), 1).grid();
    assert.ok(grid.distance.at(-1) <= length);
    const gaps = grid.gaps.get(2), at = Math.round(900 / (grid.distance[1] - grid.distance[0]));
    assert.ok(Math.abs(gaps[at] - (900 / 40 - 900 / 50)) < 0.01, `${gaps[at]} s at 900 m`);
    for (let i = 1; i < gaps.length; i++) assert.ok(gaps[i] >= gaps[i - 1] - 0.01 || Number.isNaN(gaps[i]), `the gap falls at ${grid.distance[i]} m`);
    assert.ok(Number.isFinite(grid.highest), 'the end of the axis'); // the first is nowhere at places that only the second reached
});

test('a lap that is driven again is where it was at each time, as far as its times are known', () => {
    const distance = Float64Array.of(0, 100, 200, 300), time = Float64Array.of(0, 2, 6, NaN), empty = new Float32Array(0);
    const lap = { time, speed: empty, lateral: empty };
    const set = { traces: { laps: [lap], distance }, at: () => NaN };
    const ghost = new GhostLap(set, 0);
    assert.equal(ghost.duration, 6);
    assert.deepEqual([-1, 0, 1, 4, 6, 99].map(at => ghost.distanceAt(at)), [0, 0, 50, 150, 200, 200]);
    assert.deepEqual([0, 50, 150, 200, 300].map(at => ghost.timeAt(at)), [0, 1, 4, 6, 6]);
    assert.ok(Number.isNaN(ghost.value(empty, 50)), 'a channel that is not known');
});
