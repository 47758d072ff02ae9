# compare: where is the time?

for hand in 1 2 3; do "$PADDOCK" synth raf "hand$hand.raf" --seed 4 --hand $hand || exit 1; done
"$PADDOCK" synth tri track.tri --seed 4 || exit 1
"$PADDOCK" synth raf elsewhere.raf --seed 9 || exit 1
"$PADDOCK" synth vcr race.vcr --dialect r2 --session race --cars 5 --laps 4 --poses-every 5 --seed 7 || exit 1
"$PADDOCK" synth vcr garage.vcr --dialect r2 --session qualifying --cars 3 --minutes 4 --poses-every 5 --seed 7 || exit 1
stored() { "$PADDOCK" table "$1" splits --columns time | tail -n 1; }
# close PROGRAM: a jq program over the output that must be true
close() { [ "$(jq "$1" out.txt)" = true ] || complain "jq '$1' is not true"; }

t 0 "two laps as JSON" "$PADDOCK" compare hand1.raf hand2.raf --json
out_lines 1
json 'keys_unsorted' '["reference","method","length","rulers","alignment","laps","sectors","corners","residuals","setup"]'
json '.method' '"ruler"'
json '.laps | length' 1
json '[.reference.lap_time, .laps[0].lap_time]' "[$(stored hand1.raf),$(stored hand2.raf)]"
close '.laps[0].delta as $whole | ([.sectors[].deltas[0]] | add) - $whole | fabs < 1e-5'
close '.laps[0].delta as $whole | ([.corners[].deltas[0]] | add) - $whole | fabs < 1e-5'
as_timed='.reference.lap_time as $own | [.laps[] | .delta - (.lap_time - $own) | fabs] | max < 0.0005'
close "$as_timed"
close '[.residuals[].residual | fabs] | max <= 0.02'
close '.corners[0].start_distance == 0 and (.corners[-1].end_distance - .length | fabs) < 1e-6'
json '[.corners[] | (.sentence | length), (.reason | length)] | unique' '[1]'
close '[.corners[] | .sentence == .texts] | all'
close '[.corners[] | select(.reason[0] != null) | . as $c | $c.sentence[0] | endswith($c.reason[0])] | all'
t 0 "by projection" "$PADDOCK" compare hand1.raf hand2.raf --by projection --json
json '.method' '"projection"'
close '[.residuals[].residual | fabs] | max <= 0.02'
t 0 "by the line of a track" "$PADDOCK" compare hand1.raf hand2.raf --track track.tri --json
close '[.residuals[].residual | fabs] | max <= 0.02'
t 0 "by distance, which is rough" "$PADDOCK" compare hand1.raf hand2.raf --by distance --json
json '.method' '"distance"'
t 0 "three laps" "$PADDOCK" compare hand1.raf hand2.raf hand3.raf --json
json '[(.laps | length), (.sectors[0].times | length), (.sectors[0].deltas | length)]' '[2,3,2]'

# whichever lap is the reference, and in whatever order files come, a turn has one number
for hand in 1 2 3 4; do "$PADDOCK" synth raf "kink$hand.raf" --seed 3 --hand $hand || exit 1; done
names() { "$PADDOCK" compare "$@" --json | jq -c '[.corners[].name]'; }
wanted=$(names kink1.raf kink2.raf kink3.raf kink4.raf)
for order in '2 1 3 4' '4 3 2 1' '3 4 1 2'; do
    [ "$(names $(printf 'kink%s.raf ' $order))" = "$wanted" ] || complain "other turns in the order $order"
done

t 0 "a row a step" "$PADDOCK" compare hand1.raf hand2.raf --step 10
[ "$(head -n 1 out.txt)" = distance,x,y,time_0,delta_0,speed_0,throttle_0,brake_0,gear_0,steer_0,lateral_offset_0,time_1,delta_1,speed_1,throttle_1,brake_1,gear_1,steer_1,lateral_offset_1 ] ||
    complain "the header is $(head -n 1 out.txt)"
[ "$(sed -n 3p out.txt | cut -d, -f1)" = 10 ] || complain "the second row is not at 10 m"
t 0 "for people" "$PADDOCK" compare hand1.raf hand2.raf -o laps.txt
grep -q '^Where time is won and lost$' laps.txt || complain "no corners in it"
grep -q 'turn .* m: [0-9.]* s \(lost\|gained\)' laps.txt || complain "no turn in it"
t 0 "JSON by the name of the file" "$PADDOCK" compare hand1.raf hand2.raf -o laps.json
jq -e .corners laps.json >/dev/null || complain "no JSON in it"

t 0 "drivers of one race" "$PADDOCK" compare race.vcr#varga race.vcr#1 --json
json '.reference.driver' '"A. Varga"'
json '.laps[0].slot' 1
json '.method' '"projection"'
close '[.residuals[].residual | fabs] | max < 0.02'
close "$as_timed"
# into the pits and out of them the line is crossed far from where others cross it
laps=$("$PADDOCK" laps race.vcr --json |
    jq -r '.laps[] | select(.lap > 1 and .lap_time != null) | "race.vcr#\(.slot)#\(.lap)"')
