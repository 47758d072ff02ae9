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
