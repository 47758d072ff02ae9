#!/bin/sh
# Which room uses which, compared with tools/arrows.txt: includes, symbols of objects, circles, storeys, the table of
#     docs/architecture.md. tools/arrows.sh BUILD [LIST] a line "ok" or "not ok" a rule, after `make build`; LIST instead
#     of tools/arrows.txt
#     tools/arrows.sh --findings    only what is wrong, as far as it can be seen without objects; for tools/lint.sh
#     tools/arrows.sh --write       fills the column "may use" of the table
set -u
cd "$(dirname "$0")/.." || exit 1
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
write= build= list=${2:-tools/arrows.txt}
case "${1:?}" in
--write) write=1 ;;
--findings) ;;
*) build=$1 ;;
esac
only_findings=$([ "$1" = --findings ] && echo yes)

find src cli sql dataset -name '*.[ch]' -o -name '*.def' | sort >"$scratch/sources"
grep -hE '^PDK_API ' include/paddock/*.h | sed -E 's/^[^(]*[ *](pdk_[a-z0-9_]+)\(.*/\1/' >"$scratch/public"
xargs grep -E '^#include "' <"$scratch/sources" >"$scratch/includes"
set -- "$scratch/sources" "$list" "$scratch/public" "$scratch/includes"
if [ -n "$build" ]; then
    find "$build/CMakeFiles/paddock_objects.dir" "$build/CMakeFiles/paddock_command.dir" -name '*.c.o' | xargs -r nm -A -P -g >"$scratch/symbols"
    set -- "$@" "$scratch/symbols"
fi
awk -v write="$write" -v with_symbols="${build:+1}" -f tools/arrows.awk "$@" | sort -u >"$scratch/findings"
if [ -n "$write" ]; then
    mv docs/architecture.md.new docs/architecture.md
    exit
fi
if [ -n "$only_findings" ]; then
    cut -f 2- "$scratch/findings"
    exit
fi

cases=0 failures=0
rule() {
    cases=$((cases + 1))
    if grep -q "^$1	" "$scratch/findings"; then
        failures=$((failures + 1))
        echo "not ok $cases - $2"
        sed -n "s/^$1	/  /p" "$scratch/findings"
    else
        echo "ok $cases - $2"
    fi
}
rule list "each room has a line, and each line is of rooms"
rule includes "rooms include what the list allows"
rule storeys "no room may use one of a higher storey"
rule rooms "no rooms use each other in a circle"
rule headers "no headers include each other in a circle"
rule generators "generators alone use the simulated world"
rule docs "docs/architecture.md says what the list says"
rule objects "every source of the library has an object"
rule symbols "rooms call what the list allows"
rule unused "every arrow of the list is used"
rule files "no files of a room call each other in a circle"
[ "$failures" -eq 0 ]
