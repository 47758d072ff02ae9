# surface query, profile, roughness, raster, compare: what they say, and what they refuse.
"$PADDOCK" synth rld road.rld --points 2000 || exit 1
# A flat square with a wall and a bridge over it, one triangle upside down, written as records would be: 12 points, 8 triangles.
floats() { # little-endian floats of small numbers, by their bytes
    local number
    for number; do
        case $number in
        0) printf '\0\0\0\0' ;;
        1) printf '\0\0\200\077' ;;
        2) printf '\0\0\0\100' ;;
        5) printf '\0\0\240\100' ;;
        10) printf '\0\0\040\101' ;;
        nan) printf '\0\0\300\177' ;;
        huge) printf '\377\377\177\177' ;;
        esac
    done
}
numbers() {
    local number
    for number; do printf "\\x$(printf %02x "$number")\\0\\0\\0"; done
}
make() { # POINTS TRIANGLES, in variables points and triangles
    { printf 'RLD0HEAD' && numbers $(($(wc -w <<<"$points") / 3)) $(($(wc -w <<<"$triangles") / 3)) && printf VERT && floats $points &&
        printf TRIS && numbers $triangles && printf BLKI && numbers 1 0 $(($(wc -w <<<"$points") / 3)); } >"$1"
}
points='0 0 0  10 0 0  10 10 0  0 10 0  1 0 5  2 0 5  2 10 5  1 10 5'
triangles='0 1 2 0 2 3 4 5 6 4 7 6 0 1 5'
make bridge.rld
t 0 "two layers, the highest first" "$PADDOCK" surface query bridge.rld --at 1.5,5 --json
json '[.[0].hits[].z]' "[5,0]"
json '.[0].hits[0].normal' "[0,0,1]"
json '.[0].hits[1].triangle' 1
t 0 "the nearest first" "$PADDOCK" surface query bridge.rld --at 1.5,5 --near 1 --json
json '[.[0].hits[].z]' "[0,5]"
t 0 "several points, one beside the surface, in order" "$PADDOCK" surface query bridge.rld --at 5,5 --at=-1,5 --at 5,6 --json
json '[.[] | [.x, .y, (.hits | length)]]' "[[5,5,1],[-1,5,0],[5,6,1]]"
t 0 "as CSV" "$PADDOCK" surface query bridge.rld --at 5,5 --at 50,5
printf 'point,x,y,z,normal_x,normal_y,normal_z,triangle\n0,5,5,0,0,0,1,0\n1,50,5,,,,,\n' | cmp -s - out.txt || complain "$(cat out.txt)"
printf '"x","name","y [m]","z"\r\n1.5,a,5,1\n\n1.5,b,5,\n' >points.csv
t 0 "points of a table, with their own heights" "$PADDOCK" surface query bridge.rld --coordinates points.csv --json
json '[.[].hits[0].z]' "[0,5]"
printf 'x,y\n1,2\n1,two\n' >bad.csv
t 5 "a table with a word for a number" "$PADDOCK" surface query bridge.rld --coordinates bad.csv
err_has "bad.csv: line 3: expected numbers for x and y (csv.points)"
printf 'a,b\n1,2\n' >bad.csv
t 5 "a table without x and y" "$PADDOCK" surface query bridge.rld --coordinates bad.csv
err_has "line 1: expected the names of columns"
printf 'x,y\n1,2\n3' >bad.csv
t 5 "a cut line" "$PADDOCK" surface query bridge.rld --coordinates bad.csv
printf 'x,y\nnan,2\ninf,3\n' >bad.csv
t 0 "NaN is nowhere" "$PADDOCK" surface query bridge.rld --coordinates bad.csv --json
json '[.[].hits | length]' "[0,0]"
t 3 "a table that is not there" "$PADDOCK" surface query bridge.rld --coordinates none.csv
t 2 "no points" "$PADDOCK" surface query bridge.rld
t 2 "half a point" "$PADDOCK" surface query bridge.rld --at 5
err_has '--at takes a point X,Y in metres, not "5"'
t 2 "no number" "$PADDOCK" surface query bridge.rld --at 5,5 --near high
t 2 "two files" "$PADDOCK" surface query bridge.rld road.rld --at 1,1
cp bridge.rld kept.rld
t 2 "onto itself" "$PADDOCK" surface query kept.rld --at 1,1 -o kept.rld
cmp -s bridge.rld kept.rld || complain "the surface has gone"
t 2 "an unknown tool" "$PADDOCK" surface qeury bridge.rld
err_has 'did you mean "query"?'
"$PADDOCK" synth rply race.rpl --seconds 2 || exit 1
t 0 "along a replay" "$PADDOCK" surface query bridge.rld --path race.rpl
[ "$(wc -l <out.txt)" -gt 10 ] || complain "$(wc -l <out.txt) lines"
"$PADDOCK" synth shpi art.fsh || exit 1
t 4 "a path of a file without one" "$PADDOCK" surface query bridge.rld --path art.fsh
err_has "nothing moves in shpi files (motion.none)"
t 4 "no surface" "$PADDOCK" surface query race.rpl --at 1,1
err_has "(surface.none)"

