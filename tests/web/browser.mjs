// Drives Chromium through a pipe, without packages: opens pages, runs code in them, presses keys, takes pictures.
//
//     const browser = await Browser.start();
//     const page = await browser.open('file:///tmp/race.html', { width: 1280, height: 800 });
//     await page.until(() => document.documentElement.dataset.state === 'ready');
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const program = process.env.CHROMIUM ?? 'chromium';
const flags = [
    '--headless', '--no-sandbox', // root needs it, as in containers
    '--remote-debugging-pipe', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--hide-scrollbars', '--force-device-scale-factor=1',
    // 3D is drawn by a library that replaces a graphics card, the rest without: half of the processor's time.
    '--disable-gpu-compositing', '--disable-gpu-rasterization',
    '--disable-lcd-text', '--font-render-hinting=none', '--no-first-run', '--disable-background-networking', '--disable-component-update',
];
// What the browser says about itself: so composed, it reads each picture in 3D back. The page never does.
const ownWords = /^\[\.WebGL-0x[0-9a-f]+\]GL Driver Message .*: GPU stall due to ReadPixels/;

export class Browser {
    static async start(more = []) {
        const browser = new Browser();
        browser.folder = mkdtempSync(path.join(tmpdir(), 'paddock-web-'));
        browser.process = spawn(program, [...flags, ...more, `--user-data-dir=${browser.folder}`, 'about:blank'], { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
        browser.waiting = new Map();
        browser.pages = new Map();
        browser.last = 0;
        const [, , , input, output] = browser.process.stdio;
        browser.input = input;
        let rest = '';
        output.setEncoding('utf8');
        output.on('data', text => {
            rest += text;
            for (let end; (end = rest.indexOf('\0')) >= 0; rest = rest.slice(end + 1)) browser.receive(JSON.parse(rest.slice(0, end)));
        });
        await new Promise((resolve, reject) => {
            browser.process.once('error', reject);
            browser.send('Browser.getVersion').then(resolve, reject);
        });
        return browser;
    }
    receive(message) {
        if (message.id) {
            const { resolve, reject, method } = this.waiting.get(message.id);
            this.waiting.delete(message.id);
            if (message.error) reject(new Error(`${method}: ${message.error.message}`));
            else resolve(message.result);
        } else this.pages.get(message.sessionId)?.happened(message.method, message.params);
    }
    send(method, params = {}, sessionId = undefined) {
        return new Promise((resolve, reject) => {
            this.waiting.set(++this.last, { resolve, reject, method });
            this.input.write(JSON.stringify({ id: this.last, method, params, sessionId }) + '\0');
        });
    }
    async open(address, { width = 1280, height = 800, ratio = 1, mobile = false, theme = 'light', reducedMotion = false, before = '' } = {}) {
        const { targetId } = await this.send('Target.createTarget', { url: 'about:blank' });
        const { sessionId } = await this.send('Target.attachToTarget', { targetId, flatten: true });
        const page = new Page(this, sessionId, targetId);
        this.pages.set(sessionId, page);
        for (const domain of ['Page', 'Runtime', 'Log', 'Network']) await page.send(`${domain}.enable`);
        await page.size(width, height, ratio, mobile);
        await page.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: theme }, { name: 'prefers-reduced-motion', value: reducedMotion ? 'reduce' : 'no-preference' }] });
        if (before) await page.send('Page.addScriptToEvaluateOnNewDocument', { source: before }); // as another browser would be
        const loaded = new Promise(resolve => (page.loaded = resolve));
        await page.send('Page.navigate', { url: address });
        await loaded;
        return page;
    }
    async close() {
        const gone = new Promise(resolve => this.process.on('exit', resolve));
        await this.send('Browser.close').catch(() => undefined);
        await gone;
        rmSync(this.folder, { recursive: true, force: true });
    }
}

