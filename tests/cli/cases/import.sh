# Surfaces of other programs: every format opens, is checked and converted, and says what it left out.
"$PADDOCK" synth rld road.rld --points 400 || exit 1
for target in ply stl las xyz crg; do
    "$PADDOCK" convert road.rld road.$target 2>err2.txt || complain "convert to $target: $(cat err2.txt)"
    t 0 "info of $target" "$PADDOCK" info road.$target
    out_has "($target)"
    t 0 "back from $target" "$PADDOCK" convert road.$target back-$target.rld
    t 0 "which is sound" "$PADDOCK" check back-$target.rld
done
sh_t 0 "PLY and back gives the same points" 'cmp -n 4000 road.rld back-ply.rld'
sh_t 0 "and as text" '"$PADDOCK" convert road.rld text.ply --ascii && "$PADDOCK" convert text.ply text.rld && cmp text.rld back-ply.rld'

printf '691000.12;5334000.5;512\n691001.12;5334000.5;512.25\n691000.12;5334001.5;nan\n691000.12;5334001.5;512.5\n691050;5334001.5;512.5\n' >scan.csv
t 0 "and in a scene" "$PADDOCK" convert scan.csv scan.glb --triangulate
err_has "triangles (Delaunay, seen from above)"
triangles=$(sed -n 's/.*note: made \([0-9]*\) triangles.*/\1/p' $err)
t 0 "which has them" "$PADDOCK" info scan.glb --json
json '.surfaces[0].triangles' "$triangles"
json '[.properties.origin_x, .properties.origin_y, .properties.origin_z]' '[5334000,500,691000]' # y up
no_file scan.glb.origin.json # it says so itself
t 0 "points get triangles" "$PADDOCK" convert scan.csv scan.rld --triangulate --max-edge 10
err_has "1 points whose coordinates are not finite numbers are left out"
err_has "1 of 2 triangles have an edge above 10 m and are left out"
err_has "the origin 691000, 5334000, 500 was subtracted"
[ "$("$PADDOCK" info --json scan.rld | jq -c '.surfaces[0] | [.vertices, .triangles]')" = "[4,1]" ] || complain "not 4 points and a triangle"
t 0 "columns of a scan" "$PADDOCK" table scan.csv points --columns z --rows 0:1
out_has "512"
t 2 "a longest edge of nothing" "$PADDOCK" convert scan.csv x.rld --max-edge 3
t 2 "no length" "$PADDOCK" convert scan.csv x.rld --triangulate --max-edge 0
printf '1 1 1\n2 2 2\n3 3 3\n' >line.xyz
t 4 "a line has no triangles" "$PADDOCK" convert line.xyz x.rld --triangulate
err_has "(convert.triangulate)"
no_file x.rld

"$PADDOCK" synth tri track.tri && "$PADDOCK" synth wwww car.cfm --dialect car || exit 1
for source in track.tri car.cfm; do
    for target in glb obj; do
        t 2 "parts of $source have triangles, $target" "$PADDOCK" convert $source parts.$target --triangulate
        err_has "the parts of this"
        ! grep -q "note: made" $err || complain "triangles were made: $(shown $err)"
        no_file parts.$target
    done
done
t 0 "its points as one can be triangulated" "$PADDOCK" convert track.tri track.ply --triangulate
err_has "triangles (Delaunay, seen from above)"

printf '1 2 3\n' >points.dat
t 4 "numbers under another name are none" "$PADDOCK" info points.dat
t 0 "unless somebody says so" "$PADDOCK" info --as xyz points.dat
printf '1,5;2,5;3,5\n' >comma.xyz
t 4 "a decimal comma" "$PADDOCK" info comma.xyz
err_has "(xyz.comma)"

