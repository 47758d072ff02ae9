# laps, stints, standings: what they print for programs and people, and that it is what happened.

"$PADDOCK" synth vcr race.vcr --dialect r2 --session race --cars 9 --laps 5 --poses-every 5 --seed 7 --truth truth.json || exit 1
"$PADDOCK" synth vcr quali.vcr --dialect l --session qualifying --cars 6 --minutes 5 --poses-every 5 --truth quali.json || exit 1
for hand in 1 2 3; do "$PADDOCK" synth raf "hand$hand.raf" --seed 4 --hand $hand || exit 1; done
"$PADDOCK" synth tri track.tri || exit 1

t 0 "standings as JSON" "$PADDOCK" standings race.vcr --json
out_lines 1
json 'keys_unsorted' '["path","results"]'
json '.results[0] | keys_unsorted' '["position","driver","slot","vehicle","laps","total_time","gap","interval","laps_down","best_lap_time","best_lap","grid_position","pit_stops","penalties","penalty_time","contacts","status","reasons","co_driver","team","number","class","recorded_position","rulings","recorded_time"]'
for key in slot driver laps status grid_position pit_stops penalties best_lap; do
    json "[.results[].$key]" "$(jq -c "[.results[].$key]" truth.json)"
done
close=$(jq -s '[.[0].results, .[1].results] | transpose | map((.[0].total_time - .[1].total_time) | fabs) | max < 0.02' out.txt truth.json)
[ "$close" = true ] || complain "total times are not those of the truth"
t 0 "laps that the retired are behind" "$PADDOCK" standings "$TOP/samples/race.vcr" --json
json '[.results[] | select(.status == "retired") | [.laps, .laps_down]]' '[[2,4],[2,4]]' # the winner has 6
t 0 "and the places lap by lap" "$PADDOCK" standings race.vcr --positions --json
json 'keys_unsorted' '["path","results","positions"]'
json '[.positions[] | [.lap, .position, .slot]] | sort' "$(jq -c '[.positions[] | [.lap, .position, .slot]] | sort' truth.json)"
t 0 "after a lap" "$PADDOCK" standings race.vcr --lap 2 --json
json '.results[0].slot' "$(jq '.positions[] | select(.lap == 2 and .position == 1) | .slot' truth.json)"
json '.results[0].laps' 2
t 0 "  and the places until then" "$PADDOCK" standings race.vcr --lap 2 --positions --json
json '[.positions[].lap] | max' 2
t 0 "at a time: nobody has a lap yet" "$PADDOCK" standings race.vcr --at 1:20.5 --json
json '[.results[].laps] | max' 0
t 0 "as CSV" "$PADDOCK" standings race.vcr
out_lines 10
t 2 "a lap that is none" "$PADDOCK" standings race.vcr --lap 0
err_is 'paddock: --lap takes the number of a lap, from 1, not "0"'
t 2 "a time that is none" "$PADDOCK" standings race.vcr --at noon
t 2 "both" "$PADDOCK" standings race.vcr --at 80 --lap 2
t 0 "by best lap" "$PADDOCK" standings quali.vcr --json
json '[.results[].slot]' "$(jq -c '[.results[].slot]' quali.json)"

