# set --palette: palettes made from pictures, compared with our own reader and quantiser in Python.
command -v python3 >/dev/null || { skip "palettes made from pictures (python3 is not here)" && return 0; }
truth() { python3 "$TOP/tests/cli/palette_truth.py" "$@"; }
truth make probe.fsh 22 256 32x32 road || exit 1
if "$PADDOCK" images probe.fsh -o absent 2>&1 | grep -q png.absent; then
    skip "palettes made from pictures: built without libpng"
    return 0
fi
back() { "$PADDOCK" images "$1" --entry road -o "$2" >/dev/null || complain "no picture comes out of $1"; }

# Few colours come back, in every storage; a palette of 256 has 255 for them.
for kind in 22:666 24:8 29:565 2A:8 2D:555; do
    code=${kind%:*} bits=${kind#*:}
    for few in 256:255 256:7+clear 100:100 2:2; do
        count=${few%:*} art=few:${few#*:}
        truth make old.fsh "$code" "$count" 32x32 road && truth art few.png 32x32 "$art" 4 || exit 1
        t 0 "palette $code of $count: $art" "$PADDOCK" set old.fsh 'entry[road].image=few.png' --palette -o new.fsh
        back new.fsh back.png
        t 0 "  comes back" truth exact few.png back.png "$bits"
        t 0 "  the rest stays" truth rest old.fsh new.fsh road
    done
    "$PADDOCK" images new.fsh --entry road -o out.png >/dev/null
    t 0 "palette $code: what came out, put back" "$PADDOCK" set new.fsh 'entry[road].image=out.png' --palette -o same.fsh
    err_empty
    cmp -s new.fsh same.fsh || complain "not the same file"
done

# Many colours: the error is the one measured from the pictures, and no worse than a plain median cut's.
for many in 24:256:smooth 24:256:noise 24:256:smooth+clear 22:256:smooth 24:64:noise 24:3:smooth 2A:200:noise; do
    IFS=: read -r code count art <<<"$many"
    truth make old.fsh "$code" "$count" 96x64 road && truth art many.png 96x64 "$art" 9 || exit 1
    t 0 "palette $code of $count: $art" "$PADDOCK" set old.fsh 'entry[road].image=many.png' --palette -o new.fsh
    cp $err notes.txt
    back new.fsh back.png
    colors=$count
    [ "$count" -eq 256 ] && colors=255
    t 0 "  the error is told, and small" truth told many.png back.png notes.txt "$colors"
    t 0 "  the rest stays" truth rest old.fsh new.fsh road
    "$PADDOCK" set old.fsh 'entry[road].image=many.png' --palette -o twice.fsh 2>/dev/null
    cmp -s new.fsh twice.fsh || complain "the second time it is another file"
done
t 2 "a palette of fewer than 256 colours has no holes" sh -c 'python3 "$1" make old.fsh 24 64 32x32 road && python3 "$1" art holes.png 32x32 few:9+clear 1 &&
    "$0" set old.fsh "entry[road].image=holes.png" --palette -o x.fsh' "$PADDOCK" "$TOP/tests/cli/palette_truth.py"
err_has '(set.image.alpha)'
no_file x.fsh

# A palette of several pictures.
truth make old.fsh 24 256 32x32 road tree wall gate five || exit 1
truth art one.png 32x32 few:100 1 && truth art two.png 32x32 few:110 2 && truth art big.png 32x32 few:240 3 || exit 1
t 2 "a palette that others use" "$PADDOCK" set old.fsh 'entry[road].image=one.png' --palette -o x.fsh
err_is 'paddock: old.fsh: "road" has the same palette as "tree", "wall", "gate" and 1 more: give a picture for each of them (set.palette.shared)'
no_file x.fsh
t 2 "all but one" "$PADDOCK" set old.fsh 'entry[road].image=one.png' 'entry[tree].image=one.png' 'entry[wall].image=two.png' \
    'entry[gate].image=two.png' --palette -o x.fsh
err_has 'has the same palette as "five": give a picture for each of them (set.palette.shared)'
t 0 "all of them" "$PADDOCK" set old.fsh 'entry[road].image=one.png' 'entry[tree].image=one.png' 'entry[wall].image=two.png' \
    'entry[gate].image=two.png' 'entry[five].image=one.png' --palette -o new.fsh
err_empty
"$PADDOCK" images new.fsh -o new >/dev/null
t 0 "each comes back" truth exact one.png new/road.png 8
t 0 "the others too" truth exact two.png new/gate.png 8
t 0 "the rest stays" truth rest old.fsh new.fsh road tree wall gate five
mkdir folder && cp one.png folder/road.png && cp two.png folder/tree.png && cp big.png folder/wall.png && cp one.png folder/gate.png &&
    cp two.png folder/five.png
t 0 "a folder, with more colours than there is room for" "$PADDOCK" set old.fsh --images folder --palette -o new.fsh
err_has 'wall.png: '
err_has '(set.palette.near)'
rm folder/five.png
t 2 "a folder without one" "$PADDOCK" set old.fsh --images folder --palette -o x.fsh
err_has 'has the same palette as "five"'
no_file x.fsh
t 0 "all untouched, from a folder" sh -c '"$0" images old.fsh -o whole && "$0" set old.fsh --images whole --palette -o same.fsh' "$PADDOCK"
cmp -s old.fsh same.fsh || complain "not the same file"

# Pictures that store their colours themselves; wrong calls.
t 2 "no palette to make" "$PADDOCK" set old.fsh 'entry[othr].image=whole/othr.png' --palette -o x.fsh
err_has '(set.palette.none)'
t 2 "no picture" "$PADDOCK" set old.fsh 'entry[1].pivot_x=3' --palette -o x.fsh
err_has '--palette needs pictures'
truth make old.fsh 24 256 32x32 road || exit 1
"$PADDOCK" images old.fsh --entry othr -o othr.png >/dev/null
t 0 "together with one that needs none" "$PADDOCK" set old.fsh 'entry[road].image=one.png' 'entry[othr].image=othr.png' --palette -o new.fsh
back new.fsh back.png
t 0 "comes back" truth exact one.png back.png 8
t 2 "one picture twice" "$PADDOCK" set old.fsh 'entry[road].image=one.png' 'entry[road].image=two.png' --palette -o x.fsh
err_has '(set.palette.twice)'
t 2 "another size" sh -c 'python3 "$1" art wide.png 33x32 few:9 1 && "$0" set old.fsh "entry[road].image=wide.png" --palette -o x.fsh' "$PADDOCK" \
    "$TOP/tests/cli/palette_truth.py"
err_has '(set.image.size)'
t 2 "a header changed at the same time" "$PADDOCK" set old.fsh 'entry[1].width=200' 'entry[road].image=one.png' --palette -o x.fsh
err_has '(set.image.header)'
head -c 100 one.png >cut.png
t 5 "a cut PNG" "$PADDOCK" set old.fsh 'entry[road].image=cut.png' --palette -o x.fsh
err_is 'paddock: cut.png: at 0x64: the PNG ends too early (png.truncated)'
no_file x.fsh
t 0 "a packed file" "$PADDOCK" pack old.fsh old.qfs
t 0 "is packed again" "$PADDOCK" set old.qfs 'entry[road].image=one.png' --palette -o new.qfs
"$PADDOCK" set old.fsh 'entry[road].image=one.png' --palette -o new.fsh && "$PADDOCK" unpack new.qfs plain.fsh
cmp -s plain.fsh new.fsh || complain "not the same picture"

# Every pixel another colour: the time is bounded.
truth make old.fsh 24 256 1024x1024 road && truth art large.png 1024x1024 noise 5 || exit 1
t 0 "a million colours" timeout 60 "$PADDOCK" set old.fsh 'entry[road].image=large.png' --palette -o new.fsh

real=${PADDOCK_REAL:-$TOP/../shared/real}/nfs
if [ ! -f "$real/AL1.FSH" ] || [ ! -f "$real/JEEP.CFM" ]; then
    skip "palettes of real pictures: no AL1.FSH and JEEP.CFM here"
    return 0
fi
cp "$real/AL1.FSH" old.fsh && chmod u+w old.fsh && truth art slide.png 318x447 smooth 3 || exit 1
t 0 "a real picture of many colours" "$PADDOCK" set old.fsh 'entry[0000].image=slide.png' --palette -o new.fsh
cp $err notes.txt
"$PADDOCK" images new.fsh --entry 0000 -o back.png >/dev/null
t 0 "  the error is told, and small" truth told slide.png back.png notes.txt 255
t 0 "  the rest stays" truth rest old.fsh new.fsh 0000
t 2 "a real car: one of its pictures" "$PADDOCK" set "$real/JEEP.CFM" "entry[1/frnt].image=one.png" --palette -o x.cfm
"$PADDOCK" images "$real/JEEP.CFM" -o jeep >/dev/null
t 0 "a real car, untouched" "$PADDOCK" set "$real/JEEP.CFM" --images jeep --palette -o same.cfm
cmp -s "$real/JEEP.CFM" same.cfm || complain "not the same file"
