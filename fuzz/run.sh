#!/bin/sh
# Each libFuzzer target for some seconds, from its seeds and finds. A crash stays in BUILD/fuzz/crashes; copied to fuzz/finds/TARGET it
# is replayed by every test run.    run.sh BUILD SECONDS [TARGET...]
set -u
build=$1 seconds=$2
shift 2
here=$(dirname "$0")
mkdir -p "$build/fuzz/crashes"
"$here/make-seeds.sh" "$build/paddock" "$build/fuzz/seeds" >/dev/null || exit 1
[ $# -gt 0 ] || set -- $(cd "$build/fuzz" && ls -1 | sed -n 's/^fuzz_//p')
passed=0 failed=0
for target; do
    corpus=$build/fuzz/corpus/$target
    mkdir -p "$corpus" "$here/finds/$target" "$build/fuzz/seeds/$target"
    longest=65536
    case $target in tri | wwww | twin | edit | time) longest=262144 ;; esac # a track is never under 107 KB
    dictionary=
    [ ! -f "$here/$target.dict" ] || dictionary=-dict=$here/$target.dict
    # shellcheck disable=SC2086 # an option or nothing
    if "$build/fuzz/fuzz_$target" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=2048 -max_len="$longest" -print_final_stats=1 \
        -artifact_prefix="$build/fuzz/crashes/$target-" $dictionary "$corpus" "$build/fuzz/seeds/$target" "$here/finds/$target" \
        >"$build/fuzz/$target.log" 2>&1; then
        passed=$((passed + 1))
        echo "ok $target: $(sed -n 's/^stat::number_of_executed_units: */runs /p' "$build/fuzz/$target.log")"
    else
        failed=$((failed + 1))
        echo "not ok $target:"
        grep -m 3 -E 'ERROR|SUMMARY|broken promise|Test unit written' "$build/fuzz/$target.log" | sed 's/^/  /'
    fi
    rmdir "$here/finds/$target" 2>/dev/null
done
echo "$passed passed, $failed failed, 0 skipped"
[ "$failed" -eq 0 ]
