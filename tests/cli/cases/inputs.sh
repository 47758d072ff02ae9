# No output replaces an input: every verb that writes, every option that names a file, every file that is found beside
# another or named by one; by its own name in several spellings and through links of both kinds; the main output and each
# file beside it. A row is a command; OUT stands for its output:   row OUT INPUTS command...
# It runs once as it is, which says which files it makes, and then with each of them in the place of each input.
calls=0 rows=0
: >covered

state() { (cd work && find . -type f -exec md5sum {} + | LC_ALL=C sort -k 2); }
fresh() { rm -rf work && cp -a inputs work && ln -s . work/here && mkdir work/dir; }
refused() { # what LINK command...: in work/, where nothing changes; LINK is removed afterwards
    local what=$1 link=$2 status
    shift 2
    (cd work && "$PADDOCK" "$@") >out.txt 2>err.txt </dev/null
    status=$?
    calls=$((calls + 1))
    [ -z "$link" ] || rm -f "work/$link"
    state >after.txt
    cmp -s before.txt after.txt || { complain "$what: files changed: $(diff before.txt after.txt | head -n 4): $*" && fresh; }
    # Some names are refused for what they end in.
    [ $status -eq 2 ] && grep -q 'output and input are the same file\|cannot write\|does not say a format' err.txt || complain "$what: status $status, $(head -c 300 err.txt): $*"
}
with() { # OUT command...: the command's words, in `words`
    local out=$1 word
    shift
    words=()
    for word; do words+=("${word//OUT/$out}"); done
}
row() {
    local out=$1 inputs=$2 made file input kind
    shift 2
    rows=$((rows + 1))
    case $1 in surface | track) echo "$1 $2" ;; *) echo "$1" ;; esac >>covered
    for word; do case $word in --*) echo "$1 $word" >>covered ;; esac; done
    fresh
    with "$out" "$@"
    state >before.txt
    (cd work && "$PADDOCK" "${words[@]}") >out.txt 2>err.txt </dev/null
    [ $? -le 1 ] || complain "fails by itself: ${words[*]}: $(head -c 300 err.txt)"
    made=$(state | diff before.txt - | sed -n 's/^> [0-9a-f]*  //p' | awk -F. '!seen[$NF]++') # one of a kind
    [ -n "$made" ] || complain "makes no file: ${words[*]}"
    fresh
    for input in $inputs; do
        [ -f inputs/$input ] || complain "there is no $input"
        for name in $input "$PWD/work/dir/../here/./$input"; do
            [ "$out" = "${out%/}" ] || break
            with "$name" "$@"
            refused "its own name" '' "${words[@]}"
        done
        with "$out" "$@"
        while IFS= read -r file; do
            for kind in -s ''; do
                mkdir -p "work/$(dirname "$file")"
                ln $kind "$PWD/work/$input" "work/$file"
                if [ "$out" = "${out%/}" ]; then refused "link $kind of $input at $file" "$file" "${words[@]}"
                else kept "$file" "$input" "${words[@]}" && fresh; fi
            done
        done <<<"$made"
    done
}
# When files are made one by one, the others may appear.
kept() {
    local file=$1 input=$2 status
    shift 2
    (cd work && "$PADDOCK" "$@") >out.txt 2>err.txt </dev/null
    status=$?
    calls=$((calls + 1))
    cmp -s "inputs/$input" "work/$input" || complain "$input is changed: $*"
    cmp -s "inputs/$input" "work/$file" || complain "$file, a link to $input, is replaced: $*"
    [ $status -eq 2 ] && grep -q 'output and input are the same file' err.txt || complain "status $status, $(head -c 300 err.txt): $*"
}