printf 'v 0 0 0\nv 1 0 0\nv 0 0 -1\nv 9 9 9\nf 1 2 3\nf 1 2 7\n' >bad.obj
t 5 "an index of nothing" "$PADDOCK" convert bad.obj bad.rld
err_has "at 0x"
no_file bad.rld
t 0 "is left out on request" "$PADDOCK" convert bad.obj bad.rld --partial
[ "$(grep -c "(obj.face.index)" err.txt)" -eq 1 ] || complain "said twice"
err_has "1 faces cannot be read and were left out"
t 0 "z up when told" "$PADDOCK" convert bad.obj z.rld --partial --axes +x+y+z
got=$("$PADDOCK" table z.rld points --columns z --rows 2:3 | tail -n 1)
[ "$got" = "-1" ] || complain "the axes were turned: $got"

t 0 "blocks of squares" "$PADDOCK" convert road.rld squares.rld --blocks 25
err_has "blocks, squares of 25 m"
made=$(sed -n 's/.*note: made \([0-9]*\) blocks.*/\1/p' $err)
[ "$made" -gt 2 ] || complain "made $made blocks"
t 0 "which are sound" "$PADDOCK" check squares.rld
out_has "squares.rld: sound"
t 0 "as many as said" "$PADDOCK" info squares.rld --json
json '.tables[] | select(.name == "blocks") | .rows' "$made"
t 0 "the surface as it was" "$PADDOCK" surface stats road.rld --json
counts='[.points, .triangles, .bounds, .edges, .boundary_loops, .components, .degenerate, .unused_points, .euler]'
jq "$counts" $out >before.txt
t 0 "and is" "$PADDOCK" surface stats squares.rld --json
jq "$counts" $out | diff before.txt - >wrong.txt || complain "$(cat wrong.txt)"
printf 'v 1 1 0\nv 2 1 0\nv 1 2 0\nf 1 2 3\n' >three.obj && "$PADDOCK" convert three.obj alone.rld -q
t 0 "one block" "$PADDOCK" convert alone.rld alone.obj --of block
err_has '1 block in 1 colour;'
t 0 "blocks in colours" "$PADDOCK" convert squares.rld colours.obj --of block
err_has "blocks that meet in a triangle differ"
[ "$(grep -c '^newmtl' colours.mtl)" -ge 2 ] || complain "one colour: $(cat colours.mtl)"
t 2 "colours of nothing else" "$PADDOCK" convert squares.rld x.obj --of height
t 2 "colours where there are no materials" "$PADDOCK" convert squares.rld x.ply --of block
err_has "it is for glb and obj"
t 2 "colours of blocks that are not there" "$PADDOCK" convert "$TOP/samples/lap.raf" x.glb --of block
no_file x.glb
t 2 "no blocks elsewhere" "$PADDOCK" convert road.rld squares.ply --blocks 25
err_has "it is for rld"
no_file squares.ply
t 2 "too many squares" "$PADDOCK" convert road.rld x.rld --blocks 0.001
err_has "choose larger"
t 2 "squares of nothing" "$PADDOCK" convert road.rld x.rld --blocks 0
t 2 "squares of no number" "$PADDOCK" convert road.rld x.rld --blocks wide
no_file x.rld

t 0 "points alone" "$PADDOCK" convert scan.csv alone.rld
err_has "no triangles to drive on"
head -c 84 /dev/zero >none.stl
t 0 "nothing at all" "$PADDOCK" convert none.stl none.rld
err_has "warning: there are no points"

