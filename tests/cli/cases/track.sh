# Tracks driven the other way, and flat.
"$PADDOCK" synth tri road.tri --dialect open || exit 1
cp road.tri kept.tri
t 0 "reverse" "$PADDOCK" track reverse road.tri -o back.tri
out_empty
err_empty
t 0 "the result is sound" "$PADDOCK" check back.tri
out_has sound
t 0 "and twice" "$PADDOCK" track reverse back.tri -o twice.tri
"$PADDOCK" table road.tri nodes --columns x,y,z,left_verge,right_verge >a.csv
"$PADDOCK" table twice.tri nodes --columns x,y,z,left_verge,right_verge >b.csv
cmp -s a.csv b.csv || complain "the places are not those of the original"
t 0 "flatten" "$PADDOCK" track flatten road.tri -o flat.tri
t 0 "no heights are left" "$PADDOCK" info --json flat.tri
json '[.properties.lowest, .properties.highest]' '[0,0]'
cmp -s road.tri kept.tri || complain "the input has changed"
t 0 "in place" "$PADDOCK" track flatten --in-place kept.tri
cmp -s kept.tri flat.tri || complain "it is not what -o gives"
sh_t 0 "through pipes" 'cat road.tri | "$PADDOCK" track reverse - -o - | cmp - back.tri'
t 2 "needs somewhere to write" "$PADDOCK" track reverse road.tri
err_has 'needs an output: OUT or -o OUT, or --in-place'
t 2 "output is the input" "$PADDOCK" track reverse road.tri -o road.tri
err_has 'the same file'
t 2 "in place and elsewhere" "$PADDOCK" track reverse road.tri --in-place -o x
no_file x
t 2 "standard input in place" "$PADDOCK" track reverse - --in-place
err_has 'standard input'
t 2 "another edit" "$PADDOCK" track revers road.tri -o x
err_has 'did you mean "reverse"'
lap
t 4 "not a track" "$PADDOCK" track reverse lap.raf -o x
err_has '(edit.unsupported)'
no_file x
head -c 100000 road.tri >cut.tri
t 5 "a cut track" "$PADDOCK" track flatten cut.tri -o x
err_has '(tri.truncated)'
no_file x

# Packed in, packed out, as the file was.
"$PADDOCK" pack road.tri road.packed --variant 11FB >/dev/null || exit 1
t 0 "a packed track" "$PADDOCK" track reverse road.packed -o back.packed
t 0 "is packed as it was" "$PADDOCK" info --evidence back.packed
out_has "11FB"
sh_t 0 "and the same inside" '"$PADDOCK" unpack back.packed - | cmp - back.tri'
t 0 "plain when asked for" "$PADDOCK" track reverse road.packed --plain -o plain.tri
cmp -s plain.tri back.tri || complain "it is not what the plain track gives"
# Textures go by the name of the track.
"$PADDOCK" synth tri art.tri && "$PADDOCK" synth wwww art.fam || exit 1
t 0 "a reversed track has lost its textures, and says so" "$PADDOCK" track reverse art.tri other.tri
err_is 'paddock: other.tri: no FAM beside it; copy art.fam to other.FAM for its textures'
cp art.fam other.FAM
t 0 "once they are there it does not" "$PADDOCK" track reverse art.tri other.tri
err_empty

# --recompute alone: everything that follows from other fields, computed here again from the positions.
if command -v python3 >/dev/null; then
    export TRUTH=$TOP/tests/cli PYTHONDONTWRITEBYTECODE=1
    cat >follows.py <<'PY'
import os, struct, sys
sys.path.insert(0, os.environ['TRUTH'])
import track_truth
NODES, SIZE = track_truth.NODES, track_truth.SIZE
def spoil(data):
    for i in range(struct.unpack_from('<I', data, 6)[0] * 4 - 1):
        struct.pack_into('<HHH', data, NODES + i * SIZE + 20, 5, struct.unpack_from('<H', data, NODES + i * SIZE + 22)[0], 7)
        struct.pack_into('<hhh', data, NODES + i * SIZE + 28, 1, 2, 3)
    struct.pack_into('<iii', data, 12, 1, 2, 3)
    struct.pack_into('<I', data, 36, 99)
    struct.pack_into('<I', data, 0x16214 + 12, 99)
