# Props of a track moved and turned in a GLB. A script of its own (track_props.py) reads and writes GLB as Blender does,
# and says what must be in the file then.
if ! command -v python3 >/dev/null; then
    skip "props moved in a GLB (python3 is not here)"
    return
fi
export PYTHONDONTWRITEBYTECODE=1
props() { python3 "$TOP/tests/cli/track_props.py" "$@"; }
real=${PADDOCK_REAL:-$TOP/../shared/real}/nfs
"$PADDOCK" synth tri road.tri --dialect open && "$PADDOCK" synth wwww road.fam --dialect open || exit 1
"$PADDOCK" synth tri ring.tri --dialect closed || exit 1
for track in road.tri ring.tri "$real/AL1.TRI" "$real/TR1.TRI"; do
    [ -f "$track" ] || { skip "the props of ${track##*/} (it is not here)" && continue; }
    large "$track" || continue
    art=none
    case $track in *AL1.TRI) art=$real/AL1_001.FAM ;; road.tri) art=road.fam ;; esac
    "$PADDOCK" convert "$track" scene.glb --fam "$art" --quiet 2>made.txt || "$PADDOCK" convert "$track" scene.glb --fam none --quiet || exit 1
    t 0 "the props of ${track##*/} are where it has them" props check "$track" scene.glb
    t 0 "not edited" "$PADDOCK" track heights "$track" --from scene.glb -o same.tri
    err_has 'scene.glb: nothing has moved'
    cmp -s "$track" same.tri || complain "nothing was moved, but the bytes are others"
    for how in keep least; do
        t 0 "written by another program: $how" props $how scene.glb edited.glb
        t 0 "and not moved" "$PADDOCK" track heights "$track" --from edited.glb -o same.tri
        err_has 'edited.glb: nothing has moved'
        cmp -s "$track" same.tri || complain "nothing was moved, but the bytes are others"
    done
    for how in move own group gone; do
        t 0 "moved by a script: $how" props $how scene.glb edited.glb
        t 0 "brought back" "$PADDOCK" track heights "$track" --from edited.glb -o moved.tri
        err_has 'edited.glb: props that were moved or turned: '
        t 0 "props are where the scene has them, every other byte as before" props compare $how "$track" scene.glb edited.glb moved.tri
        t 0 "once more" "$PADDOCK" track heights moved.tri --from edited.glb -o again.tri --quiet
        cmp -s moved.tri again.tri || complain "the same scene moves the props again"
    done
    rm -f scene.glb edited.glb same.tri moved.tri again.tri
done

# The road, too: what is not touched goes with its node, what is touched stands where the scene has it.
"$PADDOCK" convert road.tri road.glb --fam none --quiet || exit 1
for road in hill move; do
    python3 "$TOP/tests/cli/track_edits.py" $road road.tri road.glb hills.glb || exit 1
    t 0 "the road was moved alone: $road" "$PADDOCK" track heights road.tri --from hills.glb -o hills.tri --quiet
    for how in move own group; do
        props $how hills.glb edited.glb || exit 1
        t 0 "props, too: $how" "$PADDOCK" track heights road.tri --from edited.glb -o moved.tri
        t 0 "each is where it must be" props compare $how hills.tri hills.glb edited.glb moved.tri
        t 0 "the result is sound" "$PADDOCK" check moved.tri
        t 0 "once more" "$PADDOCK" track heights moved.tri --from edited.glb -o again.tri
        err_has 'edited.glb: props go with their nodes: the scene has no object `props '
        err_has 'edited.glb: nothing has moved'
        cmp -s moved.tri again.tri || complain "the same scene moves the props again"
    done
done
python3 "$TOP/tests/cli/track_edits.py" up road.tri road.glb hills.glb && props ride hills.glb edited.glb || exit 1
"$PADDOCK" track heights road.tri --from hills.glb -o hills.tri --quiet || exit 1
t 0 "all props rise with all of the road" "$PADDOCK" track heights road.tri --from edited.glb -o moved.tri
cmp -s hills.tri moved.tri || complain "they stand elsewhere beside their nodes"

