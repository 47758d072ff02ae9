#!/bin/sh
# Every public function that calls functions of its caller is tried with everything inside them: the list of test_callbacks is that of the headers.
#     callbacks.sh HEADERS TEST_PROGRAM
. "$(dirname "$0")/../support/tap.sh"
headers=$1 program=$2

# One declaration a line, without comments.
cat "$headers"/*.h | awk '
    { text = text $0 "\n" }
    END {
        while (match(text, /\/\*([^*]|\*+[^*\/])*\*+\//)) text = substr(text, 1, RSTART - 1) " " substr(text, RSTART + RLENGTH)
        gsub(/\n#[^\n]*/, "", text)
        gsub(/\n/, " ", text)
        depth = 0
        for (i = 1; i <= length(text); i++) {
            c = substr(text, i, 1)
            if (c == "{") depth++
            if (c == "}") depth--
            if (c == ";" && depth <= braces) { print line; line = ""; continue }
            line = line c
        }
    }' braces=1 >"$scratch/declarations"

# Types that hold functions of the caller: those that are one, options that have one, and outputs, which may be one.
grep -oE 'typedef [^{]*\(\*pdk_[a-z0-9_]+\)' "$scratch/declarations" | sed -E 's/.*\(\*(pdk_[a-z0-9_]+)\)/\1/' >"$scratch/types"
printf 'pdk_allocator\npdk_source\npdk_output\n' >>"$scratch/types"
: >"$scratch/structs"
awk '
    { text = text $0 ";" }
    END {
        while (match(text, /typedef struct [a-z0-9_]* ?\{/)) {
            text = substr(text, RSTART + RLENGTH)
            depth = 1
            for (i = 1; depth > 0; i++) {
                c = substr(text, i, 1)
                if (c == "{") depth++
                if (c == "}") depth--
            }
            body = substr(text, 1, i - 2)
            text = substr(text, i)
            match(text, /pdk_[a-z0-9_]+/)
            print substr(text, RSTART, RLENGTH) "\t" body
        }
    }' "$scratch/declarations" >"$scratch/structs"
while read -r type; do
    grep -E "[^a-z0-9_]$type[ *]" "$scratch/structs" | cut -f 1
done <"$scratch/types" | sort -u >"$scratch/with"
cat "$scratch/types" "$scratch/with" | sort -u >"$scratch/all"

[ "$(wc -l <"$scratch/with")" -ge 20 ]
tap "options with callbacks are found" $?

# Those that only make an output, or look at one, call nothing: "pdk_output **", "const pdk_output *".
grep -oE 'PDK_API .*\(.*' "$scratch/declarations" | sed -E 's/const pdk_output \*/nothing /g; s/pdk_output \*\*/nothing /g' >"$scratch/functions"
while read -r type; do
    grep -E "\((.*[^a-z0-9_])?$type[ *]" "$scratch/functions"
done <"$scratch/all" | sed -E 's/^[^(]*[ *](pdk_[a-z0-9_]+)\(.*/\1/' | sort -u >"$scratch/declared"
[ "$(wc -l <"$scratch/declared")" -ge 60 ]
tap "functions with callbacks are found" $?

"$program" --list | sort >"$scratch/tried"
tap_run "each of them is tried" diff "$scratch/declared" "$scratch/tried"

tap_end