mkdir inputs && cd inputs || exit 1
{
    "$PADDOCK" synth raf lap.raf --seconds 70 --seed 4 && "$PADDOCK" synth raf lap2.raf --seconds 70 --seed 4 --hand 2
    "$PADDOCK" synth vcr race.vcr --dialect r2 --session race --cars 3 --laps 2 --poses-every 25 --seed 7
    "$PADDOCK" synth tri t.tri --seed 4 && "$PADDOCK" synth wwww t.fam && "$PADDOCK" synth wwww other.fam
    "$PADDOCK" synth rld s.rld --points 400 && "$PADDOCK" synth shpi art.fsh && "$PADDOCK" synth wwww car.cfm --dialect car &&
        "$PADDOCK" convert car.cfm car.glb
    "$PADDOCK" convert t.tri m.obj --fam other.fam && "$PADDOCK" dump s.rld twin.json && "$PADDOCK" pack s.rld s.packed
    "$PADDOCK" convert lap.raf logged.ld --quiet && "$PADDOCK" convert s.rld c.crg && "$PADDOCK" convert s.rld moved.stl --origin 1,2,3 && "$PADDOCK" convert s.rld s.glb
    "$PADDOCK" images art.fsh -o png/ && "$PADDOCK" set s.rld tris[0].a=7 -o bad.rld
    "$PADDOCK" synth car-info body.bin && mkdir beside && cp lap.raf race.vcr beside && cp body.bin beside/CAR_info.bin
    "$PADDOCK" synth smx site.smx --seed 4 && cp site.smx beside/Paddock_Ring_3DH.smx
    "$PADDOCK" standings race.vcr --json -o standings.json && "$PADDOCK" laps race.vcr --json -o laps.json
    python3 "$TOP/tests/cli/logger_csv_of.py" aim.csv aim3 cut-to-lap-2 && python3 "$TOP/tests/cli/logger_csv_of.py" chrono.csv racechrono3
    python3 "$TOP/tests/cli/results_of.py" standings.json laps.json official.xml && cp official.xml beside/race.xml
    printf 'x,y\n1,2\n' >p.csv && printf 'x,y\n0,0\n30,0\n' >p2.csv && printf 'driver,team\nA. Varga,One\n' >teams.csv && printf 'driver,kind\nA. Varga,note\n' >decided.csv && printf 'node,z\n1,2\n' >nodes.csv && printf '\0asm\1\0\0\0' >lib.wasm
} >/dev/null 2>&1
printf '\0\0\0\0\0\0\0\0\0\0\0\0\0\0\200\77\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\200\77' >g.bin
cat >g.gltf <<'G'
{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],
"buffers":[{"uri":"g.bin","byteLength":36}],"bufferViews":[{"buffer":0,"byteLength":36}],
"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,0,1]}],
"images":[{"uri":"pixels.png"}],"textures":[{"source":0}],
"materials":[{"name":"tar","pbrMetallicRoughness":{"baseColorTexture":{"index":0}}}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0},"material":0}]}]}
G
cp "png/$(ls png | head -n 1)" pixels.png
picture=$(ls png | head -n 1) first=$("$PADDOCK" info art.fsh --json | jq -r '.images[0].name')
cd ..

