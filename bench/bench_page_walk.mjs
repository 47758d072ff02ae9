// A page with many cars, walked through view by view: the longest tasks of its main thread, by the thread's processor time,
// and how much memory it holds.
//     node bench/bench_page_walk.mjs PAGE             a page that `paddock report` made
//     node bench/bench_page_walk.mjs PAGE REPLAY      build/web/paddock.html, of `make web`, which opens the replay
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { Browser } from '../tests/web/browser.mjs';
import { Trace } from '../tests/web/trace.mjs';
import { walk } from '../tests/web/walk.mjs';

const [, , pageFile, replay] = process.argv, limit = 50; // ms
const browser = await Browser.start();
const megabytes = bytes => `${(bytes / 1e6).toFixed(0)} MB`;
const sizeOf = file => `${path.basename(file)}, ${megabytes(statSync(file).size)}`;
console.log(`${sizeOf(pageFile)}${replay ? `; ${sizeOf(replay)}` : ''}; load of the machine ${readFileSync('/proc/loadavg', 'utf8').split(' ')[0]}`);

const page = await browser.open('about:blank'), loaded = new Promise(resolve => (page.loaded = resolve));
const trace = await Trace.start(page);
await page.send('Page.navigate', { url: `file://${path.resolve(pageFile)}` });
await loaded;
await trace.step('start', () => page.ready());

// Objects and buffers of JavaScript, of the page and of the worker; the library's memory is a buffer of the worker's.
const sessions = [page.session, ...(replay ? [await page.worker()] : [])], most = sessions.map(() => 0);
const inUse = async () => {
    for (const [i, session] of sessions.entries()) {
        const { usedSize, backingStorageSize } = await browser.send('Runtime.getHeapUsage', {}, session);
        most[i] = Math.max(most[i], usedSize + backingStorageSize);
    }
};
let watching = true;
const watched = (async () => {
    while (watching) {
        await inUse();
        await new Promise(resolve => setTimeout(resolve, 250));
    }
})();

if (replay) {
    await trace.step('open', async () => {
        await page.giveFiles('[data-open]', [path.resolve(replay)]);
        const started = Date.now();
        while (!(await page.evaluate(() => document.querySelector('.answer') !== null))) {
            if (Date.now() - started > 300_000) throw new Error('no answer in five minutes');
            await new Promise(resolve => setTimeout(resolve, 200));
        }
    });
}
await walk(page, (name, work) => trace.step(name, work));
const tasks = await trace.stop();
watching = false;
await watched;

const steps = new Map();
for (const task of tasks) if (!(steps.get(task.step)?.ms > task.ms)) steps.set(task.step, task);
const inside = task => Object.entries(task.parts).sort((a, b) => b[1] - a[1]).slice(0, 4).map(([name, ms]) => `${name} ${ms.toFixed(0)}`).join(', ');
for (const [step, task] of steps) console.log(`${(step || 'start').padEnd(24)} longest task ${task.ms.toFixed(0).padStart(4)} ms${task.ms > limit ? `: ${inside(task)}` : ''}`);
console.log(`${tasks.length} tasks, ${tasks.filter(task => task.ms > limit).length} over ${limit} ms`);
console.log(`memory at most: page ${megabytes(most[0])}${replay ? `, worker with the library ${megabytes(most[1])}` : ''}`);

if (replay) {
    const { result: prototype } = await browser.send('Runtime.evaluate', { expression: 'WebAssembly.Memory.prototype' }, sessions[1]);
    const { objects } = await browser.send('Runtime.queryObjects', { prototypeObjectId: prototype.objectId }, sessions[1]);
    const { result } = await browser.send('Runtime.callFunctionOn', { objectId: objects.objectId, functionDeclaration: 'function () { return this.reduce((sum, memory) => sum + memory.buffer.byteLength, 0); }' }, sessions[1]);
    console.log(`memory of the library, which never shrinks: ${megabytes(result.value)}`);
}
await browser.close();
