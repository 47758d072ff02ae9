lap
t 0 "a sound file" "$PADDOCK" check lap.raf
out_is 'lap.raf: sound (raf, full check)'
t 0 "a sound file, structure" "$PADDOCK" check --level structure lap.raf
out_is 'lap.raf: sound (raf, structure check)'
cp lap.raf bad.raf
poke bad.raf $((1024 + 20)) '\377' # gear 254 of block 0
t 1 "a finding has offset, severity, place, code" "$PADDOCK" check bad.raf
grep -qE '^bad\.raf: at 0x414: warning: raf\.block\[0\]\.gear: .* \(raf\.range\)$' out.txt || complain "$(cat out.txt)"
out_has 'bad.raf: 1 warning (raf, full check)'
err_empty
t 0 "the structure does not see it" "$PADDOCK" check --level=structure bad.raf
t 1 "JSON" "$PADDOCK" check --json bad.raf lap.raf
out_lines 2
json 'keys_unsorted' $'["path","format","level","findings","total"]\n["path","format","level","findings","total"]'
json '.findings[] | [.severity, .code, .offset, .where]' '["warning","raf.range",1044,"raf.block[0].gear"]'
json '.total' $'1\n0'
cp lap.raf note.raf
poke note.raf 170 '\007' # legality: a value without a name
t 0 "notes alone are fine" "$PADDOCK" check note.raf
out_has ': note: '
out_has 'note.raf: 1 note (raf, full check)'
head -c 5000 lap.raf >cut.raf
t 5 "a cut file" "$PADDOCK" check cut.raf
err_has 'paddock: cut.raf: at 0x'
t 1 "a cut file, as far as it goes" "$PADDOCK" check --partial cut.raf
out_has ': error: '
t 5 "the worst of several is the status" "$PADDOCK" check lap.raf bad.raf cut.raf lap.raf
out_lines 4
sh_t 1 "standard input" '"$PADDOCK" check - <bad.raf'
out_has 'standard input: at 0x414: warning: '
lap long.raf 20
perl -e 'open(F, "+<", "long.raf"); for ($i = 0; $i < 1500; $i++) { seek(F, 1024 + 192 * $i + 20, 0); print F "\377"; }'
t 1 "every finding is printed" "$PADDOCK" check long.raf
out_lines 1501
out_has 'long.raf: 1500 warnings (raf, full check)'
t 1 "in JSON too" "$PADDOCK" check --json long.raf
json '[.total, (.findings | length)]' '[1500,1500]'
# With --json a file that cannot be read is an object, too: in every verb that has --json.
printf nothing >no.raf
t 5 "check" "$PADDOCK" check --json lap.raf cut.raf missing.raf no.raf
out_lines 4
json '[.path, .error.code]' $'["lap.raf",null]\n["cut.raf","raf.blocks.truncated"]\n["missing.raf","io.read"]\n["no.raf","detect.doubtful"]'
t 5 "the same into a file" "$PADDOCK" check lap.raf cut.raf -o both.json
[ "$(jq -c '[.path, .error.code]' both.json | tr '\n' ' ')" = '["lap.raf",null] ["cut.raf","raf.blocks.truncated"] ' ] || complain "$(cat both.json)"
"$PADDOCK" synth rld scan.rld --points 400 && head -c 3000 scan.rld >cut.rld
for call in "surface stats" "surface check" "surface query --at 1,2" "surface profile --line 0,0,1,1" "surface roughness --line 0,0,9,9" \
    "surface simplify --ratio 0.5 -o x.rld" "surface crop --box 0,0,9,9 -o x.rld" "surface tile --cell 9 -o tiles" "surface merge -o x.rld" \
    "surface normals -o x.ply" "images -o pictures" "info" "check"; do
    t 5 "$call" "$PADDOCK" $call --json cut.rld
    json '[.path, .error.status, (.error | keys_unsorted)]' '["cut.rld","truncated",["status","code","offset","where","message"]]'
    t 3 "$call of nothing" "$PADDOCK" $call --json nothing.rld
    json '[.path, .error.status, .error.code, .error.offset]' '["nothing.rld","input or output failed","io.read",null]'
done
t 5 "surface compare" "$PADDOCK" surface compare --json scan.rld cut.rld
json .path '"cut.rld"'
t 4 "repair" "$PADDOCK" repair --json lap.raf -o x.raf
json '[.path, .error.code]' '["lap.raf","edit.unsupported"]'
t 4 "standard input" "$PADDOCK" info --json - /nowhere
json .path $'"-"\n"/nowhere"'
