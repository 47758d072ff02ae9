// What the page shows of a file itself: its bytes, what is wrong with it, its pictures, its surfaces in 3D.
import { readFileSync, writeFileSync } from 'node:fs';
import { answer, check, close, equal, quiet, report, run, sample, scratch, skip, tableRows, test, withBrowser } from './support.mjs';

// One value of one block that is not a number, and names that would be markup.
const lap = readFileSync(sample('lap.raf'));
lap.writeUInt32LE(0x7fffffff, 5000);
lap.write('<img src=x onerror=alert(1)>\0', 0x20, 'latin1');
writeFileSync(scratch('damaged.raf'), lap);

await withBrowser(async browser => {
    const address = report('damaged.html', scratch('damaged.raf'));
    const page = await browser.open(address, { width: 1400, height: 1000 });
    equal(await page.ready(), 'ready');

    await test('findings are those of check', async () => {
        const { findings } = answer('check', scratch('damaged.raf'));
        equal(findings.length, 1, 'findings');
        await page.click('.verdict');
        const rows = await tableRows(page, 'findings');
        equal(rows.map(row => [row.severity, row.code, Number(row.offset), row.where]), findings.map(each => [each.severity, each.code, each.offset, each.where]));
        const evidence = answer('info', scratch('damaged.raf')).evidence;
        const told = await page.evaluate(() => [...document.querySelectorAll('.identity li')].map(each => each.textContent));
        equal(told, evidence, 'evidence');
    });

    await test('properties are those of info', async () => {
        const { properties } = answer('info', scratch('damaged.raf'));
        const rows = await page.evaluate(() => [...document.querySelectorAll('table[data-table="properties"] tbody tr')].map(row => [...row.cells].map(cell => cell.dataset.value)));
        equal(rows.map(row => row[0]), Object.keys(properties));
        const player = rows.find(row => row[0] === 'player');
        equal(player[1], '<img src=x onerror=alert(1)>', 'a hostile name');
        equal(await page.evaluate(() => document.querySelectorAll('main img').length), 0, 'elements made by a name');
    });

    await test('a finding leads to its byte, with field and value', async () => {
        await page.click('table[data-table="findings"] button.link');
        await page.until(() => document.querySelector('.byte-place strong')?.textContent === '0x1388');
        const told = await page.evaluate(() => document.querySelector('.byte-detail').textContent);
        check(told.includes('x_force') && told.includes('raf.range'), told);
        check(await page.until(() => location.hash.includes('at=5000')), 'the link does not have the place');
    });

    await test('bytes are those of the file', async () => {
        const bytes = await page.until(() => {
            const cells = [...document.querySelectorAll('.hex-numbers i[data-offset]')];
            return cells.length > 100 && cells.some(cell => cell.dataset.offset === '5000') && cells.map(cell => [Number(cell.dataset.offset), cell.textContent]);
        });
        for (const [offset, text] of bytes) equal(parseInt(text, 16), lap[offset], `byte ${offset}`);
    });

    await test('keys go from byte to byte and from field to field', async () => {
        const go = async offset => {
            await page.evaluate(wanted => {
                const input = document.querySelector('.view input[type="search"]');
                input.focus();
                input.value = wanted;
            }, offset);
            await page.key('Enter', { text: '\r' });
        };
        const place = async wanted => page.until(text => document.querySelector('.byte-place strong').textContent === text, wanted);
        await go('0x20');
        await place('0x20');
        equal(await page.evaluate(() => document.querySelector('.field-name strong').textContent), 'player');
        await page.key('ArrowRight');
        await place('0x21');
        await page.key('ArrowDown');
        await place('0x31');
        const player = await page.evaluate(() => Number(/(\d+) bytes/.exec(document.querySelector('.field-told .note:last-child').textContent)[1]));
        await page.key(']');
        await place('0x' + (0x20 + player).toString(16).toUpperCase());
        await page.key('[');
        await place('0x20');
        await page.key('n');
        await place('0x1388');
        // a byte that the page does not have
        await go('900000');
        check(await page.evaluate(() => !document.querySelector('.view input[type="search"]').validity.valid), 'nothing says that it is not there');
    });

    await test('nothing went wrong, nothing was asked of a network', async () => quiet(page, address));
    await page.close();

    const art = report('pictures.html', sample('pictures.fsh'));
    const pictures = await browser.open(art, { width: 1200, height: 900 });
    await test('pictures are those that images writes', async () => {
        equal(await pictures.ready(), 'ready');
        const { images } = answer('info', sample('pictures.fsh'));
        equal(await pictures.evaluate(() => [...document.querySelectorAll('.tile bdi')].map(each => each.textContent)), images.map(each => each.name));
        run('images', sample('pictures.fsh'), scratch('art'));
        for (const index of [0, 2]) {
            const png = readFileSync(`${scratch('art')}/${images[index].name}.png`).toString('base64');
            await pictures.evaluate(wanted => document.querySelectorAll('.tile')[wanted].click(), index);
            await pictures.until(wanted => document.querySelector('.picture-detail h3 bdi')?.textContent === wanted, images[index].name);
            const same = await pictures.evaluate(async data => {
                const shown = document.querySelector('canvas.large'), image = new Image();
                image.src = `data:image/png;base64,${data}`;
                await image.decode();
                const other = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
                other.getContext('2d').drawImage(image, 0, 0);
                const read = canvas => canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
                const a = read(shown), b = read(other);
                return a.length === b.length && a.every((value, i) => Math.abs(value - b[i]) <= 1);
            }, png);
            check(same, `${images[index].name} looks otherwise`);
        }
        quiet(pictures, art);
    });
    await pictures.close();

    const road = report('road.html', sample('scan.rld'));
    const surface = await browser.open(road, { width: 1200, height: 900 });
    await test('a surface is drawn, and colours change', async () => {
        equal(await surface.ready(), 'ready');
        const look = () => surface.evaluate(async () => {
            await new Promise(resolve => setTimeout(resolve, 300));
            await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)));
            const canvas = document.querySelector('.space canvas'), copy = Object.assign(document.createElement('canvas'), { width: 200, height: 120 });
            const context = copy.getContext('2d');
            context.drawImage(canvas, 0, 0, 200, 120);
            return Array.from(context.getImageData(0, 0, 200, 120).data);
        });
        const kinds = pixels => new Set(pixels.flatMap((_, i) => (i % 4 ? [] : [`${pixels[i]} ${pixels[i + 1]} ${pixels[i + 2]}`]))).size;
        const heights = await look();
        check(kinds(heights) > 50, `only ${kinds(heights)} colours`);
        await surface.click('.choice button[data-value="plain"]');
        const plain = await look();
        check(plain.some((value, i) => Math.abs(value - heights[i]) > 20), 'the colours are the same');
    });
    await test('two places that are clicked give coordinates on the surface and the cut between', async () => {
        const stats = answer('surface', 'stats', sample('scan.rld'));
        await surface.evaluate(() => [...document.querySelectorAll('button')].find(each => each.textContent === 'From above').click());
        await surface.drawn();
        // along the picture until both ends of a line are on the road
        const box = await surface.evaluate(() => {
            const { left, top, width, height } = document.querySelector('.space canvas').getBoundingClientRect();
            return { left, top, width, height };
        });
        const told = () => surface.evaluate(() => document.querySelector('.place-told').textContent);
        let cut = null;
        for (let i = 1; i < 30 && !cut; i++) {
            for (const share of [0.46, 0.54]) {
                const at = [box.left + box.width * share, box.top + (box.height * i) / 30];
                await surface.mouse('mousePressed', ...at);
                await surface.mouse('mouseReleased', ...at);
                if ((await told()).startsWith('From')) cut = await told();
            }
        }
        check(cut, `no cut: ${await told()}`);
        const numbers = [...cut.matchAll(/([xyz]) (−?[\d.]+)/g)].map(([, axis, text]) => ['xyz'.indexOf(axis), Number(text.replace('−', '-'))]);
        equal(numbers.length, 6, 'coordinates');
        for (const [axis, value] of numbers) check(value >= stats.bounds.min[axis] - 0.01 && value <= stats.bounds.max[axis] + 0.01, `${'xyz'[axis]} ${value} is beside the surface`);
        const [a, b] = [numbers.slice(0, 3), numbers.slice(3)].map(each => each.map(([, value]) => value));
        close(Number(/: ([\d.]+) m;/.exec(cut)[1]), Math.hypot(a[0] - b[0], a[1] - b[1]), 0.011, 'length');
        for (const [x, y, z] of [a, b]) {
            const query = answer('surface', 'query', sample('scan.rld'), '--at', `${x},${y}`);
            check(JSON.stringify(query).match(/"z":(-?[\d.]+)/) && Math.abs(Number(/"hits":\[\{"z":(-?[\d.]+)/.exec(JSON.stringify(query))[1]) - z) < 0.01, `height at ${x}, ${y}: ${JSON.stringify(query)}`);
        }
        check(await surface.evaluate(() => document.querySelector('.view .charts canvas') !== null), 'no figure');
        await surface.key('Escape');
        quiet(surface, road);
    });
    await surface.close();

    await test('all of a surface is in sight at first, on a phone as on a wide screen', async () => {
        for (const size of [{ width: 390, height: 780, mobile: true }, { width: 1280, height: 800 }]) {
            const first = await browser.open(road, size);
            await first.ready();
            await first.drawn();
            const edges = await first.until(() => {
                const source = document.querySelector('.space canvas'), canvas = Object.assign(document.createElement('canvas'), { width: source.width, height: source.height }), context = canvas.getContext('2d');
                context.drawImage(source, 0, 0);
                const colours = (x, y, width, height) => new Set(new Uint32Array(context.getImageData(x, y, width, height).data.buffer)).size, { width, height } = canvas;
                const inside = colours(0, 0, width, height);
                return inside > 10 && [colours(0, 0, 1, height), colours(width - 1, 0, 1, height), colours(0, 0, width, 1), colours(0, height - 1, width, 1)];
            });
            equal(edges, [1, 1, 1, 1], `colours at the edges, ${size.width} pixels wide`);
            await first.close();
        }
    });

    // A scan that is points only: a grid of 11 x 11, one metre apart, that rises to the north.
    const grid = Array.from({ length: 121 }, (_, i) => `${i % 11} ${Math.floor(i / 11)} ${Math.floor(i / 11) / 10}`);
    writeFileSync(scratch('points.ply'), `ply\nformat ascii 1.0\nelement vertex ${grid.length}\nproperty float x\nproperty float y\nproperty float z\nend_header\n${grid.join('\n')}\n`);
    const cloud = report('points.html', scratch('points.ply'));
    await test('points without triangles are drawn, and clicked for their coordinates', async () => {
        const scan = await browser.open(cloud, { width: 1000, height: 800 });
        await scan.ready();
        await scan.drawn();
        const dots = await scan.until(() => {
            const source = document.querySelector('.space canvas'), canvas = Object.assign(document.createElement('canvas'), { width: source.width, height: source.height }), context = canvas.getContext('2d');
            context.drawImage(source, 0, 0);
            const pixels = new Uint32Array(context.getImageData(0, 0, canvas.width, canvas.height).data.buffer), places = [];
            for (let i = 0; i < pixels.length; i++) if (pixels[i] !== pixels[0]) places.push([i % canvas.width, Math.floor(i / canvas.width)]);
            return places.length > 0 && places;
        });
        check(dots.length >= 121, `${dots.length} pixels are drawn`);
        const box = await scan.evaluate(() => (({ left, top }) => [left, top])(document.querySelector('.space canvas').getBoundingClientRect()));
        const [x, y] = dots[Math.floor(dots.length / 2)];
        await scan.mouse('mousePressed', box[0] + x, box[1] + y);
        await scan.mouse('mouseReleased', box[0] + x, box[1] + y);
        const told = await scan.evaluate(() => document.querySelector('.place-told').textContent), found = /x (\d+\.\d+), y (\d+\.\d+), z (\d+\.\d+)/.exec(told);
        check(found, `no point was found: ${told}`);
        const [px, py, pz] = found.slice(1).map(Number);
        check([px, py].every(value => Math.abs(value - Math.round(value)) < 0.001) && Math.abs(pz - py / 10) < 0.001, `this is none of the points: ${told}`);
        quiet(scan, cloud);
        await scan.close();
    });

    const track = report('track.html', sample('track.tri'));
    const circuit = await browser.open(track, { width: 1200, height: 900, theme: 'dark' });
    await test('a track begins in 3D with its parts', async () => {
        equal(await circuit.ready(), 'ready');
        equal(await circuit.evaluate(() => [...document.querySelectorAll('.parts > .part-list bdi')].slice(0, 2).map(each => each.textContent)), ['road', 'fences']);
        quiet(circuit, track);
    });

    const race = report('race.html', sample('race.vcr')), replay = await browser.open(race, { width: 390, height: 780, mobile: true });
    await test('bytes begin at the first field that a layout tells of', async () => {
        await replay.ready();
        await replay.view('bytes');
        const field = await replay.until(() => document.querySelector('.field-told strong')?.textContent);
        const place = await replay.evaluate(() => Number(document.querySelector('.byte-place strong').textContent));
        check(place > 0 && field, `${field} at ${place}: the banner before the tag is in no layout`);
    });
    await test('properties say what they mean, and are not cut on a phone', async () => {
        await replay.view('findings');
        const rows = await replay.evaluate(() => [...document.querySelectorAll('table[data-table="properties"] tbody tr')].map(row => [...row.cells].map(cell => cell.textContent.trim())));
        check(rows.length > 5 && rows.every(row => row.length === 3) && rows.filter(row => row[2]).length > 5, `no meanings: ${JSON.stringify(rows)}`);
        const [within, around] = await replay.evaluate(() => [document.querySelector('.properties table').offsetWidth, document.querySelector('.properties').clientWidth]);
        check(within <= around, `the table is ${within} pixels wide in ${around}`);
        quiet(replay, race);
    });
    await replay.close();

    let dataset = null;
    try {
        run('ingest', sample('lap.raf'), '--to', scratch('dataset'));
        dataset = report('dataset.html', scratch('dataset'));
    } catch (error) {
        skip('a dataset is not said to have 0 bytes', String(error.message).slice(0, 120));
    }
    if (dataset) {
        await test('a dataset is not said to have 0 bytes', async () => {
            const archive = await browser.open(dataset);
            await archive.ready();
            await archive.view('findings');
            const [facts, identity] = await archive.evaluate(() => ['.document-facts', '.identity'].map(each => document.querySelector(each).textContent));
            check(!/\b0 bytes/.test(facts + identity) && facts.includes('Dataset'), `${facts}; ${identity}`);
            quiet(archive, dataset);
            await archive.close();
        });
    }
});
