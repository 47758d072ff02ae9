// The page of a race, beside what the command answers.
import { answer, answerLines, board, boardOf, cell, check, close, equal, quiet, report, sample, tableRows, test, withBrowser } from './support.mjs';

const file = sample('race.vcr');
const address = report('race.html', file);
const asLapTime = seconds => `${Math.floor(seconds / 60)}:${(seconds % 60).toFixed(3).padStart(6, '0')}`;

await withBrowser(async browser => {
    const page = await browser.open(address);

    await test('a race begins with its results', async () => {
        equal(await page.ready(), 'ready', 'state');
        equal(await page.evaluate(() => document.querySelector('[data-view="results"]').getAttribute('aria-current')), 'page');
        const { results } = answer('standings', file);
        const sentence = await page.evaluate(() => document.querySelector('.answer').textContent);
        check(sentence.includes(results[0].driver) && sentence.includes(asLapTime(results[0].total_time)), `who won is not said: ${sentence}`);
    });

    await test('the results have all their columns in sight at 1280 pixels', async () => {
        const [shown, whole] = await page.evaluate(() => {
            const scroller = document.querySelector('table[data-table="results"]').closest('.table-scroll');
            return [scroller.clientWidth, scroller.scrollWidth];
        });
        check(whole <= shown, `${whole} pixels wide in ${shown}`);
    });

    await test('the table of results has the values of standings', async () => {
        const { results } = answer('standings', file);
        const rows = await tableRows(page, 'results');
        equal(rows.length, results.length, 'rows');
        equal(await page.evaluate(() => document.querySelector('table[data-table="results"]').dataset.rows), String(results.length));
        for (const [i, row] of rows.entries()) {
            for (const column of ['position', 'driver', 'laps', 'status', 'laps_down', 'best_lap', 'grid_position', 'contacts', 'penalties']) if (column in row) equal(row[column], cell(results[i][column]), `${column} of row ${i}`);
            for (const column of ['total_time', 'gap', 'best_lap_time']) {
                if (results[i][column] === null) equal(row[column], '', `${column} of row ${i}`);
                else close(Number(row[column]), results[i][column], 1e-9, `${column} of row ${i}`);
            }
        }
    });

    await test('cells show lap times as people read them', async () => {
        const text = await page.evaluate(() => {
            const table = document.querySelector('table[data-table="results"]');
            return table.querySelector('tbody tr').cells[table.querySelector('th[data-column="total_time"]').cellIndex].textContent;
        });
        equal(text, asLapTime(answer('standings', file).results[0].total_time));
    });

    await test('columns that the file has no values for are not shown', async () => {
        const { results } = answer('standings', file), { laps } = answer('laps', file);
        const shown = await page.evaluate(() => [...document.querySelectorAll('table[data-table="results"] th[data-column]')].map(head => head.dataset.column));
        for (const column of ['co_driver', 'team', 'number', 'class']) equal(shown.includes(column), results.some(row => row[column] !== null), column);
        equal(results.some(row => row.co_driver !== null), true, 'the sample has a second driver');
        equal(laps.some(row => /; /.test(row.who ?? '')), true, 'a lap of the sample that two drove');
    });

    await test('a click on a header sorts, twice turns it round', async () => {
        const order = () => page.evaluate(() => [...document.querySelectorAll('table[data-table="results"] tbody tr')].map(row => row.cells[document.querySelector('th[data-column="driver"]').cellIndex].dataset.value));
        const before = await order();
        await page.click('table[data-table="results"] th[data-column="driver"] button');
        await page.until(() => document.querySelector('th[data-column="driver"]').getAttribute('aria-sort') === 'ascending');
        equal(await order(), [...before].sort(), 'ascending');
        await page.click('table[data-table="results"] th[data-column="driver"] button');
        await page.until(() => document.querySelector('th[data-column="driver"]').getAttribute('aria-sort') === 'descending');
        equal(await order(), [...before].sort().reverse(), 'descending');
    });

    await test('a filter leaves what passes', async () => {
        await page.evaluate(() => {
            const input = document.querySelector('[data-panel="results"] input[type="search"]');
            input.value = 'laps < 6; contacts > 0';
            input.dispatchEvent(new Event('input'));
        });
        const { results } = answer('standings', file);
        const wanted = results.filter(row => row.laps < 6 && row.contacts > 0).map(row => row.driver).sort();
        await page.until(() => document.querySelector('table[data-table="results"]').dataset.shown !== document.querySelector('table[data-table="results"]').dataset.rows);
        equal((await tableRows(page, 'results')).map(row => row.driver).sort(), wanted);
    });

    await test('gaps and positions are drawn', async () => {
        await page.until(() => document.querySelectorAll('[data-panel="results"] .chart canvas').length >= 2);
        // lines in colour, not axes alone
        await page.until(() => [...document.querySelectorAll('[data-panel="results"] .chart canvas')].every(canvas => {
            const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true });
            copy.drawImage(canvas, 0, 0);
            const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
            let coloured = 0;
            for (let i = 0; i < data.length; i += 4) if (data[i + 3] > 200 && Math.max(data[i], data[i + 1], data[i + 2]) - Math.min(data[i], data[i + 1], data[i + 2]) > 90) coloured++;
            return coloured > 1000;
        }));
    });

    await test('laps are those of the command', async () => {
        await page.view('laps');
        const { laps } = answer('laps', file), rows = await tableRows(page, 'laps');
        equal(rows.length, laps.length, 'rows');
        for (const [i, row] of rows.entries()) {
            equal([row.driver, row.lap, row.kind, row.reasons], [laps[i].driver, laps[i].lap, laps[i].kind, laps[i].reasons].map(cell), `lap ${i}`);
            if (laps[i].lap_time !== null) close(Number(row.lap_time), laps[i].lap_time, 1e-9, `time of lap ${i}`);
        }
    });

    await test('incidents are those of the command, with words to post', async () => {
        await page.view('incidents');
        const { incidents, incident_parties: parties } = answer('incidents', file), rows = await tableRows(page, 'incidents');
        equal(rows.map(row => [row.kind, row.drivers, row.lap]), incidents.map(each => [each.kind, each.drivers, cell(each.lap)]));
        for (const [i, row] of rows.entries()) close(Number(row.time), incidents[i].time, 1e-9, `time of incident ${i}`);
        // who caused the contact: the one behind, in words
        const contact = incidents.find(each => each.kind === 'contact' && each.lap === 3);
        await page.evaluate(row => document.querySelectorAll('table[data-table="incidents"] tbody tr')[row].click(), incidents.indexOf(contact));
        await page.until(id => document.querySelector('[data-incident]')?.dataset.incident === id, contact.incident);
        const text = await page.evaluate(() => document.querySelector('[data-incident-text]').value);
        const behind = parties.find(party => party.incident === contact.incident && party.behind);
        check(text.includes(`lap ${contact.lap}`) && text.includes(contact.place), text);
        if (behind) check(text.includes(`${behind.driver} came from behind`), `who was behind is not said: ${text}`);
        for (const name of contact.drivers.split('; ')) check(text.includes(name), `${name} is not in: ${text}`);
    });

    await test('arrow keys go on from the incident that is chosen, in the order that is shown', async () => {
        const table = 'table[data-table="incidents"]';
        const shown = () => page.evaluate(() => [...document.querySelectorAll('table[data-table="incidents"] tbody tr')].map(row => Number(row.dataset.row)));
        const chosen = () => page.evaluate(() => Number(document.querySelector('table[data-table="incidents"] tr[aria-selected="true"]').dataset.row));
        const before = await chosen();
        await page.click(`${table} th[data-column="drivers"] button`);
        await page.until(() => document.querySelector('table[data-table="incidents"] th[data-column="drivers"]').getAttribute('aria-sort') === 'ascending');
        const order = await shown(), at = order.indexOf(before), key = at + 1 < order.length ? 'ArrowDown' : 'ArrowUp';
        await page.evaluate(() => document.querySelector('table[data-table="incidents"]').closest('.table-scroll').focus());
        await page.key(key);
        equal(await chosen(), order[key === 'ArrowDown' ? at + 1 : at - 1], 'the row beside it');
        await page.click(`${table} tr[data-row="${before}"]`);
    });

    await test('slow motion steps by tenths', async () => {
        const time = () => page.evaluate(() => Number(document.querySelector('[data-incident]').dataset.time));
        const before = await time();
        await page.click('[data-incident] [data-action="step-forward"]');
        close((await time()) - before, 0.1, 1e-6, 'a step');
        await page.click('[data-incident] [data-action="step-back"]');
        close(await time(), before, 1e-6, 'and back');
    });

    await test('the replay plays, stands and seeks', async () => {
        await page.view('replay');
        const time = () => page.evaluate(() => Number(document.querySelector('[data-panel="replay"]').dataset.time));
        const seek = at => page.evaluate(to => {
            const input = document.querySelector('[data-panel="replay"] [data-action="seek"]');
            input.value = String(to);
            input.dispatchEvent(new Event('input'));
        }, at);
        await seek(200);
        close(await time(), 200, 0.01, 'after seeking');
        await page.click('[data-action="play"]');
        await page.until(() => document.querySelector('[data-panel="replay"]').dataset.playing === 'true' && Number(document.querySelector('[data-panel="replay"]').dataset.time) > 200.2);
        await page.click('[data-action="play"]');
        const stood = await time();
        await page.drawn();
        equal(await time(), stood, 'time while it stands');
    });

    await test('the order beside the map is that of the race', async () => {
        const { results } = answer('standings', file);
        await page.evaluate(() => {
            const input = document.querySelector('[data-panel="replay"] [data-action="seek"]');
            input.value = input.max;
            input.dispatchEvent(new Event('input'));
        });
        await page.until(count => document.querySelectorAll('.leaderboard tbody tr').length === count, results.length);
        equal(await board(page), boardOf(results), 'order and gaps at the end');
    });

    await test('cars are on the map where they were', async () => {
        // follow somebody: the middle of the map is the car, and its speed is shown
        const { laps } = answer('laps', file), driver = laps[0].driver;
        await page.evaluate(slot => {
            const select = document.querySelector('[data-action="follow"]');
            select.value = String(slot);
            select.dispatchEvent(new Event('change'));
            const input = document.querySelector('[data-panel="replay"] [data-action="seek"]');
            input.value = '100';
            input.dispatchEvent(new Event('input'));
        }, laps[0].slot);
        const told = await page.evaluate(() => [document.querySelector('.pedal-name').textContent, parseFloat(document.querySelector('.pedal-numbers strong').textContent)]);
        const rows = answerLines('table', file, 'poses', '--columns', 'time,driver,speed', '--where', `driver=${laps[0].slot}`, '--time', '99.9:100.1', '--format', 'jsonl');
        equal(told[0], driver);
        close(told[1], rows[0].speed * 3.6, 4, 'speed in km/h');
    });

    await test('keys step the replay and jump between incidents', async () => {
        const { incidents } = answer('incidents', file);
        const time = () => page.evaluate(() => Number(document.querySelector('[data-panel="replay"]').dataset.time));
        await page.evaluate(() => document.activeElement.blur());
        const before = await time();
        await page.key('ArrowRight');
        close((await time()) - before, 1, 0.01, 'arrow');
        await page.key(']');
        const next = incidents.find(each => each.time - 3 > before + 1.05);
        close(await time(), next.time - 3, 0.02, 'next incident');
    });

    await test('a link leads to the moment and the driver', async () => {
        const { results } = answer('standings', file);
        const other = await browser.open(`${address}#view=replay&driver=${encodeURIComponent(results[1].driver)}&t=250.5`);
        await other.ready();
        const state = await other.until(() => document.querySelector('[data-panel="replay"]')?.dataset.time && [Number(document.querySelector('[data-panel="replay"]').dataset.time), document.querySelector('.pedal-name').textContent]);
        close(state[0], 250.5, 0.01, 'time');
        equal(state[1], results[1].driver);
        quiet(other, `${address}#view=replay&driver=${encodeURIComponent(results[1].driver)}&t=250.5`);
        await other.close();
    });

    await test('a name leads to the page of its driver: results, laps, corners, and with whom there was contact', async () => {
        const other = await browser.open(address);
        await other.ready();
        await tableRows(other, 'results');
        const { results } = answer('standings', file), { laps } = answer('laps', file), { incidents, incident_parties: parties } = answer('incidents', file);
        const fastest = laps.filter(lap => lap.counts).sort((a, b) => a.lap_time - b.lap_time)[0];
        const someone = results.find(row => row.slot !== fastest.slot && laps.some(lap => lap.slot === row.slot && lap.best) && parties.some(party => party.slot === row.slot && parties.some(each => each.incident === party.incident && each.slot !== row.slot)));
        await other.evaluate(name => [...document.querySelectorAll('table[data-table="results"] [data-driver]')].find(link => link.textContent === name).click(), someone.driver);
        await other.until(name => document.querySelector('[data-panel="driver"] h2')?.textContent === name, someone.driver);
        check(await other.evaluate(() => location.hash.includes('view=driver')), 'the address');
        const said = await other.evaluate(() => document.querySelector('[data-panel="driver"] .answer').textContent);
        check(said.startsWith(`Position ${someone.position} of ${results.length}`) && said.includes(asLapTime(someone.best_lap_time)), said);
        const own = laps.filter(lap => lap.slot === someone.slot);
        equal((await tableRows(other, 'laps')).map(row => row.lap), own.map(lap => String(lap.lap)), 'laps');
        // contacts, as the command has them
        const ids = parties.filter(party => party.slot === someone.slot).map(party => party.incident);
        equal(await other.evaluate(() => [...document.querySelectorAll('[data-incident-link]')].map(each => each.dataset.incidentLink)), incidents.map(each => each.incident).filter(id => ids.includes(id)), 'incidents');
        const whom = [...new Set(parties.filter(party => ids.includes(party.incident) && party.slot !== someone.slot).map(party => party.driver))].sort();
        equal(await other.evaluate(() => [...new Set([...document.querySelectorAll('table[data-table="driver_incidents"] [data-driver]')].map(each => each.textContent))].sort()), whom, 'with whom');
        // corners: the best of the laps that count, and who was best of all
        const counted = new Set(laps.filter(lap => lap.counts).map(lap => `${lap.slot} ${lap.lap}`)), passages = answerLines('table', file, 'corner_times', '--format', 'jsonl').filter(row => row.time !== null && counted.has(`${row.slot} ${row.lap}`));
        const corners = await tableRows(other, 'driver_corners');
        check(corners.length > 3, `${corners.length} corners`);
        for (const row of corners) {
            const there = passages.filter(each => String(each.corner) === row.corner), best = Math.min(...there.filter(each => each.slot === someone.slot).map(each => each.time));
            close(Number(row.time), best, 1e-9, `best of corner ${row.corner}`);
            close(Number(row.behind), best - Math.min(...there.map(each => each.time)), 1e-9, `to the best of corner ${row.corner}`);
        }
        // to an incident, and back to the driver
        await other.click('[data-incident-link]');
        await other.until(() => document.querySelector('[data-panel="incidents"] [data-incident]') !== null);
        await other.evaluate(() => history.back());
        await other.until(name => document.querySelector('[data-panel="driver"] h2')?.textContent === name, someone.driver);
        // against the fastest lap of all
        const best = own.find(lap => lap.best);
        await other.evaluate(() => [...document.querySelectorAll('[data-panel="driver"] button')].find(each => each.textContent === 'Against the fastest lap').click());
        await other.until(() => document.querySelectorAll('[data-panel="compare"] .chosen-lap').length === 2);
        equal(await other.evaluate(() => [...document.querySelectorAll('.chosen-lap')].map(each => each.dataset.lap)), [fastest, best].map(lap => `race.vcr:${lap.slot}:${lap.lap}`), 'laps compared');
        await other.evaluate(() => history.back());
        await other.until(name => document.querySelector('[data-panel="driver"] h2')?.textContent === name, someone.driver);
        await other.click('[data-action="next-driver"]');
        await other.until(name => document.querySelector('[data-panel="driver"] h2').textContent !== name, someone.driver);
        equal(other.problems, [], 'problems');
        await other.close();
    });

    await test('every driver has a strip with as many dots as laps that count', async () => {
        const other = await browser.open(`${address}#view=laps`), { laps } = answer('laps', file), { results } = answer('standings', file);
        await other.ready();
        const strips = await other.evaluate(() => [...document.querySelectorAll('.strip-row[data-laps]')].map(row => Number(row.dataset.laps)));
        equal(strips, results.map(row => laps.filter(lap => lap.slot === row.slot && lap.counts).length), 'dots');
        await other.until(() => [...document.querySelectorAll('.strip-row[data-laps]:not([data-laps="0"]) canvas')].every(canvas => {
            const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true });
            copy.drawImage(canvas, 0, 0);
            return copy.getImageData(0, 0, canvas.width, canvas.height).data.some(value => value > 0);
        }));
        await other.close();
    });

    await test('the address follows what a person does, and back leads to the view before, as it was left', async () => {
        const other = await browser.open(`${address}#view=replay&driver=Varga&t=251.3`), panel = name => other.until(wanted => document.querySelector(`[data-panel="${wanted}"]`) !== null && document.documentElement.dataset.state === 'ready', name);
        await other.ready();
        const moment = () => other.evaluate(() => Number(document.querySelector('[data-panel="replay"]').dataset.time));
        close(await moment(), 251.3, 0.01, 'time');
        equal(await other.evaluate(() => document.querySelector('.pedal-name').textContent), 'A. Varga', 'a word of a name, as in a lap reference');
        const before = await other.evaluate(() => history.length);
        await other.click('[data-panel="replay"] [data-action="play"]');
        await other.until(() => Number(/[&#]t=([\d.]+)/.exec(location.hash)[1]) > 252.4);
        await other.click('[data-panel="replay"] [data-action="play"]');
        equal(await other.evaluate(() => history.length), before, 'places in the history while it plays');
        const stood = await moment();
        await other.view('laps');
        equal(await other.evaluate(() => location.hash.includes('view=laps')), true, 'the address of a view');
        equal(await other.evaluate(() => history.length), before + 1, 'places in the history after a view');
        await other.evaluate(() => history.back());
        await panel('replay');
        close(await moment(), stood, 0.02, 'time after going back');
        // somebody types another moment and driver
        await other.evaluate(() => { location.hash = '#view=replay&t=120&driver=Moreau'; });
        await other.until(() => document.querySelector('.pedal-name').textContent.includes('Moreau'));
        close(await moment(), 120, 0.01, 'another moment');
        await other.evaluate(() => { location.hash = '#view=replay&t=120&driver=Nobody'; });
        const told = await other.until(() => !document.querySelector('[data-panel="replay"] .problem').hidden && document.querySelector('[data-panel="replay"] .problem').textContent);
        equal(told, 'There is no driver “Nobody” in this file. There are 8 drivers.');
        equal(other.problems, [], 'problems');
        await other.close();
    });

    await test('every table opens from the list of the file', async () => {
        const { tables } = answer('info', file);
        await page.evaluate(() => document.querySelector('[data-document="race.vcr"] [data-open-table="checkpoints"]').click());
        await page.until(() => document.querySelector('[data-panel="tables"] table[data-table="checkpoints"] td[data-value]') !== null);
        equal(await page.evaluate(() => Number(document.querySelector('table[data-table="checkpoints"]').dataset.rows)), tables.find(table => table.name === 'checkpoints').rows);
        equal(await page.evaluate(() => [...document.querySelectorAll('[data-document="race.vcr"] [data-open-table]')].map(each => each.dataset.openTable).sort()), tables.map(table => table.name).sort());
    });

    await test('a large table draws only rows in sight', async () => {
        await page.evaluate(() => document.querySelector('[data-open-table="poses"]').click());
        await page.until(() => document.querySelector('table[data-table="poses"] td[data-value]') !== null);
        check(await page.evaluate(() => document.querySelectorAll('table[data-table="poses"] tbody tr').length) < 200, 'too many rows are in the page');
        await page.evaluate(() => {
            const scroller = document.querySelector('[data-panel="tables"] .table-scroll');
            scroller.scrollTop = scroller.scrollHeight;
        });
        await page.until(() => {
            const table = document.querySelector('table[data-table="poses"]'), rows = [...table.tBodies[0].rows].filter(row => row.dataset.row);
            return Number(rows.at(-1)?.dataset.row) === Number(table.dataset.shown) - 1 && rows.at(-1).cells[0].dataset.value !== undefined;
        });
    });

    await test('nothing went wrong, nothing was asked of a network', async () => quiet(page, address));
});
