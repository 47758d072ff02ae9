#!/bin/sh
# The library for another machine, and its unit tests there: i686 (32 bits) runs as it is, s390x (big-endian) under qemu.
#     tools/cross.sh i686|s390x        builds in build-MACHINE; libdeflate and cmocka are built there once
set -eu
machine=$1
jobs=${JOBS:-$(nproc)}
cd "$(dirname "$0")/.."
build=$PWD/build-$machine prefix=$PWD/build-$machine/prefix
compiler=$machine-linux-gnu-gcc
mkdir -p "$prefix/include" "$prefix/lib"
for package in libdeflate cmocka; do tools/fetch-source.sh $package build-sources; done

# compile LIBRARY SOURCE... -- OPTION...: into an archive
compile() (
    library=$1
    shift
    objects=$build/objects-$library
    mkdir -p "$objects"
    sources=
    while [ "$1" != -- ]; do
        sources="$sources $1"
        shift
    done
    shift
    for source in $sources; do
        "$compiler" -O2 -w "$@" -c "$source" -o "$objects/$(echo "$source" | sed 's|.*build-sources/||; s|[/.]|_|g').o"
    done
    "$machine-linux-gnu-ar" rcs "$prefix/lib/lib$library.a" "$objects"/*.o
)
libdeflate=$(echo "$PWD"/build-sources/libdeflate-*) cmocka=$(echo "$PWD"/build-sources/cmocka-*)
if ! [ -e "$prefix/lib/libdeflate.a" ]; then
    compile deflate "$libdeflate"/lib/*.c "$libdeflate"/lib/*/cpu_features.c -- -I"$libdeflate"
    cp "$libdeflate/libdeflate.h" "$prefix/include/"
fi
if ! [ -e "$prefix/lib/libcmocka.a" ]; then
    compile cmocka "$cmocka/src/cmocka.c" -- -I"$cmocka/include" -DHAVE_STDINT_H -DHAVE_STDARG_H -DHAVE_STDDEF_H -DHAVE_SETJMP_H \
        -DHAVE_SIGNAL_H -DHAVE_STRINGS_H -DHAVE_STRING_H -DHAVE_STDLIB_H -DHAVE_STDIO_H -DHAVE_INTTYPES_H -DHAVE_TIME_H -DHAVE_UNISTD_H \
        -DHAVE_CLOCK_GETTIME -DHAVE_CLOCK_REALTIME -DHAVE_STRUCT_TIMESPEC -DHAVE_GCC_THREAD_LOCAL_STORAGE -D_GNU_SOURCE
    cp "$cmocka"/include/cmocka*.h "$prefix/include/"
fi
cmake -S . -B "$build" -G Ninja -DCMAKE_TOOLCHAIN_FILE=cmake/toolchains/cross-linux.cmake -DPADDOCK_CROSS="$machine" \
    -DPADDOCK_CROSS_PREFIX="$prefix" -DCMAKE_BUILD_TYPE=Release -DPADDOCK_PARTS=linked -DPADDOCK_PNG=OFF -DPADDOCK_MESHOPTIMIZER=OFF >"$build/configure.log" ||
    { cat "$build/configure.log"; exit 1; }
cmake --build "$build" -j "$jobs" --target "${2:-unit_tests}"
