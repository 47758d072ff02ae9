// A replay of 2.5 GB in Chromium, given to the page as a person does, and opened in its worker; and a file beyond the limit.
//     node chromium.mjs PACKAGE PADDOCK FOLDER     FOLDER takes the files, and they are removed
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { Browser } from '../web/browser.mjs';
import { missingRoom } from './room.mjs';
import { end, skip, test } from './tap.mjs';

const [, , folder, command, place] = process.argv;
const REPLAY = 2.5e9, BEYOND = 5 * 2 ** 30;

// Modules do not load from files, so that a server is needed; it gives the package and these two.
const worker = `
import { load } from './index.js';
onmessage = async ({ data: { file, rows } }) => {
  const answer = { size: file.size, told: 0 };
  try {
    const pdk = await load();
    answer.refused = pdk.refusal(file.size, file.name)?.code ?? null;
    let from = performance.now();
    const race = await pdk.open(file, { progress: (done) => {
      answer.told = done;
      if (done === file.size) answer.read = performance.now() - from;
    } });
    answer.opened = performance.now() - from;
    from = performance.now();
    const poses = race.table('poses');
    answer.last = new TextDecoder().decode(poses.csv({ first: poses.rows - rows }));
    answer.first = poses.read('time', { count: 3 }).values.length;
    answer.ends = performance.now() - from;
    race.close();
  } catch (error) {
    answer.error = { name: error.name, code: error.code, message: error.message };
  }
  postMessage(answer);
};
`;
const page = `<!doctype html><title>large</title><link rel=icon href=data:,><input type=file><script type=module>
window.openLarge = (rows) => new Promise((resolve, reject) => {
  const worker = new Worker('./worker.js', { type: 'module' });
  worker.onmessage = ({ data }) => { worker.terminate(); resolve(data); };
  worker.onerror = (event) => reject(new Error(event.message));
  worker.postMessage({ file: document.querySelector('input').files[0], rows });
});
</script>`;
const made = { '/': page, '/worker.js': worker };
const types = { js: 'text/javascript', wasm: 'application/wasm' };

function serve() {
  const server = createServer(({ url }, response) => {
    const isKnown = url in made || /^\/[a-z]+\.(js|wasm)$/.test(url);
    response.writeHead(isKnown ? 200 : 404, { 'content-type': types[url.split('.')[1]] ?? 'text/html' });
    response.end(isKnown ? made[url] ?? readFileSync(join(resolve(folder), url)) : '');
  });
  return new Promise((done) => server.listen(0, '127.0.0.1', () => done(server)));
}

/** The most memory that a process of the browser has had, in bytes. */
async function peak(browser) {
  const { processInfo } = await browser.send('SystemInfo.getProcessInfo');
  const peaks = processInfo.map(({ id }) => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0) * 1024);
  return Math.max(...peaks);
}

async function run() {
  const scratch = mkdtempSync(join(place, 'large-')), file = join(scratch, 'large.vcr'), beyond = join(scratch, 'beyond.vcr');
  const server = await serve(), browser = await Browser.start();
  try {
    execFileSync(command, ['synth', 'vcr', file, '--bytes', String(REPLAY)]);
    const { size } = statSync(file), last = execFileSync(command, ['table', file, 'poses', '--rows', '-3:']).toString();
    const tab = await browser.open(`http://127.0.0.1:${server.address().port}/`);
    await test(`${(size / 1e9).toFixed(2)} GB open in Chromium, and are read at both ends`, async () => {
      await tab.giveFiles('input', [file]);
      const { error, ...answer } = await tab.evaluate((rows) => window.openLarge(rows), 3);
      assert.equal(error, undefined, JSON.stringify(error));
      assert.equal(answer.size, size);
      assert.ok(size > 2 ** 31);
      assert.deepEqual([answer.refused, answer.told, answer.first], [null, size, 3]);
      assert.equal(answer.last, last);
      const most = await peak(browser);
      console.log(`# read ${(answer.read / 1e3).toFixed(1)} s, opened after ${((answer.opened - answer.read) / 1e3).toFixed(1)} s more, ` +
        `both ends ${(answer.ends / 1e3).toFixed(1)} s; the largest process had ${(most / 1e9).toFixed(2)} GB`);
      // Slices that were read stay until the browser collects them; a second copy would be twice the size.
      assert.ok(most < 1.75 * size, `${most} bytes of memory for a file of ${size}: there is a second copy`);
    });
    await test('a file beyond 4 GiB is refused before a byte of it is read', async () => {
      writeFileSync(beyond, '');
      truncateSync(beyond, BEYOND); // takes no room
      await tab.giveFiles('input', [beyond]);
      const { size, told, refused, error } = await tab.evaluate((rows) => window.openLarge(rows), 3);
      assert.deepEqual([size, told, refused, error?.name, error?.code], [BEYOND, 0, 'wasm.size', 'PaddockError', 'wasm.size']);
      assert.match(error.message, /^beyond\.vcr has 5\.00 GiB; .* paddock report beyond\.vcr/);
    });
    assert.deepEqual(tab.problems, []);
  } finally {
    await browser.close();
    server.close();
    rmSync(scratch, { recursive: true });
  }
}

const missing = spawnSync(process.env.CHROMIUM ?? 'chromium', ['--version']).status !== 0
  ? 'there is no Chromium here (tools/setup.sh web)'
  : missingRoom(place, REPLAY, 2 * REPLAY);
if (missing !== null) skip('a replay of 2.5 GB in Chromium', missing);
else await run();
end();
