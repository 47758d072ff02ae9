// What stewards decided, edited in the page: beside `paddock standings --rulings` and `paddock laps --rulings`.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { answer, board, boardOf, cell, check, close, equal, giveTo, hasLibrary, livePage, quiet, report, run, sample, scratch, skip, tableRows, test, tree, withBrowser } from './support.mjs';

const race = sample('race.vcr');
const list = page => page.evaluate(() => [...document.querySelectorAll('[data-rulings] li .ruling-text')].map(item => item.textContent));
const set = (page, fields) => page.evaluate(given => {
    for (const [field, value] of Object.entries(given)) {
        const input = document.querySelector(`[data-field="${field}"]`);
        input.value = value;
        input.dispatchEvent(new Event('change'));
    }
}, fields);
const problem = page => page.evaluate(() => [...document.querySelectorAll('[data-problem]')].filter(each => !each.hidden).map(each => [each.dataset.problem, each.textContent.replace(/[\u2066-\u2069]/g, ''), document.activeElement.dataset.field]));
async function add(page, fields) {
    const before = await page.evaluate(() => document.querySelectorAll('[data-ruling]').length);
    await page.click('[data-action="add-ruling"]');
    await set(page, fields);
    await page.click('[data-action="save-ruling"]');
    await page.until(count => document.querySelectorAll('[data-ruling]').length === count, before + 1);
}
// The page's tables beside the command's, with this table of rulings (null = none).
async function beside(page, csv, file = race, given = []) {
    let options = given;
    if (csv !== null) {
        writeFileSync(scratch('wanted.csv'), csv);
        options = [...given, '--rulings', scratch('wanted.csv')];
    }
    const { results } = answer('standings', file, ...options), { laps } = answer('laps', file, ...options);
    await page.view('results');
    await page.until(wanted => {
        const table = document.querySelector('table[data-table="results"]'), heads = table ? [...table.querySelectorAll('th[data-column]')].map(head => head.dataset.column) : [];
        return table !== null && JSON.stringify([...table.tBodies[0].rows].map(row => row.cells[heads.indexOf('driver')]?.dataset.value)) === wanted;
    }, JSON.stringify(results.map(row => row.driver)));
    const rows = await tableRows(page, 'results');
    equal('recorded_position' in rows[0], options.length > 0, 'the recorded position is shown');
    for (const [i, row] of rows.entries()) {
        for (const column of ['position', 'recorded_position', 'driver', 'laps', 'status', 'best_lap', 'rulings']) if (column in row) equal(row[column], cell(results[i][column]), `${column} of row ${i}`);
        for (const column of ['total_time', 'gap', 'interval', 'best_lap_time']) {
            if (results[i][column] === null) equal(row[column] ?? '', '', `${column} of row ${i}`); // or not shown
            else close(Number(row[column]), results[i][column], 1e-9, `${column} of row ${i}`);
        }
    }
    await page.view('laps');
    for (const [i, row] of (await tableRows(page, 'laps')).entries()) equal([row.driver, row.lap, row.counts, row.clean, row.reasons], [laps[i].driver, laps[i].lap, laps[i].counts, laps[i].clean, laps[i].reasons].map(cell), `lap ${i}`);
    await page.view('results');
}
const saved = async name => {
    for (let i = 0; i < 500; i++) {
        const bytes = existsSync(scratch(`saved/${name}`)) ? readFileSync(scratch(`saved/${name}`)) : Buffer.alloc(0);
        if (bytes.length > 0) {
            rmSync(scratch(`saved/${name}`));
            return bytes.toString();
        }
        await new Promise(resolve => setTimeout(resolve, 40));
    }
    throw new Error(`${name} was not saved`);
};

