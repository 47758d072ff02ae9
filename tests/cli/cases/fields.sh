t 0 "the list" "$PADDOCK" fields
out_has 'raf.header'
t 0 "a record" "$PADDOCK" fields raf.header
out_has 'raf.header  512 bytes'
out_has 'track_length'
t 0 "a field" "$PADDOCK" fields raf.block.gear
out_has 'u8 - 1'
out_lacks 'throttle'
t 0 "a format" "$PADDOCK" fields raf
out_has 'raf.wheel'
t 0 "Markdown" "$PADDOCK" fields raf.block --markdown
[ "$(sed -n 1p out.txt)" = '| offset | type | name | unit | range | meaning | certainty |' ] || complain "$(sed -n 1p out.txt)"
[ "$(awk -F'|' 'NF != 9' out.txt | wc -l)" -eq 0 ] || complain "a line has not seven cells"
t 0 "JSON of a record" "$PADDOCK" fields raf.block --json
json '.fields[] | select(.name == "gear") | [.offset, .storage, .type, .bias]' '[20,"u8","int8",-1]'
t 0 "JSON of a format" "$PADDOCK" fields raf --json
json '.[0].name' '"raf.header"'
t 0 "JSON of everything" "$PADDOCK" fields --json
json 'length > 3' true
json '[.[].fields[] | select((.type == "text") != (.encoding != null)) | .name]' '[]'
json '[.[].fields[].encoding] | unique | length > 4' true
# Every format's every record can be asked for, and its fields do not overlap.
for id in $("$PADDOCK" formats --json | jq -r '.formats[].id'); do
    "$PADDOCK" fields | awk "/^[^ ]/ { on = \$1 == \"$id\"; next } on { found = 1 } END { exit !found }" || continue
    t 0 "every record of $id by name" "$PADDOCK" fields "$id" --json
    for record in $(jq -r '.[].name' out.txt); do
        thinned || continue
        "$PADDOCK" fields "$record" --json >one.json || complain "$record"
        [ "$(jq -r .name one.json)" = "$record" ] || complain "$record gives $(jq -r .name one.json)"
    done
done
t 0 "a family of records that is no format of its own" "$PADDOCK" fields orip
out_has 'orip.vertex'
out_lacks 'wwww.'
t 0 "a record that two formats have comes once" "$PADDOCK" fields --json
json '[.[].name] | length - (unique | length)' 0
t 2 "neither format nor family" "$PADDOCK" fields ra
err_is 'paddock: there is no format "ra"; did you mean "raf"?'
t 0 "formats" "$PADDOCK" formats
out_has 'Live for Speed'
t 0 "formats as JSON" "$PADDOCK" formats --json
json '.formats[] | select(.id == "raf") | [.read, .check, .synth, .certainty]' '[true,true,true,"confirmed"]'
json '[.codecs[].id] | index("gzip") != null' true

# What the list says about this build's parts is what the build does.
"$PADDOCK" synth rld parts.rld --points 400 && "$PADDOCK" synth wwww parts.fam || exit 1
works() {
    case $1 in
    png) "$PADDOCK" images parts.fam -o pictures ;;
    cairo) "$PADDOCK" plot surface parts.rld -o parts.png ;;
    duckdb) "$PADDOCK" sql "SELECT 1" ;;
    meshoptimizer) "$PADDOCK" surface simplify parts.rld --error 0.001 -o light.rld ;;
    *) complain "a part nobody tries: $1" ;;
    esac >/dev/null 2>&1 </dev/null
}
t 0 "parts as JSON" "$PADDOCK" formats --json
json '[.parts[] | keys] | unique' '[["gives","id","library","present"]]'
"$PADDOCK" formats >parts.txt
jq -r '.parts[] | [.id, .library, .present] | @tsv' $out | while read -r id library present; do
    if works "$id"; then done=true word=yes; else done=false word=no; fi
    [ "$done" = "$present" ] || echo "$id is said to be $present, and is $done"
    grep -qE "^  $library +$word: " parts.txt || echo "the list does not say $word of $library"
done >wrong.txt
[ ! -s wrong.txt ] || complain "$(cat wrong.txt)"
for id in ply crg obj; do
    [ "$("$PADDOCK" formats --json | jq -r ".formats[] | select(.id == \"$id\") | .id")" = $id ] || continue
    records=$("$PADDOCK" fields | awk "/^[^ ]/ { on = \$1 == \"$id\" } /^  / && on" | wc -l)
    [ "$records" = 0 ] || continue
    t 4 "$id has no fixed layout, and says so" "$PADDOCK" fields $id
    err_is "paddock: $id: has no fixed layout: each file says in its header or text what is in it; docs/import-surfaces.md says what Paddock reads of it (fields.none)"
    out_empty
done
