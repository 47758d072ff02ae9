# Surface tools take and print true coordinates: of files whose own numbers are large, and of those with FILE.origin.json.
"$PADDOCK" synth rld road.rld --points 2000 || exit 1
"$PADDOCK" convert road.rld far.ply --double --source-origin 636000,849000,100 2>/dev/null || exit 1
cp road.rld moved.rld
echo '{"origin":[636000,849000,100]}' >moved.rld.origin.json

t 0 "heights of the road" "$PADDOCK" surface query road.rld --at 10,2 --json
height=$(jq '.[0].hits[0].z' out.txt)
for file in far.ply moved.rld; do
    t 0 "bounds of $file" "$PADDOCK" surface stats $file --json
    json '[.bounds.min[0] > 635000, .bounds.max[0] < 637000, .mean[1] > 848000, .bounds.min[2] > 90]' '[true,true,true,true]'
    t 0 "a height of $file" "$PADDOCK" surface query $file --at 636010,849002 --json
    json "[.[0].x, .[0].y, (.[0].hits[0].z - 100 - $height | fabs) < 1e-5]" '[636010,849002,true]'
    t 0 "no height at its own numbers" "$PADDOCK" surface query $file --at 10,2 --json
    json '.[0].hits' '[]'
    t 0 "near a height" "$PADDOCK" surface query $file --at 636010,849002 --near 103 --json
    json '.[0].hits | length > 0' true
    t 0 "a profile of $file" "$PADDOCK" surface profile $file --line 636001,849001,636003,849001 --step 1 --near 103
    [ "$(cut -d, -f2,3 out.txt | tr '\n' ' ')" = "x,y 636001,849001 636002,849001 636003,849001 " ] || complain "$(cat out.txt)"
    awk -F, 'NR > 1 && ($4 < 90 || $4 > 110)' out.txt | grep -q . && complain "heights: $(cat out.txt)"
    t 0 "a box in $file" "$PADDOCK" surface crop $file -o part.rld --box 636000,849000,636010,849005 --json
    json '.triangles > 5' true
    t 0 "what is in it" "$PADDOCK" surface stats part.rld --json
    json '[.mean[0] > 635998, .mean[0] < 636012, .mean[1] > 848995, .mean[1] < 849010]' '[true,true,true,true]'
    t 2 "nothing in a box of its own numbers" "$PADDOCK" surface crop $file -o none.rld --box 0,0,10,5
    no_file none.rld
    t 0 "tiles of $file" "$PADDOCK" surface tile $file tiles --cell 50
    has_file tiles/tile_12720_16980.rld
    rm -r tiles
    t 0 "a raster of $file" "$PADDOCK" surface raster $file --cell 1 -o grid.asc
    awk '/^xllcorner/ && ($2 < 635000 || $2 > 637000)' grid.asc | grep -q . && complain "$(head -4 grid.asc)"
    t 0 "normals of $file" "$PADDOCK" surface normals $file normals.csv
    awk -F, 'NR > 1 && ($1 < 635000 || $2 < 848000 || $3 < 90)' normals.csv | grep -q . && complain "$(head -3 normals.csv)"
done
t 0 "without what lies beside it" "$PADDOCK" surface query road.rld --at 10,2
out_has ",$height,"

t 0 "files with different origins are compared where they are" "$PADDOCK" surface compare far.ply moved.rld -o rows.csv --json
json '[.covered > 1500, .vertical.rms < 1e-5]' '[true,true]'
awk -F, 'NR > 1 && ($1 < 635000 || $2 < 848000)' rows.csv | grep -q . && complain "$(head -3 rows.csv)"
t 0 "and those that lie elsewhere are not met" "$PADDOCK" surface compare far.ply road.rld --json
json .covered 0

# Findings name true places, too.
{ cat <<'P'
ply
format ascii 1.0
element vertex 4
property double x
property double y
property double z
element face 2
property list uchar int vertex_indices
end_header
636000 849000 1
636010 849000 1
636000 849010 1
636020 849000 1
3 0 1 2
3 0 1 3
P
} >odd.ply
t 1 "findings" "$PADDOCK" surface check odd.ply
out_has 636000

# A replay drives on the surface's own numbers; what is printed is where that is.
lap
t 0 "a path beside the surface" "$PADDOCK" surface query moved.rld --path lap.raf -o path.csv
err_has "points of the path are outside the surface"
awk -F, 'NR > 1 && ($2 < 600000 || $3 < 800000)' path.csv | grep -q . && complain "$(head -3 path.csv)"

