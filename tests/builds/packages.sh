#!/bin/sh
# Each package, installed or unpacked in an empty place, and tried.    packages.sh FOLDER [PADDOCK-UNDER-WINE]
# PADDOCK_WINE says what runs a Windows program, WINEPREFIX its prefix.
. "$(dirname "$0")/../support/tap.sh"
packages=$(realpath -- "$1")
top=$(cd "$(dirname "$0")/../.." && pwd)
version=$(sed -nE 's/^#define PDK_VERSION_(MAJOR|MINOR|PATCH) ([0-9]+).*/\2/p' "$top/include/paddock/core.h" | paste -sd .)
cd "$scratch" || exit 1
export LC_ALL=C.UTF-8 NO_COLOR=1

(cd "$packages" && sha256sum --quiet -c SHA256SUMS && [ "$(ls | wc -l)" -eq $(($(wc -l <SHA256SUMS) + 1)) ])
tap "SHA256SUMS has every file, and is right" $?

# works COMMAND...: a lap goes through it.
works() {
    "$@" version | tr -d '\r' | grep -qxE "paddock $version( \(commit [0-9a-f]+(-changed)?\))?" && "$@" synth raf lap.raf --seconds 3 && "$@" info --json lap.raf | jq -e '.format == "raf"' >/dev/null &&
        "$@" synth rld road.rld && "$@" surface raster road.rld road.png --cell 1 && "$@" surface simplify road.rld -o light.rld --error 0.05 &&
        "$@" check lap.raf light.rld
}
has_parts() { [ "$("$@" formats | grep -cE '^  (libpng|meshoptimizer|cairo) +yes')" -eq 3 ]; }

