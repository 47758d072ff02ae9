#!/bin/sh
# The main job on samples/, or on the file given: what is it, is it sound, its tables as CSV; for samples/ also who won, and where
# the time is; last a page that shows it all. Results go to build/demo/.
#     tools/demo.sh [FILE]
set -u
[ -z "${1:-}" ] || file=$(realpath -- "$1")
cd "$(dirname "$0")/.." || exit 1
paddock=build/paddock
out=build/demo
rm -rf "$out"
mkdir -p "$out"
failed=0

# Findings (1) are an answer, not a failure.
answer() {
    "$@"
    [ $? -le 1 ]
}

say() { printf '\n\033[1m%s\033[0m\n' "$*"; }
[ -t 1 ] || say() { printf '\n%s\n' "$*"; }

show() {
    name=$(basename "$1")
    say "paddock info $1"
    answer "$paddock" info "$1" || { failed=1; return; }
    answer "$paddock" info --json "$1" >"$out/$name.json"
    say "paddock check --level full $1"
    answer "$paddock" check --level full "$1" | tee "$out/$name.findings" | head -n 12
    tables=$(jq -r '(if type == "array" then .[0] else . end).tables[] | select(.rows > 0) | .name' "$out/$name.json")
    for table in $tables; do
        "$paddock" table "$1" "$table" --units -o "$out/$name.$table.csv" || failed=1
    done
}

if [ -n "${file:-}" ]; then
    show "$file"
else
    for sample in samples/*; do
        case $sample in *.md | *.sh) continue ;; esac
        show "$sample"
    done
    for question in "standings samples/race.vcr" "laps samples/lap.raf samples/lap-2.raf samples/lap-3.raf" \
        "compare samples/lap.raf samples/lap-2.raf"; do
        say "paddock $question"
        # shellcheck disable=SC2086 # a verb and its files
        if answer "$paddock" $question -o "$out/${question%% *}.txt"; then cat "$out/${question%% *}.txt"; else failed=1; fi
    done
    "$paddock" plot delta samples/lap.raf samples/lap-2.raf --units kmh -o "$out/delta.svg" &&
        "$paddock" plot positions samples/race.vcr -o "$out/positions.svg" || failed=1
fi

say "Results, in $out:"
for result in "$out"/*.csv; do
    [ -f "$result" ] || continue
    printf '  %s: %d rows, %d columns\n' "$result" "$(($(wc -l <"$result") - 1))" "$(head -n 1 "$result" | tr ',' '\n' | wc -l)"
done
for result in "$out"/*.txt "$out"/*.svg; do [ ! -f "$result" ] || printf '  %s\n' "$result"; done
main=$(find "$out" -name '*.telemetry.csv' | head -n 1)
if [ -n "$main" ]; then
    say "The first rows of $main:"
    head -n 4 "$main" | cut -d, -f1-8
fi

# Last, what most people want: one page that shows it all.
page=$out/race.html
if [ -n "${file:-}" ]; then page=$out/$(basename "$file").html; fi
if [ -n "${file:-}" ]; then set -- "$file"; else set -- samples/race.vcr samples/lap.raf samples/lap-2.raf samples/lap-3.raf; fi
say "paddock report $* -o $page"
if answer "$paddock" report "$@" -o "$page"; then
    say "Open $page in a browser: results, laps, comparison, the race on a map and in 3D, incidents, every table and byte."
else
    failed=1
fi
[ "$failed" -eq 0 ]
