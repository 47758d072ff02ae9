// The race in 3D: drawn, moving with the clock, and from behind who is followed.
import { readFileSync, writeFileSync } from 'node:fs';
import { check, equal, quiet, report, run, sample, scratch, test, withBrowser } from './support.mjs';

const address = report('race.html', sample('race.vcr'));

await withBrowser(async browser => {
    const page = await browser.open(`${address}#view=replay&t=150`, { width: 1280, height: 900 });
    equal(await page.ready(), 'ready');
    // What the picture looks like, small: red, green, blue of 96 by 54 places.
    const look = async () => {
        await page.drawn();
        return page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => {
            const copy = Object.assign(document.createElement('canvas'), { width: 96, height: 54 }), context = copy.getContext('2d');
            // a drawing buffer can be read in the frame it was drawn in
            document.querySelector('.race-space canvas').dispatchEvent(new WheelEvent('wheel', { deltaY: 0, cancelable: true }));
            requestAnimationFrame(() => {
                context.drawImage(document.querySelector('.race-space canvas'), 0, 0, 96, 54);
                resolve(Array.from(context.getImageData(0, 0, 96, 54).data));
            });
        })));
    };
    const differ = (a, b) => a.filter((value, i) => Math.abs(value - b[i]) > 24).length;

    await test('the map gives way to the race in 3D, and comes back', async () => {
        await page.click('[data-action="space"]');
        await page.until(() => document.querySelector('.race-space') && !document.querySelector('.race-space').hidden);
        check(await page.evaluate(() => document.querySelector('.stage-map .map').hidden), 'the map is still there');
        await page.key('m');
        check(await page.evaluate(() => document.querySelector('.race-space').hidden && !document.querySelector('.stage-map .map').hidden), 'the map does not come back');
        await page.key('m');
    });
    await test('following somebody shows the car from behind, in its colour', async () => {
        const whole = await look();
        const colour = await page.evaluate(() => {
            const select = document.querySelector('[data-action="follow"]');
            select.value = select.options[1].value;
            select.dispatchEvent(new Event('change'));
            return true;
        }) && await look();
        check(differ(whole, colour) > 500, `only ${differ(whole, colour)} values changed`);
        // in the middle of the picture is something that has a colour
        const middle = [];
        for (let y = 24; y < 36; y++) for (let x = 42; x < 54; x++) middle.push(colour.slice(4 * (96 * y + x), 4 * (96 * y + x) + 3));
        check(middle.some(each => Math.max(...each) - Math.min(...each) > 60), 'there is no car in the middle');
    });
    await test('the picture moves with the clock', async () => {
        const before = await look();
        await page.key('ArrowRight', { shift: true });
        await page.key('ArrowRight', { shift: true });
        const after = await look();
        check(differ(before, after) > 200, `only ${differ(before, after)} values changed`);
    });
    await test('nothing went wrong, nothing was asked of a network', async () => quiet(page, address));

    // One lap, the mesh of its track, and that of another: it drives on its own, seen from behind, on the land beside the road.
    run('synth', 'raf', scratch('ground.raf'), '--seed', '3', '-q');
    for (const seed of ['2', '3']) run('synth', 'smx', scratch(`ground-${seed}.smx`), '--seed', seed, '-q');
    const onGround = report('ground.html', scratch('ground.raf'), scratch('ground-2.smx'), scratch('ground-3.smx'));
    const lap = await browser.open(`${onGround}#view=ghost&since=12`, { width: 1280, height: 900 });
    equal(await lap.ready(), 'ready');
    await test('a lap alone drives on the mesh of its track, in the colours of the mesh', async () => {
        await lap.click('[data-action="space"]');
        await lap.until(() => document.querySelector('.race-space')?.dataset.ground);
        equal(await lap.evaluate(() => document.querySelector('.race-space').dataset.ground), 'ground-3.smx');
        await lap.drawn();
        const green = await lap.evaluate(() => new Promise(resolve => requestAnimationFrame(() => {
            const from = document.querySelector('.race-space canvas');
            from.dispatchEvent(new WheelEvent('wheel', { deltaY: 0, cancelable: true }));
            requestAnimationFrame(() => {
                const context = Object.assign(document.createElement('canvas'), { width: 96, height: 54 }).getContext('2d');
                context.drawImage(from, 0, 0, 96, 54);
                const { data } = context.getImageData(0, 0, 96, 54);
                let count = 0;
                for (let i = 0; i < data.length; i += 4) if (data[i + 1] > data[i] + 8 && data[i + 1] > data[i + 2] + 25) count++;
                resolve(count);
            });
        })));
        check(green > 600, `only ${green} of 5184 places are green`);
    });
    await test('also far from the origin', async () => {
        const far = 3000 * 65536;
        const moved = (name, change) => {
            const bytes = readFileSync(scratch(name));
            change(bytes, at => bytes.writeInt32LE(bytes.readInt32LE(at) + far, at));
            writeFileSync(scratch(`far-${name}`), bytes);
            return scratch(`far-${name}`);
        };
        const raf = moved('ground.raf', (bytes, move) => {
            const [head, block] = [bytes.readUInt16LE(12), bytes.readUInt16LE(14)];
            for (let i = 0; i < bytes.readInt32LE(20); i++) move(head + i * block + 36);
        });
        const smx = moved('ground-3.smx', (bytes, move) => {
            for (let at = 64, left = bytes.readInt32LE(60); left > 0; left--) {
                const [points, triangles] = [bytes.readInt32LE(at + 16), bytes.readInt32LE(at + 20)];
                move(at + 4);
                for (let i = 0; i < points; i++) move(at + 24 + 16 * i + 4);
                at += 24 + 16 * points + 8 * triangles;
            }
        });
        const there = await browser.open(`${report('far.html', raf, smx)}#view=ghost&since=12`, { width: 1280, height: 900 });
        equal(await there.ready(), 'ready');
        await there.click('[data-action="space"]');
        await there.until(() => document.querySelector('.race-space')?.dataset.ground);
        equal(await there.evaluate(() => document.querySelector('.race-space').dataset.ground), 'far-ground-3.smx');
    });
    await test('a lap without a ground has no such view', async () => {
        const alone = await browser.open(report('alone.html', scratch('ground.raf')), { width: 1280, height: 900 });
        equal(await alone.ready(), 'ready');
        equal(await alone.evaluate(() => document.querySelector('[data-view="ghost"]')), null);
    });
});
