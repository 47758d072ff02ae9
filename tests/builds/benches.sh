#!/bin/sh
# The benchmarks compile without a warning; only `make bench` builds them.    benches.sh SOURCE
. "$(dirname "$0")/../support/tap.sh"
source=$1
strict="-std=c17 -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Werror -fsyntax-only"
folders=
for folder in "$source/include" "$source/src" "$source"/src/*/ "$source/tests/support"; do
    folders="$folders -I$folder"
done
for bench in "$source"/bench/*.c; do
    # shellcheck disable=SC2086 # options
    tap_run "$(basename "$bench")" cc $strict -DREAL_FILES='""' $folders "$bench"
done
tap_end
