# convert: by extension or --to, axes, scale, origins, and what is refused.
"$PADDOCK" synth rld road.rld --points 500 || exit 1
t 0 "a copy is the same surface" "$PADDOCK" convert road.rld copy.rld
out_empty
err_empty
cmp -s road.rld copy.rld || complain "the copy differs"
sh_t 0 "to standard output" '"$PADDOCK" convert road.rld - --to rld | cmp - road.rld'
sh_t 0 "from standard input" '"$PADDOCK" convert - piped.rld <road.rld && cmp piped.rld road.rld'
t 0 "axes" "$PADDOCK" convert road.rld turned.rld --axes +y-x+z
t 0 "and back" "$PADDOCK" convert turned.rld back.rld --axes=-y+x+z
cmp -s road.rld back.rld || complain "turning there and back differs"
t 0 "an origin" "$PADDOCK" convert road.rld moved.rld --origin 100,-200,0.5
err_has "the origin 100, -200, 0.5 was subtracted"
has_file moved.origin.json
cp moved.origin.json $out
json .origin "[100,-200,0.5]"
t 0 "a scale" "$PADDOCK" convert road.rld small.rld --scale 0.001
t 2 "mirrored axes" "$PADDOCK" convert road.rld x.rld --axes +x+z+y
err_has "no rotation of axes"
no_file x.rld
t 2 "an axis twice" "$PADDOCK" convert road.rld x.rld --axes xxz
t 2 "an unknown target" "$PADDOCK" convert road.rld x --to rdl
err_has 'did you mean "rld"?'
t 2 "an extension that says nothing" "$PADDOCK" convert road.rld x.what
err_has "--to ID does"
t 2 "onto itself" "$PADDOCK" convert road.rld road.rld
t 2 "no scale" "$PADDOCK" convert road.rld x.rld --scale 0
t 2 "no origin" "$PADDOCK" convert road.rld x.rld --origin 1,2
lap
t 4 "a file without a surface" "$PADDOCK" convert lap.raf x.rld
err_has "(mesh.none)"
no_file x.rld
t 3 "a full disk" "$PADDOCK" convert road.rld /dev/full --to rld
only_files back.rld copy.rld lap.raf moved.origin.json moved.rld piped.rld road.rld small.rld turned.rld
