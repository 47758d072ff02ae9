// What the browser tests share: cases as lines "ok" and "not ok", pages made by the command, its answers as JSON.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { inflateSync } from 'node:zlib';
import { Browser } from './browser.mjs';

export const tree = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
export const paddock = path.resolve(process.env.PADDOCK ?? path.join(tree, 'build/paddock'));
const folder = mkdtempSync(path.join(tmpdir(), 'paddock-page-'));

export const samples = path.join(tree, 'samples');
export const sample = name => path.join(samples, name);
export const scratch = name => path.join(folder, name);

// What the command prints; status 1 says that there are findings, which is an answer.
export function run(...args) {
    const { status, stdout, stderr } = spawnSync(paddock, args, { maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'pipe'] });
    if (status !== 0 && status !== 1) throw new Error(`paddock ${args.join(' ')}: status ${status}: ${stderr}`);
    return stdout.toString();
}
export const answer = (...args) => JSON.parse(run(...args, '--json'));
export const answerLines = (...args) => run(...args).trim().split('\n').map(line => JSON.parse(line));

// The page that opens files; it needs `make wasm`.
const library = path.join(tree, 'bindings/wasm/paddock.wasm');
export const hasLibrary = existsSync(library);
export function livePage() {
    run('report', '--library', library, '-o', scratch('paddock.html'));
    return `file://${scratch('paddock.html')}`;
}

// A script of the package for JavaScript, whose package.json is there only after `make wasm`.
export async function packageScript(name) {
    const copy = scratch('wasm');
    if (!existsSync(copy)) {
        cpSync(path.join(tree, 'bindings/wasm'), copy, { recursive: true, filter: file => !file.endsWith('.wasm') });
        writeFileSync(path.join(copy, 'package.json'), '{ "type": "module" }');
    }
    return import(path.join(copy, name));
}

// Gives files to a page; ends when each is there, or an alert says why not.
export async function giveTo(page, ...files) {
    const wanted = files.length + (await page.evaluate(() => document.querySelectorAll('[data-document]').length));
    await page.giveFiles('[data-open]', files);
    await page.until(count => document.documentElement.dataset.state !== 'loading' && (document.querySelectorAll('[data-document]').length >= count || document.querySelector('.alert').textContent !== ''), wanted);
    return page.ready();
}

// A report of files; gives its address.
export function report(name, ...files) {
    run('report', ...files, '-o', scratch(name));
    return `file://${scratch(name)}`;
}

let cases = 0, failures = 0;

// A case passes when its work ends without an error.
export async function test(name, work) {
    cases++;
    try {
        await work();
        console.log(`ok ${cases} - ${name}`);
    } catch (error) {
        failures++;
        console.log(`not ok ${cases} - ${name}`);
        console.log(String(error.stack ?? error).replace(/^/gm, '  '));
    }
}
export function skip(name, why) {
    console.log(`ok ${++cases} - ${name} # SKIP ${why}`);
}

export function equal(actual, expected, what = 'value') {
    const a = JSON.stringify(actual), b = JSON.stringify(expected);
    if (a !== b) throw new Error(`${what}: expected ${b}, got ${a}`);
}
export function close(actual, expected, within, what = 'value') {
    if (!(Math.abs(actual - expected) <= within)) throw new Error(`${what}: expected ${expected} within ${within}, got ${actual}`);
}
export function check(condition, what) {
    if (!condition) throw new Error(what);
}

// Ends with the plan; the script fails when a case did.
export function finish() {
    rmSync(folder, { recursive: true, force: true });
    console.log(`1..${cases}`);
    process.exitCode = failures ? 1 : 0;
}

// Runs the cases with a browser.
export async function withBrowser(work) {
    const browser = await Browser.start();
    try {
        await work(browser);
    } finally {
        await browser.close();
        finish();
    }
}

// The order beside the replay's map, as it is now: driver and gap. And what it is at the end, by the results.
export const board = page => page.evaluate(() => [...document.querySelectorAll('.leaderboard tbody tr')].map(row => [row.querySelector('bdi').textContent, row.cells[2].textContent]));
export function boardOf(results) {
    const ends = { retired: 'out', disqualified: 'dsq', not_started: 'dns' };
    const time = seconds => (seconds < 60 ? seconds.toFixed(1) : `${Math.floor(seconds / 60)}:${(seconds % 60).toFixed(1).padStart(4, '0')}`);
    return results.map(row => [row.driver, ends[row.status] ?? (row.gap ? `+${time(row.gap)}` : row.laps_down ? `+${row.laps_down} lap${row.laps_down > 1 ? 's' : ''}` : '')]);
}

// The rows of a table as they stand in the page, when they are there: exact values by column.
export async function tableRows(page, name) {
    await page.until(wanted => {
        const table = document.querySelector(`table[data-table="${wanted}"]`);
        return table !== null && !table.hasAttribute('aria-busy') && [...table.tBodies[0].rows].every(row => row.classList.contains('spacer') || [...row.cells].some(cell => cell.dataset.value !== undefined));
    }, name);
    return page.evaluate(wanted => {
        const table = document.querySelector(`table[data-table="${wanted}"]`);
        if (!table) return null;
        const columns = [...table.querySelectorAll('th[data-column]')].map(cell => cell.dataset.column);
        return [...table.tBodies[0].rows].filter(row => !row.classList.contains('spacer')).map(row => Object.fromEntries([...row.cells].map((cell, i) => [columns[i], cell.dataset.value])));
    }, name);
}
// What a report says about a number, for comparing with the command's: null is an empty cell.
export const cell = value => (value === null || value === undefined ? '' : String(value));

// A page without an error, a warning, or a request for anything but itself.
export function quiet(page, address) {
    equal(page.problems, [], 'problems in the console');
    equal(page.requests.filter(request => request !== address.split('#')[0] && !request.startsWith('blob:') && !request.startsWith('data:')), [], 'requests');
}

// How light the pictures of a PDF are that Chromium prints: the mean of each, 0 to 255.
export function lightOfPictures(pdf) {
    const means = [], text = pdf.toString('latin1');
    for (const { 0: head, index } of text.matchAll(/<<[^<>]*?\/Subtype ?\/Image[^<>]*?\/Filter ?\/FlateDecode[^<>]*?>>\s*stream\r?\n/g)) {
        if (!/\/ICCBased|\/DeviceRGB/.test(head)) continue; // a mask
        const start = index + head.length, pixels = inflateSync(pdf.subarray(start, start + Number(/\/Length (\d+)/.exec(head)[1])));
        means.push(pixels.reduce((sum, value) => sum + value, 0) / pixels.length);
    }
    return means;
}
