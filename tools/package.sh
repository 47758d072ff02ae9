#!/bin/sh
# All packages into build/package: .deb (command, library, development), one file for Linux as .tar.gz, Windows as .zip, npm, wheels for
# Python; and SHA256SUMS.
# The same sources give the same bytes: times are those of the last commit, or SOURCE_DATE_EPOCH.
#     tools/package.sh
set -eu
cd "$(dirname "$0")/.."
top=$PWD out=$PWD/build/package jobs=${JOBS:-$(nproc)}
version=$(sed -nE 's/^#define PDK_VERSION_(MAJOR|MINOR|PATCH) ([0-9]+).*/\2/p' include/paddock/core.h | paste -sd .)
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || stat -c %Y CHANGELOG.md)}
export SOURCE_DATE_EPOCH TZ=UTC LC_ALL=C.UTF-8
umask 022
rm -rf "$out"
mkdir -p "$out"
staging=$(mktemp -d)
trap 'rm -rf "$staging"' EXIT

# Same times, same order, no owners.
settle() { find "$1" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +; }

echo "package: Debian"
build=$top/build-package
linker_flags=$(tools/debian-flags.sh LDFLAGS)
cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX=/usr -DPADDOCK_TESTS=OFF -DPADDOCK_PACKAGE=ON -DPADDOCK_DUCKDB=ON \
    -DCMAKE_C_FLAGS="$(tools/debian-flags.sh CFLAGS)" -DCMAKE_CXX_FLAGS="$(tools/debian-flags.sh CXXFLAGS)" -DCMAKE_SHARED_LINKER_FLAGS="$linker_flags" \
    -DCMAKE_MODULE_LINKER_FLAGS="$linker_flags" -DCMAKE_EXE_LINKER_FLAGS="$linker_flags" >"$staging/log"
cmake --build "$build" -j "$jobs" --target all paddock_extension >"$staging/log" 2>&1 || { cat "$staging/log" && exit 1; }
rm -f "$build"/*.deb
(cd "$build" && cpack >"$staging/log" 2>&1) || { cat "$staging/log" && exit 1; }
for package in "$build"/*.deb; do # cpack adds scripts that call ldconfig, where Debian has a trigger for it
    dpkg-deb -R "$package" "$staging/deb"
    rm -f "$staging/deb/DEBIAN/postinst" "$staging/deb/DEBIAN/postrm"
    settle "$staging/deb"
    dpkg-deb --root-owner-group -Zxz -b "$staging/deb" "$out/$(basename "$package")" >/dev/null
    rm -r "$staging/deb"
done

echo "package: npm"
tools/cross.sh wasm paddock_wasm >"$staging/log" 2>&1 || { cat "$staging/log" && exit 1; }
(cd bindings/wasm && npm pack --silent --pack-destination "$out" >/dev/null)

echo "package: Linux, one file"
tools/cross.sh static paddock_command >"$staging/log" 2>&1 || { cat "$staging/log" && exit 1; }
# The page that opens files in the browser belongs to this and to Windows'.
build-static/paddock report --library bindings/wasm/paddock.wasm --title Paddock -o "$staging/paddock.html"

folder=paddock-$version-linux-x86_64
mkdir -p "$staging/$folder/share/man/man1" "$staging/$folder/share/completion"
strip -o "$staging/$folder/paddock" build-static/paddock
cp docs/man/paddock.1 "$staging/$folder/share/man/man1/"
cp completion/* "$staging/$folder/share/completion/"
cp "$staging/paddock.html" "$staging/$folder/"
sed "s/@VERSION@/$version/" packaging/README-linux.txt >"$staging/$folder/README.txt"
tools/notices.sh /usr/share/doc/libdeflate-dev/copyright /usr/share/doc/libpng-dev/copyright /usr/share/doc/zlib1g-dev/copyright \
    'build-sources/meshoptimizer-*/debian/copyright' /usr/share/doc/libc6-dev/copyright /usr/share/doc/gcc-12-base/copyright \
    $(printf '/usr/share/doc/%s/copyright ' libcairo2-dev libpixman-1-dev libfontconfig-dev libfreetype-dev libbrotli-dev libexpat1-dev libx11-dev \
        libxext-dev libxrender-dev libxcb1-dev libxau-dev libxdmcp-dev) \
    >"$staging/$folder/THIRD-PARTY.txt"
settle "$staging/$folder"
tar -C "$staging" --sort=name --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX --format=gnu -cf - "$folder" | gzip -9n >"$out/$folder.tar.gz"

echo "package: Windows"
duckdb=build-duckdb-windows/node_modules/@duckdb/node-bindings-win32-x64
[ -e "$duckdb/duckdb.dll" ] || { echo "package: DuckDB for Windows is not here; tools/setup.sh duckdb-windows gets it by npm" >&2 && exit 1; }
tools/cross.sh windows paddock_command paddock paddock_shared >"$staging/log" 2>&1 || { cat "$staging/log" && exit 1; }
folder=paddock-$version-windows-x86_64
cmake --install build-windows --prefix "$staging/$folder" --strip >/dev/null
cp "$staging/paddock.html" "$staging/$folder/"
sed "s/@VERSION@/$version/; s/\$/\r/" packaging/README-windows.txt >"$staging/$folder/README.txt"
{
    tools/notices.sh 'build-sources/libdeflate-*/debian/copyright' 'build-sources/libpng1.6-*/debian/copyright' 'build-sources/zlib-*/debian/copyright' \
        'build-sources/meshoptimizer-*/debian/copyright' 'build-sources/cairo-*/debian/copyright' 'build-sources/pixman-*/COPYING' \
        /usr/share/doc/mingw-w64-x86-64-dev/copyright /usr/share/doc/gcc-mingw-w64-base/copyright
    printf '\n======== duckdb.dll, as npm has it in %s\n\n' "$(sed -nE 's/.*"(@duckdb.*)": "(.*)"/\1 \2/p' tools/duckdb/windows/package.json)"
    cat "$duckdb/LICENSE"
    cat packaging/THIRD-PARTY-duckdb.txt
} | sed 's/$/\r/' >"$staging/$folder/THIRD-PARTY.txt"
settle "$staging/$folder"
(cd "$staging" && find "$folder" -type f | sort | zip -X -9 -q "$out/$folder.zip" -@)

echo "package: Python"
for system in wheel windows; do
    tools/python.sh $system >"$staging/log" 2>&1 || { cat "$staging/log" && exit 1; }
done
cp build/python/paddock-"$version"-*.whl "$out/"

cd "$out"
sha256sum -- *.* >SHA256SUMS.part && mv SHA256SUMS.part SHA256SUMS
cat SHA256SUMS
