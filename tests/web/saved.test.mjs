// What the buttons give: CSV, JSON and the clipboard beside `paddock table`, PNG beside `paddock images`, the page to send beside
// `paddock report`.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { answer, check, equal, giveTo, hasLibrary, livePage, quiet, report, run, sample, scratch, skip, test, withBrowser } from './support.mjs';

await withBrowser(async browser => {
    await browser.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: scratch('saved') });
    await browser.send('Browser.grantPermissions', { permissions: ['clipboardReadWrite', 'clipboardSanitizedWrite'] });
    const saved = async (name, tries = 500) => {
        for (let i = 0; i < tries; i++) {
            // its name is taken before its bytes are there
            const bytes = existsSync(scratch(`saved/${name}`)) ? readFileSync(scratch(`saved/${name}`)) : Buffer.alloc(0);
            if (bytes.length > 0) {
                rmSync(scratch(`saved/${name}`));
                return bytes;
            }
            await new Promise(resolve => setTimeout(resolve, 40));
        }
        throw new Error(`${name} was not saved`);
    };
    // Chromium drops downloads beyond the tenth in a few seconds: the button is pressed again after a while.
    const save = async (page, action, name) => {
        for (let attempt = 0; attempt < 5; attempt++) {
            await page.click(`[data-panel="tables"] [data-action="${action}"]`);
            const bytes = await saved(name, 100).catch(() => null);
            if (bytes !== null) return bytes;
        }
        throw new Error(`${name} was not saved`);
    };
    const clipboard = page => page.evaluate(() => navigator.clipboard.readText());
    const openTable = async (page, file, name) => {
        await page.click(`[data-document="${file}"] [data-open-table="${name}"]`);
        await page.until(wanted => document.querySelector(`[data-panel="tables"] table[data-table="${wanted}"]`) !== null, name);
    };

    const race = report('race.html', sample('race.vcr'));
    const page = await browser.open(race);
    await page.ready();
    await test('CSV, JSON and copies of tables are what the command prints', async () => {
        for (const name of ['results', 'laps', 'incidents', 'incident_parties', 'corner_times', 'positions', 'drivers', 'penalties', 'contacts']) {
            await openTable(page, 'race.vcr', name);
            const csv = run('table', sample('race.vcr'), name);
            equal((await save(page, 'save-csv', `race.vcr-${name}.csv`)).toString(), csv, `CSV of ${name}`);
            const rows = run('table', sample('race.vcr'), name, '--format', 'jsonl').trim().split('\n').map(line => JSON.parse(line));
            equal(JSON.parse((await save(page, 'save-json', `race.vcr-${name}.json`)).toString()), rows, `JSON of ${name}`);
            await page.evaluate(() => document.querySelector('[data-panel="tables"] .table-status').textContent = '');
            await page.click('[data-panel="tables"] [data-action="copy"]');
            await page.until(() => document.querySelector('[data-panel="tables"] .table-status').textContent.includes('copied'));
            const copied = (await clipboard(page)).replace(/\r\n/g, '\n').split('\n').map(line => line.split('\t'));
            equal(copied.length, rows.length + 1, `lines copied of ${name}`);
            equal(copied[0], csv.split('\n')[0].split(','), `columns copied of ${name}`);
            for (const [i, row] of rows.entries()) equal(copied[i + 1][0], String(Object.values(row)[0] ?? ''), `row ${i} of ${name}`);
        }
    });
    await test('only rows that pass the filter are given, in the order shown', async () => {
        await openTable(page, 'race.vcr', 'laps');
        await page.click('[data-panel="tables"] th[data-column="lap_time"] button');
        await page.evaluate(() => {
            const input = document.querySelector('[data-panel="tables"] input[type="search"]');
            input.value = 'clean = true';
            input.dispatchEvent(new Event('input'));
        });
        const wanted = answer('laps', sample('race.vcr')).laps.filter(lap => lap.clean).map(lap => lap.lap_time).sort((a, b) => a - b);
        await page.until(count => document.querySelector('[data-panel="tables"] table').dataset.shown === String(count), wanted.length);
        await page.click('[data-panel="tables"] [data-action="save-json"]');
        equal(JSON.parse((await saved('race.vcr-laps.json')).toString()).map(row => row.lap_time), wanted);
    });
    await test('the text of an incident goes onto the clipboard as it is shown, and says what the command measured', async () => {
        await page.view('incidents');
        const { incidents, incident_parties: parties } = answer('incidents', sample('race.vcr'));
        for (const [row, incident] of incidents.entries()) {
            await page.evaluate(wanted => document.querySelectorAll('table[data-table="incidents"] tbody tr')[wanted].click(), row);
            await page.until(id => document.querySelector('[data-incident]')?.dataset.incident === id, incident.incident);
            await page.click('[data-action="copy-incident"]');
            await page.until(() => document.querySelector('.incident-detail [role="status"]').textContent === 'Copied');
            const text = await clipboard(page);
            equal(text.replace(/\r\n/g, '\n'), await page.evaluate(() => document.querySelector('[data-incident-text]').value), `incident ${row}`);
            check(text.includes('race.vcr') && text.includes(incident.incident) && (incident.lap === null || text.includes(`lap ${incident.lap},`)), text);
            check(text.includes(incident.sentence) && text.includes(`Why: ${incident.reason}`), text);
            for (const party of parties.filter(each => each.incident === incident.incident)) {
                const line = text.split('\n').find(each => each.startsWith(`- ${party.driver}:`));
                check(line, `${party.driver} is not in: ${text}`);
                if (party.speed_before !== null && party.speed_after !== null) check(line.includes(`${(party.speed_before * 3.6).toFixed(0)} km/h to ${(party.speed_after * 3.6).toFixed(0)} km/h`), `${line}: ${party.speed_before} ${party.speed_after}`);
                equal(line.includes('was behind'), party.behind === true, line);
                if (party.positions_lost > 0) check(line.includes(`lost ${party.positions_lost} place`), line);
                equal(line, `- ${party.driver}: ${party.sentence}`);
            }
        }
    });
    await test('the console is empty', async () => quiet(page, race));
    await page.close();

    await test('a picture is saved as the PNG that images writes', async () => {
        const address = report('pictures.html', sample('pictures.fsh')), pictures = await browser.open(address);
        await pictures.ready();
        const { images } = answer('info', sample('pictures.fsh'));
        run('images', sample('pictures.fsh'), scratch('art'));
        await pictures.until(() => document.querySelector('canvas.large') !== null);
        await pictures.click('.picture-detail .icon-button');
        const both = [await saved(`${images[0].name}.png`), readFileSync(`${scratch('art')}/${images[0].name}.png`)].map(bytes => bytes.toString('base64'));
        const pixels = await pictures.evaluate(async files => Promise.all(files.map(async base64 => {
            const image = new Image();
            image.src = `data:image/png;base64,${base64}`;
            await image.decode();
            const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height }), context = canvas.getContext('2d');
            context.drawImage(image, 0, 0);
            return [image.width, image.height, ...context.getImageData(0, 0, image.width, image.height).data];
        })), both);
        equal(pixels[0].length, pixels[1].length, 'size');
        check(pixels[0].every((value, i) => Math.abs(value - pixels[1][i]) <= 1), 'it looks otherwise');
        await pictures.close();
    });

    if (!hasLibrary) {
        skip('a page to send', 'paddock.wasm is not built: make wasm');
        return;
    }
    await test('a page to send is the report of the opened files, and begins at the incident', async () => {
        const live = await browser.open(livePage());
        await live.ready();
        await giveTo(live, sample('race.vcr'));
        await live.view('incidents');
        const { incidents } = answer('incidents', sample('race.vcr'));
        await live.evaluate(() => document.querySelectorAll('table[data-table="incidents"] tbody tr')[5].click());
        await live.until(id => document.querySelector('[data-incident]')?.dataset.incident === id, incidents[5].incident);
        await live.click('[data-action="save-incident"]');
        const title = await live.evaluate(() => document.querySelector('[data-incident] h3').textContent);
        const sent = (await saved(`race - ${title.toLowerCase()}.html`)).toString(), made = readFileSync(scratch('race.html'), 'utf8');
        const policy = text => /Content-Security-Policy" content="([^"]*)"/.exec(text)[1], blocks = text => (text.match(/<script type="text\/plain"/g) ?? []).length;
        equal([policy(sent), blocks(sent)], [policy(made), blocks(made)], 'policy and blocks');
        check(Math.abs(sent.length - made.length) < 0.01 * made.length, `${sent.length} and ${made.length} bytes`);
        await live.view('laps');
        await live.click('[data-action="save-page"]');
        const start = /data-start="([^"]*)"/.exec((await saved('race.html')).toString())?.[1];
        check(start?.includes('view=laps'), `it begins at ${start}`);
        equal(live.problems, [], 'problems');
        await live.close();

        writeFileSync(scratch('sent.html'), sent);
        const address = `file://${scratch('sent.html')}`, friend = await browser.open(address);
        equal(await friend.ready(), 'ready');
        equal(await friend.evaluate(() => [document.querySelector('[data-panel]').dataset.panel, document.querySelector('[data-incident]').dataset.incident]), ['incidents', incidents[5].incident]);
        quiet(friend, address);
        await friend.close();
    });
});
