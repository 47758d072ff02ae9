#!/bin/sh
# The same sources in another folder, built again, give the same packages, byte for byte.    reproducible.sh FOLDER
. "$(dirname "$0")/../support/tap.sh"
packages=$(realpath -- "$1")
top=$(cd "$(dirname "$0")/../.." && pwd)
copy="$scratch/another-place"
mkdir "$copy"
cd "$top" || exit 1
git ls-files -z --cached --others --exclude-standard | xargs -0 cp --parents -t "$copy"
cp -R build-sources "$copy/"
for folder in build-duckdb build-duckdb-windows; do [ ! -d $folder ] || cp -RL $folder "$copy/"; done # what npm got
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
PADDOCK_COMMIT=${PADDOCK_COMMIT:-$(git describe --always --abbrev=12 --exclude '*' --dirty=-changed)} # the copy has no history
export SOURCE_DATE_EPOCH PADDOCK_COMMIT
unset CMAKE_C_COMPILER_LAUNCHER CMAKE_CXX_COMPILER_LAUNCHER # nothing comes from the first build
tap_run "the packages are built again" env TZ=Pacific/Chatham LANG=C "$copy/tools/package.sh"
for package in $(sed 's/.* //' "$packages/SHA256SUMS"); do
    cmp "$packages/$package" "$copy/build/package/$package"
    tap "$package: the same bytes" $?
done
tap_end