# Merging brings all to the origin of the first, in doubles: the same road from two files, joined where points are equal.
points=$("$PADDOCK" surface stats road.rld --json | jq .points)
t 0 "merging files with different origins" "$PADDOCK" surface merge moved.rld far.ply --weld 0 -o same.rld --json
json "[.points, .points_joined, .notes[0].code]" "[$points,$points,\"surface.origin\"]"
cp same.rld.origin.json out.txt
json .origin '[636000,849000,100]'
t 0 "in the other order" "$PADDOCK" surface merge far.ply moved.rld --weld 0.0001 -o other.rld --json
json "[.points, .points_joined]" "[$points,$points]"
t 0 "and it is where it was" "$PADDOCK" surface compare other.rld moved.rld --json
json '[.covered > 1500, .vertical.rms < 1e-4]' '[true,true]'
cp road.rld near.rld
echo '{"origin":[636200,849000,100]}' >near.rld.origin.json
t 0 "side by side" "$PADDOCK" surface merge moved.rld near.rld -o side.rld
err_has "1 of the surfaces: moved to the origin of the first"
"$PADDOCK" surface stats road.rld --json >before.txt
t 0 "the second 200 m from the first" "$PADDOCK" surface stats side.rld --json
json '.points' "$((2 * points))"
json "[(.bounds.max[0] - .bounds.min[0] - $(jq '.bounds.max[0] - .bounds.min[0]' before.txt) - 200 | fabs) < 1e-3, .bounds.min[1] > 848000]" '[true,true]'
t 0 "one without an origin of its own, far from its numbers" "$PADDOCK" surface merge road.rld moved.rld -o wide.rld
has_file wide.rld.origin.json
t 0 "the same origin everywhere moves nothing" "$PADDOCK" surface merge moved.rld moved.rld --weld 0 -o again.rld
! grep -q "surface.origin" $err || complain "$(cat $err)"
t 0 "and points keep their bits" "$PADDOCK" surface compare again.rld moved.rld --json
json '.vertical.maximum' 0

# PLY, OBJ and glTF say it themselves, whatever they are called.
"$PADDOCK" surface query road.rld --at 10,2 --json >own.json || exit 1
height=$(jq '.[0].hits[0].z' own.json)
for kind in ply obj glb; do
    t 0 "into $kind" "$PADDOCK" convert moved.rld lost.$kind
    err_has 'is written in the file'
    no_file lost.$kind.origin.json
    mv lost.$kind renamed.$kind
    t 0 "$kind says where it is" "$PADDOCK" info renamed.$kind --json
    json '[.properties.origin_x, .properties.origin_y, .properties.origin_z]' "$([ $kind = ply ] && echo '[636000,849000,100]' || echo '[849000,100,636000]')"
    t 0 "a height of $kind" "$PADDOCK" surface query renamed.$kind --at 636010,849002 --json
    json "[.[0].hits[0].z - 100 - $height | fabs < 1e-4]" '[true]'
    t 0 "text from $kind is where it was" "$PADDOCK" convert renamed.$kind world.xyz --axes "$([ $kind = ply ] && echo +x+y+z || echo +z+x+y)"
    awk '$1 < 635000 || $1 > 637000 || $2 < 848000 || $2 > 850000 || $3 < 50 || $3 > 150 { exit 1 }' world.xyz || complain "$(head -2 world.xyz)"
    t 0 "and without it" "$PADDOCK" convert renamed.$kind near.xyz --source-origin none
    awk '$1 > 5000 || $1 < -5000 { exit 1 }' near.xyz || complain "$(head -2 near.xyz)"
    box=636000,849000,636010,849005
    [ $kind = ply ] || box=849000,636000,849005,636010
    t 0 "a part of $kind" "$PADDOCK" surface crop renamed.$kind -o part.$kind --box $box
    t 0 "is where it was" "$PADDOCK" surface query part.$kind --at 636005,849002 --json
    json '[.[0].hits[0].z > 90]' '[true]'
    t 0 "$kind merges with a file beside which the origin is" "$PADDOCK" surface merge moved.rld renamed.$kind --weld 0.001 -o both.rld --json
    json '[.points_joined > 1500]' '[true]'
    cp both.rld.origin.json $out
    json .origin '[636000,849000,100]'
    rm -f both.rld* part.*
done
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\n# origin 5 6 7\nf 1 2 3\n' >theirs.obj
t 0 "an origin that another program means" "$PADDOCK" info theirs.obj --json
json '.properties.origin_x' null

# The number of a coordinate system goes the same way.
printf 'ply\nformat ascii 1.0\ncomment coordinate system EPSG:25832\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n10 0 0\n0 10 0\n3 0 1 2\n' >utm.ply
for kind in ply obj glb; do
    t 0 "a coordinate system in $kind" "$PADDOCK" convert utm.ply system.$kind
    t 0 "is read back" "$PADDOCK" info system.$kind --json
    json .properties.epsg 25832
done
t 0 "LAS has no number alone" "$PADDOCK" convert system.glb system.las
err_has "LAS needs its text (WKT), and only its number is known (EPSG:25832)"
t 0 "other units have no coordinate system" "$PADDOCK" convert utm.ply feet.ply --scale 0.3048
t 0 "so none is stated" "$PADDOCK" info feet.ply --json
json .properties.epsg null
LC_ALL=C sed 's/"paddock":{/"another":{/' renamed.glb >theirs.glb
t 0 "and one in a glTF" "$PADDOCK" info theirs.glb --json
json '[.properties.origin_x, .surfaces[0].triangles > 0]' '[null,true]'