# A wheel is where the car's own axes lead to.
lap wheel.raf 2
"$PADDOCK" table wheel.raf wheels --columns corner,x,y,z >wheels.csv && "$PADDOCK" table wheel.raf telemetry \
    --columns x,y,right_x,right_y,right_z,forward_x,forward_y,forward_z >axes.csv || exit 1
for wheel in front_left rear_right; do
    t 0 "along the path of $wheel" "$PADDOCK" surface query bridge.rld --path wheel.raf --wheel $wheel
    awk -F, -v wheel=$wheel 'FILENAME == "wheels.csv" { if ($1 == wheel) { r = $2; f = $3; u = $4 } next }
        FILENAME == "axes.csv" { if (FNR > 1) { n++
            x[n] = $1 + r * $3 + f * $6 + u * ($4 * $8 - $5 * $7); y[n] = $2 + r * $4 + f * $7 + u * ($5 * $6 - $3 * $8) } next }
        FNR > 1 { i = $1 + 1; seen++; if (($2 - x[i]) ^ 2 + ($3 - y[i]) ^ 2 > 1e-12) exit 1 }
        END { exit seen < n || n < 100 }' wheels.csv axes.csv out.txt || complain "the wheel is elsewhere"
done
t 4 "no such wheel" "$PADDOCK" surface query bridge.rld --path wheel.raf --wheel fifth
err_has 'does not say where a wheel "fifth" is'
t 4 "a wheel of a replay" "$PADDOCK" surface query bridge.rld --path race.rpl --wheel front_left
t 2 "a wheel of nothing" "$PADDOCK" surface query bridge.rld --at 1,1 --wheel front_left
err_has "--wheel needs --path"
"$PADDOCK" synth tri path.tri || exit 1
t 0 "along a track, back to where it began" "$PADDOCK" surface profile path.tri --path path.tri --step 5
[ "$(wc -l <out.txt)" -gt 100 ] || complain "$(wc -l <out.txt) lines"
t 0 "a profile below a wheel" "$PADDOCK" surface profile bridge.rld --path wheel.raf --wheel front_left

points='0 0 0  10 0 0  10 10 huge  nan 10 0  5 5 1' triangles='0 1 2 0 2 3 0 1 4'
make odd.rld
t 0 "NaN and huge heights" "$PADDOCK" surface query odd.rld --at 5,2 --json
err_has "1 broken triangles are left out"
json '.[0].hits | length' 2
points='0 0 0' triangles=''
make empty.rld
t 0 "an empty surface" "$PADDOCK" surface query empty.rld --at 0,0 --json
json '.[0].hits' "[]"
t 2 "an empty surface cannot be drawn" "$PADDOCK" surface raster empty.rld --cell 1 -o x.asc
err_has "(raster.empty)"
no_file x.asc
points='0 0 0  10 0 0  10 0 5' triangles='0 1 2'
make wall.rld
t 0 "a wall is not met" "$PADDOCK" surface query wall.rld --at 5,0 --json
json '.[0].hits' "[]"

t 0 "a profile" "$PADDOCK" surface profile bridge.rld --line 0,5,11,5 --step 1
out_lines 13
out_has "5,5,5,0,0,0,1"
out_has "11,11,5,,,,"
t 0 "a profile as JSON" "$PADDOCK" surface profile bridge.rld --coordinates points.csv --json
json '.points | length' 1
t 2 "half a line" "$PADDOCK" surface profile bridge.rld --from 0,5
t 2 "no step" "$PADDOCK" surface profile bridge.rld --line 0,5,1,5 --step 0
t 0 "roughness of a flat road" "$PADDOCK" surface roughness bridge.rld --line 3,5,12,5 --step 0.1 --json
err_has "the longest stretch on it, from 0 m on for 7 m"
json '[.iri, .length, .class]' '[0,7,null]'
t 2 "too short for roughness" "$PADDOCK" surface roughness bridge.rld --line 3,5,3.5,5
err_has "are too short"

t 0 "an ASCII grid" "$PADDOCK" surface raster bridge.rld --cell 1 -o grid.asc
[ "$(sed -n 7p grid.asc)" = "0 5 0 0 0 0 0 0 0 0" ] || complain "$(cat grid.asc)"
t 0 "a GeoTIFF" "$PADDOCK" surface raster road.rld --size 64x64 -o grid.tif
[ "$(head -c 4 grid.tif | od -An -tx1 | tr -d ' ')" = 49492a00 ] || complain "no TIFF"
"$PADDOCK" convert bridge.rld moved.rld --origin=-100,-200,-7 2>/dev/null || exit 1
t 0 "an origin comes back" "$PADDOCK" surface raster moved.rld --cell 1 -o moved.asc
cmp -s grid.asc moved.asc || complain "$(head -8 moved.asc)"
if "$PADDOCK" surface raster road.rld --cell 0.1 -o height.png 2>/dev/null; then
    t 0 "a picture" "$PADDOCK" surface raster road.rld --cell 0.1 --of hillshade -o light.png
    cp height.raster.json out.txt
    json '.no_data' 0
    has_file light.raster.json
    t 0 "a picture of a difference" "$PADDOCK" surface compare road.rld road.rld -o difference.png --json
    has_file difference.png
