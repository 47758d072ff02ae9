#!/bin/bash
# Ingest of a folder with 200 000 files:  many.sh PADDOCK [COUNT]
# What a file costs must not grow with their number.
set -u
. "$(dirname "$0")/set-up.sh" "$1" many
most=${2:-200000}
TIMEFORMAT='%U %S'
# Processor time of a command in milliseconds, into `spent`.
spend() {
    local used
    used=$({ time "$@" >out 2>err; } 2>&1) || return 1
    spent=$(echo "$used" | awk '{ print int(1000 * ($1 + $2)) }')
}
for count in $((most / 10)) "$most"; do
    mkdir "archive$count"
    seq "$count" | split -l 1 -a 6 -d - "archive$count/f"
    "$paddock" synth raf "archive$count/lap.raf" --seconds 5
    spend "$paddock" ingest "archive$count" --to "ds$count" && first=$spent
    grep -q "$((count + 1)) files, $((count + 1)) read now; 0 the same as another, $count of no format" out
    tap "$count files in one folder" $?
    spend "$paddock" ingest "archive$count" --to "ds$count" && again=$spent
    grep -q ' 0 read now' out
    tap "again, nothing of them is read" $?
    echo "  $count files: $first ms of processor time, again $again ms, $(find "ds$count" -name '*.parquet' | wc -l) Parquet files"
    [ "$count" -eq "$most" ] || { few_first=$first few_again=$again; }
done
[ "$first" -lt $((25 * few_first)) ]
tap "ten times the files cost about ten times the time" $?
[ "$again" -lt $((25 * few_again)) ]
tap "when they are known, too" $?
[ "$(sql "SELECT count(*), count(DISTINCT sha256) FROM 'ds$most/files/*.parquet'")" = "$((most + 1)),$((most + 1))" ]
tap "each has a row" $?
tap_end
