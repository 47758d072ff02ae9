#!/bin/sh
# The programs of docs/binding.md run, and print what `paddock table` has.    bindings.sh SOURCE LIBRARY COMMAND
. "$(dirname "$0")/../support/tap.sh"
source=$1 folder=$(cd "$(dirname "$2")" && pwd) command=$3
export LD_LIBRARY_PATH="$folder"
program() { sed -n "/^\`\`\`$1\$/,/^\`\`\`\$/p" "$source/docs/binding.md" | sed '1d;$d'; }
"$command" table "$source/samples/race.vcr" laps --columns driver,lap,lap_time |
    awk -F, 'NR > 1 { printf "%s %.0f ", $1, $2; if ($3 == "") print "nan"; else printf "%.3f\n", $3 }' >"$scratch/wanted"
[ "$(wc -l <"$scratch/wanted")" -gt 20 ]
tap "there are laps" $?

# same LANGUAGE PROGRAM...: prints the same laps, and the reason where there are none.
same() {
    language=$1
    shift
    "$@" "$source/samples/race.vcr" >"$scratch/printed" 2>"$scratch/said"
    sed 's/NaN$/nan/' "$scratch/printed" | diff "$scratch/wanted" - # no time: each language has its own word
    tap "$language: the laps of a race" $?
    ! "$@" "$source/samples/track.tri" >"$scratch/printed" 2>&1 && grep -q 'nothing moves' "$scratch/printed"
    tap "$language: why there are none" $?
}
if command -v python3 >/dev/null; then
    program python >"$scratch/laps.py"
    same Python python3 "$scratch/laps.py"
    program py >"$scratch/all.py"
    same 'Python, declared by a program' python3 "$scratch/all.py" "$source/bindings/paddock-api.json"
else
    echo "THE BINDING IN PYTHON IS NOT TRIED: python3 is missing"
    tap_skip "Python" "python3 is missing"
fi
if command -v rustc >/dev/null; then
    program rust >"$scratch/laps.rs"
    tap_run "Rust: compiles" rustc --edition 2021 -D warnings -A dead_code -L "$folder" "$scratch/laps.rs" -o "$scratch/laps"
    same Rust "$scratch/laps"
else
    echo "THE BINDING IN RUST IS NOT TRIED: rustc is missing"
    tap_skip "Rust" "rustc is missing"
fi
tap_end
