# Cars and props edited in a GLB. A script of its own reads and writes GLB as Blender does, and FAM and CFM: names are
# others, every triangle has its own points, in another order. It says what must be in the file then.
if ! command -v python3 >/dev/null; then
    skip "cars and props edited in a GLB (python3 is not here)"
    return
fi
export PYTHONDONTWRITEBYTECODE=1
truth() { python3 "$TOP/tests/cli/art_truth.py" "$@"; }
real=${PADDOCK_REAL:-$TOP/../shared/real}/nfs
"$PADDOCK" synth wwww car.cfm --dialect car && "$PADDOCK" synth wwww open.fam --dialect open && "$PADDOCK" synth wwww closed.fam --dialect closed || exit 1
if ! "$PADDOCK" convert car.cfm car.glb --quiet 2>made.txt; then
    grep -q png.absent made.txt || exit 1
    skip "cars and props edited in a GLB: built without libpng"
    return
fi
for file in car.cfm open.fam closed.fam "$real/JEEP.CFM" "$real/TSUPRA.CFM" "$real/AL1_001.FAM"; do
    name=${file##*/} same=same.${file##*.}
    [ -f "$file" ] || { skip "the parts of $name (it is not here)" && continue; }
    large "$file" || continue
    t 0 "a scene of $name" "$PADDOCK" convert "$file" scene.glb --quiet
    t 0 "its points know what they are" truth check "$file" scene.glb
    t 0 "not edited" "$PADDOCK" images "$file" --from scene.glb -o "$same"
    err_has 'scene.glb: nothing has changed'
    cmp -s "$file" "$same" || complain "nothing was changed, but the bytes are others"
    t 0 "reordered, split and renamed" truth keep "$file" scene.glb kept.glb
    t 0 "and not changed" "$PADDOCK" images "$file" --from kept.glb -o "$same"
    err_is 'paddock: kept.glb: nothing has changed'
    cmp -s "$file" "$same" || complain "nothing was changed, but the bytes are others"
    for how in move object up slide apart; do
        t 0 "edited by a script: $how" truth $how "$file" scene.glb edited.glb
        t 0 "brought back" "$PADDOCK" images "$file" --from edited.glb "new.${file##*.}"
        t 0 "it is there, and every other byte as before" truth compare "$file" "new.${file##*.}" $how
        t 0 "once more" "$PADDOCK" images "new.${file##*.}" --from edited.glb -o "again.${file##*.}" --quiet
        cmp -s "new.${file##*.}" "again.${file##*.}" || complain "the same scene changes the file again"
    done
    "$PADDOCK" pack "$file" packed.qfs --variant 11FB >/dev/null || exit 1
    t 0 "packed, in place" "$PADDOCK" images packed.qfs --from edited.glb --in-place --quiet
    sh_t 0 "is packed again, with the same inside" '"$PADDOCK" unpack packed.qfs - | cmp - '"new.${file##*.}"
    t 0 "packed, not changed" sh -c '"$0" pack "$1" packed.qfs --variant 11FB && cp packed.qfs same.qfs && "$0" images same.qfs --from scene.glb --in-place' "$PADDOCK" "$file"
    cmp -s packed.qfs same.qfs || complain "nothing was changed, but the packed bytes are others"
    rm -f scene.glb kept.glb edited.glb same.* new.* again.* packed.qfs
done

# Triangles of a GLB as a table: those of the scene to be shown, in which the simpler car is not.
t 0 "triangles as a table" "$PADDOCK" table car.glb triangles
out_lines 19
out_has 'a,b,c,material,image'
out_has ',1/frnt,1/frnt'

# Pictures: what is in the scene becomes that of the file, as `set` does it.
picture() { # FILE
    local file=$1 new=new.${1##*.} name
    "$PADDOCK" convert "$file" scene.glb --quiet && truth painted "$file" scene.glb edited.glb 0 art.png || exit 1
    name=$(python3 -c "import sys; sys.path.insert(0, '$TOP/tests/cli'); import glb_of; print(glb_of.Glb('scene.glb').json['images'][0]['name'])")
    t 0 "a picture of ${file##*/}" "$PADDOCK" images "$file" --from edited.glb -o "$new"
    err_has 'changed points: 0, texture coordinates: 0, pictures: 1'
    err_has 'edited.glb: a '
    t 0 "the same by set" "$PADDOCK" set "$file" "entry[$name].image=art.png" -o "set.${file##*.}" --quiet
    cmp -s "$new" "set.${file##*.}" || complain "set gives another file"
    "$PADDOCK" images "$file" -o folder --quiet && mv art.png "folder/${name//\//-}.png" || exit 1
    t 0 "with a new palette" "$PADDOCK" images "$file" --from edited.glb --palette -o "$new"
    t 0 "the same by set" "$PADDOCK" set "$file" --images folder --palette -o "set.${file##*.}" --quiet
    cmp -s "$new" "set.${file##*.}" || complain "set gives another file"
    truth twice "$file" scene.glb edited.glb 0 2>/dev/null || truth twice "$file" scene.glb edited.glb 2 || exit 1
    t 0 "a picture that a program doubled" "$PADDOCK" images "$file" --from edited.glb -o "same.${file##*.}"
    cmp -s "$file" "same.${file##*.}" || complain "nothing was changed, but the bytes are others"
    rm -rf scene.glb edited.glb same.* new.* set.* folder
}
picture car.cfm
if [ -f "$real/JEEP.CFM" ]; then picture "$real/JEEP.CFM"; else skip "pictures of a real car (JEEP.CFM is not here)"; fi

wrong() { # how what message [status]
    truth "$1" car.cfm car.glb "wrong_$1.glb" 2 || exit 1
    t "${4:-2}" "$2" "$PADDOCK" images car.cfm --from "wrong_$1.glb" -o x.cfm
    err_has "wrong_$1.glb: $3"
    no_file x.cfm
}
wrong torn "one point torn apart" 'part 0 (_box): the corners of point 2 are 0.25 m apart along x, but it is one point of the file (set.corner.torn)'
wrong far "a point too far away" 'part 0 (_box): point 2 would be at z 3e+08 m; the file can store -16777216 to 16777216 m (set.corner.range)'
wrong nan "a point that is nowhere" 'part 0 (_box): point 2: its place is not a number (set.corner.number)'
wrong hole "a polygon deleted" 'part 0 (_box): corner 0 of polygon 1 (point 7) is missing: a part must be whole (set.corner.missing)'
wrong number "a polygon of another file" 'part 0 (_box): it has no corner 0 of a polygon 100000: this is a shape of another file (set.corner.unknown)'
wrong part "a part of another file" 'the file has no 3D part 78: this is a shape of another file (set.corner.unknown)'
wrong full "more texture coordinates than there is room for" 'part 0 (_box): it would need 5 different texture coordinates, but its list has room for 4: let more corners share them (set.corner.full)'
wrong twist "a corner with two places in the picture" 'part 0 (_box): polygon 0 has texture coordinates at point 5 that are 16 pixels apart (set.corner.coordinates)'
wrong whole "texture coordinates that the file does not have" 'part 2 (_TINYBOX): polygon 0 has no texture coordinates in the file: it always shows the whole bitmap, and they cannot change (set.corner.coordinates)'
wrong plain "no numbers" 'no point has the number of a part in a second UV map' 4
err_has '(images.numbers)'
wrong cut "polygons cut" 'object "_box.001" has a triangle with a corner that is none of the file' 5
wrong added "polygons added" 'object "_box.001" has a triangle with a corner that is none of the file' 5
wrong mixed "polygons joined" 'object "_box.001" has a triangle between polygon ' 5
wrong wide "a picture of another size" 'the picture "a 1/side.001" has 33 x 32 pixels, but 1/side in the file has 32 x 32: both must be the same (images.picture)' 5
wrong jpeg "a picture as JPEG" 'Paddock does not decode JPEG' 4
wrong split "polygons of a picture with two" 'polygon 2 of part 1 shows "a 1/side.001", polygon 3 of part 1 "copy": in the file both show 1/side, which can be only one picture (images.picture)' 5
truth alone car.cfm car.glb alone.glb && truth bare car.cfm car.glb bare.glb || exit 1
t 0 "only one of the parts" "$PADDOCK" images car.cfm --from alone.glb -o same.cfm
err_has 'alone.glb: 1 of 2 parts are not there and stay as they are'
cmp -s car.cfm same.cfm || complain "nothing was changed, but the bytes are others"
t 0 "without pictures" "$PADDOCK" images car.cfm --from bare.glb -o same.cfm
err_has 'bare.glb: 7 pictures are not shown there and stay as they are'
cmp -s car.cfm same.cfm || complain "nothing was changed, but the bytes are others"

for made in --quantize '--scale 2' '--origin 1,2,3' '--axes +x+y+z'; do
    "$PADDOCK" convert car.cfm made.glb $made --quiet || exit 1
    t 4 "made with $made" "$PADDOCK" images car.cfm --from made.glb -o x.cfm
    err_has 'made.glb: no point has the number of a part'
    no_file x.cfm
done
if [ -f "$real/JEEP.CFM" ] && [ -f "$real/TSUPRA.CFM" ]; then
    "$PADDOCK" convert "$real/TSUPRA.CFM" supra.glb --quiet || exit 1
    t 2 "a scene of another car" "$PADDOCK" images "$real/JEEP.CFM" --from supra.glb -o x.cfm
    err_has 'this is a shape of another file (set.corner.unknown)'
    no_file x.cfm
fi
"$PADDOCK" synth tri road.tri && "$PADDOCK" convert road.tri road.glb --quiet --fam open.fam && "$PADDOCK" synth raf lap.raf || exit 1
t 5 "a scene of a track" "$PADDOCK" images open.fam --from road.glb -o x.fam
err_has '(images.polygon)'
no_file x.fam
t 4 "into a track" "$PADDOCK" images road.tri --from car.glb -o x.tri
err_has '(images.track)'
t 5 "a car as a road" "$PADDOCK" track heights road.tri --from car.glb -o x.tri
t 4 "a scene for a replay" "$PADDOCK" images lap.raf --from car.glb -o x.raf
err_has '(edit.unsupported)'
head -c 3000 car.glb >half.glb
t 5 "half a GLB" "$PADDOCK" images car.cfm --from half.glb -o x.cfm
err_has 'half.glb'
t 3 "no GLB" "$PADDOCK" images car.cfm --from nothing.glb -o x.cfm
printf 'part,x\n1,2\n' >table.glb
t 5 "a table with the name of a GLB" "$PADDOCK" images car.cfm --from table.glb -o x.cfm
no_file x.cfm
no_file x.tri
t 2 "no output" "$PADDOCK" images car.cfm --from car.glb
err_has 'needs an output'
t 2 "with --json" "$PADDOCK" images car.cfm --from car.glb -o x.cfm --json
err_has '--from changes the file'
t 2 "in place of what" "$PADDOCK" images car.cfm --in-place
err_has 'they need --from EDITED.glb'
t 2 "the name of another format" "$PADDOCK" images car.cfm --from car.glb -o x.tri
no_file x.cfm
