// Laps compared in the page, beside what the command answers.
import { readFileSync, writeFileSync } from 'node:fs';
import { answer, answerLines, cell, check, close, equal, quiet, report, run, sample, scratch, tableRows, test, withBrowser } from './support.mjs';

const files = [sample('lap-2.raf'), sample('lap-3.raf')];
const address = report('laps.html', ...files);

await withBrowser(async browser => {
    const page = await browser.open(address, { width: 1400, height: 1000 });

    await test('several laps begin with where time is won and lost, each has its channels', async () => {
        equal(await page.ready(), 'ready');
        equal(await page.evaluate(() => document.querySelector('[data-view][aria-current]').dataset.view), 'compare');
        await page.view('map');
        await page.until(() => document.querySelectorAll('[data-panel="map"] .stacked .chart canvas').length >= 4);
        const { laps } = answer('laps', files[0]);
        check((await page.evaluate(() => document.querySelector('[data-panel="map"] .answer').textContent)).includes(laps[0].driver), 'the driver is not named');
    });

    await test('both files are there, each with its tables', async () => {
        equal(await page.evaluate(() => [...document.querySelectorAll('[data-document]')].map(each => each.dataset.document)), ['lap-2.raf', 'lap-3.raf']);
    });

    await test('the difference is that of compare', async () => {
        await page.view('compare');
        const compared = answer('compare', ...files);
        await page.until(() => document.querySelector('table[data-table="corners"]') !== null);
        const sentence = await page.evaluate(() => document.querySelector('[data-panel="compare"] .answer').textContent);
        const text = value => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(3)} s`;
        const [{ delta, lap_time: time }] = compared.laps, recorded = time - compared.reference.lap_time;
        check(sentence.includes(`is ${Math.abs(delta).toFixed(3)} s ${delta > 0 ? 'slower' : 'faster'} than`), `${delta} is not in: ${sentence}`);
        // games round lap times: their difference is shown separately from what was measured
        equal(sentence.includes(`by lap times ${text(recorded)}`), Math.abs(recorded - delta) >= 0.0005, `lap times, ${recorded}, are told in: ${sentence}`);
        const strip = await page.evaluate(() => document.querySelector('.strip-place .note').textContent);
        check(strip.includes(`Total ${text(delta)}`), `${delta} is not in: ${strip}`);
    });

    // To the digit: the page and the command print what the library made.
    const isCompared = async (view, compared, what) => {
        const sectors = await tableRows(view, 'sectors'), corners = await tableRows(view, 'corners');
        equal(sectors.map(row => [row.time_0, row.time_1, row.delta_1]), compared.sectors.map(each => [...each.times, ...each.deltas].map(String)), `sectors, ${what}`);
        equal(corners.map(row => [row.corner, row.start_distance, row.end_distance, row.delta_1, row.reason_1]),
            compared.corners.map(each => [each.corner, each.start_distance, each.end_distance, each.deltas[0], each.reason[0]].map(cell)), `corners, ${what}`);
        return corners;
    };

    await test('sectors, corners and words are those of compare', async () => {
        const compared = answer('compare', ...files), corners = await isCompared(page, compared, 'the fastest first');
        check(compared.corners.some(each => each.reason[0] !== null), 'no corner has a reason');
        const sum = corners.reduce((total, row) => total + Number(row.delta_1), 0);
        close(sum, compared.laps[0].delta, 2e-5, 'the corners together'); // each is rounded to a millionth
    });

    await test('pointing at a chart moves the cursor of charts, map and table together', async () => {
        await page.until(() => document.querySelectorAll('[data-panel="compare"] .u-over').length >= 5);
        const place = await page.evaluate(() => {
            const over = document.querySelector('[data-panel="compare"] .u-over');
            over.scrollIntoView({ block: 'center' });
            const box = over.getBoundingClientRect();
            return [box.left + box.width * 0.5, box.top + box.height * 0.5];
        });
        await page.mouse('mouseMoved', ...place);
        await page.until(() => /^At \d+ m$/.test(document.querySelector('table[data-table="cursor"] caption').textContent));
        const at = await page.evaluate(() => Number(/\d+/.exec(document.querySelector('table[data-table="cursor"] caption').textContent)[0]));
        const compared = answer('compare', ...files);
        close(at, compared.length / 2, compared.length * 0.02, 'place of the cursor');
        const cursors = await page.evaluate(() => [...document.querySelectorAll('[data-panel="compare"] .u-cursor-x')].map(each => Math.round(new DOMMatrix(getComputedStyle(each).transform).e)));
        check(cursors.length >= 5 && cursors.every(left => Math.abs(left - cursors[0]) <= 1), `cursors stand apart: ${cursors}`);
        const rows = await page.evaluate(() => Object.fromEntries([...document.querySelectorAll('table[data-table="cursor"] tbody tr')].map(row => [row.dataset.channel, [...row.querySelectorAll('td')].map(cell => cell.dataset.value)])));
        check(Number(rows.speed[0]) > 30 && Number(rows.speed[1]) > 30, `no speeds: ${JSON.stringify(rows.speed)}`);
        check(Number(rows.delta[1]) > 0 && Number(rows.delta[1]) < compared.laps[0].delta, `delta ${rows.delta[1]}`);
    });

    await test('dragging zooms all charts, a double click shows everything again', async () => {
        const box = await page.evaluate(() => {
            const { left, top, width, height } = document.querySelector('[data-panel="compare"] .u-over').getBoundingClientRect();
            return { left, top, width, height };
        });
        const y = box.top + box.height / 2;
        await page.drag([box.left + box.width * 0.25, y], [box.left + box.width * 0.5, y]);
        await page.until(() => !document.querySelector('[data-panel="compare"] .row-of-tools button').disabled);
        await page.mouse('mousePressed', box.left + 200, y, { clickCount: 1 });
        await page.mouse('mouseReleased', box.left + 200, y, { clickCount: 1 });
        await page.mouse('mousePressed', box.left + 200, y, { clickCount: 2 });
        await page.mouse('mouseReleased', box.left + 200, y, { clickCount: 2 });
        await page.until(() => document.querySelector('[data-panel="compare"] .row-of-tools button').disabled);
    });

    await test('the other lap becomes the reference', async () => {
        const compared = answer('compare', files[1], files[0]);
        await page.evaluate(() => [...document.querySelectorAll('.chosen-lap button')].find(button => button.textContent === 'make reference').click());
        await page.until(() => document.querySelector('[data-panel="compare"] .answer')?.textContent.includes('faster'));
        await isCompared(page, compared, 'the other first');
        check(decodeURIComponent(await page.until(() => location.hash.includes('laps=') && location.hash)).includes('lap-3.raf:0:1,lap-2.raf:0:1'), 'the link does not have the laps');
    });

    // What the table beside the ghosts says about lap n, as numbers.
    const ghost = (view, lap) => view.evaluate(n => Object.fromEntries([...document.querySelectorAll(`table[data-table="ghost"] [data-lap="${n}"] td`)].map(cell => [cell.dataset.column, Number(cell.dataset.value)])), lap);
    const ghostStage = view => view.until(() => { const stage = document.querySelector('.ghost .stage-map'); return stage?.dataset.distances && { time: Number(stage.dataset.time), distances: stage.dataset.distances.split(',').map(Number) }; });

    await test('laps of two files are driven together, as far apart as compare says', async () => {
        const hash = '#view=ghost&laps=lap-2.raf:0:1,lap-3.raf:0:1&since=30', other = await browser.open(address + hash, { width: 1400, height: 1000 });
        equal(await other.ready(), 'ready');
        const rows = run('compare', ...files).trim().split('\n').map(line => line.split(',')), column = name => rows[0].indexOf(name);
        const at = (name, value, wanted) => { // the last row that is not beyond
            const found = rows.slice(1).filter(row => Number(row[column(name)]) <= value).at(-1);
            return Number(found[column(wanted)]);
        };
        const { time, distances } = await ghostStage(other), [first, second] = [await ghost(other, 0), await ghost(other, 1)];
        close(time, 30, 1e-9, 'time');
        close(distances[0], at('time_0', 30, 'distance'), 1.1, 'place of the reference');
        close(distances[1], at('time_1', 30, 'distance'), 1.1, 'place of the other');
        close(second.delta, at('distance', distances[0], 'delta_1'), 0.005, 'delta');
        close(second.gap, distances[0] - distances[1], 0.02, 'metres');
        close(first.speed, at('distance', distances[0], 'speed_0'), 0.15, 'speed');
        await other.evaluate(() => {
            const select = document.querySelector('[data-action="hold"]');
            select.value = 'place';
            select.dispatchEvent(new Event('change'));
        });
        const held = await other.until(() => new Set(document.querySelector('.ghost .stage-map').dataset.distances.split(',')).size === 1 && document.querySelector('.ghost .stage-map').dataset.distances);
        close(Number(held.split(',')[0]), distances[0], 0.02, 'held at the place of the reference');
        close((await ghost(other, 1)).time - 30, second.delta, 1e-6, 'its own time there');
        await other.until(() => location.hash.includes('by=place'));
        // in 3D too, and playing stays in the address
        await other.click('[data-action="space"]');
        await other.until(() => document.querySelector('.race-space:not([hidden]) canvas') !== null);
        const inSpace = () => other.until(() => document.querySelector('.race-space').dataset.names && { ...document.querySelector('.race-space').dataset });
        equal(await inSpace(), { names: '2', inSight: '2' }, 'cars in 3D that are held at the same place');
        await other.evaluate(() => {
            const select = document.querySelector('[data-action="hold"]');
            select.value = '';
            select.dispatchEvent(new Event('change'));
        });
        await other.until(() => new Set(document.querySelector('.ghost .stage-map').dataset.distances.split(',')).size === 2);
        await other.drawn();
        equal(await inSpace(), { names: '2', inSight: '2' }, 'cars in 3D at the same time');
        await other.click('main [data-action="play"]');
        await other.until(() => Number(/since=([\d.]+)/.exec(location.hash)?.[1]) > 30.5);
        await other.click('main [data-action="play"]');
        quiet(other, address + hash);
        await other.close();
    });

    await test('the wheels show what the file has of them at the moment of the cursor, and play', async () => {
        const lap = sample('lap.raf'), wheels = report('wheels.html', lap), hash = '#view=wheels&since=30', other = await browser.open(wheels + hash, { width: 1400, height: 1000 });
        equal(await other.ready(), 'ready');
        const shown = () => other.until(() => document.querySelector('[data-quantity="load"] td[data-value]') && Object.fromEntries([...document.querySelectorAll('table[data-table="wheels_now"] tr[data-quantity]')].map(row => [row.dataset.quantity, [...row.querySelectorAll('td')].map(cell => cell.dataset.value)])));
        const corners = ['front_left', 'front_right', 'rear_left', 'rear_right'], now = await shown();
        const sameAs = (table, quantity, factor, within) => {
            const [row] = answerLines('table', lap, table, '--time', '30:30.005', '--format', 'jsonl');
            for (const [i, corner] of corners.entries()) close(Number(now[quantity][i]), row[`${corner}_${quantity}`] * factor, within, `${quantity} of ${corner}`);
        };
        for (const force of ['load', 'x_force', 'y_force']) sameAs('telemetry', force, 0.001, 1e-5);
        for (const angle of ['lean', 'steer']) sameAs('telemetry', angle, 180 / Math.PI, 1e-4);
        sameAs('telemetry', 'slip_fraction', 100 / 255, 1e-3);
        sameAs('dynamics', 'slip_angle', 180 / Math.PI, 1e-4);
        sameAs('dynamics', 'slip_ratio', 100, 1e-3);
        check(await other.evaluate(() => document.querySelectorAll('.wheels canvas').length) === 3, 'forces, grip and lean are drawn');
        // a chart moves them, and playing moves the charts
        await other.until(() => document.querySelectorAll('[data-panel="wheels"] .u-over').length >= 4);
        await other.click('main [data-action="play"]');
        await other.until(() => Number(/since=([\d.]+)/.exec(location.hash)?.[1]) > 30.5);
        await other.click('main [data-action="play"]');
        check((await shown()).load[0] !== now.load[0], 'the load stands still while it plays');
        quiet(other, wheels + hash);
        await other.close();
    });

    await test('laps of two tracks in one page are compared with those of their own track', async () => {
        const both = report('both.html', sample('race.vcr'), ...files), other = await browser.open(`${both}#file=lap-2.raf&view=compare`, { width: 1400, height: 1000 });
        equal(await other.ready(), 'ready');
        const corners = await tableRows(other, 'corners'), compared = answer('compare', ...files);
        close(corners.reduce((total, row) => total + Number(row.delta_1), 0), compared.laps[0].delta, 0.002, 'the corners together');
        quiet(other, both);
        await other.close();
    });

    await test('a part with several corners is named as in compare', async () => {
        const pair = [scratch('one.raf'), scratch('two.raf')];
        for (const [i, file] of pair.entries()) run('synth', 'raf', '--seed', '3', '--hand', String(i + 1), '-o', file, '-q');
        const two = report('two.html', ...pair), compared = answer('compare', ...pair), titles = compared.corners.map(each => each.name);
        check(titles.some(title => /^turns /.test(title)), `each corner has a part of its own: ${titles}`);
        const turns = await browser.open(`${two}#view=compare&laps=one.raf:0:1,two.raf:0:1`, { width: 1280, height: 900 });
        await turns.ready();
        await tableRows(turns, 'corners');
        equal(await turns.evaluate(() => [...document.querySelectorAll('table[data-table="corners"] tbody th')].map(each => each.textContent.toLowerCase())), titles);
        const [within, around] = await turns.evaluate(() => [document.querySelector('table[data-table="corners"]').offsetWidth, document.querySelector('[aria-label="Corners"]').clientWidth]);
        check(within <= around, `the table of corners is cut: ${within} pixels wide in ${around}`);
        quiet(turns, two);
        await turns.close();
    });

    // A logger has another name for the track: its lap is offered, and laid over the other.
    await test('a log without places shows its laps, and no view of where cars were', async () => {
        run('convert', sample('lap.raf'), scratch('placeless.ld'), '--quiet');
        const bytes = readFileSync(scratch('placeless.ld'));
        for (const name of ['Position X', 'Position Y', 'GPS Latitude', 'GPS Longitude', 'Forward X', 'Forward Y']) {
            const at = bytes.indexOf(name);
            check(at > 0, `no channel ${name}`);
            bytes.write('Other', at, 'latin1');
        }
        writeFileSync(scratch('placeless.ld'), bytes);
        const page = await browser.open(report('placeless.html', scratch('placeless.ld')));
        equal(await page.ready(), 'ready');
        const views = await page.evaluate(() => [...document.querySelectorAll('[data-view]')].map(each => each.dataset.view));
        equal(views, ['laps', 'tables', 'bytes', 'findings'], 'views');
        const { laps } = answer('laps', scratch('placeless.ld'));
        equal(await page.evaluate(() => Number(document.querySelector('table[data-table="laps"]').dataset.rows)), laps.length, 'laps');
        await page.close();
    });
    await test('a lap of another program is offered, whatever it calls the track', async () => {
        run('convert', sample('lap.raf'), scratch('logged.ld'), '--quiet');
        const page = await browser.open(`${report('logged.html', sample('lap-2.raf'), scratch('logged.ld'))}#view=compare`);
        equal(await page.ready(), 'ready');
        await page.until(() => document.querySelector('[data-panel="compare"] [data-action="add-lap"]') !== null);
        const told = await page.evaluate(() => document.querySelector('[data-panel="compare"] .note').textContent);
        check(told.includes('Programs name tracks differently'), `it says: ${told}`);
        await page.evaluate(() => {
            const select = document.querySelector('[data-panel="compare"] [data-action="add-lap"]');
            select.value = select.options[1].value;
            select.dispatchEvent(new Event('change'));
        });
        await page.until(() => document.querySelector('[data-panel="compare"] table[data-table="corners"]') !== null);
        const [{ delta }] = answer('compare', sample('lap-2.raf'), scratch('logged.ld')).laps;
        const sentence = await page.evaluate(() => document.querySelector('[data-panel="compare"] .answer').textContent);
        check(sentence.includes(`is ${Math.abs(delta).toFixed(3)} s slower than`), `${delta} is not in: ${sentence}`);
        await page.close();
    });

    await test('nothing went wrong, nothing was asked of a network', async () => quiet(page, address));
});
