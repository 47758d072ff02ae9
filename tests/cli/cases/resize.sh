# set --resize: pictures of other sizes. A reader in Python (resize_truth.py) says where everything must be afterwards.
command -v python3 >/dev/null || { skip "pictures of other sizes (python3 is not here)" && return 0; }
export PYTHONDONTWRITEBYTECODE=1
art() { python3 "$TOP/tests/cli/palette_truth.py" "$@"; }
truth() { python3 "$TOP/tests/cli/resize_truth.py" "$@"; }
art make probe.fsh 22 256 32x32 road || exit 1
if "$PADDOCK" images probe.fsh -o absent 2>&1 | grep -q png.absent; then
    skip "pictures of other sizes: built without libpng"
    return 0
fi
for size in 48x40 9x5 1x1 33x31 64x64; do art art $size.png $size few:20 7 || exit 1; done

# In a file: two pictures at a time get sizes A, then B, then their own again.
there_and_back() { # file picture picture
    local file=$1 one=$2 two=$3 kind=${1##*.}
    cp "$file" start.$kind && chmod u+w start.$kind
    "$PADDOCK" images start.$kind --entry "$one" -o one.png >/dev/null && "$PADDOCK" images start.$kind --entry "$two" -o two.png >/dev/null || exit 1
    t 0 "${file##*/}: larger and smaller" "$PADDOCK" set start.$kind "entry[$one].image=48x40.png" "entry[$two].image=9x5.png" --resize -o a.$kind
    err_has "$one had "
    err_has " pixels and gets 48 x 40"
    t 0 "  everything is where it must be" truth moved start.$kind a.$kind "$one=48x40" "$two=9x5"
    t 0 "  the result is sound" "$PADDOCK" check a.$kind
    t 0 "  other sizes" "$PADDOCK" set a.$kind "entry[$one].image=1x1.png" "entry[$two].image=33x31.png" --resize -o b.$kind --quiet
    t 0 "  everything is where it must be" truth moved a.$kind b.$kind "$one=1x1" "$two=33x31"
    t 0 "  the result is sound" "$PADDOCK" check b.$kind
    t 0 "  the old sizes" "$PADDOCK" set b.$kind "entry[$one].image=one.png" "entry[$two].image=two.png" --resize -o back.$kind --quiet
    t 0 "  everything is where it was" truth moved start.$kind back.$kind "$one=pixels" "$two=pixels"
    "$PADDOCK" images back.$kind --entry "$one" -o again.png >/dev/null
    cmp -s one.png again.png || complain "$one is another picture"
    cmp <(wc -c <start.$kind) <(wc -c <back.$kind) >&2 || complain "the file has another size"
    t 0 "  nothing of another size" "$PADDOCK" set start.$kind "entry[$one].image=one.png" --resize -o same.$kind
    err_empty
    cmp -s start.$kind same.$kind || complain "not the same file"
}
art make plain.fsh 24 256 32x32 road tree wall || exit 1
there_and_back plain.fsh road wall
"$PADDOCK" synth shpi synth.fsh || exit 1
"$PADDOCK" images synth.fsh -o names | awk '{ print $1 }' >list
there_and_back synth.fsh "$(sed -n 1p list)" "$(sed -n 2p list)"
there_and_back synth.fsh "$(tail -n 1 list)" "$(sed -n 3p list)"
for dialect in open closed; do
    "$PADDOCK" synth wwww $dialect.fam --dialect $dialect || exit 1
    "$PADDOCK" images $dialect.fam -o names | awk '{ print $1 }' >list
    there_and_back $dialect.fam "$(grep ^0/ list | head -n 1)" "$(grep ^1/ list | tail -n 1)"
    there_and_back $dialect.fam "$(grep ^0/ list | tail -n 1)" "$(grep ^2/ list | head -n 1)"
done

# All pictures of a folder, with their palettes; packed files.
art make old.fsh 24 256 32x32 road tree || exit 1
mkdir art && cp 48x40.png art/road.png && cp 9x5.png art/tree.png
t 0 "a folder, with palettes" "$PADDOCK" set old.fsh --images art --resize --palette -o new.fsh
"$PADDOCK" images new.fsh -o out >/dev/null
t 0 "  comes back" art exact 48x40.png out/road.png 8
t 0 "  the other, too" art exact 9x5.png out/tree.png 8
"$PADDOCK" pack old.fsh old.qfs >/dev/null || exit 1
t 0 "a packed file, in place" "$PADDOCK" set old.qfs --images art --resize --palette --in-place --quiet
sh_t 0 "  is packed again, with the same inside" '"$PADDOCK" unpack old.qfs - | cmp - new.fsh'
t 0 "a field at the same time" "$PADDOCK" set old.fsh 'entry[1].pivot_x=7' 'entry[road].image=48x40.png' --resize -o new.fsh --quiet
t 0 "  both are there" "$PADDOCK" table new.fsh entries --columns path,width,height,pivot_x
out_has 'road,48,40,3'
out_has 'tree,32,32,7'

# Refused.
wrong() { # what status message command...
    local what=$1 message=$3
    t "$2" "$what" "$PADDOCK" set "${@:4}" -o x
    err_has "$message"
    no_file x
}
wrong "without --resize" 2 '(set.image.size)' plain.fsh 'entry[road].image=48x40.png'
err_has 'with --resize a picture may have another size'
wrong "no picture to resize" 2 '--resize needs pictures' plain.fsh 'entry[1].pivot_x=3' --resize
wrong "an unknown picture" 2 '(set.unknown)' plain.fsh 'entry[rood].image=48x40.png' --resize
wrong "a palette" 2 '(set.unknown)' plain.fsh 'entry[!pal].image=48x40.png' --resize
head -c 60 48x40.png >cut.png
wrong "a cut PNG" 5 'cut.png: ' plain.fsh 'entry[road].image=cut.png' --resize
wrong "one picture in two sizes" 2 '(set.image.size)' plain.fsh 'entry[road].image=48x40.png' 'entry[road].image=9x5.png' --resize
truth copy plain.fsh inside.fsh 0 2 || exit 1
wrong "bytes that two blocks share" 2 '(set.image.overlap)' inside.fsh 'entry[road].image=48x40.png' --resize
wrong "a format without pictures" 4 '(edit.unsupported)' "$TOP/samples/track.tri" 'entry[road].image=48x40.png' --resize
truth large wide.png 70000x1 && truth large far.png 3000x3000 || exit 1
wrong "too wide" 2 'road would have 70000 x 1 pixels: 1 to 65535' plain.fsh 'entry[road].image=wide.png' --resize
"$PADDOCK" synth wwww car.cfm --dialect car || exit 1
name=$("$PADDOCK" images car.cfm -o names | awk '{ print $1; exit }')
wrong "a picture of a car" 2 '(set.image.model)' car.cfm "entry[$name].image=48x40.png" --resize
name=$("$PADDOCK" table synth.fsh entries --columns path,kind,palette_rule | grep bitmap,attached | head -n 1)
wrong "farther than a distance reaches" 2 '(set.image.far)' synth.fsh "entry[${name%%,*}].image=far.png" --resize
head -c 3000 synth.fsh >half.fsh
wrong "half a file" 5 '(set.image.incomplete)' half.fsh "entry[${name%%,*}].image=48x40.png" --resize --partial

real=${PADDOCK_REAL:-$TOP/../shared/real}/nfs
for given in GRAPHICS.FSH:bgnd:hord GTITLE.FSH:0000:0000 AL1_001.FAM:0/0/A000:1/3/0000 AL1_001.FAM:2/horz:0/0/B001; do
    IFS=: read -r file one two <<<"$given"
    [ -f "$real/$file" ] || { skip "pictures of other sizes in $file (it is not here)" && continue; }
    [ "$one" = "$two" ] || there_and_back "$real/$file" "$one" "$two"
done
