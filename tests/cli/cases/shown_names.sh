# Marks of direction and letters from right to left, in names of drivers, tracks, cars and files: in all that people
# read, the text around a name stays where it is; what programs read has the bytes.
marks=(d89c e2808e e2808f e280aa e280ab e280ac e280ad e280ae e281a6 e281a7 e281a8 e281a9)
hebrew=$'\xd7\x90\xd7\x91 \xd7\x92'
bytes_of() { printf "$(sed 's/../\\x&/g' <<<"$1")"; }
apart=$(bytes_of e281a8) apart_end=$(bytes_of e281a9) # U+2068 and U+2069
any_mark=$(for mark in "${marks[@]}"; do printf '%s|' "$(bytes_of $mark)"; done)$(bytes_of d790)
any_override=$(for mark in "${marks[@]:0:10}"; do printf '%s|' "$(bytes_of $mark)"; done)$(bytes_of e280ae)
names=()
for mark in "${marks[@]}"; do names+=("Ann$(bytes_of $mark)Bob ${#names[@]}"); done
names+=("$hebrew")
"$PADDOCK" synth vcr race.vcr --cars ${#names[@]} --laps 2 --poses-every 8 && "$PADDOCK" dump race.vcr race.json
all=$(printf '%s' "${names[@]}")
rename='.parts |= map(if has("vcr.r2.driver") then .["vcr.r2.driver"] |=
    (if type == "array" then map(.[1] = $ARGS.positional[.[0]] | .[3] = $ARGS.positional[.[0]])
     else .name = $ARGS.positional[.slot] | .vehicle = $ARGS.positional[.slot] end)
    elif has("vcr.r2.info") then .["vcr.r2.info"].track = $ARGS.positional[7] | .["vcr.r2.info"].mod_name = $ARGS.positional[-1]
    else . end)'
file="A$(printf '%s' "${names[7]}").vcr"
jq "$rename" race.json --args -- "${names[@]}" >named.json && "$PADDOCK" build named.json "$file"
# No mark but pairs of U+2068 and U+2069 around what is written from right to left.
marked() {
    sed "s/$apart[^A-Za-z]*$apart_end//g" "$1" | grep -nE "$any_mark" | head -3
}
shows() {
    local bad
    bad=$(marked $out; marked $err)
    [ -z "$bad" ] || complain "marks of direction in what people read: $(od -c <<<"$bad" | head -5)"
}
has_drivers() { grep -qF "Ann[U+202E]Bob 7" "$1" && grep -qF "$apart$hebrew$apart_end" "$1" || complain "names are missing in $1: $(head -c 300 "$1")"; }
for call in laps standings stints incidents rules; do
    t 0 "$call" "$PADDOCK" $call "$file" -o text.txt
    cp text.txt $out
    shows
    [[ $call =~ ^(incidents|rules)$ ]] || has_drivers $out
done
t 0 "season" "$PADDOCK" season "$file" --points 3,2,1 -o text.txt -q
cp text.txt $out
shows && has_drivers $out
t 0 "info" "$PADDOCK" info "$file" -o text.txt
cp text.txt $out
shows && has_drivers $out
t 0 "info, all of it" "$PADDOCK" info "$file" --evidence -o text.txt
cp text.txt $out
shows
t 0 "Markdown" "$PADDOCK" incidents "$file" --all -o text.md
cp text.md $out
shows
t 0 "comparison" "$PADDOCK" compare "$file#0" "$file#1" -o text.txt
cp text.txt $out
shows
sh_t 0 "check" '"$PADDOCK" check "'"$file"'" -o text.txt; true'
cp text.txt $out
shows
# Every verb that reads a file, without other options: its messages, and what it says about the file's name.
for verb in $("$PADDOCK" help | sed -n 's/^  \([a-z][a-z]*\) .*/\1/p' | sort -u); do
    case $verb in help | version | formats | fields | ingest | report | sql | dump) continue ;; esac
    thinned || continue
    sh_t 0 "messages: $verb" '"$PADDOCK" '$verb' "'"$file"'" none/"'"$file"'" --driver nobody; "$PADDOCK" '$verb' "'"$file"'" "'"$file"'.out"; "$PADDOCK" '$verb' "no'"$file"'"; true'
    case $verb in laps | standings | stints | rules | incidents | cut | repair | set | build | convert | pack | unpack | table | track | synth) : >$out ;; esac # these print files
    shows
done
t 0 "pack" "$PADDOCK" pack "$file" "$file.gz" --codec gzip
shows
t 0 "files of drivers" "$PADDOCK" convert "$file" drivers/ --to vbo
shows
for kind in laptimes positions gaps map; do
    t 0 "plot $kind" "$PADDOCK" plot $kind "$file" -o plot.svg
    cp plot.svg $out
    bad=$(grep -cE "$any_override" plot.svg)
    [ "$bad" -eq 0 ] || complain "marks of direction in a plot"
done
t 0 "JSON keeps the bytes" "$PADDOCK" table "$file" drivers --columns name --format jsonl
[ "$(jq -r .name $out | tr -d '\n')" = "$all" ] || complain "JSON has other names"
t 0 "CSV keeps the bytes" "$PADDOCK" table "$file" drivers --columns name
[ "$(tail -n +2 $out | tr -d '\n')" = "$all" ] || complain "CSV has other names"
