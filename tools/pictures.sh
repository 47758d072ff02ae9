#!/bin/sh
# Draws the pictures of docs/pictures/ again, from samples/: pictures.sh PADDOCK [FOLDER] SVG has the same bytes on
# every machine; a test draws them again and compares.
set -eu
paddock=$(realpath "${1:?usage: pictures.sh PADDOCK [FOLDER]}")
folder=$(realpath -m "${2:-$(dirname "$0")/../docs/pictures}")
mkdir -p "$folder"
cd "$(dirname "$0")/../samples"
draw() {
    name=$1
    shift
    "$paddock" plot "$@" -o "$folder/$name.svg"
}
draw delta delta lap.raf lap-2.raf --units kmh
draw channels channels lap.raf --units kmh
draw map map lap.raf --units kmh
draw map-dark map race.vcr --of brake --theme dark
draw positions positions race.vcr
draw gaps gaps race.vcr
draw incident incident race.vcr
draw laptimes laptimes race.vcr
draw gg gg lap.raf
draw histogram histogram lap-3.raf
draw corners corners lap.raf lap-2.raf --units kmh
draw surface surface scan.rld
draw contour surface scan.rld --of contour
draw sections surface scan.rld --of sections --every 5 --width 8
