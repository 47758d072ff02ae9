#!/bin/sh
# The library for another machine, and its unit tests there: i686 (32 bits) as it is or under qemu, s390x (big-endian) under qemu, windows
# under Wine, with PNG, meshoptimizer and the command. static: for this machine and any like it, whatever libraries it has. wheel: the
# shared library and its parts, which need only libc (Python's wheel). wasm: the library with its shim for JavaScript (bindings/wasm).
#     tools/cross.sh i686|s390x|windows|wasm|static|wheel [TARGET...]   builds in build-MACHINE; the libraries it needs are built there once
set -eu
machine=$1
jobs=${JOBS:-$(nproc)}
cd "$(dirname "$0")/.."
build=$PWD/build-$machine prefix=$PWD/build-$machine/prefix
mkdir -p "$prefix/include" "$prefix/lib"
archiver= kind=Release parts=linked cairo=OFF
if [ "$machine" = wasm ]; then
    compiler="clang-14 --target=wasm32-wasi" archiver=llvm-ar-14 packages=libdeflate kind=MinSizeRel
    options="-DCMAKE_TOOLCHAIN_FILE=cmake/toolchains/wasm.cmake -DPADDOCK_PLATFORM=single -DPADDOCK_PNG=OFF -DPADDOCK_MESHOPTIMIZER=OFF -DPADDOCK_GENERATORS=OFF"
elif [ "$machine" = windows ]; then
    tools=x86_64-w64-mingw32 compiler=x86_64-w64-mingw32-gcc-posix packages="libdeflate cmocka zlib libpng1.6 meshoptimizer pixman cairo" cairo=ON
    options="-DCMAKE_TOOLCHAIN_FILE=cmake/toolchains/windows.cmake -DPADDOCK_PLATFORM=windows -DCMAKE_INSTALL_BINDIR=."
elif [ "$machine" = static ]; then # Debian has the others as archives
    tools=$(uname -m)-linux-gnu compiler=gcc packages="cmocka meshoptimizer" cairo=ON
    options="-DPADDOCK_STATIC=ON -DCMAKE_PREFIX_PATH=$prefix"
elif [ "$machine" = wheel ]; then
    tools=$(uname -m)-linux-gnu compiler=gcc packages="libdeflate zlib libpng1.6 meshoptimizer" parts=loaded
    options="-DCMAKE_PREFIX_PATH=$prefix -DPADDOCK_TESTS=OFF"
    CFLAGS=$(tools/debian-flags.sh CFLAGS) CXXFLAGS=$(tools/debian-flags.sh CXXFLAGS) LDFLAGS="$(tools/debian-flags.sh LDFLAGS) -static-libstdc++"
    export CFLAGS CXXFLAGS LDFLAGS # CMake takes them when a build is configured for the first time
else
    tools=$machine-linux-gnu compiler=$machine-linux-gnu-gcc packages="libdeflate cmocka"
    case $machine in
    i686) emulator=qemu-i386 ;;
    *) emulator=qemu-$machine ;;
    esac
    options="-DCMAKE_TOOLCHAIN_FILE=cmake/toolchains/cross-linux.cmake -DPADDOCK_CROSS=$machine -DPADDOCK_PNG=OFF -DPADDOCK_MESHOPTIMIZER=OFF"
    # Many kernels of 64 bits run programs of 32; some were built not to.
    echo 'int main(void) { return 0; }' | $compiler -static -x c - -o "$build/runs-here"
    if "$build/runs-here" 2>/dev/null; then emulator=; fi
    options="$options -DPADDOCK_EMULATOR=$emulator"
fi
for package in $packages; do tools/fetch-source.sh "$package" build-sources; done

# What is linked into a shared library of Linux.
position=
[ "$machine" != wheel ] || position="-fPIC -fvisibility=hidden"
# compile LIBRARY SOURCE... -- OPTION...: into an archive, unless it is there
compile() (
    library=$1
    [ -e "$prefix/lib/lib$library.a" ] && return
    shift
    objects=$build/objects-$library
    mkdir -p "$objects"
    sources=
    while [ "$1" != -- ]; do
        sources="$sources $1"
        shift
    done
    shift
    # shellcheck disable=SC2016,SC2086 # the inner shell's variables; a list of options or nothing
    printf '%s\n' $sources | xargs -P "$jobs" -n 1 sh -euc '
        compiler=$1 object=$2/
        shift 2
        for source; do :; done # the last one
        object=$object$(echo "$source" | sed "s|.*build-sources/||; s|[/.]|_|g").o
        case $source in
        *.cpp) compiler=$(echo "$compiler" | sed s/gcc/g++/) ;;
        esac
        exec $compiler "$@" -o "$object" # a compiler may come with its target
    ' compile "$compiler" "$objects" -O2 -w $position -ffile-prefix-map="$PWD/=" "$@" -c
    "${archiver:-$tools-ar}" rcs "$prefix/lib/lib$library.a" "$objects"/*.o
)
source_of() { echo "$PWD"/build-sources/"$1"-[0-9]*; }
if [ "$machine" != wasm ] && [ "$machine" != wheel ]; then
    cmocka=$(source_of cmocka)
    compile cmocka "$cmocka/src/cmocka.c" -- -I"$cmocka/include" -DHAVE_STDINT_H -DHAVE_STDARG_H -DHAVE_STDDEF_H -DHAVE_SETJMP_H \
        -DHAVE_SIGNAL_H -DHAVE_STRINGS_H -DHAVE_STRING_H -DHAVE_STDLIB_H -DHAVE_STDIO_H -DHAVE_INTTYPES_H -DHAVE_TIME_H -DHAVE_UNISTD_H \
        -DHAVE_CLOCK_GETTIME -DHAVE_CLOCK_REALTIME -DHAVE_STRUCT_TIMESPEC -DHAVE_GCC_THREAD_LOCAL_STORAGE -D_GNU_SOURCE \
        -D__USE_MINGW_ANSI_STDIO=1
    cp "$cmocka"/include/cmocka*.h "$prefix/include/"
fi
if [ "$machine" != static ]; then
    libdeflate=$(source_of libdeflate)
    compile deflate "$libdeflate"/lib/*.c "$libdeflate"/lib/*/cpu_features.c -- -I"$libdeflate"
    cp "$libdeflate/libdeflate.h" "$prefix/include/"
