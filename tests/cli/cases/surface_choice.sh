# Which surfaces a surface tool takes of a file that has several: all as one, or the one --surface names. The same for each tool.
"$PADDOCK" synth tri track.tri || exit 1
"$PADDOCK" info track.tri --json >info.json || exit 1
names=$(jq -r '.surfaces[].name' info.json | tr '\n' ' ')
all=$(jq '[.surfaces[].triangles] | add' info.json)
road=$(jq '.surfaces[] | select(.name == "road") | .triangles' info.json)
t 0 "the track has several" true
[ "$(wc -w <<<"$names")" -ge 2 ] && [ "$road" -lt "$all" ] || complain "$names: $road of $all"
t 0 "stats of all" "$PADDOCK" surface stats track.tri --json
json '.triangles' "$all"
t 0 "stats of one" "$PADDOCK" surface stats track.tri --surface road --json
json '.triangles' "$road"

# The road alone, written by each tool that makes a surface; and all.
for tool in "normals -o made.ply" "simplify --error 0 -o made.ply" "crop --box=-1e6,-1e6,1e6,1e6 -o made.ply" "merge -o made.ply"; do
    t 0 "$tool: all" "$PADDOCK" surface ${tool%% *} track.tri ${tool#* } --json
    [ "${tool%% *}" = simplify ] || json '.triangles + .triangles_outside' "$all"
    t 0 "$tool: one" "$PADDOCK" surface ${tool%% *} track.tri ${tool#* } --surface road --json
    [ "${tool%% *}" = simplify ] || json '.triangles + .triangles_outside' "$road"
    t 2 "$tool: none of that name" "$PADDOCK" surface ${tool%% *} track.tri ${tool#* } --surface raod
    err_has 'track.tri: there is no surface "raod"; did you mean "road"?'
done
t 0 "tiles of all" "$PADDOCK" surface tile track.tri --cell 1e6 -o tiles --json
json '.triangles' "$all"
t 0 "tiles of one" "$PADDOCK" surface tile track.tri --cell 1e6 -o tiles --surface road --json
json '.triangles' "$road"
t 0 "of several files, in each that has several" "$PADDOCK" surface merge track.tri made.ply track.tri --surface road -o twice.ply --json
json '.triangles' "$((3 * road))"

# A point where there is a prop as well as, or instead of, the road.
"$PADDOCK" surface normals track.tri --surface props -o props.csv || exit 1
sed -n '2,$p' props.csv | cut -d, -f1,2 | sed '1i x,y' >points.csv
hits() { jq '[.[].hits[]] | length' "$1"; }
t 0 "a road is asked alone" "$PADDOCK" surface query track.tri --surface road --coordinates points.csv --json
cp out.txt road.json
t 0 "fences are never met" "$PADDOCK" surface query track.tri --surface fences --coordinates points.csv --json
[ "$(hits out.txt)" -eq 0 ] || complain "$(hits out.txt) hits"
t 0 "all are asked" "$PADDOCK" surface query track.tri --coordinates points.csv --json
[ "$(hits out.txt)" -ge "$(hits road.json)" ] || complain "$(hits out.txt) of all, $(hits road.json) of the road"
"$PADDOCK" surface merge track.tri -o all.ply >made.txt && "$PADDOCK" surface merge track.tri --surface road -o road.ply >made.txt || exit 1
for tool in "query --coordinates points.csv" "profile --line 0,0,30,40 --step 1" "roughness --line 0,5,0,40"; do
    for which in all road; do
        "$PADDOCK" surface ${tool%% *} $which.ply ${tool#* } >wanted.txt 2>/dev/null
        t $? "$tool: $which" "$PADDOCK" surface ${tool%% *} track.tri ${tool#* } $([ $which = all ] || echo --surface road)
        cmp -s out.txt wanted.txt || complain "$(diff out.txt wanted.txt | head -n 4)"
    done
    t 2 "$tool: none of that name" "$PADDOCK" surface ${tool%% *} track.tri ${tool#* } --surface rood
done
t 0 "a raster of one" "$PADDOCK" surface raster track.tri --surface road --size 50x50 -o road.asc
"$PADDOCK" surface raster road.ply --size 50x50 -o wanted.asc || exit 1
cmp -s road.asc wanted.asc || complain "another raster"
t 0 "a comparison with a file of one" "$PADDOCK" surface compare track.tri road.ply --surface road --json
json '[.covered, .not_covered]' "[$(jq '.surfaces[] | select(.name == "road") | .vertices' info.json),0]"
"$PADDOCK" surface check road.ply --json >wanted.txt
t $? "check looks at the one that is named" "$PADDOCK" surface check track.tri --surface road --json
json '.total' "$(jq .total wanted.txt)"

# The same words everywhere.
t 0 "help" "$PADDOCK" help surface
out_has "The surfaces of a"
for page in surface.md surface-query.md; do
    t 0 "the rule in $page" true
    tr -s "\n " " " <"$TOP/docs/$page" | grep -qF 'choose one with `--surface NAME`. With several files, `--surface` applies to each file that has several surfaces.' ||
        complain "not there"
done
