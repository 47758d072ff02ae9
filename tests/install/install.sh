#!/bin/sh
# Installs into a separate folder and builds examples/ against what is there, in the ways others would:
# pkg-config and find_package, shared and static.    install.sh SOURCE BUILD
. "$(dirname "$0")/../support/tap.sh"
source=$1 build=$2
prefix=$scratch/prefix

tap_run "installs" cmake --install "$build" --prefix "$prefix"
find "$prefix" -type l -o -type f | sed "s|^$prefix/||" >"$scratch/files"
for file in include/paddock/paddock.h include/paddock/paddock.hpp share/paddock/paddock-api.json man3/paddock_table.3 man3/pdk_open_file.3 \
    doc/paddock/reference.html libpaddock.a libpaddock.so libpaddock.so.1 pkgconfig/paddock.pc paddock-config.cmake \
    paddock/paddock-png.so paddock/paddock-mesh.so paddock/paddock-cairo.so; do
    grep -q "$file\$" "$scratch/files"
    tap "$file is there" $?
done
# The first program of the docs is the example of that name.
sed -n '/^```c$/,/^```$/p' "$source/docs/library.md" | sed '1d;/^```$/,$d' | diff - "$source/examples/first.c"
tap "docs/library.md begins with examples/first.c" $?
# The tree may be moved: nothing in it says where it was made.
mv "$prefix" "$scratch/moved"
prefix=$scratch/moved
lib=$(dirname "$(find "$prefix" -name libpaddock.a)")
export PKG_CONFIG_PATH="$lib/pkgconfig"
! grep -rlF "$source" "$prefix/include" "$lib/pkgconfig" "$lib/cmake"
tap "no file of the package names the source tree" $?

# Where the libraries that ours needs are not installed for programs: pkg-config finds no file of theirs.
PKG_CONFIG_LIBDIR=$lib/pkgconfig PKG_CONFIG_PATH='' pkg-config --cflags --libs paddock >"$scratch/out" 2>&1
tap "pkg-config --cflags --libs works where only Paddock is installed: $(cat "$scratch/out")" $?

printf 'not a lap' >"$scratch/odd.raf"
# parts NAME PROGRAM: all are found by a program, or by the library it is linked to.
cat >"$scratch/parts.c" <<'END'
#include <paddock/paddock.h>
#include <stdlib.h>
int main(int count, char **arguments)
{
    pdk_part_info info;
    size_t present = 0;
    for (size_t i = 0; pdk_part_at(i, &info); i++) present += info.present;
    return count == 2 && present == strtoul(arguments[1], NULL, 10) ? 0 : 1;
}
END
parts=3 # and DuckDB's, where it was there when this was built
if [ -e "$lib/paddock/libduckdb.so" ]; then
    parts=4
    [ -e "$lib/paddock/paddock-duckdb.so" ] && [ -e "$lib/paddock/paddock-sql.so" ]
    tap "the parts for databases and SQL are beside DuckDB" $?
    [ "$(DUCKDB_PREFIX='' "$prefix/bin/paddock" sql 'SELECT 6 * 7 AS n' 2>"$scratch/out")" = "$(printf 'n\n42')" ]
    tap "the installed command answers SQL: $(cat "$scratch/out")" $?
else
    tap_skip "SQL of the installed command" "DuckDB was not there"
fi
"$prefix/bin/paddock" formats >"$scratch/formats" && [ "$(grep -cE '^  (libpng|meshoptimizer|cairo) +yes' "$scratch/formats")" -eq 3 ]
tap "the installed command finds its parts" $?
# shellcheck disable=SC2046 # options
cc -std=c17 "$scratch/parts.c" -o "$scratch/parts" $(pkg-config --cflags --libs paddock) && LD_LIBRARY_PATH=$lib "$scratch/parts" $parts
tap "a program with the shared library finds its parts" $?
mkdir "$scratch/elsewhere" && cp "$lib"/libpaddock.so.1 "$scratch/elsewhere/" && LD_LIBRARY_PATH=$scratch/elsewhere "$scratch/parts" 0
tap "and none where the shared library is alone" $?
# shellcheck disable=SC2046
cc -std=c17 "$scratch/parts.c" -o "$scratch/parts-static" $(pkg-config --cflags paddock) "$lib/libpaddock.a" -Wl,-u,pdk_mesh_part \
    -Wl,-u,pdk_cairo_part $(pkg-config --static --libs-only-l paddock | sed 's/-lpaddock//') -lmeshoptimizer -lstdc++ -lcairo && "$scratch/parts-static" 3
tap "a program with the static library has them in it" $?

lap=$scratch/lap.raf
tap_run "the installed command works" "$prefix/bin/paddock" synth raf "$lap" --seconds 90
"$prefix/bin/paddock" synth vcr "$scratch/race.vcr" >"$scratch/out" 2>&1