t 0 "laps as JSON" "$PADDOCK" laps race.vcr --json
json 'keys_unsorted' '["path","laps"]'
json '[.laps[] | select(.lap_time) | .lap_time] | length' "$(jq '[.laps[] | select(.end_time)] | length' truth.json)"
json '.laps[0] | has("sector_4_time") and has("gap_to_leader") and has("top_speed") and has("distance") and has("contacts")' true
json '[.laps[] | select(.best)] | group_by(.slot) | map(length) | max' 1
t 0 "one driver, by slot" "$PADDOCK" laps race.vcr --driver 3 --json
json '[.laps[].slot] | unique' '[3]'
t 0 "one driver, by the family name" "$PADDOCK" laps race.vcr --driver varga --json
json '[.laps[].driver] | unique' '["A. Varga"]'
t 0 "for people, into a file" "$PADDOCK" standings race.vcr -o standings.txt
grep -q '^ *1  .*7:\|^ *1  .*[0-9]:[0-9][0-9][.]' standings.txt || complain "no winner in it"
t 0 "JSON by the name of the file" "$PADDOCK" laps race.vcr -o laps.json
jq -e .laps laps.json >/dev/null || complain "no JSON in it"
t 0 "sorted" "$PADDOCK" laps race.vcr --sort time --json
json '[.laps[].lap_time | select(.)] | . == sort' true
t 2 "a driver who was not there" "$PADDOCK" laps race.vcr --driver Nobody
err_has 'paddock: race.vcr: there is no driver "Nobody"; there are: A. Varga, '
t 2 "one whose name is nearly that" "$PADDOCK" stints race.vcr --driver "A. Vagra"
err_has 'there is no driver "A. Vagra"; did you mean "A. Varga"? There are: A. Varga, '
t 4 "not in one of several files" "$PADDOCK" laps race.vcr hand1.raf --driver Varga
err_has 'hand1.raf: there is no driver "Varga"'
[ -s $out ] || complain "the other file is not answered"
t 2 "a key that is none" "$PADDOCK" laps race.vcr --sort name
t 0 "several files: path first" "$PADDOCK" laps hand1.raf hand2.raf hand3.raf --sort time
out_lines 4 # one lap each: a file ends at the line
[ "$(head -n 1 out.txt | cut -d, -f1,2)" = path,driver ] || complain "the header begins with $(head -n 1 out.txt)"
tail -n +2 out.txt | cut -d, -f7 | grep . | sort -n -c || complain "not sorted by time"
t 0 "laps that do not count are not ranked, and say why" "$PADDOCK" laps race.vcr --sort time -o ranked.txt
"$PADDOCK" laps race.vcr --json >all.json
[ "$(grep -cE '^ +[0-9]+  [^ ]' ranked.txt)" = "$(jq '[.laps[] | select(.counts)] | length' all.json)" ] || complain "other laps have ranks than count"
[ "$(jq -c '[.laps[] | select(.counts and ((.kind != "timed") or ((.reasons // "") | test("invalid|pit|incomplete|disqualified|implausible|part"))))]' all.json)" = '[]' ] || complain "not []: $(jq -c '[.laps[] | select(.counts and ((.kind != "timed") or ((.reasons // "") | test("invalid|pit|incomplete|disqualified|implausible|part"))))]' all.json)"
[ "$(jq -c '[.laps[] | select(.counts | not) | select(.reasons == null)]' all.json)" = '[]' ] || complain "not []: $(jq -c '[.laps[] | select(.counts | not) | select(.reasons == null)]' all.json)"
"$PADDOCK" standings race.vcr --json >results.json
for driver in $(jq -r '.results[].slot' results.json); do
    [ "$(jq ".results[] | select(.slot == $driver) | .best_lap_time" results.json)" = "$(jq "[.laps[] | select(.slot == $driver and .counts) | .lap_time] | min" all.json)" ] ||
        complain "the best lap of $driver is not the fastest that counts"
done
t 0 "which lap is the best of whom" "$PADDOCK" laps race.vcr -o best.txt
[ "$(grep -c "session's best$" best.txt)" = 1 ] && [ "$(grep -c "driver's best$" best.txt)" -gt 1 ] &&
    grep -q '^  Best of the session ' best.txt || complain "it is not said: $(cat best.txt)"
