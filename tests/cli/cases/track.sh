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

# --recompute alone: everything that follows from other fields, computed here anew from the positions.
if command -v python3 >/dev/null; then
    cat >follows.py <<'PY'
import math, struct, sys
NODES, SIZE = 0x98C, 36
def angle(turns): return math.floor(turns * 16384 / (2 * math.pi)) & 16383
def spoil(data):
    for i in range(struct.unpack_from('<I', data, 6)[0] * 4 - 1):
        struct.pack_into('<HHH', data, NODES + i * SIZE + 20, 5, struct.unpack_from('<H', data, NODES + i * SIZE + 22)[0], 7)
        struct.pack_into('<hhh', data, NODES + i * SIZE + 28, 1, 2, 3)
    struct.pack_into('<iii', data, 12, 1, 2, 3)
    struct.pack_into('<I', data, 36, 99)
    struct.pack_into('<I', data, 0x16214 + 12, 99)
def expect(data):
    records = struct.unpack_from('<I', data, 6)[0]
    place = lambda i: struct.unpack_from('<iii', data, NODES + i * SIZE + 8)
    for i in range(records * 4 - 1):
        (x, z, y), (nx, nz, ny), at = place(i), place(i + 1), NODES + i * SIZE
        heading = angle(math.atan2(nx - x, ny - y))
        slope = angle(math.atan2(nz - z, math.hypot(nx - x, ny - y)))
        slant = struct.unpack_from('<H', data, at + 22)[0] * 2 * math.pi / 16384
        turned = heading * 2 * math.pi / 16384
        yield at + 20, slope, 'slope', i
        yield at + 24, heading, 'heading', i
        right = math.cos(turned) * math.cos(slant), -math.sin(slant), -math.sin(turned) * math.cos(slant)
        for k in range(3): yield at + 28 + 2 * k, right[k] * 32767, 'right', i
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
