# A stop in the stall without word of work is service, unless a stop-and-go was served there. No generated race has one: in a copy the word
# of work of one stop becomes a penalty that was served, and "in the box", which says that work begins, becomes "stopped".
"$PADDOCK" synth vcr race.vcr --session race --laps 8 --cars 12 --seed 6 --poses-every 20 --quiet && "$PADDOCK" dump race.vcr race.json || exit 1
cat >served.jq <<'END'
. as $all
| def of_first_car: select($all.parts[. - 1]["vcr.r2.event"][0][0] == 0);
  def places(is): [.parts | to_entries[] | select(.value | is) | .key];
  places(has("vcr.penalty_served"))[0] as $served
| ([places(has("vcr.pit_service"))[] | of_first_car][0]) as $work
| ([places(.["vcr.pit"] == [[35]])[] | of_first_car][0]) as $box
| .parts[$work - 1] = (.parts[$served - 1] | .["vcr.r2.event"][0][0] = 0)
| .parts[$work] = {"vcr.penalty_served": {"penalty": $penalty}}
| .parts[$box]["vcr.pit"] = [[18]]
END
service() { # PENALTY: of the first stop of the first car
    jq --argjson penalty "$1" -f served.jq race.json >served.json && "$PADDOCK" build served.json served.vcr --quiet &&
        "$PADDOCK" table served.vcr pit_stops --where 'slot = 0' --columns service --quiet | sed -n 2p
}
t 0 "with word of work it is service" "$PADDOCK" table race.vcr pit_stops --where 'slot = 0' --columns service --quiet
out_has true
t 0 "where a stop-and-go was served it is none" service 0
[ "$(<out.txt)" = false ] || complain "service is $(<out.txt)"
t 0 "a drive-through is not served in the stall" service 1
[ "$(<out.txt)" = true ] || complain "service is $(<out.txt)"
