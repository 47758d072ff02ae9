// Damaged files, dropped one after the other, leave the page working:  damaged.test.mjs [all]
// All are 1000 cut and broken files of every format, which takes some minutes; otherwise 40 of those that are kept in
// the tree.
import { spawnSync } from 'node:child_process';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { check, equal, giveTo, hasLibrary, livePage, paddock, sample, scratch, skip, tableRows, test, tree, withBrowser } from './support.mjs';

const all = process.argv.includes('all');

const filesIn = folder => readdirSync(folder, { recursive: true }).map(name => path.join(folder, name)).filter(file => statSync(file).isFile() && !/\.(expect|info|md)$/.test(file));

// So many of them, from everywhere.
const spread = (files, count) => Array.from({ length: Math.min(count, files.length) }, (_, i) => files[Math.floor((i * files.length) / Math.min(count, files.length))]);

function damagedFiles() {
    if (!all) return spread([...filesIn(path.join(tree, 'tests/golden')), ...filesIn(path.join(tree, 'fuzz/finds'))].filter(file => /\/(bad|finds)\//.test(file)).sort(), 40);
    const folder = scratch('damaged');
    equal(spawnSync('sh', [path.join(tree, 'tests/builds/damaged-files.sh'), paddock, folder], { stdio: ['ignore', 'ignore', 'inherit'] }).status, 0, 'damaged-files.sh');
    return spread(filesIn(folder).filter(file => statSync(file).size < 100_000).sort((a, b) => Number(path.basename(a)) - Number(path.basename(b))), 1000);
}

// Not files of any simulator: pages, scripts, programs, archives that unpack to much; and a good one whose names would be code.
function strangers() {
    const act = 'window.ran=1', zeros = Buffer.alloc(64 << 20);
    const html = `<!doctype html><script>${act}</script><img src=x onerror="${act}"><base href="https://example.invalid/">`;
    const made = {
        'page.html': html, 'page.vcr': html, 'picture.svg': `<svg xmlns="http://www.w3.org/2000/svg" onload="${act}"><script>${act}</script></svg>`, 'script.js': act, 'script.raf': `${act};`,
        '<img src=x onerror=window.ran=1>.vcr': 'nothing', '"><svg onload=window.ran=1>.raf': 'nothing', 'javascript:window.ran=1': act, '${window.ran=1}{{7*7}}.tri': act,
        [`${'W'.repeat(240)}.rld`]: 'nothing', 'a\u202egpj.vcr': 'nothing', 'empty.vcr': '', 'zeros.vcr': zeros.subarray(0, 1 << 20), 'zeros.vcr.gz': gzipSync(zeros), 'twice.gz': gzipSync(gzipSync(zeros)),
        'module.wasm': Buffer.from('0061736d01000000', 'hex'), 'bundle.json': '{"documents":[],"__proto__":{"ran":1}}', 'long.vcr': 'A'.repeat(1 << 20),
    };
    return Object.entries(made).map(([name, content]) => {
        writeFileSync(scratch(name), content);
        return scratch(name);
    });
}

await withBrowser(async browser => {
    if (!hasLibrary) {
        skip('damaged files', 'paddock.wasm is not built: make wasm');
        return;
    }
    const page = await browser.open(livePage());
    await page.ready();
    const files = damagedFiles();
    check(files.length === (all ? 1000 : 40), `there are only ${files.length} files`);
    let opened = 0, refused = 0;
    const works = async () => {
        equal(await giveTo(page, sample('race.vcr')), 'ready', 'state');
        equal((await tableRows(page, 'results')).length, 8, 'drivers');
        await page.click('.document.chosen [data-action="close"]');
    };

    await test(`${files.length} damaged files: each opens as far as it goes, or the page says why not`, async () => {
        for (const [index, file] of files.entries()) {
            const state = await giveTo(page, file);
            const alert = await page.evaluate(() => document.querySelector('[role="alert"]').textContent);
            const open = await page.evaluate(() => document.querySelectorAll('[data-document]').length);
            if (open > 0) opened++;
            else {
                refused++;
                check(state === 'error' && alert.length > path.basename(file).length + 10, `${file}: ${state}, the alert is: ${alert}`);
            }
            // what is wrong with it, and its bytes
            if (open > 0) {
                await page.view(index % 2 ? 'findings' : 'bytes');
                await page.click('[data-action="close"]');
            }
            if (index % 100 === 99) await works();
        }
    });
    await test('some could be opened, some not', async () => check(opened > files.length / 20 && refused > files.length / 20, `${opened} opened, ${refused} refused`));
    await test('files that are something else, or have names that would be code: an error is shown, and nothing acts', async () => {
        for (const file of strangers()) {
            const name = path.basename(file), state = await giveTo(page, file);
            const { ran, alert, open, made } = await page.evaluate(() => ({
                ran: window.ran, alert: document.querySelector('[role="alert"]').textContent, open: document.querySelectorAll('[data-document]').length,
                made: document.querySelectorAll('[onerror], [onload], iframe, object, embed, base, img[src="x"]').length,
            }));
            equal([ran ?? null, made], [null, 0], name);
            if (name.endsWith('.gz')) { // packed bytes of nothing known are shown as that
                equal([state, open], ['ready', 1], name);
                await page.click('[data-action="close"]');
                continue;
            }
            equal([state, open], ['error', 0], name);
            check(alert.length > 20, `${name}: the alert is: ${alert}`);
        }
    });
    await test('the page works as before', works);
    await test('the console is empty', async () => equal(page.problems, [], 'problems'));
});
