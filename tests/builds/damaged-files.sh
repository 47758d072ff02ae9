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
python3 - "$whole" <<'PYTHON'
import sys
import zlib

whole = number = int(sys.argv[1])


def add(content):
    global number
    number += 1
    with open(str(number), "wb") as file:
        file.write(content)


for name in range(1, whole + 1):
    with open(str(name), "rb") as file:
        content = file.read()
    if len(content) <= 16:
        continue
    for part in (1, 3, 7):
        place = (zlib.crc32(content) + part * 104729) % (len(content) - 4)
        add(content[: len(content) * part // 8])
        add(content[:place] + b"\xff\xff\x7f\x00" + content[place + 4 :])
PYTHON
