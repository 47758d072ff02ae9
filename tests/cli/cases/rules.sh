# What stewards check, of a race with early starts and speeding in the pit lane; the unit test rules_truth compares the
# tables with what happened.
"$PADDOCK" synth vcr race.vcr --session race --laps 6 --cars 12 --seed 4 --with jumps,speeding || exit 1
t 0 "into a pipe it is CSV" "$PADDOCK" rules race.vcr
cp out.txt rows.csv
[ "$(head -n 1 rows.csv)" = check,driver,slot,lap,time,broken,sentence,basis ] || complain "the header is $(head -n 1 rows.csv)"
for check in jump_start blue_flag track_limits pit_rule rejoin; do
    grep -q "^$check," rows.csv || complain "no row of $check"
done
t 0 "a table of the document" "$PADDOCK" table race.vcr rules
cmp -s out.txt rows.csv || complain "the table has other rows"
t 0 "as JSON" "$PADDOCK" rules race.vcr --json
json keys '["blue_flags","jump_starts","path","pit_rules","rejoins","track_limit_checks","unrecorded"]'
json '[.jump_starts, .blue_flags, .track_limit_checks, .pit_rules, .rejoins] | map(length) | add' "$(($(wc -l <rows.csv) - 1))"
json '[.[] | arrays[] | .sentence, .basis | select(. == null or . == "")]' '[]'
json '.unrecorded | contains("--pit-limit") and contains("--min-stop")' 'true'
json '[.pit_rules[] | select(.broken != null)]' '[]'
for name in jump_starts blue_flags track_limit_checks pit_rules rejoins; do
    jq -c ".$name" out.txt >told.json
    t 0 "the table $name" "$PADDOCK" table race.vcr $name --format jsonl
    jq -cs . out.txt | cmp - told.json || complain "$name: two answers"
    "$PADDOCK" rules race.vcr --json >out.txt
done
t 0 "with a league's limits" "$PADDOCK" rules race.vcr --json --pit-limit 80 --min-stop 6
json '.unrecorded | contains("--")' 'false'
json '[.pit_rules[] | select(.broken == null)]' '[]'
json '[.pit_rules[] | select(.rule == "minimum_stop") | .broken == (.value < 6 - 0.001)] | all' 'true'
json '[.pit_rules[] | select(.rule == "speed" and .broken)] | length > 2' 'true'
t 0 "a large tolerance lets them start" "$PADDOCK" rules race.vcr --json --jump-tolerance 50
json .jump_starts '[]'
t 0 "of one driver" "$PADDOCK" rules race.vcr --driver 3 --json
json '[.[] | arrays[] | .slot] | unique' '[3]'
for verb in rules incidents; do
    t 2 "$verb of nobody" "$PADDOCK" $verb race.vcr --driver nobody
    err_has 'there is no driver "nobody"; there are: A. Varga, '
done
t 0 "text to post" "$PADDOCK" rules race.vcr -o said.txt
for heading in 'Jump starts' 'Behind lapped cars' 'Track limits' 'Pit lane and stops' 'Returns to the track' 'Not recorded: '; do
    grep -q "^$heading" said.txt || complain "no $heading"
done
# Every form says what the rows rest on, and all of each sentence; in order of time.
for kind in txt md html svg; do t 0 "what it rests on in .$kind" "$PADDOCK" rules race.vcr -o rests.$kind; done
"$PADDOCK" rules race.vcr --chat >rests.chat
for kind in txt md html svg chat; do
    tr '\n' ' ' <rests.$kind | sed 's/<[^>]*>/ /g; s/  */ /g; s/\\\(.\)/\1/g' >flat.txt
    for basis in 'Basis: poses, and the event that starts the race;' 'Basis [12]: judged by the band of all laps and a metre on each side\.' \
        'Basis [1234]: the events of the stop\.'; do
        grep -q -- "$basis" flat.txt || complain ".$kind lacks \"$basis\": $(grep -o 'Bas[ei][sd].\{60\}' flat.txt)"
    done
    ! grep -q '…' rests.$kind || complain ".$kind is cut: $(grep '…' rests.$kind | head -3)"
done
awk '/^[A-Z]/ { last = "" } /^ +[0-9]+:[0-9][0-9]\./ { split($1, part, ":"); time = 60 * part[1] + part[2]
    if (last != "" && time < last) exit 1; last = time }' rests.txt || complain "not in order of time: $(cat rests.txt)"
jq -r '[.[] | arrays[] | .basis] | unique | .[]' <("$PADDOCK" rules race.vcr --json) | grep -vc ' ' | grep -qx 0 || complain "a basis is a bare word"
t 0 "several files" "$PADDOCK" rules race.vcr race.vcr
[ "$(head -n 1 out.txt)" = path,check,driver,slot,lap,time,broken,sentence,basis ] || complain "the header is $(head -n 1 out.txt)"
t 2 "a limit that is none" "$PADDOCK" rules race.vcr --pit-limit fast
t 2 "a stop that is none" "$PADDOCK" rules race.vcr --min-stop -3
"$PADDOCK" synth vcr quiet.vcr --session race --laps 2 --cars 2 --seed 5
t 0 "where nothing happened" "$PADDOCK" rules quiet.vcr -o quiet.txt
