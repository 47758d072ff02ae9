# The standings of a championship. Points are computed here again, from what standings says about each race.
races=(1 2 3)
for i in "${races[@]}"; do "$PADDOCK" synth vcr r$i.vcr --session race --laps 3 --cars 7 --seed $((20 + i)) --poses-every 5 || exit 1; done
mkdir weekend && "$PADDOCK" synth vcr weekend/2-race.vcr --session race --laps 3 --cars 7 --seed 31 --poses-every 5
"$PADDOCK" synth vcr weekend/1-qualifying.vcr --session qualifying --minutes 4 --cars 7 --seed 32 --poses-every 5
mkdir same && "$PADDOCK" synth vcr same/race.vcr --session race --laps 2 --cars 7 --seed 33 --poses-every 5
"$PADDOCK" synth vcr same/qualifying.vcr --session qualifying --minutes 4 --cars 7 --seed 33 --poses-every 5
echo "just a note" >weekend/notes.txt
"$PADDOCK" standings r1.vcr r2.vcr r3.vcr weekend/2-race.vcr --json | jq -s . >standings.json
echo null >pole.json # the qualifying of that weekend was on another track
points=(--points 10,6.5,4,3 --pole 1 --fastest-lap 2)

t 0 "four rounds, one of them a folder" "$PADDOCK" season r1.vcr r2.vcr r3.vcr weekend "${points[@]}" --json
err_has "--points has 4 places, and more drivers started: 7 in round 1, 7 in round 2, 7 in round 3, 7 in round 4"
err_has "round 4: the qualifying was driven on another track"
json keys '["season","season_incidents","season_penalties","season_rounds","season_rulings","season_teams"]'
cp $out season.json
json '[.season_rounds[] | [.round, .path]]' '[[1,"r1.vcr"],[2,"r2.vcr"],[3,"r3.vcr"],[4,"weekend/2-race.vcr"]]'
json '.season_rounds[3].pole' "$(cat pole.json)"
json '.season | length' 7
json '[.season[].position] == [range(1; 8)]' true
json '[.season[] | keys_unsorted[:13]] | unique' '[["position","driver","team","class","points","wins","podiums","poles","fastest_laps","rounds","dropped","round_1_position","round_1_points"]]'
jq -n --slurpfile all standings.json --slurpfile pole pole.json '
    def runs: .status == "finished" or .status == "running";
    [$all[0] | to_entries[] | .key as $round | .value.results as $results
        | ([$results[] | select(.best_lap_time != null)] | min_by(.best_lap_time).driver) as $fastest
        | (if $round == 3 then null else ($results[] | select(.grid_position == 1) | .driver) end) as $first
        | $results[] | { driver, points: ((if runs then ([10, 6.5, 4, 3][.position - 1] // 0) else 0 end)
            + (if .driver == $fastest then 2 else 0 end) + (if .driver == $first then 1 else 0 end)),
            win: (runs and .position == 1) }]
    | group_by(.driver) | map({ driver: .[0].driver, points: (map(.points) | add), wins: (map(select(.win)) | length) })
    | sort_by(.driver)' >expected.json
jq '[.season[] | { driver, points, wins }] | sort_by(.driver)' season.json >got.json
cmp -s expected.json got.json || complain "points: $(diff expected.json got.json | head -20)"
json '[.season[] | .points] | . == (sort | reverse)' true
json '[.season[] | select(.dropped != 0)]' '[]'
t 0 "a qualifying on the track of the race gives the pole" "$PADDOCK" season same "${points[@]}" --json
json '.season_rounds[0] | [.pole, .note]' "$("$PADDOCK" standings same/qualifying.vcr --json | jq -c '[.results[0].driver, null]')"
t 0 "incidents are those of each round, and both sides are there" "$PADDOCK" season r1.vcr r2.vcr "${points[@]}" --json
json '[.season_incidents[] | select(.other != null) | [.round, .incident, .driver, .other]] | sort' \
    "$(jq -c '[.season_incidents[] | select(.other != null) | [.round, .incident, .other, .driver]] | sort' $out)"
json '[.season_incidents[] | select(.round == 2) | .incident] | unique | length' \
    "$("$PADDOCK" incidents r2.vcr --json | jq '.incidents | length')"
json '[.season_incidents[] | .sentence | length > 10] | all' true

t 0 "only the best two count" "$PADDOCK" season r1.vcr r2.vcr r3.vcr "${points[@]}" --best 2 --json
json '[.season[] | select(.rounds == 3) | .dropped] | unique' '[1]'
json '[.season[] | . as $row | [range(1; 4) | $row["round_\(.)_points"] // 0] | sort[1:] | add == $row.points] | all' true
t 0 "as CSV" "$PADDOCK" season r1.vcr r2.vcr --points 3,2,1
[ "$(head -n 1 $out | cut -d , -f 1-11)" = position,driver,team,class,points,wins,podiums,poles,fastest_laps,rounds,dropped ] || complain "$(head -n 1 $out)"
out_lines 8
t 0 "the same for people" "$PADDOCK" season r1.vcr r2.vcr --points 3,2,1 -o season.txt
grep -q '^ *1  A\|^ *1  ' season.txt && grep -q Rounds season.txt || complain "$(cat season.txt)"

# Teams.
(echo "driver;team;note" && "$PADDOCK" standings r1.vcr --json | jq -r '.results[] | "\"\(.driver)\";\(if .slot % 2 == 0 then "Even; team" else "Odd" end | "\"\(.)\"");x"') >teams.csv
t 0 "teams of a spreadsheet" "$PADDOCK" season r1.vcr r2.vcr "${points[@]}" --teams teams.csv --json
json '[.season_teams[].team] | sort' '["Even; team","Odd"]'
json '([.season_teams[].points] | add) == ([.season[].points] | add)' true
printf 'team,driver\nA,Nobody Atall\n' >unknown.csv
t 2 "a driver of no round" "$PADDOCK" season r1.vcr r2.vcr "${points[@]}" --teams unknown.csv -o x.json
err_has 'no driver is called "Nobody Atall"; there are: A. Varga, '
err_has 'unknown.csv, line 2: '
printf 'driver,team\n\nA. Varga,One\nA. Varga,Two\n' >both.csv
t 2 "two teams at once" "$PADDOCK" season r1.vcr "${points[@]}" --teams both.csv
err_has 'both.csv, line 4: "A. Varga" is in two teams: "One" and "Two"'
printf 'name,team\nA. Varga,One\n' >header.csv
t 5 "no such column" "$PADDOCK" season r1.vcr "${points[@]}" --teams header.csv
err_has "the first line has no column driver"
printf 'driver,team\n"A. Varga,One\n' >open.csv
t 5 "a quote that does not end" "$PADDOCK" season r1.vcr "${points[@]}" --teams open.csv
err_has "a quoted cell does not end"

# Rulings: places are those of standings, and points are added.
who() { jq -r ".[$1].results[$2].driver" standings.json; }
{
    echo "driver;kind;value;file;reason"
    echo "$(who 0 0);time;90;r1.vcr;unsafe"
    echo "$(who 1 0);disqualify;;r2.vcr;"
    echo "$(who 0 2);points;-2.5;r1.vcr;late"
    echo "$(who 0 1);points;4;r2.vcr;"
} >rulings.csv
"$PADDOCK" standings r1.vcr r2.vcr --rulings rulings.csv --json | jq -s '[.[] | [.results[] | select(.status == "finished" or .status == "running")
    | { driver, points: ([9, 6, 4, 3, 2, 1][.position - 1] // 0) }]] | flatten' >ruled.json
jq -n --slurpfile ruled ruled.json --arg less "$(who 0 2)" --arg more "$(who 0 1)" '$ruled[0] + [{ driver: $less, points: -2.5 }, { driver: $more, points: 4 }]
    | group_by(.driver) | map({ driver: .[0].driver, points: (map(.points) | add) }) | map(select(.points != 0)) | sort_by(.driver)' >expected.json
t 0 "rulings" "$PADDOCK" season r1.vcr r2.vcr --points 9,6,4,3,2,1 --rulings rulings.csv --json
jq '[.season[] | { driver, points } | select(.points != 0)] | sort_by(.driver)' $out | cmp -s expected.json - || complain "points: $(jq '[.season[] | { driver, points } | select(.points != 0)] | sort_by(.driver)' $out | diff expected.json - | head)"
json '[.season[] | .awarded] | add' 1.5
json '[.season_rulings[] | [.round, .driver, .decision, .reason]]' "$(jq -nc --arg a "$(who 0 0)" --arg b "$(who 1 0)" --arg c "$(who 0 2)" --arg d "$(who 0 1)" \
    '[[1, $a, "+90 s", "unsafe"], [1, $c, "-2.5 points", "late"], [2, $b, "disqualified", null], [2, $d, "+4 points", null]]')"
t 0 "rulings in what people read" "$PADDOCK" season r1.vcr r2.vcr --points 9,6,4,3,2,1 --rulings rulings.csv -o ruled.md
grep -q '^| Pos .* Rulings |$' ruled.md || complain "there is no column: $(grep Pos ruled.md)"
grep -F -- "Ruling in round 1: $(who 0 2), " ruled.md | grep -q 'late' || complain "notes: $(grep Ruling ruled.md)"
t 0 "rulings and penalties in the page" "$PADDOCK" season r1.vcr r2.vcr r3.vcr --points 9,6,4,3,2,1 --rulings rulings.csv -o ruled.html
sed -n '/id="rulings"/,/<.section>/p' ruled.html | grep -F -- "-2.5 points" | grep -qF late || complain "the page has no rulings"
grep -qF '<th class="n" scope="col">Rulings</th>' ruled.html || complain "the standings of the page have no column"
for i in 1 2 3; do "$PADDOCK" table r$i.vcr penalty_outcomes | tail -n +2 | grep -v track_limits; done >given.txt
[ "$(sed -n '/<h3>Penalties/,/<.table>/p' ruled.html | grep -c '^<tr><td class="n">')" -eq "$(wc -l <given.txt)" ] || complain "penalties: $(cat given.txt)"
[ -s given.txt ] || complain "no penalty was given"
t 0 "points of rulings are never dropped" "$PADDOCK" season r1.vcr r2.vcr --points 9,6,4,3,2,1 --rulings rulings.csv --best 1 --json
json '[.season[] | .awarded] | add' 1.5
printf 'driver,kind,value,file\nA. Varga,points,1,r9.vcr\n' >elsewhere.csv
t 2 "a ruling of a file that is no round" "$PADDOCK" season r1.vcr r2.vcr --points 9 --rulings elsewhere.csv
printf 'driver,kind,value,file\nNobody,points,1,r1.vcr\n' >nobody.csv
t 2 "a ruling about nobody" "$PADDOCK" season r1.vcr r2.vcr --points 9 --rulings nobody.csv
err_has Nobody

# A round's qualifying has its own rulings: the pole goes to the next.
mkdir day && "$PADDOCK" synth vcr day/2-race.vcr --session race --laps 3 --cars 7 --seed 31 --poses-every 5
"$PADDOCK" synth vcr day/1-qualifying.vcr --session qualifying --minutes 4 --cars 7 --seed 31 --poses-every 5 # of one seed: on one track
"$PADDOCK" standings day/1-qualifying.vcr --json | jq '.results[0].driver' >day-pole.json
next=$("$PADDOCK" standings day/1-qualifying.vcr --json | jq '.results[1].driver')
for kind in disqualify lap_invalid; do
    jq -rn --argjson pole "$(cat day-pole.json)" --arg kind $kind --slurpfile laps <("$PADDOCK" laps day/1-qualifying.vcr --json) '"driver,kind,lap,file",
        if $kind == "disqualify" then "\($pole),\($kind),,1-qualifying.vcr"
        else $laps[0].laps[] | select(.driver == $pole and .lap_time != null) | "\($pole),\($kind),\(.lap),day/1-qualifying.vcr" end' >pole.csv
    t 0 "a pole that is taken away: $kind" "$PADDOCK" season r1.vcr day --points 1 --pole 5 --rulings pole.csv --json
    json '.season_rounds[1].pole' "$next"
    json "[.season[] | select(.driver == $(cat day-pole.json)) | .status] | length" 1
done
printf 'driver,kind,file\n%s,disqualify,2-race.vcr\n' "$(jq -r . day-pole.json)" >pole.csv
t 0 "in the race it changes no pole" "$PADDOCK" season r1.vcr day --points 1 --rulings pole.csv --json
json '.season_rounds[1].pole' "$(cat day-pole.json)"
printf 'driver,kind,value,file\n%s,points,3,1-qualifying.vcr\n' "$(jq -r . day-pole.json)" >pole.csv
t 2 "points of a qualifying" "$PADDOCK" season r1.vcr day --points 1 --rulings pole.csv
err_has 'line 2: day/1-qualifying.vcr is a qualifying, where no points are given: name the file of the race'
printf 'driver,kind\n%s,disqualify\n' "$(jq -r . day-pole.json)" >pole.csv
t 2 "of the race or of the qualifying?" "$PADDOCK" season day --points 1 --rulings pole.csv
err_has 'with several files, each ruling names its file: 2-race.vcr, 1-qualifying.vcr'
printf 'driver,kind,value,file\n%s,time,3,1-qualifying.vcr\n' "$(jq -r . day-pole.json)" >pole.csv
t 2 "time in a qualifying" "$PADDOCK" season r1.vcr day --points 1 --rulings pole.csv
err_has 'time is for races'

# What cannot be.
t 2 "without points" "$PADDOCK" season r1.vcr
err_has "needs --points"
for bad in "" 1,,2 1,x nan 25,18, inf; do
    t 2 "points: $bad" "$PADDOCK" season r1.vcr --points "$bad"
    err_has "--points takes numbers"
done
t 2 "negative points" "$PADDOCK" season r1.vcr --points 25,-1
err_has "points are not negative"
"$PADDOCK" cut r1.vcr --time :100 -o part-a.vcr && "$PADDOCK" cut r1.vcr --time 100.0001: -o part-b.vcr
t 2 "two parts of one race are not two rounds" "$PADDOCK" season part-a.vcr r2.vcr part-b.vcr "${points[@]}" -o x.html
err_has "part-a.vcr and part-b.vcr are parts of one race, so they are not two rounds: join them with --join"
t 2 "nor are a race and a part of it" "$PADDOCK" season r2.vcr r1.vcr part-b.vcr "${points[@]}" -o x.html
err_has "r1.vcr and part-b.vcr are parts of one race"
t 2 "density of two tracks" "$PADDOCK" plot density r1.vcr r2.vcr -o x.svg
err_has "these files are of several tracks"
err_has "r2.vcr"
no_file x.svg
t 0 "density of one race twice" "$PADDOCK" plot density r1.vcr r1.vcr -o density.svg
t 0 "two tracks of one name" "$PADDOCK" season r1.vcr r2.vcr "${points[@]}" --json
json '[.season_rounds[].track] | .[1] == .[0] + " (2)"' true
t 2 "no best round" "$PADDOCK" season r1.vcr "${points[@]}" --best 0
"$PADDOCK" pack r1.vcr other-name.vcr --codec gzip 2>/dev/null
t 2 "the same recording twice, packed or not" "$PADDOCK" season r1.vcr r2.vcr other-name.vcr "${points[@]}" -o x.html
err_has "other-name.vcr: this is the same recording as round 1 (r1.vcr)"
t 2 "a qualifying is no round" "$PADDOCK" season weekend/1-qualifying.vcr "${points[@]}"
err_has "a round is a race"
mkdir two && cp r1.vcr r2.vcr two && mkdir empty
t 2 "two races in a folder" "$PADDOCK" season two "${points[@]}"
err_has "there are 2 races in this folder"
t 2 "none" "$PADDOCK" season empty "${points[@]}"
err_has "no file in this folder is the recording of a race"
t 3 "no such file" "$PADDOCK" season none.vcr "${points[@]}"
t 4 "no recording" "$PADDOCK" season weekend/notes.txt "${points[@]}"
no_file x.html
no_file x.json

# Names: equal ones, long ones, from right to left.
"$PADDOCK" dump r1.vcr r1.json
rename() { jq '.parts |= map(if has("vcr.r2.driver") then .["vcr.r2.driver"] |= (if type == "array"
    then map(if .[0] < ($ARGS.positional | length) then .[1] = $ARGS.positional[.[0]] else . end)
    elif .slot < ($ARGS.positional | length) then .name = $ARGS.positional[.slot] else . end) else . end)' r1.json --args -- "$@"; }
rename "A. Varga" "A. Varga" >equal.json && "$PADDOCK" build equal.json equal.vcr
t 2 "two drivers of one name" "$PADDOCK" season equal.vcr "${points[@]}"
err_has 'two drivers are called "A. Varga" (slots 0 and 1)'
long=$(printf 'n%.0s' $(seq 250))
rename "$long" $'\xd7\x90\xd7\x91 \xd7\x92' '<b>&amp;' >named.json && "$PADDOCK" build named.json named.vcr
t 0 "names in the page" "$PADDOCK" season named.vcr r2.vcr "${points[@]}" --title "A <cup>" -o named.html
grep -qF "$long" named.html && grep -qF '&lt;b&gt;&amp;amp;' named.html && ! grep -qF '<b>&' named.html || complain "names are missing or not escaped"
grep -qF '<title>A &lt;cup&gt;</title>' named.html || complain "the title: $(grep -o '<title>[^<]*' named.html)"
! grep -q '<script\|http://[^w]\|src=' named.html || complain "the page needs something else"
[ "$(grep -c '<section class="driver"' named.html)" -ge 7 ] || complain "parts of drivers are missing"
[ "$(grep -o '<svg' named.html | wc -l)" -eq 4 ] || complain "there is no map of each track in both themes"
t 0 "the same bytes again" "$PADDOCK" season named.vcr r2.vcr "${points[@]}" --title "A <cup>" -o again.html
cmp -s named.html again.html || complain "two pages of one call differ"

# A race in parts gives what the whole gives, in any order, packed or not.
for dialect in r1 r2 l; do
    "$PADDOCK" synth vcr whole.vcr --session race --laps 3 --cars 5 --seed 7 --dialect $dialect --poses-every 5
    "$PADDOCK" cut whole.vcr --time :140 -o a.vcr && "$PADDOCK" cut whole.vcr --time 120:200 -o b.vcr && "$PADDOCK" cut whole.vcr --time 190: -o c.vcr
    "$PADDOCK" cut whole.vcr --time 140.0001: -o d.vcr
    for verb in standings laps stints; do
        "$PADDOCK" $verb whole.vcr --json | jq 'del(.path)' >whole.json
        t 0 "$dialect: $verb of three parts that overlap" "$PADDOCK" $verb c.vcr a.vcr b.vcr --join --json
        jq 'del(.path)' $out | cmp -s whole.json - || complain "differs from the whole: $(jq 'del(.path)' $out | diff whole.json - | head -5)"
        t 0 "$dialect: $verb of two that follow each other" "$PADDOCK" $verb a.vcr d.vcr --join --json
        jq 'del(.path)' $out | cmp -s whole.json - || complain "differs from the whole"
    done
    "$PADDOCK" season whole.vcr r1.vcr "${points[@]}" --json 2>/dev/null | jq 'del(.season_rounds[].path)' >whole.json
    t 0 "$dialect: a season of parts" "$PADDOCK" season a.vcr b.vcr c.vcr r1.vcr "${points[@]}" --join --json
    jq 'del(.season_rounds[].path)' $out | cmp -s whole.json - || complain "differs from the whole"
    for part in a c; do
        printf 'driver,kind,value,file\n0,points,40,%s.vcr\n' $part >part.csv
        t 0 "$dialect: a ruling of the part $part" "$PADDOCK" season a.vcr b.vcr c.vcr r1.vcr "${points[@]}" --join --rulings part.csv --json
        json '[.season[] | .awarded] | add' 40
    done
    cp whole.vcr name.vcr && "$PADDOCK" report name.vcr -o whole.html
    cp a.vcr name.vcr && t 0 "$dialect: a page of parts" "$PADDOCK" report name.vcr b.vcr c.vcr --join -o joined.html
    cmp -s whole.html joined.html || complain "the page differs from that of the whole"
done
t 2 "other races are no parts" "$PADDOCK" standings r1.vcr r2.vcr --join
err_has "these are not parts of one recording"
"$PADDOCK" cut whole.vcr --time 100:200 --drivers 0,1 -o few.vcr
t 2 "the same times with other data" "$PADDOCK" standings whole.vcr few.vcr --join
err_has "their times overlap, and hold different data"
t 0 "in a season they stay rounds" "$PADDOCK" season r1.vcr r2.vcr "${points[@]}" --join --json
json '.season_rounds | length' 2
