"$PADDOCK" synth shpi art.fsh || exit 1
pictures=$TOP/tests/cli/pictures
if "$PADDOCK" images art.fsh -o absent 2>&1 | grep -q png.absent; then
    t 4 "without libpng it says so" "$PADDOCK" images art.fsh -o art
    err_has 'paddock: art.fsh: PNG needs '
    skip "pictures: built without libpng"
    return 0
fi
t 0 "a folder of pictures" "$PADDOCK" images art.fsh -o art
err_empty
out_lines 10
out_has 'road  art/road.png  32 x 32, 8-bit indexed'
[ "$(ls art | wc -l)" -eq 10 ] || complain "not ten files"
[ "$(head -c 8 art/road.png | od -An -tx1 | tr -d ' \n')" = 89504e470d0a1a0a ] || complain "not a PNG"
t 0 "again, over the same files, as JSON" "$PADDOCK" images art.fsh -o art/ --json
json 'length' 10
json '.[0]' '{"name":"road","file":"art/road.png","width":32,"height":32,"storage":"8-bit indexed","frame":null,"frames":null}'
t 0 "one" "$PADDOCK" images art.fsh --entry tree -o one
out_is 'tree  one/tree.png  32 x 32, 8-bit indexed'
cmp -s one/tree.png art/tree.png || complain "not the same picture"
t 0 "one, to a pipe" "$PADDOCK" images art.fsh --entry tree -o -
cmp -s out.txt art/tree.png || complain "not the same picture"
t 2 "which one" "$PADDOCK" images art.fsh --entry tre -o one
err_is 'paddock: art.fsh: there is no image "tre"; did you mean "tree"?'
t 2 "all to standard output" "$PADDOCK" images art.fsh -o -
err_has '--entry'
t 2 "two things to standard output" "$PADDOCK" images art.fsh --entry tree -o - --json
t 2 "nowhere" "$PADDOCK" images art.fsh
lap lap.raf 1
t 4 "no pictures in there" "$PADDOCK" images lap.raf -o lap
err_is 'paddock: lap.raf: has no images (images.none)'
no_file lap
t 3 "a file in the folder's place" "$PADDOCK" images art.fsh -o lap.raf
err_has 'Not a directory (io.folder)'
t 3 "a folder in no folder" "$PADDOCK" images art.fsh -o no/where
err_has '(io.folder)'
mkdir -p taken/tree.png
t 3 "one file that cannot be" "$PADDOCK" images art.fsh -o taken
err_is 'paddock: taken/tree.png: is a directory, not a file (io.directory)'
out_lines 9
if [ "$(id -u)" -ne 0 ]; then
    mkdir locked && chmod 555 locked
    t 3 "a folder that may not be written" "$PADDOCK" images art.fsh -o locked
    err_has '(io.write)'
else
    skip "a folder that may not be written: root may"
fi
if [ -c /dev/full ]; then
    sh_t 3 "a full disk" '"$PADDOCK" images art.fsh --entry tree -o - >/dev/full'
    err_has 'standard output'
    sh_t 3 "a full disk below the list" '"$PADDOCK" images art.fsh -o art >/dev/full'
fi
"$PADDOCK" synth wwww open.fam
t 0 "a family, in which names repeat" "$PADDOCK" images open.fam -o family --json
json '[.[].file | ascii_downcase] | length - (unique | length)' 0
cp out.txt list.json
[ "$(jq length list.json)" -eq "$(ls family | wc -l)" ] || complain "files are missing"
name=$(jq -r '.[-1].name' list.json) file=$(jq -r '.[-1].file' list.json)
t 0 "one has the name it has among all" "$PADDOCK" images open.fam --entry "$name" -o family --json
json '.[0].file' "\"$file\""

t 0 "back unchanged" "$PADDOCK" set art.fsh 'entry[road].image=art/road.png' 'entry[dots].image=art/dots.png' 'entry[four].image=art/four.png' -o same.fsh
err_empty
cmp -s art.fsh same.fsh || complain "not the same file"
t 0 "another picture" "$PADDOCK" set art.fsh 'shpi.entry[road].image=art/sign.png' 'entry[1].pivot_x=3' -o new.fsh
t 0 "what is far off is said" "$PADDOCK" set art.fsh "entry[wall].image=$pictures/palette.png" "entry[road].image=$pictures/interlaced.png" -o near.fsh
err_has 'interlaced.png: 1024 of 1024 pixels became the nearest that can be stored'
err_has '(set.image.near)'
[ "$(wc -l <err.txt)" -eq 1 ] || complain "more was said: $(cat err.txt)"
t 0 "is seen" "$PADDOCK" images new.fsh -o new
[ "$(cmp -l art.fsh new.fsh | wc -l)" -gt 100 ] || complain "nothing changed"
cmp -s new/tree.png art/tree.png || complain "another picture changed"
t 0 "a packed file" "$PADDOCK" pack art.fsh art.qfs
t 0 "is packed again" "$PADDOCK" set art.qfs 'entry[road].image=art/sign.png' 'entry[1].pivot_x=3' -o new.qfs
t 0 "with the picture in it" "$PADDOCK" unpack new.qfs plain.fsh
cmp -s plain.fsh new.fsh || complain "not the same picture"
for kind in colours-16 interlaced grey palette; do
    t 0 "a PNG: $kind" "$PADDOCK" set art.fsh "entry[wall].image=$pictures/$kind.png" -o $kind.fsh
    cmp -s art.fsh $kind.fsh && complain "nothing changed"
    t 0 "a PNG: $kind, out" "$PADDOCK" images $kind.fsh --entry wall -o $kind
    t 0 "a PNG: $kind, in and out" "$PADDOCK" set $kind.fsh "entry[wall].image=$kind/wall.png" -o again.fsh
    cmp -s again.fsh $kind.fsh || complain "not the same"
