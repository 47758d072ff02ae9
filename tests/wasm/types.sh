#!/bin/sh
# The types hold: the example of docs/wasm.md and what narrows pass `tsc --strict` without a cast, with the DOM's types and without any; what
# is wrong does not.    types.sh PACKAGE TOP
. "$(dirname "$0")/../support/tap.sh"
package=$(cd "$1" && pwd) top=$(cd "$2" && pwd)
compiler=$top/web/node_modules/typescript/bin/tsc
if [ ! -e "$compiler" ]; then
    echo "THE TYPES ARE NOT CHECKED: TypeScript is missing (tools/setup.sh web, then make page)"
    tap_skip "types" "TypeScript is missing"
    tap_end
fi
mkdir "$scratch/node_modules"
ln -s "$package" "$scratch/node_modules/paddock"
cd "$scratch" || exit 1
printf '{ "type": "module" }\n' >package.json
{
    printf 'declare const console: { log(...what: unknown[]): void };\ndeclare const file: Uint8Array;\n'
    sed -n '/^```js$/,/^```$/p' "$top/docs/wasm.md" | sed '1d;/^```$/,$d'
} >docs.ts
grep -q 'await load()' docs.ts
tap "docs/wasm.md has an example" $?
cat >use.ts <<'END'
import { load, PaddockError, type Column, type PaddockDocument } from 'paddock';
import { startWorker } from 'paddock/worker';
declare const bytes: Uint8Array;
const pdk = await load({ wasm: bytes });
using lap = await pdk.open(bytes.buffer, { name: 'lap.raf', progress: (done, total) => done < total });
const speed: Float64Array = lap.table('telemetry').read('speed', { type: 'float64' }).values;
const gears: Int8Array[] = lap.table('telemetry').readColumns(['gear'], { type: 'int8' }).map(({ values }) => values);
const any: Column = lap.table('telemetry').read('speed');
for await (const { columns, first } of lap.table('laps').batches(4096, { type: 'float32' })) {
  const values: Float32Array = columns[0].values;
  void [values, first];
}
const there = await startWorker();
const other = await there.open(bytes);
const times: Float64Array = (await (await other.table('laps')).read('lap_time', { type: 'float64' })).values;
await there.compare([{ document: other }, { document: other, lap: 2 }], { track: other });
const title: string = other.title;
const facts: PaddockDocument['properties'] = other.properties;
try {
  lap.table('laps').csv({ header: false });
} catch (error) {
  if (error instanceof PaddockError) void (error.code + error.cause.code);
}
void [speed, gears, any, times, title, facts];
// @ts-expect-error an option of another name
lap.table('laps').csv({ heder: false });
// @ts-expect-error other values
const wrong: Int8Array = lap.table('telemetry').read('speed', { type: 'float64' }).values;
// @ts-expect-error no type of numbers
lap.table('telemetry').read('speed', { type: 'text' });
END
printf "import { load } from 'paddock';\nvoid load({}).then((pdk) => pdk.version.length);\n" >required.cts

# check NAME LIB MODULE RESOLUTION FILES
check() {
    printf '{ "compilerOptions": { "strict": true, "noEmit": true, "target": "es2022", "lib": [%s], "module": "%s", "moduleResolution": "%s", "types": [] }, "files": [%s] }\n' \
        "$2" "$3" "$4" "$5" >tsconfig.json
    tap_run "$1" node "$compiler"
}
check "for Node's modules, without any other types" '"es2022"' nodenext nodenext '"docs.ts", "use.ts", "required.cts"'
check "for bundlers, with the DOM's" '"es2022", "dom"' esnext bundler '"docs.ts", "use.ts"'
tap_end
