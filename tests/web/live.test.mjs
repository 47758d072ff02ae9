// The page that opens files itself: the library in a worker, beside what the command answers.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { answer, check, close, equal, run, sample, scratch, skip, tableRows, test, withBrowser } from './support.mjs';

const library = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../bindings/wasm/paddock.wasm');

// A file with some bytes changed, the same in each run.
function damaged(file, seed, size = Infinity) {
    const bytes = Buffer.from(readFileSync(file)).subarray(0, size);
    let state = seed;
    for (let i = 0; i < 40; i++) {
        state = (Math.imul(state, 1103515245) + 12345) >>> 0;
        bytes[state % Math.min(bytes.length, 4096)] = (state >>> 16) & 255;
    }
    const name = scratch(`damaged-${seed}${path.extname(file)}`);
    writeFileSync(name, bytes);
    return name;
}

await withBrowser(async browser => {
    if (!existsSync(library)) {
        skip('the page that opens files', 'paddock.wasm is not built: make wasm');
        return;
    }
    run('report', '--library', library, '-o', scratch('paddock.html'));
    const page = await browser.open(`file://${scratch('paddock.html')}`);
    const documents = () => page.evaluate(() => [...document.querySelectorAll('[data-document]')].map(each => each.dataset.document));
    // Files of names that a person would give; ends when each is there, or an alert says why not.
    const give = async (...files) => {
        const wanted = (await documents()).length + files.length;
        await page.giveFiles('[data-open]', files);
        await page.until(count => document.documentElement.dataset.state !== 'loading' && (document.querySelectorAll('[data-document]').length >= count || document.querySelector('.alert').textContent !== ''), wanted);
        return page.ready();
    };

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
    });

    await test('damaged files leave the page working', async () => {
        const names = ['race.vcr', 'lap.raf', 'scan.rld', 'track.tri', 'track.fam', 'pictures.fsh', 'replay.rpl'];
        for (let seed = 1; seed <= 35; seed++) await give(damaged(sample(names[seed % names.length]), seed, 60000));
        equal(await give(sample('race.vcr')), 'ready', 'state');
        equal((await tableRows(page, 'results')).length, 8, 'drivers');
    });

    await test('nothing is asked of anybody, and the console is empty', async () => {
        equal(page.problems, [], 'problems');
        equal(page.requests.filter(address => !address.startsWith('file://') && !address.startsWith('blob:')), [], 'requests');
        equal(page.requests.filter(address => address.startsWith('file://')).length, 1, 'files');
    });
});
