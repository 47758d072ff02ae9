# Incidents of generated races against what happened there: every contact in one incident with its parties, none
# invented, closing speeds as they were.
cat >judge.jq <<'END'
# --slurpfile truth: what happened; the input: what was found.
def parties_of($found; $id): [$found.incident_parties[] | select(.incident == $id) | .slot];
. as $found | ($truth[0].contacts + $truth[0].impacts) as $happened
| [$found.incidents[] | select(.kind == "contact" or .kind == "impact")
   | . + {slots: parties_of($found; .incident)}] as $told
| [$happened[] | . as $one | [$told[] | select(.time - 0.1 <= $one.time and .end_time + 0.1 >= $one.time
    and ([$one.parties[].slot] - .slots == []))] | select(length != 1) | {contact: $one.time, in: length}] as $lost
| [$told[] | . as $one | [$happened[] | select($one.time - 0.1 <= .time and $one.end_time + 0.1 >= .time
    and ([.parties[].slot] - $one.slots == []))]
   | if length == 0 then {invented: $one.time} else
     (map(.parties[].slot) | unique) as $had | select($one.slots - $had != []) | {stranger: $one.time} end] as $wrong
| [$told[] | select(.kind == "contact" and .contacts == 1) | . as $one
   | [$truth[0].contacts[] | select(.time - 0.1 <= $one.time and .time + 0.1 >= $one.time
      and ([.parties[].slot] - $one.slots == []))][0] | select(. != null)
   | ([.approach_speed, 0] | max) as $was | select(($was - $one.closing_speed | fabs) > 0.5)
   | {at: .time, was: $was, told: $one.closing_speed}] as $slow
| [$told[] | select(.kind == "contact" and .contacts == 1) | . as $one
   | [$truth[0].contacts[] | select(.time - 0.1 <= $one.time and .time + 0.1 >= $one.time)][0] | select(. != null)
   | .parties[] as $party | $found.incident_parties[] | select(.incident == $one.incident and .slot == $party.slot)
   | select(.behind != null and .behind != $party.behind) | {behind: $one.time, slot}] as $turned
