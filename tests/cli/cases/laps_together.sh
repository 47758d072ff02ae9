# laps --corners and --minisectors: laps of several files as one session

for hand in 1 2 3; do "$PADDOCK" synth raf "hand$hand.raf" --seed 4 --hand $hand || exit 1; done
"$PADDOCK" synth raf elsewhere.raf --seed 9 || exit 1
"$PADDOCK" synth vcr race.vcr --dialect r2 --session race --cars 3 --laps 8 --poses-every 5 --seed 7 || exit 1
close() { [ "$(jq "$1" "${2:-out.txt}" ${3:-})" = true ] || complain "jq '$1' is not true"; }

t 0 "one driver of a race" "$PADDOCK" laps race.vcr --driver 0 --corners --minisectors 10 --json
json 'keys_unsorted' '["ideal_time","laps","consistency","minisectors"]'
close '(.laps | length) * 10 == (.minisectors | length)'
close '[.minisectors[] | select(.best)] | length >= 10'
close '.ideal_time as $ideal | ([.minisectors[] | select(.best_of_all)] | unique_by(.minisector) | map(.time) | add) - $ideal | fabs < 1e-5'
close '[.laps[].lap_time] | min as $best | $best >= 0'
close '.ideal_time <= ([.laps[].lap_time] | min) + 1e-6'
close '. as $all | [.laps[] | . as $lap | ([$all.minisectors[] | select(.lap == $lap.lap) | .time] | add) - $lap.lap_time | fabs < 1e-5] | all'
close '[.consistency[] | select(.run == "all" and .corner != null) | .best] | add as $sum | ($sum - 0) > 0'
close '([.consistency[] | select(.run == "all" and .corner != null) | .best] | add) as $sum | [.consistency[] | select(.run == "all" and .corner == null) | .ideal_corner_time] | (.[0] - $sum | fabs) < 2e-5'
close '[.consistency[] | .best <= .mean + 1e-12 and .deviation >= 0] | all'
t 0 "all drivers" "$PADDOCK" laps race.vcr --minisectors 5 --json
close '[.minisectors[] | select(.best_of_all)] | unique_by(.minisector) | length == 5'
close '[.minisectors[] | select(.best_of_all and (.best | not))] == []'
t 0 "several files" "$PADDOCK" laps hand1.raf hand2.raf hand3.raf --corners --json
close '(.laps | length) == 3 and (.minisectors | length) == 75'
t 0 "for people" "$PADDOCK" laps race.vcr --driver 0 --corners --minisectors 10 -o session.txt
grep -q 'If every corner were the best: [0-9:.]*; never driven in one lap.' session.txt || complain "no ideal lap in it"
grep -qE 'lap +[0-9]+ +[0-9:.]+ +[-#+]{10}$' session.txt || complain "no minisectors in it"
t 0 "corners as CSV" "$PADDOCK" laps race.vcr --driver 0 --corners
[ "$(head -n 1 out.txt)" = driver,slot,run,corner,name,count,best,mean,deviation,best_lap,best_file,ideal_time,ideal_corner_time,compound ] ||
    complain "the header is $(head -n 1 out.txt)"
t 0 "minisectors as CSV" "$PADDOCK" laps race.vcr --driver 0 --minisectors 4
[ "$(head -n 1 out.txt)" = file,driver,slot,lap,minisector,start_distance,end_distance,time,best,best_of_all ] ||
    complain "the header is $(head -n 1 out.txt)"
# on which tyres, in which stint, in what weather: where the file says so
road() { # FILE TYPE: the same driver with other tyres
    "$PADDOCK" dump hand1.raf | jq -c --argjson type "$2" '(.parts[] | select(has("raf.header"))["raf.header"].player) = "A. Driver" |
        (.parts[] | select(has("raf.static_wheel"))["raf.static_wheel"].tyre_type) = $type' | "$PADDOCK" build - "$1" || exit 1
}
road super.raf 4
road normal.raf 5
road normal2.raf 5
sh_t 0 "tyres and weather of a lap" '"$PADDOCK" laps normal.raf'
[ "$(cut -d, -f27-30 out.txt)" = "$(printf 'stint,compound,weather,rain\n1,road normal,Clear,')" ] ||
    complain "the lap has $(cut -d, -f27-30 out.txt)"
t 0 "the pace on each compound" "$PADDOCK" laps super.raf normal.raf normal2.raf --corners --json
json '[.consistency[] | select(.corner == null) | [.run, .compound, .count]]' \
    '[["all",null,3],["compound","road super",1],["compound","road normal",2]]'
t 0 "for people" "$PADDOCK" laps super.raf normal.raf normal2.raf --corners -o tyres.txt
grep -q '^  Compound road normal: 2 laps, best ' tyres.txt || complain "no compound in it"
t 0 "chosen by compound" "$PADDOCK" laps super.raf normal.raf normal2.raf --where 'compound=road normal' --corners --json
json '[.laps[].file]' '["normal.raf","normal2.raf"]'
t 0 "laps by a column" "$PADDOCK" laps race.vcr --where 'stint=1' --where 'lap<3' --json
close '[.laps[] | .stint == 1 and .lap < 3] | all and length > 0'
t 0 "all of them" "$PADDOCK" laps race.vcr --json
cp out.txt all.json
t 0 "their stints" "$PADDOCK" stints race.vcr --json
close '.stints as $stints | input.laps | map(select(.stint != null) | . as $lap |
    any($stints[]; .slot == $lap.slot and .stint == $lap.stint and .compound == $lap.compound and
        .first_lap <= $lap.lap and .last_lap >= $lap.lap)) | all and length > 0' out.txt all.json
t 0 "nothing passes" "$PADDOCK" laps race.vcr --where 'stint=99' --json
json '.laps' '[]'
t 2 "a column that is none" "$PADDOCK" laps race.vcr --where 'compund=1'
err_has 'there is no column "compund"; did you mean "compound"?'
t 2 "no test" "$PADDOCK" laps race.vcr --where compound
"$PADDOCK" synth vcr wet.vcr --dialect l --session race --cars 2 --laps 3 --poses-every 5 --seed 7 || exit 1
"$PADDOCK" dump wet.vcr | jq -c '[.parts[] | has("vcr.l.weather")] as $is | [range($is | length) | select($is[.])] as $at |
    reduce range($at | length / 2 | floor; $at | length) as $i (.; .parts[$at[$i]]["vcr.l.weather"] |= map(.[8] = 51))' |
    "$PADDOCK" build - wet.vcr || exit 1
t 0 "rain" "$PADDOCK" laps wet.vcr --json
close '[.laps[] | select(.end_time != null) | .rain] | min == 0 and (max - 0.2 | fabs) < 1e-9'
close '[.laps[] | select(.end_time != null) | .rain] | any(. > 0 and . < 0.2)'

t 4 "another track" "$PADDOCK" laps hand1.raf elsewhere.raf --corners
err_has 'compare.track'
t 4 "one lap" "$PADDOCK" laps hand1.raf --corners
t 2 "no minisector" "$PADDOCK" laps hand1.raf hand2.raf --minisectors 0
t 2 "too many" "$PADDOCK" laps hand1.raf hand2.raf --minisectors 1001
t 2 "as a posting" "$PADDOCK" laps hand1.raf hand2.raf --corners -o x.md
no_file x.md
t 2 "rulings that are none" "$PADDOCK" laps race.vcr --corners --rulings hand1.raf
t 2 "sorted" "$PADDOCK" laps hand1.raf hand2.raf --corners --sort time
t 3 "a file that is not there" "$PADDOCK" laps hand1.raf gone.raf --corners
