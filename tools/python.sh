#!/bin/sh
# Builds the Python wheels into build/python/, or tests the one of this machine from there in an empty environment.
#     tools/python.sh wheel | windows | test | test-built
# wheel: for Linux, with libpaddock, its parts and DuckDB in it; windows: with libpaddock.dll, cross-built. test-built: the package beside the
# library of `make build`, without a wheel.
set -eu
cd "$(dirname "$0")/.."
python=${PYTHON:-/usr/bin/python3}
out=$PWD/build/python
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-315532800} # files of a wheel carry a time
export SOURCE_DATE_EPOCH PIP_DISABLE_PIP_VERSION_CHECK=1

# A copy in build/python/source: what is made from the headers does not belong into the source tree.
package() {
    rm -rf "$out/source"
    mkdir -p "$out/source"
    cp -r bindings/python/paddock bindings/python/pyproject.toml bindings/python/README.md "$out/source/"
    rm -rf "$out/source/paddock/__pycache__" "$out/source/paddock/_interface.py" "$out/source/paddock/_version.py"
    "$python" bindings/python/generate.py . "$out/source/paddock" >/dev/null
}

# What is the same for every system: build/python/pure/paddock-VERSION-py3-none-any.whl, which is given to nobody.
pure() {
    rm -rf "$out/pure" "$out/lib"
    mkdir -p "$out/lib"
    package
    "$python" -m pip wheel --quiet --no-build-isolation --no-deps --no-index --wheel-dir "$out/pure" "$out/source"
}

wheel() {
    targets="paddock_shared paddock_png_module paddock_mesh_module"
    duckdb=$(find build-duckdb -name libduckdb.so 2>/dev/null | head -n 1)
    parts="png mesh"
    if [ -n "$duckdb" ]; then
        targets="$targets paddock_duckdb_module paddock_sql_module" parts="$parts duckdb sql"
    else
        echo "python: DuckDB is not here (tools/setup.sh duckdb): the wheel has no SQL" >&2
    fi
    # shellcheck disable=SC2086 # a list
    tools/cross.sh wheel $targets >"$out/log" 2>&1 || { cat "$out/log" && exit 1; }
    number=$(sed -nE 's/^set\(abi ([0-9]+)\)$/\1/p' CMakeLists.txt)
    strip --strip-unneeded -o "$out/lib/libpaddock" build-wheel/libpaddock.so
    set -- "$out/lib/libpaddock=libpaddock.so.$number"
    for part in $parts; do
        strip --strip-unneeded -o "$out/lib/$part" "build-wheel/lib/paddock/paddock-$part.so"
        set -- "$@" "$out/lib/$part=paddock/paddock-$part.so"
    done
    [ -z "$duckdb" ] || set -- "$@" "$duckdb=paddock/libduckdb.so"
    {
        tools/notices.sh 'build-sources/libdeflate-*/debian/copyright' 'build-sources/libpng1.6-*/debian/copyright' \
            'build-sources/zlib-*/debian/copyright' 'build-sources/meshoptimizer-*/debian/copyright' /usr/share/doc/gcc-12-base/copyright
        [ -z "$duckdb" ] || duckdb_notice "$(dirname "$duckdb")"
    } >"$out/third-party"
    finish 'manylinux_*' "$@"
}

windows() {
    tools/cross.sh windows paddock_shared >"$out/log" 2>&1 || { cat "$out/log" && exit 1; }
    x86_64-w64-mingw32-strip --strip-unneeded -o "$out/lib/libpaddock.dll" build-windows/libpaddock.dll
    tools/notices.sh 'build-sources/libdeflate-*/debian/copyright' 'build-sources/libpng1.6-*/debian/copyright' \
        'build-sources/zlib-*/debian/copyright' 'build-sources/meshoptimizer-*/debian/copyright' \
        'build-sources/cairo-*/debian/copyright' 'build-sources/pixman-*/COPYING' \
        /usr/share/doc/mingw-w64-x86-64-dev/copyright /usr/share/doc/gcc-mingw-w64-base/copyright >"$out/third-party"
    finish win_amd64 "$out/lib/libpaddock.dll=libpaddock.dll"
}

