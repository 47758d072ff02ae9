#!/bin/sh
# Installs what is missing on Debian 12 for the groups named, which packages_of lists; `build` is also for the tests.
# Looks first and asks nothing of the network when all is there. Needs root or sudo only to install.
set -eu

packages_of() {
    case $1 in
    # gcc and cmake do not pull in the headers of libc; CMake's Ninja generator needs ninja; g++ proves the header in C++
    build) echo gcc g++ libc6-dev cmake ninja-build pkg-config libdeflate-dev libjansson-dev libmeshoptimizer-dev libpng-dev libcairo2-dev fonts-dejavu-core libcmocka-dev jq libxml2-utils ;;
    format) echo clang-format-14 ;; # the layout of C sources (tools/format.sh)
    sanitize) echo clang libclang-rt-14-dev llvm ;;
    gltf) echo nodejs npm ;; # for the Khronos validator and three.js
    web) echo nodejs npm chromium fonts-dejavu-core ;; # builds the page and opens it
    duckdb) echo nodejs npm libedit2 ;; # DuckDB itself comes by npm (tools/duckdb); libedit for the prompt of `paddock sql`
    duckdb-windows) echo nodejs npm ;; # duckdb.dll, for packages and tests of Windows (tools/duckdb/windows)
    mpi) echo openmpi-bin openssh-client ;; # mpirun, for tests of archives
    abi) echo abigail-tools ;; # compares the library with the stored description of its interface
    # not gcc-multilib, which Debian does not allow beside the compiler for s390x
    cross) echo gcc-i686-linux-gnu libc6-dev-i386-cross gcc-s390x-linux-gnu libc6-dev-s390x-cross qemu-user dpkg-dev cmake ninja-build ;;
    windows) echo gcc-mingw-w64-x86-64-posix g++-mingw-w64-x86-64-posix wine64 dpkg-dev cmake ninja-build ;;
    static) echo libc6-dev zlib1g-dev dpkg-dev ;; # archives of the libraries; the rest is built from source packages
    package) echo zip dpkg-dev ;;
    package-tests) echo lintian python3-venv ;;
    wasm) echo clang-14 lld-14 llvm-14 wasi-libc libclang-rt-14-dev-wasm32 binaryen dpkg-dev cmake ninja-build nodejs npm ;;
    bench) echo liblz4-dev ;;
    # the wheel: what it is made with, and what its library is built with (from source packages)
    python) echo python3 python3-cffi python3-numpy python3-pip python3-setuptools python3-wheel gcc g++ libc6-dev binutils dpkg-dev cmake ninja-build ;;
    python-tests) echo python3-pandas python3-venv python3-nbclient python3-nbformat python3-ipykernel python3-matplotlib ;; # and the notebook
    coverage) echo gcovr ;;
    *)
        echo "setup: no group \"$1\"; there are$(sed -nE 's/^    ([a-z0-9-]+)\) echo .*/ \1/p' "$0" | tr -d '\n')" >&2
        exit 2
        ;;
    esac
}

is_installed() {
    case $(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null) in
    installed) return 0 ;;
    esac
    case $1 in
    # other packages of Debian give the same
    pkg-config) command -v pkg-config >/dev/null ;;
    nodejs) command -v node >/dev/null ;;
    npm) command -v npm >/dev/null ;;
    *) return 1 ;;
    esac
}

[ $# -gt 0 ] || set -- build
# What does not come with the system's packages comes after them.
get_others() {
    for group; do
        case $group in
        duckdb) "$(dirname "$0")/duckdb/install.sh" ;;
        duckdb-windows) "$(dirname "$0")/duckdb/install.sh" windows ;;
        esac
    done
}
if ! command -v dpkg-query >/dev/null; then
    echo "setup: this is not Debian; it is taken that what $* needs is here: $(for group; do packages_of "$group"; done | tr '\n' ' ')"
    get_others "$@"
    exit 0
fi

missing=
for group; do
    for package in $(packages_of "$group"); do
        is_installed "$package" || missing="$missing $package"
    done
done
if [ -z "$missing" ]; then
    get_others "$@"
    exit 0
fi

as_root=
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
        echo "setup: these packages are missing and installing them needs root or sudo:$missing" >&2
        exit 1
    fi
    as_root=sudo
fi
echo "setup: installing$missing"
# shellcheck disable=SC2086 # a list of names
install() {
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $missing </dev/null
}
# A fresh machine has no package lists, an old one stale ones.
install || { $as_root apt-get update -q </dev/null && install; }
get_others "$@"
