# The road of a track moved in a GLB. A script of its own reads and writes GLB as Blender does: names end in .001, every
# triangle has vertices of its own, in another order. It says what must follow in the file.
if ! command -v python3 >/dev/null; then
    skip "a road moved in a GLB (python3 is not here)"
    return
fi
export TRUTH=$TOP/tests/cli PYTHONDONTWRITEBYTECODE=1
cat >scene.py <<'PY'
import math, os, struct, sys
sys.path.insert(0, os.environ['TRUTH'])
import glb_of, track_truth
NODES, SIZE, RECORDS, UNIT = track_truth.NODES, track_truth.SIZE, 0x1A4A8, 65536
ACROSS = 10, 9, 8, 7, 6, 0, 1, 2, 3, 4, 5  # points of a row from the left
def single(v): return struct.unpack('<f', struct.pack('<f', v))[0]
def move(i):  # every third node, by x, y, z; some sideways, too
    if i % 3: return 0, 0, 0
    return (0.25, -0.5, 2.75) if i % 2 else (0, 0, (i * 7 % 13 - 6.5) / 2)
def nodes(tri): return struct.unpack_from('<I', tri, 6)[0] * 4
def place(tri, i): return tuple(steps / UNIT for steps in track_truth.place(tri, i)) # x, y, z
def points(tri, i): # of a row, by the file's number
    at, found = RECORDS + i // 4 * 288 + 24 + i % 4 * 66, {-1: place(tri, i)}
    for k in range(11):
        x, z, y = struct.unpack_from('<hhh', tri, at + 6 * k)
        before = found[{0: -1, 6: 0}.get(k, k - 1)]
        found[k] = tuple(a + b / 128 for a, b in zip(before, (x, y, z)))
    return found

class Glb(glb_of.Glb):
    def roads(self):
        return [p for m in self.json['meshes'] for p in m['primitives'] if 'TEXCOORD_1' in p['attributes']]

def check(tri, glb): # every numbered vertex is where the file has this point
    seen, count = set(), nodes(tri)
    rows = [points(tri, i) for i in range(count)]
    for part in glb.roads():
        attributes = part['attributes']
        for (x, y, z), (u, v) in zip(glb.read(attributes['POSITION']), glb.read(attributes['TEXCOORD_1'])):
            if u % 1 != 0.5 or v % 1 != 0.5: sys.exit(f'{u}, {v} are no numbers')
            a, b, c = rows[int(u) % count][ACROSS[int(v)]]
            if (x, y, z) != (single(-a), single(c), single(b)): sys.exit(f'{u}, {v}: {x}, {y}, {z}, not {-a}, {c}, {b}')
            seen.add(int(u) % count)
    if len(seen) != count: sys.exit(f'{len(seen)} of {count} nodes')

def edit(tri, glb, how):
    count, lift = nodes(tri), 16 if how == 'object' else 0
    for node in glb.json['nodes']:
        if how == 'object' and node['name'] == 'road': node['translation'] = [0, lift, 0]
        node['name'] += '.001'
    for mesh in glb.json['meshes']: mesh['name'] += '.001'
    for part in glb.roads():
        attributes = part['attributes']
        corners = [c for c, in glb.read(part.pop('indices'))]
        triangles = [corners[i:i + 3] for i in range(0, len(corners), 3)][::-1]
        if how == 'holes': # nodes 8 to 11 without any vertex
            first = glb.read(attributes['TEXCOORD_1'])
            triangles = [t for t in triangles if not any(8 <= first[c][0] < 12 for c in t)] or triangles[:0]
        order = [c for t in triangles for c in (t[1], t[2], t[0])]
        places, numbers, pictures = ([all[c] for c in order] for all in
                                     (glb.read(attributes[a]) for a in ('POSITION', 'TEXCOORD_1', 'TEXCOORD_0')))
        torn = 0
        for k, (u, v) in enumerate(numbers):
            x, y, z = places[k]
            row, point = int(u), ACROSS[int(v)]
            dx, dy, dz = move(row % count) if how in ('move', 'object') else (0, 0, 0)
            if how == 'point' and row == 5 and point == 7: dz = 0.5
            if how == 'torn' and row == 6 and point == 2: dz, torn = (0.25 if torn else 0), torn + 1
            if how == 'slide' and row == 7 and point == 4: dx = -0.125
            if how == 'end' and row == 0: dz = 1
            if how == 'far' and row == 9: dz = 40000
            if how == 'up': dz = 1.5
            if how == 'nan' and row == 9 and point == 0: dz = math.nan
            places[k] = x - dx, y + dz - lift, z + dy
            if how == 'cut' and k % 9 == 0: numbers[k] = u + 0.25, v
            if how == 'other' and row == 3: numbers[k] = count + 5.5, v
        if not order: continue
        part['attributes'] = {'TEXCOORD_1': glb.add(numbers), 'POSITION': glb.add(places), 'TEXCOORD_0': glb.add(pictures)}
        if how == 'plain': del part['attributes']['TEXCOORD_1']
    if how == 'holes':
        for mesh in glb.json['meshes']: mesh['primitives'] = [p for p in mesh['primitives'] if 'indices' in p or 'TEXCOORD_1' in p['attributes']]

