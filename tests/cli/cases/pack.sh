lap lap.raf 20
for codec in refpack huffman huffman-delta huffman-delta2 bytepair gzip auto; do
    t 0 "$codec" "$PADDOCK" pack lap.raf lap.$codec --codec $codec
    [ $codec = auto ] || out_has "lap.$codec: $codec ("
    err_empty
    t 0 "$codec unpacks" "$PADDOCK" unpack lap.$codec plain.raf
    cmp -s plain.raf lap.raf || complain "they differ"
    [ "$(stat -c %s lap.auto 2>/dev/null || echo 0)" -le "$(stat -c %s lap.$codec)" ] || complain "auto is larger"
done
t 0 "other verbs see through it" "$PADDOCK" info --json lap.refpack
json '[.format, .packed]' '["raf","refpack"]'
for level in 1 2 3 4 5 6 7 8 9; do
    t 0 "level $level" "$PADDOCK" pack lap.raf lap.$level --level $level
    [ $level -lt 3 ] || [ "$(stat -c %s lap.$level)" -le "$(stat -c %s lap.1)" ] || complain "larger than level 1"
    t 0 "level $level unpacks" "$PADDOCK" unpack lap.$level plain.raf
    cmp -s plain.raf lap.raf || complain "they differ"
done
t 0 "like EA" "$PADDOCK" pack lap.raf lap.ea --like ea1998
[ "$(stat -c %s lap.9)" -lt "$(stat -c %s lap.ea)" ] || complain "the exact minimum is not smaller"
for variant in 10FB 11FB 90FB 91FB 'DBPF 10FB'; do
    t 0 "header $variant" "$PADDOCK" pack lap.raf lap.v --variant "$variant"
    out_has "($variant)"
    t 0 "header $variant unpacks" "$PADDOCK" unpack lap.v plain.raf
    cmp -s plain.raf lap.raf || complain "they differ"
done
t 0 "through pipes nothing but the bytes" "$PADDOCK" pack lap.raf -
cmp -s out.txt lap.6 || complain "not the same bytes"
sh_t 0 "from a pipe" 'cat lap.raf | "$PADDOCK" pack - - | cmp - lap.6'
: >empty
t 0 "nothing" "$PADDOCK" pack empty empty.packed
t 0 "nothing again" "$PADDOCK" unpack empty.packed empty.plain
cmp -s empty empty.plain || complain "they differ"

cp lap.raf same.raf
t 2 "output is the input" "$PADDOCK" pack same.raf same.raf
err_has 'the same file'
cmp -s same.raf lap.raf || complain "it was touched"
t 0 "in place" "$PADDOCK" pack same.raf --in-place
cmp -s same.raf lap.6 || complain "not packed"
for level in 0 10 x '' -1; do
    t 2 "level '$level'" "$PADDOCK" pack lap.raf x --level "$level"
    no_file x
done
t 2 "no such codec" "$PADDOCK" pack lap.raf x --codec huffmann
err_has 'did you mean "huffman"?'
t 2 "no such packer" "$PADDOCK" pack lap.raf x --like ea2001
err_has 'it can pack like "ea1998"'
t 2 "no such header" "$PADDOCK" pack lap.raf x --variant 10FC
err_has 'its plain header is 10FB'
t 2 "a header of another packing" "$PADDOCK" pack lap.raf x --codec bytepair --variant C6FB
t 3 "no such file" "$PADDOCK" pack nowhere x
no_file x
t 3 "nowhere to write" "$PADDOCK" pack lap.raf no/where
