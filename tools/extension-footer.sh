#!/bin/sh
# Makes an extension of DuckDB from a shared library: after it come 512 bytes of metadata.    extension-footer.sh LIBRARY VERSION OUT
# 8 fields of 32 bytes, the last first, filled with zeros: (three that are free), kind of interface, version of the extension, version of
# DuckDB's C interface, platform, "4"; then 256 bytes for a signature, which a DuckDB that takes unsigned extensions does not look at.
# Before them is the header of a section of WebAssembly, as DuckDB's own tools write it.
set -eu
library=$1 version=$2 out=$3

field() { # TEXT: in 32 bytes
    printf '%s' "$1"
    head -c $((32 - ${#1})) /dev/zero
}
case $(uname -s)-$(uname -m) in
Linux-x86_64) platform=linux_amd64 ;;
Linux-aarch64) platform=linux_arm64 ;;
Darwin-arm64) platform=osx_arm64 ;;
Darwin-x86_64) platform=osx_amd64 ;;
*)
    echo "extension-footer: DuckDB has no name for this platform that we know" >&2
    exit 1
    ;;
esac
{
    cat "$library"
    printf '\000\223\004\020duckdb_signature\200\004'
    field '' && field '' && field ''
    field C_STRUCT
    field "v$version"
    field v1.2.0
    field "$platform"
    field 4
    head -c 256 /dev/zero
} >"$out.new"
mv "$out.new" "$out"
