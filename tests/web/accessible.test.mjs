// What axe-core says about every view of every kind of file: nothing serious. The dark theme has other colours and
// nothing else, so that only contrast is looked at there.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { equal, report, sample, test, withBrowser } from './support.mjs';

const axe = readFileSync(path.join(process.env.PADDOCK_WEB_PACKAGES, 'axe-core/axe.min.js'), 'utf8');
const pages = {
    'a race': report('race.html', sample('race.vcr')), 'laps': report('laps.html', sample('lap-2.raf'), sample('lap-3.raf')),
    'a track': report('track.html', sample('track.tri')), 'a surface': report('surface.html', sample('scan.rld')), 'pictures': report('pictures.html', sample('pictures.fsh')),
};

await withBrowser(async browser => {
    for (const [what, address] of Object.entries(pages)) {
        for (const theme of ['light', 'dark']) {
            const page = await browser.open(address, { theme });
            await page.send('Page.setBypassCSP', { enabled: true }); // for axe, which the page does not know
            await page.ready();
            await page.send('Runtime.evaluate', { expression: axe });
            for (const view of await page.evaluate(() => [...document.querySelectorAll('[data-view]')].map(each => each.dataset.view))) {
                await test(`${what}, ${theme}: ${view}`, async () => {
                    await page.view(view);
                    await page.drawn();
                    const serious = await page.evaluate(async only => (await window.axe.run(document, { resultTypes: ['violations'], ...only })).violations.filter(each => each.impact === 'serious' || each.impact === 'critical')
                        .map(each => `${each.id}: ${each.help}; ${each.nodes.length} times, first ${each.nodes[0].html.slice(0, 150)}`), theme === 'dark' ? { runOnly: ['color-contrast'] } : {});
                    equal(serious, []);
                });
            }
            await page.close();
        }
    }
});
