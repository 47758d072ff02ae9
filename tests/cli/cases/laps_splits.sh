# laps and info where a RAF has splits that cannot be true: the sector is missing, the others keep their numbers

"$PADDOCK" synth raf good.raf || exit 1
cp good.raf wrong.raf && poke wrong.raf 176 '\377\340\365\005' # the second split is 99999.999 s
cp good.raf late.raf && poke late.raf 180 '\060\165\000\000'   # the lap time is 30 s
sh_t 0 "a split that is none" '"$PADDOCK" laps wrong.raf | cut -d , -f 7-9 | tail -n 1'
[ "$(cat out.txt)" = 18.78,, ] || complain "the sectors are $(cat out.txt)"
t 0 "with a file that has them" "$PADDOCK" laps good.raf wrong.raf -o laps.txt
grep -q 'Theoretical best  1:03.020  of the best sectors: 18.780 ' laps.txt || complain "no best of three sectors"
[ "$(grep -c Theoretical laps.txt)" -eq 1 ] || complain "sectors of a lap that lacks some are added up"
t 0 "info" "$PADDOCK" info wrong.raf
grep -qE '^  Sectors +0:18.780  -  -$' out.txt || complain "its sectors are $(grep Sectors out.txt)"
t 0 "info of a lap time that is none" "$PADDOCK" info late.raf
! grep -qE 'Sectors|legality' out.txt || complain "what is of another lap"
# Sectors of a minute and more are written as such: here 0.200, 1:02.700, 0.120.
cp good.raf minute.raf && poke minute.raf 172 '\310\000\000\000' && poke minute.raf 176 '\264\365\000\000'
cp minute.raf minute2.raf
t 0 "a sector of more than a minute" "$PADDOCK" laps minute.raf minute2.raf -o minute.txt
grep -q 'best sectors: 0.200 B. Okafor, 1:02.700 B. Okafor, 0.120 B. Okafor' minute.txt || complain "$(grep Theoretical minute.txt)"
"$PADDOCK" synth raf part.raf --dialect part
t 0 "why a part does not count, in a narrow list" "$PADDOCK" laps part.raf --chat
grep -q 'not completed, part of a lap$' out.txt || complain "the reason is cut: $(tail -n 2 out.txt)"
