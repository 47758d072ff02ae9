// Nothing holds the page for long: what its main thread does in one go, by the processor time of the thread, while every view
// of a report is walked through. Two walks are made, and a task counts where it is long in both: the machine may be busy.
import { check, equal, report, sample, test, withBrowser } from './support.mjs';
import { Trace } from './trace.mjs';
import { walk } from './walk.mjs';

const longest = 50; // ms

// What browsers do themselves in one go, and the page cannot divide.
const exceptions = {
    'reading the file': task => 'SimpleWatcher::OnHandleReady' in task.parts || 'ParseHTML' in task.parts,
    'collecting garbage': task => Object.entries(task.parts).some(([name, ms]) => /^(MajorGC|V8\.GC_MARK_COMPACTOR|BlinkGC)/.test(name) && ms > longest / 2),
};
const isExcepted = task => Object.values(exceptions).some(excepts => excepts(task));

async function longTasks(browser, address) {
    const page = await browser.open('about:blank');
    const trace = await Trace.start(page), loaded = new Promise(resolve => (page.loaded = resolve));
    await page.send('Page.navigate', { url: address });
    await loaded;
    await trace.step('start', () => page.ready());
    await walk(page, (name, work) => trace.step(name, work));
    const tasks = await trace.stop();
    equal(page.problems, [], 'problems in the console');
    await page.close();
    check(tasks.length > 500, `only ${tasks.length} tasks were traced`);
    const long = tasks.filter(task => task.ms > longest && !isExcepted(task));
    console.log(`# ${tasks.length} tasks, the longest ${Math.max(...tasks.map(task => task.ms)).toFixed(0)} ms; over ${longest} ms: ${long.map(task => `${task.step || 'start'} ${task.ms.toFixed(0)} (${Object.entries(task.parts).sort((a, b) => b[1] - a[1]).slice(0, 3).map(([name, ms]) => `${name} ${ms.toFixed(0)}`).join(', ')})`).join('; ') || 'none'}`);
    return long;
}

await withBrowser(async browser => {
    const cases = { 'the sample race': report('race.html', sample('race.vcr')), 'three laps': report('laps.html', sample('lap.raf'), sample('lap-2.raf'), sample('lap-3.raf')) };
    for (const [name, address] of Object.entries(cases)) {
        await test(`${name}: no task is longer than ${longest} ms`, async () => {
            const first = await longTasks(browser, address);
            const again = first.length ? new Set((await longTasks(browser, address)).map(task => task.step)) : new Set();
            const both = first.filter(task => again.has(task.step));
            check(!both.length, both.map(task => `${task.step || 'start'}: ${task.ms.toFixed(0)} ms`).join('; '));
        });
    }
});
