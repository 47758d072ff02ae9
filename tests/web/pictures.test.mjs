// The pictures in the docs can be made again, and those there look as the page does now.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { check, equal, test, withBrowser } from './support.mjs';

const here = path.dirname(fileURLToPath(import.meta.url)), docs = path.join(here, '../../docs/pictures');
const made = mkdtempSync(path.join(tmpdir(), 'paddock-pictures-'));

await withBrowser(async browser => {
    await test('all pictures of the page are made', async () => {
        execFileSync('node', [path.join(here, 'pictures.mjs'), made], { stdio: 'inherit' });
        const names = folder => readdirSync(folder).filter(name => name.endsWith('.webp')).sort();
        equal(names(docs), names(made), 'pictures in docs');
        check(names(made).length >= 5, 'too few');
    });
    const page = await browser.open('about:blank');
    for (const name of readdirSync(docs).filter(each => each.endsWith('.webp'))) {
        await test(`docs/pictures/${name} shows the page as it is (make pictures)`, async () => {
            check(existsSync(path.join(made, name)), 'it is not made');
            const data = [docs, made].map(folder => readFileSync(path.join(folder, name)).toString('base64'));
            // Letters may stand a little otherwise with other fonts: pictures are compared at an eighth of their size.
            const far = await page.evaluate(async pictures => {
                const small = [];
                for (const each of pictures) {
                    const image = new Image();
                    image.src = `data:image/webp;base64,${each}`;
                    await image.decode();
                    const canvas = Object.assign(document.createElement('canvas'), { width: 150, height: 95 }), context = canvas.getContext('2d');
                    context.imageSmoothingQuality = 'high';
                    context.drawImage(image, 0, 0, 150, 95);
                    small.push(context.getImageData(0, 0, 150, 95).data);
                }
                return small[0].filter((value, i) => Math.abs(value - small[1][i]) > 40).length / small[0].length;
            }, data);
            check(far < 0.04, `${(100 * far).toFixed(1)} % of it look otherwise`);
        });
    }
    rmSync(made, { recursive: true, force: true });
});
