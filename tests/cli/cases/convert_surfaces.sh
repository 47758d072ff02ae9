# convert: surfaces into the files of other programs, their origins there and back, and what is left out and said.
"$PADDOCK" synth rld road.rld --points 2000 || exit 1
cp road.rld near.rld
for target in ply stl las xyz crg; do
    t 0 "to $target" "$PADDOCK" convert road.rld road.$target
    out_empty
    has_file road.$target
    sh_t 0 "to $target through pipes" "cat road.rld | \"\$PADDOCK\" convert - - --to $target 2>err2.txt | cmp - road.$target"
    t 3 "to $target on a full disk" "$PADDOCK" convert road.rld /dev/full --to $target
    t 2 "to $target onto itself" "$PADDOCK" convert road.$target road.$target
done
sh_t 0 "a reader that leaves early" '"$PADDOCK" convert road.rld - --to xyz 2>err2.txt | head -n 1 >line.txt'
[ "$(wc -w <line.txt)" -eq 3 ] || complain "no point: $(cat line.txt)"
t 0 "points alone are said to be" "$PADDOCK" convert road.rld road.xyz
err_has "triangles are left out: the target holds only points (convert.points_only)"
cp road.rld $'r\033oad.rld'
t 0 "a name's control characters stay out of notes" "$PADDOCK" convert $'r\033oad.rld' road.xyz
err_has "r?oad.rld: note:"
points=$("$PADDOCK" info --json road.rld | jq .properties.points)
[ "$(wc -l <road.xyz)" -eq "$points" ] || complain "not a line a point"
t 0 "PLY as text" "$PADDOCK" convert road.rld text.ply --ascii
sed -n 2p text.ply >$out
out_is "format ascii 1.0"
t 0 "PLY in doubles" "$PADDOCK" convert road.rld double.ply --double
sh_t 0 "has them" 'head -c 300 double.ply | grep -aq "property double x"'
t 0 "OpenCRG as text, along a line" "$PADDOCK" convert road.rld line.crg --ascii --line=10,0,60,5 --step 0.5
err_has "0.5 m apart"
sh_t 0 "begins where the line does" 'grep -q "REFERENCE_LINE_START_X   = 10$" line.crg && grep -q "#:LRFI" line.crg'
t 0 "packed" "$PADDOCK" convert road.rld packed.glb --compress --memory-limit 1M
t 5 "a limit of memory holds for conversions" "$PADDOCK" convert road.rld x.glb --compress --memory-limit 50k
err_has "memory.limit"
no_file x.glb
t 2 "half a point" "$PADDOCK" convert road.rld x.crg --line 1,2,3
t 2 "one point" "$PADDOCK" convert road.rld x.crg --line 1,2
t 2 "a line of words" "$PADDOCK" convert road.rld x.crg --line a,b,c,d
t 2 "no step" "$PADDOCK" convert road.rld x.crg --step 0
t 2 "a line shorter than a step" "$PADDOCK" convert road.rld x.crg --line 0,0,1,0 --step 2
t 4 "a line elsewhere" "$PADDOCK" convert road.rld x.crg --line 5000,5000,5010,5000
err_has "(crg.empty)"
no_file x.crg

