# Who hit whom: as text, CSV, JSON and Markdown, with clips.
"$PADDOCK" synth vcr race.vcr --cars 6 --seconds 240 || exit 1
t 0 "into a pipe it is CSV" "$PADDOCK" incidents race.vcr
cp out.txt rows.csv
head -n 1 rows.csv | grep -q '^incident,kind,time,' || complain "the header is $(head -n 1 rows.csv)"
grep -q ',contact,' rows.csv || complain "no contact"
err_empty
t 0 "the same again, ids and all" "$PADDOCK" incidents race.vcr
cmp -s out.txt rows.csv || complain "two runs differ"
t 0 "the tables are the document's" "$PADDOCK" incidents race.vcr --json
json '.path' '"race.vcr"'
json 'keys' '["incident_parties","incidents","path","unavailable"]'
json '.incidents | length' "$(($(wc -l <rows.csv) - 1))"
json '[.incidents[].incident] | unique | length' "$(($(wc -l <rows.csv) - 1))"
json '[.incident_parties[].incident] - [.incidents[].incident]' '[]'
json '[.incidents[] | select(.kind == "contact") | .drivers | contains("; ")] | all' 'true'
json '[.incidents[] | select(has("clip"))]' '[]'
cp out.txt plain.json
t 0 "more where all is asked for, never less" "$PADDOCK" incidents race.vcr --all --json
json "[.incidents[].incident] as \$all | $(jq -c '[.incidents[].incident]' plain.json) - \$all" '[]'
t 0 "a longer gap joins" "$PADDOCK" incidents race.vcr --gap 1:00 --json
json ".incidents | length < $(jq '.incidents | length' plain.json)" 'true'

t 0 "for a league's form" "$PADDOCK" incidents race.vcr --markdown
out_has "| Before | Ahead | Gap along the track | "
[ "$(grep -c "^| 1.0 s | [^|]* | [0-9.]* m | [0-9]* km/h, throttle " $out)" -ge 1 ] || complain "no row of the approach: $(grep -A3 Before $out)"
out_has '# Incidents of race.vcr'
out_has '| Lap | 1 (first lap) |'
out_has '| Dangerous return |'
out_has '| Driver | Speed | Places lost | Seconds lost |'

# Text and Markdown print the sentences of the tables, and have no others.
sh_t 0 "one code makes the words" '"$PADDOCK" incidents race.vcr -o said.txt && "$PADDOCK" incidents race.vcr -o said.md'
jq -r '.incidents[] | .sentence, .reason | select(. != null)' plain.json >sentences.txt
jq -r '.incident_parties[] | select(.sentence != null) | "\(.driver): \(.sentence)"' plain.json >>sentences.txt
[ "$(wc -l <sentences.txt)" -ge 6 ] || complain "$(wc -l <sentences.txt) sentences"
sed 's/\\//g' said.md >plain.md
while read -r sentence; do
    grep -qF -- "$sentence" said.txt || complain "not in the text: $sentence"
    grep -qF -- "$sentence" plain.md || complain "not in the Markdown: $sentence"
done <sentences.txt

