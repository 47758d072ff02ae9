#!/bin/bash
# The promise of the library: libc, libm and libdeflate, and nothing of C++ or libpng until a call needs it. Parts are found where
# they belong, and missed by name.    parts.sh COMMAND SHARED PARTS
. "$(dirname "$0")/../support/tap.sh"
command=$1 shared=$2 parts=$3

# needed FILE: the libraries it asks for, on one line. An instrumented build has its runtimes in it, which ask for more.
needed() {
    readelf -d "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' | sed -E 's/\.so.*//' | sort | tr '\n' ' '
}
if nm "$command" | grep -qE '__(asan|tsan|gcov)_init'; then
    tap_skip "the libraries asked for" "an instrumented build"
else
    for file in "$shared" "$command"; do
        list=$(needed "$file")
        [ "$list" = "libc libdeflate libm " ]
        tap "$(basename "$file") asks for libc, libdeflate and libm, and has: $list" $?
    done
fi

# loads NAME COMMAND...: a library of this name is loaded on the way.
loads() {
    pattern=$1
    shift
    LD_DEBUG=files "$@" 2>&1 >/dev/null | grep -qE "file=[^ ]*($pattern)[^ ]* .*generating link map"
}
cd "$scratch" || exit 1
"$command" synth shpi art.fsh && "$command" synth rld road.rld --points 2000
tap "files to try it on" $?
foreign='libstdc|libpng|meshoptimizer|paddock-'
loads libdeflate "$command" --version
tap "what is loaded can be seen" $?
! loads "$foreign" "$command" --version
tap "--version loads no part" $?
! loads "$foreign" "$command" info art.fsh road.rld
tap "info loads no part" $?
loads libpng "$command" images art.fsh -o art
tap "images loads libpng" $?
! loads libstdc "$command" images art.fsh -o art
tap "images loads no C++" $?
loads libstdc "$command" surface simplify road.rld --error 0.1 -o light.rld && [ -s light.rld ]
tap "simplify loads C++" $?

has() { "$1" formats | grep -cE '^  (libpng|meshoptimizer) +yes'; }

# Layouts: installed, unpacked, the command alone, a program beside a folder that is not ours.
mkdir -p usr/bin "usr/lib" unpacked/lib alone other/bin/inner other/bin/lib
cp "$command" usr/bin/paddock && cp -r "$parts" usr/lib/
cp "$command" unpacked/paddock && cp -r "$parts" unpacked/lib/
cp "$command" alone/paddock
[ "$(has "$command")" -eq 2 ]
tap "the build tree has its parts" $?
[ "$(has unpacked/paddock)" -eq 2 ]
tap "unpacked: lib/paddock beside the command" $?
(cd unpacked && PATH=. && [ "$(paddock formats | /bin/grep -cE '^  (libpng|meshoptimizer) +yes')" -eq 2 ])
tap "unpacked: found by PATH" $?
ln -s ../unpacked/paddock alone/link
[ "$(has alone/link)" -eq 2 ]
tap "unpacked: through a link" $?
[ "$(has alone/paddock)" -eq 0 ]
tap "alone: says that there are none" $?

cp -r "$parts" other/bin/lib/
cp "$command" other/bin/inner/paddock # its ../lib/paddock is not where an installed command looks: the folder is not "bin"
[ "$(has other/bin/inner/paddock)" -eq 0 ]
tap "a folder beside the command's is not looked into" $?

alone/paddock images art.fsh -o none 2>error
status=$?
[ $status -eq 4 ] && grep -q "art.fsh: PNG needs paddock-png.so, which is not in $scratch/alone/lib/paddock or $scratch/alone/paddock (png.absent)\$" error && [ ! -e none/road.png ]
tap "alone: images says which file is not where" $?
alone/paddock surface simplify road.rld --error 0.1 -o none.rld 2>error
status=$?
[ $status -eq 4 ] && grep -q 'simplifying needs paddock-mesh.so, .*(simplify.without)$' error && [ ! -e none.rld ]
tap "alone: simplify says so" $?
alone/paddock convert road.rld none.glb --compress 2>error
status=$?
[ $status -eq 4 ] && grep -q 'packing meshes needs paddock-mesh.so, .*(glb.compress)$' error && [ ! -e none.glb ]
tap "alone: packing GLB says so" $?

mkdir -p alone/lib/paddock
echo nonsense >alone/lib/paddock/paddock-png.so
alone/paddock images art.fsh -o none 2>error
[ $? -eq 4 ] && grep -q 'PNG needs paddock-png.so, which cannot be loaded: .*(png.absent)$' error
tap "a broken part is told" $?
cp "$parts/paddock-mesh.so" alone/lib/paddock/paddock-png.so
alone/paddock images art.fsh -o none 2>error
[ $? -eq 4 ] && grep -q 'PNG needs paddock-png.so, but the file of this name is not such a part (png.absent)$' error
tap "another library in its place is told" $?
printf '%s\n' '#include <stdint.h>' 'extern const uint32_t pdk_png_part[2];' 'const uint32_t pdk_png_part[2] = { 1, 80 };' >old.c
cc -shared -fPIC old.c -o alone/lib/paddock/paddock-png.so && alone/paddock images art.fsh -o none 2>error
[ $? -eq 4 ] && grep -q 'PNG needs paddock-png of this version of Paddock, but the one found belongs to another version (png.absent)$' error
tap "a part of another version is refused" $?
tap_end
