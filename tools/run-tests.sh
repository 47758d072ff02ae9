#!/bin/sh
# Runs the tests of a build and says at the end how many cases passed, failed and were skipped.
#     tools/run-tests.sh BUILD [ctest options]
# With ALONE=1, tests that failed run once more, one at a time, and that counts: a browser on a machine that is busy with other
# tests may be too late for what a test waits for. Each that passes only then is named.
set -u
build=$1
shift
cd "$(dirname "$0")/.." || exit 1
# Memory that other libraries keep for good.
export LSAN_OPTIONS="${LSAN_OPTIONS:-suppressions=$PWD/tests/leaks.txt:print_suppressions=0}"
ctest --test-dir "$build" -j "$(nproc)" --output-on-failure --no-tests=error "$@" </dev/null
status=$?
log=$build/Testing/Temporary/LastTest.log
first=
if [ "$status" -ne 0 ] && [ -n "${ALONE:-}" ]; then
    first=$build/Testing/Temporary/first.log
    cp "$log" "$first"
    ctest --test-dir "$build" -j 1 --output-on-failure --rerun-failed "$@" </dev/null
    status=$?
fi
awk -f tools/count-tests.awk ${first:+"$first"} "$log"
counted=$?
[ "$status" -eq 0 ] && [ "$counted" -eq 0 ]
