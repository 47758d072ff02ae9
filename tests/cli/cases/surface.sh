# surface: measured, checked, cropped, tiled, merged, with normals, with fewer triangles; and what is refused.
"$PADDOCK" synth rld road.rld --points 3000 || exit 1
t 0 "stats for people" "$PADDOCK" surface stats road.rld
out_has "  points            2"
out_has "  parts             1"
err_empty
t 0 "stats for programs" "$PADDOCK" surface stats road.rld --json
json '[.components, .boundary_loops, .euler, .flipped, .degenerate, .duplicate_points, .duplicate_triangles, .unused_points]' '[1,1,1,0,0,0,0,0]'
json '.edges | .total == .shared + .boundary + .non_manifold' true
json '.edges | keys_unsorted' '["total","shared","boundary","non_manifold","inconsistent"]'
json 'keys_unsorted[0:16]' '["unit","points","triangles","bounds","area","area_projected","edges","boundary_loops","boundary_length","components","degenerate","duplicate_points","duplicate_triangles","unused_points","euler","mean"]'
sh_t 0 "from standard input" '"$PADDOCK" surface stats - --json <road.rld'
json .components 1
printf '%s\n' '-16.582 0.1 7' '-16.582 8.1 7.25' '12.345 8.1 7.25' >dots.xyz
"$PADDOCK" convert dots.xyz dots.rld --triangulate -q || exit 1
t 0 "decimals of the stored floats" "$PADDOCK" surface stats dots.rld
out_has "  x                 -16.582 to 12.345 m, 28.927 m"
out_has "  y                 0.1 to 8.1 m, 8 m"
t 0 "the same for programs" "$PADDOCK" surface stats dots.rld --json
json .bounds '{"min":[-16.582,0.1,7],"max":[12.345,8.1,7.25]}'
printf '{"origin":[637300,849000.5,400]}' >dots.rld.origin.json
t 0 "true coordinates" "$PADDOCK" surface stats dots.rld
out_has "  x                 637283.418 to 637312.345 m, 28.927 m"
out_has "  z                 407 to 407.25 m, 0.25 m"
t 0 "points that were asked for" "$PADDOCK" surface query dots.rld --at 637290.1,849007.3
[ "$(sed -n 2p $out | cut -d, -f 2,3)" = 637290.1,849007.3 ] || complain "$(cat $out)"
! cut -d, -f 4-7 $out | grep -qE '\.[0-9]{10}' || complain "too many decimals: $(cat $out)"
t 0 "distances" "$PADDOCK" surface profile dots.rld --line 637290,849008,637291,849008 --step 0.05
[ "$(sed -n 5p $out | cut -d, -f 1-3)" = 0.15,637290.15,849008 ] || complain "$(cat $out)"
t 0 "a grid of them" "$PADDOCK" surface raster dots.rld dots.asc --cell 0.3
[ "$(sed -n '3,4p' dots.asc | tr '\n' ' ')" = "xllcorner 637283.418 yllcorner 849000.5 " ] || complain "$(head -n 6 dots.asc)"
t 0 "a sound surface" "$PADDOCK" surface check road.rld
out_is "road.rld: sound (surface check)"

# Two triangles that face each other's way, a point on an edge, one at no point, one face down.
{
    printf 'RLD0HEAD\005\0\0\0\003\0\0\0VERT'
    printf '\0\0\0\0\0\0\0\0\0\0\0\0\0\0\200\100\0\0\0\0\0\0\0\0\0\0\0\100\0\0\0\300\0\0\0\0'
    printf '\0\0\0\100\0\0\0\0\0\0\0\0\0\0\0\100\0\0\0\100\0\0\0\0'
    printf 'TRIS\0\0\0\0\002\0\0\0\001\0\0\0\003\0\0\0\004\0\0\0\001\0\0\0\0\0\0\0\001\0\0\0\011\0\0\0'
    printf 'BLKI\001\0\0\0\0\0\0\0\005\0\0\0'
} >odd.rld
t 1 "findings of a surface" "$PADDOCK" surface check odd.rld
out_has "(surface.triangle.range)"
out_has "odd.rld: at 0x60: warning: triangle[1]: faces down, at 2, 0, 0 (surface.triangle.flipped)"
out_has "point[3]: is on the edge between points 0 and 1"
t 1 "the same for programs" "$PADDOCK" surface check odd.rld --json
json '[.path, .total == (.findings | length), ([.findings[].code] | unique)]' '["odd.rld",true,["surface.junction","surface.triangle.flipped","surface.triangle.range"]]'

