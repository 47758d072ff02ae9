# The road of a track moved in an OBJ. A script of its own (track_edits.py) reads and writes OBJ as other programs do: six
# digits, names that end in .001, vertices that are split, joined or in another order. It says what must follow in the file.
if ! command -v python3 >/dev/null; then
    skip "a road moved in an OBJ (python3 is not here)"
    return
fi
export PYTHONDONTWRITEBYTECODE=1
scene() {
    python3 "$TOP/tests/cli/track_edits.py" "$@"
}
real=${PADDOCK_REAL:-$TOP/../shared/real}/nfs
"$PADDOCK" synth tri road.tri || exit 1
"$PADDOCK" synth tri ring.tri --dialect closed || exit 1
for track in road.tri ring.tri "$real/AL1.TRI" "$real/TR1.TRI"; do
    [ -f "$track" ] || { skip "the OBJ of ${track##*/} (it is not here)" && continue; }
    large "$track" || continue
    t 0 "an OBJ of ${track##*/}" "$PADDOCK" convert "$track" scene.obj --fam none --quiet
    t 0 "its points know what they are" scene check "$track" scene.obj
    t 0 "not edited" "$PADDOCK" track heights "$track" --from scene.obj -o same.tri
    err_has 'scene.obj: nothing has moved'
    cmp -s "$track" same.tri || complain "nothing was moved, but the bytes are others"
    keeps="keep keep_joined" edits="move hill up" # the larger ones take Python seconds each
    case $track in */AL1.TRI) keeps=keep_joined edits=hill ;; */TR1.TRI) keeps=keep edits=up ;; esac
    for how in $keeps; do
        t 0 "written by another program: $how" scene $how "$track" scene.obj kept.obj
        t 0 "and not moved" "$PADDOCK" track heights "$track" --from kept.obj -o same.tri --quiet
        cmp -s "$track" same.tri || complain "nothing was moved, but the bytes are others"
    done
    for how in $edits; do
        t 0 "moved by a script: $how" scene $how "$track" scene.obj edited.obj
        t 0 "brought back" "$PADDOCK" track heights "$track" --from edited.obj -o moved.tri
        t 0 "places and directions are as computed, every other byte as before" scene compare $how "$track" edited.obj moved.tri
    done
    t 0 "once more" "$PADDOCK" track heights moved.tri --from edited.obj -o again.tri --quiet
    cmp -s moved.tri again.tri || complain "the same scene moves the track again"
    "$PADDOCK" pack "$track" scene.packed --variant 11FB >/dev/null || exit 1
    t 0 "packed, in place" "$PADDOCK" track heights scene.packed --from edited.obj --in-place --quiet
    sh_t 0 "is packed again, with the same inside" '"$PADDOCK" unpack scene.packed - | cmp - moved.tri'
    rm -f scene.obj scene.mtl same.tri kept.obj edited.obj moved.tri again.tri scene.packed
done
[ -f "$real/AL1_001.FAM" ] || skip "an OBJ with the pictures of AL1 (they are not here)"
if [ -f "$real/AL1_001.FAM" ] && large "$real/AL1_001.FAM"; then
    mkdir art
    t 0 "with pictures" "$PADDOCK" convert "$real/AL1.TRI" art/scene.obj --fam "$real/AL1_001.FAM" --quiet
    t 0 "no other object has coordinates like the road's" scene check "$real/AL1.TRI" art/scene.obj
    t 0 "moved by a script" scene hill_joined "$real/AL1.TRI" art/scene.obj art/edited.obj
    t 0 "brought back" "$PADDOCK" track heights "$real/AL1.TRI" --from art/edited.obj -o moved.tri --quiet
    t 0 "it is the same" scene compare hill "$real/AL1.TRI" art/edited.obj moved.tri
    rm -rf art moved.tri
fi

"$PADDOCK" convert ring.tri ring.obj --quiet && "$PADDOCK" convert road.tri road.obj --quiet || exit 1
for how in point slide middle edge; do # points on their own
    scene $how road.tri road.obj $how.obj || exit 1
    t 0 "one point: $how" "$PADDOCK" track heights road.tri --from $how.obj -o moved.tri
    t 0 "places and directions are as computed, every other byte as before" scene compare $how road.tri $how.obj moved.tri
    t 0 "the result is sound" "$PADDOCK" check moved.tri
done
wrong() { # how track message [status]
    scene "$1" "$2.tri" "$2.obj" "wrong_$1.obj" || exit 1
    t "${4:-5}" "$1" "$PADDOCK" track heights "$2.tri" --from "wrong_$1.obj" -o x
    err_has "$3"
    no_file x
}
wrong plain road 'wrong_plain.obj: no point has the number of a node in its texture coordinates' 4
err_has '(track.numbers)'
wrong torn road 'wrong_torn.obj: node 6: the vertices of point 2 are 0.25 m apart along z'
wrong end ring 'wrong_end.obj: node 0: its row is at both ends of the closed road, but one has moved by 1 m more along z'
wrong other road ': the track does not have point '
wrong far road 'node[9].z: ' 2
wrong wide road 'road.tri: node 9: point 3 would be 3' 2
wrong gap road 'wrong_gap.obj: node 5: its points have moved differently, but point 0, with which the node moves, is not there'
wrong nan road 'wrong_nan.obj'
"$PADDOCK" convert road.tri wrong_origin.obj --origin 1,2,3 --quiet &&
    "$PADDOCK" convert road.tri wrong_scale.obj --scale 2 --quiet && "$PADDOCK" convert ring.tri wrong_axes.obj --axes +x+y+z --quiet || exit 1
for made in origin scale axes; do
    t 4 "made with other $made" "$PADDOCK" track heights road.tri --from wrong_$made.obj -o x
    err_has "wrong_$made.obj: no point has the number of a node"
    no_file x
done
scene holes road.tri road.obj holes.obj && scene cut road.tri road.obj cut.obj || exit 1
t 0 "nodes without points" "$PADDOCK" track heights road.tri --from holes.obj -o same.tri
err_has 'holes.obj: 4 of '
err_has ' nodes have no point there and stay where they are'
cmp -s road.tri same.tri || complain "nothing was moved, but the bytes are others"
t 0 "points of another road are left out" "$PADDOCK" track heights road.tri --from cut.obj -o same.tri
cmp -s road.tri same.tri || complain "nothing was moved, but the bytes are others"
t 4 "an OBJ of something else" "$PADDOCK" track heights road.tri --from "$TOP/tests/files/blender.obj" -o x
no_file x
printf 'node,z\n1,2\n' >table.obj
t 5 "a table with the name of an OBJ" "$PADDOCK" track heights road.tri --from table.obj -o x
err_has 'table.obj'
no_file x
t 3 "no OBJ" "$PADDOCK" track heights road.tri --from nothing.obj -o x
no_file x