t 0 "all laps of a race" "$PADDOCK" compare $laps --json
close "$as_timed"
close '[.reference.lap_time, .laps[].lap_time] as $times | [.sectors[].times] | transpose | map(add) |
    [., $times] | transpose | map(.[0] - .[1] | fabs) | max < 0.0005'
set -- $laps
"$PADDOCK" plot delta "$1" "$2" -o delta.svg || complain "no plot"
title=$(printf %.3f "$("$PADDOCK" compare "$1" "$2" --json | jq -r ".laps[0].lap_time - .reference.lap_time | fabs")")
grep -q "[^0-9]$title s" delta.svg || complain "the title of the plot does not say $title s"
t 0 "the same lap: no difference" "$PADDOCK" compare race.vcr#0#2 race.vcr#0#2 --json
json '.laps[0].delta' 0
t 0 "the last lap" "$PADDOCK" compare race.vcr#0#2 race.vcr#0#last --json
close '.laps[0].lap > .reference.lap'
# A lap from the grid, or out of the garage, takes its time from another place than the line: a delta measured from the
# line would contradict the lap times.
t 4 "the first lap of a race" "$PADDOCK" compare race.vcr#0#3 race.vcr#1#1 --json
err_has 'lap 1 of race.vcr is the first of the race, from the grid or a rolling start, so it cannot be compared'
err_has 'laps of this driver that can: 2, 3, 4 (compare.lap)'
t 4 "as the reference" "$PADDOCK" compare race.vcr#1#1 race.vcr#0#3 --json
t 4 "a lap from the garage" "$PADDOCK" compare garage.vcr garage.vcr#0#1 --json
err_has 'lap 1 of garage.vcr begins in the pits, not at the start line'
# Out of the garage a lap is shorter than from line to line: as the shortest it would be the best.
t 0 "the best lap is from line to line" "$PADDOCK" compare garage.vcr#0 garage.vcr#1 --json
close '.reference.lap > 1 and .laps[0].lap > 1'
cp hand2.raf 'odd#name.raf'
t 0 "a file whose name has a #" "$PADDOCK" compare hand1.raf 'odd#name.raf' --json
json '.laps[0].file' '"odd#name.raf"'

t 2 "one lap alone" "$PADDOCK" compare hand1.raf
t 2 "nobody of that name" "$PADDOCK" compare race.vcr#Nobody race.vcr
err_is 'paddock: race.vcr has no driver "Nobody"'
t 2 "a step of nothing" "$PADDOCK" compare hand1.raf hand2.raf --step 0
t 2 "a way that is none" "$PADDOCK" compare hand1.raf hand2.raf --by magic
t 2 "a kind of file that is none" "$PADDOCK" compare hand1.raf hand2.raf -o x.parquet
t 4 "a lap that is not there" "$PADDOCK" compare race.vcr#0#99 race.vcr
t 4 "another track" "$PADDOCK" compare hand1.raf elsewhere.raf
err_has '(compare.track)'
t 0 "a lap beside itself" "$PADDOCK" compare hand1.raf hand1.raf -o same.txt
sh_t 0 "says that there is nothing" 'grep -q "^  nowhere more than 0.005 s" same.txt'
t 4 "what is no recording" "$PADDOCK" compare hand1.raf track.tri
err_is 'paddock: track.tri: has no laps: nothing moves in tri files (analysis.motion)'
t 3 "a file that is not there" "$PADDOCK" compare hand1.raf gone.raf

# another simulator's map: every place of a lap turned by a quarter and moved, under another code and ruler
"$PADDOCK" dump hand2.raf | jq -c '.parts[0]["raf.header"] += { track_code: "ZZ9", track_length: 2861 } |
    (.columns["raf.block"] | [index("x"), index("y")]) as [$x, $y] |
    .parts[-1]["raf.block"] |= map(.[$x] as $was | .[$x] = 45875200 - .[$y] | .[$y] = $was)' |
    "$PADDOCK" build - moved.raf || exit 1
t 0 "a lap of another map" "$PADDOCK" compare hand1.raf moved.raf --json
close '.alignment.rotation + 1.5707963 | fabs < 0.01'
close '.alignment.scale - 1 | fabs < 0.005'
close '.alignment.residual < 5 and .alignment == .laps[0].alignment'
close '[.residuals[-1].residual | fabs] | max <= 0.02'
t 0 "in words" "$PADDOCK" compare hand1.raf moved.raf -o moved.txt
grep -q 'apart (RMS)' moved.txt || complain "the residual is not said"
grep -q "Recorded lap times agree within" moved.txt || complain "more is said to agree than the lap time"
t 4 "as it is" "$PADDOCK" compare hand1.raf moved.raf --align none
t 4 "lines too far apart" "$PADDOCK" compare hand1.raf moved.raf --max-residual 0.1
err_has 'm apart (RMS), more than 0.1 m (compare.track)'
t 2 "an alignment that is none" "$PADDOCK" compare hand1.raf hand2.raf --align perhaps
t 2 "a residual of nothing" "$PADDOCK" compare hand1.raf hand2.raf --max-residual 0
