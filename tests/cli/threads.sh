#!/bin/bash
# The verbs that work on several threads, on files large enough for all of them: the outputs are those of one thread. Under ThreadSanitizer
# (`make thread`) a data race is a failure.    threads.sh PADDOCK
. "$(dirname "$0")/../support/tap.sh"
paddock=$(realpath "$1")
export TSAN_OPTIONS="exitcode=66 ${TSAN_OPTIONS:-}"
cd "$scratch" || exit 1
tap_run "a surface" "$paddock" synth rld road.rld --points 150000
tap_run "a replay" "$paddock" synth vcr race.vcr --bytes 12M
tap_run "pictures" "$paddock" synth shpi art.fsh
tap_run "a track" "$paddock" synth tri track.tri

# same NAME FILE COMMAND...: the command makes FILE on all processors as it does on one.
same() {
    name=$1 made=$2
    shift 2
    tap_run "$name" "$@"
    mv "$made" "$made.all" && taskset -c 0 "$@" >"$scratch/one.log" 2>&1 && cmp "$made" "$made.all" >"$scratch/tap.log" 2>&1
    tap "$name: the same by one processor" $?
    rm -rf "$made" "$made.all"
}
same "table" poses.csv "$paddock" table race.vcr poses -o poses.csv
same "convert to PLY" road.ply "$paddock" convert road.rld road.ply
same "convert to GLB" road.glb "$paddock" convert road.rld road.glb
same "a track to GLB" track.glb "$paddock" convert track.tri track.glb
"$paddock" convert road.rld text.xyz >/dev/null 2>&1
tap_run "text is read" "$paddock" info text.xyz
same "triangulate" cloud.ply "$paddock" convert text.xyz cloud.ply --triangulate
tap_run "images" "$paddock" images art.fsh -o art
tap_run "stats" "$paddock" surface stats road.rld
"$paddock" surface check road.rld >check.log 2>&1
[ $? -le 1 ]
tap "check" $?
same "normals" normals.ply "$paddock" surface normals road.rld -o normals.ply
"$paddock" formats | grep -qE 'meshoptimizer +yes' &&
    same "simplify" light.rld "$paddock" surface simplify road.rld --error 0.005 -o light.rld
same "raster" heights.asc "$paddock" surface raster road.rld --cell 0.5 -o heights.asc
tap_run "compare" "$paddock" surface compare road.rld road.rld
tap_end