def expect(data):
    records = struct.unpack_from('<I', data, 6)[0]
    for i in range(records * 4 - 1):
        at, (heading, slope, right) = NODES + i * SIZE, track_truth.directions(data, i)
        yield at + 20, slope, 'slope', i
        yield at + 24, heading, 'heading', i
        for k in range(3): yield at + 28 + 2 * k, right[k], 'right', i
kept = open(sys.argv[2], 'rb').read()
if sys.argv[1] == 'spoil':
    data = bytearray(kept); spoil(data); open(sys.argv[3], 'wb').write(data); sys.exit()
data, may = open(sys.argv[3], 'rb').read(), set()
for at, wanted, what, i in expect(data):
    found = struct.unpack_from('<h' if what == 'right' else '<H', data, at)[0]
    may.update((at, at + 1))
    if abs(found - wanted) > (1.01 if what == 'right' else 0): sys.exit(f'node {i}: {what} is {found}, not {wanted}')
places = struct.unpack_from('<iii', data, NODES + 8)
if struct.unpack_from('<iii', data, 12) != places: sys.exit('the start is not at node 0')
records, = struct.unpack_from('<I', data, 6)
types, props = struct.unpack_from('<II', data, 0x16214)
if struct.unpack_from('<I', data, 36)[0] != 288 * records: sys.exit('the size of the scenery')
if struct.unpack_from('<I', data, 0x16214 + 12)[0] != 12 + 16 * (types + props): sys.exit('the size of the props')
may.update(range(12, 24)); may.update(range(36, 40)); may.update(range(0x16220, 0x16224))
if len(data) != len(kept): sys.exit('another size')
for at in range(len(data)):
    if data[at] != kept[at] and at not in may: sys.exit(f'byte {at} changed')
PY
    for dialect in open closed; do
        "$PADDOCK" synth tri follows.tri --dialect $dialect || exit 1
        python3 follows.py spoil follows.tri spoilt.tri
        t 0 "recomputed alone, $dialect" "$PADDOCK" set spoilt.tri --recompute -o whole.tri
        t 0 "gives what follows, and leaves the rest" python3 follows.py compare follows.tri whole.tri
        t 0 "and again" "$PADDOCK" set whole.tri --recompute -o again.tri
        cmp -s whole.tri again.tri || complain "recomputing twice gives another file"
        "$PADDOCK" pack spoilt.tri spoilt.packed --variant 11FB >/dev/null || exit 1
        t 0 "a packed one in place" "$PADDOCK" set spoilt.packed --recompute --in-place
        sh_t 0 "has the same inside" '"$PADDOCK" unpack spoilt.packed - | cmp - whole.tri'
        rm -f follows.tri spoilt.tri whole.tri again.tri spoilt.packed
    done
else
    skip "recomputed alone (python3 is not here)"
fi
t 4 "nothing follows in a replay" "$PADDOCK" set lap.raf --recompute -o x
err_has '(edit.unsupported)'
no_file x

# Nodes moved by a table. A script moves them in the file's own numbers, and says what must follow.
t 2 "heights need a table" "$PADDOCK" track heights road.tri -o x
err_has 'needs --from FILE: a CSV file'
no_file x
if command -v python3 >/dev/null; then
    cat >heights.py <<'PY'
import csv, math, os, struct, sys
sys.path.insert(0, os.environ['TRUTH'])
import track_truth
NODES, SIZE, UNIT = track_truth.NODES, track_truth.SIZE, 65536
def move(i, x, y, z): # every third node; some sideways, too
    if i % 3: return x, y, z
    return (x + 0.25, y - 0.5, z + 2.75) if i % 2 else (x, y, z + math.sin(i) * 4)
old = open(sys.argv[2], 'rb').read()
count = struct.unpack_from('<I', old, 6)[0] * 4
if sys.argv[1] == 'edit':
    rows = list(csv.DictReader(open(sys.argv[3])))
    if len(rows) != count: sys.exit('the table has other nodes')
    for i, row in enumerate(rows):
        if int(row['node']) != i: sys.exit('another order')
        x, z, y = (n / UNIT for n in struct.unpack_from('<iii', old, NODES + i * SIZE + 8))
        if (float(row['x']), float(row['y']), float(row['z'])) != (x, y, z): sys.exit(f'node {i} is elsewhere')
        row['x'], row['y'], row['z'] = map(repr, move(i, x, y, z))
    rows.reverse()
    with open(sys.argv[4], 'w') as out:
        to = csv.DictWriter(out, rows[0].keys(), delimiter=';')
        to.writeheader(); to.writerows(rows)
    sys.exit()