# Files that a file names.
mkdir -p scene/in && cp road.rld scene/ && "$PADDOCK" convert road.rld scene/whole.glb 2>/dev/null || exit 1
cat >scene/plate.gltf <<'END'
{"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}],"asset":{"version":"2.0"},"bufferViews":[{"buffer":0,"byteLength":36}],
"buffers":[{"byteLength":36,"uri":"in/my%20plate.bin"}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],"nodes":[{"mesh":0}],"scenes":[{"nodes":[0]}]}
END
t 3 "glTF without its data" "$PADDOCK" info scene/plate.gltf
err_has 'the file names "in/my plate.bin": cannot open'
err_has "(referenced.open)"
printf '\0\0\0\0\0\0\0\0\0\0\0\0\0\0\200\77\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\200\277' >"scene/in/my plate.bin"
t 0 "glTF with its data beside it" "$PADDOCK" info --evidence scene/plate.gltf
out_has "in/my plate.bin"
out_has "3 vertices, 1 triangle"
sh_t 4 "from a pipe there is nothing beside it" 'cat scene/plate.gltf | "$PADDOCK" info --as glb -'
err_has "(referenced.memory)"
sh_t 4 "nor beside standard input" '"$PADDOCK" info --as glb - <scene/plate.gltf'
err_has "(referenced.memory)"
sed 's,in/my%20plate.bin,../road.rld,' scene/plate.gltf >scene/out.gltf
t 4 "a name that leads out of the folder" "$PADDOCK" info scene/out.gltf
err_has "(referenced.path)"
"$PADDOCK" convert road.rld scene/grid.crg 2>/dev/null || exit 1
printf '$ROAD_CRG_FILE\ngrid.crg\n$\n' >scene/first.crg
t 0 "OpenCRG that names another file" "$PADDOCK" table scene/first.crg reference_line
"$PADDOCK" table scene/grid.crg reference_line >grid.csv && cmp -s grid.csv "$out" || complain "not the grid it names"

# Points as rows, whatever the format.
for target in obj stl glb; do
    "$PADDOCK" convert road.rld rows.$target 2>/dev/null || exit 1
    t 0 "points of $target as rows" "$PADDOCK" table rows.$target points --columns x,y,z --rows 0:3
    [ "$(wc -l <"$out")" -eq 4 ] || complain "not three rows: $(shown "$out")"
done

# LAS headers that announce too much, at every kind of work: each ends by itself, and never with a crash.
"$PADDOCK" synth rld las.rld --points 500 && "$PADDOCK" convert las.rld good.las -q || exit 1
las_bomb() { # NAME OFFSET BYTES ...
    cp good.las "$1.las" && shift
    while [ $# -gt 0 ]; do poke "$name.las" "$1" "$2" && shift 2; done
}
all='\377\377\377\377'
for name in counts size0 size_most records extended offset; do
    case $name in
        counts) las_bomb $name 107 "$all" 247 '\000\000\000\000\001\000\000\000' ;;
        size0) las_bomb $name 105 '\000\000' ;;
        size_most) las_bomb $name 105 '\377\377' ;;
        records) las_bomb $name 100 "$all" ;;
        extended) las_bomb $name 235 '\167\001\000\000\000\000\000\000' 243 "$all" ;;
        offset) las_bomb $name 96 "$all" ;;
    esac
    for verb in info check "table points" dump "convert -o x.xyz" "surface stats" "surface check" "surface tile -o x --cell 10" \
        "surface crop -o x.las --box 0,0,1,1" "surface merge -o x.ply" "surface query --at 1,1"; do
        set -- $verb
        case $1 in
            surface) words="surface $2 $name.las" && shift 2 ;;
            table) words="table $name.las points" && shift 2 ;;
            *) words="$1 $name.las" && shift ;;
        esac
        t 0 "las $name: $words" bash -c 'timeout 60 "$@" >bomb.txt 2>&1; [ $? -le 5 ]' - "$PADDOCK" $words "$@"
    done
done

# Numbers of materials.
printf 'mtllib m.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl tar\nf 1 2 3\n' >m.obj
printf 'newmtl tar\nKd 0.25\nd -halo 0.5\nillum 10\n' >m.mtl
t 0 "one number for a colour" "$PADDOCK" check m.obj
out_lacks materials.value
t 0 "its opacity" "$PADDOCK" convert m.obj m.glb
t 0 "and colour, and light of others" "$PADDOCK" convert m.glb back.obj
grep -q '^Kd 0.25 0.25 0.25$' back.mtl || complain "$(cat back.mtl)"
grep -q '^d 0.5$' back.mtl || complain "$(cat back.mtl)"
for line in 'Kd 1 abc 0' 'Ke zz' 'd zz' 'Tr 0.5x' 'illum no'; do
    printf 'newmtl tar\n%s\n' "$line" >m.mtl
    t 1 "a material: $line" "$PADDOCK" check m.obj
    out_has "the first at byte 11 of m.mtl"
done
