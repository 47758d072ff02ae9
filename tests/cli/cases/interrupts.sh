# An interrupt ends each verb that writes a file, soon, and nothing half-written is left: all of it or nothing.
# Without --foreground timeout sends the signal twice, to the program and to its group. The second one ends a program
# at once, with status 130, even when its file has just been finished.
t 0 "a race is made" "$PADDOCK" synth vcr race.vcr --laps 5 --cars 12 --quiet
mkdir made
runs() { # FILE CALL...: made/FILE
    file=$1 && shift
    begun=$(milliseconds)
    t 0 "$1 $2 to the end" "$PADDOCK" "$@" --quiet
    whole=$(($(milliseconds) - begun))
    mv "made/$file" whole.keep
    for part in 2 5 8; do
        for try in 1 2 3; do
            rm -rf made/* made/.[!.]*
            begun=$(milliseconds)
            timeout --foreground --preserve-status -s INT "$(awk "BEGIN { print $whole * $part / 1e4 }")" "$PADDOCK" "$@" --quiet 2>/dev/null
            ended=$? taken=$(($(milliseconds) - begun))
            [ $taken -ge $((2 * whole + 2000)) ] || break
        done
        t 0 "$1 ends soon after $part tenths" [ $taken -lt $((2 * whole + 2000)) ]
        if [ $ended -eq 0 ]; then cmp -s "made/$file" whole.keep || complain "$1: done, and not all is there"
        else [ -z "$(ls -A made)" ] || complain "$1: exit status $ended, and there is $(ls -A made)"; fi
    done
}
runs page.html report race.vcr -o made/page.html
runs map.svg plot map race.vcr -o made/map.svg
runs laps.csv laps race.vcr -o made/laps.csv
runs incidents.json incidents race.vcr --json -o made/incidents.json
runs poses.csv table race.vcr poses -o made/poses.csv
runs race.gpx convert race.vcr made/race.gpx
runs race.glb convert race.vcr made/race.glb
runs race.json dump race.vcr -o made/race.json
runs part.vcr cut race.vcr made/part.vcr --time 10:200
runs race.gz pack race.vcr made/race.gz --codec gzip
