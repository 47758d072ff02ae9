# The road of a track moved in a GLB. A script of its own (track_edits.py) reads and writes GLB as Blender does: names end
# in .001, every triangle has its own vertices, in another order. It says what must follow in the file.
if ! command -v python3 >/dev/null; then
    skip "a road moved in a GLB (python3 is not here)"
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
    [ -f "$track" ] || { skip "the scene of ${track##*/} (it is not here)" && continue; }
    large "$track" || continue
    t 0 "a scene of ${track##*/}" "$PADDOCK" convert "$track" scene.glb --fam none --quiet
    t 0 "its points know what they are" scene check "$track" scene.glb
    t 0 "not edited" "$PADDOCK" track heights "$track" --from scene.glb -o same.tri
    err_has 'scene.glb: nothing has moved'
    cmp -s "$track" same.tri || complain "nothing was moved, but the bytes are others"
    t 0 "reordered and split" scene keep "$track" scene.glb kept.glb
    t 0 "and not moved" "$PADDOCK" track heights "$track" --from kept.glb -o same.tri --quiet
    cmp -s "$track" same.tri || complain "nothing was moved, but the bytes are others"
    edits="move object hill" # the larger ones take Python seconds each
    case $track in */AL1.TRI) edits=hill ;; */TR1.TRI) edits=move ;; esac
    for how in $edits; do
        t 0 "moved by a script: $how" scene $how "$track" scene.glb edited.glb
        t 0 "brought back" "$PADDOCK" track heights "$track" --from edited.glb -o moved.tri
        t 0 "places and directions are as computed, every other byte as before" scene compare $how "$track" edited.glb moved.tri
        rm -f same.tri
    done
    case $track in */AL1.TRI) rm -f scene.glb kept.glb edited.glb moved.tri && continue ;; esac
    t 0 "all of it higher" scene up "$track" scene.glb edited.glb
    t 0 "brought back" "$PADDOCK" track heights "$track" --from edited.glb -o moved.tri --quiet
    t 0 "all nodes are higher" scene compare up "$track" edited.glb moved.tri
    t 0 "once more" "$PADDOCK" track heights moved.tri --from edited.glb -o again.tri --quiet
    cmp -s moved.tri again.tri || complain "the same scene moves the track again"
    "$PADDOCK" pack "$track" scene.packed --variant 11FB >/dev/null || exit 1
    t 0 "packed, in place" "$PADDOCK" track heights scene.packed --from edited.glb --in-place --quiet
    sh_t 0 "is packed again, with the same inside" '"$PADDOCK" unpack scene.packed - | cmp - moved.tri'
    rm -f scene.glb same.tri kept.glb edited.glb moved.tri again.tri scene.packed
done
[ -f "$real/AL1_001.FAM" ] || skip "a scene with the pictures of AL1 (they are not here)"
if [ -f "$real/AL1_001.FAM" ] && large "$real/AL1_001.FAM"; then
    t 0 "with pictures" "$PADDOCK" convert "$real/AL1.TRI" scene.glb --fam "$real/AL1_001.FAM" --quiet
    scene move "$real/AL1.TRI" scene.glb edited.glb || exit 1
    t 0 "brought back" "$PADDOCK" track heights "$real/AL1.TRI" --from edited.glb -o moved.tri --quiet
    t 0 "it is the same" scene compare move "$real/AL1.TRI" edited.glb moved.tri
    rm -f scene.glb edited.glb moved.tri
fi

"$PADDOCK" convert ring.tri ring.glb --quiet && "$PADDOCK" convert road.tri road.glb --quiet || exit 1
wrong() { # how track message [status]
    scene "$1" "$2.tri" "$2.glb" "wrong_$1.glb" || exit 1
    t "${4:-5}" "$1" "$PADDOCK" track heights "$2.tri" --from "wrong_$1.glb" -o x
    err_has "$3"
    no_file x
}
wrong plain road 'wrong_plain.glb: no point has the number of a node in a second UV map' 4
wrong wide road 'road.tri: node 9: point 3 would be 3' 2
err_has ' m from point 2 along x, but the file can store -256 to 255.992 m'
wrong gap road 'wrong_gap.glb: node 5: its points have moved differently, but point 0, with which the node moves, is not there'
wrong torn road 'wrong_torn.glb: node 6: the vertices of point 2 are 0.25 m apart along z'
wrong end ring 'wrong_end.glb: node 0: its row is at both ends of the closed road, but one has moved by 1 m more along z'
wrong other road ': the track does not have point '
wrong far road 'node[9].z: ' 2
wrong nan road 'wrong_nan.glb: node 9: the place of point '
"$PADDOCK" convert road.tri wrong_steps.glb --quantize --quiet && "$PADDOCK" convert road.tri wrong_origin.glb --origin 1,2,3 --quiet &&
    "$PADDOCK" convert road.tri wrong_scale.glb --scale 2 --quiet && "$PADDOCK" convert ring.tri wrong_axes.glb --axes +x+y+z --quiet || exit 1
for made in steps origin scale axes; do
    t 4 "made with other $made" "$PADDOCK" track heights road.tri --from wrong_$made.glb -o x
    err_has "wrong_$made.glb: no point has the number of a node"
    err_has '(track.numbers)'
    no_file x
done
scene holes road.tri road.glb holes.glb && scene cut road.tri road.glb cut.glb || exit 1
t 0 "nodes without points" "$PADDOCK" track heights road.tri --from holes.glb -o same.tri
err_has 'holes.glb: 4 of '
err_has ' nodes have no point there and stay where they are'
cmp -s road.tri same.tri || complain "nothing was moved, but the bytes are others"
t 0 "points without numbers" "$PADDOCK" track heights road.tri --from cut.glb -o same.tri
err_has ' points have a second UV map, but not the number of a node: left out'
cmp -s road.tri same.tri || complain "nothing was moved, but the bytes are others"
for how in point slide middle edge; do # points on their own
    scene $how road.tri road.glb $how.glb || exit 1
    t 0 "one point: $how" "$PADDOCK" track heights road.tri --from $how.glb -o moved.tri
    t 0 "places and directions are as computed, every other byte as before" scene compare $how road.tri $how.glb moved.tri
    t 0 "the result is sound" "$PADDOCK" check moved.tri
done
printf 'node,z\n1,2\n' >table.glb
t 5 "a table with the name of a GLB" "$PADDOCK" track heights road.tri --from table.glb -o x
err_has 'table.glb'
no_file x
head -c 5000 road.glb >half.glb
t 5 "half a GLB" "$PADDOCK" track heights road.tri --from half.glb -o x
err_has 'half.glb'
no_file x
t 3 "no GLB" "$PADDOCK" track heights road.tri --from nothing.glb -o x
no_file x
"$PADDOCK" synth raf lap.raf || exit 1
t 4 "a scene for a replay" "$PADDOCK" track heights lap.raf --from road.glb -o x
err_has '(edit.unsupported)'
no_file x