# Clips are replays: each holds its incident, with the same id.
t 0 "clips" "$PADDOCK" incidents race.vcr --clips clips --json
json '[.incidents[].clip | select(. == null)]' '[]'
json '[.incidents[].clip] | unique | length' "$(jq '.incidents | length' plain.json)"
[ "$(ls clips | wc -l)" -eq "$(jq '.incidents | length' plain.json)" ] || complain "$(ls clips | wc -l) files"
ls clips | LC_ALL=C grep -v '^[A-Za-z0-9._~-]*\.vcr$' && complain "a name that is not safe everywhere"
cp out.txt clips.json
one=$(jq -r '[.incidents[] | select(.kind == "contact")][0].clip' clips.json)
id=$(jq -r '[.incidents[] | select(.kind == "contact")][0].incident' clips.json)
time=$(jq -r '[.incidents[] | select(.kind == "contact")][0].time' clips.json)
t 0 "a clip is sound" "$PADDOCK" check "$one"
t 0 "and has its incident" "$PADDOCK" incidents "$one" --json
json "[.incidents[].incident] | any(. == \"$id\")" 'true'
t 0 "from ten seconds before" "$PADDOCK" table "$one" slices --columns time --rows 0:1
awk -v at="$time" 'NR == 2 { exit !($1 >= at - 10.1 && $1 <= at - 9.9) }' out.txt || complain "begins at $(tail -n 1 out.txt)"
t 0 "or as long as one likes" "$PADDOCK" incidents race.vcr --clips short --before 1 --after 0:02 --quiet
[ "$(cat short/* | wc -c)" -lt "$(($(cat clips/* | wc -c) / 4))" ] || complain "the clips are not short"
t 3 "nothing is replaced where that is not wanted" "$PADDOCK" incidents race.vcr --clips clips --no-clobber
err_has '(io.exists)'
out_has ',contact,'
ls -A clips | grep -v '\.vcr$' && complain "something half-written is left"

# Packed recordings give packed clips.
gzip -kn race.vcr
t 0 "packed" "$PADDOCK" incidents race.vcr.gz --clips packed --json
[ "$(head -c 2 "$(jq -r '.incidents[0].clip' out.txt)" | od -An -tx1 | tr -d ' ')" = 1f8b ] || complain "the clip is not packed"
sh_t 0 "through a pipe" 'cat race.vcr | "$PADDOCK" incidents - | cmp - rows.csv'

t 2 "--json and --markdown" "$PADDOCK" incidents race.vcr --json --markdown
t 2 "--before without clips" "$PADDOCK" incidents race.vcr --before 3
err_has 'name a folder for them with --clips DIR'
t 2 "a gap that is none" "$PADDOCK" incidents race.vcr --gap 0
t 3 "a folder that cannot be" "$PADDOCK" incidents race.vcr --clips race.vcr
err_has '(io.folder)'
"$PADDOCK" synth tri road.tri || exit 1
t 4 "nothing moves" "$PADDOCK" incidents road.tri
err_has '(analysis.motion)'
out_empty
t 4 "a track of another place" "$PADDOCK" incidents race.vcr --track road.tri
err_has '(track.'
out_empty
head -c 100000 race.vcr >cut.vcr
t 5 "a cut recording" "$PADDOCK" incidents cut.vcr
err_has '(vcr.'
t 0 "as far as it goes" "$PADDOCK" incidents cut.vcr --partial --quiet
if command -v script >/dev/null; then
    t 0 "text for a post on a terminal" env -u NO_COLOR TERM=dumb script -qec "$PADDOCK incidents race.vcr" /dev/null
    grep -qE '^race\.vcr: [0-9]+ contacts?' out.txt || complain "it begins: $(head -n 1 out.txt)"
    grep -qE '^1\. [0-9]+:[0-9.]+, lap [0-9]+.*, Sector [0-9], [0-9]+ m \([0-9]+ %\): ' out.txt || complain "no place: $(shown out.txt)"
    out_has ': was behind half a second before, '
    out_has ' km/h to '
else
    skip "text on a terminal (script is not here)"
