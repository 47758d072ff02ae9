// The page itself: themes, keys, phone, print, names that would be code.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { answer, check, equal, lightOfPictures, quiet, report, run, sample, samples, scratch, test, withBrowser } from './support.mjs';

const address = report('race.html', sample('race.vcr'));

await withBrowser(async browser => {
    const page = await browser.open(address);
    await page.ready();
    const ground = () => page.evaluate(() => getComputedStyle(document.body.parentElement).backgroundColor);

    await test('it is dark or light as the system is, until somebody chooses', async () => {
        const light = await ground();
        await page.theme('dark');
        await page.until(() => document.documentElement.dataset.theme === 'dark');
        const dark = await ground();
        check(light !== dark, 'the ground has one colour in both');
        await page.click('[data-action="theme"]');
        equal(await ground(), light, 'after a click');
        await page.theme('light');
        await page.click('[data-action="theme"]');
        equal(await ground(), dark, 'against the system');
        await page.click('[data-action="theme"]');
    });

    await test('? lists the keys, of the view as well', async () => {
        await page.view('replay');
        await page.key('?', { shift: true, text: '?' });
        const text = await page.until(() => document.querySelector('dialog[open]')?.textContent);
        check(text.includes('play or pause') && text.includes('Everywhere'), text);
        await page.key('Escape');
        await page.until(() => document.querySelector('dialog[open]') === null);
    });

    await test('a page begins with what says most, and never with the list of findings', async () => {
        const files = readdirSync(samples).filter(file => /\.[a-z]+$/.test(file) && !/\.(md|sh)$/.test(file)).sort().map(sample);
        writeFileSync(scratch('cut.vcr'), readFileSync(sample('race.vcr')).subarray(0, 400_000));
        run('report', '--partial', ...files, scratch('cut.vcr'), '-o', scratch('all.html'));
        const all = await browser.open(`file://${scratch('all.html')}`);
        await all.ready();
        const current = () => all.evaluate(() => document.querySelector('[data-view][aria-current]').dataset.view);
        equal(await current(), 'results', 'a race among other files');
        const documents = await all.evaluate(() => [...document.querySelectorAll('[data-document]')].map(each => each.dataset.document));
        equal(documents.length, files.length + 1, 'files');
        for (const file of documents) {
            await all.evaluate(name => { location.hash = `#file=${encodeURIComponent(name)}`; }, file);
            await all.until(name => document.querySelector('.document.chosen').dataset.document === name && document.documentElement.dataset.state === 'ready' && document.querySelector('[data-panel]'), file);
            check((await current()) !== 'findings', `${file} begins with its findings`);
        }
        await all.close();
    });

    await test('digits go to views', async () => {
        const views = await page.evaluate(() => [...document.querySelectorAll('[data-view]')].map(each => each.dataset.view));
        for (const number of [1, 4]) {
            await page.key(String(number));
            await page.until(view => document.querySelector(`[data-panel="${view}"]`) !== null, views[number - 1]);
        }
    });

    await test('back and forth between addresses goes back and forth between views', async () => {
        await page.evaluate(() => { location.hash = '#view=incidents'; });
        await page.until(() => document.querySelector('[data-panel="incidents"]') !== null);
    });

    await test('an address is read as a whole: no view is entered on the way to the one it names', async () => {
        const both = await browser.open(report('both.html', sample('race.vcr'), sample('lap.raf')));
        await both.ready();
        const files = await both.evaluate(() => [...document.querySelectorAll('[data-document]')].map(each => each.dataset.document));
        check(files.length >= 2, `files: ${files}`);
        await both.evaluate(() => { location.hash = '#file=race.vcr&view=replay'; });
        await both.until(() => document.querySelector('[data-panel="replay"]') !== null);
        await both.evaluate(() => {
            window.entered = [];
            new MutationObserver(records => { // what was there for a moment only is in them too
                const added = records.flatMap(record => [...record.addedNodes]).filter(node => node.nodeType === Node.ELEMENT_NODE);
                for (const node of added) if (node.matches('[data-view][aria-current]')) window.entered.push(node.dataset.view);
            }).observe(document.body, { childList: true, subtree: true });
            location.hash = '#file=lap.raf&view=findings';
        });
        await both.until(() => document.querySelector('[data-panel="findings"]') !== null);
        equal([...new Set(await both.evaluate(() => window.entered))], ['findings']);
        await both.close?.();
    });

    await test('there are landmarks, one first heading, and a name on every control', async () => {
        equal(await page.evaluate(() => ['header', 'main', 'nav[aria-label]', 'aside[aria-label]'].map(each => document.querySelectorAll(each).length)), [1, 1, 1, 1]);
        equal(await page.evaluate(() => document.querySelectorAll('h1').length), 1);
        for (const view of await page.evaluate(() => [...document.querySelectorAll('[data-view]')].map(each => each.dataset.view))) {
            await page.view(view);
            const nameless = await page.evaluate(() => [...document.querySelectorAll('button, select, input, textarea, canvas[tabindex], [role="img"]')].filter(each =>
                !(each.getAttribute('aria-label') || each.textContent.trim() || each.closest('label')?.textContent.trim())).map(each => each.outerHTML.slice(0, 120)));
            equal(nameless, [], `controls without a name in ${view}`);
            const levels = await page.evaluate(() => [...document.querySelectorAll('h1, h2, h3')].map(each => Number(each.tagName[1])));
            check(levels.every((level, i) => i === 0 || level <= levels[i - 1] + 1), `headings jump in ${view}: ${levels}`);
        }
    });

    await test('text has contrast enough in both themes', async () => {
        for (const theme of ['light', 'dark']) {
            await page.theme(theme);
            await page.until(wanted => document.documentElement.dataset.theme === wanted || (document.querySelector('[data-action="theme"]').click(), false), theme);
            const low = await page.evaluate(() => {
                const value = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
                const light = hex => {
                    const [r, g, b] = [1, 3, 5].map(i => parseInt(hex.slice(i, i + 2), 16) / 255).map(v => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
                    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
                };
                const ratio = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
                const pairs = [['--text', '--ground'], ['--muted', '--ground'], ['--muted', '--panel'], ['--text', '--accent-soft'], ['--muted', '--accent-soft'], ['--sound', '--sound-soft'], ['--doubtful', '--doubtful-soft'], ['--bad', '--bad-soft'], ['--accent', '--ground'], ['--best', '--ground'], ['--event', '--map']];
                return pairs.map(([a, b]) => [a, b, ratio(value(a), value(b))]).filter(each => each[2] < 4.5);
            });
            equal(low, [], `low contrast, ${theme}`);
        }
    });

    await test('nothing is wider than a phone', async () => {
        for (const where of [address, report('three.html', ...['lap.raf', 'lap-2.raf', 'lap-3.raf'].map(sample))]) {
            const phone = await browser.open(where, { width: 390, height: 844, ratio: 3, mobile: true });
            await phone.ready();
            for (const view of await phone.evaluate(() => [...document.querySelectorAll('[data-view]')].map(each => each.dataset.view))) {
                await phone.view(view);
                await phone.drawn();
                equal(await phone.evaluate(() => document.documentElement.scrollWidth), 390, `width of ${view}`);
            }
            quiet(phone, where);
            await phone.close();
        }
    });

    await test('printed, it is light and without controls', async () => {
        await page.view('results');
        const { data } = await page.send('Page.printToPDF', { printBackground: true });
        check(Buffer.from(data, 'base64').length > 20_000, 'the PDF is empty');
        await page.send('Emulation.setEmulatedMedia', { media: 'print' });
        equal(await page.evaluate(() => [...document.querySelectorAll('.tabs, .side, .tools, .table-tools')].filter(each => getComputedStyle(each).display !== 'none').length), 0);
        await page.send('Emulation.setEmulatedMedia', { media: '' });
    });

    await test('what has not come into the page yet is printed, too', async () => {
        const slow = await browser.open(address, { before: 'window.requestAnimationFrame = () => 0' }); // no frame ever comes
        await slow.until(() => document.querySelector('.view[aria-busy="true"]') !== null);
        const unseen = () => slow.evaluate(() => [...document.querySelectorAll('.view :is(tr, figure)')].filter(part => part.getClientRects().length === 0).length);
        check((await unseen()) > 0, 'all of it is there at once');
        equal(await slow.evaluate(() => document.documentElement.dataset.state), 'loading', 'state');
        await slow.send('Emulation.setEmulatedMedia', { media: 'print' });
        equal(await unseen(), 0, 'rows and charts that are not printed');
        equal(slow.problems, [], 'problems in the console');
        await slow.close();
    });

    await test('3D prints light, whatever the theme is', async () => {
        const scan = report('scan.html', sample('scan.rld'));
        for (const [where, what] of [[`${address}#view=replay&t=150`, 'race'], [`${scan}#view=surface`, 'surface']]) {
            const dark = await browser.open(where, { theme: 'dark' });
            await dark.ready();
            if (what === 'race') await dark.click('[data-action="space"]');
            await dark.until(() => document.querySelector('.race-space:not([hidden]) canvas, .space canvas') !== null);
            await dark.drawn();
            const { data } = await dark.send('Page.printToPDF', { printBackground: true }), means = lightOfPictures(Buffer.from(data, 'base64'));
            check(means.length > 0, `${what}: nothing is printed of 3D`);
            check(means.at(-1) > 150, `${what}: pictures are as light as ${means.map(Math.round)}`);
            equal(await dark.evaluate(() => document.querySelectorAll('.printed').length), 0, 'copies that stay');
            await dark.close();
        }
    });

    await test('the bytes print on a sheet or two, not as high as the file', async () => {
        const bytes = await browser.open(report('print.html', sample('race.vcr')) + '#view=bytes');
        await bytes.ready();
        await bytes.until(() => document.querySelector('.field-told') !== null);
        const { data } = await bytes.send('Page.printToPDF', {});
        const sheets = Buffer.from(data, 'base64').toString('latin1').match(/\/Type ?\/Page\b/g).length;
        check(sheets <= 2, `${sheets} sheets`);
        await bytes.close();
    });

    await test('a filter takes the names of columns as headers show them, and says where one is none', async () => {
        const laps = await browser.open(report('filter.html', sample('race.vcr')) + '#view=tables&table=laps');
        await laps.ready();
        const filtered = async text => {
            await laps.evaluate(wanted => {
                const filter = document.querySelector('.filter');
                filter.value = wanted;
                filter.dispatchEvent(new Event('input'));
            }, text);
            // It waits a while for more typing: the page's own timers come one after the other, however slow it is.
            await laps.evaluate(() => new Promise(resolve => setTimeout(resolve, 400)));
            await laps.until(() => !document.querySelector('.table-status').textContent.includes('working'));
            return laps.evaluate(() => [Number(document.querySelector('table[data-table="laps"]').dataset.shown), document.querySelector('.table-status').textContent]);
        };
        const { laps: rows } = answer('laps', sample('race.vcr'));
        const middle = rows.map(row => row.lap_time).filter(time => time !== null).sort((a, b) => a - b)[10], slow = rows.filter(row => row.lap_time !== null && row.lap_time > middle).length;
        check(slow > 0 && slow < rows.length, `${slow} of ${rows.length} laps are slow`);
        equal((await filtered(`lap time > ${middle}`))[0], slow, 'lap time');
        equal((await filtered(`lap_time > ${middle}`))[0], slow, 'lap_time');
        const [none, told] = await filtered('tyre > 3');
        equal(none, 0, 'rows of a column that is not there');
        check(told.includes('there is no column “tyre”'), told);
        await laps.close();
    });

    await test('there is no style attribute in what the page was loaded with, and the policy is strict', async () => {
        const policy = await page.evaluate(() => document.querySelector('meta[http-equiv="Content-Security-Policy"]').content);
        check(policy.startsWith("default-src 'none'") && !policy.includes('unsafe-inline'), policy);
    });

    await test('two files of one name are two files', async () => {
        const twice = await browser.open(report('twice.html', sample('lap-2.raf'), sample('lap-2.raf')));
        await twice.ready();
        equal(await twice.evaluate(() => document.querySelectorAll('[data-document="lap-2.raf"]').length), 2);
        await twice.evaluate(() => document.querySelectorAll('[data-document="lap-2.raf"]')[1].click());
        await twice.until(() => document.querySelectorAll('[data-document]')[1].classList.contains('chosen') && document.documentElement.dataset.state === 'ready');
        await twice.close();
    });

    await test('nothing went wrong, nothing was asked of a network', async () => quiet(page, address));

    for (const [what, found, made] of [['another version', '"version":1,', '"version":999,'], ['no version', '"version":1,', '']]) await test(`data of ${what} is refused, and the page says so`, async () => {
        const html = readFileSync(address.replace('file://', ''), 'utf8');
        check(html.includes(`id="paddock-bundle">{${found}`), 'the manifest begins with its version');
        writeFileSync(scratch('version.html'), html.replace(`id="paddock-bundle">{${found}`, `id="paddock-bundle">{${made}`));
        const other = await browser.open(`file://${scratch('version.html')}`);
        equal(await other.ready(), 'error', 'state');
        const alert = await other.evaluate(() => document.querySelector('[role="alert"]').textContent);
        check(/data (of version 999|without a version), and this page reads version 1/.test(alert), alert);
        await other.close();
    });

    const lacks = [
        ['getContext', 'delete HTMLCanvasElement.prototype.getContext', 'getContext'],
        ['pictures, as where they are forbidden', 'HTMLCanvasElement.prototype.getContext = () => null', 'getContext'],
        ['pictures, with an error', "HTMLCanvasElement.prototype.getContext = () => { throw new Error('forbidden'); }", 'getContext'],
        ['ResizeObserver', 'delete window.ResizeObserver', 'ResizeObserver'],
    ];
    for (const [what, before, named] of lacks) await test(`a browser without ${what} is told so, and shows the main answer`, async () => {
        const poor = await browser.open(address, { before });
        equal(await poor.ready(), 'error', 'state');
        const alert = await poor.evaluate(() => document.querySelector('[role="alert"]').textContent);
        check(alert.includes(named) && alert.includes('another browser'), alert);
        equal(poor.problems, [], 'problems');
        check(await poor.evaluate(() => document.body.innerText.includes('A. Varga')), 'the results are not there');
    });
});
