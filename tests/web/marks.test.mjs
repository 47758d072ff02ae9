// Skid marks and smoke of a Racer replay: on the map and in 3D, from when they are laid on, and hidden on request.
import { answerLines, check, equal, quiet, report, run, scratch, test, withBrowser } from './support.mjs';

run('synth', 'rply', scratch('race.rpl'), '--session', 'race', '--cars', '8', '--laps', '3', '--seed', '3');
const address = report('marks.html', scratch('race.rpl'));
const smoke = answerLines('table', scratch('race.rpl'), 'smoke', '--format', 'jsonl', '--columns', 'time,x,z');
const points = answerLines('table', scratch('race.rpl'), 'skid_points', '--format', 'jsonl', '--columns', 'time');
const last = Math.max(...points.map(point => point.time));

await withBrowser(async browser => {
    const page = await browser.open(`${address}#view=replay`, { width: 1000, height: 800 });
    equal(await page.ready(), 'ready');
    // How many pixels of the picture differ from what it is without marks.
    const picture = async () => {
        await page.drawn();
        await new Promise(resolve => setTimeout(resolve, 200));
        return page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => {
            const from = document.querySelector('.race-space:not([hidden]) canvas') ?? document.querySelector('.stage-map .map canvas');
            const copy = Object.assign(document.createElement('canvas'), { width: 500, height: 400 }), context = copy.getContext('2d');
            from.dispatchEvent(new WheelEvent('wheel', { deltaY: 0, cancelable: true }));
            requestAnimationFrame(() => {
                context.drawImage(from, 0, 0, 500, 400);
                resolve(Array.from(context.getImageData(0, 0, 500, 400).data));
            });
        })));
    };
    const marksAt = async time => {
        await page.evaluate(to => {
            const input = document.querySelector('[data-panel="replay"] [data-action="seek"]');
            input.value = to;
            input.dispatchEvent(new Event('input'));
        }, time);
        await page.until(t => Math.abs(Number(document.querySelector('.view.replay').dataset.time) - t) < 0.2, time);
        const on = await picture();
        await page.click('[data-action="skids"]');
        const off = await picture();
        await page.click('[data-action="skids"]');
        let differ = 0;
        for (let i = 0; i < on.length; i += 4) if (Math.abs(on[i] - off[i]) + Math.abs(on[i + 1] - off[i + 1]) + Math.abs(on[i + 2] - off[i + 2]) > 24) differ++;
        return differ;
    };
    await test('nothing is on the map before the first mark, and more and more from then on', async () => {
        equal(await marksAt(points[0].time - 1), 0);
        const half = await marksAt(points[Math.floor(points.length / 2)].time + 20), all = await marksAt(last + 5);
        check(half > 10 && all > half, `${half} pixels at half time, ${all} at the end`);
        equal(await marksAt(points[0].time - 1), 0, 'after going back');
    });
    await test('in 3D they are there, too, with the smoke that there is at that moment', async () => {
        await page.click('[data-action="space"]');
        equal(await marksAt(points[0].time - 1), 0);
        check((await marksAt(last + 5)) > 5, 'there are no marks');
        check((await marksAt(smoke[smoke.length - 1].time + 0.3)) > 5, 'there is no smoke');
    });
    await test('the list of incidents says when tyres let go', async () => {
        await page.evaluate(() => { location.hash = '#view=incidents'; });
        await page.until(() => document.querySelector('table[data-table="incidents"]'));
        const parties = answerLines('table', scratch('race.rpl'), 'incident_parties', '--format', 'jsonl', '--columns', 'skid_time,sentence');
        check(parties.some(party => party.skid_time !== null && party.sentence.includes('left a skid mark')), 'no incident has a mark');
    });
    await test('nothing went wrong, nothing was asked of a network', async () => quiet(page, address));
});
