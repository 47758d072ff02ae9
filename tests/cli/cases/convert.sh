# convert: by extension or --to, axes, scale, origins, and what is refused.
"$PADDOCK" synth rld road.rld --points 500 || exit 1
t 0 "a copy is the same surface" "$PADDOCK" convert road.rld copy.rld
out_empty
err_empty
cmp -s road.rld copy.rld || complain "the copy differs"
sh_t 0 "to standard output" '"$PADDOCK" convert road.rld - --to rld | cmp - road.rld'
sh_t 0 "from standard input" '"$PADDOCK" convert - piped.rld <road.rld && cmp piped.rld road.rld'
t 0 "axes" "$PADDOCK" convert road.rld turned.rld --axes +y-x+z
t 0 "and back" "$PADDOCK" convert turned.rld back.rld --axes=-y+x+z
cmp -s road.rld back.rld || complain "turning there and back differs"
t 0 "an origin" "$PADDOCK" convert road.rld moved.rld --origin 100,-200,0.5
err_has "the origin 100, -200, 0.5 was subtracted"
has_file moved.rld.origin.json
cp moved.rld.origin.json $out
json .origin "[100,-200,0.5]"
t 0 "a scale" "$PADDOCK" convert road.rld small.rld --scale 0.001
t 2 "mirrored axes" "$PADDOCK" convert road.rld x.rld --axes +x+z+y
err_has "not a rotation of axes"
no_file x.rld
t 2 "an axis twice" "$PADDOCK" convert road.rld x.rld --axes xxz
t 2 "an unknown target" "$PADDOCK" convert road.rld x --to rdl
err_has 'did you mean "rld"?'
t 2 "an extension that says nothing" "$PADDOCK" convert road.rld x.what
err_is 'paddock: x.what: the name does not say a format that can be written; it may end in .rld, .ply, .stl, .las, .xyz, .crg, .xodr, .glb, .obj, .geojson, .ld, .vbo, .gpx, .srt or .parquet, or give --to ID'
t 2 "onto itself" "$PADDOCK" convert road.rld road.rld
t 2 "no scale" "$PADDOCK" convert road.rld x.rld --scale 0
t 2 "no origin" "$PADDOCK" convert road.rld x.rld --origin 1,2
lap
t 4 "a file without a surface" "$PADDOCK" convert lap.raf x.rld
err_has "(mesh.none)"
no_file x.rld
t 3 "a full disk" "$PADDOCK" convert road.rld /dev/full --to rld
only_files back.rld copy.rld lap.raf moved.rld moved.rld.origin.json piped.rld road.rld small.rld turned.rld

rm -f *.rld *.json *.raf

"$PADDOCK" synth tri Open.TRI --dialect open && "$PADDOCK" synth wwww oPEN_001.fam && "$PADDOCK" synth tri loop.tri --dialect closed || exit 1
t 0 "a track finds its art, whatever the case" "$PADDOCK" convert Open.TRI open.glb
err_has "textures and models from oPEN_001.fam"
sh_t 0 "a GLB" 'head -c 4 open.glb | grep -q glTF'
t 0 "the same to standard output" sh -c '"$0" convert Open.TRI - --to glb 2>/dev/null | cmp - open.glb' "$PADDOCK"
"$PADDOCK" synth wwww open.fam --seed 2 || exit 1
t 0 "the name without a number comes first" "$PADDOCK" convert Open.TRI other.glb
err_has "textures and models from open.fam"
t 0 "another art" "$PADDOCK" convert Open.TRI named.glb --fam oPEN_001.fam
err_empty
cmp -s open.glb named.glb || complain "the art that was named gives another file than the same art found"
t 0 "no art" "$PADDOCK" convert Open.TRI plain.glb --fam none
err_has "3D models are in the FAM, which was not given"
t 0 "nothing beside it" "$PADDOCK" convert loop.tri loop.glb
err_has "no FAM beside it"
echo "no art" >notes.txt
t 4 "an art that is none" "$PADDOCK" convert Open.TRI x.glb --fam notes.txt
no_file x.glb
t 3 "an art that is not there" "$PADDOCK" convert Open.TRI x.glb --fam nowhere.fam
no_file x.glb
t 0 "quantised" "$PADDOCK" convert Open.TRI small.glb --quantize
[ "$(wc -c <small.glb)" -lt "$(wc -c <open.glb)" ] || complain "quantised is not smaller"
t 0 "OBJ with materials and pictures beside it" "$PADDOCK" convert Open.TRI open.obj
has_file open.mtl
has_file open-0_1_A000.png
sh_t 0 "and the OBJ names its materials" 'head -n 1 open.obj | grep -qx "mtllib open.mtl"'
t 0 "OBJ alone" "$PADDOCK" convert Open.TRI - --to obj
err_has "(obj.materials)"
t 0 "lines" "$PADDOCK" convert loop.tri loop.geojson
err_empty
cp loop.geojson $out
json '[.features[].geometry | .coordinates[0] == .coordinates[-1]]' '[true,true,true,true,true]'
json '.features[0].properties | (.legal_speed|length) == (.distance|length)' true
json '.features[0].properties.units.legal_speed' '"m/s"'
"$PADDOCK" synth rld road.rld --points 500 || exit 1
t 4 "a surface has no lines" "$PADDOCK" convert road.rld x.geojson
err_has "(geojson.none)"
no_file x.geojson
t 3 "a full disk with pictures" "$PADDOCK" convert Open.TRI /dev/full --to glb

