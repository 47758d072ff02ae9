#!/bin/bash
# Opens the sample race as a moving scene in Blender and compares every car with its recording; with OUT.png also draws
# docs/pictures/blender.png. By hand, as Blender is large (Debian: apt-get install --no-install-recommends blender):
#     tests/gltf/blender.sh PADDOCK [OUT.png]
set -u
TOP=$(cd "$(dirname "$0")/../.." && pwd)
. "$TOP/tests/support/tap.sh"
if ! command -v blender >/dev/null; then
    tap_skip "the sample race in Blender" "there is no Blender here"
    tap_end
fi
"$1" convert "$TOP/samples/race.vcr" "$scratch/race.glb" || exit 1
"$1" table "$TOP/samples/race.vcr" poses --columns time,driver,x,y,z,yaw -o "$scratch/poses.csv" || exit 1
blend() { blender -b --factory-startup --python-exit-code 1 --python "$TOP/tests/gltf/blender.py" -- "$@"; }
blend "$scratch/race.glb" "$scratch/poses.csv" ${2:+"$(realpath -m "$2")"} >"$scratch/log" 2>&1
status=$?
grep -E '^(Blender .*cars|problem:|[A-Za-z]*Error)' "$scratch/log"
tap "the sample race in Blender" $status
# A car that is 3 cm elsewhere is found.
awk -F, -v OFS=, 'NR > 1 { $3 += 0.03 } 1' "$scratch/poses.csv" >"$scratch/moved.csv"
blend "$scratch/race.glb" "$scratch/moved.csv" >"$scratch/log" 2>&1
grep -q '^problem: cars are elsewhere' "$scratch/log"
tap "Blender tells when cars are 3 cm off" $?
tap_end
