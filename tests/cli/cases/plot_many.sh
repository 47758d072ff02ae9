# Pictures of many drivers have everybody in them.
piece() { # CARS TIMES: a piece of a race, in which hardly anyone has a whole lap
    "$PADDOCK" synth vcr piece.vcr --cars "$1" --laps 6 --time "$2" --poses-every 5
    "$PADDOCK" laps piece.vcr --json | jq -r '.laps[].driver' | sort -u >drivers
}
names_everyone() {
    while read -r driver; do
        grep -qF ">${driver/"'"/"&#39;"}<" "$out" || complain "$driver is not in the picture"
    done <drivers
}
for times in 1:05..1:20 3:00..3:20 4:10..4:30; do
    piece 10 $times
    t 0 "a map of $times names who was in it" "$PADDOCK" plot map piece.vcr
    names_everyone
done
piece 40 1:05..1:10
t 0 "a map of 40 cars" "$PADDOCK" plot map piece.vcr
t 0 "the speeds of 40 cars" "$PADDOCK" plot channels piece.vcr --columns speed
t 0 "a driver who is named is drawn alone" "$PADDOCK" plot map piece.vcr --driver 11
out_has ">piece.vcr: L. Haddad, the whole recording<"
"$PADDOCK" synth vcr whole.vcr --cars 3 --laps 5 --time 1:50..4:20 --poses-every 5
t 0 "a lap that is recorded completely goes before a quicker one of which only the end is" "$PADDOCK" plot map whole.vcr
lap=$(grep -oE '>whole.vcr: [^<]* lap [0-9]+' "$out" | head -n 1 | tr -d '>')
[ -n "$lap" ] || complain "it draws no lap"
"$PADDOCK" laps whole.vcr --json | jq -e --arg lap "${lap##* }" --arg driver "$(expr "$lap" : 'whole.vcr: \(.*\), lap')" \
    '.laps[] | select(.driver == $driver and (.lap | tostring) == $lap) | .start_time >= 110' >/dev/null ||
    complain "it draws $lap, which begins before the recording"
