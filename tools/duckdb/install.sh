#!/bin/sh
# Gets DuckDB's library and headers by npm into build-duckdb, as tools/duckdb/package-lock.json says: versions and hashes. Nothing is
# done when they are there, and where they cannot be had the build goes on without SQL and Parquet, and says so.
set -u
cd "$(dirname "$0")/../.." || exit 1
to=build-duckdb
if [ -n "${DUCKDB_PREFIX:-}" ]; then exit 0; fi # the user's own
if cmp -s tools/duckdb/package-lock.json $to/package-lock.json && [ -f $to/node_modules/duckdb/src/duckdb/src/include/duckdb_extension.h ]; then
    exit 0
fi
if [ "$(uname -s)-$(uname -m)" != Linux-x86_64 ]; then
    echo "setup: the lock file has DuckDB for Linux on x86-64 alone; elsewhere DUCKDB_PREFIX says where include/ and lib/ of one are"
    exit 0
fi
if ! command -v npm >/dev/null; then
    echo "setup: there is no npm, so that this build has no SQL and no Parquet"
    exit 0
fi
echo "setup: getting DuckDB (65 MB)"
mkdir -p $to && cp tools/duckdb/package.json tools/duckdb/package-lock.json $to/ || exit 1
if ! (cd $to && npm ci --ignore-scripts --no-audit --no-fund) >$to/npm.log 2>&1; then
    tail -n 3 $to/npm.log
    rm -rf $to
    echo "setup: npm could not get DuckDB, so that this build has no SQL and no Parquet"
fi
# Of its sources only the headers are needed.
find $to/node_modules/duckdb -type f ! -name 'duckdb*.h' ! -name package.json -delete 2>/dev/null
find $to/node_modules/duckdb -type d -empty -delete 2>/dev/null
exit 0