fi
if [ "$machine" = windows ] || [ "$machine" = wheel ]; then
    zlib=$(source_of zlib) png=$(source_of libpng1.6)
    compile z "$zlib"/adler32.c "$zlib"/crc32.c "$zlib"/deflate.c "$zlib"/inf*.c "$zlib"/trees.c "$zlib"/zutil.c "$zlib"/compress.c -- -I"$zlib"
    cp "$zlib/zlib.h" "$zlib/zconf.h" "$prefix/include/"
    cp "$png/scripts/pnglibconf.h.prebuilt" "$prefix/include/pnglibconf.h"
    compile png $(find "$png" -maxdepth 1 -name 'png*.c' ! -name pngtest.c) -- -I"$png" -I"$prefix/include"
    cp "$png/png.h" "$png/pngconf.h" "$prefix/include/"
fi
if [ "$machine" = windows ]; then # cairo with PDF, pictures and Windows' own fonts
    pixman=$(source_of pixman)/pixman cairo_source=$(source_of cairo)/src
    cp "$pixman/pixman.h" "$pixman/pixman-version.h" "$prefix/include/"
    compile pixman $(find "$pixman" -maxdepth 1 -name 'pixman*.c' ! -name '*-mmx.c' ! -name '*-sse2.c' ! -name '*-ssse3.c' ! -name '*-vmx.c' \
        ! -name 'pixman-region.c' ! -name '*-arm-*.c' ! -name '*-mips-*.c') -- -I"$pixman" -DPACKAGE='"pixman"' -DHAVE_STDINT_H
    mkdir -p "$prefix/include/cairo"
    for feature in FEATURES_H HAS_IMAGE_SURFACE HAS_RECORDING_SURFACE HAS_OBSERVER_SURFACE HAS_MIME_SURFACE HAS_USER_FONT \
        HAS_PDF_SURFACE HAS_PNG_FUNCTIONS HAS_WIN32_SURFACE HAS_WIN32_FONT; do
        echo "#define CAIRO_$feature 1"
    done >"$prefix/include/cairo/cairo-features.h"
    cp "$cairo_source/cairo.h" "$cairo_source/cairo-deprecated.h" "$cairo_source/cairo-pdf.h" "$cairo_source/../cairo-version.h" "$prefix/include/cairo/"
    compile cairo $(sed -nE '/^(cairo|_cairo_font_subset|_cairo_pdf_operators|_cairo_deflate_stream|cairo_png|cairo_pdf|cairo_win32|cairo_win32_font)_sources = /,/[^\\]$/p' \
        "$cairo_source/Makefile.sources" | grep -oE '[a-z0-9/-]+\.c' | sed "s|^|$cairo_source/|") -- -I"$prefix/include/cairo" -I"$prefix/include" \
        -I"$cairo_source" -I"$cairo_source/win32" -DCAIRO_WIN32_STATIC_BUILD -D_WIN32_WINNT=0x0601 -DHAVE_STDINT_H -DHAVE_UINT64_T -DHAVE_CXX11_ATOMIC_PRIMITIVES \
        -DSIZEOF_VOID_P=8 -DSIZEOF_INT=4 -DSIZEOF_LONG=4 -DSIZEOF_LONG_LONG=8 -DSIZEOF_SIZE_T=8 -DPACKAGE_VERSION='"1.16.0"' \
        -DPACKAGE_NAME='"cairo"' -DPACKAGE_BUGREPORT='""'
fi
if [ "$machine" = windows ] || [ "$machine" = static ] || [ "$machine" = wheel ]; then
    mesh=$(source_of meshoptimizer)
    compile meshoptimizer "$mesh"/src/*.cpp -- -I"$mesh/src" -fPIC
    cp "$mesh/src/meshoptimizer.h" "$prefix/include/"
fi
# shellcheck disable=SC2086 # a list of options
cmake -S . -B "$build" -G Ninja $options -DPADDOCK_CROSS_PREFIX="$prefix" -DCMAKE_BUILD_TYPE=$kind -DPADDOCK_PARTS=$parts -DPADDOCK_CAIRO=$cairo -DPADDOCK_TOGETHER=ON \
    >"$build/configure.log" || {
    cat "$build/configure.log"
    exit 1
}
shift
[ $# -gt 0 ] || set -- unit_tests
cmake --build "$build" -j "$jobs" --target "$@"
# Wine makes its Windows at the first start, and talks about it; the tests begin with one that is there.
if [ -x "$build/paddock-under-wine" ] && [ -e "$build/paddock.exe" ] && ! [ -d "$build/wine" ]; then
    "$build/paddock-under-wine" version >"$build/wine.log" 2>&1 || { cat "$build/wine.log"; exit 1; }
fi
