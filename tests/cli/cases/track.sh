# Tracks driven the other way, and flat.
"$PADDOCK" synth tri road.tri --dialect open || exit 1
cp road.tri kept.tri
t 0 "reverse" "$PADDOCK" track reverse road.tri -o back.tri
out_empty
err_empty
t 0 "the result is sound" "$PADDOCK" check back.tri
out_has sound
t 0 "and twice" "$PADDOCK" track reverse back.tri -o twice.tri
"$PADDOCK" table road.tri nodes --columns x,y,z,left_verge,right_verge >a.csv
"$PADDOCK" table twice.tri nodes --columns x,y,z,left_verge,right_verge >b.csv
cmp -s a.csv b.csv || complain "the places are not those of the original"
t 0 "flatten" "$PADDOCK" track flatten road.tri -o flat.tri
t 0 "no heights are left" "$PADDOCK" info --json flat.tri
json '[.properties.lowest, .properties.highest]' '[0,0]'
cmp -s road.tri kept.tri || complain "the input has changed"
t 0 "in place" "$PADDOCK" track flatten --in-place kept.tri
cmp -s kept.tri flat.tri || complain "it is not what -o gives"
sh_t 0 "through pipes" 'cat road.tri | "$PADDOCK" track reverse - -o - | cmp - back.tri'
t 2 "needs somewhere to write" "$PADDOCK" track reverse road.tri
err_has 'needs an output: OUT or -o OUT, or --in-place'
t 2 "output is the input" "$PADDOCK" track reverse road.tri -o road.tri
err_has 'the same file'
t 2 "in place and elsewhere" "$PADDOCK" track reverse road.tri --in-place -o x
no_file x
t 2 "standard input in place" "$PADDOCK" track reverse - --in-place
err_has 'standard input'
t 2 "another edit" "$PADDOCK" track revers road.tri -o x
err_has 'did you mean "reverse"'
lap
t 4 "not a track" "$PADDOCK" track reverse lap.raf -o x
err_has '(edit.unsupported)'
no_file x
head -c 100000 road.tri >cut.tri
t 5 "a cut track" "$PADDOCK" track flatten cut.tri -o x
err_has '(tri.truncated)'
no_file x

# Packed in, packed out, as the file was.
"$PADDOCK" pack road.tri road.packed --variant 11FB >/dev/null || exit 1
t 0 "a packed track" "$PADDOCK" track reverse road.packed -o back.packed
t 0 "is packed as it was" "$PADDOCK" info --evidence back.packed
out_has "11FB"
sh_t 0 "and the same inside" '"$PADDOCK" unpack back.packed - | cmp - back.tri'
t 0 "plain when asked for" "$PADDOCK" track reverse road.packed --plain -o plain.tri
cmp -s plain.tri back.tri || complain "it is not what the plain track gives"
# Textures go by the name of the track.
"$PADDOCK" synth tri art.tri && "$PADDOCK" synth wwww art.fam || exit 1
t 0 "a reversed track has lost its textures, and says so" "$PADDOCK" track reverse art.tri other.tri
err_is 'paddock: other.tri: no FAM beside it; copy art.fam to other.FAM for its textures'
cp art.fam other.FAM
t 0 "once they are there it does not" "$PADDOCK" track reverse art.tri other.tri
err_empty