# --crs says it where the file does not.
for kind in ply obj glb; do
    t 0 "--crs in $kind" "$PADDOCK" convert utm.ply said.$kind --crs EPSG:32632
    t 0 "is what is read back" "$PADDOCK" info said.$kind --json
    json .properties.epsg 32632
done
# OpenCRG has a line for it in its comment; where it is, its numbers say.
t 0 "--crs in OpenCRG" "$PADDOCK" convert moved.rld said.crg --crs EPSG:32632
t 0 "is a line of its comment" sed -n 3p said.crg
out_is "coordinate system EPSG:32632"
t 0 "and read back, without an origin" "$PADDOCK" info said.crg --json
json '[.properties.epsg, .properties.origin_x, .properties.reference_line_start_x > 600000]' '[32632,null,true]'
mkdir two && sed -n '/^\$ROAD_CRG$/,$p' said.crg >two/data.crg
printf '$CT\ncoordinate system EPSG:25833\n$ROAD_CRG_FILE\n./data.crg\n$$$$\n' >two/road.crg
t 0 "in the file that names another one, too" "$PADDOCK" info two/road.crg --json
json '[.properties.epsg, .properties.rows > 1]' '[25833,true]'
t 0 "from OpenCRG into PLY" "$PADDOCK" convert said.crg back.ply
t 0 "it is the same" "$PADDOCK" info back.ply --json
json .properties.epsg 32632
keys() { python3 - "$1" <<'PY'
import struct, sys
data = open(sys.argv[1], "rb").read()
at = struct.unpack_from("<I", data, 4)[0]
for i in range(struct.unpack_from("<H", data, at)[0]):
    tag, kind, count, value = struct.unpack_from("<HHII", data, at + 2 + 12 * i)
    if tag == 34735:
        keys = struct.unpack_from(f"<{count}H", data, value)
        print({keys[4 * k]: keys[4 * k + 3] for k in range(1, keys[3] + 1)})
PY
}
t 0 "a GeoTIFF has that of its input" "$PADDOCK" surface raster utm.ply known.tif --cell 1
t 0 "with the unit that belongs to it" keys known.tif
out_is "{1024: 1, 1025: 1, 3072: 25832}"
t 0 "or that of --crs" "$PADDOCK" surface raster utm.ply said.tif --cell 1 --crs 32632
t 0 "which is another" keys said.tif
out_is "{1024: 1, 1025: 1, 3072: 32632}"
t 0 "without both it is unknown, in metres" "$PADDOCK" surface raster feet.ply unknown.tif --cell 1
t 0 "and says so" keys unknown.tif
out_is "{1024: 1, 1025: 1, 3072: 32767, 3076: 9001}"
for wrong in EPSG:4326 WGS84 EPSG: 40000 -1; do
    t 2 "no projected system: $wrong" "$PADDOCK" convert utm.ply never.ply --crs="$wrong"
    err_has "--crs"
    no_file never.ply
done
t 2 "a format without a place for it" "$PADDOCK" convert utm.ply never.stl --crs EPSG:32632
err_has "stl files do not state a coordinate system; GLB, PLY, OBJ, OpenCRG and OpenDRIVE do"
no_file never.stl
t 2 "a PNG has none" "$PADDOCK" surface raster utm.ply never.png --crs EPSG:32632
err_has "--crs is for GeoTIFF"

# A scan in feet (EPSG 2229): lengths are shown in its own unit.
python3 - <<'PYTHON'
import struct
keys = struct.pack("<12H", 1, 1, 0, 2, 1024, 0, 1, 1, 3072, 0, 1, 2229)
record = struct.pack("<H16sHH32s", 0, b"LASF_Projection", 34735, len(keys), b"") + keys
head = bytearray(227)
head[0:4], head[24:26], head[104] = b"LASF", b"\1\2", 0
struct.pack_into("<HII", head, 94, 227, 227 + len(record), 1)
struct.pack_into("<HI", head, 105, 20, 4)
struct.pack_into("<12d", head, 131, 0.01, 0.01, 0.01, 0, 0, 0, 100, 0, 100, 0, 5, 0)
points = b"".join(struct.pack("<3iHBBbBH", x, y, z, 0, 9, 0, 0, 0, 0) for x, y, z in ((0, 0, 0), (10000, 0, 500), (0, 10000, 0), (10000, 10000, 0)))
open("feet.las", "wb").write(bytes(head) + record + points)
PYTHON
t 0 "a scan in feet" "$PADDOCK" surface stats feet.las
out_has '100 US survey ft'
t 0 "for programs" "$PADDOCK" surface stats feet.las --json
json '[.unit, .bounds.max[0]]' '["US survey ft",100]'
t 0 "and one in metres" "$PADDOCK" surface stats utm.ply --json
json '.unit' '"m"'
