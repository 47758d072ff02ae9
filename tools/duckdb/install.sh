#!/bin/sh
# Gets DuckDB by npm, as lock files with versions and hashes say: its library for Linux and its headers into build-duckdb
# (tools/duckdb/package-lock.json); with "windows" duckdb.dll into build-duckdb-windows (tools/duckdb/windows/package-lock.json). Nothing
# is done when they are there, and where they cannot be had the build continues without SQL and Parquet, and says so.
#     tools/duckdb/install.sh [windows]
set -u
cd "$(dirname "$0")/../.." || exit 1

# is_here LOCK FOLDER FILE
is_here() { cmp -s "$1" "$2/package-lock.json" && [ -f "$2/node_modules/$3" ]; }

# get LOCKS FOLDER WHAT LACK [OPTION...]: false after saying why
get() {
    locks=$1 to=$2 what=$3 lack=$4
    shift 4
    if ! command -v npm >/dev/null; then
        echo "setup: there is no npm, so that $lack"
        return 1
    fi
    echo "setup: getting $what"
    mkdir -p "$to" && cp "$locks/package.json" "$locks/package-lock.json" "$to/" || exit 1
    if ! (cd "$to" && npm ci --ignore-scripts --no-audit --no-fund "$@") >"$to/npm.log" 2>&1; then
        tail -n 3 "$to/npm.log"
        rm -rf "$to"
        echo "setup: npm could not get it, so that $lack"
        return 1
    fi
}

if [ "${1:-}" = windows ]; then
    binding=@duckdb/node-bindings-win32-x64
    is_here tools/duckdb/windows/package-lock.json build-duckdb-windows $binding/duckdb.dll && exit 0
    # --force: it is not for this machine. What belongs to Node is not needed.
    get tools/duckdb/windows build-duckdb-windows "DuckDB for Windows (12 MB)" "the build for Windows has no SQL and no Parquet" --force &&
        rm -f build-duckdb-windows/node_modules/$binding/duckdb.node
    exit 0
fi
if [ -n "${DUCKDB_PREFIX:-}" ]; then exit 0; fi # the user's own
is_here tools/duckdb/package-lock.json build-duckdb duckdb/src/duckdb/src/include/duckdb_extension.h && exit 0
if [ "$(uname -s)-$(uname -m)" != Linux-x86_64 ]; then
    echo "setup: the lock file has DuckDB for Linux on x86-64 alone; elsewhere DUCKDB_PREFIX says where include/ and lib/ of one are"
    exit 0
fi
get tools/duckdb build-duckdb "DuckDB (65 MB)" "this build has no SQL and no Parquet" || exit 0
# Of its sources only the headers are needed.
find build-duckdb/node_modules/duckdb -type f ! -name 'duckdb*.h' ! -name package.json -delete 2>/dev/null
find build-duckdb/node_modules/duckdb -type d -empty -delete 2>/dev/null
exit 0