t 0 "a crop" "$PADDOCK" surface crop road.rld --box -1000,-1000,20,1000 -o part.rld
out_has "part.rld: "
out_has "triangles left out: outside"
t 0 "the crop is a surface" "$PADDOCK" surface stats part.rld --json
json '.components == 1 and .unused_points == 0' true
sh_t 0 "a crop through a pipe" '"$PADDOCK" surface crop road.rld --box -1000,-1000,20,1000 -o - --to rld | cmp - part.rld'
t 0 "what was done, for programs" "$PADDOCK" surface crop road.rld --box -1000,-1000,20,1000 -o part.rld --json
json '.triangles + .triangles_outside == ('"$("$PADDOCK" surface stats road.rld --json | jq .triangles)"')' true
t 0 "tiles" "$PADDOCK" surface tile road.rld --cell 40 -o tiles --json
json '.triangles == ('"$("$PADDOCK" surface stats road.rld --json | jq .triangles)"')' true
[ "$(ls tiles | wc -l)" -gt 3 ] || complain "few tiles: $(ls tiles)"
largest=$(stat -c %s tiles/* | sort -n | tail -n 1) least=$(stat -c %s tiles/* | sort -n | head -n 1) blocks=$(((largest - 1) / 1024))
[ "$least" -lt $((blocks * 1024)) ] || complain "all tiles are as large as the largest"
t 3 "tiles that do not all fit" bash -c "ulimit -f $blocks; exec \"\$PADDOCK\" surface tile road.rld --cell 40 -o none"
err_has "cannot write: File too large (io.write)"
[ ! -e none ] || complain "tiles were left behind: $(ls none)"
mkdir kept && echo mine >kept/notes.txt
t 3 "tiles beside something else" bash -c "ulimit -f $blocks; exec \"\$PADDOCK\" surface tile road.rld --cell 40 -o kept"
[ "$(ls -A kept)" = notes.txt ] || complain "more or less than the notes: $(ls kept)"
sh_t 0 "tiles welded again" '"$PADDOCK" surface merge tiles/*.rld --weld 0 -o whole.rld'
out_has "points joined to others"
sh_t 0 "are the surface" 'for file in road whole; do "$PADDOCK" surface stats $file.rld --json | jq -c "[.points, .triangles, .edges, .components, .euler]"; done | uniq | wc -l'
out_is 1
t 0 "tiles side by side" "$PADDOCK" surface merge road.rld part.rld -o both.rld
t 0 "are apart" "$PADDOCK" surface stats both.rld --json
json .components 2

t 0 "normals as CSV" "$PADDOCK" surface normals road.rld -o normals.csv
[ "$(head -n 1 normals.csv)" = "x,y,z,normal_x,normal_y,normal_z" ] || complain "$(head -n 1 normals.csv)"
[ "$(wc -l <normals.csv)" -eq "$("$PADDOCK" surface stats road.rld --json | jq '.points + 1')" ] || complain "lines"
t 2 "normals as RLD" "$PADDOCK" surface normals road.rld -o normals.rld
err_has "have no normals"

if "$PADDOCK" surface simplify road.rld --error 0.005 -o light.rld >/dev/null 2>with.txt; then
    t 0 "simplified" "$PADDOCK" surface simplify road.rld --error 0.02 -o light.rld --json
    json '.deviation_max > 0 and .deviation_max <= 0.02 and .triangles < 3000' true
    t 0 "still one sheet" "$PADDOCK" surface check light.rld
    t 0 "borders kept" "$PADDOCK" surface simplify road.rld --error 0.02 --lock-border -o light.rld
    t 2 "a ratio beyond" "$PADDOCK" surface simplify road.rld --error 0.02 --ratio 2 -o light.rld
    t 2 "a negative error" "$PADDOCK" surface simplify road.rld --error -1 -o light.rld
else
    grep -q simplify.without with.txt || complain "$(cat with.txt)"
    skip "simplify (built without meshoptimizer)"
    cp road.rld light.rld
fi

t 2 "no tool" "$PADDOCK" surface stat road.rld
err_has 'did you mean "stats"?'
t 2 "no file" "$PADDOCK" surface stats
t 2 "a file too many" "$PADDOCK" surface stats road.rld road.rld
t 2 "an option of another tool" "$PADDOCK" surface stats road.rld --weld 0.003
err_has "does not take --weld"
t 2 "no output" "$PADDOCK" surface crop road.rld --box 0,0,1,1
t 2 "onto itself" "$PADDOCK" surface crop road.rld --box 0,0,1,1 -o road.rld
t 2 "no box" "$PADDOCK" surface crop road.rld --box 0,0,1 -o x.rld
t 2 "an inverted box" "$PADDOCK" surface crop road.rld --box 5,0,1,1 -o x.rld
t 2 "tiles of nothing" "$PADDOCK" surface tile road.rld --cell 0 -o tiles
t 2 "tiles nowhere" "$PADDOCK" surface tile road.rld --cell 5
t 2 "an unknown surface" "$PADDOCK" surface stats road.rld --surface raod
t 3 "a full disk" "$PADDOCK" surface crop road.rld --box -1000,-1000,20,1000 -o /dev/full --to rld
lap
t 4 "a file without a surface" "$PADDOCK" surface stats lap.raf
err_has "(mesh.none)"
"$PADDOCK" synth tri track.tri || exit 1
t 0 "a track as one" "$PADDOCK" surface stats track.tri --json
t 0 "its road" "$PADDOCK" surface stats track.tri --surface road --json
no_file x.rld
rm -r tiles kept
only_files both.rld dots.asc dots.rld dots.rld.origin.json dots.xyz lap.raf light.rld normals.csv odd.rld part.rld road.rld track.tri whole.rld with.txt

"$PADDOCK" synth rld wide.rld --points 400 || exit 1
for name in a.PNG a.Asc a.TIF a.Tiff; do
    t 0 "capitals: $name" "$PADDOCK" surface raster wide.rld --cell 5 -o $name
    has_file $name
done
echo mine >kept.raster.json
for tool in "raster wide.rld" "compare wide.rld wide.rld"; do
    t 3 "--no-clobber keeps what lies beside a picture: $tool" "$PADDOCK" surface $tool --cell 5 -o kept.png --no-clobber
    err_is 'paddock: kept.raster.json: exists already, and --no-clobber keeps it (io.exists)'
    no_file kept.png
done
rm kept.raster.json
t 0 "and of a comparison" "$PADDOCK" surface compare wide.rld wide.rld -o far.CSV
t 0 "with its columns" head -n 1 far.CSV
out_has "x,y,z,vertical,normal"
t 0 "and of normals" "$PADDOCK" surface normals wide.rld -o up.CSV
t 0 "with theirs" head -n 1 up.CSV
out_has "normal_z"
t 2 "pixels too small" "$PADDOCK" surface raster wide.rld --cell 0.00001 -o x.png
err_has "choose larger"
t 2 "a box beside the surface" "$PADDOCK" surface crop wide.rld --box 100000,100000,100001,100001 -o x.rld
err_has "no part of it is inside the box"
t 2 "tiles over their surface" "$PADDOCK" surface tile wide.rld --cell 50 -o wide.rld
err_has "output and input are the same file"
t 3 "tiles in a file" "$PADDOCK" surface tile wide.rld --cell 50 -o up.CSV
err_has "cannot make this folder: Not a directory"
no_file x.png
no_file x.rld

lap lap.raf
t 4 "tiles of no surface" "$PADDOCK" surface tile lap.raf --cell 50 -o none
no_file none
mkdir there
t 4 "a folder that was there stays" "$PADDOCK" surface tile lap.raf --cell 50 -o there
[ -d there ] || complain "the folder is gone"

# An interrupt comes when it comes: either all is there and well, or nothing is.
"$PADDOCK" synth rld long.rld --points 1M || exit 1
for call in "normals long.rld -o late.csv" "compare long.rld long.rld -o late.csv" "raster long.rld --cell 0.02 -o late.png"; do
    for after in 0.05 0.4 1.2; do
        rm -f late.*
        timeout --foreground --preserve-status -s INT "$after" "$PADDOCK" surface $call >/dev/null 2>&1
        ended=$?
        t 0 "interrupted after $after s: ${call%% *}" true
        if [ $ended -eq 0 ]; then ls late.* >/dev/null 2>&1 || complain "done, and nothing there"
        else [ -z "$(find . -maxdepth 1 -name 'late.*' -o -maxdepth 1 -name '.paddock-*')" ] || complain "exit status $ended, and there is $(ls -A)"; fi
    done
done

# What a new surface does not keep is said.
printf 'v 0 0 0 1 0 0\nv 1 0 0 0 1 0\nv 1 0 1 0 0 1\nf 1 2 3\n' >colors.obj
t 0 "merging colours" "$PADDOCK" surface merge colors.obj road.rld -o merged.ply --json
err_has "colours of the points: left out, because not all of the surfaces have them, or not in the same type (surface.left_out)"
json '.notes[0].code, (.notes | length)' '"surface.left_out"
1'
t 0 "cropping colours" "$PADDOCK" surface crop colors.obj merged.ply --box=-9,-9,9,9
err_has "colours of the points: left out, because changed surfaces cannot hold this (surface.left_out)"
# Colours and other values of points stay where all have them. Two triangles share an edge; the second file's order differs.
head='ply
format ascii 1.0
element vertex 3
property float x
property float y
property float z
property uchar red
property uchar green
property uchar blue
property float wear
'
tail='element face 1
property list uchar int vertex_indices
end_header
'
printf '%s%s0 0 0 1 2 3 0.5\n1 0 0 4 5 6 0.25\n0 1 0 7 8 9 0.125\n3 0 1 2\n' "$head" "$tail" >one.ply
printf '%sproperty short age\n%s0 1 0 70 80 90 8 1\n1 0 0 40 50 60 4 2\n1 1 0 11 12 13 2 3\n3 0 1 2\n' "$head" "$tail" >two.ply
t 0 "merging files that have them" "$PADDOCK" surface merge one.ply two.ply --weld 0 -o merged.ply --json
json '[.points, .points_joined, (.notes | map(.message))]' '[4,2,["attributes of the points: left out, because not all of the surfaces have them, or not in the same type"]]'
"$PADDOCK" convert merged.ply text.ply --ascii
sh_t 0 "the values of the points" 'sed "1,/^end_header/d" text.ply | head -n 4'
[ "$(cat out.txt)" = "0 0 0 1 2 3 0.5
1 0 0 4 5 6 0.25
0 1 0 7 8 9 0.125
1 1 0 11 12 13 2" ] || complain "$(cat out.txt)"
t 0 "tiling colours" "$PADDOCK" surface tile merged.ply many --cell 0.5 --json
json '[.points > 3, (.notes | map(.code)), (.notes | map(.message) | sort | .[1])]' '[true,["surface.left_out","surface.left_out"],"colours of the points: left out, because changed surfaces cannot hold this"]'
[ "$(grep -c "colours of the points" err.txt)" -eq 1 ] || complain "not said once: $(cat err.txt)"
