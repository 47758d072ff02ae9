#!/bin/sh
# Programs compiled against the last release go on working: the interface is still what abi/paddock.abi describes.
#     abi.sh SOURCE            compares
#     abi.sh SOURCE --renew    describes it again (make abi): with a release
# What is compared is the header: a library with a body for each declaration, so that no private type comes in. That the real
# library exports just these functions is tests/install/symbols.sh's; that they are as declared, the compiler's.
. "$(dirname "$0")/../support/tap.sh"
source=$1 stored=$1/abi/paddock.abi

if ! command -v abidw >/dev/null || ! command -v abidiff >/dev/null; then
    echo "THE ABI IS NOT CHECKED: abidw and abidiff are missing (tools/setup.sh abi)"
    tap_skip "the interface is the stored one" "abidw and abidiff are missing"
    tap_end
fi

if [ "$(uname -m)" != x86_64 ]; then
    echo "THE ABI IS NOT CHECKED: its stored description is of x86-64, this is $(uname -m)"
    tap_skip "the interface is the stored one" "another processor"
    tap_end
fi

# describe INCLUDE OUT: the interface of the headers in INCLUDE/paddock.
describe() {
    {
        echo '#include <paddock/paddock.h>'
        awk '/^PDK_API / { on = 1 } on { sub(/;[ \t]*$/, " { __builtin_trap(); }"); print } on && /}$/ { on = 0 }' "$1"/paddock/*.h
    } >"$scratch/bodies.c"
    cc -std=c17 -g -O0 -fPIC -shared -fvisibility=hidden -I"$1" -Wl,-soname,libpaddock.so -o "$scratch/libpaddock.so" "$scratch/bodies.c" &&
        abidw --headers-dir "$1/paddock" --drop-private-types --no-corpus-path --no-comp-dir-path --no-show-locs --no-elf-needed \
            --type-id-style hash --out-file "$2" "$scratch/libpaddock.so" &&
        sed -i "s| path='[^']*'||; s| language='[^']*'||" "$2"
}

# compare NEW: is a program that was compiled against the stored interface fine with this one?
compare() {
    abidiff --no-added-syms --suppressions "$source/abi/growth.abignore" "$stored" "$1"
}

tap_run "the header is described" describe "$source/include" "$scratch/now.abi"
if [ "${2:-}" = --renew ]; then
    cp "$scratch/now.abi" "$stored"
    tap "written: $stored" $?
    tap_end
fi
[ "$(grep -c "<function-decl name='pdk_" "$scratch/now.abi")" -eq "$(grep -ch '^PDK_API ' "$source"/include/paddock/*.h | awk '{ n += $1 } END { print n }')" ]
tap "every declared function is described" $?
tap_run "programs of the last release go on working (docs/decisions/0018-the-abi.md)" compare "$scratch/now.abi"

# changed NAME WANTED HEADER EXPRESSION: the comparison of headers with one change gives WANTED, "fine" or "refused".
changed() {
    rm -rf "$scratch/include"
    cp -r "$source/include" "$scratch/include"
    sed -i "$4" "$scratch/include/paddock/$3"
    ! cmp -s "$source/include/paddock/$3" "$scratch/include/paddock/$3" && describe "$scratch/include" "$scratch/changed.abi" >"$scratch/log" 2>&1
    tap "$1: the header was changed" $?
    found=refused
    ! compare "$scratch/changed.abi" >"$scratch/log" 2>&1 || found=fine
    [ "$found" = "$2" ]
    tap "$1: $2" $?
}
changed "an option more at the end" fine table.h 's/^} pdk_table_options;/    size_t more;\n&/'
changed "an option more in the middle" refused table.h 's/^    size_t struct_size; .*PDK_TABLE.*/&\n    size_t more;/'
changed "a field with a member more at the end" fine layout.h 's/^} pdk_field;/    size_t more;\n&/'
changed "a larger error" refused core.h 's/char message\[256\]/char message[512]/'
changed "a function more" fine core.h 's/^PDK_API const char \*pdk_version(void);/&\nPDK_API int pdk_more(void);/'
changed "a function less" refused core.h '/^PDK_API const char \*pdk_version(void);/d'
changed "another parameter" refused document.h 's/^PDK_API void pdk_trim(const pdk_document \*document);/PDK_API void pdk_trim(const pdk_document *document, int how);/'
changed "another number of a status" refused core.h 's/PDK_E_IO = -3/PDK_E_IO = -6/'
tap_end
