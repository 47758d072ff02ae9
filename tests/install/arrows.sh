#!/bin/sh
# Rooms use what tools/arrows.txt allows, and a list that says otherwise fails.
#     arrows.sh SOURCE BUILD
. "$(dirname "$0")/../support/tap.sh"
top=$(realpath "$1") build=$2
arrows=$top/tools/arrows.sh list=$top/tools/arrows.txt

tap_run "rooms use what the list allows" "$arrows" "$build"

# refused RULE CHANGE: with the list changed so, this rule fails.
refused() {
    sed "$2" "$list" >"$scratch/list"
    if cmp -s "$list" "$scratch/list"; then
        tap "the list can be changed by $2" 1
        return
    fi
    "$arrows" "$build" "$scratch/list" >"$scratch/answer"
    grep -q "^not ok [0-9]* - $1" "$scratch/answer"
    tap "refused: $2 ($1)" $?
}
refused "rooms include" 's/^plot: base /plot: /'
refused "rooms call" 's/ public.motion / /'
refused "every arrow" 's/^raf: /raf: png /'
refused "no room may use one of a higher" 's/^model: /model: surface /'
refused "no rooms use each other" 's/^io: /io: json /'
refused "each room has a line" '/^track:/d'
refused "docs" 's/^layout: base /layout: base platform /'

# found RULE WANTED: in a tree of two rooms made of the lines in $sources, $includes and $symbols, this rule finds just that.
found() {
    printf 'storeys: base generator\nbase:\nsynth: base\nio: synth\n' >"$scratch/list"
    printf '%s\n' $sources >"$scratch/sources" # shellcheck disable=SC2086 # words are lines
    printf '%s\n' "$includes" >"$scratch/includes" # the script counts files, so none may be empty
    printf '%s\n' "$symbols" >"$scratch/symbols"
    echo pdk_public >"$scratch/public"
    (cd "$scratch" && awk -v with_symbols=1 -f "$top/tools/arrows.awk" sources list public includes symbols) | sed -n "s/^$1	//p" >"$scratch/answer"
    [ "$(head -n 1 "$scratch/answer")" = "$2" ] || { echo "  $1: $(cat "$scratch/answer")" && false; }
    tap "found: $2 ($1)" $?
}
object() { echo "build/CMakeFiles/x.dir/$1.o: $2 $3 0 1"; }
sources='src/base/base/a.h src/base/base/b.h src/base/base/c.h' symbols=
includes='src/base/base/a.h:#include "base/b.h"
src/base/base/b.h:#include "base/c.h"
src/base/base/c.h:#include "base/b.h"'
found headers 'src/base/base/b.h src/base/base/c.h'
includes=
sources='src/base/base/a.c src/base/base/b.c src/base/base/c.c'
symbols="$(object src/base/base/a.c pdk_a T)
$(object src/base/base/a.c pdk_b U)
$(object src/base/base/b.c pdk_b T)
$(object src/base/base/b.c pdk_a U)"
found files 'src/base/base/a.c src/base/base/b.c'
found objects 'src/base/base/c.c has no object: build first'
sources='src/base/io/a.c src/generator/synth/b.c'
symbols="$(object src/base/io/a.c pdk_b U)
$(object src/generator/synth/b.c pdk_b T)"
found generators 'src/base/io/a.c uses pdk_b of synth, and is no *_synth*.c'

tap_end