done
sh_t 0 "from a pipe" '"$PADDOCK" set art.fsh "entry[road].image=-" -o piped.fsh <art/sign.png'
"$PADDOCK" set art.fsh 'entry[road].image=art/sign.png' -o named.fsh
cmp -s piped.fsh named.fsh || complain "not the same"

t 2 "no such picture" "$PADDOCK" set art.fsh 'entry[roda].image=art/road.png' -o x
err_is 'paddock: art.fsh: this file has no picture "roda"; did you mean "road"? (set.unknown)'
t 2 "a palette is no picture" "$PADDOCK" set art.fsh 'entry[!pal].image=art/road.png' -o x
err_has 'its kind: palette'
t 2 "no picture in that format" "$PADDOCK" set lap.raf 'entry[road].image=art/road.png' -o x
t 2 "another size" "$PADDOCK" set open.fam "entry[$(jq -r '[.[] | select(.width != 32)][0].name' list.json)].image=art/road.png" -o x
err_has 'both must be the same (set.image.size)'
t 5 "a size beyond all measure" "$PADDOCK" set art.fsh "entry[road].image=$pictures/huge.png" -o x --memory-limit 1M
err_has 'the PNG says it has 2000000000 x 2000000000 pixels'
t 5 "fewer pixels than announced" "$PADDOCK" set art.fsh "entry[road].image=$pictures/few-pixels.png" -o x
err_has "few-pixels.png: at "
t 4 "not a PNG" "$PADDOCK" set art.fsh 'entry[road].image=lap.raf' -o x
err_is 'paddock: lap.raf: at 0x0: the file is not a PNG (png.signature)'
head -c 100 art/road.png >cut.png
t 5 "a cut PNG" "$PADDOCK" set art.fsh 'entry[road].image=cut.png' -o x
err_is 'paddock: cut.png: at 0x64: the PNG ends too early (png.truncated)'
cp art/road.png bad.png && poke bad.png 60 '\377\377\377'
t 5 "a damaged PNG" "$PADDOCK" set art.fsh 'entry[road].image=bad.png' -o x
err_has 'bad.png'
t 3 "no PNG" "$PADDOCK" set art.fsh 'entry[road].image=nowhere.png' -o x
err_has 'nowhere.png'
t 3 "a folder" "$PADDOCK" set art.fsh 'entry[road].image=art' -o x
t 2 "colours where there are none" "$PADDOCK" set art.fsh "entry[dots].image=$pictures/interlaced.png" -o x
err_has '(set.image.mask)'
no_file x

"$PADDOCK" synth wwww whole.fam && "$PADDOCK" images whole.fam -o art >/dev/null || exit 1
name=$("$PADDOCK" info whole.fam --json | jq -r '.images[0].name')
picture=art/$(echo "$name" | tr / -).png
cp "$picture" kept.png
t 2 "the picture put in is not written over" "$PADDOCK" set whole.fam "entry[$name].image=$picture" -o "$picture"
err_has "output and input are the same file"
t 0 "it is as it was" cmp "$picture" kept.png

t 0 "one picture to a file" "$PADDOCK" images whole.fam --entry "$name" -o one.PNG
[ -f one.PNG ] || complain "one.PNG is no file"
cmp -s one.PNG kept.png || complain "it is another picture"
t 0 "and its name as JSON" "$PADDOCK" images whole.fam --entry "$name" -o two.png --json
json '.[0].file' '"two.png"'
mkdir three.png
t 0 "to a folder that is there" "$PADDOCK" images whole.fam --entry "$name" -o three.png
has_file "three.png/${picture#art/}"
t 3 "to no folder" "$PADDOCK" images whole.fam --entry "$name" -o nowhere/one.png
no_file nowhere
t 2 "a name among many" "$PADDOCK" images whole.fam --entry '?' -o -
err_has " more"
[ "$(tr , '\n' <$err | wc -l)" -lt 50 ] || complain "all names are listed"
# The way back, as a folder.
"$PADDOCK" synth shpi all.fsh || exit 1
t 0 "out" "$PADDOCK" images all.fsh whole
t 0 "and back: untouched pictures give the same bytes" "$PADDOCK" set all.fsh --images whole -o again.fsh
cmp all.fsh again.fsh || complain "they differ"
grep -qE 'all.fsh: ([0-9]+) of \1 pictures are taken from whole' err.txt || complain "$(cat err.txt)"
first=$(ls whole | head -n 1)
mkdir single && cp "whole/$first" single
t 0 "one of them" "$PADDOCK" set all.fsh --images single -o again.fsh
err_has 'all.fsh: 1 of '
cmp all.fsh again.fsh || complain "they differ"
mkdir empty
t 3 "none of them" "$PADDOCK" set all.fsh --images empty -o none.fsh
err_has '(set.images)'
no_file none.fsh
t 2 "nothing to set" "$PADDOCK" set all.fsh -o none.fsh
err_is 'paddock: `paddock set` needs a change: PATH=VALUE, --images FOLDER, or --recompute'
t 3 "--no-clobber keeps the pictures that are there" "$PADDOCK" images all.fsh whole --no-clobber
err_has "whole/$first: exists already, and --no-clobber keeps it"