# Debian: a separate system, with nothing else in it.
mkdir -p root/var/lib/dpkg && touch root/var/lib/dpkg/status
as_user=
[ "$(id -u)" -eq 0 ] || as_user=--force-not-root
dpkg --root=root --log=/dev/null --force-depends $as_user -i "$packages"/*.deb >said 2>&1
tap ".deb: all four are installed" $?
[ "$(dpkg --root=root -l 2>/dev/null | grep -c '^ii')" -eq 4 ] && [ -z "$(dpkg --root=root -V paddock libpaddock1 libpaddock-dev paddock-sql 2>/dev/null)" ]
tap ".deb: and complete" $?
for package in "$packages"/*.deb; do [ "$(dpkg-deb -f "$package" Version)" = "$version" ] || break; done
[ "$(dpkg-deb -f "$package" Version)" = "$version" ]
tap ".deb: of this version" $?
tap_run ".deb: the command works" works root/usr/bin/paddock
has_parts root/usr/bin/paddock
tap ".deb: the command finds its parts" $?
env -u DUCKDB_PREFIX root/usr/bin/paddock sql "SELECT count(*) > 0 AS any FROM 'lap.raf'" >said 2>&1 && [ "$(tail -n 1 said)" = true ] &&
    root/usr/bin/paddock ingest lap.raf --to dataset --quiet && [ -n "$(find dataset -name '*.parquet')" ]
tap ".deb: the command has SQL, and writes datasets" $?
grep -q 'Copyright .* DuckDB Foundation' root/usr/share/doc/paddock-sql/copyright
tap ".deb: DuckDB's licence" $?
lib=$scratch/root/usr/lib/$(gcc -print-multiarch)
export PKG_CONFIG_SYSROOT_DIR= PKG_CONFIG_PATH="$lib/pkgconfig"
# shellcheck disable=SC2046 # options
cc -std=c17 "$top/examples/top_speed.c" -o top_speed $(pkg-config --cflags --libs paddock) && LD_LIBRARY_PATH=$lib ./top_speed lap.raf >said 2>&1 && [ -s said ]
tap ".deb: a program is built with pkg-config" $?
cmake -S "$top/examples" -B examples -DCMAKE_PREFIX_PATH="$scratch/root/usr" >said 2>&1 && cmake --build examples --target top_speed >>said 2>&1 &&
    LD_LIBRARY_PATH=$lib examples/top_speed lap.raf >said 2>&1
tap ".deb: and with CMake" $?
gzip -dc root/usr/share/man/man1/paddock.1.gz | cmp - "$top/docs/man/paddock.1"
tap ".deb: the manual page" $?
if command -v lintian >/dev/null; then
    lintian --fail-on error "$packages"/*.deb >said 2>&1
    status=$?
    grep '^[EW]:' said | sed 's/^/  /'
    tap ".deb: lintian finds no error" $status
else
    tap_skip ".deb: lintian" "it is not here"
fi
dpkg --root=root --log=/dev/null $as_user -P paddock paddock-sql libpaddock-dev libpaddock1 >said 2>&1 && [ -z "$(find root -name '*paddock*')" ]
tap ".deb: nothing is left when they are removed" $?

# Linux: unpacked, without anything of this system's environment.
folder=paddock-$version-linux-x86_64
tar -xzf "$packages/$folder.tar.gz"
tap ".tar.gz: is unpacked" $?
[ "$(ls "$folder" | tr '\n' ' ')" = "README.txt THIRD-PARTY.txt paddock paddock.html share " ] && grep -q "^Paddock $version" "$folder/README.txt"
tap ".tar.gz: what is in it" $?
tap_run ".tar.gz: the command works" works env -i "$folder/paddock"
has_parts env -i "$folder/paddock"
tap ".tar.gz: the command has its parts" $?
[ "$(grep -c '^======== ' "$folder/THIRD-PARTY.txt")" -eq 18 ]
tap ".tar.gz: the licences of the libraries" $?

# Windows.
folder=paddock-$version-windows-x86_64
cmake -E tar xf "$packages/$folder.zip"
tap ".zip: is unpacked" $?
[ "$(ls "$folder" | tr '\n' ' ')" = "README.txt THIRD-PARTY.txt duckdb.dll include lib libpaddock.dll paddock.exe paddock.html share " ] && grep -q "^Paddock $version" "$folder/README.txt"
tap ".zip: what is in it" $?
[ "$(grep -c '^======== ' "$folder/THIRD-PARTY.txt")" -eq 9 ] && grep -q 'Copyright .* DuckDB Foundation' "$folder/THIRD-PARTY.txt"
tap ".zip: the licences of the libraries" $?
compiler=x86_64-w64-mingw32-gcc-posix
if [ -z "${PADDOCK_WINE:-}" ]; then
    tap_skip ".zip: the command" "Wine is not here"
else
    export WINEDEBUG=-all
    mkdir empty && cp "$folder/paddock.exe" empty/
    tap_run ".zip: the command works, alone in a folder" works "$PADDOCK_WINE" empty/paddock.exe
    has_parts "$PADDOCK_WINE" empty/paddock.exe
    tap ".zip: the command has its parts" $?
    [ "$("$PADDOCK_WINE" "$folder/paddock.exe" sql "SELECT count(*) > 0 FROM 'lap.raf'" | tail -n 1 | tr -d '\r')" = true ]
    tap ".zip: it has SQL" $?
    $compiler -std=c17 "$top/examples/top_speed.c" -I"$folder/include" "$folder/lib/libpaddock.dll.a" -o "$folder/top_speed.exe" &&
        "$PADDOCK_WINE" "$folder/top_speed.exe" lap.raf >said 2>&1 && [ -s said ]
    tap ".zip: a program is built with the DLL" $?
    printf 'cmake_minimum_required(VERSION 3.25)\nproject(own C)\nfind_package(paddock REQUIRED)\nadd_executable(own %s)\ntarget_link_libraries(own paddock::%s)\n' \
        "$top/examples/top_speed.c" shared >CMakeLists.txt
    cmake -S . -B own -DCMAKE_SYSTEM_NAME=Windows -DCMAKE_C_COMPILER=$compiler -DCMAKE_PREFIX_PATH="$scratch/$folder" >said 2>&1 &&
        cmake --build own >>said 2>&1 && cp "$folder/libpaddock.dll" own/ && "$PADDOCK_WINE" own/own.exe lap.raf >>said 2>&1
    status=$?
    [ $status -eq 0 ] || sed 's/^/  /' said
    tap ".zip: and with CMake" $status
fi

# Python: in an environment with the system's numpy and cffi.
python=${PYTHON:-/usr/bin/python3}
[ -e "$packages/paddock-$version-py3-none-win_amd64.whl" ]
tap "wheel: there is one for Windows" $?
if ! "$python" -c 'import cffi, numpy, venv' 2>/dev/null; then
    tap_skip "wheel" "Python with numpy and cffi is not here"
else
    "$python" -m venv --system-site-packages python >said 2>&1 &&
        python/bin/pip install --quiet --no-index --no-deps "$packages/paddock-$version"-*-manylinux_*.whl >>said 2>&1
    tap "wheel: is installed in an empty environment" $?
    env -u LD_LIBRARY_PATH python/bin/python -c '
import paddock
from paddock.library import library_path
rows = paddock.sql("SELECT count(*) AS n FROM '"'lap.raf'"'")
with paddock.open("lap.raf") as lap:
    assert rows["n"][0] == len(lap.tables["telemetry"]) > 0
assert "/python/lib" in str(library_path())' >said 2>&1
    status=$?
    [ $status -eq 0 ] || sed 's/^/  /' said
    tap "wheel: opens a lap, and has SQL" $status
fi

# npm.
if ! command -v npm >/dev/null; then
    tap_skip "npm" "npm is not here"
else
    module=$(find "$packages" -name '*.tgz')
    [ -n "$module" ]
    tap "npm: there is a package" $?
    mkdir module && cd module && npm install --silent --offline --no-audit --no-fund "$module" >../said 2>&1
    tap "npm: is installed in an empty folder" $?
    cat >try.mjs <<'END'
import { readFileSync } from 'node:fs';
import { load } from 'paddock';
const pdk = await load();
const lap = await pdk.open(readFileSync('../lap.raf'), { name: 'lap.raf' });
const { values } = lap.tables[0].read('time', { first: 0, count: 10 });
if (lap.info().format !== 'raf' || values.length !== 10) process.exit(1);
lap.close();
END
    node try.mjs >../said 2>&1
    tap "npm: and opens a lap" $?
    [ "$(node -p "require('./node_modules/paddock/package.json').version" 2>/dev/null)" = "$version" ]
    tap "npm: of this version" $?
    cd ..
fi
tap_end