t 0 "no output replaces an input" true
row out.json lap.raf info lap.raf -o OUT
row out.txt 'lap.raf s.rld' check lap.raf s.rld -o OUT
row out.csv lap.raf table lap.raf telemetry -o OUT
row out.jsonl lap.raf table lap.raf telemetry --rows 0:5 -o OUT
row out.csv 'lap.raf lap2.raf' table lap.raf lap2.raf --table laps -o OUT
row out.csv race.vcr standings race.vcr -o OUT
row out.csv 'race.vcr lap.raf' laps race.vcr lap.raf -o OUT
row out.md 'race.vcr decided.csv' standings race.vcr --rulings decided.csv -o OUT
row out.csv 'race.vcr decided.csv' laps race.vcr --rulings decided.csv -o OUT
row out.html 'race.vcr decided.csv' report race.vcr --rulings decided.csv -o OUT
row out.md 'race.vcr official.xml' standings race.vcr --results official.xml -o OUT
row out.csv 'race.vcr official.xml' laps race.vcr --results official.xml -o OUT
row out.html 'race.vcr official.xml' report race.vcr --results official.xml -o OUT
row out.csv 'beside/race.vcr beside/race.xml' standings beside/race.vcr -o OUT
row out.html 'beside/race.vcr beside/race.xml' report beside/race.vcr -o OUT
row out.csv 'lap.raf body.bin' table lap.raf dynamics --car-info body.bin -o OUT
row out.html 'lap.raf body.bin' report lap.raf --car-info body.bin -o OUT
row out.csv 'lap.raf t.tri' table lap.raf corners --track t.tri -o OUT
row out.csv 'beside/lap.raf beside/CAR_info.bin' table beside/lap.raf dynamics -o OUT
row out.glb 'beside/lap.raf beside/Paddock_Ring_3DH.smx' convert beside/lap.raf OUT --to glb
row out.html 'beside/lap.raf beside/Paddock_Ring_3DH.smx' report beside/lap.raf -o OUT
row out.html 'lap.raf site.smx' report lap.raf --ground site.smx -o OUT
row out.srt 'lap.raf lap2.raf' convert lap.raf OUT --reference lap2.raf
row out.csv race.vcr stints race.vcr -o OUT
row out.html 'race.vcr teams.csv decided.csv' season race.vcr --points 3,2,1 --teams teams.csv --rulings decided.csv -o OUT
row out.csv 'lap.raf lap2.raf t.tri' compare lap.raf 'lap2.raf##best' --track t.tri -o OUT
row out.svg 'lap.raf lap2.raf t.tri' plot delta lap.raf 'lap2.raf##1' --track t.tri -o OUT
row out.svg race.vcr plot gaps race.vcr -o OUT
row out.svg 's.rld lap.raf' plot surface s.rld --path lap.raf -o OUT
row out.svg 's.rld p2.csv' plot surface s.rld --coordinates p2.csv -o OUT
row out.md race.vcr incidents race.vcr --markdown -o OUT
row out.csv 'lap.raf t.tri' incidents lap.raf --track t.tri -o OUT
row out.csv race.vcr rules race.vcr -o OUT
row out.svg race.vcr plot incident race.vcr -o OUT
row clips/ race.vcr incidents race.vcr --clips OUT
row out.html 'race.vcr lap.raf' report race.vcr lap.raf -o OUT
row out.html 'lap.raf t.tri' report lap.raf --track t.tri -o OUT
row out.html 't.tri other.fam lib.wasm' report t.tri --fam other.fam --library lib.wasm -o OUT
row out.html 't.tri t.fam' report t.tri -o OUT
row out.glb 't.tri t.fam' convert t.tri OUT --to glb
row out.obj 't.tri other.fam' convert t.tri OUT --to obj --fam other.fam
row out.glb 'race.vcr t.tri car.cfm' convert race.vcr OUT --to glb --track t.tri --car car.cfm
row out.xodr 'lap.raf t.tri c.crg' convert lap.raf OUT --to opendrive --track t.tri --crg c.crg
row out.ld lap.raf convert lap.raf OUT --to ld
row out.vbo lap.raf convert lap.raf OUT
row out.gpx 'logged.ld logged.ldx' convert logged.ld OUT
row out.gpx lap.raf convert lap.raf OUT
row out.vbo chrono.csv convert chrono.csv OUT
row out.csv 'aim.csv chrono.csv' compare aim.csv chrono.csv -o OUT
row out/ race.vcr convert race.vcr OUT --to ld
row out/ race.vcr convert race.vcr OUT --to motec-csv
row out.rld 'moved.stl moved.stl.origin.json' convert moved.stl OUT --to rld --origin 5,6,7
row out.ply 'm.obj m.mtl' convert m.obj OUT --to ply
row out.obj 'g.gltf g.bin pixels.png' convert g.gltf OUT --to obj
row out.glb 'g.gltf g.bin pixels.png' convert g.gltf OUT --to glb
row out.json t.tri dump t.tri OUT
row out.rld twin.json build twin.json OUT
row out.raf lap.raf set lap.raf player=X -o OUT
row out.fsh "art.fsh png/$picture" set art.fsh "entry[$first].image=png/$picture" -o OUT
row out.fsh "art.fsh png/$picture" set art.fsh --images png -o OUT
row png2/ art.fsh images art.fsh -o OUT
row out.png art.fsh images art.fsh --entry "$first" -o OUT
row png2/ 't.tri t.fam' images t.tri -o OUT
row out.png 't.tri other.fam' images t.tri --fam other.fam --entry 1/1/0000 -o OUT
row out.cfm 'car.cfm car.glb' images car.cfm --from car.glb OUT
row out.tri t.tri track reverse t.tri OUT
row out.tri t.tri track flatten t.tri OUT
row out.tri 't.tri nodes.csv' track heights t.tri --from nodes.csv OUT
row out.rld s.rld repair s.rld OUT
row out.raf lap.raf cut lap.raf OUT --time 0:3
row out.rld s.packed unpack s.packed OUT
row out.bin s.rld pack s.rld OUT
row out.txt s.rld surface stats s.rld OUT
row out.txt s.rld surface check s.rld OUT
row out.csv s.rld surface holes s.rld OUT
row out.rld s.rld surface fill s.rld OUT --max-area 1
row out.csv 's.rld p2.csv' surface sections s.rld OUT --line p2.csv --every 1 --width 1
row out.csv 's.rld p2.csv' surface profile s.rld OUT --line p2.csv
row out.csv 's.rld p2.csv' surface roughness s.rld OUT --coordinates p2.csv --every 1
row out.crg 's.rld p2.csv' convert s.rld OUT --line p2.csv --step 0.1
row out.csv s.rld surface normals s.rld OUT
row out.rld s.rld surface simplify s.rld OUT --ratio 0.5
row out.rld 'g.gltf g.bin' surface crop g.gltf OUT --to rld --box=-9,-9,9,9
row out.stl 'moved.stl moved.stl.origin.json' surface crop moved.stl OUT --to stl --box=-9999,-9999,9999,9999
row tiles/ s.rld surface tile s.rld OUT --cell 20
row out.rld 's.rld s.glb' surface merge s.rld s.glb -o OUT
row out.csv 's.rld p.csv' surface query s.rld OUT --coordinates p.csv
row out.csv 's.rld lap.raf' surface query s.rld OUT --path lap.raf
row out.csv 's.rld lap.raf' surface profile s.rld OUT --path lap.raf
row out.csv 's.rld p2.csv' surface profile s.rld OUT --coordinates p2.csv
row out.txt 's.rld p2.csv' surface roughness s.rld OUT --coordinates p2.csv
row out.txt 's.rld lap.raf' surface roughness s.rld OUT --path lap.raf
row out.png s.rld surface raster s.rld OUT --cell 5
row out.asc s.rld surface raster s.rld OUT --cell 5
row out.png 's.rld c.crg' surface compare s.rld c.crg -o OUT
row out.csv 's.rld c.crg' surface compare s.rld c.crg -o OUT
if "$PADDOCK" sql 'SELECT 1' >/dev/null 2>&1; then
    row out.csv race.vcr sql "FROM paddock('race.vcr', 'laps')" -o OUT
    row out.csv race.vcr sql "FROM paddock('race.' || 'vcr', 'laps')" -o OUT
    row out.parquet 'race.vcr p.csv' sql "SELECT p.x FROM 'race.vcr', 'p.csv' AS p LIMIT 5" -o OUT
    row out.csv 'lap.raf lap2.raf p.csv' sql "SELECT file, x FROM paddock('lap*.raf', 'laps'), read_csv(\$\$p.csv\$\$)" -o OUT
    row out.csv 'race.vcr p.csv' sql "COPY (SELECT lap, x FROM paddock('race.vcr', 'laps'), read_csv(['p.csv'])) TO 'OUT' (FORMAT csv)"
    row out.parquet lap.raf convert lap.raf OUT --to parquet
    row out.parquet lap.raf table lap.raf telemetry -o OUT
    row out.parquet 'lap.raf lap2.raf' table lap.raf lap2.raf --table laps -o OUT
    row out/ lap.raf convert lap.raf OUT --to parquet
