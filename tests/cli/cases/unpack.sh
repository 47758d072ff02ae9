lap
gzip -k lap.raf
t 0 "gzip" "$PADDOCK" unpack lap.raf.gz plain.raf
cmp -s plain.raf lap.raf || complain "they differ"
sh_t 0 "through pipes" 'cat lap.raf.gz | "$PADDOCK" unpack - - | cmp - lap.raf'
t 0 "other verbs unpack by themselves" "$PADDOCK" info --json lap.raf.gz
json '[.format, .packed, .size]' "[\"raf\",\"gzip\",$(stat -c %s lap.raf.gz)]"
t 2 "output is the input" "$PADDOCK" unpack lap.raf.gz lap.raf.gz
err_has 'the same file'
t 4 "not packed" "$PADDOCK" unpack lap.raf x
err_has '(codec.unknown)'
no_file x
head -c 2000 lap.raf.gz >cut.gz
t 5 "cut" "$PADDOCK" unpack cut.gz x
err_has 'paddock: cut.gz: '
no_file x
cp lap.raf.gz here
t 0 "in place" "$PADDOCK" unpack here --in-place
cmp -s here lap.raf || complain "not the plain bytes"
t 2 "in place, and elsewhere" "$PADDOCK" unpack lap.raf.gz x --in-place
err_has "leave OUT out"
no_file x
t 2 "nowhere" "$PADDOCK" unpack lap.raf.gz
err_has "needs OUT, or --in-place"
