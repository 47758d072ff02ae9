// Builds dist/page.js, dist/page.css and dist/worker.js, the same bytes each time:  node build.mjs [FOLDER]
// Modules for the tests in tests/web/units:  node build.mjs --units FOLDER

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = path.dirname(fileURLToPath(import.meta.url));
if (process.argv[2] === '--units') {
    const modules = [
        'base/format',
        'lap/ghost_lap',
        'lap/trace_set',
        'map/track_band',
        'race/drivers',
        'race/progress',
        'ruling/decide',
        'ruling/decided_tables',
        'ruling/recorded',
        'ruling/rulings_csv',
        'shell/address',
        'source/live',
        'source/open_files',
        'source/parts',
        'space/lies_on',
        'table/cells',
        'table/filter',
        'table/sort',
        'table/table_model',
    ].map(name => `src/${name}.ts`);
    const scripts = ['block', 'layout'].map(name => `../bindings/wasm/${name}.js`);
    const common = { absWorkingDir: here, bundle: true, format: 'esm', outdir: path.resolve(process.argv[3]), ignoreAnnotations: true };
    await build({ ...common, entryPoints: modules, outbase: 'src' });
    await build({ ...common, entryPoints: scripts, outbase: '../bindings/wasm' });
    writeFileSync(path.join(common.outdir, 'package.json'), '{ "type": "module" }');
    process.exit();
}
const out = path.resolve(process.argv[2] ?? path.join(here, 'dist'));

// What is inside and is not ours: its licence goes with it.
const inside = ['uplot', 'ogl'];
const notices = inside.map(name => {
    const about = JSON.parse(readFileSync(path.join(here, 'node_modules', name, 'package.json'), 'utf8'));
    const file = wanted => path.join(here, 'node_modules', name, wanted),
        read = wanted => readFileSync(file(wanted), 'utf8').replaceAll('\r\n', '\n');
    // some packages have their licence at the end of what is to be read first
    const licence = existsSync(file('LICENSE')) ? read('LICENSE') : read('README.md').split(`\n## ${about.license}\n`)[1];
    if (!licence) throw new Error(`the licence of ${name} is not found`);
    return `${about.name} ${about.version} (${about.license})\n\n${licence.trim()}`;
});
const banner = `/* The page of Paddock. Inside, and not ours:\n\n${notices.join('\n\n')}\n*/`;

// bindings/wasm/package.json says that modules there have no side effects, and is there only after `make wasm`: it must change nothing.
const wasmFolder = path.resolve(here, '../bindings/wasm');
const wasmModules = {
    name: 'wasm-modules',
    setup: ({ onResolve }) =>
        onResolve({ filter: /^\..*\.js$/ }, ({ path: asked, resolveDir }) => {
            const file = path.resolve(resolveDir, asked);
            return path.dirname(file) === wasmFolder ? { path: file } : undefined;
        }),
};

const result = await build({
    absWorkingDir: here,
    entryPoints: ['src/main.ts', 'src/page.css'],
    plugins: [wasmModules],
    bundle: true,
    minify: true,
    format: 'esm', // it imports and exports nothing: see below
    target: 'es2022',
    charset: 'ascii',
    legalComments: 'none',
    outdir: out,
    entryNames: 'page',
    write: false,
    logLevel: 'warning',
});
// The library's side, which runs in a worker of a page that opens files. It is given the library's bytes, so that it needs no address.
const worker = await build({
    absWorkingDir: here,
    entryPoints: ['src/source/worker.ts'],
    plugins: [wasmModules],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    charset: 'ascii',
    legalComments: 'none',
    define: { 'import.meta.url': '"about:blank"' },
    outdir: out,
    entryNames: 'worker',
    write: false,
    logLevel: 'warning',
});
mkdirSync(out, { recursive: true });
for (const file of worker.outputFiles) writeFileSync(file.path, file.text);
for (const file of result.outputFiles) {
    const isScript = file.path.endsWith('.js');
    // inside an element of the page, its own end must not be in the text
    if (new RegExp(isScript ? '</script|<!--' : '</style', 'i').test(file.text))
        throw new Error(`${path.basename(file.path)} would end its element`);
    // Browsers compile a function in brackets at once, with the script; that it runs is a task of its own. Both take some 20 ms.
    writeFileSync(file.path, `${banner}\n${isScript ? `"use strict";setTimeout((()=>{${file.text.trim()}}),0);\n` : file.text}`);
}
