# dump, build and set.
lap
t 0 "dump to standard output" "$PADDOCK" dump lap.raf
cp out.txt lap.json
json '[.paddock, .format, .packed, .layouts."raf.block".size]' '[1,"raf",null,192]'
t 0 "it is JSON with a part for every record" "$PADDOCK" dump lap.raf
json '.parts[0]."raf.header".magic' '"LFSRAF"'
t 0 "dump to a file" "$PADDOCK" dump lap.raf -o again.json
out_empty
cmp -s lap.json again.json || complain "they differ"
t 0 "build" "$PADDOCK" build lap.json back.raf
out_empty
err_empty
cmp -s lap.raf back.raf || complain "they differ"
sh_t 0 "through pipes" '"$PADDOCK" dump - <lap.raf | "$PADDOCK" build - - | cmp - lap.raf'
t 2 "the output is the input" "$PADDOCK" build lap.json lap.json
err_has 'the same file'
t 2 "dump over its input" "$PADDOCK" dump lap.raf -o lap.raf
err_has 'the same file'

sed 's/"gear_count": [0-9]*/"gear_count": 900/' lap.json >wrong.json
t 5 "a number that does not fit, with its place" "$PADDOCK" build wrong.json x
err_has '$.parts[0].raf.header.gear_count'
err_has '(build.range)'
no_file x
sed 's/^   "gear_count"/   "gaer_count"/' lap.json >wrong.json
t 5 "a wrong name" "$PADDOCK" build wrong.json x
err_has '(build.missing)'
head -c 3000 lap.json >cut.json
t 5 "cut text" "$PADDOCK" build cut.json x
err_has '(build.json)'
no_file x
sed 's/"block_count": [0-9]*/"block_count": 100000/' lap.json >miscounted.json
t 1 "a count that fits nothing: built, but told" "$PADDOCK" build miscounted.json miscounted.raf
err_has 'built, but it does not open'
has_file miscounted.raf
t 3 "no such text" "$PADDOCK" build nowhere.json x
no_file x

gzip -k lap.raf
t 0 "a packed file" "$PADDOCK" dump lap.raf.gz -o packed.json
t 0 "comes back packed" "$PADDOCK" build packed.json packed.raf.gz
cmp -s lap.raf.gz packed.raf.gz || complain "they differ"
sed 's/"gear_count": [0-9]*/"gear_count": 4/' packed.json >edited.json
t 0 "and packed again when edited" "$PADDOCK" build edited.json edited.raf
err_has '(build.packed)'
t 0 "with the edit in it" "$PADDOCK" info --json edited.raf
json '[.packed, .properties.gear_count]' '["gzip",4]'
head -c 20000 lap.raf >cut.raf
t 5 "a cut file is not dumped" "$PADDOCK" dump cut.raf -o x
no_file x
sh_t 0 "but with --partial, to the last byte" '"$PADDOCK" dump --partial cut.raf | "$PADDOCK" build - - | cmp - cut.raf'

