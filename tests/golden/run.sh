#!/bin/sh
# What the command prints for files kept beside what it printed when somebody last looked.
#     FORMAT/ok/FILE   `paddock info --json FILE` is FILE.info
#     FORMAT/bad/FILE  `paddock check --level full FILE` is FILE.expect: a line "exit N", then what it prints
#     run.sh PADDOCK [--update]
. "$(dirname "$0")/../support/tap.sh"
paddock=$(realpath -- "$1")
update=${2:-}
cd "$(dirname "$0")" || exit 1
export LC_ALL=C.UTF-8

# look PROGRAM FILE: what it says now, in its folder, so that no path but the name appears.
# A thing a line, so that diffs can be read.
look_ok() {
    (cd "$1" && "$paddock" info --json "$2") | sed -E 's/,(\{|"[^"]+":)/,\n\1/g; s/,\n"(type|unit|rows|vertices|triangles|frame|width|height)":/,"\1":/g'
}
look_bad() {
    (cd "$1" && "$paddock" check --level full "$2" >"$scratch/said" 2>&1 </dev/null; echo "exit $?"; cat "$scratch/said")
}

compare() {
    name=$1 kept=$2
    if [ "$update" = --update ]; then
        cp "$scratch/now" "$kept"
        tap "$name kept" 0
    elif cmp -s "$scratch/now" "$kept"; then
        tap "$name" 0
    else
        diff -u "$kept" "$scratch/now" | sed 's/^/  /' | head -n 40
        tap "$name" 1
    fi
}

for file in */ok/*; do
    case $file in *.info | '*/ok/*') continue ;; esac
    look_ok "$(dirname "$file")" "$(basename "$file")" >"$scratch/now" 2>&1
    compare "$file" "$file.info"
done
for file in */bad/*; do
    case $file in *.expect | '*/bad/*') continue ;; esac
    look_bad "$(dirname "$file")" "$(basename "$file")" >"$scratch/now"
    compare "$file" "$file.expect"
done
# An answer whose file went away says nothing any more.
for kept in */ok/*.info */bad/*.expect; do
    [ ! -f "$kept" ] || [ -f "${kept%.*}" ] || tap "$kept has lost its file" 1
done
[ "$tap_cases" -gt 0 ] || tap_skip "golden files" "there are none yet"
tap_end
