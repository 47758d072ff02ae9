// A track in 3D: with its pictures and the objects along it, with the kinds of things along the road, and without its
// art.
import { answer, check, equal, quiet, report, run, sample, scratch, test, withBrowser } from './support.mjs';

await withBrowser(async browser => {
    const address = report('track.html', sample('track.tri'), sample('track.fam'));
    const page = await browser.open(address, { width: 1300, height: 900 });
    equal(await page.ready(), 'ready');
    // What the picture looks like, small: red, green, blue, alpha of 96 by 64 places.
    const look = async () => {
        await page.drawn();
        return page.evaluate(async () => {
            await new Promise(resolve => setTimeout(resolve, 400));
            const copy = Object.assign(document.createElement('canvas'), { width: 96, height: 64 }), context = copy.getContext('2d');
            context.drawImage(document.querySelector('.space canvas'), 0, 0, 96, 64);
            return Array.from(context.getImageData(0, 0, 96, 64).data);
        });
    };
    const differ = (a, b) => a.filter((value, i) => Math.abs(value - b[i]) > 24).length;
    const along = metres => page.evaluate(wanted => {
        const range = document.querySelector('[data-action="along"]');
        range.value = wanted;
        range.dispatchEvent(new Event('input'));
        return document.querySelector('.along-road output').textContent;
    }, metres);
    const line = name => page.click(`[data-line="${name}"]`);

    await test('parts are counted as the file has them', async () => {
        const kinds = Object.fromEntries(await page.evaluate(() => [...document.querySelectorAll('.part-kind > label')].map(each => [each.querySelector('input').dataset.kind, Number(each.querySelector('small').textContent.replace(/\D/g, ''))])));
        equal(Object.values(kinds).reduce((sum, count) => sum + count, 0), answer('info', sample('track.tri')).tables.find(each => each.name === 'props').rows, 'props');
        check(kinds['props: model'] > 0 && kinds['props: bitmap'] > 0, JSON.stringify(kinds));
        check(!(await page.evaluate(() => document.querySelector('[data-missing]') !== null)), 'something is said to be missing');
    });
    await test('the legend has the kinds of the nodes in words', async () => {
        const { features, told } = await page.evaluate(() => ({
            features: [...document.querySelectorAll('[data-line^="feature of the road"]')].map(each => each.dataset.line.split(': ')[1]).sort(),
            told: [...document.querySelectorAll('.line-list h4')].map(each => each.textContent),
        }));
        equal(told, ['feature of the road', 'surface beyond the verge', 'barrier']);
        const modes = run('table', sample('track.tri'), 'nodes', '--columns', 'mode').trim().split('\n').slice(1);
        const labels = answer('info', sample('track.tri')).tables.find(each => each.name === 'nodes').columns.find(each => each.name === 'mode').labels;
        equal(features, [...new Set(modes.map(mode => labels[mode] ?? `kind ${mode}`))].sort());
    });
    await test('from the road there are textures: road below, sky above, not the other way round', async () => {
        await line('feature of the road: usual'); // off: it would lie over the middle
        const told = await along(60);
        check(told.startsWith('60 m') && told.includes('node line: '), told);
        const picture = await look(), at = (x, y) => picture.slice(4 * (96 * y + x), 4 * (96 * y + x) + 3);
        const [red, green, blue] = at(70, 2);
        check(blue > red + 15 && blue > 70, `the sky is ${[red, green, blue]}`);
        const road = at(40, 60);
        check(Math.max(...road) - Math.min(...road) < 30 && road[0] < 130, `the road is ${road}`);
    });
    await test('props and kinds of lines go and come', async () => {
        await along(60);
        const whole = await look();
        await page.click('[data-kind="props: bitmap"]');
        const bare = await look();
        check(differ(whole, bare) > 40, `without props ${differ(whole, bare)} values differ`);
        await page.click('[data-kind="props: bitmap"]');
        equal(differ(whole, await look()), 0, 'they come back');
        for (const name of await page.evaluate(() => [...document.querySelectorAll('[data-line^="barrier"]')].map(each => each.dataset.line))) await line(name);
        check(differ(whole, await look()) > 40, 'barriers do not go');
    });
    // The sample's flag that waves: behind it on the road, and how often something is drawn in a second.
    const flag = run('table', sample('track.tri'), 'props', '--columns', 'node,prop_type').trim().split('\n').slice(1).map(row => row.split(',').map(Number)).find(([, type]) => type === 4);
    const where = run('table', sample('track.tri'), 'nodes', '--columns', 'node,distance').trim().split('\n').slice(1).map(row => row.split(',').map(Number)).find(([node]) => node === flag[0])[1];
    const drawings = (of, most = Infinity, patience = 1000) => of.evaluate(async (most, patience) => {
        const gl = document.querySelector('.space canvas').getContext('webgl2'), clear = gl.clear;
        let count = 0;
        gl.clear = function (...all) {
            count++;
            return clear.apply(this, all);
        };
        const begin = performance.now();
        while (performance.now() - begin < patience && count < (most ?? Infinity)) await new Promise(resolve => setTimeout(resolve, 50));
        gl.clear = clear;
        return { count, rate: (count * 1000) / (performance.now() - begin) };
    }, most, patience);
    // Pictures that play come, however slow the machine is; what does not move stays after what was under way.
    const plays = async of => (await drawings(of, 3, 30_000)).count >= 3;
    const stands = async of => {
        for (let i = 0; i < 5; i++) if ((await drawings(of, Infinity, 700)).count === 0) return true;
        return false;
    };
    await test('bitmaps that animate play while they are in sight, and can be stopped', async () => {
        await along(Math.round(where) - 24);
        // The flag waves once in 0.5 s: looks are taken at uneven times, so that they do not all meet it in one state.
        const first = await look();
        const waves = async () => {
            for (let i = 0; i < 60; i++) {
                if (differ(await look(), first) > 4) return true;
                await new Promise(resolve => setTimeout(resolve, 37 * (i % 7)));
            }
            return false;
        };
        check(await waves(), 'the flag does not wave');
        check(await plays(page), 'it does not play');
        const { rate } = await drawings(page);
        check(rate <= 12, `${rate} pictures in a second, of 6 states`);
        await page.click('[data-action="animate"]');
        await page.drawn();
        check(await stands(page), 'pictures after it was stopped');
        const still = await look();
        await new Promise(resolve => setTimeout(resolve, 250));
        equal(differ(still, await look()), 0, 'it stands');
        await page.click('[data-action="animate"]');
        check(await plays(page), 'it does not go on');
    });
    await test('nothing is drawn while nothing changes', async () => {
        await along(60);
        await look();
        check(await stands(page), 'something is drawn');
        quiet(page, address);
    });
    await page.close();

    const calm = await browser.open(address, { width: 1300, height: 900, reducedMotion: true });
    await test('who wants less motion sees the first picture until they ask', async () => {
        equal(await calm.ready(), 'ready');
        await calm.evaluate(wanted => {
            const range = document.querySelector('[data-action="along"]');
            range.value = wanted;
            range.dispatchEvent(new Event('input'));
        }, Math.round(where) - 24);
        await calm.drawn();
        await new Promise(resolve => setTimeout(resolve, 400));
        equal(await calm.evaluate(() => document.querySelector('[data-action="animate"]').checked), false, 'it plays');
        check(await stands(calm), 'pictures');
        await calm.click('[data-action="animate"]');
        check(await plays(calm), 'it does not play when asked');
        quiet(calm, address);
    });
    await calm.close();

    const alone = report('alone.html', sample('track.tri'), '--fam', 'none');
    const bare = await browser.open(alone, { width: 390, height: 800 });
    await test('without its art a track says what is missing and how to give it', async () => {
        equal(await bare.ready(), 'ready');
        const told = await bare.evaluate(() => document.querySelector('[data-missing]').textContent);
        check(told.includes('FAM') && told.includes('Make the report with both files'), told);
        check(await bare.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'the page is wider than the screen');
        quiet(bare, alone);
    });
    await bare.close();

    run('synth', 'wwww', scratch('car.cfm'), '--dialect', 'car');
    const car = report('car.html', scratch('car.cfm'));
    const garage = await browser.open(car, { width: 1000, height: 800, theme: 'dark' });
    await test('a car begins with its better form; the simpler one is there to be shown', async () => {
        equal(await garage.ready(), 'ready');
        const boxes = await garage.evaluate(() => [...document.querySelectorAll('.part-list label')].map(each => [each.querySelector('input').checked, each.textContent.includes('simpler')]));
        equal(boxes.map(([shown]) => shown), boxes.map(([, simpler]) => !simpler));
        check(boxes.some(([, simpler]) => simpler), 'there is no simpler form');
        quiet(garage, car);
    });
});
