// Somebody who never used a terminal finds out who caused the contact on lap 3 of the sample race, and sends the proof as one
// file. Like a person, the test knows words that are in sight, and clicks where they stand.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { answer, check, equal, quiet, report, sample, scratch, test, withBrowser } from './support.mjs';

const file = sample('race.vcr');
const { incidents, incident_parties: parties } = answer('incidents', file);
const contacts = incidents.filter(each => each.kind === 'contact' && each.lap === 3);

// The place of the smallest element whose words are exactly these, with nothing over it.
async function find(page, words, where = 'button, a, tr') {
    return page.until((wanted, kinds) => {
        const found = [...document.querySelectorAll(kinds)].filter(each => wanted.every(word => each.innerText.includes(word)) && each.getClientRects().length > 0);
        const one = found.sort((a, b) => a.innerText.length - b.innerText.length)[0];
        if (!one) return null;
        const outside = box => box.top < 0 || box.bottom > innerHeight || box.left < 0 || box.right > innerWidth;
        if (outside(one.getBoundingClientRect())) one.scrollIntoView({ block: 'center', inline: 'nearest' });
        const box = one.getBoundingClientRect(), x = box.left + Math.min(box.width, innerWidth - box.left) / 2, y = box.top + box.height / 2;
        return one.contains(document.elementFromPoint(x, y)) ? [x, y] : null;
    }, words, where);
}
async function press(page, ...words) {
    const [x, y] = await find(page, words);
    for (const type of ['mouseMoved', 'mousePressed', 'mouseReleased']) await page.mouse(type, x, y);
}
// What can be read without scrolling.
const inSight = page => page.evaluate(() => [...document.querySelectorAll('main h2, main h3, main p, main button')].filter(each => {
    const box = each.getBoundingClientRect();
    return box.height > 0 && box.top >= 0 && box.bottom <= innerHeight && each.contains(document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2));
}).map(each => each.innerText).join('\n'));
const saved = folder => existsSync(folder) ? readdirSync(folder).filter(name => name.endsWith('.html')) : [];

function tells(text, contact) {
    const behind = parties.find(party => party.incident === contact.incident && party.behind), ahead = parties.find(party => party.incident === contact.incident && party.behind === false);
    const kmh = value => `${(value * 3.6).toFixed(0)} km/h`;
    check(text.includes(`Contact on lap ${contact.lap}`), `which incident is not said: ${text}`);
    check(text.includes(`${behind.driver} came from behind`) && text.includes(`${ahead.driver}, closing at ${kmh(contact.closing_speed)}`), `who ran into whom is not said: ${text}`);
    const turnIn = contact.positions_text.replace(/\.$/, '');
    check(text.includes(`Why: ${turnIn}; half a second before the touch ${ahead.driver} was ahead`) && text.includes(`${behind.driver} was doing ${kmh(behind.speed_before)}`), `why is not said: ${text}`);
}

await withBrowser(async browser => {
    await test('the race has the contact that the story is about, and somebody was behind', async () => {
        equal(contacts.length, 1, 'contacts on lap 3');
        equal(parties.filter(each => each.incident === contacts[0].incident).map(each => each.behind).sort(), [false, true], 'who was behind');
    });
    const address = report('race.html', file), [contact] = contacts;
    let sent = '';
    for (const [device, options] of [['a wide screen', { width: 1280, height: 800 }], ['a phone', { width: 390, height: 844, ratio: 2, mobile: true }]]) {
        await test(`who caused the contact on lap 3 is found on ${device}, and the proof saved`, async () => {
            const folder = scratch(device.replace(/ /g, '-'));
            await browser.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: folder });
            const page = await browser.open(address, options);
            await page.ready();
            await press(page, 'Incidents');
            await press(page, 'Contact', ...contact.drivers.split('; ')); // the line of the list
            await page.until(lap => [...document.querySelectorAll('h3')].some(each => each.innerText === `Contact on lap ${lap}`), contact.lap);
            await page.drawn();
            const text = await inSight(page);
            tells(text, contact);
            check(text.includes('Save as one file to send'), `how to send it is not in sight: ${text}`);
            await press(page, 'Save as one file to send');
            await page.until(() => document.querySelector('.incident-detail [role="status"]').innerText.startsWith('Saved: '));
            for (let i = 0; i < 200 && saved(folder).length === 0; i++) await new Promise(resolve => setTimeout(resolve, 25));
            equal(saved(folder), [`race - contact on lap ${contact.lap}.html`], 'files saved');
            sent = `${folder}/${saved(folder)[0]}`;
            quiet(page, address);
            await page.close();
        });
    }
    await test('the file that was saved says the same to a friend, at once', async () => {
        const page = await browser.open(pathToFileURL(sent).href, { theme: 'dark' });
        equal(await page.ready(), 'ready', 'state');
        await page.drawn();
        tells(await inSight(page), contact);
        quiet(page, pathToFileURL(sent).href);
        await page.close();
    });
    await test('it is the report itself, but for where it begins', async () => {
        // a browser writes quotation marks in text as they are
        const plain = name => readFileSync(name, 'utf8').replace(/^(<!doctype html>\n<html lang="en") data-start="[^"]*"/, '$1').replace(/&#39;/g, "'").replace(/&quot;/g, '"');
        check(plain(sent) === plain(scratch('race.html')), 'they differ');
    });
});
