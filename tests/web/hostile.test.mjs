// Names made to break a page: nothing in them runs, nothing is put out of its place, in a report and in the page that opens files.
import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { check, equal, hasLibrary, livePage, quiet, report, sample, scratch, skip, test, withBrowser } from './support.mjs';

const everything = process.env.PADDOCK_SWEEP === '1';
const hostile = [
    '<script>window.ran=1</script>', '<img src=x onerror="window.ran=1">', '"\'><svg onload=window.ran=1>', '</script><script>window.ran=1</script>',
    '\u202eright to left\u2066\u200f', 'a\u0000b\u0007c\u001b[31m\u0085\u2028\u2029d', 'W'.repeat(10_000), '100%&amp;%3Cb%3E&lt;b&gt;', 'javascript:window.ran=1', '${window.ran=1}{{7*7}}',
];

// The texts of a block, each through `change`.
function rewritten(base64, change) {
    const block = gunzipSync(Buffer.from(base64, 'base64')), size = block.length >= 4 ? block.readUInt32LE(0) : 0;
    if (!(size > 1 && size <= block.length - 4) || block[4] !== 0x7b) return base64; // bytes of the file
    const head = JSON.parse(block.subarray(4, 4 + size).toString());
    for (const column of head.columns ?? []) if (column.words && column.type === 'text') column.words = column.words.map(change);
    for (const lap of head.laps ?? []) lap.driver = change(lap.driver);
    const text = Buffer.from(JSON.stringify(head)), length = Buffer.alloc(4);
    length.writeUInt32LE(text.length);
    return gzipSync(Buffer.concat([length, text, block.subarray(4 + size)])).toString('base64');
}

// A report in which all that came from the file as text is hostile; what columns and tables mean, too.
function hostileReport(name, file, list = hostile) {
    report(`${name}-plain.html`, file);
    const page = readFileSync(scratch(`${name}-plain.html`), 'utf8'), names = new Map();
    const change = text => {
        if (!text || /^[a-z_; ]+$/.test(text)) return text; // kinds and states, by which views choose
        if (!names.has(text)) names.set(text, list.length === 1 ? list[0] : list[names.size % list.length] + (names.size < list.length ? '' : names.size));
        return names.get(text);
    };
    const made = page.replace(/(<script type="text\/plain" id="b\d+">)([^<]*)/g, (_all, start, base64) => start + rewritten(base64, change))
        .replace(/(<script type="application\/json" id="paddock-bundle">)([^<]*)/, (_all, start, json) => {
            const bundle = JSON.parse(json);
            for (const document of bundle.documents) {
                document.file = hostile[2] + hostile[4];
                document.evidence = hostile;
                for (const [name, property] of Object.entries(document.property_facts)) if (name !== 'session') property.text = change(property.text);
                for (const run of document.parts.motion?.runs ?? []) for (const about of [run, ...run.drivers]) about.driver = about.name = change(about.driver ?? about.name);
                for (const finding of document.findings) finding.message = hostile[1];
                document.notes = hostile;
                for (const image of document.images) image.name = change(image.name);
                document.tables.push({ ...document.tables[0], name: hostile[0], meaning: hostile[1], columns: document.tables[0].columns.map((column, i) => ({ ...column, meaning: hostile[i % hostile.length], unit: hostile[1] })) });
                document.parts.tables.push(document.parts.tables[0]);
            }
            return start + JSON.stringify(bundle).replace(/[<>&\u2028\u2029]/g, letter => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
        });
    writeFileSync(scratch(`${name}.html`), made);
    return { address: `file://${scratch(`${name}.html`)}`, names };
}

// In every view: nothing ran, no element was made, nothing is wider than the page, what turns round is kept apart.
async function stands(page, width) {
    for (const view of await page.evaluate(() => [...document.querySelectorAll('[data-view]')].map(each => each.dataset.view))) {
        await page.view(view);
        await page.drawn();
        const told = await page.evaluate(() => {
            // Marks of direction between U+2068 and the U+2069 that ends it turn nothing outside.
            const kept = text => {
                let open = 0;
                for (const letter of text) {
                    if (letter >= '\u2066' && letter <= '\u2068') open++;
                    else if (letter === '\u2069' && open-- === 0) return false;
                    else if (/[\u061c\u200e\u200f\u202a-\u202e]/.test(letter) && open === 0) return false;
                }
                return open === 0;
            };
            const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), turned = [];
            for (let text = texts.nextNode(); text; text = texts.nextNode()) {
                const holder = text.parentElement;
                if (!kept(text.data) && !holder.closest('bdi, textarea, script') && getComputedStyle(holder).unicodeBidi !== 'isolate') turned.push(holder.outerHTML.slice(0, 120));
            }
            for (const attribute of ['title', 'aria-label', 'placeholder']) {
                for (const each of document.querySelectorAll(`[${attribute}]`)) if (!kept(each.getAttribute(attribute))) turned.push(`${attribute}: ${each.getAttribute(attribute).slice(0, 120)}`);
            }
            if (!kept(document.title)) turned.push(document.title);
            return { ran: window.ran ?? null, made: document.querySelectorAll('body img, body b, body svg[onload], body > script, main script').length, width: document.documentElement.scrollWidth, turned,
                wide: document.documentElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll('body *')].filter(each => each.getBoundingClientRect().right > innerWidth + 1 && !each.closest('.table-scroll, .tabs, svg')).slice(0, 6).map(each => each.cloneNode(false).outerHTML.slice(0, 100)) };
        });
        equal(told, { ran: null, made: 0, width, turned: [], wide: [] }, view);
    }
}

