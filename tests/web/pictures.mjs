// The pictures of the page in docs/pictures:  node tests/web/pictures.mjs FOLDER
import path from 'node:path';
import { answer, report, sample, withBrowser } from './support.mjs';

const folder = process.argv[2];
const size = { width: 1200, height: 760 };

await withBrowser(async browser => {
    const take = async (name, address, { options = size, steps = async () => undefined } = {}) => {
        const page = await browser.open(address, options);
        await page.ready();
        await steps(page);
        await page.drawn();
        // what comes from a worker or is drawn piece by piece: a slow machine takes its time
        await page.still(1500);
        await page.picture(path.join(folder, `${name}.webp`));
        await page.close();
    };
    const race = report('race.html', sample('race.vcr')), laps = report('laps.html', sample('lap-2.raf'), sample('lap.raf'));
    await take('page-results', race);
    const contact = answer('incidents', sample('race.vcr')).incidents.find(each => each.kind === 'contact' && each.lap === 3);
    await take('page-incidents', `${race}#view=incidents&incident=${contact.incident}`, {
        steps: page => page.until(() => document.querySelectorAll('[data-panel="incidents"] canvas').length > 2),
    });
    await take('page-replay', `${race}#view=replay&t=150`, {
        options: { ...size, theme: 'dark' },
        steps: async page => {
            await page.evaluate(() => {
                const select = document.querySelector('[data-action="follow"]');
                select.value = select.options[2].value;
                select.dispatchEvent(new Event('change'));
            });
            await page.click('[data-action="space"]');
        },
    });
    await take('page-compare', `${laps}#view=compare`, { steps: page => page.until(() => document.querySelector('table[data-table="corners"]') !== null) });
    await take('page-bytes', `${race}#view=bytes&at=64`, { steps: page => page.until(() => document.querySelector('.field-told') !== null) });
    await take('page-track', report('track.html', sample('track.tri')), { options: { ...size, reducedMotion: true } }); // a flag waves
});
