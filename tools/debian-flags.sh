#!/bin/sh
# The compiler flags of Debian's packages, for what people download: without what names the folder of the sources (cmake/flags.cmake does
# that) and without debug information.
#     tools/debian-flags.sh CFLAGS|CXXFLAGS|LDFLAGS
set -eu
flags() { DEB_BUILD_MAINT_OPTIONS=hardening=+bindnow dpkg-buildflags --get "$1"; }
case $1 in
LDFLAGS) flags "$1" ;;
*) echo "$(flags "$1") $(flags CPPFLAGS)" ;;
esac | sed -E 's/-ffile-prefix-map=[^ ]*|-g( |$)//g'