t 0 "  of one driver" "$PADDOCK" laps race.vcr --driver "$(jq '[.laps[] | select(.best)][0].slot' all.json)" -o best.txt
[ "$(grep -c ' best$' best.txt)" = 1 ] && grep -q '^  Best lap ' best.txt && ! grep -q session best.txt || complain "it is of others, too: $(cat best.txt)"
"$PADDOCK" synth vcr short.vcr --dialect r2 --session race --cars 3 --laps 3 --seconds 150 --poses-every 5 --seed 7 || exit 1
t 0 "a ranked list says why a lap has no time, however narrow it is" "$PADDOCK" laps short.vcr --sort time --chat
grep -q '  part lap ' out.txt || complain "no reason in it: $(cat out.txt)"
cp short.vcr "a long name of a recording that ends before its last lap.vcr" && cp hand1.raf "another long name that somebody gave to a lap.raf"
t 0 "  beside long names of files" "$PADDOCK" laps --sort time --chat "a long name of a recording that ends before its last lap.vcr" "another long name that somebody gave to a lap.raf"
grep -q ' part lap$' out.txt || complain "no reason in it: $(cat out.txt)"
"$PADDOCK" synth raf far.raf --seed 5
"$PADDOCK" set far.raf track_code=XX9 -o far2.raf && mv far2.raf far.raf
t 0 "laps of two tracks are two lists" "$PADDOCK" laps hand1.raf far.raf hand2.raf -o lists.txt
[ "$(grep -c '^  Best ' lists.txt)" = 2 ] && [ "$(grep -c '^ *1  ' lists.txt)" = 2 ] || complain "not two lists: $(cat lists.txt)"
t 0 "  in CSV, one after the other, with the track" "$PADDOCK" laps hand1.raf far.raf hand2.raf --sort time
[ "$(awk -F, 'NR > 1 { print $NF }' out.txt | uniq | sort | uniq -d)" = "" ] || complain "tracks are mixed"
[ "$(head -n 1 out.txt | awk -F, '{ print $NF }')" = track ] || complain "no column track"
t 0 "  in JSON" "$PADDOCK" laps hand1.raf far.raf --json
json '[.track, .fastest.time == .laps[0].lap_time]' "$(printf '["%s",true]\n' "$("$PADDOCK" info hand1.raf --json | jq -r .properties.track_code)" XX9)"
t 0 "the same as the table" "$PADDOCK" table race.vcr laps
cp out.txt laps.csv
t 0 "  laps" "$PADDOCK" laps race.vcr
cmp -s out.txt laps.csv || complain "not what the table has"
t 0 "for Excel" "$PADDOCK" laps race.vcr --excel
out_has 'driver;slot;lap'
"$PADDOCK" synth vcr old.vcr --dialect r1 --session race --cars 5 --laps 3 --seed 2
t 0 "a replay without penalties" "$PADDOCK" standings old.vcr --json
json '[.results[] | .penalties, .penalty_time, .contacts] | unique' '[null]'
t 0 "  says so" "$PADDOCK" standings old.vcr -o old.txt
grep -qx 'This replay records no penalties: the official result may differ.' old.txt || complain "$(tail -n 1 old.txt)"
t 0 "  and info" "$PADDOCK" info old.vcr
out_has 'penalties; penalty_time; contacts'
"$PADDOCK" set hand1.raf track_code=BL1R -o reversed.raf
t 0 "a reversed layout" "$PADDOCK" info reversed.raf
out_has ', reversed'
t 4 "a file without laps" "$PADDOCK" laps track.tri
err_is 'paddock: track.tri: nothing moves in tri files (analysis.motion)'
t 4 "one of several: the others are told" "$PADDOCK" laps track.tri hand1.raf --json
json '[.path, (.error.code // null)]' $'["track.tri","analysis.motion"]\n["hand1.raf",null]'
t 4 "pit stops of files that tell of none" "$PADDOCK" table hand1.raf pit_stops
err_is 'paddock: hand1.raf: raf files do not record pit visits (analysis.pits)'

t 0 "stints as JSON" "$PADDOCK" stints race.vcr --json
json 'keys_unsorted' '["path","stints","pit_stops"]'
missing=$(jq -c -s 'map([.stints[] | [.slot, .stint, .first_lap, .last_lap]]) | .[1] - .[0]' out.txt truth.json)
[ "$missing" = '[]' ] || complain "stints of the truth are missing: $missing"
json '[.pit_stops[] | [.slot, .lap, .service]] | sort' "$(jq -c '[.pit_stops[] | select(.enter_time) | [.slot, .lap, .service]] | sort' truth.json)"
t 0 "of one driver" "$PADDOCK" stints race.vcr --driver 2 --json
json '[.stints[].slot, .pit_stops[].slot] | unique' '[2]'

