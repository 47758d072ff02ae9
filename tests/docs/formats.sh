#!/bin/bash
# Everything a format needs beside its code is there, for each format that `paddock formats --json` lists: a folder, unit tests, goldens, a
# fuzz dictionary and seeds, of which one at least is such a file, a page, and a row in README.    formats.sh TOP PADDOCK
. "$(dirname "$0")/../support/tap.sh"
top=$1 paddock=$2
cd "$top" || exit 1

# The folder a format's code is in: its id, with _ for -; containers and pictures of Need for Speed are one reader.
folder_of() {
    case $1 in wwww | shpi | crp) echo fam ;; *) echo "${1//-/_}" ;; esac
}
any() { # PATTERN...: is there such a file?
    for file in "$@"; do [ -e "$file" ] && return 0; done
    return 1
}
has_page() { # ID FOLDER
    [ -s "docs/formats/$2.md" ] || [ -s "docs/formats/$1.md" ] || grep -q "^| \`$1\` |" docs/import-surfaces.md || { [ "$1" = packed ] && [ -s docs/formats/packing.md ]; }
}
sed -n '/^| files | format |/,/^$/p' README.md | tail -n +3 | cut -d'|' -f2 >"$scratch/rows"
[ "$(wc -l <"$scratch/rows")" -gt 5 ]
tap "README has a table of formats" $?
has_row() { # ID EXTENSION
    if [ "$1" = packed ]; then grep -qw packed "$scratch/rows"; else grep -qF "\`$2\`" "$scratch/rows"; fi
}
knows_a_seed() { # ID: of what is packed, the inside is what it is known as
    for file in "$seeds/${1//-/_}"/*; do
        # A database, which only DuckDB can write: its reader says that this is none.
        [ "$1" = lmu-telemetry ] && "$paddock" info "$file" 2>&1 | grep -q '(database\.' && return 0
        [ "$1" = packed ] && "$paddock" info --json "$file" 2>/dev/null | jq -e '.packed != null' >/dev/null && return 0
        [ "$("$paddock" info --json "$file" 2>/dev/null | jq -r .format)" = "$1" ] && return 0
    done
    return 1
}
seeds=$scratch/seeds
fuzz/make-seeds.sh "$paddock" "$seeds" >/dev/null 2>&1
tap "seeds can be made" $?

"$paddock" formats --json | jq -r '.formats[] | "\(.id) \(.extensions | split(" ")[0]) \(.write)"' >"$scratch/formats"
[ "$(wc -l <"$scratch/formats")" -gt 10 ]
tap "there are formats" $?
while read -r id extension write; do
    folder=$(folder_of "$id") target=${id//-/_}
    missing=
    need() { # WHAT, then a test of it
        what=$1
        shift
        "$@" || missing="$missing; $what"
    }
    need "a folder src/format/$folder" [ -d "src/format/$folder" ]
    need "a unit test tests/unit/format/$folder/test_*.c, or its name in that of another" any tests/unit/format/"$folder"/test_*.c \
        tests/unit/format/*/test_*"$folder"*.c $(grep -l "\"$id\"" tests/unit/codec/*.c)
    [ "$id" = packed ] || need "a dictionary fuzz/$target.dict" [ -s "fuzz/$target.dict" ]
    need "a seed beside the one byte, in fuzz/make-seeds.sh" [ "$(find "$seeds/$target" -type f 2>/dev/null | wc -l)" -gt 1 ]
    need "a page docs/formats/$folder.md, or a row in docs/import-surfaces.md" has_page "$id" "$folder"
    need "a row in README's table of formats" has_row "$id" "$extension"
    if [ "$write" = true ]; then
        need "goldens tests/golden/$id/ok and bad" any "tests/golden/$id/ok/"*
        need "goldens of bad files tests/golden/$id/bad" any "tests/golden/$id/bad/"*
    fi
    need "a seed that is one of its files" knows_a_seed "$id"
    [ -z "$missing" ] || echo "  $id lacks: ${missing#; }"
    [ -z "$missing" ]
    tap "$id is complete" $?
done <"$scratch/formats"
tap_end