fi
# Cars of one kind, in a file that names no drivers.
"$PADDOCK" synth rply same.rpl --session race --laps 5 --cars 8 || exit 1
t 0 "the slot tells cars of one name apart" "$PADDOCK" incidents same.rpl -o same.txt
sh_t 0 "in each line" 'grep -c "^    paddock_gt ([0-9]*):" same.txt'
t 0 "with lock-ups where they are asked for" "$PADDOCK" incidents same.rpl --all -o locked.txt
grep -q "lock-up. paddock_[a-z]* ([0-9]*) locked up under braking" locked.txt || complain "$(head -n 3 locked.txt)"
! grep -q lock-up same.txt || complain "they are there without being asked for"
t 0 "in a form, too" "$PADDOCK" incidents same.rpl --markdown
out_has '| paddock\_gt \('
t 0 "and for the best lap" "$PADDOCK" laps same.rpl -o laps.txt
sh_t 0 "which is whose" 'grep -E "Best of the session .* paddock_[a-z]* \([0-9]+\), lap" laps.txt'
# Many files, and which of their incidents.
"$PADDOCK" synth vcr round1.vcr --session race --laps 5 --cars 10 --seed 11 && "$PADDOCK" synth vcr round2.vcr --session race --laps 5 --cars 10 --seed 12 || exit 1
t 0 "several files" "$PADDOCK" incidents round1.vcr round2.vcr
head -n 1 out.txt | grep -q '^path,incident,kind,' || complain "the header is $(head -n 1 out.txt)"
[ "$(grep -c '^path,' out.txt)" = 1 ] || complain "several headers"
cut -d, -f1 out.txt | sort -u | tr '\n' ' ' | grep -q '^path round1.vcr round2.vcr $' || complain "$(cut -d, -f1 out.txt | sort | uniq -c)"
t 0 "as JSON, an object each" "$PADDOCK" incidents round1.vcr round2.vcr --json
[ "$(jq -s 'length' out.txt)" = 2 ] || complain "$(wc -l <out.txt) objects"
turn=$(jq -s '[.[].incidents[].turn | select(. != null)][0]' out.txt)
all=$(jq -s "[.[].incidents[] | select(.turn == $turn)] | length" out.txt)
t 0 "of one turn" "$PADDOCK" incidents round1.vcr round2.vcr --json --turn "$turn"
[ "$(jq -s "[.[].incidents[] | select(.turn == $turn)] | length" out.txt)" = "$all" ] || complain "turn $turn: not $all"
[ "$(jq -s '[.[].incidents[].turn] | unique | length' out.txt)" = 1 ] || complain "other turns too"
[ "$(jq -s '[.[] | ([.incident_parties[].incident] | unique) == ([.incidents[].incident] | unique)] | all' out.txt)" = true ] || complain "other parties"
t 0 "of a lap, a kind and a driver" "$PADDOCK" incidents round1.vcr --json --lap 1 --kind contact,spin --driver 1
json '[.incidents[] | .lap == 1 and (.kind == "contact" or .kind == "spin")] | all' 'true'
json '. as $a | [.incidents[] | .incident as $id | any($a.incident_parties[]; .incident == $id and .slot == 1)] | all' 'true'
t 0 "near misses without --all" "$PADDOCK" incidents round1.vcr --json --kind near_miss
json '[.incidents[].kind] | unique | . == ["near_miss"] or . == []' 'true'
t 2 "a driver whom nobody knows" "$PADDOCK" incidents round1.vcr round2.vcr --driver nobody
t 0 "the turn is in the place, in every form" "$PADDOCK" incidents round1.vcr --turn "$turn" -o turn.txt
grep -q "Turn $turn, " turn.txt || complain "$(head -n 4 turn.txt)"
"$PADDOCK" incidents round1.vcr --turn "$turn" -o turn.md && grep -q "| Place | Turn $turn, " turn.md || complain "$(head -n 9 turn.md)"
t 5 "one that cannot be read does not lose the others" bash -c 'head -c 3000 round1.vcr >cut.vcr; "$PADDOCK" incidents cut.vcr round2.vcr -o some.csv'
grep -q '^round2.vcr,' some.csv || complain "the other is lost"
# The five seconds before.
t 0 "the way to it" "$PADDOCK" table round1.vcr incident_approach --format jsonl
[ "$(jq -s 'group_by([.incident, .slot]) | map(length) | unique' -c out.txt)" = '[51]' ] || complain "not 51 rows for each"
t 0 "more of them in a report" "$PADDOCK" report round1.vcr --all -o all.html
