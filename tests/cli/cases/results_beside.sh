# A results file beside a replay: what it says is official, and what the replay says is shown beside it. Another program
# writes the file, and changes what a game's file can know better (tests/cli/results_of.py).
cp "$TOP/samples/race.vcr" race.vcr
mkdir other # where they are not found by themselves
"$PADDOCK" standings race.vcr --json -o standings.json
"$PADDOCK" laps race.vcr --json -o laps.json
results() { python3 "$TOP/tests/cli/results_of.py" standings.json laps.json "$@"; }
place() { jq -r ".results[$(($1 - 1))].$2" standings.json; } # of the replay's standings: PLACE KEY
first=$(place 1 driver) second=$(place 2 driver) third=$(place 3 driver) lap=$(place 2 best_lap)

results other/same.xml
t 0 "the same results" "$PADDOCK" standings race.vcr --results other/same.xml --json
json '[.results[] | .position == .recorded_position] | all' true
json '[.results[] | .laps]' "$(jq -c '[.results[].laps]' standings.json)"
json '[.results[] | select(.total_time != null) | (.total_time - .recorded_time) | fabs < 0.0001] | all' true
json '.results[0].class' '"Cup"'
json '.results[0].number' '"101"'
t 0 "laps have the time of each" "$PADDOCK" laps race.vcr --results other/same.xml --json
json '[.laps[] | select(.kind == "timed") | (.lap_time - .recorded_lap_time) | fabs < 0.0001] | all' true
t 0 "without the file there is nothing recorded to show" "$PADDOCK" standings race.vcr --json
json '[.results[] | .recorded_position, .recorded_time] | unique' '[null]'

results other/changed.xml "penalty=$first:100" "invalid=$second:$lap" "out=$third" "joined=Zoe Late" upper "class=$second:Gold"
t 0 "the official order" "$PADDOCK" standings race.vcr --results other/changed.xml --json
json '.results[0].driver' "\"$second\""
json '.results[0].recorded_position' 2
json '.results[0].class' '"Gold"'
json ".results[] | select(.driver == \"$first\") | [.recorded_position, .penalty_time, ((.total_time - .recorded_time) | round)]" '[1,100,100]'
json ".results[] | select(.driver == \"$third\") | [.status, .recorded_position]" '["disqualified",3]'
json '.results[] | select(.driver == "ZOE LATE") | [.recorded_position, .recorded_time, .laps]' '[null,null,0]'
json "(.results[0].best_lap != $lap)" true
t 0 "a lap that the game did not count" "$PADDOCK" laps race.vcr --results other/changed.xml --json
json "[.laps[] | select(.driver == \"$second\" and .lap == $lap) | .counts, (.reasons | test(\"invalid\"))]" '[false,true]'
t 0 "in text" "$PADDOCK" standings race.vcr --results other/changed.xml -o list.txt
t 0 "which says whose they are" cat list.txt
out_has "Recorded"
out_has "Official results, from a results file; Recorded is the position that follows from the replay alone. (changed.xml)"
out_has "added to the time"
t 0 "one class" bash -c '"$1" standings race.vcr --results other/changed.xml --class gold | wc -l' - "$PADDOCK"
out_is 2
printf 'driver,kind,value\n%s,time,1000\n' "$second" >rulings.csv
t 0 "rulings come on top" "$PADDOCK" standings race.vcr --results other/changed.xml --rulings rulings.csv --json
json '.results[0].driver != "'"$second"'"' true
json ".results[] | select(.driver == \"$second\") | [.recorded_position, .rulings]" '[2,"+1000 s"]'
t 0 "as it was after a lap, nothing is official" "$PADDOCK" standings race.vcr --results other/changed.xml --lap 2 --json
json '[.results[] | select(.laps > 0) | .position == .recorded_position] | all' true
results other/left.xml "left=$second"
t 0 "whom the file does not name is behind those it names" "$PADDOCK" standings race.vcr --results other/left.xml --json
json '.results[-1].driver' "\"$second\""

t 0 "a page" "$PADDOCK" report race.vcr --results other/changed.xml -o given.html
cp other/changed.xml race.xml
t 0 "a file of the replay's name is found" "$PADDOCK" standings race.vcr --json
json '.results[0].recorded_position' 2
err_is "paddock: race.vcr: the official results are those of race.xml; --results FILE names others"
t 0 "for laps as well" "$PADDOCK" laps race.vcr --json
json '[.laps[] | .recorded_lap_time] | unique | length > 5' true
t 0 "and for a page" "$PADDOCK" report race.vcr -o found.html
t 0 "which is the same" cmp given.html found.html
t 2 "no output replaces it" "$PADDOCK" standings race.vcr -o race.xml
err_has "race.xml"
t 0 "a page without names does not read it" "$PADDOCK" report race.vcr --anonymise -o anonymous.html
t 1 "nor has a driver of it" grep -c "ZOE LATE" anonymous.html

results other/slower.xml slower=1
cp other/slower.xml race.xml
t 0 "of another race, it is not used" "$PADDOCK" standings race.vcr --json
json '.results[0].recorded_position' null
err_has "race.vcr: race.xml beside it is not used: the results are of another session: of "
t 0 "nor in a page" "$PADDOCK" report race.vcr -o other.html
err_has "race.xml beside it is not used"
printf 'no results' >race.xml
t 0 "nor is a file that is none" "$PADDOCK" standings race.vcr
rm race.xml

results other/other_kind.xml kind=Qualify
results other/nobody.xml "left=$first"
sed -i 's/<Name>[^<]*/&x/' other/nobody.xml
for wrong in "other/slower.xml|results.laps" "other/other_kind.xml|results.session" "other/nobody.xml|results.drivers" "race.vcr|results.format"; do
    t 2 "$wrong is refused" "$PADDOCK" standings race.vcr --results "${wrong%|*}"
    err_has "paddock: ${wrong%|*}: "
    err_has "(${wrong#*|})"
    t 2 "$wrong, for a page" "$PADDOCK" report race.vcr --results "${wrong%|*}" -o never.html
    err_has "(${wrong#*|})"
    no_file never.html
done
t 2 "a results file has its own" "$PADDOCK" standings other/same.xml --results other/changed.xml
err_has "(results.format)"
"$PADDOCK" synth raf lap.raf --seconds 5
t 2 "a lap has no session" "$PADDOCK" laps lap.raf --results other/same.xml
err_has "(results.session)"
t 2 "several recordings" "$PADDOCK" standings race.vcr race.vcr --results other/same.xml
err_has "--results is about one recording"
t 2 "names, and none" "$PADDOCK" report race.vcr --anonymise --results other/same.xml -o never.html
err_has "--anonymise and --results contradict each other"