fi

# Verbs and options that name files, by the command's own help: each has a row.
without_inputs='fields formats synth help version ingest' # of ingest, tests/sql/ingest.sh
"$PADDOCK" sql 'SELECT 1' >/dev/null 2>&1 || without_inputs+=' sql'
missing=
for verb in $("$PADDOCK" help | awk '/^  [a-z]+ +[a-z]/ { print $1 }'); do
    case " $without_inputs " in *" $verb "*) continue ;; esac
    tools=$("$PADDOCK" help "$verb" | awk '/^Tools/ { on = 1; next } /^$/ { on = 0 } on && /^  [a-z]/ { print $1 }')
    for tool in ${tools:-.}; do
        name=$verb${tools:+ $tool}
        grep -qxF "$name" covered || missing="$missing; $name"
        for option in $("$PADDOCK" help $name | grep -oE -- '^ +(-., )?--[a-z-]+ (FILE|FOLDER|DIR)$|^ +--[a-z-]+ (FILE|FOLDER|DIR) ' | grep -oE -- '--[a-z-]+'); do
            grep -qxF -- "$verb $option" covered || missing="$missing; $name $option"
        done
    done
done
[ -z "$missing" ] || complain "without a row: ${missing#; }"
[ "$rows" -gt 50 ] && [ "$calls" -gt 400 ] || complain "only $rows rows and $calls calls"

t 0 "the same conversion twice" "$PADDOCK" convert inputs/t.tri twice.glb
t 0 "  whose output is no input" "$PADDOCK" convert inputs/t.tri twice.glb
cp inputs/lap.raf lap.raf
t 0 "in place" "$PADDOCK" set lap.raf player=X --in-place
cmp -s lap.raf inputs/lap.raf && complain "nothing has changed"
ln -s lap.raf soft.raf
t 0 "in place through a link" "$PADDOCK" set soft.raf player=Y --in-place
[ -L soft.raf ] || complain "the link is gone"
sh_t 2 "from standard input" '"$PADDOCK" table - telemetry -o lap.raf <lap.raf'
err_has 'output and input are the same file'
sh_t 2 "  of which bytes are read" '"$PADDOCK" pack - -o lap.raf <lap.raf'
err_has 'output and input are the same file'
t 0 "to a device" "$PADDOCK" table lap.raf telemetry -o /dev/null
sh_t 0 "to standard output by its name" '"$PADDOCK" table lap.raf telemetry -o /dev/stdout | head -n 1'
t 0 "a file of the name of a table" cp lap.raf laps
t 0 "  is not read" "$PADDOCK" table lap.raf laps -o laps
