#!/bin/sh
# bindings/paddock-api.json and the reference say what the headers say: they are made of them, the compiler agrees with every type, member,
# number and function, and no function is missing.    api.sh SOURCE
. "$(dirname "$0")/../support/tap.sh"
source=$1 api=$1/bindings/paddock-api.json
if ! command -v node >/dev/null; then
    echo "THE DESCRIPTION FOR BINDINGS IS NOT CHECKED: node is missing"
    tap_skip "paddock-api.json" "node is missing"
    tap_end
fi
tap_run "it is what the headers give (make contract)" node "$source/tools/api.mjs" --check
tap_run "so is the reference" node "$source/tools/reference.mjs" --check
node "$source/tools/api.mjs" --c >"$scratch/all.c"
grep -c SAME "$scratch/all.c" | awk '{ exit !($1 > 1000) }'
tap "members and functions are compared" $?
tap_run "the compiler agrees" cc -std=c17 -Wall -Werror -I"$source/include" -fsyntax-only "$scratch/all.c"
sed 's/pdk_status(\*)(const char \*,/int *(*)(const char *,/' "$scratch/all.c" >"$scratch/wrong.c"
! cmp -s "$scratch/all.c" "$scratch/wrong.c" && ! cc -std=c17 -I"$source/include" -fsyntax-only "$scratch/wrong.c" 2>"$scratch/log"
tap "and not with another type" $?
sed -n 's/^PDK_API .*[ *]\(pdk_[a-z0-9_]*\)(.*/\1/p' "$source"/include/paddock/*.h | sort >"$scratch/declared"
jq -r '.functions[].name' "$api" | sort | diff "$scratch/declared" -
tap "all functions are in it" $?
# What a call makes for its caller has a function that closes it, which takes NULL and says so.
jq -e '[.functions[] | (.parameters[], .returns) | select(.owner == "caller") | .closed_by] | length > 20 and all(. != null)' "$api" >"$scratch/log"
tap "what the caller owns can be closed" $?
jq -e '[.functions[] | select(.name | test("_close$")) | .parameters[] | select(.consumed)] | length > 10 and all(.null)' "$api" >"$scratch/log"
tap "closing takes NULL" $?
# Every function has a place in the reference, and every link leads to one.
sed 's/.*/id="&"/' "$scratch/declared" >"$scratch/places"
[ "$(grep -oFf "$scratch/places" "$source/docs/reference.html" | sort -u | wc -l)" -eq "$(wc -l <"$scratch/places")" ]
tap "the reference has all functions" $?
grep -o 'href="#[^"]*"' "$source/docs/reference.html" | sed 's/href="#/id="/' | sort -u >"$scratch/wanted"
grep -o 'id="[^"]*"' "$source/docs/reference.html" | sort >"$scratch/ids"
comm -23 "$scratch/wanted" "$scratch/ids" | diff /dev/null - && ! uniq -d "$scratch/ids" | grep .
tap "its links lead somewhere" $?
if command -v man >/dev/null; then
    for page in "$source"/docs/man/*.3; do LC_ALL=C.UTF-8 man --warnings -l "$page" 2>&1 >/dev/null; done | diff /dev/null -
    tap "man shows its pages without a warning" $?
else
    tap_skip "man pages" "man is missing"
fi
tap_end
