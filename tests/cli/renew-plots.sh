#!/bin/sh
# Writes the sums of tests/cli/plots.txt again, after a change of the pictures that is meant:  renew-plots.sh PADDOCK
set -eu
paddock=$(realpath "${1:?usage: renew-plots.sh PADDOCK}")
list=$(cd "$(dirname "$0")" && pwd)/plots.txt
cd "$(dirname "$0")/../../samples"
new=$(mktemp)
picture=$(mktemp)
trap 'rm -f "$new" "$picture"' EXIT
while read -r sum call; do
    eval "set -- $call"
    "$paddock" plot "$@" >"$picture" # a call that fails ends it
    sum=$(sha256sum <"$picture" | cut -d' ' -f1)
    echo "$sum $call"
done <"$list" >"$new"
cp "$new" "$list"
