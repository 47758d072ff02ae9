# A results file is found by its session: in the folder of the replay, whatever its name is, and in the game's own
# folders. What the files say decides; names and times only say which are opened first. Another program writes them.
game=game/UserData
mkdir -p $game/Replays $game/Log/Results apart
cp "$TOP/samples/race.vcr" $game/Replays/race.vcr
cp "$TOP/samples/race.vcr" race.vcr
"$PADDOCK" standings race.vcr --json -o standings.json
"$PADDOCK" laps race.vcr --json -o laps.json
results() { python3 "$TOP/tests/cli/results_of.py" standings.json laps.json "$@"; }
first=$(jq -r '.results[0].driver' standings.json)
official='.results[0].recorded_position'
log=$game/Log/Results
replay=$game/Replays/race.vcr

results apart/right.xml "penalty=$first:100"
results apart/slower.xml slower=1
results apart/qualifying.xml kind=Qualify
results apart/nobody.xml
sed -i 's/<Name>[^<]*/&x/' apart/nobody.xml
touch -d '2024-10-24 23:39:00' $replay race.vcr

t 0 "without any file nothing is official" "$PADDOCK" standings $replay --json
json "$official" null
err_empty
cp apart/slower.xml $log/2024_10_23_21_00_00-12R1.xml
cp apart/qualifying.xml $log/2024_10_24_23_38_00-33Q1.xml
cp apart/nobody.xml $log/2024_10_24_23_38_30-44R2.xml
printf '<?xml version="1.0"?>\n<svg/>\n' >$log/other.xml
t 0 "files of other sessions are not taken" "$PADDOCK" standings $replay --json
json "$official" null
err_empty
cp apart/right.xml $log/2024_10_24_23_38_59-61R1.xml
touch -d '2019-01-01 00:00:00' $log/2024_10_24_23_38_59-61R1.xml
t 0 "the one of the session is, whatever time its file has" "$PADDOCK" standings $replay --json
json "$official" 2
err_is "paddock: $replay: the official results are those of $log/2024_10_24_23_38_59-61R1.xml; --results FILE names others"
t 0 "for laps" "$PADDOCK" laps $replay --json
json '[.laps[] | .recorded_lap_time] | unique | length > 5' true
t 0 "and a page" "$PADDOCK" report $replay -o found.html
err_has "the official results are those of "
t 0 "as with --results" "$PADDOCK" report $replay --results apart/right.xml -o given.html
err_empty
t 0 "which is the same" cmp found.html given.html
t 0 "from the folder of the replay" bash -c 'cd "$1" && "$2" standings race.vcr --json' - $game/Replays "$PADDOCK"
json "$official" 2
err_has "the official results are those of ../Log/Results/2024_10_24_23_38_59-61R1.xml"
t 0 "and from one beside it" bash -c 'cd "$1" && "$2" standings ../Replays/race.vcr --json' - $game/Log "$PADDOCK"
json "$official" 2
t 0 "quietly" "$PADDOCK" standings $replay --json --quiet
json "$official" 2
err_empty
mv $game/Log $game/LOG
t 0 "rFactor calls the folder LOG" "$PADDOCK" standings $replay --json
json "$official" 2
mv $game/LOG $game/Log
t 2 "no output replaces what was found" "$PADDOCK" standings $replay -o $log/2024_10_24_23_38_59-61R1.xml
err_has "R1.xml"
t 0 "a given file is not searched for" "$PADDOCK" standings $replay --results apart/right.xml --json
err_empty

