#!/bin/sh
# Runs the tests of a build and says at the end how many cases passed, failed and were skipped.
#     tools/run-tests.sh BUILD [ctest options]
set -u
build=$1
shift
cd "$(dirname "$0")/.." || exit 1
# Memory that other libraries keep for good.
export LSAN_OPTIONS="${LSAN_OPTIONS:-suppressions=$PWD/tests/leaks.txt:print_suppressions=0}"
ctest --test-dir "$build" -j "$(nproc)" --output-on-failure --no-tests=error "$@" </dev/null
status=$?
awk -f tools/count-tests.awk "$build/Testing/Temporary/LastTest.log"
counted=$?
[ "$status" -eq 0 ] && [ "$counted" -eq 0 ]