new, wanted, moved = open(sys.argv[3], 'rb').read(), bytearray(old), []
for i in range(count):
    at = NODES + i * SIZE + 8
    x, z, y = (n / UNIT for n in struct.unpack_from('<iii', old, at))
    to = move(i, x, y, z)
    moved.append(to != (x, y, z))
    if moved[i]: struct.pack_into('<iii', wanted, at, *(math.floor(v * UNIT + 0.5) for v in (to[0], to[2], to[1])))
track_truth.compare(old, new, wanted, moved)
PY
    real=${PADDOCK_REAL:-$TOP/../shared/real}/nfs
    "$PADDOCK" synth tri ring.tri --dialect closed || exit 1
    for track in road.tri ring.tri "$real/AL1.TRI" "$real/TR1.TRI"; do
        [ -f "$track" ] || { skip "heights of ${track##*/} (it is not here)" && continue; }
        t 0 "a table of ${track##*/}" "$PADDOCK" table "$track" nodes -o nodes.csv
        t 0 "moved to where they are" "$PADDOCK" track heights "$track" --from nodes.csv -o same.tri
        cmp -s "$track" same.tri || complain "nothing was moved, but the bytes are others"
        t 0 "the table edited by a script" python3 heights.py edit "$track" nodes.csv edited.csv
        t 0 "brought back" "$PADDOCK" track heights "$track" --from edited.csv -o moved.tri --quiet
        t 0 "places and directions are as computed, every other byte as before" python3 heights.py compare "$track" moved.tri
        "$PADDOCK" pack "$track" heights.packed --variant 11FB >/dev/null || exit 1
        t 0 "packed, in place" "$PADDOCK" track heights heights.packed --from edited.csv --in-place
        sh_t 0 "is packed again, with the same inside" '"$PADDOCK" unpack heights.packed - | cmp - moved.tri'
        rm -f nodes.csv same.tri edited.csv moved.tri heights.packed
    done
else
    skip "heights moved by a script (python3 is not here)"
fi
printf 'z,node\n3.5,12\n,13\n' >some.csv
t 0 "one height, and an empty cell" "$PADDOCK" track heights road.tri --from some.csv -o some.tri
"$PADDOCK" set road.tri 'node[12].z=3.5' --recompute -o set.tri
cmp -s some.tri set.tri || complain "it is not what set gives"
wrong() { # what message table...
    local what=$1 message=$2 status=$3
    shift 3
    printf '%s\n' "$@" >wrong.csv
    t $status "$what" "$PADDOCK" track heights road.tri --from wrong.csv -o x
    err_has "$message"
    no_file x
}
wrong "too high" 'node[12].z: 40000 does not fit' 2 node,z 11,1 12,40000
wrong "too far aside" 'node[3].x: -32769 does not fit' 2 node,z,x 3,1,-32769
wrong "a node that is not there" 'wrong.csv: line 3: there is no node 90000: the track has the nodes 0 to' 5 node,z 1,1 90000,1
wrong "half a node" 'line 2: node is "1.5", which is not a number' 5 node,z 1.5,1
wrong "a negative node" 'line 2: node is "-1"' 5 node,z -1,1
wrong "no node" 'line 2: node is ""' 5 node,z ,1
wrong "a node twice" 'line 4: node 7 is given for the second time' 5 node,z 7,1 8,1 7,1
wrong "a comma in a number" 'line 2: z is "3,5"' 5 'node;z' '1;3,5'
wrong "no number" 'line 2: z is "nan"' 5 node,z 1,nan
wrong "without heights" 'no column z' 5 node,x 1,1
wrong "an OBJ" 'no column node' 5 'v 1 2 3'
"$PADDOCK" table road.tri props -o props.csv
t 5 "the table of another thing" "$PADDOCK" track heights road.tri --from props.csv -o x
err_has 'this is the table props, not the table nodes'
no_file x
"$PADDOCK" convert road.tri road.glb --quiet && mv road.glb road.csv
t 5 "a GLB with another name" "$PADDOCK" track heights road.tri --from road.csv -o x
err_has 'no CSV file'
no_file x
t 4 "heights of a replay" "$PADDOCK" track heights lap.raf --from some.csv -o x
err_has '(edit.unsupported)'
no_file x