results apart/again.xml "penalty=$first:5"
cp apart/again.xml $log/copy.xml
t 0 "of two that both fit none is used" "$PADDOCK" standings $replay --json
json "$official" null
err_has "both fit it, and neither is used: name one with --results FILE"
cp apart/right.xml $game/Replays/evening.xml
t 0 "one beside the replay comes before them" "$PADDOCK" standings $replay --json
json "$official" 2
err_has "those of $game/Replays/evening.xml;"
cp apart/again.xml $game/Replays/race.xml
t 0 "and one of its name before that" "$PADDOCK" standings $replay --json
err_has "those of $game/Replays/race.xml;"
cp apart/slower.xml $game/Replays/race.xml
t 0 "unless it is of another session, which is said" "$PADDOCK" standings $replay --json
json "$official" 2
err_has "race.xml beside it is not used: the results are of another session: of "
err_has "those of $game/Replays/evening.xml;"
cp apart/again.xml $game/Replays/morning.xml
t 0 "where two beside it fit, those of the game are not asked" "$PADDOCK" standings $replay --json
json "$official" null
err_has "both fit it, and neither is used"
err_lacks "$log"
rm $game/Replays/*.xml $log/copy.xml

t 0 "a page of both" "$PADDOCK" report race.vcr apart/right.xml -o both.html
err_is "paddock: race.vcr: the official results are those of apart/right.xml"
t 0 "in any order, also of several" "$PADDOCK" report apart/slower.xml apart/right.xml race.vcr -o order.html
err_is "paddock: race.vcr: the official results are those of apart/right.xml"
cat >tables.py <<'PY'
import json, re, sys
def results(path):
    text = open(path, encoding="utf-8").read()
    document = next(each for each in json.loads(re.search(r'id="paddock-bundle">([^<]*)', text).group(1))["documents"] if each["file"] == "race.vcr")
    number = document["parts"]["tables"][[table["name"] for table in document["tables"]].index("results")]
    return re.search(rf'id="b{number}">([^<]*)', text).group(1)
pages = [results(path) for path in sys.argv[1:]]
print(len(set(pages[:3])), len(set(pages)))
PY
"$PADDOCK" report race.vcr --results apart/right.xml -o option.html --quiet
"$PADDOCK" report race.vcr -o alone.html --quiet
t 0 "has the results of --results, and others without" python3 tables.py both.html order.html option.html alone.html
out_is "1 2"
t 0 "of two that fit none is used" "$PADDOCK" report race.vcr apart/right.xml apart/again.xml -o none.html
err_has "apart/right.xml and apart/again.xml both fit it, and neither is used: give one of them"
t 0 "nor one of another race" "$PADDOCK" report race.vcr apart/slower.xml -o none.html
err_empty

# Three laps of one driver with the same times: another session of the same people can have one or two.
python3 - apart/right.xml apart/few.xml <<'PY'
import re, sys
kept = [0]
def lap(match):
    kept[0] += 1
    return match.group(0) if kept[0] <= 2 else ""
with open(sys.argv[1], encoding="utf-8") as file:
    text = file.read()
with open(sys.argv[2], "w", encoding="utf-8") as file:
    file.write(re.sub(r"<Lap num=.*</Lap>\n", lap, text))
PY
cp apart/few.xml $log/2024_10_24_23_38_59-61R1.xml
t 0 "two laps are no proof" "$PADDOCK" standings $replay --json
json "$official" null
cp apart/few.xml $game/Replays/race.xml
t 0 "with the replay's name they are" "$PADDOCK" standings $replay --json
err_has "those of $game/Replays/race.xml;"
rm $game/Replays/race.xml

# So many are opened, those first that are nearest in time and whose names do not say another session.
rm $log/*.xml
for i in $(seq 40); do
    cp apart/slower.xml "$log/2024_10_24_$((i + 10))-10R1.xml"
    touch -d '2024-10-24 23:00:00' "$log/2024_10_24_$((i + 10))-10R1.xml"
done
cp apart/right.xml $log/aaa.xml
touch -d '2024-01-01 00:00:00' $log/aaa.xml
t 0 "not all of a season are opened" "$PADDOCK" standings $replay --json
json "$official" null
err_is "paddock: $replay: of the files that could belong to it, 25 were not opened; --results FILE names the right one"
touch -d '2024-10-24 23:39:30' $log/aaa.xml
t 0 "but those nearest in time" "$PADDOCK" standings $replay --json
json "$official" 2
touch -d '2024-10-24 23:20:00' $log/aaa.xml
for file in $log/2024*R1.xml; do
    mv "$file" "${file%R1.xml}Q1.xml"
    touch -d '2024-10-24 23:39:00' "${file%R1.xml}Q1.xml"
done
t 0 "and not those of another kind, by their names, before others" "$PADDOCK" standings $replay --json
json "$official" 2
rm $log/*.xml
mkfifo $log/pipe.xml
truncate -s 100M $log/large.xml
mkdir $log/folder.xml
t 0 "pipes, folders and what is far too large are not opened" timeout 60 "$PADDOCK" standings $replay --json
json "$official" null
err_has "1 were not opened"
