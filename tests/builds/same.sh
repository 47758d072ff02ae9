#!/bin/sh
# What another build of the command does (on Windows, in one file) is what it does here: the same bytes, the same messages, the same exit
# status.    same.sh PADDOCK OTHER
. "$(dirname "$0")/../support/tap.sh"
here=$(realpath -- "$1") other=$(realpath -- "$2")
cd "$scratch" || exit 1
export LC_ALL=C.UTF-8 NO_COLOR=1

mkdir files && cd files || exit 1
for format in raf pth rld rply vcr tri; do "$here" synth $format a.$format --seconds 5 2>/dev/null || "$here" synth $format a.$format || exit 1; done
"$here" set a.raf 'player=自 Ж 가 Ł' -o asia.raf || exit 1
"$here" pack a.rld a.qfs --codec refpack
"$here" surface raster a.rld a.png --cell 1 2>/dev/null
head -c 3000 a.vcr >cut.vcr
cp a.raf 'Zoë 中文 Ж.raf'
cd ..
for side in here other; do cp -r files $side; done

# both NAME ARGUMENT...: the same on both, with all that they write
both() {
    name=$1
    shift
    (cd here && "$here" "$@" >../here.out 2>../here.err </dev/null; echo "exit $?" >>../here.err)
    (cd other && "$other" "$@" >../other.out 2>../other.err </dev/null; echo "exit $?" >>../other.err)
    { cmp here.out other.out && diff here.err other.err && diff -r here other; } >difference 2>&1
    status=$?
    [ "$status" -eq 0 ] || head -n 20 difference | sed 's/^/  /'
    tap "$name" "$status"
    for side in here other; do rm -rf $side && cp -r files $side; done
}
for side in here other; do # which libraries are in it differs, and is last
    eval "program=\$$side"
    "$program" formats 2>&1 | sed '/^In this build/,$d' >$side.formats
done
[ -s here.formats ] && cmp here.formats other.formats
tap "formats" $?
both "info of many files" info --json a.raf a.pth a.rld a.rply a.vcr a.tri a.qfs cut.vcr none.raf
both "check of many files" check --level full a.raf a.pth a.rld a.rply a.vcr a.tri a.qfs cut.vcr none.raf
both "a table as CSV" table a.raf telemetry -o a.csv
both "a table for a spreadsheet" table a.vcr poses --excel -o a.csv
both "a table as JSON lines" table a.vcr events
for format in raf pth rld rply vcr tri; do
    both "$format as text" dump a.$format -o a.json
    "$here" dump files/a.$format -o files/a.json
    both "$format from text" build a.json b.$format
    rm files/a.json
done
both "a surface as glTF" convert a.rld out.glb
both "a surface as OBJ" convert a.rld out.obj
both "a surface as text STL" convert a.rld out.stl --ascii
both "a packed mesh" convert a.rld out.glb --compress
both "a simpler surface" surface simplify a.rld simple.rld --error 0.05
both "measures of a surface" surface stats --json a.rld
both "a packed file" pack a.tri out.qfs --codec refpack
both "an unpacked file" unpack a.qfs out.rld
both "a cut" cut a.raf out.raf --time 1:3
both "a field" set a.raf 'player=Zoë' -o out.raf
both "letters of many code pages" info --json asia.raf
both "and written" set a.raf 'player=自 Ж 가 Ł' -o out.raf
both "names in any language" info 'Zoë 中文 Ж.raf'
both "an output with such a name" table 'Zoë 中文 Ж.raf' telemetry -o 'ö Ж 中.csv'
both "no such folder" convert a.rld none/out.glb
both "output and input are one file" convert a.rld a.rld
both "an unknown verb" infos a.raf
both "a file of nothing known" info ../here.sh
tap_end
