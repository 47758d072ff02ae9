# A clip says what its race says, as far as it says anything, and its page is smaller.
for seed in 1 2; do
    "$PADDOCK" synth vcr race.vcr --session race --laps 4 --cars 8 --seed $seed && "$PADDOCK" report race.vcr -o race.html
    rm -rf clips && "$PADDOCK" incidents race.vcr --clips clips --json >race.json 2>/dev/null
    "$PADDOCK" cut race.vcr --time 100:200 -o clips/long.vcr
    t 0 "race $seed has clips" [ "$(ls clips | wc -l)" -ge 4 ]
    for clip in clips/*.vcr; do
        t 0 "race $seed: a page of ${clip#clips/}" "$PADDOCK" report "$clip" -o clip.html
        [ "$(stat -c %s clip.html)" -lt "$(stat -c %s race.html)" ] || complain "$(stat -c %s clip.html) bytes, the race has $(stat -c %s race.html)"
        t 0 "race $seed: incidents of ${clip#clips/}" "$PADDOCK" incidents "$clip" --json
        json "([.incidents[].incident] - $(jq -c '[.incidents[].incident]' race.json)) | length" 0
        # Where only the race knows the track or the end, the clip says nothing. Behind the flag it takes a lap for one of the race.
        different=$(jq -c -n --slurpfile race race.json --slurpfile clip $out '[$clip[0].incidents[] as $one | $race[0].incidents[]
            | select(.incident == $one.incident and .lap != null) as $whole
            | ("kind", "time", "lap", "sector", "first_lap", "last_lap", "drivers", "objects", "contacts", "sentence", "magnitude")
            | select($one[.] != null and $one[.] != $whole[.]) | "\(.): \($one[.]), in the race \($whole[.])"]')
        [ "$different" = '[]' ] || complain "$different"
    done
done
t 0 "positions of several cars are thinned in the same way, however few" "$PADDOCK" cut race.vcr --time 100:104 -o short.vcr
"$PADDOCK" report short.vcr -o short.html
grep -q 'Positions are given 10 times a second' short.html || complain "a short clip has all positions"
