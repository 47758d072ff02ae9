#!/bin/bash
# Every options struct of the public headers is in the test of their editions:  options.sh SOURCE
set -u
. "$(dirname "$0")/../support/tap.sh"
cd "$1" || exit 1

# The struct's name follows its closing brace, some lines below struct_size.
awk '/^typedef struct/ { is_options = 0 } /^ *size_t struct_size;/ { is_options = 1 }
     /^} pdk_[a-z_]+;/ && is_options { gsub(/[};]/, "", $0); print $1; is_options = 0 }' include/paddock/*.h | sort >"$scratch/declared"
sed -n 's/^#define EDITION \(pdk_[a-z_]*\)$/\1/p' tests/unit/api/test_options.c | sort >"$scratch/tested"
[ "$(wc -l <"$scratch/declared")" -ge 20 ]
tap "the headers have options" $?
tap_run "each is in test_options.c" diff "$scratch/declared" "$scratch/tested"
tap_end