"$PADDOCK" synth vcr changes.vcr --dialect r2 --session race --cars 8 --laps 6 --poses-every 5 --seed 3 --truth changes.json || exit 1
"$PADDOCK" synth vcr teams.vcr --dialect l --session race --cars 8 --laps 3 --poses-every 5 --seed 3 || exit 1
t 0 "who drove which lap" "$PADDOCK" laps changes.vcr --json
[ "$(jq '.driver_changes | length' changes.json)" -gt 0 ] || complain "nobody changed in it"
names=$(jq -c '[.laps[] | select(.end_time) | [.slot, .lap, .driver]] | sort' changes.json)
json '[.laps[] | select(.lap_time) | [.slot, .lap, (.who | split("; ") | last)]] | sort' "$names" # of a lap that two drove, who ended it
shared=$(jq -c '[.driver_changes[] as $c | .laps[] | select(.slot == $c.slot and .start_time < $c.time and .end_time > $c.time) | [.slot, .lap]]' changes.json)
json '[.laps[] | select((.who // "") | contains(";")) | [.slot, .lap]]' "$shared"
t 0 "  for people: whoever is not the driver in the list" "$PADDOCK" laps changes.vcr -o laps.txt
grep -q '^  Driver  *Who ' laps.txt && grep -q ' then [A-Z][.] ' laps.txt || complain "nobody takes over in it"
t 0 "  and of stints" "$PADDOCK" stints changes.vcr --json
json '[.stints[] | select(.who != .driver) | .who] | unique' "$(jq -c '[.driver_changes[].name] | unique' changes.json)"
t 0 "co-drivers stand in results where a file has them" "$PADDOCK" standings changes.vcr -o results.txt
grep -q 'Co-driver' results.txt || complain "no co-driver in it"
grep -q 'Team\|No[.]\|Class' results.txt && complain "a column that is empty in it"
t 0 "team and number in those of L" "$PADDOCK" standings teams.vcr --json
json '[.results[] | [.slot, .team, .number, .co_driver, .class]] | sort | .[0]' '[0,"Paddock Racing","1",null,null]'
t 0 "  for people" "$PADDOCK" standings teams.vcr -o results.txt
grep -q 'No[.]' results.txt || complain "no number in it"
grep -q 'Co-driver\|Class' results.txt && complain "a column that is empty in it"
t 0 "  L has no driver changes" "$PADDOCK" laps teams.vcr --json
json '[.laps[].who] | unique' '[null]'

t 0 "a table that is computed, of several files" "$PADDOCK" table --table laps hand1.raf hand2.raf
out_lines 3
t 0 "tables that can be computed are listed" "$PADDOCK" table race.vcr
out_has 'positions'
out_has 'Computed'
t 0 "and named by info" "$PADDOCK" info race.vcr
out_has 'laps, stints, pit_stops, results, penalty_outcomes, positions'

t 0 "laps by a line that is given" "$PADDOCK" laps race.vcr --line=-12,0,12,0 --json
json '[.laps[] | select(.lap_time) | .source] | unique' '["line"]'
near=$(jq -n --slurpfile t truth.json --slurpfile o out.txt '[$o[0].laps[] | select(.lap_time) | .end_time as $e | [$t[0].laps[] | select(.end_time) | (.end_time - $e) | fabs] | min] | max < 0.05')
[ "$near" = true ] || complain "a lap ends where no lap of the truth does"
t 2 "half a line" "$PADDOCK" laps race.vcr --line 1,2,3,4,5,6
err_is 'paddock: --line takes the two ends of the start line, X1,Y1,X2,Y2, not 3 points'
"$PADDOCK" synth rply race.rpl --session race --cars 4 --laps 3 || exit 1
t 0 "laps by a line that is found" "$PADDOCK" laps race.rpl --json
json '[.laps[] | select(.lap_time) | .source] | unique' '["line"]'
json '[.laps[] | select(.lap_time)] | length > 3' true
t 0 "cars of one name are told apart by number" "$PADDOCK" laps race.rpl -o laps.txt
grep -q 'paddock_gt (1)' laps.txt || complain "no number after a name"

