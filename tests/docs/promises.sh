#!/bin/bash
# SECURITY.md names the tests that hold each promise: they are all there, and no promise is without one.    promises.sh TOP BUILD
. "$(dirname "$0")/../support/tap.sh"
top=$1 build=$2
cd "$top" || exit 1

# Not by `ctest -N`, which would write over the log of the run that this is part of.
find "$build" -name CTestTestfile.cmake -exec grep -hoE 'add_test\(\[=*\[[a-z_0-9]+' {} + | sed 's/.*\[//' >"$scratch/tests"
[ "$(wc -l <"$scratch/tests")" -gt 100 ]
tap "there are tests" $?
exists() { # NAME
    case $1 in
    cli/*) [ -s "tests/cli/cases/${1#cli/}.sh" ] ;;
    web/*) [ -s "tests/web/${1#web/}.test.mjs" ] ;;
    wasm/*) [ -s "tests/wasm/${1#wasm/}.mjs" ] ;;
    python/*) [ -s "bindings/python/tests/${1#python/}.py" ] ;;
    # those that only some builds have, by where they are defined
    *) grep -qx "$1" "$scratch/tests" || grep -qF "add_test(NAME $1 " tests/CMakeLists.txt ;;
    esac
}
sed -n '/^| promise | held by |$/,/^$/p' SECURITY.md | tail -n +3 | grep '^|' >"$scratch/rows"
[ "$(wc -l <"$scratch/rows")" -gt 20 ]
tap "there are promises" $?
while IFS='|' read -r _ promise tests _; do
    missing=
    names=$(echo "$tests" | grep -oE '`[^`]+`' | tr -d '`')
    [ -n "$names" ] || missing=' a test'
    for name in $names; do exists "$name" || missing="$missing $name"; done
    [ -z "$missing" ] || echo "# missing:$missing"
    [ -z "$missing" ]
    tap "$(echo "$promise" | sed 's/^ *//; s/ *$//')" $?
done <"$scratch/rows"
tap_end
