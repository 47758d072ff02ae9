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
