#!/bin/bash
# Everything a format needs beside its code is there, for each format that `paddock formats --json` lists: a folder, unit tests, goldens or files
# of other programs, a fuzz dictionary and seeds, a page, a row in README, and a sample or a generator.    formats.sh TOP PADDOCK
. "$(dirname "$0")/../support/tap.sh"
top=$1 paddock=$2
cd "$top" || exit 1

# The folder a format's code is in, where that is not its id: containers and pictures of Need for Speed are one reader.
folder_of() {
    case $1 in wwww | shpi) echo fam ;; *) echo "$1" ;; esac
}
any() { # PATTERN...: is there such a file?
    for file in "$@"; do [ -e "$file" ] && return 0; done
    return 1
}
seeds=$scratch/seeds
fuzz/make-seeds.sh "$paddock" "$seeds" >/dev/null 2>&1
tap "seeds can be made" $?

"$paddock" formats --json | jq -r '.formats[] | "\(.id) \(.synth) \(.write)"' >"$scratch/formats"
[ "$(wc -l <"$scratch/formats")" -gt 10 ]
tap "there are formats" $?
while read -r id synth write; do
    folder=$(folder_of "$id")
    missing=
    need() { # WHAT, then a test of it
        what=$1
        shift
        "$@" || missing="$missing; $what"
    }
    need "a folder src/format/$folder" [ -d "src/format/$folder" ]
    need "a unit test tests/unit/format/$folder/test_*.c, or its name in that of another" any tests/unit/format/"$folder"/test_*.c \
        tests/unit/format/*/test_*"$folder"*.c $(grep -l "\"$id\"" tests/unit/codec/*.c)
    [ "$id" = packed ] || need "a dictionary fuzz/$id.dict" [ -s "fuzz/$id.dict" ]
    need "a seed beside the one byte, in fuzz/make-seeds.sh" [ "$(find "$seeds/$id" -type f 2>/dev/null | wc -l)" -gt 1 ]
    need "a page in docs that says it" any "docs/formats/$folder.md" $(grep -liE "\\b$id\\b|opencrg" docs/import-surfaces.md docs/formats/packing.md)
    need "its name in README" grep -qiE "\\b($id|$(case $id in wwww) echo fam ;; shpi) echo fsh ;; rply) echo rply ;; glb) echo gltf ;; packed) echo refpack ;; *) echo "$id" ;; esac))\\b" README.md
    if [ "$write" = true ]; then
        need "goldens tests/golden/$id/ok and bad" any "tests/golden/$id/ok/"*
        need "goldens of bad files tests/golden/$id/bad" any "tests/golden/$id/bad/"*
    fi
    if [ "$synth" != true ] && [ "$id" != packed ]; then
        need "a file of another program in tests/files, a sample, or goldens" any tests/files/*."$id" tests/files/*."$id".* samples/*."$id" tests/golden/"$id"/ok/* \
            $(grep -rl "\"$id\"" tests/unit tests/support)
    fi
    [ -z "$missing" ] || echo "  $id lacks: ${missing#; }"
    [ -z "$missing" ]
    tap "$id is complete" $?
done <"$scratch/formats"
tap_end