rm -f *.glb *.obj *.mtl *.png *.tri *.TRI *.fam *.geojson
t 0 "what was written, for programs" "$PADDOCK" convert road.rld away.xyz --origin 100,-200,0.5 --json
err_has "triangles are left out"
json keys_unsorted '["path","output","target","points","triangles","dropped","origin","notes"]'
json '[.path, .output, .target, .triangles, .origin]' '["road.rld","away.xyz","xyz",0,[100,-200,0.5]]'
json .points "$("$PADDOCK" surface stats road.rld --json | jq .points)"
json '.notes[] | [.severity, .code]' '["note","convert.points_only"]'
t 0 "nothing to note, and no origin" "$PADDOCK" convert road.rld copy.rld --json
json '[.target, .triangles > 0, .dropped, .origin, .notes]' '["rld",true,0,[0,0,0],[]]'
t 4 "a failure, for programs" "$PADDOCK" convert road.rld x.geojson --json
json '[.path, .error.code]' '["road.rld","geojson.none"]'
t 3 "an output that cannot be written, for programs" "$PADDOCK" convert road.rld nowhere/x.rld --json
json 'keys' '["error","path"]'
t 2 "JSON and the output in one place" "$PADDOCK" convert road.rld - --to ply --json
err_is 'paddock: --json and the output cannot both go to standard output; give the output a file'
out_empty

# --no-clobber keeps the files beside the output, too: nothing is written then.
"$PADDOCK" synth tri Beside.TRI --dialect open && "$PADDOCK" synth wwww Beside.fam || exit 1
for beside in kept.mtl kept-0_1_A000.png kept.obj.origin.json; do
    echo mine >$beside
    t 3 "--no-clobber keeps $beside" "$PADDOCK" convert Beside.TRI kept.obj --no-clobber
    err_has "paddock: kept.obj: $beside exists already, and files that exist are kept (io.exists)"
    only_kept=$(ls kept*)
    [ "$only_kept $(cat $beside)" = "$beside mine" ] || complain "there is $only_kept"
    rm $beside
done
t 0 "and writes where there is none" "$PADDOCK" convert Beside.TRI kept.obj --no-clobber
has_file kept.mtl
has_file kept-0_1_A000.png
for origin in "--origin 1,2,3" "--origin none"; do
    echo mine >lone.rld.origin.json
    # shellcheck disable=SC2086 # two words
    t 3 "--no-clobber neither replaces nor removes an origin: $origin" "$PADDOCK" convert road.rld lone.rld $origin --no-clobber
    err_has "lone.rld.origin.json exists already"
    no_file lone.rld
    [ "$(cat lone.rld.origin.json)" = mine ] || complain "the origin's file has changed"
done