# use KIND FOLDER: the built examples do their work.
use() {
    LD_LIBRARY_PATH=$lib "$2/findings" "$scratch/odd.raf" >"$scratch/out" 2>&1
    [ $? -eq 3 ]
    tap "$1: findings refuses what is no lap" $?
    LD_LIBRARY_PATH=$lib "$2/create" "$scratch/new.rld" "$scratch/new.raf" >"$scratch/out" 2>&1 &&
        [ "$(grep -c ', 0 findings$' "$scratch/out")" -eq 2 ]
    tap "$1: create makes sound files from arrays" $?
    mkdir -p "$scratch/others"
    LD_LIBRARY_PATH=$lib "$2/create_others" "$scratch/others" >"$scratch/out" 2>&1 && [ "$(grep -c ', 0 findings$' "$scratch/out")" -eq 7 ]
    tap "$1: create_others makes sound files of the other formats" $?
    for file in "$scratch"/others/*; do
        "$prefix/bin/paddock" dump "$file" | "$prefix/bin/paddock" build - - | cmp -s - "$file"
        tap "$1: $(basename "$file") comes back from its text" $?
    done
    LD_LIBRARY_PATH=$lib "$2/edit_field" "$lap" player "A. Nother" "$scratch/edited.raf" >"$scratch/out" 2>&1 &&
        [ "$(cmp -l "$lap" "$scratch/edited.raf" | wc -l)" -lt 33 ] && "$prefix/bin/paddock" info "$scratch/edited.raf" | grep -q "A. Nother"
    tap "$1: edit_field changes one field" $?
    LD_LIBRARY_PATH=$lib "$2/edit_field" "$lap" plyer x "$scratch/none.raf" >"$scratch/out" 2>&1
    [ $? -eq 3 ] && [ ! -e "$scratch/none.raf" ]
    tap "$1: edit_field leaves nothing of what fails" $?
    for example in top_speed table_csv summary first laps; do
        LD_LIBRARY_PATH=$lib "$2/$example" "$lap" >"$scratch/out" 2>&1 && [ -s "$scratch/out" ]
        tap "$1: $example reads a lap" $?
    done
    LD_LIBRARY_PATH=$lib "$2/deltas" "$lap" "$lap" >"$scratch/out" 2>&1 && grep -q ' +0.000 s' "$scratch/out"
    tap "$1: deltas compares a lap" $?
    LD_LIBRARY_PATH=$lib "$2/race_report" "$scratch/race.vcr" >"$scratch/out" 2>&1 && grep -q ' laps ' "$scratch/out"
    tap "$1: race_report tells who won" $?
    LD_LIBRARY_PATH=$lib "$2/first" "$scratch/race.vcr" >"$scratch/out" 2>&1 && [ "$(grep -c ', lap [1-9]' "$scratch/out")" -gt 3 ]
    tap "$1: first prints the laps of a race" $?
    LD_LIBRARY_PATH=$lib "$2/first" "$scratch/new.rld" 2>&1 | grep -q 'nothing moves'
    tap "$1: first says why there are none" $?
}

by_pkg_config() {
    mkdir -p "$2"
    for example in "$source"/examples/*.c "$source"/examples/*.cpp; do
        name=$(basename "$example")
        compiler="cc -std=c17"
        case $name in *.cpp) compiler="c++ -std=c++17" ;; esac
        # shellcheck disable=SC2046,SC2086 # options
        $compiler -Wall -Wextra -Werror "$example" -o "$2/${name%.*}" $(pkg-config --cflags paddock) \
            $([ "$1" = static ] && echo -static) $(pkg-config $([ "$1" = static ] && echo --static) --libs paddock) || return 1
    done
}

by_cmake() {
    cmake -S "$source/examples" -B "$2" -G Ninja -DCMAKE_PREFIX_PATH="$prefix" -DPADDOCK_KIND="$1" && cmake --build "$2"
}

tap_run "pkg-config, shared: builds" by_pkg_config shared "$scratch/pc-shared"
use "pkg-config, shared" "$scratch/pc-shared"
tap_run "pkg-config, static: builds" by_pkg_config static "$scratch/pc-static"
use "pkg-config, static" "$scratch/pc-static"
tap_run "find_package, shared: builds" by_cmake "" "$scratch/cmake-shared"
use "find_package, shared" "$scratch/cmake-shared"
tap_run "find_package, static: builds" by_cmake static "$scratch/cmake-static"
use "find_package, static" "$scratch/cmake-static"
! readelf -d "$scratch/cmake-static/findings" | grep -q libpaddock
tap "find_package, static: needs no shared Paddock" $?
# The interface is the last release's, or more.
echo "# abi.sh:" && "$source/tests/install/abi.sh" "$source"
tap "programs of the last release go on working: abi.sh" $?
tap_end
