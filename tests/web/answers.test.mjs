// Answers in the page beside those of the command, value by value, of every sample.
import { check, equal, quiet, report, run, sample, samples, test, withBrowser } from './support.mjs';
import { readdirSync } from 'node:fs';

const files = readdirSync(samples).filter(name => /\.(vcr|rpl|raf)$/.test(name)).sort();
const names = ['results', 'laps', 'stints', 'positions', 'incidents', 'incident_parties', 'pit_stops', 'penalty_outcomes', 'corners', 'corner_times'];

// All rows: the table is scrolled until each was in sight.
async function allRows(page, name) {
    const rows = new Map();
    for (let tries = 0; tries < 200; tries++) {
        const told = await page.evaluate(wanted => {
            const table = document.querySelector(`[data-panel="tables"] table[data-table="${wanted}"]`);
            if (!table) return null;
            const columns = [...table.querySelectorAll('th[data-column]')].map(cell => cell.dataset.column);
            const inSight = [...table.tBodies[0].rows].filter(row => row.dataset.row !== undefined);
            if (!inSight.length || inSight.some(row => row.cells[0].dataset.value === undefined)) return null; // still being read
            const found = inSight.map(row => [Number(row.dataset.row), [...row.cells].map(cell => cell.dataset.value)]);
            const scroller = table.parentElement;
            scroller.scrollTop += scroller.clientHeight / 2;
            return { columns, found, rows: Number(table.dataset.rows) };
        }, name);
        for (const [row, values] of told?.found ?? []) rows.set(row, values);
        if (told && rows.size === told.rows) return { columns: told.columns, rows: [...rows].sort((a, b) => a[0] - b[0]).map(each => each[1]) };
        await page.drawn();
    }
    throw new Error(`${rows.size} rows of ${name} came in sight`);
}

await withBrowser(async browser => {
    check(files.length > 3, 'there are samples');
    for (const file of files) {
        const address = report(`${file}.html`, sample(file)), page = await browser.open(address);
        equal(await page.ready(), 'ready', file);
        const there = await page.evaluate(() => [...document.querySelectorAll('[data-open-table]')].map(each => each.dataset.openTable));
        await test(`${file}: ${names.filter(name => there.includes(name)).join(', ')}`, async () => {
            check(there.includes(file.endsWith('.rpl') ? 'incidents' : 'laps'), `there are ${there}`);
            for (const name of names.filter(each => there.includes(each))) {
                const wanted = run('table', sample(file), name, '--format', 'jsonl').trim().split('\n').filter(line => line).map(line => JSON.parse(line));
                await page.click(`[data-open-table="${name}"]`);
                const { columns, rows } = wanted.length ? await allRows(page, name) : { columns: [], rows: [] };
                equal(rows.length, wanted.length, `rows of ${name}`);
                for (const [i, row] of rows.entries())
                    for (const [k, column] of columns.entries()) equal(row[k], wanted[i][column] === null ? '' : String(wanted[i][column]), `${column} of row ${i} of ${name}`);
            }
        });
        quiet(page, address);
        await page.close();
    }
});
