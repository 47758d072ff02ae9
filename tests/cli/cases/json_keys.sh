# Answers as JSON have the same keys whatever a file records: those that docs/answers.md lists.

"$PADDOCK" synth vcr rich.vcr --dialect r2 --session race --cars 8 --laps 5 --poses-every 5 --seed 7 || exit 1
"$PADDOCK" synth vcr poor.vcr --dialect r1 --session race --cars 1 --laps 1 --poses-every 5 --seed 7 || exit 1
"$PADDOCK" synth raf poor.raf --seed 4 || exit 1
"$PADDOCK" synth rply poor.rpl --session race --laps 2 --cars 1 || exit 1

documented() { # VERB: its keys in the table of answers.md
    sed -n "s/^| .$1 FILE.*| .path \([a-z_ ]*\).[^|]*|\$/path \1/p" "$TOP/docs/answers.md" | tr ' ' '\n' | sort | jq -Rnc '[inputs]'
}
for verb in laps standings stints incidents rules; do
    keys=$(documented $verb)
    t 0 "$verb: the documented keys of a file that records much" "$PADDOCK" $verb rich.vcr --json
    json keys "$keys"
    for poor in poor.vcr poor.raf poor.rpl; do
        "$PADDOCK" $verb $poor --json >poor.json 2>poor.txt
        status=$?
        [ $status -ne 4 ] || continue # it cannot have this answer, and says why
        t 0 "$verb: the same of $poor" "$PADDOCK" $verb $poor --json
        json keys "$keys"
    done
done
t 0 "stints of a race in which nobody stops" "$PADDOCK" stints poor.vcr --json
json .pit_stops '[]'
t 0 "null where the file does not record stops" "$PADDOCK" stints poor.raf --json
json .pit_stops null
t 0 "with positions" "$PADDOCK" standings poor.vcr --positions --json
json keys '["path","positions","results"]'
t 0 "laps of several files" "$PADDOCK" laps poor.raf poor.rpl rich.vcr --json
json 'keys_unsorted' "$(yes '["path","track","fastest","theoretical_best","laps"]' | head -n 3)"
t 0 "laps together" "$PADDOCK" laps poor.raf poor.raf --corners --json
json 'keys_unsorted' '["ideal_time","laps","consistency","minisectors"]'

"$PADDOCK" synth raf other.raf --seed 4 --hand 2 && "$PADDOCK" set other.raf mass=1300 -o heavy.raf || exit 1
t 0 "laps with another set-up" "$PADDOCK" compare poor.raf heavy.raf --json
json 'keys_unsorted' '["reference","method","length","rulers","alignment","laps","sectors","corners","residuals","setup"]'
json '[.setup[].name]' '["mass"]'
t 0 "laps that do not differ" "$PADDOCK" compare poor.raf poor.raf --json
json 'keys_unsorted' '["reference","method","length","rulers","alignment","laps","sectors","corners","residuals","setup"]'
json '[.rulers, .alignment, .setup]' '[null,null,[]]'
json '.laps[0] | keys' "$("$PADDOCK" compare poor.raf heavy.raf --json | jq -c '.laps[0] | keys')"
