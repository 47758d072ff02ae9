#!/bin/bash
# The package in what bundlers make of it: Vite, webpack and esbuild for pages (with the worker), esbuild for Node as an ES module and as
# CommonJS; and require() of the package itself.    bundlers.sh PACKAGE SAMPLES FOLDER
. "$(dirname "$0")/../support/tap.sh"
package=$(cd "$1" && pwd) samples=$(cd "$2" && pwd) kept=$(mkdir -p "$3" && cd "$3" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
if ! cmp -s "$here/bundlers/package-lock.json" "$kept/package-lock.json" || [ ! -d "$kept/node_modules/webpack" ]; then
    cp "$here/bundlers/package.json" "$here/bundlers/package-lock.json" "$kept/"
    if ! (cd "$kept" && npm ci --no-audit --no-fund) >"$scratch/npm.log" 2>&1; then
        rm -f "$kept/package-lock.json"
        cat "$scratch/npm.log"
        echo "BUNDLERS ARE NOT TRIED: npm could not install them"
        tap_skip "bundlers" "npm could not install them"
        tap_end
    fi
fi
cd "$scratch" || exit 1
ln -s "$kept/node_modules" tools
mkdir -p node_modules && cp -R "$package" node_modules/paddock
printf '{ "type": "module", "private": true }\n' >package.json

# --- Node ---
cat >node.mjs <<'END'
import { readFileSync } from 'node:fs';
import { load } from 'paddock';
load(process.argv[3] ? { wasm: readFileSync(process.argv[3]) } : {}).then(async (pdk) => {
  const lap = await pdk.open(readFileSync(process.argv[2]), { name: 'lap.raf' });
  console.log(lap.properties.player, lap.table('laps').rows);
  lap.close();
}, (error) => console.log(error.name, error.code, error.message));
END
said() { [ "$1" = "B. Okafor 1" ] || { echo "  said: $1"; false; }; }
cat >required.cjs <<'END'
const { load, isValid } = require('paddock');
load().then(async (pdk) => {
  const lap = await pdk.open(require('node:fs').readFileSync(process.argv[2]), { name: 'lap.raf' });
  if (isValid(null, 3) && !isValid(new Uint8Array([7]), 3)) console.log(lap.properties.player, lap.table('laps').rows);
});
END
said "$(node required.cjs "$samples/lap.raf")"
tap "require('paddock')" $?
said "$(node node.mjs "$samples/lap.raf")"
tap "import 'paddock'" $?
for format in esm cjs; do
    out="bundle of $format/main.$([ $format = esm ] && echo mjs || echo cjs)" # a blank: addresses have %20 there
    tap_run "esbuild, $format: makes a bundle" tools/.bin/esbuild node.mjs --bundle --platform=node --format=$format --log-override:empty-import-meta=silent "--outfile=$out"
    node "$out" "$samples/lap.raf" 2>&1 | grep -q '^PaddockError load .*paddock.wasm.*load({ wasm })'
    tap "esbuild, $format: without paddock.wasm the error says what to do" $?
    said "$(node "$out" "$samples/lap.raf" node_modules/paddock/paddock.wasm)"
    tap "esbuild, $format: with the bytes of paddock.wasm" $?
    cp node_modules/paddock/paddock.wasm "$(dirname "$out")/"
    said "$(node "$out" "$samples/lap.raf")"
    tap "esbuild, $format: with paddock.wasm beside it" $?
done

# --- pages: what is emitted, and that it finds the module and the worker ---
cat >page.js <<'END'
import { load } from 'paddock';
import { startWorker } from 'paddock/worker';
globalThis.started = { load, startWorker };
END
printf '<!doctype html><script type="module" src="./page.js"></script>\n' >index.html
printf 'export default { build: { target: "esnext", assetsInlineLimit: 0 }, worker: { format: "es" } };\n' >vite.config.mjs
tap_run "Vite: makes a page" tools/.bin/vite build --logLevel warn
wasm=$(find dist -name '*.wasm')
cmp -s "$wasm" node_modules/paddock/paddock.wasm
tap "Vite: with the module" $?
grep -qF "$(basename "$wasm")" dist/assets/*.js && find dist -name 'worker_main*.js' | grep -q .
tap "Vite: and the worker, and they are asked for by their names" $?
cat >make.mjs <<'END'
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
const webpack = createRequire(`${process.argv[2]}/x.js`)('webpack');
webpack({ mode: 'production', entry: './page.js', output: { path: resolve('packed'), module: true }, experiments: { outputModule: true }, performance: false }, (error, stats) => {
  console.log(error ?? stats.toString({ all: false, errors: true, warnings: true }));
  process.exitCode = error || stats.hasErrors() || stats.hasWarnings() ? 1 : 0;
});
END
tap_run "webpack: makes a page, without a warning" node make.mjs "$kept"
cmp -s "$(find packed -name '*.wasm' | head -n 1)" node_modules/paddock/paddock.wasm && [ "$(find packed -name '*.js' -o -name '*.mjs' | wc -l)" -ge 2 ]
tap "webpack: with the module and the worker" $?
tap_run "esbuild: makes a page" tools/.bin/esbuild page.js node_modules/paddock/worker_main.js --bundle --format=esm --entry-names=[name] --outdir=site
cp node_modules/paddock/paddock.wasm site/
grep -q '\./worker_main.js' site/page.js && grep -q '\./paddock.wasm' site/page.js
tap "esbuild: which asks for the module and the worker beside it" $?
tap_end