# duckdb_notice FOLDER: of the npm package
duckdb_notice() {
    printf '\n======== libduckdb.so, as npm has it in @duckdb/%s\n\n' "$(basename "$1")"
    cat "$1/LICENSE"
    sed 's/duckdb\.dll/libduckdb.so/g' packaging/THIRD-PARTY-duckdb.txt
}

# finish TAG LIBRARY=NAME...: instead of the wheel of this system that is there
finish() {
    rm -f "$out"/paddock-*-py3-none-$1.whl
    shift
    "$python" bindings/python/wheel.py "$out"/pure/paddock-*.whl "$out" "$out/third-party" "$@"
    rm -rf "$out/source" "$out/pure" "$out/lib" "$out/third-party" "$out/log"
}

# Made once more in another folder: the same bytes. `make test-package` builds the libraries again, too.
again() (
    first=$out out=$again
    for system in wheel ${PADDOCK_WINDOWS_WHEEL:+windows}; do
        pure
        "$system" >/dev/null
    done
    for path in "$again"/paddock-*.whl; do
        cmp "$path" "$first/$(basename "$path")" || return 1
    done
)

# run_tests PYTHON: those in $environment/tests; the last line counts them.
run_tests() {
    # shellcheck disable=SC2030
    export PADDOCK_PROJECT="$PWD" PADDOCK_COMMAND="$PWD/build/paddock" PADDOCK_WHEELS="$out"
    cd "$environment/tests"
    status=0
    # The modules side by side, the wheel's first: they take longest.
    # shellcheck disable=SC2016 # the inner shell's variables
    printf '%s\n' test_*.py | sort -r | xargs -P "$(nproc)" -n 1 sh -c '"$0" -m unittest -v "$2" >"$1/$2.log" 2>&1' "$1" "$environment" || status=$?
    cat "$environment"/*.log >"$environment/log"
    grep -vE '\.\.\. (ok|skipped)' "$environment/log" | tail -n 120
    sed -n 's/^\(.*\) \.\.\. skipped \(.*\)$/skipped: \1: \2/p' "$environment/log"
    passed=$(grep -c '\.\.\. ok$' "$environment/log" || true)
    skipped=$(grep -c '\.\.\. skipped' "$environment/log" || true)
    failed=$(grep -cE '^(FAIL|ERROR): ' "$environment/log" || true)
    if [ "$passed" -eq 0 ] || { [ "$status" -ne 0 ] && [ "$failed" -eq 0 ]; }; then failed=$((failed + 1)); fi
    if [ "$same" = 0 ]; then passed=$((passed + 1)); elif [ "$same" = 1 ]; then
        echo "FAIL: wheels that are built again have other bytes"
        failed=$((failed + 1)) status=1
    fi
    echo "$passed passed, $failed failed, $skipped skipped"
    return "$status"
}

environment_with_tests() {
    environment=$(mktemp -d)
    trap 'rm -rf "$environment"' EXIT
    cp -r bindings/python/tests bindings/python/examples "$environment/"
    unset PADDOCK_LIBRARY DUCKDB_PREFIX LD_LIBRARY_PATH PYTHONPATH
}

# In an environment that has the system's numpy, pandas and cffi, and of Paddock only the wheel.
try_wheel() {
    environment_with_tests
    again=$environment/again
    mkdir "$again"
    same=0
    again || same=1
    "$python" -m venv --system-site-packages "$environment"
    "$environment/bin/pip" install --quiet --no-index --no-deps "$out"/paddock-*-manylinux_*.whl
    run_tests "$environment/bin/python"
}

try_built() {
    environment_with_tests
    out=$environment # where it is removed
    package
    rm "$environment/tests/test_wheel.py"
    same= # there is nothing to compare
    export PYTHONPATH="$out/source" PADDOCK_LIBRARY="$PWD/build/libpaddock.so"
    run_tests "$python"
}

case ${1:-} in
wheel | windows)
    pure
    "$1"
    ;;
test) try_wheel ;;
test-built) try_built ;;
*)
    echo "usage: tools/python.sh wheel | windows | test | test-built" >&2
    exit 2
    ;;
esac
