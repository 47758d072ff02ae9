#!/bin/sh
# Paddock as a part of another project: add_subdirectory and FetchContent give paddock::paddock, without tests, -Werror and the command, and
# what is built works; and `make install-lib` builds and installs the library alone.    subproject.sh SOURCE
. "$(dirname "$0")/../support/tap.sh"
source=$(realpath "$1")
git -C "$source" rev-parse --is-inside-work-tree >/dev/null 2>&1 && copied=git || copied=cp
mkdir "$scratch/project" "$scratch/project/paddock"
# Without what was built there.
if [ $copied = git ]; then
    (cd "$source" && git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t "$scratch/project/paddock")
else
    cp -R "$source/." "$scratch/project/paddock/"
fi
cd "$scratch/project" || exit 1
cp paddock/examples/first.c .
head='cmake_minimum_required(VERSION 3.25)
project(theirs LANGUAGES C)
set(CMAKE_C_STANDARD 99)'
tail='add_executable(first first.c)
target_link_libraries(first PRIVATE paddock::paddock)'

# build WAY OPTIONS LINES: configures and builds all.
build() {
    printf '%s\n%s\n%s\n' "$head" "$3" "$tail" >CMakeLists.txt
    # shellcheck disable=SC2086 # options
    cmake -S . -B "build-$1" -G Ninja $2 >"$1.log" 2>&1 && ninja -C "build-$1" -t commands all >"$1.plan" && cmake --build "build-$1" >>"$1.log" 2>&1
    status=$?
    [ $status -eq 0 ] || tail -n 20 "$1.log" | sed 's/^/  /'
    tap "$1: builds" $status
    "build-$1/first" paddock/samples/race.vcr | grep -q '^A. Varga, lap 1: '
    tap "$1: the program works" $?
    ! grep -qE 'test_|unit_|fuzz|cmd_[a-z]+\.c|web/dist' "$1.plan"
    tap "$1: no tests and no command are built" $?
    ! grep -q -e '-Werror' "build-$1/build.ninja"
    tap "$1: no -Werror" $?
}
build subdirectory "" 'add_subdirectory(paddock)'
readelf -d build-subdirectory/first | grep -q 'libpaddock\.so\.1'
tap "subdirectory: the shared library is linked" $?
find build-subdirectory -name 'paddock-png.so' | grep -q paddock/paddock-png.so
tap "subdirectory: with its parts" $?
cmake --install build-subdirectory --prefix "$scratch/installed" >out 2>&1
[ ! -e "$scratch/installed" ]
tap "subdirectory: nothing of Paddock is installed" $?
build fetched "-DBUILD_SHARED_LIBS=OFF -DFETCHCONTENT_SOURCE_DIR_PADDOCK=$scratch/project/paddock" 'include(FetchContent)
FetchContent_Declare(paddock GIT_REPOSITORY nowhere)
FetchContent_MakeAvailable(paddock)'
! readelf -d build-fetched/first | grep -q libpaddock
tap "fetched, BUILD_SHARED_LIBS=OFF: the static library is linked" $?
tap_end
