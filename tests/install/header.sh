#!/bin/sh
# The header alone, as strictly as compilers can, in C17 and C++17.    header.sh INCLUDE
. "$(dirname "$0")/../support/tap.sh"
include=$1
strict="-I$include -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wundef -Werror -fsyntax-only"

cat >"$scratch/use.c" <<'END'
#include <paddock/paddock.h>
#include <paddock/paddock.h>
int main(void)
{
    pdk_open_options open = PDK_OPEN_OPTIONS_INIT;
    pdk_table_options table = PDK_TABLE_OPTIONS_INIT;
    pdk_synth_options synth = PDK_SYNTH_OPTIONS_INIT;
    pdk_cut_options cut = PDK_CUT_OPTIONS_INIT;
    return cut.to > cut.from && open.struct_size == sizeof open && table.count == UINT64_MAX && synth.seed == 1 ? 0 : 1;
}
END
cp "$scratch/use.c" "$scratch/use.cpp"

for compiler in gcc clang; do
    if command -v "$compiler" >/dev/null; then
        # shellcheck disable=SC2086 # options
        tap_run "$compiler, C17" "$compiler" -std=c17 -Wstrict-prototypes -Wmissing-prototypes -Wc++-compat $strict "$scratch/use.c"
    else
        tap_skip "$compiler, C17" "no $compiler here"
    fi
done
for compiler in g++ clang++; do
    if command -v "$compiler" >/dev/null; then
        # shellcheck disable=SC2086
        tap_run "$compiler, C++17" "$compiler" -std=c++17 -Wold-style-cast -Wextra-semi $strict "$scratch/use.cpp"
    else
        tap_skip "$compiler, C++17" "no $compiler here"
    fi
done
tap_end
