#!/bin/sh
# The shared library exports what the header declares with PDK_API and nothing else; the static one clutters nobody's names.
#     symbols.sh HEADERS SHARED STATIC
. "$(dirname "$0")/../support/tap.sh"
headers=$1 shared=$2 static=$3

# "PDK_API const char *pdk_version(void);" -> pdk_version; "#define PDK_API" lines declare nothing.
grep -hE "^PDK_API " "$headers"/*.h | sed -E 's/^[^(]*[ *](pdk_[a-z0-9_]+)\(.*/\1/' | sort >"$scratch/declared"
nm -D --defined-only "$shared" | awk '$2 ~ /[A-Z]/ { print $3 }' | grep -vE '^(_)' | sort >"$scratch/exported"

[ "$(wc -l <"$scratch/declared")" -gt 50 ]
tap "the header declares functions" $?
tap_run "the shared library exports what the header declares" diff "$scratch/declared" "$scratch/exported"

nm -g --defined-only "$static" | awk 'NF == 3 { print $3 }' | grep -vE '^(pdk_|_|DW\.ref\.|asan\.|odr_asan)' >"$scratch/foreign"
tap_run "every global name of the static library begins with pdk_" diff /dev/null "$scratch/foreign"

# What can be written, besides what the compiler's own start-up has. paddock.h names all of it. Sanitizers add their own.
cat >"$scratch/allowed" <<EOF
numbers
pdk_callbacks_running
places
EOF
if nm "$shared" | grep -qE '__(asan|tsan|gcov|ubsan)_|__sanitizer'; then
    tap_skip "the library keeps no other global state than its header says" "the sanitizers have some of their own"
else
    objdump -t "$shared" | awk '$3 ~ /^\.(bss|data)$/ || $4 ~ /^\.(bss|data)$/ { print $NF }' |
        sed 's/\.[0-9]*$//' | grep -vE '^(completed|__TMC_END__|__dso_handle|\.bss|\.data)$' | sort >"$scratch/state"
    tap_run "the library keeps no other global state than its header says" diff "$scratch/allowed" "$scratch/state"
fi

tap_end
