#!/bin/sh
# The command that is one file: it needs nothing beside it, and says the same in a system that has nothing else.
#     static.sh PADDOCK-STATIC
. "$(dirname "$0")/../support/tap.sh"
paddock=$(realpath -- "$1")
cd "$scratch" || exit 1
export LC_ALL=C.UTF-8 NO_COLOR=1

readelf -lW "$paddock" >segments && readelf -dW "$paddock" >dynamic && grep -q 'LOAD' segments && ! grep -q INTERP segments && ! grep -q NEEDED dynamic
tap "no loader and no library is asked for" $?
grep -q 'Flags: *.*PIE' dynamic
tap "its address differs with each run" $?
readelf -nW "$paddock" | grep -qE 'ABI: [0-3]\.'
tap "a kernel of the last ten years is enough" $?
[ "$("$paddock" formats | grep -cE '^  (libpng|meshoptimizer|cairo) +yes')" -eq 3 ]
tap "libpng, meshoptimizer and cairo are in it" $?

# A system of nothing but this file: no /proc either.
mkdir -p alone/tmp && cp "$paddock" alone/paddock
in_alone() { unshare -r chroot alone /paddock "$@"; }
in_alone version >said 2>&1 || in_alone() { chroot alone /paddock "$@"; } # as root, where users may not have their own namespaces
if ! in_alone version >said 2>&1; then
    tap_skip "a system of nothing else" "chroot is not allowed here"
    tap_end
fi
for format in raf rld rply vcr tri; do
    in_alone synth $format /tmp/a.$format >said 2>&1 && in_alone check /tmp/a.$format >>said 2>&1 || { cat said; break; }
done
[ -s alone/tmp/a.tri ] && in_alone info --json /tmp/a.tri | jq -e '.format == "tri"' >/dev/null
tap "there files are made, and read" $?
in_alone set /tmp/a.raf 'player=自가' -o /tmp/b.raf && [ "$(in_alone info --json /tmp/b.raf | jq -r .properties.player)" = '自가' ]
tap "letters of all code pages" $?
in_alone surface raster /tmp/a.rld /tmp/a.png --cell 1 >said 2>&1 && [ "$(head -c 4 alone/tmp/a.png | tail -c 3)" = PNG ]
tap "PNG" $?
in_alone plot map /tmp/a.raf -o /tmp/a-map.png 2>said && [ "$(head -c 4 alone/tmp/a-map.png | tail -c 3)" = PNG ] &&
    in_alone plot map /tmp/a.raf -o /tmp/a-map.pdf 2>said && [ "$(head -c 5 alone/tmp/a-map.pdf)" = %PDF- ]
tap "plots as PNG and PDF, where there is no font" $?
in_alone surface simplify /tmp/a.rld -o /tmp/b.rld --error 0.05 >said 2>&1 && [ -s alone/tmp/b.rld ]
tap "fewer triangles" $?
tap_end
