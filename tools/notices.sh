#!/bin/sh
# The licences of libraries that are linked in: the texts that Debian has with each.    tools/notices.sh FILE...
# A FILE is DEBIAN-SOURCE/debian/copyright, DEBIAN-SOURCE/COPYING or /usr/share/doc/PACKAGE/copyright; a pattern stands for the file that it
# matches.
set -eu
echo "Paddock is made with these libraries, whose sources Debian has. Their licences, as Debian has them:"
for source; do
    # shellcheck disable=SC2086 # a folder name with *
    set -- $source
    printf '\n======== %s\n\n' "$(echo "$1" | sed -E 's|/debian/copyright$||; s|/(copyright\|COPYING)$||; s|.*/||')"
    cat "$1"
done
