// A large replay in the page that opens files: when it shows who won, how long each view takes, the longest time for which the
// page could not answer, and the memory it took; then what a frame of the replay takes.
//     node bench/bench_page.mjs PAGE REPLAY        as PAGE build/web/paddock.html, of `make web`
// Wall time depends on what else the machine does: the processor time of the page's process is given, too.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { Browser } from '../tests/web/browser.mjs';
import { Trace } from '../tests/web/trace.mjs';

const [, , pageFile, replay] = process.argv;
const browser = await Browser.start();

// The page's process: the renderer that has used most.
function renderer() {
    let most = { seconds: 0, megabytes: 0 };
    for (const id of readdirSync('/proc').filter(name => /^\d+$/.test(name))) {
        try {
            const command = readFileSync(`/proc/${id}/cmdline`, 'utf8');
            if (!command.includes('--type=renderer') || !command.includes(browser.folder)) continue;
            const times = readFileSync(`/proc/${id}/stat`, 'utf8').split(') ')[1].split(' '), peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))[1];
            const seconds = (Number(times[11]) + Number(times[12])) / 100;
            if (seconds > most.seconds) most = { seconds, megabytes: Math.round(Number(peak) / 1000) };
        } catch {
            // it has ended
        }
    }
    return most;
}

const page = await browser.open(`file://${path.resolve(pageFile)}`);
await page.ready();
await page.evaluate(() => {
    window.blocked = [];
    new PerformanceObserver(list => list.getEntries().forEach(entry => window.blocked.push(Math.round(entry.duration)))).observe({ type: 'longtask' });
});
const say = (what, started, before) => page.evaluate(() => window.blocked.splice(0)).then(blocked => {
    const now = renderer();
    console.log(`${what.padEnd(14)} ${((Date.now() - started) / 1000).toFixed(1).padStart(6)} s, processor ${(now.seconds - before.seconds).toFixed(1).padStart(5)} s, longest task ${blocked.length ? `${Math.max(...blocked)} ms` : 'under 50 ms'}, peak ${now.megabytes} MB`);
});

console.log(`${path.basename(replay)}: ${(statSync(replay).size / 1e6).toFixed(0)} MB; load of the machine ${readFileSync('/proc/loadavg', 'utf8').split(' ')[0]}`);
let started = Date.now(), before = renderer();
await page.giveFiles('[data-open]', [path.resolve(replay)]);
await page.until(() => document.querySelector('.answer') !== null);
await say('first answer', started, before);
for (const view of ['laps', 'compare', 'map', 'replay', 'incidents']) {
    started = Date.now();
    before = renderer();
    await page.view(view);
    await page.drawn();
    await say(view, started, before);
}

// Frames while it plays at 60 times: processor time of the page's main thread for each, which is what 60 or 30 a second hang on.
await page.view('replay');
const trace = await Trace.start(page);
await page.evaluate(() => {
    const speed = document.querySelector('main [data-action="speed"]');
    speed.value = '60';
    speed.dispatchEvent(new Event('change'));
});
await trace.step('play', async () => {
    await page.click('main [data-action="play"]');
    await new Promise(resolve => setTimeout(resolve, 4000));
});
const frames = (await trace.stop()).filter(task => task.step === 'play' && 'FireAnimationFrame' in task.parts).map(task => task.ms).sort((a, b) => a - b);
const share = part => frames[Math.floor((frames.length - 1) * part)].toFixed(1);
console.log(`replay at 60x  ${frames.length} frames, each takes the main thread ${share(0.5)} ms (median), ${share(0.95)} ms (95 of 100), ${share(1)} ms (longest)`);
await browser.close();