# Origins: what a source lacks comes back where it can be held, and stays missing where it cannot.
cat >road.rld.origin.json <<'END'
{
  "meaning": "with a \"origin\": [9, 9, 9] in a text, {braces} and all",
  "of": { "origin": [8, 8, 8] },
  "origin": [691000.5, 5334000.25, 512]
}
END
t 0 "floats lack it too" "$PADDOCK" convert road.rld kept.stl
err_has "the origin 691000.5, 5334000.25, 512 was subtracted from its points"
cp kept.stl.origin.json $out
json .origin "[691000.5,5334000.25,512]"
t 0 "and it goes on from there" "$PADDOCK" convert road.rld kept.rld
cmp -s road.rld kept.rld || complain "the points changed"
t 0 "text has it" "$PADDOCK" convert road.rld world.xyz
no_file world.xyz.origin.json
awk '$1 < 690000 || $1 > 692000 || $2 < 5333000 || $2 > 5335000 || NF != 3 { exit 1 }' world.xyz || complain "not in the world"
t 0 "LAS has it" "$PADDOCK" convert road.rld world.las
no_file world.las.origin.json
t 0 "doubles have it" "$PADDOCK" convert road.rld world.ply --double
no_file world.ply.origin.json
t 0 "OpenCRG has it, in its own field" "$PADDOCK" convert road.rld world.crg
err_has "the origin 691000.5, 5334000.25, 512 is written in the file"
no_file world.crg.origin.json
t 0 "a file that takes the name of one that lacked something" "$PADDOCK" convert near.rld kept.stl
err_has "kept.stl.origin.json, which had the origin of the previous file, is removed"
no_file kept.stl.origin.json
sh_t 0 "as the start of its line" 'grep -aq "REFERENCE_LINE_START_Z   = 512$" world.crg'
t 0 "without it" "$PADDOCK" convert road.rld near.xyz --source-origin none
cmp -s near.xyz road.xyz || complain "not as before"
t 0 "another one" "$PADDOCK" convert road.rld other.xyz --source-origin 1,2,3
awk 'NR == FNR { x[FNR] = $1; next } ($1 - x[FNR] - 1) ^ 2 > 1e-9 { exit 1 }' road.xyz other.xyz || complain "not moved by 1"
t 2 "a wrong one" "$PADDOCK" convert road.rld x.xyz --source-origin 1,2
for wrong in '' '{' '{"origin": [1, 2]}' '{"origin": [1, 2, "3"]}' '{"origin": 1}' '{"a": {"origin": [1, 2, 3]}}' '{"origin": [1, 2, 1e999]}' '"origin'; do
    printf '%s' "$wrong" >road.rld.origin.json
    t 5 "an origin's file of $wrong" "$PADDOCK" convert road.rld x.xyz
    err_has "road.rld.origin.json"
    no_file x.xyz
done
t 0 "is not looked at when told so" "$PADDOCK" convert road.rld x.xyz --source-origin none
rm road.rld.origin.json && mkdir road.rld.origin.json
t 3 "an origin's file that is a folder" "$PADDOCK" convert road.rld x.xyz
rmdir road.rld.origin.json

# Damage.
cp road.rld bad.rld
poke bad.rld $((24 + 12 * points)) '\xff\xff\xff\x7f'
poke bad.rld 20 '\x00\x00\xc0\x7f'
t 0 "a missing point and one that is none" "$PADDOCK" convert bad.rld bad.ply
err_has "1 of"
err_has "(convert.index)"
err_has "1 points have a coordinate that is not a finite number: kept (convert.not_finite)"
t 0 "where it cannot be kept" "$PADDOCK" convert bad.rld bad.xyz
err_has "left out (convert.not_finite)"
[ "$(wc -l <bad.xyz)" -eq $((points - 1)) ] || complain "$(wc -l <bad.xyz) lines"
head -c 24 road.rld >none.rld
poke none.rld 8 '\0\0\0\0\0\0\0\0'
poke none.rld 20 'TRIS'
t 0 "nothing" "$PADDOCK" convert none.rld none.ply
sh_t 0 "is a header" 'grep -q "element vertex 0" none.ply && ! grep -q face none.ply'
t 4 "no triangles for STL" "$PADDOCK" convert none.rld none.stl
err_has "(stl.triangles)"
no_file none.stl

"$PADDOCK" synth rld plain.rld --points 400 || exit 1
while IFS=: read -r target wanted option; do
    t 2 "$option has no meaning for $target" "$PADDOCK" convert plain.rld "x.$target" $option
    err_has "${option%% *} has no meaning for $target; it is for $wanted"
    no_file "x.$target"
