// Nothing holds the page for long: what its main thread does in one go, by the processor time of the thread, while every view
// of a report is walked through. How long is long depends on the machine: measured against a table that the same thread makes
// and lays out in one go. A task counts where its step has a long one in each of three walks: the machine may be busy.
import { check, equal, report, run, sample, scratch, test, withBrowser } from './support.mjs';
import { Trace } from './trace.mjs';
import { walk } from './walk.mjs';

const most = 5, mostLayout = 2.5; // times the time of that table

// What browsers do themselves in one go, and the page cannot divide.
const exceptions = {
    'reading the file': task => 'SimpleWatcher::OnHandleReady' in task.parts || 'ParseHTML' in task.parts,
    'collecting garbage': task => Object.entries(task.parts).some(([name, ms]) => /^(MajorGC|V8\.GC_MARK_COMPACTOR|BlinkGC)/.test(name) && ms > task.ms / 2),
};
const isExcepted = task => Object.values(exceptions).some(excepts => excepts(task));

// 40 rows of 14 cells, several times.
const measure = () => {
    const place = document.body.appendChild(document.createElement('div'));
    place.style.cssText = 'position: fixed; visibility: hidden; contain: content';
    const makeTable = times => new Promise(resolve => setTimeout(() => {
        const table = document.createElement('table');
        for (let i = 0; i < 40 * 14; i++) (i % 14 ? table.lastChild : table.appendChild(document.createElement('tr'))).appendChild(document.createElement('td')).textContent = `${times} ${i}`;
        place.replaceChildren(table);
        resolve(table.offsetHeight > 0 && times > 0 ? makeTable(times - 1) : place.remove());
    }, 0));
    return makeTable(8);
};
const layoutOf = ({ parts }) => (parts.Layout ?? 0) + (parts.UpdateLayoutTree ?? 0);
const told = task => `${task.step || 'start'} ${task.ms.toFixed(0)} (${Object.entries(task.parts).sort((a, b) => b[1] - a[1]).slice(0, 3).map(([name, ms]) => `${name} ${ms.toFixed(0)}`).join(', ')})`;

async function longTasks(browser, address) {
    const page = await browser.open('about:blank');
    const trace = await Trace.start(page), loaded = new Promise(resolve => (page.loaded = resolve));
    await page.send('Page.navigate', { url: address });
    await loaded;
    await trace.step('start', () => page.ready());
    await page.drawn();
    await trace.step('measure', () => page.evaluate(measure));
    await walk(page, (name, work) => trace.step(name, work));
    await trace.step('measure', () => page.evaluate(measure));
    const traced = await trace.stop();
    equal(page.problems, [], 'problems in the console');
    await page.close();
    const tasks = traced.filter(task => task.step !== 'measure' && !isExcepted(task)).sort((a, b) => b.ms - a.ms),
        measured = traced.filter(task => task.step === 'measure').map(task => task.ms).sort((a, b) => b - a)[8]; // of 18 tables and small tasks
    check(tasks.length > 500, `only ${tasks.length} tasks were traced`);
    console.log(`# ${tasks.length} tasks; a table takes ${measured.toFixed(1)} ms, the longest ${(tasks[0].ms / measured).toFixed(1)} times as long, layout at most ${(Math.max(...tasks.map(layoutOf)) / measured).toFixed(1)} times: ${tasks.slice(0, 4).map(told).join('; ')}`);
    return tasks.filter(task => task.ms > most * measured || layoutOf(task) > mostLayout * measured);
}

await withBrowser(async browser => {
    run('synth', 'vcr', scratch('forty.vcr'), '--cars', '40', '--laps', '12', '--session', 'race', '--poses-every', '5');
    const cases = {
        'the sample race': report('race.html', sample('race.vcr')),
        'three laps': report('laps.html', sample('lap.raf'), sample('lap-2.raf'), sample('lap-3.raf')),
        '40 cars': report('forty.html', scratch('forty.vcr')),
    };
    for (const [name, address] of Object.entries(cases)) {
        await test(`${name}: no task takes ${most} times as long as a table, or ${mostLayout} times for layout`, async () => {
            let long = await longTasks(browser, address);
            for (let again = 0; again < 2 && long.length; again++) {
                const steps = new Set((await longTasks(browser, address)).map(task => task.step));
                long = long.filter(task => steps.has(task.step));
            }
            check(!long.length, long.map(told).join('; '));
        });
    }
});
