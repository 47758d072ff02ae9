// A surface with blocks: a colour for each, and which one a click is in.
import { check, equal, quiet, report, run, scratch, test, withBrowser } from './support.mjs';

run('synth', 'rld', scratch('scan.rld'), '--points', '5k');
run('convert', scratch('scan.rld'), scratch('blocks.rld'), '--blocks', '8');
const address = report('blocks.html', scratch('blocks.rld'));
const rows = run('table', scratch('blocks.rld'), 'blocks').trim().split('\n').length - 1;

await withBrowser(async browser => {
    const page = await browser.open(address, { width: 900, height: 800 });
    equal(await page.ready(), 'ready');
    // The colours of the picture, by hue, in the order of how many places have them; greys are nothing.
    const hues = async () => {
        await page.drawn();
        return page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => {
            const from = document.querySelector('.space canvas'), copy = Object.assign(document.createElement('canvas'), { width: 300, height: 200 }), context = copy.getContext('2d');
            from.dispatchEvent(new WheelEvent('wheel', { deltaY: 0, cancelable: true }));
            requestAnimationFrame(() => {
                context.drawImage(from, 0, 0, 300, 200);
                const { data } = context.getImageData(0, 0, 300, 200), counts = new Map();
                for (let i = 0; i < data.length; i += 4) {
                    const [r, g, b] = [data[i], data[i + 1], data[i + 2]], most = Math.max(r, g, b), least = Math.min(r, g, b);
                    if (most - least < 60) continue;
                    const hue = most === r ? (g - b) / (most - least) : most === g ? 2 + (b - r) / (most - least) : 4 + (r - g) / (most - least);
                    const key = Math.round(((hue + 6) % 6) * 3);
                    counts.set(key, (counts.get(key) ?? 0) + 1);
                }
                resolve([...counts].filter(([, count]) => count > 30).map(([key]) => key));
            });
        })));
    };
    await test('blocks have colours of their own, and the heights come back', async () => {
        const heights = await hues();
        await page.click('[data-value="block"]');
        const blocks = await hues();
        check(blocks.length >= 2, `only ${blocks.length} colours`);
        equal(await page.evaluate(() => document.querySelector('.ramp-key').textContent), `${rows} blocks of points; neighbours differ`);
        await page.click('[data-value="height"]');
        equal(await hues(), heights);
    });
    await test('a click says the block', async () => {
        await page.click('[data-value="block"]');
        await page.evaluate(() => [...document.querySelectorAll('button')].find(each => each.textContent === 'From above').click());
        await page.drawn();
        // somewhere on the surface: along the middle of the picture, from left to right
        const said = async () => page.evaluate(() => document.querySelector('.place-told').textContent);
        const box = await page.evaluate(() => { const { left, top, width, height } = document.querySelector('.space canvas').getBoundingClientRect(); return { left, top, width, height }; });
        for (let i = 1; i < 60 && !/block \d+/.test(await said()); i++)
            for (const type of ['mousePressed', 'mouseReleased']) await page.mouse(type, box.left + box.width / 2, box.top + (box.height * i) / 60, { button: 'left', clickCount: 1 });
        const [, number] = /\(block (\d+)\)/.exec(await said()) ?? [];
        check(number !== undefined && Number(number) < rows, await said());
    });
    await test('nothing went wrong, nothing was asked of a network', async () => quiet(page, address));
});
