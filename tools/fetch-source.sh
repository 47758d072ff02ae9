#!/bin/sh
# A Debian source package into FOLDER/PACKAGE-VERSION, unpacked and patched; does nothing when it is there.
#     tools/fetch-source.sh PACKAGE FOLDER        which ones and their hashes: tools/sources.txt
# One that is marked `tar` is unpacked without Debian's changes: the mirrors no longer have the file with them.
# The host is the one this machine has its packages from. Lists and state are in FOLDER: the machine's own stay as they are.
set -eu
package=$1
mkdir -p "$2"
folder=$(cd "$2" && pwd)
pin=$(grep "^$package " "$(dirname "$0")/sources.txt") || {
    echo "fetch-source: $package is not in tools/sources.txt" >&2
    exit 2
}
# shellcheck disable=SC2086 # package, version, hash of the .dsc, perhaps `tar`
set -- $pin
version=$2 hash=$3 what=${4:-all}
target=$folder/$package-$version
[ -e "$target/.fetched" ] && exit 0

apt=$folder/apt
mkdir -p "$apt/lists/partial" "$apt/cache/archives/partial"
keyring=$(find /usr/share/keyrings /etc/apt/trusted.gpg.d -name 'debian-archive-*.gpg' 2>/dev/null | grep -vE 'removed|security|stable' | head -n 1)
apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' 'Origin: Debian' 2>/dev/null |
    awk -v keyring="$keyring" '$3 == "main" && $2 ~ /^[a-z]+$/ { print "deb-src" (keyring != "" ? " [signed-by=" keyring "]" : ""), $1, $2, $3 }' |
    sort -u >"$apt/sources.list"
if ! [ -s "$apt/sources.list" ]; then
    echo "fetch-source: apt has no Debian mirror in its lists; run apt-get update" >&2
    exit 1
fi
own_apt() {
    apt-get -q -o Dir::Etc::sourcelist="$apt/sources.list" -o Dir::Etc::sourceparts=- -o Dir::State::lists="$apt/lists" \
        -o Dir::Cache="$apt/cache" -o APT::Sandbox::User="$(id -un)" "$@" </dev/null
}
[ -e "$apt/updated" ] || { own_apt update && touch "$apt/updated"; }
rm -rf "$target" "$folder/download-$package"
mkdir "$folder/download-$package"
for part in $([ "$what" = all ] && echo --download-only || echo --dsc-only --tar-only); do
    (cd "$folder/download-$package" && own_apt source --download-only "$part" "$package=$version")
done
dsc=$(find "$folder/download-$package" -name '*.dsc')
if [ "$(sha256sum "$dsc" | cut -d ' ' -f 1)" != "$hash" ]; then
    echo "fetch-source: $(basename "$dsc") is not the one that tools/sources.txt names" >&2
    exit 1
fi
if [ "$what" = all ]; then
    dpkg-source --no-check -x "$dsc" "$target" >/dev/null # apt has checked the signatures, and the hash is ours; the .dsc has those of the rest
else
    archive=$(find "$folder/download-$package" -name '*.orig.tar.*')
    grep -q "^ $(sha256sum "$archive" | cut -d ' ' -f 1) .* $(basename "$archive")\$" "$dsc" || {
        echo "fetch-source: $(basename "$archive") is not the one that $(basename "$dsc") names" >&2
        exit 1
    }
    mkdir "$target"
    tar -C "$target" --strip-components=1 -xf "$archive"
fi
touch "$target/.fetched"
rm -rf "$folder/download-$package"
