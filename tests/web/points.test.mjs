// A scan in the colours of its points, by intensity and by class; each choice only where the file has it.
import { writeFileSync } from 'node:fs';
import { check, equal, quiet, report, run, scratch, test, withBrowser } from './support.mjs';

// A square of points: the left half red, ground and dim, the right half blue, a building and bright.
// LAS 1.2, point format 2, as its specification has it.
const side = 60, head = 227, size = 26, scan = Buffer.alloc(head + side * side * size);
scan.write('LASF');
scan.writeUInt8(1, 24);
scan.writeUInt8(2, 25);
scan.writeUInt16LE(head, 94);
scan.writeUInt32LE(head, 96);
scan.writeUInt8(2, 104);
scan.writeUInt16LE(size, 105);
scan.writeUInt32LE(side * side, 107);
for (let k = 0; k < 3; k++) scan.writeDoubleLE(0.01, 131 + 8 * k);
[15, 0, 15, 0, 1, 0].forEach((bound, k) => scan.writeDoubleLE(bound, 179 + 8 * k));
for (let i = 0; i < side; i++) {
    for (let k = 0; k < side; k++) {
        const at = head + (i * side + k) * size, isLeft = i < side / 2;
        [i * 25, k * 25, (i + k) % 100].forEach((each, axis) => scan.writeInt32LE(each, at + 4 * axis));
        scan.writeUInt16LE(isLeft ? 100 : 900, at + 12);
        scan.writeUInt8(9, at + 14); // return 1 of 1
        scan.writeUInt8(isLeft ? 2 : 6, at + 15);
        scan.writeUInt16LE(65535, at + (isLeft ? 20 : 24));
    }
}
writeFileSync(scratch('points.las'), scan);
// The same in a coordinate system of feet (EPSG 2229), which a record after the header names.
const keys = [1, 1, 0, 2, 1024, 0, 1, 1, 3072, 0, 1, 2229], record = Buffer.alloc(54 + 2 * keys.length);
record.write('LASF_Projection', 2);
record.writeUInt16LE(34735, 18);
record.writeUInt16LE(2 * keys.length, 20);
keys.forEach((each, i) => record.writeUInt16LE(each, 54 + 2 * i));
const inFeet = Buffer.concat([scan.subarray(0, head), record, scan.subarray(head)]);
inFeet.writeUInt32LE(head + record.length, 96);
inFeet.writeUInt32LE(1, 100);
writeFileSync(scratch('feet.las'), inFeet);
const feet = report('feet.html', scratch('feet.las'));
run('synth', 'rld', scratch('plain.rld'), '--points', '500');
const address = report('points.html', scratch('points.las'));
const plain = report('plain.html', scratch('plain.rld'));

await withBrowser(async browser => {
    const page = await browser.open(address, { width: 900, height: 800 });
    equal(await page.ready(), 'ready');
    const choices = from => from.evaluate(() => [...document.querySelectorAll('.space-stage [data-value]')].map(each => each.dataset.value));
    // The mean colour of what is drawn at the left and at the right, with the ground at the edges of points.
    const halves = async () => {
        await page.drawn();
        return page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => {
            const from = document.querySelector('.space canvas'), copy = Object.assign(document.createElement('canvas'), { width: 400, height: 300 }), context = copy.getContext('2d');
            from.dispatchEvent(new WheelEvent('wheel', { deltaY: 0, cancelable: true }));
            requestAnimationFrame(() => {
                context.drawImage(from, 0, 0, 400, 300);
                const { data } = context.getImageData(0, 0, 400, 300), [ground] = [data.slice(0, 3)];
                const sums = [[0, 0, 0, 0], [0, 0, 0, 0]];
                for (let i = 0; i < data.length; i += 4) {
                    const column = (i / 4) % 400;
                    if (column > 180 && column < 220) continue;
                    if (Math.abs(data[i] - ground[0]) + Math.abs(data[i + 1] - ground[1]) + Math.abs(data[i + 2] - ground[2]) < 40) continue;
                    const sum = sums[column < 200 ? 0 : 1];
                    for (let k = 0; k < 3; k++) sum[k] += data[i + k];
                    sum[3]++;
                }
                resolve(sums.map(([r, g, b, n]) => [r / n, g / n, b / n]));
            });
        })));
    };
    const key = () => page.evaluate(() => document.querySelector('.ramp-key').textContent.trim());
    await test('what the points have can be chosen, their own colours first', async () => {
        equal(await choices(page), ['height', 'own', 'intensity', 'class', 'plain']);
        equal(await key(), 'as the file has them');
        await page.evaluate(() => [...document.querySelectorAll('button')].find(each => each.textContent === 'From above').click());
        const [left, right] = await halves();
        check(left[0] > left[2] + 60 && right[2] > right[0] + 60, `left ${left}, right ${right}`);
    });
    await test('by intensity', async () => {
        await page.click('[data-value="intensity"]');
        equal(await key(), 'intensity 100 or less (dark) to 900 or more (bright)');
        const [left, right] = await halves();
        check(right[0] > left[0] + 60, `left ${left}, right ${right}`);
    });
    await test('by class, with a key', async () => {
        await page.click('[data-value="class"]');
        equal((await key()).replace(/\s+/g, ' '), 'ground building');
        const [left, right] = await halves();
        check(Math.hypot(...left.map((each, k) => each - right[k])) > 25, `left ${left}, right ${right}`);
    });
    await test('nothing went wrong, nothing was asked of a network', async () => quiet(page, address));
    const other = await browser.open(plain, { width: 390, height: 800 });
    equal(await other.ready(), 'ready');
    await test('a surface without such values has no such choices', async () => equal((await choices(other)).filter(each => ['own', 'intensity', 'class'].includes(each)), []));
    await test('a scan in feet is shown in feet', async () => {
        const survey = await browser.open(feet, { width: 900, height: 800 });
        equal(await survey.ready(), 'ready');
        await survey.click('[data-value="height"]');
        check(/^height 0[.]00 US survey ft \(dark\) to 0[.]99 US survey ft/.test(
            await survey.evaluate(() => document.querySelector('.ramp-key').textContent.trim())), 'heights are in feet');
    });
    await test('and all is well there', async () => quiet(other, plain));
});
