#!/bin/sh
# paddock.hpp, with the warnings that programs have: it compiles with both compilers, reads what C reads, and closes everything that C can
# close.    cpp.sh INCLUDE LIBRARY SAMPLES
. "$(dirname "$0")/../support/tap.sh"
include=$1 library=$2 samples=$3
here=$(dirname "$0")

grep -ohE '^PDK_API void pdk_[a-z_]*close\(pdk_[a-z_]+' "$include"/paddock/*.h | sed 's/.*(//' | sort -u >"$scratch/wanted"
sed -n 's/.*operator()(\(pdk_[a-z_]*\) \*.*/\1/p' "$include/paddock/paddock.hpp" | sort -u >"$scratch/closed"
[ -s "$scratch/wanted" ] && tap_run "every object of the C headers can be held" diff "$scratch/wanted" "$scratch/closed"

head -c 20000 "$samples/lap.raf" >"$scratch/damaged.raf"
for compiler in g++ clang++; do
    if ! command -v "$compiler" >/dev/null; then
        tap_skip "$compiler" "no $compiler here"
        continue
    fi
    tap_run "$compiler: compiles without a warning" "$compiler" -std=c++17 -O1 "-I$include" -Wall -Wextra -Wpedantic -Wshadow -Wconversion \
        -Wold-style-cast -Werror "$here/hpp.cpp" "$library" -o "$scratch/hpp"
    LD_LIBRARY_PATH=$(dirname "$library") "$scratch/hpp" "$samples/lap.raf" "$samples/race.vcr" "$samples/track.tri" "$scratch/damaged.raf" \
        >"$scratch/out"
    status=$?
    grep '^not ok' "$scratch/out" | sed 's/^/  /'
    tap "$compiler: $(grep -c '^ok' "$scratch/out") cases" $status
done
tap_end