done <<END
stl:ply and crg:--ascii
glb:ply and crg:--ascii
obj:ply:--double
las:crg:--step 1
ply:crg:--line 0,0,1,1
ply:glb:--quantize
obj:glb:--compress
ply:glb and obj:--fam art.fam
END
t 0 "and something to others" "$PADDOCK" convert plain.rld x.PLY --ascii --double
out_empty
t 0 "capitals are the same name" "$PADDOCK" info x.PLY
t 2 "a name with a dash" "$PADDOCK" convert -plain.rld x.ply
err_has "Put -- before a file name that begins with a dash"
cp plain.rld ./-plain.rld
t 0 "after --" "$PADDOCK" convert --to ply -- -plain.rld -x
has_file ./-x
"$PADDOCK" synth wwww art.fam || exit 1
t 2 "art is for tracks" "$PADDOCK" convert plain.rld x.glb --fam art.fam
err_has "--fam is for tracks, and plain.rld is rld"
no_file x.glb
"$PADDOCK" synth tri pipe.tri && printf '691000.12 5334000.5 1\n691001 5334000 2\n691000 5334001 3\n' >world.xyz || exit 1
mkfifo pipe.obj pipe.rld
cat pipe.obj >taken.obj & cat pipe.rld >taken.rld &
t 0 "a track into a pipe" timeout 60 "$PADDOCK" convert pipe.tri pipe.obj --fam none
t 0 "and an origin" timeout 60 "$PADDOCK" convert world.xyz pipe.rld --triangulate
wait
has_file taken.obj
has_file taken.rld
[ "$(echo pipe*)" = "pipe.obj pipe.rld pipe.tri" ] || complain "there is more beside: $(echo pipe*)"
printf 'ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nproperty float nx\nproperty float ny\nproperty float nz\nproperty float s\nproperty float t\n' >lit.ply
printf 'element face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0 0.6 0 0.8 0 0\n1 0 0 0.6 0 0.8 0.25 0\n0 1 0 0 1 0 0 0.5\n3 0 1 2\n' >>lit.ply
t 0 "normals turn with their points, places in pictures stay" "$PADDOCK" convert lit.ply turned.ply --axes +y-x+z --ascii
[ "$(sed '1,/end_header/d' turned.ply | sed 's/-0 /0 /g' | sed -n 2,3p | tr '\n' ';')" = "0 -1 0 0 -0.6 0.8 0.25 0;1 0 0 1 0 0 0 0.5;" ] || complain "$(tail -n 4 turned.ply)"

# What points have besides their place.
printf '//X Y Z Intensity R G B\n1 2 3 10 255 0 7\n2 2 3 20 5 6 7\n1 3 3.5 30 0 0 0\n' >colored.xyz
t 0 "colours and intensity into LAS" "$PADDOCK" convert colored.xyz colored.las
t 0 "are there" "$PADDOCK" table colored.las points --columns z,intensity,red,blue --rows 2:3
out_has "3.5,30,0,0"
t 0 "and in PLY" "$PADDOCK" convert colored.las colored.ply
sh_t 0 "as properties" 'grep -aq "property ushort red" colored.ply'
t 0 "what has no place is said" "$PADDOCK" convert colored.las colored.rld
err_has "colours of the points: left out, because RLD has no field for it (convert.left_out.color)"
err_has "intensity of the points: left out, because RLD has no field for it (convert.left_out.intensity)"
t 0 "of merged surfaces too" "$PADDOCK" surface merge colored.ply colored.xyz -o merged.ply
err_has "colours of the points: left out, because not all of the surfaces have them, or not in the same type (surface.left_out)"
[ "$(grep -c "colours" err.txt)" -eq 1 ] || complain "said twice: $(cat err.txt)"

# A grid of OpenCRG is sized before memory is taken for it.
printf 'v %s\n' "0 0 0" "1 0 0" "0 0 1" "9000 0 9000" "9001 0 9000" "9000 0 9001" "0 0 9000" "1 0 9000" "0 0 9001" >apart.obj
printf 'f %s\n' "1 3 2" "4 6 5" "7 9 8" >>apart.obj
t 5 "a grid of gaps" "$PADDOCK" convert apart.obj apart.crg
err_has "(crg.size)"
"$PADDOCK" synth rld crg.rld --points 3000 || exit 1
t 5 "a grid beyond the limit" "$PADDOCK" convert crg.rld fine.crg --step 0.02 --memory-limit 1M
err_has "(memory.limit)"
no_file apart.crg
no_file fine.crg