| {contacts: ($happened | length), told: ([$told[].contacts] | add // 0),
   wrong: ($lost + $wrong + $slow + $turned)}
END
cat >left.jq <<'END'
. as $found | [$found.incidents[] | . as $one | $found.incident_parties[]
   | select(.incident == $one.incident and .left_track) | {slot, from: $one.time, to: $one.end_time}] as $told
| [$truth[0].excursions[] | {slot, from: .time, to: (.end_time // 1e9)}] as $happened
| def meets($list): . as $a | $list | any(.[]; .slot == $a.slot and .from - 2.5 <= $a.to and .to + 2.5 >= $a.from);
  [$told[] | select(meets($happened) | not) | {invented: .}]
+ [$happened[] | select(.to - .from > 0.6 and (meets($told) | not)) | {lost: .}]
END
random=$((RANDOM * 32768 + RANDOM + 1))
for seed in 1 2 $random; do
    for dialect in r2 l; do
        for every in 1 2; do
            "$PADDOCK" synth vcr race.vcr --session race --laps 7 --seed "$seed" --dialect $dialect --poses-every $every \
                --truth truth.json || exit 1
            t 0 "$dialect, seed $seed, one of $every poses" "$PADDOCK" incidents race.vcr --json
            jq -c --slurpfile truth truth.json -f judge.jq out.txt >judged.json 2>&1
            [ "$(jq -c .wrong judged.json)" = '[]' ] || complain "seed $seed: $(cat judged.json)"
            [ "$(jq '.contacts == .told' judged.json)" = true ] || complain "seed $seed: $(cat judged.json)"
        done
        # What the status of each pose says is what happened.
        [ $dialect = l ] || continue
        jq -c --slurpfile truth truth.json -f left.jq out.txt >judged.json 2>&1
        [ "$(cat judged.json)" = '[]' ] || complain "seed $seed: $(cat judged.json)"
    done
done
# Where no status is stored, the band of all laps finds what goes a metre or more beyond the edge, and little else.
sed 's/to - .from > 0.6/to - .from > 0.6 and .far >= 1/; s/to: (.end_time/far: .farthest, &/' left.jq >far.jq
for seed in 2 3 4; do
    "$PADDOCK" synth vcr race.vcr --session race --laps 12 --seed $seed --dialect r2 --truth truth.json || exit 1
    t 0 "excursions without a status, seed $seed" "$PADDOCK" incidents race.vcr --json
    json '[.incidents[].judged_by | select(. != null)] | unique' '["band"]'
    "$PADDOCK" incidents race.vcr -o said.txt || exit 1
    grep -q 'beyond the line that others used by [0-9.]* m' said.txt || complain "seed $seed: excursions are not said"
    ! grep -q 'left the track by' said.txt || complain "seed $seed: nobody knows where the track ends"
    jq -c --slurpfile truth truth.json -f far.jq out.txt >judged.json 2>&1
    [ "$(jq -c 'map(select(.lost))' judged.json)" = '[]' ] || complain "$(cat judged.json)"
    [ "$(jq 'map(select(.invented)) | length <= 2' judged.json)" = true ] || complain "$(cat judged.json)"
done
t 0 "where contacts are not stored" "$PADDOCK" synth vcr race.vcr --session race --laps 5 --dialect r1
t 0 "it says so" "$PADDOCK" incidents race.vcr --json
json '[.incidents[] | select(.kind == "contact" or .kind == "impact")]' '[]'
json '.unavailable | startswith("contacts: ")' 'true'
t 0 "also beside CSV" "$PADDOCK" incidents race.vcr
err_has 'race.vcr: no information about contacts: '
# Before a race cars that are not on a lap keep out of the way: that is no excursion.
for session in practice qualifying; do
    "$PADDOCK" synth vcr run.vcr --session $session --minutes 8 --cars 12 --seed 7 --dialect r1 --truth truth.json || exit 1
    t 0 "few excursions are invented in $session" "$PADDOCK" incidents run.vcr --json
    jq -c --slurpfile truth truth.json -f far.jq out.txt >judged.json 2>&1
    [ "$(jq 'map(select(.invented)) | length <= 3' judged.json)" = true ] || complain "$(cat judged.json)"
done
# The way through the pit lane, which is beside the track, does not make the band wide there.
"$PADDOCK" synth vcr run.vcr --session qualifying --minutes 5 --cars 12 --seed 617825 --dialect r1 --poses-every 2 \
    --truth truth.json || exit 1
t 0 "none is invented behind the pit lane" "$PADDOCK" incidents run.vcr --json
jq -c --slurpfile truth truth.json -f far.jq out.txt >judged.json 2>&1
[ "$(cat judged.json)" = '[]' ] || complain "$(cat judged.json)"
holds() { [ "$(jq "$1" out.txt)" = true ] || complain "jq '$1' is not true"; }
# A touch at the side that is recorded late, and one of which only the later record is left: no pose after it is used.
"$PADDOCK" synth vcr late.vcr --session race --laps 3 --cars 12 --seed 917188 --dialect r2 --poses-every 1 --late 0.06 || exit 1
t 0 "a touch at the side, recorded late" "$PADDOCK" incidents late.vcr --json
holds '[.incidents[] | select(.time > 85 and .time < 86) | .closing_speed] | length == 1 and (.[0] - 19.36 | fabs) < 1'
"$PADDOCK" synth vcr alone.vcr --session race --laps 3 --cars 16 --seed 230566 --dialect l --poses-every 1 \
    --lose contacts:0.3,joins:0.2 || exit 1
t 0 "the later record alone" "$PADDOCK" incidents alone.vcr --json
holds '[.incidents[] | select(.time > 186 and .time < 187) | .closing_speed] | length == 1 and (.[0] - 32.38 | fabs) < 0.5'
