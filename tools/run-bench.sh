#!/bin/sh
# Runs every benchmark of a build, one after the other.    tools/run-bench.sh BUILD
set -u
status=0
for bench in "$1"/bench/bench_*; do
    [ -f "$bench" ] && [ -x "$bench" ] || continue
    echo "== $(basename "$bench")"
    "$bench" || status=1
done
echo "== bench_sql"
bash "$(dirname "$0")/../bench/bench_sql.sh" "$1/paddock" || status=1
exit $status