await withBrowser(async browser => {
    for (const [name, file] of [['race', 'race.vcr'], ['lap', 'lap.raf'], ['pictures', 'pictures.fsh']]) {
        const { address, names } = hostileReport(name, sample(file));
        for (const width of name === 'race' || everything ? [1280, 390] : [390]) { // a phone is the harder one
            await test(`a report with hostile names, ${file}, ${width} pixels`, async () => {
                const page = await browser.open(address, { width, height: 800 });
                equal(await page.ready(), 'ready');
                await stands(page, width);
                if (name === 'race') {
                    await page.view('results');
                    const shown = await page.evaluate(() => [...document.querySelectorAll('table[data-table="results"] tbody td bdi')].map(each => each.textContent));
                    equal([...names.values()].filter(each => shown.includes(each)).length, 9, 'drivers, and a second driver, shown as they are named');
                }
                quiet(page, address);
                await page.close();
            });
        }
    }
    // A phone, with names that are long, of scripts from right to left, or all the same; every view, and a driver's page by a name.
    const people = {
        'of 300 letters': ['W'.repeat(300), 'n '.repeat(150), 'Ж'.repeat(300), 'Ḍ̣̈'.repeat(75), '名'.repeat(300)],
        'from right to left': ['محمد بن سلمان آل سعود', 'יוסי כהן', 'עברית 12 abc', 'مرحبا (7)', 'abc محمد'],
        'all the same': ['Same Name'],
    };
    for (const [what, list] of Object.entries(people)) {
        for (const file of what === 'of 300 letters' ? ['race.vcr', 'lap.raf'] : ['race.vcr']) {
            const name = `${file.split('.')[0]}-${Object.keys(people).indexOf(what)}`;
            await test(`names ${what}, ${file}, on a phone`, async () => {
                const { address } = hostileReport(name, sample(file), list), page = await browser.open(address, { width: 390, height: 800, mobile: true });
                equal(await page.ready(), 'ready');
                await stands(page, 390);
                if (file === 'race.vcr') {
                    await page.view('results');
                    const row = 3; // the fourth, whatever driver has the same name
                    await page.evaluate(place => document.querySelectorAll('table[data-table="results"] tbody tr')[place].querySelector('[data-driver]').click(), row);
                    await page.until(place => document.querySelector('[data-panel="driver"] .answer')?.textContent.startsWith(`Position ${place} of`), row + 1);
                    equal(await page.evaluate(() => document.documentElement.scrollWidth), 390, 'width of the page of a driver');
                }
                quiet(page, address);
                await page.close();
            });
        }
    }
    if (!hasLibrary) {
        skip('hostile names in the page that opens files', 'paddock.wasm is not built: make wasm');
        return;
    }

    // Names in the bytes of files, as long as those that they replace.
    const race = readFileSync(sample('race.vcr'));
    const put = (old, text) => {
        check(old.length === text.length, `${old} and ${text} differ in length`);
        for (let at = race.indexOf(old); at >= 0; at = race.indexOf(old, at + 1)) race.write(text, at, 'latin1');
    };
    put('C. Lindqvist', '<img src=x/>');
    put('B. Okafor', '"\'><b>&lt');
    put('Paddock\\Ring', '<b>%3Cb%3E&\x07');
    const lap = readFileSync(sample('lap.raf'));
    lap.write('<img src=x onerror=window.ran=1>', 0x20, 'latin1');

    const address = livePage();
    for (const width of [1280, 390]) {
        await test(`files with hostile names that are opened, ${width} pixels`, async () => {
            const page = await browser.open(address, { width, height: 800 });
            await page.ready();
            for (const [bytes, name] of [[race, `${hostile[2]}${hostile[4]}.vcr`], [lap, `${hostile[1]}${hostile[6]}.raf`], [readFileSync(sample('pictures.fsh')), `%2e%2e/${hostile[9]}&.fsh`]]) {
                const before = await page.evaluate(() => document.querySelectorAll('[data-document]').length);
                await page.evaluate((base64, fileName) => {
                    const transfer = new DataTransfer();
                    transfer.items.add(new File([Uint8Array.from(atob(base64), letter => letter.charCodeAt(0))], fileName));
                    dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
                }, bytes.toString('base64'), name);
                await page.until(count => document.querySelectorAll('[data-document]').length > count && document.documentElement.dataset.state === 'ready', before);
                await stands(page, width);
            }
            equal(page.problems, [], 'problems in the console');
            equal(page.requests.filter(request => request !== address && !request.startsWith('blob:')), [], 'requests');
            await page.close();
        });
    }
});
