// The page that opens files itself: the library in a worker, beside what the command answers.
import { readFileSync, writeFileSync } from 'node:fs';
import { answer, check, close, equal, giveTo, hasLibrary, livePage, run, sample, scratch, skip, tableRows, test, withBrowser } from './support.mjs';

await withBrowser(async browser => {
    if (!hasLibrary) {
        skip('the page that opens files', 'paddock.wasm is not built: make wasm');
        return;
    }
    const page = await browser.open(livePage());
    const documents = () => page.evaluate(() => [...document.querySelectorAll('[data-document]')].map(each => each.dataset.document));
    const give = (...files) => giveTo(page, ...files);

    await test('it begins empty', async () => {
        equal(await page.ready(), 'empty', 'state');
        equal(await documents(), [], 'documents');
    });

    await test('a race that is given shows the values of standings', async () => {
        equal(await give(sample('race.vcr')), 'ready', 'state');
        const { results } = answer('standings', sample('race.vcr'));
        const rows = await tableRows(page, 'results');
        equal(rows.map(row => row.driver), results.map(row => row.driver), 'drivers');
        for (const [i, row] of rows.entries()) if (results[i].total_time !== null) close(Number(row.total_time), results[i].total_time, 1e-9, `time of row ${i}`);
    });

    await test('laps of two files are compared', async () => {
        await give(sample('lap.raf'), sample('lap-2.raf'));
        await page.view('compare');
        const { laps } = answer('compare', sample('lap-2.raf'), sample('lap.raf'));
        const text = await page.evaluate(() => document.querySelector('[data-panel="compare"]').textContent);
        check(text.includes(laps[0].delta.toFixed(3)), `${laps[0].delta} is not in: ${text.slice(0, 300)}`);
    });

    // Laps of one track that alone show another number of corners.
    await test('corners of a track have one numbering in all files, in whatever order they are opened', async () => {
        const hands = ['hand-1.raf', 'hand-2.raf', 'hand-3.raf'];
        for (const [i, name] of hands.entries()) run('synth', 'raf', scratch(name), '--seed', '3', '--hand', String(i + 1), '-q');
        const alone = new Map(hands.map(name => [name, run('table', scratch(name), 'corners', '--columns', 'direction').trim().split('\n').slice(1)]));
        check(new Set([...alone.values()].map(corners => corners.length)).size > 1, 'the laps show the same corners alone');
        const cornersOf = async (other, name) => {
            await other.click(`[data-document="${name}"] [data-open-table="corners"]`);
            await other.until(file => document.querySelector(`[data-document="${file}"]`).classList.contains('chosen') && document.documentElement.dataset.state === 'ready', name);
            return tableRows(other, 'corners');
        };
        let first = null; // the corners of each file in the first order
        for (const order of [hands, [...hands].reverse(), [hands[1], hands[0], hands[2]]]) {
            const other = await browser.open(livePage());
            await other.ready();
            for (const name of order) await giveTo(other, scratch(name));
            const shown = [];
            for (const name of order) shown.push(await cornersOf(other, name));
            first ??= new Map(order.map((name, i) => [name, shown[i]]));
            for (const [i, corners] of shown.entries()) {
                equal(corners.map(each => [each.corner, each.direction]), shown[0].map(each => [each.corner, each.direction]), `corners of ${order[i]}`);
                for (const [k, corner] of corners.entries()) close(Number(corner.apex_distance), Number(first.get(order[i])[k]?.apex_distance), 0.5, `corner ${k + 1} of ${order[i]}, in another order`);
                for (const [k, corner] of corners.entries()) close(Number(corner.apex_distance), Number(shown[0][k].apex_distance), 30, `corner ${k + 1} of ${order[i]}`);
            }
            equal(other.problems, [], 'problems in the console');
            await other.close();
        }
    });

    await test('of several files the one that says most is shown, and laps given together are compared', async () => {
        const other = await browser.open(livePage());
        await other.ready();
        const shown = () => other.evaluate(() => [document.querySelector('h1').textContent, document.querySelector('[data-view][aria-current]').dataset.view]);
        equal(await giveTo(other, sample('track.tri'), sample('track.fam')), 'ready', 'state');
        equal(await shown(), ['track.tri', 'surface']);
        equal(await giveTo(other, sample('lap.raf'), sample('lap-2.raf')), 'ready', 'state');
        equal((await shown())[1], 'compare');
        await other.close();
    });

    await test('a track says what it lacks, and is drawn anew when its art comes', async () => {
        const track = await browser.open(livePage(), { width: 1200, height: 900 });
        await track.ready();
        await giveTo(track, sample('track.tri'));
        check((await track.until(() => document.querySelector('[data-missing]')?.textContent)).includes('Drop that file'), 'nothing is said to be missing');
        await giveTo(track, sample('track.fam'));
        await track.evaluate(() => [...document.querySelectorAll('[data-document] button')].find(each => each.textContent.includes('track.tri')).click());
        await track.until(() => document.querySelector('[data-kind="props: model"]') && !document.querySelector('[data-missing]'));
        equal(track.problems, [], 'problems in the console');
        await track.close();
    });
    await test('surfaces, tracks and pictures open', async () => {
        for (const [name, view] of [['scan.rld', 'surface'], ['track.tri', 'surface'], ['track.fam', 'pictures'], ['pictures.fsh', 'pictures'], ['replay.rpl', 'replay']]) {
            equal(await give(sample(name)), 'ready', name);
            await page.view(view);
        }
        equal((await documents()).length, 8, 'documents');
    });

    await test('a file that nobody knows is said, and the others stay', async () => {
        writeFileSync(scratch('other.bin'), 'nothing that anybody knows');
        await give(scratch('other.bin'));
        const alert = await page.evaluate(() => document.querySelector('[role="alert"]').textContent);
        check(alert.includes('other.bin') && alert.includes('does not know this format'), `the alert is: ${alert}`);
        equal((await documents()).length, 8, 'documents');
    });

    await test('a cut recording opens as far as it goes', async () => {
        writeFileSync(scratch('cut.vcr'), readFileSync(sample('race.vcr')).subarray(0, 300000));
        equal(await give(scratch('cut.vcr')), 'ready', 'state');
        equal(await page.evaluate(() => document.querySelector('.verdict').textContent), '1 error', 'verdict');
        const said = await page.evaluate(() => document.querySelector('.damage').textContent);
        check(said.includes('damaged') && said.includes('the file ends inside'), `of the damage is said: ${said}`);
    });

    await test('nothing is asked of anybody, and the console is empty', async () => {
        equal(page.problems, [], 'problems');
        equal(page.requests.filter(address => !address.startsWith('file://') && !address.startsWith('blob:')), [], 'requests');
        equal(page.requests.filter(address => address.startsWith('file://')).length, 1, 'files');
    });
});
