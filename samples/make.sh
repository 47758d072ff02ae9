#!/bin/sh
# How the samples were made: by the command itself, from its simulated world.    samples/make.sh [PADDOCK]
# A format the command cannot generate is left as it is.
set -eu
paddock=$(realpath -- "${1:-build/paddock}")
cd "$(dirname "$0")"

can() { "$paddock" formats --json | jq -e --arg id "$1" '.formats[] | select(.id == $id) | .synth' >/dev/null; }

make() {
    if can "$1"; then "$paddock" synth "$@"; else echo "$1 cannot be generated: $2 is left as it is"; fi
}

make raf lap.raf
make raf lap-2.raf --hand 6 # the same track, other hands
make raf lap-3.raf --hand 3
make rld scan.rld --points 900
make rply replay.rpl --seconds 20 --cars 2
make vcr race.vcr --dialect r2 --session race --laps 6 --cars 8 --seed 23 --poses-every 8
make tri track.tri
make wwww track.fam --dialect closed # as the track is
make shpi pictures.fsh
