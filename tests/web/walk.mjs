// A walk through a document on the page: every view, and what people do in it. `step` hears what comes next.

const rest = ms => new Promise(resolve => setTimeout(resolve, ms));

// What is done in a view after it is there.
const inView = {
    async laps(page) {
        await page.evaluate(() => document.querySelector('[data-panel="laps"] table[data-table="laps"] th[data-column="lap_time"] button')?.click());
    },
    async compare(page) {
        await page.evaluate(() => document.querySelector('.corner-strip button:nth-child(2)')?.click());
        await overChart(page);
    },
    async map(page) {
        await overChart(page);
    },
    async replay(page, step) {
        await step('replay, play', async () => {
            await choose(page, 'speed', '60');
            await page.click('[data-action="play"]');
            await rest(700);
            await page.click('[data-action="play"]');
        });
        await step('replay, follow', () => page.evaluate(() => document.querySelector('.leaderboard button')?.click()));
        if (await page.evaluate(() => document.querySelector('[data-action="space"]') !== null)) {
            await step('replay, 3D', async () => {
                await page.click('[data-action="space"]');
                await page.drawn();
                await page.click('[data-action="space"]');
            });
        }
    },
    async incidents(page) {
        for (let i = 0; i < 3; i++) {
            await page.key(']');
            await page.drawn();
        }
        if (await page.evaluate(() => document.querySelector('[data-panel="incidents"] [data-action="play"]') !== null)) {
            await page.click('[data-panel="incidents"] [data-action="play"]');
            await rest(300);
        }
    },
    async surface(page) {
        for (const key of ['ArrowLeft', 'ArrowUp', '+', 't', '0']) {
            await page.key(key);
            await page.drawn();
        }
        const place = await page.evaluate(() => {
            const box = document.querySelector('.space canvas').getBoundingClientRect();
            return [box.left + box.width / 2, box.top + box.height / 2];
        });
        for (const away of [0, 60]) {
            await page.mouse('mousePressed', place[0] + away, place[1], { buttons: 1 });
            await page.mouse('mouseReleased', place[0] + away, place[1]);
        }
        for (const name of ['slope', 'plain', 'height']) await page.evaluate(wanted => document.querySelector(`[data-panel="surface"] [data-value="${wanted}"]`).click(), name);
    },
    async pictures(page) {
        await page.key('ArrowRight');
    },
    async tables(page, step) {
        // the longest ones, among which the widest are
        const tables = await page.evaluate(() => [...document.querySelectorAll('.document.chosen [data-open-table]')]
            .map(each => ({ name: each.dataset.openTable, rows: Number(each.querySelector('.rows').textContent.replace(/\D/g, '')) })).sort((a, b) => b.rows - a.rows));
        for (const { name: table } of tables.slice(0, 5)) {
            await step(`table ${table}`, async () => {
                await page.evaluate(wanted => document.querySelector(`.document.chosen [data-open-table="${wanted}"]`).click(), table);
                await page.drawn();
                await page.evaluate(() => document.querySelector('[data-panel="tables"] th:nth-child(2) button')?.click());
                await page.drawn();
                await page.evaluate(() => (document.querySelector('[data-panel="tables"] .table-scroll').scrollTop = 4000));
                await rest(150);
            });
        }
    },
    async bytes(page) {
        for (const key of ['PageDown', ']']) {
            await page.key(key);
            await page.drawn();
        }
    },
};

async function overChart(page) {
    const box = await page.evaluate(() => {
        const found = document.querySelector('main .u-over')?.getBoundingClientRect();
        return found && { left: found.left, top: found.top, width: found.width, height: found.height };
    });
    if (!box) return;
    for (const share of [0.2, 0.4, 0.6]) {
        await page.mouse('mouseMoved', box.left + box.width * share, box.top + box.height / 2);
        await page.drawn();
    }
}

async function choose(page, action, value) {
    await page.evaluate((name, wanted) => {
        const select = document.querySelector(`main [data-action="${name}"]`);
        select.value = wanted;
        select.dispatchEvent(new Event('change'));
    }, action, value);
}

// All views of the document that is shown; `step(name, work)` does the work.
export async function walk(page, step) {
    const views = await page.evaluate(() => [...document.querySelectorAll('[data-view]')].map(each => each.dataset.view));
    for (const view of views) {
        await step(view, async () => {
            await page.view(view);
            await page.drawn();
            await rest(100);
            await page.evaluate(() => document.querySelector('.centre').parentElement.scrollTo?.(0, 1e6));
            await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
            await page.drawn();
            await rest(100);
            await page.evaluate(() => scrollTo(0, 0));
        });
        await step(`${view}, used`, () => inView[view]?.(page, step));
        await page.drawn();
    }
    await step('theme', async () => {
        await page.key('D', { shift: true });
        await page.drawn();
        await page.key('D', { shift: true });
        await page.drawn();
    });
}
