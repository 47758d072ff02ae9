#!/bin/sh
# Runs every benchmark of a build, one after the other.    tools/run-bench.sh BUILD
set -u
status=0
for bench in "$1"/bench/bench_*; do
    [ -f "$bench" ] && [ -x "$bench" ] || continue
    echo "== $(basename "$bench")"
    "$bench" || status=1
done
exit $status
