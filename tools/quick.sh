#!/usr/bin/env bash
# `make quick`: after an edit, in less than a minute: builds the command and the unit tests of the rooms whose files changed, runs these, the
# golden files and the lint. What counts as changed: tools/changed.sh --work.
cd "$(dirname "$0")/.." || exit 1
set -uo pipefail
changed=$(tools/changed.sh --work) || exit 1
tests=(arrows format golden lint) elsewhere=()

# unit FOLDER: the tests of this folder of tests/unit, and of those in it.
unit() {
    local file
    [[ -d tests/unit/$1 ]] || return 1
    while read -r file; do
        file=${file##*/}
        tests+=("${file%.c}")
    done < <(find "tests/unit/$1" ${2:+-maxdepth 1} -name 'test_*.c')
}
while read -r file; do
    name=${file##*/} name=${name%.*}
    case $file in
    src/format/*/*)
        format=${file#src/format/} format=${format%%/*}
        unit format alone
        unit "format/$format"
        tests+=("fuzz_replay_$format")
        ;;
    src/*/*/*)
        room=${file#src/*/} room=${room%%/*}
        unit "$room" || elsewhere+=("src/$room: make test")
        ;;
    tests/unit/*/test_*.c) [[ ! -e $file ]] || tests+=("$name") ;;
    include/*)
        unit api
        elsewhere+=("include/, which every room uses: make test")
        ;;
    tests/support/* | src/*) elsewhere+=("${file%/*}/, which many tests use: make test") ;;
    sql/* | dataset/* | cli/sql/* | tests/sql/*) elsewhere+=("SQL: make test-sql") ;;
    cli/shared/*) elsewhere+=("cli/shared/: make test") ;;
    cli/*/*)
        if [[ -e tests/cli/cases/$name.sh ]]; then tests+=("cli_$name"); else elsewhere+=("$file: make test"); fi
        ;;
    tests/cli/cases/*.sh) tests+=("cli_$name") ;;
    fuzz/fuzz_format.c) tests+=(fuzz_replay_detect) ;;
    fuzz/fuzz_*.c) tests+=("fuzz_replay_${name#fuzz_}") ;;
    web/* | tests/web/*) elsewhere+=("the page: make test-web") ;;
    bindings/python/* | parts/sql/*) elsewhere+=("Python: make test-python") ;;
    bindings/wasm/* | tests/wasm/*) elsewhere+=("WebAssembly: make test-wasm") ;;
    docs/* | README.md) elsewhere+=("examples in documentation: ctest --test-dir build -R docs") ;;
    esac
done <<<"$changed"
mapfile -t tests < <(printf '%s\n' "${tests[@]}" | sort -u)
targets=(paddock_command)
for test in "${tests[@]}"; do
    case $test in
    test_*) targets+=("$test") ;;
    fuzz_replay_*) targets+=(fuzz_replay) ;;
    esac
done

[[ -e build/build.ninja ]] || { tools/setup.sh build && cmake --preset release >/dev/null; } || exit 1
cmake --build --preset release --target "${targets[@]}" | tail -n 1 || exit 1
# Where this build has no such test, or it is slow, it is not run.
log=$(mktemp) || exit 1
tools/run-tests.sh build -R "^($(IFS='|' && echo "${tests[*]}"))\$" -LE 'slow|sweep|sql' >"$log" 2>&1
status=$?
if [[ $status -ne 0 ]]; then sed -nE '/^(failed: |    )/p' "$log"; fi
ran=$(sed -nE 's/^ *[0-9]+\/[0-9]+ Test +#[0-9]+: ([a-z_0-9]+) .*/\1/p' "$log" | sort)
slow=$(comm -13 <(echo "$ran") <(printf '%s\n' "${tests[@]}" | sort) | tr '\n' ' ')
echo "changed: $(wc -l <<<"$changed") files; ran:" $ran
[[ -z $slow ]] || elsewhere+=("slow, or not in this build: $slow(make test-slow, test-sweeps)")
[[ ${#elsewhere[@]} -eq 0 ]] || printf 'not tried here: %s\n' "${elsewhere[@]}" | sort -u
tail -n 1 "$log"
rm -f "$log"
exit $status
