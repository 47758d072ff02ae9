import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { built } from './modules.mjs';

const format = await built('base/format');
const cases = (name, pairs) => test(name, () => {
    for (const [given, expected] of pairs) assert.equal(format[name](...[given].flat()), expected, `${name}(${JSON.stringify(given)})`);
});

cases('lapTime', [
    [62.63, '1:02.630'], [5, '5.000'], [59.9994, '59.999'], [59.9996, '1:00.000'], [3599.9999, '1:00:00.000'], [3723.5, '1:02:03.500'],
    [-62.63, '−1:02.630'], [-0.0001, '0.000'], [null, '–'], [NaN, '–'], [Infinity, '–'], [[62.63, 1], '1:02.6'], [[59.96, 1], '1:00.0'], [[0.4, 0], '0'],
]);
cases('clock', [[65, '1:05'], [5, '0:05'], [59.6, '1:00'], [9.7, '0:10'], [[5.04, 1], '0:05.0'], [[9.96, 1], '0:10.0'], [3600, '1:00:00'], [-5, '−0:05'], [null, '–']]);
cases('signed', [[16.667, '+16.667'], [-0.5, '−0.500'], [0, '0.000'], [-0.0001, '0.000'], [NaN, '–'], [[1.25, 1], '+1.3']]);
cases('gap', [[62.63, '+1:02.630'], [0, '+0.000'], [-1.5, '−1.500'], [null, '–']]);
cases('fixed', [[[-0.01, 1], '0.0'], [[-1.26, 1], '−1.3'], [[NaN, 2], '–']]);
cases('count', [[1234567, '1\u202f234\u202f567'], [999, '999'], [0, '0']]);
cases('plural', [[[1, 'lap'], '1 lap'], [[2, 'lap'], '2 laps'], [[1200, 'lap'], '1\u202f200 laps'], [[2, 'body', 'bodies'], '2 bodies']]);
cases('bytes', [[999, '999 bytes'], [1000, '1.00 kB'], [1450000, '1.45 MB'], [2.5e9, '2.50 GB'], [5e12, '5000 GB'], [999600, '1.00 MB'], [999400, '999 kB']]);

cases('kmh', [[12.3, '44'], [[12.34, 1], '44.4'], [null, '–']]);
cases('speed', [[null, '–'], [[-0.01, 1], '0.0 km/h']]);
cases('distance', [[null, '–'], [NaN, '–']]);

const casesOf = file => readFileSync(new URL(`../../files/texts/${file}`, import.meta.url), 'utf8').split('\n').filter(line => line !== '' && !line.startsWith('#'));

test('measures are written as the library writes them: pdk_format_fixed, pdk_format_speed, pdk_format_distance', () => {
    const lines = casesOf('measures.txt');
    assert.ok(lines.length > 10);
    for (const line of lines) {
        const [, value, decimals, wanted] = /^(\S+) (\d) (.*)$/.exec(line);
        const made = [format.fixed, format.speed, format.distance].map(write => write(Number(value), Number(decimals)).replace('−', '-'));
        assert.deepEqual(made, wanted.split(';'));
    }
});

test('times are written as the library writes them: pdk_format_time, pdk_format_duration, pdk_format_gap', () => {
    const cases = casesOf('times.txt').map(line => line.split(' '));
    assert.ok(cases.length > 10);
    for (const [seconds, decimals, ...wanted] of cases) {
        const made = [format.clock, format.lapTime, format.gap].map(write => write(Number(seconds), Number(decimals)).replace('−', '-'));
        assert.deepEqual(made, wanted);
    }
});
