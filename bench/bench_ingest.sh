#!/bin/bash
# Ingest of generated replays beside its parts:  bench_ingest.sh PADDOCK BENCH_INGEST [FILES [SECONDS [FOLDER]]]
# FOLDER has the replays already. What counts is processor time (user and system), which holds on a machine that others use too; the clock is
# beside it. The yardstick: reading every table of every file, plus DuckDB writing the same rows from its memory, each on one thread.
set -eu
paddock=$(realpath "$1") reader=$(realpath "$2") files=${3:-200} seconds=${4:-60} archive=${5:-}
[ -z "$archive" ] || archive=$(realpath "$archive")
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
TIMEFORMAT='%U %S %R'
# Sets cpu and clock, in seconds.
spend() {
    local used
    { used=$({ time "$@" >out 2>err; } 2>&1); } || { cat err; exit 1; }
    read -r cpu clock < <(echo "$used" | awk '{ print $1 + $2, $3 }')
}
# The same three times, and the middle one of the processor times; `before` is run before each, and does not count.
spend_often() {
    local each=() times
    for _ in 1 2 3; do
        $before
        spend "$@"
        each+=("$cpu")
    done
    times=$(printf '%s\n' "${each[@]}" | sort -n)
    cpu=$(sed -n 2p <<<"$times")
}
before=
if [ -z "$archive" ]; then
    archive=$scratch/archive
    mkdir archive
    for i in $(seq "$files"); do "$paddock" synth vcr "archive/r$i.vcr" --seconds $((seconds + i % 7)) --seed "$i"; done
fi
cat "$archive"/* >/dev/null
echo "$(find "$archive" -type f | wc -l) replays, $(du -sm "$archive" | cut -f1) MB; load $(cut -d' ' -f1-3 /proc/loadavg)"

for jobs in 1 2; do
    before='rm -rf ds'
    spend_often "$paddock" ingest "$archive" --to ds --jobs $jobs
    before=
    printf 'ingest, %d threads        %8.1f s of processor time, %8.1f s by the clock\n' $jobs "$cpu" "$clock"
    [ $jobs -ne 1 ] || whole=$cpu
    clocks="${clocks:-} $clock"
done
echo "$clocks" | awk '{ printf "two threads are %.2f times as fast, aim 1.8", $1 / $2 }'
# What the machine gives: two processors may share much of one.
mkdir half1 half2
for file in "$archive"/*; do ln -s "$file" half$((1 + ${turn:-0}))/ && turn=$((1 - ${turn:-0})); done
spend "$paddock" ingest half1 --to alone --jobs 1
alone=$clock
both() { "$paddock" ingest half1 --to one --jobs 1 & "$paddock" ingest half2 --to two --jobs 1 && wait; }
spend both
echo "$alone $clock" | awk '{ printf "; two processes, half of the files each: %.2f\n", 2 * $1 / $2 }'
rm -rf alone one two
spend "$paddock" ingest "$archive" --to ds
printf 'again, nothing is new    %8.1f s\n' "$cpu"
spend_often "$reader" "$archive"/*
reading=$cpu
printf 'reading all tables       %8.1f s\n' "$reading"
# One part after the other: all at once would need memory for all rows.
find ds -name '*.parquet' -not -path 'ds/files/*' | while read -r part; do
    echo "CREATE OR REPLACE TABLE t AS FROM read_parquet('$part', hive_partitioning = false);"
    echo "COPY t TO 'out.parquet' (FORMAT parquet, COMPRESSION zstd);"
done >both.sql
{ echo "SET threads = 1; SET preserve_insertion_order = false;" && cat both.sql; } >load-and-write.sql
grep -v '^COPY' load-and-write.sql >load.sql
run_sql() { "$paddock" sql - <"$1"; }
spend_often run_sql load.sql
loading=$cpu
spend_often run_sql load-and-write.sql
writing=$(echo "$cpu $loading" | awk '{ print $1 - $2 }')
printf 'DuckDB writing the rows  %8.1f s\n' "$writing"
echo "$whole $reading $writing" | awk '{ printf "ingest / (reading + writing) = %.2f, aim 1.3\n", $1 / ($2 + $3) }'