export class Page {
    constructor(browser, session, target) {
        Object.assign(this, { browser, session, target, problems: [], requests: [] });
    }
    send(method, params) {
        return this.browser.send(method, params, this.session);
    }
    happened(method, params) {
        if (method === 'Page.loadEventFired') this.loaded?.();
        else if (method === 'Runtime.exceptionThrown') this.problems.push('exception: ' + (params.exceptionDetails.exception?.description ?? params.exceptionDetails.text));
        else if (method === 'Runtime.consoleAPICalled' && (params.type === 'error' || params.type === 'warning')) this.problems.push(`${params.type}: ${params.args.map(each => each.value ?? each.description).join(' ')}`);
        else if (method === 'Log.entryAdded' && params.entry.level !== 'verbose' && params.entry.level !== 'info' && !ownWords.test(params.entry.text)) this.problems.push(`${params.entry.level}: ${params.entry.text}`);
        else if (method === 'Target.attachedToTarget' && params.targetInfo.type === 'worker') this.attached?.(params.sessionId);
        else if (method === 'Network.requestWillBeSent') this.requests.push(params.request.url);
        else if (method.startsWith('Tracing.')) this.traced?.(method, params);
    }
    // A function runs in the page with the arguments given, which must be JSON; gives what it returns.
    async evaluate(code, ...given) {
        const expression = typeof code === 'function' ? `(${code})(...${JSON.stringify(given)})` : code;
        const answer = await this.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true, userGesture: true });
        if (answer.exceptionDetails) throw new Error(answer.exceptionDetails.exception?.description ?? answer.exceptionDetails.text);
        return answer.result.value;
    }
    // Waits until it gives something; fails after some seconds, however slow the machine is.
    async until(code, ...given) {
        const start = Date.now();
        for (;;) {
            const value = await this.evaluate(code, ...given);
            if (value) return value;
            if (Date.now() - start > 30_000) throw new Error(`waited in vain for ${code}`);
            await new Promise(resolve => setTimeout(resolve, 40));
        }
    }
    ready() {
        return this.until(() => ['ready', 'error', 'empty'].includes(document.documentElement.dataset.state) && document.documentElement.dataset.state);
    }
    // Two frames after the last piece of a view, row of a table and picture of a scene has come, so that what was requested is drawn.
    async drawn() {
        await this.until(() => !document.querySelector('[aria-busy="true"]'));
        return this.evaluate(() => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(() => resolve(true)))));
    }
    // Ends when what is to be seen has not changed for that many milliseconds; fails after some seconds.
    async still(milliseconds) {
        const start = Date.now(), look = async () => (await this.send('Page.captureScreenshot', { format: 'png' })).data;
        for (let seen = await look(), since = Date.now(); Date.now() - since < milliseconds; ) {
            if (Date.now() - start > 30_000) throw new Error('the page does not stop changing');
            await new Promise(resolve => setTimeout(resolve, 250));
            const now = await look();
            if (now !== seen) [seen, since] = [now, Date.now()];
        }
    }
    async click(selector) {
        const done = await this.evaluate(wanted => {
            const element = document.querySelector(wanted);
            element?.click();
            return element !== null;
        }, selector);
        if (!done) throw new Error(`there is no ${selector}`);
    }
    async view(name) {
        await this.click(`[data-view="${name}"]`);
        await this.until(wanted => document.querySelector(`[data-panel="${wanted}"]`) !== null && document.documentElement.dataset.state === 'ready', name);
    }
    async key(key, { shift = false, text } = {}) {
        const codes = { ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40, Enter: 13, Escape: 27, ' ': 32, Tab: 9 };
        const event = { key, windowsVirtualKeyCode: codes[key] ?? key.toUpperCase().charCodeAt(0), modifiers: shift ? 8 : 0, text: text ?? (key.length === 1 ? key : undefined) };
        await this.send('Input.dispatchKeyEvent', { type: 'keyDown', ...event });
        await this.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event });
    }
    async mouse(type, x, y, more = {}) {
        await this.send('Input.dispatchMouseEvent', { type, x, y, button: type === 'mouseMoved' && !more.buttons ? 'none' : 'left', clickCount: type === 'mouseMoved' ? 0 : 1, ...more });
    }
    async drag(from, to) {
        await this.mouse('mouseMoved', ...from);
        await this.mouse('mousePressed', ...from, { buttons: 1 });
        for (let i = 1; i <= 6; i++) await this.mouse('mouseMoved', from[0] + ((to[0] - from[0]) * i) / 6, from[1] + ((to[1] - from[1]) * i) / 6, { buttons: 1 });
        await this.mouse('mouseReleased', ...to);
    }
    // Puts files into an input element, as a person does.
    async giveFiles(selector, files) {
        const { root } = await this.send('DOM.getDocument');
        const { nodeId } = await this.send('DOM.querySelector', { nodeId: root.nodeId, selector });
        await this.send('DOM.setFileInputFiles', { nodeId, files });
    }
    // Drops files onto the page.
    async drop(files, x = 300, y = 300) {
        for (const type of ['dragEnter', 'dragOver', 'drop']) await this.send('Input.dispatchDragEvent', { type, x, y, data: { items: [], files, dragOperationsMask: 1 } });
    }
    // The session of the page's worker.
    async worker() {
        const found = new Promise(resolve => (this.attached = resolve));
        await this.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: true });
        const session = await found;
        for (const domain of ['Runtime', 'HeapProfiler']) await this.browser.send(`${domain}.enable`, {}, session);
        return session;
    }
    size(width, height, ratio = 1, mobile = false) {
        return this.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: ratio, mobile });
    }
    theme(theme) {
        return this.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: theme }] });
    }
    async picture(file, whole = false) {
        const format = path.extname(file).slice(1), { data } = await this.send('Page.captureScreenshot', { format, quality: format === 'png' ? undefined : 88, captureBeyondViewport: whole });
        writeFileSync(file, Buffer.from(data, 'base64'));
    }
    async close() {
        await this.browser.send('Target.closeTarget', { targetId: this.target });
        this.browser.pages.delete(this.session);
    }
}