t 0 "set" "$PADDOCK" set lap.raf player="A. Driver" 'block[17].wheel_1.load=1234.5' 'block[17].speed=12.5' -o set.raf
out_empty
err_empty
t 0 "the values are there" "$PADDOCK" table set.raf telemetry --rows 17:18 --columns speed --format jsonl
out_is '{"speed":12.5}'
t 0 "and the name" "$PADDOCK" info --json set.raf
json .properties.player '"A. Driver"'
[ "$(cmp -l lap.raf set.raf | wc -l)" -le 40 ] || complain "more bytes changed than were asked for"
t 0 "a letter of Western Europe" "$PADDOCK" set lap.raf player="Zoë" -o latin.raf
[ "$(od -An -tx1 -j32 -N4 latin.raf | tr -d ' ')" = 5a6feb00 ] || complain "the game's byte for it is EB"
t 0 "comes back" "$PADDOCK" info --json latin.raf
out_has '"Zoë"'
t 0 "letters of two alphabets" "$PADDOCK" set lap.raf player="Ив タ" -o mixed.raf
[ "$(od -An -tx1 -j32 -N10 mixed.raf | tr -d ' ')" = 5e43c8e2205e4a835e00 ] || complain "switches stand before them"
t 0 "dump keeps them" sh -c '"$1" dump mixed.raf | "$1" build - again.raf' - "$PADDOCK"
cmp -s mixed.raf again.raf || complain "the same bytes come back"
t 2 "a letter without a byte" "$PADDOCK" set lap.raf player="a🏁" -o x
err_has "🏁" '(set.letter)'
t 2 "a wrong name" "$PADDOCK" set lap.raf plyer=x -o x
err_is 'paddock: lap.raf: this file has no "plyer"; did you mean "player"? (set.unknown)'
no_file x
t 2 "one wrong name of two" "$PADDOCK" set lap.raf player=x plyer=x -o x
no_file x
t 2 "out of range" "$PADDOCK" set lap.raf 'block[1].gear=9' -o x
err_has '(set.range)'
t 2 "a number below 0" "$PADDOCK" set lap.raf 'block[-1].gear=1' -o x
err_has "of block: block[0] to block["
t 2 "a number beyond all" "$PADDOCK" set lap.raf 'splits[99999999999999999999]=1' -o x
err_has "splits has 4 values: splits[0] to splits[3] (set.index)"
t 2 "a slip in the name of a value" "$PADDOCK" set lap.raf legality=illegall -o x
err_has 'did you mean "illegal"?'
t 2 "no name of a value" "$PADDOCK" set lap.raf legality=foo -o x
err_has "one of its names: unknown, legal, illegal (set.value)"
t 2 "a unit after the number" "$PADDOCK" set lap.raf 'mass=1000 kg' -o x
err_has "mass: must be a number, in kg, without the unit (set.value)"
t 0 "the same field twice: in order" "$PADDOCK" set lap.raf player=One player=Two -o two.raf
[ "$("$PADDOCK" info --json two.raf | jq -r .properties.player)" = Two ] || complain "the player is not Two"
t 1 "a count that does not fit" "$PADDOCK" set lap.raf block_count=99999 -o broken.raf
err_has "paddock: broken.raf: written, but it does not open: "
err_has "(raf.blocks.truncated)"
has_file broken.raf
t 0 "and back" "$PADDOCK" set broken.raf --partial block_count=$(( ($(stat -c %s lap.raf) - 1024) / 192 )) -o back.raf
cmp -s back.raf lap.raf || complain "not the file it was"
cp lap.raf only.raf
t 4 "never in place: the tag" "$PADDOCK" set --in-place only.raf magic=XXXXXX
err_has "is left as it was; it would not open any more: "
t 5 "never in place: a count" "$PADDOCK" set --in-place only.raf block_count=99999
cmp -s only.raf lap.raf || complain "the only copy changed"
sh_t 0 "through a pipe that has a name" 'mkfifo pipe; cat pipe >piped.raf & "$PADDOCK" set lap.raf player=Me -o pipe; wait'
err_empty
rm -f pipe two.raf broken.raf back.raf only.raf piped.raf
t 2 "no value" "$PADDOCK" set lap.raf player -o x
err_has 'PATH=VALUE'
t 2 "no output" "$PADDOCK" set lap.raf player=x
err_has '--in-place'
t 2 "the input as output" "$PADDOCK" set lap.raf player=x -o lap.raf
err_has 'the same file'
cp lap.raf mine.raf
t 0 "in place" "$PADDOCK" set --in-place mine.raf player=Me
t 0 "it is" "$PADDOCK" info --json mine.raf
json .properties.player '"Me"'
t 2 "in place, and elsewhere" "$PADDOCK" set --in-place mine.raf player=Me -o x
t 0 "a packed file is packed again" "$PADDOCK" set lap.raf.gz player=Me -o again.raf.gz
err_empty
t 0 "with the change in it" "$PADDOCK" info --json again.raf.gz
json '[.packed, .properties.player]' '["gzip","Me"]'
t 0 "or plain" "$PADDOCK" set lap.raf.gz player=Me --plain -o again.raf
sh_t 0 "with the same inside" 'gzip -dc again.raf.gz | cmp - again.raf'
if [ -c /dev/full ]; then
    sh_t 3 "a full disk" '"$PADDOCK" dump lap.raf >/dev/full'
    err_has 'standard output'
fi
# A float and a whole number in the same bytes: an edit of one of them alone must not get lost.
t 0 "a replay whose version is both" "$PADDOCK" synth vcr both.vcr --seconds 1 --dialect r2
"$PADDOCK" dump both.vcr -o both.json
sed 's/"version": 1.08/"version": 1.09/' both.json >one.json
t 5 "the float alone" "$PADDOCK" build one.json x
err_has "vcr.tag.version disagrees with format_word, which shares its bits: change both (build.conflict)"
sed 's/"format_word": 1066024305/"format_word": 1066024306/' both.json >one.json
t 5 "the whole number alone" "$PADDOCK" build one.json x
err_has "(build.conflict)"
no_file x
sed 's/"version": 1.08/"version": "0x3F8A3D71"/' both.json >same.json
t 0 "the float in its bits" "$PADDOCK" build same.json same.vcr
cmp -s both.vcr same.vcr || complain "another file"
# Other programs read and write the text: nothing is lost on the way, the sign of a zero included.
if command -v python3 >/dev/null; then
    t 0 "a surface" "$PADDOCK" synth rld scan.rld --points 9
    t 0 "a zero below zero" "$PADDOCK" set scan.rld 'point[3].x=-0' -o zero.rld
    sh_t 0 "through another program" '"$PADDOCK" dump zero.rld | python3 -c "import json, sys; json.dump(json.load(sys.stdin), sys.stdout)" | "$PADDOCK" build - - | cmp - zero.rld'
else
    skip "the text through another program (python3 is not here)"
fi
lap vector.raf
t 0 "an element by its name" "$PADDOCK" set vector.raf 'block[17].forward[z]=0.25' -o by-name.raf
t 0 "and as its column is called" "$PADDOCK" set vector.raf block[17].forward_z=0.25 -o by-column.raf
t 0 "and by its number" "$PADDOCK" set vector.raf 'block[17].forward[2]=0.25' -o by-number.raf
cmp -s by-name.raf by-number.raf && cmp -s by-column.raf by-number.raf || complain "the files differ"
! cmp -s by-name.raf vector.raf || complain "nothing has changed"
t 2 "an element of another name" "$PADDOCK" set vector.raf 'block[17].forward[w]=0.25' -o x.raf
err_has "or by name: x y z"