await withBrowser(async browser => {
    await browser.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: scratch('saved') });
    const address = report('race.html', race), page = await browser.open(address);
    const { results: recorded } = answer('standings', race), names = recorded.map(row => row.driver);
    await page.ready();

    await test('a page begins without rulings', async () => {
        equal(await list(page), []);
        await beside(page, null);
    });
    let charts = [];
    const drawn = async () => {
        await page.until(() => document.querySelectorAll('.charts canvas').length === 2);
        await page.drawn();
        return page.evaluate(() => [...document.querySelectorAll('.charts canvas')].map(canvas => canvas.toDataURL()));
    };
    await test('a time penalty changes the results at once', async () => {
        charts = await drawn();
        await add(page, { driver: names[0], kind: 'time', value: '500', reason: 'unsafe "return"' });
        equal(await list(page), [`${names[0]}: +500 s (unsafe "return")`]);
        equal(await page.evaluate(() => document.activeElement.dataset.action), 'add-ruling', 'the focus');
        await beside(page, `driver,kind,value,reason\n${names[0]},time,500,"unsafe ""return"""\n`);
        const sentence = await page.evaluate(() => document.querySelector('.answer').textContent);
        check(sentence.startsWith(names[1]), sentence);
    });
    await test('the order at the end of the replay, and the charts, are the result', async () => {
        writeFileSync(scratch('wanted.csv'), `driver,kind,value\n${names[0]},time,500\n`);
        const { results } = answer('standings', race, '--rulings', scratch('wanted.csv'));
        for (const [i, picture] of (await drawn()).entries()) check(picture !== charts[i], `chart ${i} is as it was before the ruling`);
        await page.view('replay');
        await page.evaluate(() => {
            const input = document.querySelector('[data-panel="replay"] [data-action="seek"]');
            input.value = input.max;
            input.dispatchEvent(new Event('input'));
        });
        equal(await board(page), boardOf(results), 'order and gaps at the end');
        check((await page.evaluate(() => document.querySelector('.leaderboard .note').textContent)).includes('rulings'), 'that rulings are in it');
        await page.evaluate(() => {
            const input = document.querySelector('[data-panel="replay"] [data-action="seek"]');
            input.value = '100';
            input.dispatchEvent(new Event('input'));
        });
        equal(await page.evaluate(() => document.querySelector('.leaderboard .note').hidden), true, 'during the race nobody knows the result');
        await page.view('results');
    });
    await test('wrong values are refused at their field, with what there is', async () => {
        await page.click('[data-action="add-ruling"]');
        await set(page, { kind: 'time', value: 'fast' });
        await page.click('[data-action="save-ruling"]');
        equal(await problem(page), [['value', 'time takes seconds, such as 5 or -2.5, not "fast"', 'value']]);
        await set(page, { driver: names[2], kind: 'lap_invalid', lap: '77' });
        await page.click('[data-action="save-ruling"]');
        const [[field, text, focus]] = await problem(page);
        equal([field, focus], ['lap', 'lap']);
        check(/has no lap 77; there are laps 1 to \d+$/.test(text), text);
        await page.evaluate(() => document.querySelector('[data-field="lap"]').focus());
        await page.key('Escape');
        await page.until(() => document.querySelector('[data-ruling-form]') === null);
        equal((await list(page)).length, 1, 'rulings');
    });
    const best = recorded[1].best_lap;
    await test('a lap that does not count is nobody\'s best, and the laps say so', async () => {
        await add(page, { driver: names[1], kind: 'lap_invalid', lap: String(best) });
        await add(page, { driver: names[2], kind: 'disqualify' });
        await add(page, { driver: names[3], kind: 'positions', value: '2', incident: '' });
        await beside(page, `driver,kind,value,lap,reason\n${names[0]},time,500,,"unsafe ""return"""\n${names[1]},lap_invalid,,${best},\n${names[2]},disqualify,,,\n${names[3]},positions,2,,\n`);
    });
    await test('a ruling is changed, removed, and the last change undone', async () => {
        await page.click('[data-ruling="0"] [data-action="edit-ruling"]');
        equal(await page.evaluate(() => ['driver', 'kind', 'value', 'reason'].map(field => document.querySelector(`[data-field="${field}"]`).value)), [names[0], 'time', '500', 'unsafe "return"']);
        await set(page, { value: '2,5' });
        await page.click('[data-action="save-ruling"]');
        await page.until(() => document.querySelector('[data-ruling="0"] .ruling-text').textContent.includes('+2.5 s'));
        await page.click('[data-ruling="2"] [data-action="remove-ruling"]');
        await page.until(() => document.querySelectorAll('[data-ruling]').length === 3);
        const changed = `driver,kind,value,lap,reason\n${names[0]},time,2.5,,"unsafe ""return"""\n${names[1]},lap_invalid,,${best},\n${names[3]},positions,2,,\n`;
        await beside(page, changed);
        await page.click('[data-action="undo-rulings"]');
        await page.until(() => document.querySelectorAll('[data-ruling]').length === 4);
        await page.click('[data-action="remove-ruling"]');
        await page.click('[data-action="undo-rulings"]');
        await page.until(() => document.querySelectorAll('[data-ruling]').length === 4);
    });
    await test('the table that is saved is one that the command takes, and the page reads it again', async () => {
        await page.click('[data-action="save-rulings"]');
        const csv = await saved('race-rulings.csv');
        await beside(page, csv);
        equal(csv.split('\n')[1], `${names[0]},time,2.5,,race.vcr,"unsafe ""return"""`);
        writeFileSync(scratch('given.csv'), `\ufeffdriver;kind;value;file\r\n${names[4]};Time;-1,5;race.vcr\r\n`);
        await page.giveFiles('[data-action="open-rulings"]', [scratch('given.csv')]);
        await page.until(() => document.querySelectorAll('[data-ruling]').length === 1);
        await beside(page, `driver,kind,value\n${names[4]},time,-1.5\n`);
        await page.click('[data-action="undo-rulings"]');
        await page.until(() => document.querySelectorAll('[data-ruling]').length === 4);
    });
    await test('a table that is wrong changes nothing, and says which line', async () => {
        for (const [text, message] of [['driver,kind\nNobody,note\n', 'line 2: there is no driver "Nobody"; there are: '], ['driver,kind,file\n0,note,other.vcr\n', 'line 2: there is no file "other.vcr"; there are: race.vcr']]) {
            writeFileSync(scratch('wrong.csv'), text);
            await page.giveFiles('[data-action="open-rulings"]', [scratch('wrong.csv')]);
            await page.until(wanted => document.querySelector('[data-rulings-problem]').textContent.includes(wanted), message);
            equal((await list(page)).length, 4, 'rulings');
        }
    });
    await test('a saved page opens with the list', async () => {
        const before = await list(page), order = (await tableRows(page, 'results')).map(row => [row.driver, row.recorded_position, row.gap]);
        await page.click('[data-action="save-page"]');
        const text = await saved('race.html');
        check(text.includes('Rulings were changed in this page'), 'readers without JavaScript are not told');
        writeFileSync(scratch('decided.html'), text);
        const other = `file://${scratch('decided.html')}`, friend = await browser.open(other, { width: 390, height: 800, mobile: true });
        equal(await friend.ready(), 'ready');
        equal(await list(friend), before);
        equal((await tableRows(friend, 'results')).map(row => [row.driver, row.recorded_position, row.gap]), order);
        equal(await friend.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, 'the page is no wider than the screen');
        await friend.click('[data-action="add-ruling"]');
        equal(await friend.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, 'nor with the form');
        quiet(friend, other);
        await friend.close();
    });
    await test('the keyboard is enough', async () => {
        await page.evaluate(() => document.querySelector('[data-action="add-ruling"]').focus());
        await page.key('Enter', { text: '\r' });
        await page.until(() => document.activeElement.dataset.field === 'driver');
        await set(page, { kind: 'note', reason: 'seen' });
        await page.evaluate(() => document.querySelector('[data-field="reason"]').focus());
        await page.key('Enter', { text: '\r' });
        await page.until(() => document.querySelectorAll('[data-ruling]').length === 5);
        await page.click('[data-action="undo-rulings"]');
    });
    await test('the console is empty', async () => quiet(page, address));
    await page.close();

    await test('a report with rulings begins with them, and can leave them', async () => {
        const csv = `driver,kind,value,lap\n${names[0]},time,30,\n${names[1]},lap_invalid,,${best}\n`;
        writeFileSync(scratch('own.csv'), csv);
        const own = report('own.html', race, '--rulings', scratch('own.csv')), ruled = await browser.open(own);
        await ruled.ready();
        equal((await list(ruled)).length, 2, 'rulings');
        await beside(ruled, csv);
        for (const left of [1, 0]) {
            await ruled.click('[data-action="remove-ruling"]');
            await ruled.until(count => document.querySelectorAll('[data-ruling]').length === count, left);
        }
        await beside(ruled, null);
        quiet(ruled, own);
        await ruled.close();
    });
    await test('official results follow rulings as the command does, and there is no replay to look at', async () => {
        const file = path.join(tree, 'tests/files/results_xml/race.xml'), official = report('official.html', file), page = await browser.open(official);
        await page.ready();
        check(!(await page.evaluate(() => ['replay', 'compare', 'map'].some(name => document.querySelector(`nav [data-view="${name}"], [role="tablist"] [data-view="${name}"]`)))), 'no view of motion');
        check(await page.evaluate(() => document.body.textContent.includes('Official results, as the game wrote them at the end')), 'the page says that they are official');
        await beside(page, null, file);
        await add(page, { driver: 'A. Varga', kind: 'time', value: '60' });
        await beside(page, 'driver,kind,value\nA. Varga,time,60\n', file);
        await add(page, { driver: 'C. Lind', kind: 'disqualify' });
        await beside(page, 'driver,kind,value\nA. Varga,time,60\nC. Lind,disqualify,\n', file);
        quiet(page, official);
        await page.close();
    });
    await test('in a practice, places follow best laps, and times are not offered', async () => {
        run('synth', 'vcr', scratch('practice.vcr'), '--session', 'practice', '--minutes', '6', '--cars', '5', '--seed', '2');
        const own = report('practice.html', scratch('practice.vcr')), practice = await browser.open(own);
        await practice.ready();
        await practice.view('results');
        const first = answer('standings', scratch('practice.vcr')).results[0];
        await practice.click('[data-action="add-ruling"]');
        equal(await practice.evaluate(() => [...document.querySelector('[data-field="kind"]').options].map(option => option.value)), ['positions', 'points', 'disqualify', 'lap_invalid', 'lap_valid', 'note']);
        await practice.click('[data-action="cancel-ruling"]');
        await add(practice, { driver: first.driver, kind: 'lap_invalid', lap: String(first.best_lap) });
        await beside(practice, `driver,kind,lap\n${first.slot},lap_invalid,${first.best_lap}\n`, scratch('practice.vcr'));
        quiet(practice, own);
        await practice.close();
    });

    if (!hasLibrary) {
        skip('rulings of opened files', 'paddock.wasm is not built: make wasm');
        return;
    }
    await test('rulings of opened files name their file, and are in the page that is saved', async () => {
        const live = await browser.open(livePage());
        await live.ready();
        await giveTo(live, race);
        await live.view('results');
        await add(live, { driver: names[0], kind: 'time', value: '500' });
        await beside(live, `driver,kind,value\n${names[0]},time,500\n`);
        run('synth', 'vcr', scratch('second.vcr'), '--session', 'race', '--laps', '2', '--cars', '4', '--seed', '5');
        await giveTo(live, scratch('second.vcr'));
        await live.view('results');
        equal(await list(live), [], 'the second file has none');
        check((await live.evaluate(() => document.querySelector('[data-rulings-status]').textContent)).includes('1 ruling of other files'), 'that others have some');
        await live.click('[data-action="save-page"]');
        writeFileSync(scratch('both.html'), await saved('paddock.html'));
        await live.close();
        const both = `file://${scratch('both.html')}`, friend = await browser.open(`${both}#file=race.vcr&view=results`);
        await friend.ready();
        equal(await list(friend), [`${names[0]}: +500 s`]);
        await beside(friend, `driver,kind,value\n${names[0]},time,500\n`);
        await friend.close();
    });

    await test('a replay and its results file that are opened together are one race with official results', async () => {
        const official = scratch('official.xml'), tables = ['standings', 'laps'].map(verb => [verb, scratch(`${verb}.json`)]);
        for (const [verb, file] of tables) writeFileSync(file, run(verb, race, '--json'));
        const changes = [`penalty=${names[0]}:100`, `out=${names[2]}`, `left=${names[3]}`, 'joined=Zoe Late'];
        execFileSync('python3', [path.join(tree, 'tests/cli/results_of.py'), ...tables.map(([, file]) => file), official, ...changes]);
        const given = ['--results', official];
        for (const order of [[race, official], [official, race]]) {
            const address = livePage(), live = await browser.open(address);
            await live.ready();
            await giveTo(live, ...order);
            await live.click('[data-document="race.vcr"] .document-head');
            await live.until(() => document.querySelector('[data-document="race.vcr"]').classList.contains('chosen') && document.documentElement.dataset.state === 'ready');
            await beside(live, null, race, given);
            check(await live.evaluate(() => document.body.textContent.includes('Official results, from a results file')), 'the page says so');
            await add(live, { driver: names[1], kind: 'time', value: '500' });
            await beside(live, `driver,kind,value\n${names[1]},time,500\n`, race, given);
            quiet(live, address);
            await live.close();
        }
    });
});
