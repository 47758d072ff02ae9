# Rounds with results files of the game: found beside their recordings by their session, official for points, and said.
# Another program writes the files (tests/cli/results_of.py).
mkdir -p game/Replays game/Log/Results apart round
"$PADDOCK" synth vcr round/race.vcr --seconds 700 --laps 6 --seed 3 --quiet
"$PADDOCK" synth vcr round/qualifying.vcr --session qualifying --seconds 500 --seed 3 --quiet
cp "$TOP/samples/race.vcr" game/Replays/first.vcr
of() { # REPLAY OUT [CHANGE...]
    "$PADDOCK" standings "$1" --json -o standings.json --quiet
    "$PADDOCK" laps "$1" --json -o laps.json --quiet
    python3 "$TOP/tests/cli/results_of.py" standings.json laps.json "${@:2}"
}
season() { "$PADDOCK" season "$@" --points 25,18,15,12,10,8,6,4; }
winner=$("$PADDOCK" standings game/Replays/first.vcr --json | jq -r '.results[0].driver')
second=$("$PADDOCK" standings game/Replays/first.vcr --json | jq -r '.results[1].driver')
of game/Replays/first.vcr apart/first.xml "penalty=$winner:100"

t 0 "without a results file no round is official" season game/Replays/first.vcr --json
json '.season_rounds[0] | [.winner, .official]' "[\"$winner\",false]"
json '.season[0].driver' "\"$winner\""
err_empty
t 0 "nor does the table say so" season game/Replays/first.vcr -o plain.txt
t 1 "at all" grep -q "Results\|official" plain.txt
cp apart/first.xml game/Log/Results/2024_10_24_23_38_59-61R1.xml
t 0 "with one in the game's folder it is" season game/Replays/first.vcr --json
json '.season_rounds[0] | [.winner, .official]' "[\"$second\",true]"
json '.season[0].driver' "\"$second\""
json ".season[] | select(.driver == \"$winner\") | [.points < 25, .penalty_time]" '[true,100]'
err_is "paddock: game/Replays/first.vcr: the official results are those of game/Log/Results/2024_10_24_23_38_59-61R1.xml"
t 0 "which the table of rounds says" season game/Replays/first.vcr -o list.txt
t 0 "in text" grep -q "Results" list.txt
t 0 "for its round" grep -q "official" list.txt
t 0 "and the page" season game/Replays/first.vcr -o season.html
t 0 "in its round" grep -q "<bdi>official</bdi>" season.html
printf 'driver,kind,value\n%s,time,1000\n' "$second" >rulings.csv
t 0 "rulings come on top" season game/Replays/first.vcr --rulings rulings.csv --json
json ".season_rounds[0] | [.winner != \"$second\", .winner != \"$winner\", .official]" '[true,true,true]'
cp apart/first.xml game/Log/Results/again.xml
t 0 "of two that fit none is used" season game/Replays/first.vcr --json
json '.season_rounds[0].official' false
err_has "both fit it, and neither is used: keep one of them there"
rm game/Log/Results/again.xml

# A folder: its results files are no rounds of their own where there is a recording.
first=$("$PADDOCK" standings round/race.vcr --json | jq -r '.results[0].driver')
pole=$("$PADDOCK" standings round/qualifying.vcr --json | jq -r '.results[0].driver')
next=$("$PADDOCK" standings round/qualifying.vcr --json | jq -r '.results[1].driver')
best=$("$PADDOCK" standings round/qualifying.vcr --json | jq -r '.results[0].best_lap')
t 0 "a folder with recordings alone" season round --json
json '.season_rounds[0] | [.winner, .pole, .official]' "[\"$first\",\"$pole\",false]"
of round/race.vcr round/results_race.xml "out=$first"
of round/qualifying.vcr round/results_qualifying.xml kind=Qualify "out=$pole"
t 0 "with their results" season round --json
json ".season_rounds[0] | [.winner != \"$first\", .pole, .official]" "[true,\"$next\",true]"
err_has "round/race.vcr: the official results are those of round/results_race.xml"
err_has "round/qualifying.vcr: the official results are those of round/results_qualifying.xml"
rm round/race.vcr
t 0 "results without a recording of the race stand for it" season round --json
json ".season_rounds[0] | [.winner != \"$first\", .pole, .official]" "[true,\"$next\",true]"
rm round/*.vcr
t 0 "and without any recording" season round --json
json ".season_rounds[0] | [.winner != \"$first\", .pole, .official]" "[true,\"$next\",true]"
cp round/results_race.xml round/other.xml
sed -i 's/1729804338/1729804339/' round/other.xml
t 2 "two races are still two" season round
err_has "there are 2 races in this folder"
t 0 "rounds with and without" season game/Replays/first.vcr round/results_race.xml "$TOP/tests/files/results_xml/race.xml" --json
json '[.season_rounds[].official] | all' true