fi
"$PADDOCK" convert road.rld squares.rld --blocks 10 2>/dev/null && "$PADDOCK" convert road.rld road.ply 2>/dev/null || exit 1
blocks=$("$PADDOCK" info squares.rld --json | jq '.tables[] | select(.name == "blocks") | .rows')
t 0 "which block is seen" "$PADDOCK" surface raster squares.rld --cell 0.5 --of block -o blocks.asc
seen=$(tail -n +7 blocks.asc | tr ' ' '\n' | grep -v '^-9999$' | sort -u | wc -l) # a corner of a block may be in no pixel
[ "$seen" -le "$blocks" ] && [ "$seen" -gt $((blocks * 2 / 3)) ] || complain "$seen of $blocks blocks"
t 4 "blocks of a file without" "$PADDOCK" surface raster road.ply --cell 0.5 --of block -o none.asc
err_has "(raster.blocks)"
no_file none.asc
t 2 "what kind of file" "$PADDOCK" surface raster road.rld --cell 1 -o grid.jpg
t 0 "as fine as is usual" "$PADDOCK" surface raster road.rld usual.asc
[ "$(sed -n '1,2s/[a-z]* *//p' usual.asc | sort -n | tail -n 1)" = 1024 ] || complain "$(head -n 2 usual.asc)"
t 2 "both" "$PADDOCK" surface raster road.rld --cell 1 --size 5x5 -o grid.asc
t 2 "no size" "$PADDOCK" surface raster road.rld --size 5 -o grid.asc
t 2 "an unknown subject" "$PADDOCK" surface raster road.rld --cell 1 --of hights -o grid.asc
err_has 'did you mean "height"?'
t 2 "too many pixels" "$PADDOCK" surface raster road.rld --cell 1e-9 -o x.asc
no_file x.asc

t 0 "the same surface" "$PADDOCK" surface compare road.rld road.rld --json
json '[.points > 1900, .points == .covered, .not_covered, .vertical.rms]' '[true,true,0,0]'
points='0 0 2  10 0 2  10 10 2  10 0 nan' triangles='0 1 2'
make above.rld
t 0 "two metres above" "$PADDOCK" surface compare above.rld bridge.rld -o rows.csv --json
json '[.covered, .not_finite, .vertical.mean, .vertical.percentiles."50", .normal.rms]' '[3,1,2,2,2]'
[ "$(sed -n 2p rows.csv)" = "0,0,2,2,2" ] || complain "$(cat rows.csv)"
t 0 "for people" "$PADDOCK" surface compare above.rld bridge.rld
out_has "mean +2000.0000 mm"
t 2 "one file" "$PADDOCK" surface compare road.rld
t 0 "different origins, the same place" "$PADDOCK" surface compare bridge.rld moved.rld --json
json '[.covered, .vertical.rms]' '[8,0]'
t 2 "an unknown kind" "$PADDOCK" surface compare road.rld road.rld -o x.pdf

# What is asked along stays, too.
printf 'x,y\n1,2\n3,1\n' >asked.csv
cp asked.csv kept.csv && lap along.raf && cp along.raf kept.raf
"$PADDOCK" synth rld under.rld --points 400 || exit 1
for tool in query profile roughness; do
    cp asked.csv asked
    t 2 "$tool does not write over its points" "$PADDOCK" surface $tool under.rld --coordinates asked -o asked
    err_has "output and input are the same file"
    t 2 "$tool does not write over a replay" "$PADDOCK" surface $tool under.rld --path along.raf -o ./along.raf
    t 0 "the points of $tool are as they were" cmp asked kept.csv
done
t 2 "nor compare over a surface" "$PADDOCK" surface compare under.rld asked.csv -o asked.csv
t 0 "the points are as they were" cmp asked.csv kept.csv
t 0 "and the replay" cmp along.raf kept.raf
t 0 "a tile" "$PADDOCK" surface tile under.rld --cell 1000 -o squares
first=$(ls squares | head -n 1)
cp "squares/$first" tile.rld
t 2 "is not written over by tiles of itself" "$PADDOCK" surface tile "squares/$first" --cell 1000 -o squares
t 0 "it is as it was" cmp "squares/$first" tile.rld

# A long line is counted before anything is taken for it.
"$PADDOCK" synth rld long.rld --points 3000 || exit 1
for tool in profile roughness; do
    t 5 "$tool within --memory-limit" "$PADDOCK" surface $tool long.rld --line 0,0,100000,0 --step 0.1 --memory-limit 1M
    err_has "(memory.limit)"
    t 5 "$tool of a line around the sun" "$PADDOCK" surface $tool long.rld --line 0,0,9e10,0 --step 0.1
    err_has "(memory.limit)"
    t 0 "$tool of a short one" "$PADDOCK" surface $tool long.rld --line 0,0,20,0 --step 0.1
done
