#!/bin/bash
# GLB files of every kind, generated and of the games, through the Khronos validator; those that move are played in
# three.js and compared with their recordings. npm brings both:  run.sh PADDOCK FOLDER
# FOLDER is where it is kept from one run to the next. Skips where there is no npm, or npm cannot get it.
set -u
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../support/tap.sh"
paddock=$(realpath "$1")
TOP=$(realpath "$here/../..")
. "$here/packages.sh"
if ! get_packages "$2" "$scratch/npm.log"; then
    tail -n 3 "$scratch/npm.log"
    tap_skip "Khronos validator and three.js" "$(tail -n 1 "$scratch/npm.log")"
    tap_end
fi
kept=$(realpath "$2")

cd "$scratch" || exit 1
for kind in open closed; do
    "$paddock" synth tri $kind.tri --dialect $kind && "$paddock" synth wwww $kind.fam --dialect $kind || exit 1
done
"$paddock" synth wwww car.cfm --dialect car && "$paddock" synth rld small.rld --points 3000 && "$paddock" synth rld large.rld --points 90000 || exit 1
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
give points points.rld
# what a GLB keeps of other files: materials, pictures, names, colours
give again open.glb
give again-quantised open.glb --quantize
give again-car car.glb
printf 'v 0 0 0 1 0 0\nv 1 0 0 0 1 0\nv 1 0 1 0 0 1\nv 0 0 1 0.5 0.5 0.5\ng left\nusemtl a\nf 1 2 3\ng right\nusemtl b\nf 1 3 4\n' >groups.obj
give groups groups.obj
give groups-again groups.glb --quantize
# recordings: cars that move
"$paddock" synth raf lap.raf && "$paddock" synth vcr race.vcr --session race --laps 2 --cars 5 --poses-every 5 && "$paddock" synth rply cars.rpl &&
    "$paddock" synth rply marks.rpl --session race --laps 1 --cars 4 || exit 1
give lap lap.raf
give race race.vcr
give race-part race.vcr --driver 1 --time 1:30..2:00
give race-shapes race.vcr --car car.cfm --track small.rld --quantize
give cars cars.rpl --quantize
give marks marks.rpl # with skid marks and smoke
if "$paddock" convert small.rld packed.glb --compress 2>/dev/null; then
    give surface-packed small.rld --quantize --compress
    give closed-packed closed.tri --quantize --compress
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

# play NAME FILE AXES ROWS CARS: where three.js has the cars is where the rows of the recording have them. At least so
# many rows and just so many cars.
rows() { # AXES FILE
    case $1 in
    vcr) "$paddock" table "$2" poses --columns time,driver,x,y,z,yaw ;;
    rply) "$paddock" table "$2" states --columns time,car,x,y,z,heading ;;
    raf) "$paddock" table "$2" telemetry --columns time,x,y,z,forward_x,forward_y,forward_z ;;
    esac
}
play() {
    rows "$3" "$2" >"$1.csv" && node "$kept/play.mjs" "$1" "$1.glb" "$1.csv" "$3" "$4" "$5" || tap_failures=1
}
play lap lap.raf raf 5000 1
play race race.vcr vcr 3000 5
play race-part race.vcr vcr 200 1
play race-shapes race.vcr vcr 3000 5
play cars cars.rpl rply 100 2
play marks marks.rpl rply 1000 4
for file in raf/test1.raf raf/dataelephant_lap2.raf rply/v11_origwriter.rpl rply/v21_synth_interval.rpl; do
    axes=$(dirname "$file") name=real-$(basename "$file" | tr . -)
    [ "$axes" = raf ] && cars=1 || cars=2
    if [ ! -f "$real/$file" ]; then tap_skip "$file in three.js" "not here"; continue; fi
    give "$name" "$real/$file"
    play "$name" "$real/$file" "$axes" 300 "$cars"
done
# Animated bitmaps: each frame at its time, in props as many as the track says.
animated() { # NAME TRACK
    "$paddock" table "$2" frames >"$1-frames.csv" || { tap "$1 has frames" 1; return; }
    local types
    types=$(tail -n +2 "$1-frames.csv" | cut -d, -f1 | sort -u | paste -sd'|')
    node "$kept/frames.mjs" "$1" "$1.glb" "$1-frames.csv" "$("$paddock" table "$2" props --columns prop_type | grep -cxE "$types")" || tap_failures=1
}
animated open open.tri
animated closed closed.tri
animated closed-quantised closed.tri
[ ! -f "$real/nfs/AL1.TRI" ] || animated real-AL1-TRI "$real/nfs/AL1.TRI"
# A frame that comes later than it should is found.
awk -F, -v OFS=, 'NR > 1 { $5 *= 1.5 } 1' open-frames.csv >late.csv
node "$kept/frames.mjs" late open.glb late.csv 1 >late.log
grep -q '^  at .* shows' late.log
tap "three.js tells when a frame is late" $?
# A car that is 3 cm elsewhere is found.
awk -F, -v OFS=, 'NR > 1 { $3 += 0.03 } 1' race.csv >moved.csv
node "$kept/play.mjs" moved race.glb moved.csv vcr 1 5 >moved.log
grep -q '^not ok .* 0\.0[34][0-9]* m and' moved.log
tap "three.js tells when a car is 3 cm off" $?

# The picture in the docs can be made again, and looks the same.
if command -v "${CHROMIUM:-chromium}" >/dev/null; then
    tap_run "docs/pictures/animation.png is made" "$here/picture.sh" "$paddock" "$kept" "$scratch/animation.png"
    BROWSER_MODULE=$TOP/tests/web/browser.mjs tap_run "docs/pictures/animation.png shows the scene as it is (make pictures)" \
        node "$kept/picture.mjs" --compare "$TOP/docs/pictures/animation.png" "$scratch/animation.png"
else
    tap_skip "docs/pictures/animation.png" "there is no Chromium here (tools/setup.sh web)"
fi
tap_end