def compare(old, new, by):
    wanted, moved, count = bytearray(old), [], nodes(old)
    if len(new) != len(old): sys.exit('another size')
    for i in range(count):
        was, found = place(old, i), place(new, i)
        row = points(old, i)
        moved.append(by(i) != (0, 0, 0))
        for k in range(3):
            # half a step of the file, and half a step of the floats of its points, before and after
            most = max(abs(p[k]) + abs(by(i)[k]) for p in row.values())
            off = 0 if by(i)[k] == 0 else 0.5 / UNIT + most / (1 << 23)
            if abs(was[k] + by(i)[k] - found[k]) > off: sys.exit(f'node {i}, axis {k}: {found[k]}, not {was[k] + by(i)[k]}')
        wanted[NODES + i * SIZE + 8:NODES + i * SIZE + 20] = new[NODES + i * SIZE + 8:NODES + i * SIZE + 20]
    track_truth.compare(old, new, wanted, moved)

what, tri = sys.argv[1], open(sys.argv[2], 'rb').read()
if what == 'check': check(tri, Glb(sys.argv[3]))
elif what == 'compare': compare(tri, open(sys.argv[3], 'rb').read(), move)
elif what == 'lifted': compare(tri, open(sys.argv[3], 'rb').read(), lambda i: (0, 0, 1.5))
else:
    scene = Glb(sys.argv[3])
    edit(tri, scene, what)
    scene.write(sys.argv[4])
PY
real=${PADDOCK_REAL:-$TOP/../shared/real}/nfs
"$PADDOCK" synth tri road.tri || exit 1
"$PADDOCK" synth tri ring.tri --dialect closed || exit 1
for track in road.tri ring.tri "$real/AL1.TRI" "$real/TR1.TRI"; do
    [ -f "$track" ] || { skip "the scene of ${track##*/} (it is not here)" && continue; }
    t 0 "a scene of ${track##*/}" "$PADDOCK" convert "$track" scene.glb --fam none --quiet
    t 0 "its points know what they are" python3 scene.py check "$track" scene.glb
    t 0 "not edited" "$PADDOCK" track heights "$track" --from scene.glb -o same.tri
    err_has 'scene.glb: no node has moved'
    cmp -s "$track" same.tri || complain "nothing was moved, but the bytes are others"
    t 0 "reordered and split" python3 scene.py keep "$track" scene.glb kept.glb
    t 0 "and not moved" "$PADDOCK" track heights "$track" --from kept.glb -o same.tri --quiet
    cmp -s "$track" same.tri || complain "nothing was moved, but the bytes are others"
    for how in move object; do
        t 0 "moved by a script: $how" python3 scene.py $how "$track" scene.glb edited.glb
        t 0 "brought back" "$PADDOCK" track heights "$track" --from edited.glb -o moved.tri
        t 0 "places and directions are as computed, every other byte as before" python3 scene.py compare "$track" moved.tri
        rm -f same.tri
    done
    t 0 "all of it higher" python3 scene.py up "$track" scene.glb edited.glb
    t 0 "brought back" "$PADDOCK" track heights "$track" --from edited.glb -o moved.tri --quiet
    t 0 "all nodes are higher" python3 scene.py lifted "$track" moved.tri
    t 0 "once more" "$PADDOCK" track heights moved.tri --from edited.glb -o again.tri --quiet
    cmp -s moved.tri again.tri || complain "the same scene moves the track again"
    "$PADDOCK" pack "$track" scene.packed --variant 11FB >/dev/null || exit 1
    t 0 "packed, in place" "$PADDOCK" track heights scene.packed --from edited.glb --in-place --quiet
    sh_t 0 "is packed again, with the same inside" '"$PADDOCK" unpack scene.packed - | cmp - moved.tri'
    rm -f scene.glb same.tri kept.glb edited.glb moved.tri again.tri scene.packed
done
[ -f "$real/AL1_001.FAM" ] || skip "a scene with the pictures of AL1 (they are not here)"
if [ -f "$real/AL1_001.FAM" ]; then
    t 0 "with pictures" "$PADDOCK" convert "$real/AL1.TRI" scene.glb --fam "$real/AL1_001.FAM" --quiet
    python3 scene.py move "$real/AL1.TRI" scene.glb edited.glb || exit 1
    t 0 "brought back" "$PADDOCK" track heights "$real/AL1.TRI" --from edited.glb -o moved.tri --quiet
    t 0 "it is the same" python3 scene.py compare "$real/AL1.TRI" moved.tri
    rm -f scene.glb edited.glb moved.tri
fi

"$PADDOCK" convert ring.tri ring.glb --quiet && "$PADDOCK" convert road.tri road.glb --quiet || exit 1
wrong() { # how track message [status]
    python3 scene.py "$1" "$2.tri" "$2.glb" "wrong_$1.glb" || exit 1
    t "${4:-5}" "$1" "$PADDOCK" track heights "$2.tri" --from "wrong_$1.glb" -o x
    err_has "$3"
    no_file x
}
wrong plain road 'wrong_plain.glb: no point has the number of a node in a second UV map' 4
wrong point road 'wrong_point.glb: node 5: point 7 has moved by 0.5 m more along z than point '
wrong slide road 'wrong_slide.glb: node 7: point '
err_has ' has moved by 0.125 m more along x than point 4;'
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
python3 scene.py holes road.tri road.glb holes.glb && python3 scene.py cut road.tri road.glb cut.glb || exit 1
t 0 "nodes without points" "$PADDOCK" track heights road.tri --from holes.glb -o same.tri
err_has 'holes.glb: 4 of '
err_has ' nodes have no point there and stay where they are'
cmp -s road.tri same.tri || complain "nothing was moved, but the bytes are others"
t 0 "points without numbers" "$PADDOCK" track heights road.tri --from cut.glb -o same.tri
err_has ' points have a second UV map, but not the number of a node: left out'
cmp -s road.tri same.tri || complain "nothing was moved, but the bytes are others"
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