# The scene of a track whose props were somewhere else meanwhile: it says where they stand.
"$PADDOCK" set road.tri 'prop[3].offset_z=9' 'prop[9].yaw=1' -o other.tri --quiet || exit 1
t 0 "the scene of another state of the props" "$PADDOCK" track heights other.tri --from road.glb -o moved.tri
err_has 'road.glb: props that were moved or turned: 2'
cmp -s road.tri moved.tri || complain "props are not where the scene has them"
"$PADDOCK" set road.tri 'node[400].unknown_26=1' -o other.tri --quiet && props move road.glb edited.glb || exit 1
t 0 "the road stands where it stood" "$PADDOCK" track heights other.tri --from edited.glb -o moved.tri
t 0 "props move" props compare move other.tri road.glb edited.glb moved.tri
"$PADDOCK" set road.tri 'prop[0].prop_type=2' -o other.tri --quiet || exit 1
t 0 "the scene of other props" "$PADDOCK" track heights other.tri --from edited.glb -o moved.tri
err_has 'edited.glb: props go with their nodes: the scene has no object `props '
cmp -s other.tri moved.tri || complain "props of another track have moved"

# What is in the scene, and what is not.
edited() { # how
    props "$1" road.glb edited.glb || exit 1
    t 0 "$1" "$PADDOCK" track heights road.tri --from edited.glb -o moved.tri
}
edited gone
err_has 'edited.glb: 5 of 147 props are not there and go with their nodes'
edited copies
err_has 'edited.glb: objects that are no props of the track, such as prop 3.001, are left out: 2'
err_has 'edited.glb: props that were moved or turned: 1'
t 0 "the prop itself has moved" props compare copies road.tri road.glb edited.glb moved.tri
edited none
err_has 'edited.glb: 147 of 147 props are not there and go with their nodes'
edited unmarked
err_has 'edited.glb: props go with their nodes: the scene has no object `props '
cmp -s road.tri moved.tri || complain "nothing was moved, but the bytes are others"
edited larger
err_has 'edited.glb: props whose points were changed, which does not come back: 1'
err_has 'edited.glb: nothing has moved'
cmp -s road.tri moved.tri || complain "nothing was moved, but the bytes are others"

wrong() { # how message [status]
    props "$1" "${4:-road.glb}" "wrong_$1.glb" || exit 1
    t "${3:-4}" "$1" "$PADDOCK" track heights road.tri --from "wrong_$1.glb" -o x
    err_has "$2"
    no_file x
}
wrong tilt 'wrong_tilt.glb: prop 3: its object is tilted by 11.5 degrees, but the file only has its turn about the vertical'
err_has '(track.props)'
wrong scale 'wrong_scale.glb: prop 3: its object is scaled by 1.5 along its axis up'
wrong mirror 'wrong_mirror.glb: prop 3: its object is mirrored or skewed, which the file cannot hold'
wrong skew 'wrong_skew.glb: prop 3: its object is mirrored or skewed, which the file cannot hold'
wrong apply 'wrong_apply.glb: prop 3: its points are not where its object has them: move and turn `prop 3` itself'
wrong far 'road.tri: prop 3: it would be ' 2
err_has ' along x, but the file can store -128 to 127.996 m (set.value)'
wrong beyond 'wrong_beyond.glb: prop 0: the place of its object is not a number' 5
t 0 "such places are missing in the table" "$PADDOCK" table wrong_beyond.glb nodes --columns name,x,y_axis_y
out_has 'prop 0,,1e200'
out_lacks inf
out_lacks nan
if "$PADDOCK" convert road.tri art.glb --fam road.fam --quiet 2>made.txt; then
    wrong origin ': its points are not where its object has them' 4 art.glb
    wrong frame ': its points are not where its object has them' 4 art.glb
else
    skip "props that are 3D models or animate: built without libpng"
fi
