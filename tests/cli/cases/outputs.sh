# An output that cannot be made is refused before any work: here the inputs never end, so work would not end either.
# Names from files are any bytes; the files that get them have names that every system takes.
[ -e /proc/self ] || { skip "no /proc, a folder in which nobody can make files" && return 0; }
letters() { printf "%.0sx" $(seq "$1"); }
long=$(letters 300)
mkfifo never && exec 9<>never # opens at once, and never gives a byte
"$PADDOCK" synth raf lap.raf --seconds 5 && "$PADDOCK" synth rld road.rld --points 500
"$PADDOCK" synth vcr race.vcr --cars 3 --seconds 20

# Each verb that takes -o, from the command's own help, with the operands it needs and a name that it can write.
takes_output() { "$PADDOCK" help $1 2>/dev/null | grep -q -- '-o, --output'; }
verbs=$("$PADDOCK" help | sed -n 's/^  \([a-z][a-z]*\) .*/\1/p' | sort -u)
tools=$("$PADDOCK" help surface | sed -n 's/^  \([a-z][a-z]*\) .*/\1/p' | sort -u)
tracks=$("$PADDOCK" help track | sed -n 's/^  \([a-z][a-z]*\) .*/\1/p' | sort -u)
all=()
for verb in $verbs; do takes_output $verb && all+=("$verb"); done
for tool in $tools; do takes_output "surface $tool" && all+=("surface $tool"); done
for tool in $tracks; do takes_output "track $tool" && all+=("track $tool"); done
t 0 "all verbs with an output are known: ${#all[@]}" [ ${#all[@]} -ge 34 ]
operands() {
    case $1 in
    plot) echo channels never ;;
    set) echo never x=1 ;;
    synth) echo raf ;;
    formats | fields | help) ;;
    table) echo never telemetry ;;
    season) echo never --points 1 ;;
    sql) echo "select*from'never'" ;;
    compare | "surface compare" | "surface merge") echo never never ;;
    "surface crop") echo never --box 0,0,1,1 ;;
    "surface fill") echo never --max-area 1 ;;
    "surface sections") echo never --line 0,0,1,1 --every 1 --width 1 ;;
    "surface simplify") echo never --error 0.01 ;;
    "surface tile") echo never --cell 10 ;;
    "surface query") echo never --at 0,0 ;;
    "surface profile" | "surface roughness") echo never --line 0,0,1,1 ;;
    "track reverse") echo never ;;
    "track heights") echo never --from never ;;
    *) echo never ;;
    esac
}
name_for() { # one that the verb can write
    case $1 in
    plot) echo x.svg ;;
    report) echo x.html ;;
    convert | "surface normals" | "surface fill" | "surface simplify" | "surface crop" | "surface merge") echo x.ply ;;
    "surface raster") echo x.png ;;
    table | "surface holes" | "surface sections" | "surface compare" | "surface query" | "surface profile") echo x.csv ;;
    dump | check | info | formats | fields | laps | standings | stints | season | incidents | rules | compare) echo x.json ;;
    "surface stats" | "surface check" | "surface roughness") echo x.json ;;
    sql) echo x.csv ;;
    *) echo x ;;
    esac
}
mkdir before && ls -A | sort >before/list
for verb in "${all[@]}"; do
    for where in "$long" none/ /proc/; do
        thinned || continue
        t 3 "$verb -o ${where:0:8}" timeout 60 "$PADDOCK" $verb $(operands "$verb") -o "$where$(name_for "$verb")"
        err_has "(io."
    done
