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
err_has "it cannot also be written to"
no_file x
t 2 "nowhere" "$PADDOCK" unpack lap.raf.gz
err_has "needs an output: OUT or -o OUT, or --in-place"
# What is sound of a cut or damaged one; exit status 1 distinguishes a part from the whole.
t 1 "a part" "$PADDOCK" unpack --partial cut.gz part.raf
err_has "paddock: cut.gz: read in part: at 0x"
err_has "unpacking stopped at byte 2000 of the packed file, after "
err_has "(gzip.truncated)"
[ "$(stat -c %s part.raf)" -gt 2000 ] || complain "only $(stat -c %s part.raf) bytes"
cmp -n "$(stat -c %s part.raf)" part.raf lap.raf || complain "other bytes"
sh_t 1 "through pipes" '"$PADDOCK" unpack --partial - - <cut.gz | cmp - part.raf; exit "${PIPESTATUS[0]}"'
for codec in refpack huffman bytepair; do
    t 0 "$codec" "$PADDOCK" pack lap.raf whole --codec $codec
    head -c 3000 whole >cut
    t 5 "cut" "$PADDOCK" unpack cut x
    no_file x
    t 1 "a part of it" "$PADDOCK" unpack cut part --partial
    err_has "read in part: at 0x"
    err_has "($codec."
    [ "$(stat -c %s part)" -gt 2000 ] || complain "only $(stat -c %s part) bytes"
    cmp -n "$(stat -c %s part)" part lap.raf || complain "other bytes"
done
t 0 "all of a sound one" "$PADDOCK" unpack --partial lap.raf.gz all
cmp -s all lap.raf || complain "not the plain bytes"
err_empty
cp lap.raf.gz bad.gz
poke bad.gz $(($(stat -c %s bad.gz) - 8)) '\0\0\0\0'
t 1 "against its checksum" "$PADDOCK" unpack --partial bad.gz all
err_has "(gzip.checksum)"
cmp -s all lap.raf || complain "not the plain bytes"
head -c 12 lap.raf.gz >nothing.gz
t 5 "nothing of it" "$PADDOCK" unpack --partial nothing.gz x
no_file x
t 2 "not in place" "$PADDOCK" unpack --partial cut.gz --in-place
err_has "would lose what cannot be unpacked"
[ "$(stat -c %s cut.gz)" -eq 2000 ] || complain "the input changed"
