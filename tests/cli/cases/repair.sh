# Surfaces without what is wrong with them.
"$PADDOCK" synth rld scan.rld --points 5000 || exit 1
t 0 "nothing to do" "$PADDOCK" repair scan.rld -o same.rld
out_is 'scan.rld: nothing to repair'
cmp -s scan.rld same.rld || complain "they differ"
cp scan.rld bad.rld
poke bad.rld 20 '\000\000\300\177'
poke bad.rld 1000 '\000\000\300\177'
poke bad.rld 100000 '\377\377\377\377'
t 1 "a damaged one" "$PADDOCK" check bad.rld
t 0 "is mended" "$PADDOCK" repair bad.rld -o good.rld
out_has 'bad.rld: 2 points dropped: a coordinate is not a finite number (rld.repair.point)'
out_has '(rld.repair.index)'
t 0 "and sound" "$PADDOCK" check good.rld
t 0 "as JSON, in place" "$PADDOCK" repair --json --in-place --drop all bad.rld
json '[.path, .output, .repaired, (.changes[] | select(.code == "rld.repair.point").count)]' '["bad.rld","bad.rld",true,2]'
t 2 "both to standard output" "$PADDOCK" repair --json bad.rld -o -
t 0 "as JSON, nothing" "$PADDOCK" repair --json bad.rld --drop all -o x
json '[.repaired, .changes]' '[false,[]]'
head -c 30000 scan.rld >cut.rld
t 0 "a cut one" "$PADDOCK" repair cut.rld -o whole.rld
out_has '(rld.repair.points_missing)'
t 0 "is whole" "$PADDOCK" check whole.rld
sh_t 0 "through pipes" 'cat scan.rld | "$PADDOCK" repair - -o - | cmp - scan.rld'
t 2 "needs somewhere to write" "$PADDOCK" repair scan.rld
t 2 "output is the input" "$PADDOCK" repair scan.rld -o scan.rld
t 2 "drops nobody knows" "$PADDOCK" repair scan.rld -o y --drop degenerate,unusd
err_has 'did you mean "unused"'
no_file y
lap
t 4 "not a surface" "$PADDOCK" repair lap.raf -o y
err_has '(edit.unsupported)'
no_file y

# Packed in, packed out; nothing to do keeps the packed bytes, whatever program packed them.
"$PADDOCK" pack scan.rld scan.packed --level 1 >/dev/null || exit 1
t 0 "a packed surface" "$PADDOCK" repair scan.packed -o same.packed
cmp -s same.packed scan.packed || complain "other packed bytes"
t 0 "plain when asked for" "$PADDOCK" repair scan.packed --plain -o plain.rld
cmp -s plain.rld scan.rld || complain "it is not the surface"

# Four bytes more: before the points everything is found; among the points it is refused, and nothing is written.
{ head -c 16 scan.rld; printf '\000\000\000\000'; tail -c +17 scan.rld; } >before.rld
t 0 "bytes too many before the points" "$PADDOCK" repair before.rld -o found.rld
out_has '(rld.repair.displaced)'
cmp -s found.rld scan.rld || complain "not all was kept"
{ head -c 3000 scan.rld; printf '\000\000\000\000'; tail -c +3001 scan.rld; } >within.rld
t 5 "bytes too many among the points" "$PADDOCK" repair within.rld -o wrong.rld
err_has 'room for'
err_has '(rld.repair.displaced)'
no_file wrong.rld
