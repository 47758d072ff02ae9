#!/usr/bin/env bash
# What the tests do not see: changes one operator or number of a C file at a time, builds, runs tests, and names each change that no test noticed.
#     tools/mutants.sh 'TESTS' FILE...        COUNT=100 of them, chosen by SEED=1
# TESTS is a regular expression for names of tests, as ctest takes it; slow ones only with SLOW=1. Works in a copy, build-mutants/: nothing here is touched.
# A change that does not build, or that runs out of time or memory, was noticed.
cd "$(dirname "$0")/.." || exit 1
set -uo pipefail
tests=$1
shift
[[ -n ${PADDOCK_REAL:-} || ! -d ../shared/real ]] || PADDOCK_REAL=$(realpath ../shared/real) && export PADDOCK_REAL
tree=build-mutants/tree build=build-mutants/tree/build
mkdir -p "$tree"
git ls-files -z | tar --null -T - -cf - | tar -xf - -C "$tree" || exit 1
[[ ! -d build-duckdb || -e $tree/build-duckdb ]] || ln -s "$PWD/build-duckdb" "$tree/build-duckdb"
(cd "$tree" && cmake --preset release >/dev/null) || exit 1
without=timed
[[ -n ${SLOW:-} ]] || without+='|slow'
# The programs of the requested tests, and the command.
targets=$(ctest --test-dir "$build" -N -R "$tests" -LE "$without" 2>/dev/null | sed -nE 's/^ *Test *#[0-9]+: (test_[a-z_0-9]+)$/\1/p; s/^ *Test *#[0-9]+: fuzz_replay.*/fuzz_replay/p' | sort -u | tr '\n' ' ')
every() { # the tests themselves
    ulimit -v 6000000
    timeout 300 ctest --test-dir "$build" -R "$tests" -LE "$without" -j "$(nproc)" --stop-on-failure --timeout 120 >"$build/said" 2>&1 </dev/null
}
# shellcheck disable=SC2086
cmake --build "$build" --target paddock_command $targets >"$build/said" 2>&1 || { tail "$build/said"; exit 1; }
(every) || { tail -n 25 "$build/said"; echo "tests fail without a change"; exit 1; }
noticed=0 unseen=0 changed=
put_back() { # written again, so that the build sees it
    [[ -z $changed ]] || cat "$build/original" >"$tree/$changed"
    changed=
}
trap put_back EXIT
trap 'exit 130' INT TERM HUP
while IFS=$'\t' read -r file line column from to; do
    cp "$tree/$file" "$build/original"
    awk -v line="$line" -v column="$column" -v size="${#from}" -v to="$to" \
        'FNR == line { $0 = substr($0, 1, column - 1) to substr($0, column + size) } { print }' "$build/original" >"$build/changed"
    changed=$file
    cat "$build/changed" >"$tree/$file"
    # shellcheck disable=SC2086
    if ! cmake --build "$build" --target paddock_command $targets >"$build/said" 2>&1 || ! (every); then
        noticed=$((noticed + 1))
    else
        unseen=$((unseen + 1))
        echo "$file:$line: '$from' became '$to': $(sed -n "${line}s/^ *//p" "$build/original")"
    fi
    put_back
done < <(awk -f tools/mutants.awk "$@" | shuf -n "${COUNT:-100}" --random-source=<(yes "${SEED:-1}"))
echo "$((noticed + unseen)) changes, $noticed noticed, $unseen not"