done
t 0 "nothing is left behind" bash -c 'ls -A | grep -v "^before$" | diff <(grep -v "^before$" before/list) - | grep -v "out.txt\|err.txt" | grep "^[<>]"; true'
out_empty
t 3 "in place, where no file can be made" "$PADDOCK" set /proc/version x=1 --in-place
err_has "(io."
t 3 "Parquet in no folder" timeout 60 "$PADDOCK" convert never none/x.parquet
err_has "(io.write)"
t 3 "a folder of Parquet in no folder" timeout 60 "$PADDOCK" convert never none/x --to parquet
err_has "(io.folder)"
t 3 "--truth in no folder" "$PADDOCK" synth vcr truth.vcr --laps 2 --truth none/x.json
no_file truth.vcr
t 3 "--clips in no folder" timeout 60 "$PADDOCK" incidents never --clips none/x/y
err_has "(io.folder)"
t 3 "an output that is a folder" timeout 60 "$PADDOCK" table never telemetry -o before
err_has "(io.directory)"

# Any name that the file system takes works, the longest too; where a file that comes with it could not be, none is made.
t 0 "255 bytes" "$PADDOCK" table lap.raf telemetry -o "$(letters 251).csv"
has_file "$(letters 251).csv"
t 0 "255 bytes, where an origin would have a file" "$PADDOCK" convert road.rld "$(letters 251).ply"
t 3 "a file that comes with it has a longer name" timeout 60 "$PADDOCK" convert never "$(letters 252).ld"
err_has "$(letters 252).ldx"
t 3 "a picture's companion has a longer name" timeout 60 "$PADDOCK" surface raster never "$(letters 251).png"
err_has ".raster.json"
t 3 "an origin that could have no file" "$PADDOCK" convert road.rld "$(letters 250).stl" --origin 1,2,3
err_has "its .origin.json cannot be beside it"
no_file "$(letters 250).stl"

exec 9>&-

# --- names in files: each driver of a replay gets a file, under every kind of name at once ---
names=("$(letters 255)" "$(printf '%.0s\xe4\xb8\xad' $(seq 85))" "$(letters 255)" "$(letters 254)y" Equal Equal equal EQUAL "" . .. ...
    ../up /abs 'a/b\\c' nul NUL nul.txt aux. aux.. com1.tar.gz $'COM\xc2\xb9' 'CONIN$' CON 'con ' lpt9.x 'prn.' -o .hidden '~1' 'x~2'
    'trailing.' 'trailing ' 'a:b' '*?<>|' $'tab\tnew')
"$PADDOCK" synth vcr many.vcr --cars ${#names[@]} --seconds 3 && "$PADDOCK" dump many.vcr many.json
rename='.parts |= map(if has("vcr.r2.driver") then .["vcr.r2.driver"] |=
    (if type == "array" then map(.[1] = $ARGS.positional[.[0]]) else .name = $ARGS.positional[.slot] end) else . end)'
jq "$rename" many.json --args -- "${names[@]}" >named.json || complain "no names"
"$PADDOCK" build named.json named.vcr || complain "no replay of these names"
for target in $("$PADDOCK" formats --json | jq -r '.targets[] | select(.one_driver // false) | .id') ld vbo motec-csv racerender; do
    [ ! -e "as-$target" ] || continue
    t 0 "every name has a file: $target" "$PADDOCK" convert named.vcr "as-$target/" --to "$target"
    err_has "is too long for a file"
    count=$(ls -A "as-$target" | grep -vc 'ldx$')
    [ "$count" -eq ${#names[@]} ] || complain "$count files of ${#names[@]} names"
    [ -z "$(find "as-$target" -mindepth 2)" ] || complain "a file is not where it should be"
    [ "$(ls -A "as-$target" | tr A-Z a-z | sort -u | grep -vc 'ldx$')" -eq "$count" ] || complain "names differ in case only"
    bad=$(ls -A "as-$target" | grep -iE '^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)|[. ]$|^[.-]|[^-A-Za-z0-9._!@#%+=~]|.{224}')
    [ -z "$bad" ] || complain "a name that some system does not take: $bad"
    rm -r "as-$target"
done
mkdir partly && mkdir "partly/Equal.vbo"
t 3 "one that cannot be written costs itself" "$PADDOCK" convert named.vcr partly/ --to vbo -q
err_is 'paddock: partly/Equal.vbo: is a directory, not a file (io.directory)'
[ "$(ls -A partly | wc -l)" -eq ${#names[@]} ] || complain "others are missing"
