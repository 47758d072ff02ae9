#!/bin/sh
# The npm package as somebody gets it: packed, installed in an empty folder without the network, used from there; its types hold.
#     pack.sh PACKAGE SAMPLES
. "$(dirname "$0")/../support/tap.sh"
package=$(cd "$1" && pwd) samples=$(cd "$2" && pwd)
cd "$scratch" || exit 1
export npm_config_cache="$scratch/cache" npm_config_update_notifier=false npm_config_offline=true npm_config_audit=false npm_config_fund=false

npm pack --silent --pack-destination . "$package" >name 2>said
tap "the folder is packed" $?
tar -tzf "$(cat name)" | sort >inside
printf 'package/%s\n' README.md arguments.js block.d.ts block.js contract.d.ts contract.js document.js error.js held.js index.cjs index.d.cts index.d.ts index.js \
    instance.js layout.d.ts layout.js motion.js page.d.ts page.js package.json paddock.wasm table.js track.js worker.d.ts worker.js worker_calls.js \
    worker_main.js | sort >expected
diff expected inside
tap "it holds what is used, and nothing else" $?

mkdir empty && cd empty && printf '{ "name": "empty", "private": true, "type": "module" }\n' >package.json
npm install --silent --no-save "../$(cat ../name)" >said 2>&1
tap "it installs in an empty folder, offline" $?
[ "$(find node_modules -mindepth 1 -maxdepth 1 ! -name '.*' | wc -l)" -eq 1 ]
tap "alone" $?
cat >use.js <<'END'
import { readFileSync } from 'node:fs';
import { load } from 'paddock';
const pdk = await load();
const lap = await pdk.open(readFileSync(process.argv[2]), { name: 'lap.raf' });
console.log(lap.properties.player, lap.table('laps').rows, lap.tables[0].read('time', { first: 0, count: 100 }).values.length);
lap.close();
END
[ "$(node use.js "$samples/lap.raf")" = "B. Okafor 1 100" ]
tap "it opens a file from there" $?
cat >worker.js <<'END'
import { readFileSync } from 'node:fs';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { load } from 'paddock';
if (isMainThread) {
  const worker = new Worker(new URL(import.meta.url), { argv: process.argv.slice(2) });
  worker.on('message', (text) => console.log(text));
} else {
  const race = await (await load()).open(new Blob([readFileSync(process.argv[2])]), { name: 'race.vcr' });
  parentPort.postMessage(race.table('results').read('driver').values[0]);
}
END
[ "$(node worker.js "$samples/race.vcr")" = "A. Varga" ]
tap "also in a worker" $?
tap_end