# Other seeds, all dialects, with and without what a file may lack: crossings alone show laps and places.
seed=$((RANDOM % 10000))
for dialect in r1 r2 l; do
    for without in '' 'order,start' 'pit,joins,contacts'; do
        "$PADDOCK" synth vcr any.vcr --dialect $dialect --session race --cars 7 --laps 3 --poses-every 10 --seed $seed \
            ${without:+--without $without} --truth any.json || exit 1
        t 0 "$dialect, seed $seed, without ${without:-nothing}" "$PADDOCK" standings any.vcr --positions --json
        json '[.positions[] | [.lap, .position, .slot]] | sort' "$(jq -c '[.positions[] | [.lap, .position, .slot]] | sort' any.json)"
        json '[.results[] | [.slot, .laps]] | sort' "$(jq -c '[.results[] | [.slot, .laps]] | sort' any.json)"
        t 0 "  its laps" "$PADDOCK" laps any.vcr --json
        close=$(jq -n --slurpfile t any.json --slurpfile o out.txt '($o[0].laps | map({"\(.slot) \(.lap)": .lap_time}) | add) as $own |
            [$t[0].laps[] | select(.stored) | ($own["\(.slot) \(.lap)"] - .lap_time) | fabs] | length > 0 and max < 0.001')
        [ "$close" = true ] || complain "lap times are not those of the truth"
    done
done
# With many files, each is closed when its rows are taken: 40 of them take little more than 4.
if grep -q asan_init "$PADDOCK"; then
    skip "memory of many files (sanitizers take their own)"
elif [ ! -x /usr/bin/time ]; then
    skip "memory of many files (/usr/bin/time is not here)"
else
    "$PADDOCK" synth vcr many.vcr --laps 2 --cars 4 --quiet
    mkdir many && for i in $(seq 10 49); do ln many.vcr many/$i.vcr; done
    for call in laps "laps --sort time" "laps --json" stints standings info check "table --table drivers"; do
        # shellcheck disable=SC2086 # an option and its value
        /usr/bin/time -f %M -o few.txt "$PADDOCK" $call many/1[0-3].vcr >/dev/null 2>&1
        /usr/bin/time -f %M -o all.txt "$PADDOCK" $call many/*.vcr >/dev/null 2>&1
        few=$(tail -1 few.txt) all=$(tail -1 all.txt)
        t 0 "memory of '$call' does not grow with files" [ "$all" -lt $((few * 2)) ]
    done
fi

# the tyres of each stint are those of the last choice before it, by the file's own table of choices
"$PADDOCK" synth vcr tyres.vcr --dialect r2 --session race --cars 4 --laps 6 --poses-every 5 --seed 3 || exit 1
t 0 "tyres of stints" "$PADDOCK" stints tyres.vcr --json
[ "$(jq -c '[.stints[] | {slot, compound}] | unique' out.txt)" = \
    "$("$PADDOCK" table tyres.vcr tyres --format jsonl | jq -sc 'map({slot: .driver, compound: (if .front_left_compound == .rear_left_compound then "\(.front_left_compound)" else "\(.front_left_compound)/\(.rear_left_compound)" end)}) | unique')" ] ||
    complain "the tyres of stints are not those chosen"
t 0 "tyres of a lap" "$PADDOCK" stints hand1.raf --json
json '.stints[0] | [.compound, .weather]' '["road super","Clear"]'

# A value made from a few bytes has the digits that they can carry: quarters of a millimetre.
t 0 "radii of tyres" "$PADDOCK" table quali.vcr wheels --columns front_left_tyre_radius
if grep -qE '\.[0-9]{6}' $out; then complain "more than five decimals: $(grep -E '\.[0-9]{6}' $out | head -n 1)"; fi
out_has "0.3"
