#!/bin/bash
# Draws docs/pictures/animation.png: the sample race as a moving scene, in three.js:  picture.sh PADDOCK FOLDER OUT.png
# FOLDER is where npm's packages are kept.
set -eu
TOP=$(cd "$(dirname "$0")/../.." && pwd)
. "$TOP/tests/gltf/packages.sh"
paddock=$(realpath "$1")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
get_packages "$2" "$scratch/why" || { cat "$scratch/why" >&2; exit 1; }
"$paddock" convert "$TOP/samples/race.vcr" "$scratch/race.glb"
BROWSER_MODULE=$TOP/tests/web/browser.mjs node "$2/picture.mjs" "$scratch/race.glb" "$3"
