#!/bin/bash
# GLB files of every kind, generated and of the games, through the Khronos validator, which npm brings:  run.sh PADDOCK FOLDER
# FOLDER is where it is kept from one run to the next. Skips where there is no npm, or npm cannot get it.
set -u
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../support/tap.sh"
paddock=$(realpath "$1")
kept=$2
if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
    tap_skip "Khronos validator" "there is no node or npm here (tools/setup.sh gltf)"
    tap_end
fi
mkdir -p "$kept"
if ! cmp -s "$here/package-lock.json" "$kept/package-lock.json" || [ ! -d "$kept/node_modules/gltf-validator" ]; then
    cp "$here/package.json" "$here/package-lock.json" "$kept/"
    if ! (cd "$kept" && npm ci --no-audit --no-fund) >"$scratch/npm.log" 2>&1; then
        rm -f "$kept/package-lock.json"
        tail -n 3 "$scratch/npm.log"
        tap_skip "Khronos validator" "npm could not install gltf-validator"
        tap_end
    fi
fi
cp "$here/validate.mjs" "$kept/"

cd "$scratch" || exit 1
for kind in open closed; do
    "$paddock" synth tri $kind.tri --dialect $kind && "$paddock" synth wwww $kind.fam --dialect $kind || exit 1
done
"$paddock" synth wwww car.cfm --dialect car && "$paddock" synth rld small.rld --points 3000 && "$paddock" synth rld large.rld --points 90000 || exit 1
printf 'RLD0HEAD\0\0\0\0\0\0\0\0VERTTRISBLKI\0\0\0\0' >empty.rld
printf 'RLD0HEAD\1\0\0\0\0\0\0\0VERT\0\0\0\0\0\0\0\0\0\0\0\0TRISBLKI\0\0\0\0' >points.rld

# give NAME FILE [options]: a GLB of a file
give() {
    name=$1
    shift
    "$paddock" convert "$1" "$name.glb" "${@:2}" 2>"$scratch/err" || { cat "$scratch/err"; tap "$name is written" 1; }
}
give open open.tri
give open-plain open.tri --fam none
give closed closed.tri
give closed-quantised closed.tri --quantize
give car car.cfm
give parts open.fam
give surface small.rld
give surface-large large.rld
give surface-quantised small.rld --quantize
give surface-moved small.rld --origin 10,20,30 --scale 0.5
give empty empty.rld
give points points.rld
# what a GLB keeps of other files: materials, pictures, names, colours
give again open.glb
give again-quantised open.glb --quantize
give again-car car.glb
printf 'v 0 0 0 1 0 0\nv 1 0 0 0 1 0\nv 1 0 1 0 0 1\nv 0 0 1 0.5 0.5 0.5\ng left\nusemtl a\nf 1 2 3\ng right\nusemtl b\nf 1 3 4\n' >groups.obj
give groups groups.obj
give groups-again groups.glb --quantize
# recordings: cars that move
"$paddock" synth raf lap.raf && "$paddock" synth vcr race.vcr --session race --laps 2 --cars 5 --poses-every 5 && "$paddock" synth rply cars.rpl || exit 1
give lap lap.raf
give race race.vcr
give race-part race.vcr --driver 1 --time 1:30..2:00
give race-shapes race.vcr --car car.cfm --track small.rld --quantize
give cars cars.rpl --quantize
if "$paddock" convert small.rld packed.glb --compress 2>/dev/null; then
    give surface-packed small.rld --quantize --compress
    give closed-packed closed.tri --quantize --compress
    give empty-packed empty.rld --compress
    give again-packed open.glb --compress
    give groups-packed groups.glb --compress
    give race-packed race.vcr --compress --quantize
fi
real=${PADDOCK_REAL:-$here/../../../shared/real}
for file in nfs/AL1.TRI nfs/TR1.TRI nfs/JEEP.CFM rld/sample.rld; do
    if [ -f "$real/$file" ]; then give "real-$(basename "$file" | tr . -)" "$real/$file"; else tap_skip "$file" "not here"; fi
done
node "$kept/validate.mjs" ./*.glb || tap_failures=1
tap_cases=1
tap_end
