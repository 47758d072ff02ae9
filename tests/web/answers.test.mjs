// Answers in the page beside those of the command, value by value, of every sample.
import { answer, check, equal, quiet, report, run, sample, samples, test, withBrowser } from './support.mjs';
import { readdirSync } from 'node:fs';

const files = readdirSync(samples).filter(name => /\.(vcr|rpl|raf)$/.test(name)).sort();
const computed = file => answer('info', file).tables.filter(table => table.computed);

// As text, except for float32 the number: two texts of fewest digits may be as near, as 1.2 and 1.3 are to 1.25.
const exact = (text, type) => (type === 'float32' && text !== '' ? Math.fround(Number(text)) : text);

// Its first rows: the table is scrolled until each was in sight. Dynamics have thousands, a row for each of the telemetry.
const mostRows = 500;
async function firstRows(page, name) {
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
            scroller.scrollTop += 0.8 * scroller.clientHeight;
            return { columns, found, rows: Number(table.dataset.rows) };
        }, name);
        for (const [row, values] of told?.found ?? []) rows.set(row, values);
        if (told && rows.size >= Math.min(told.rows, mostRows))
            return { columns: told.columns, count: told.rows, rows: [...rows].sort((a, b) => a[0] - b[0]) };
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
        const tables = computed(sample(file)), names = tables.map(table => table.name);
        await test(`${file}: ${names.join(', ')}`, async () => {
            check(names.includes(file.endsWith('.rpl') ? 'incidents' : 'laps'), `computed are ${names}`);
            for (const { name, columns: described } of tables) {
                check(there.includes(name), `the page does not have ${name}`);
                const wanted = run('table', sample(file), name, '--format', 'jsonl').trim().split('\n').filter(line => line).map(line => JSON.parse(line));
                await page.click(`[data-open-table="${name}"]`);
                const { columns, count, rows } = wanted.length ? await firstRows(page, name) : { columns: [], count: 0, rows: [] };
                equal(count, wanted.length, `rows of ${name}`);
                for (const [i, row] of rows)
                    for (const [k, column] of columns.entries()) {
                        const { type } = described.find(each => each.name === column), value = wanted[i][column];
                        equal(exact(row[k], type), exact(value === null ? '' : String(value), type), `${column} of row ${i} of ${name}`);
                    }
            }
        });
        quiet(page, address);
        await page.close();
    }
});
