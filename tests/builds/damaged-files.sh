#!/bin/sh
# Damaged files of every format into FOLDER, with numbers as names: those kept in golden/ and fuzz/finds, fuzz/make-seeds.sh's, and cuts and
# broken bytes of these; no databases, which only builds with DuckDB read. The same each time.    damaged-files.sh PADDOCK FOLDER
set -u
paddock=$(realpath -- "$1")
top=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$2" && cd "$2" || exit 1
seeds=$(mktemp -d)
trap 'rm -rf "$seeds"' EXIT

"$top/fuzz/make-seeds.sh" "$paddock" "$seeds" >/dev/null 2>&1
number=0
add() { number=$((number + 1)) && cp "$1" "$number"; } # short names: a Windows command line has its limits
for file in "$top"/tests/golden/*/bad/* "$top"/tests/golden/*/ok/* "$top"/fuzz/finds/*/* "$seeds"/*/*; do
    case $file in *.expect | *.info | *.md | *.duckdb) ;; *) add "$file" ;; esac
done
whole=$number
[ "$whole" -gt 300 ] || exit 1

# Cut, and with broken bytes, at places that the file's own bytes choose: another file more changes none of them.
for file in $(seq "$whole"); do
    read -r sum size _ <<CKSUM
$(cksum "$file")
CKSUM
    [ "$size" -gt 16 ] || continue
    for part in 1 3 7; do
        number=$((number + 1))
        head -c $((size * part / 8)) "$file" >$number
        number=$((number + 1))
        cp "$file" $number
        printf '\377\377\177\000' | dd of=$number bs=1 seek=$(((sum + part * 104729) % (size - 4))) conv=notrunc status=none
    done
done
