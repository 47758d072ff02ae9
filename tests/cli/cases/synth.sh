t 0 "a lap" "$PADDOCK" synth raf a.raf --seed 7 --seconds 3
err_empty
out_empty
t 0 "the same again" "$PADDOCK" synth raf b.raf --seed 7 --seconds 3
cmp -s a.raf b.raf || complain "they differ"
t 0 "another seed" "$PADDOCK" synth raf c.raf --seed 8 --seconds 3
! cmp -s a.raf c.raf || complain "they are equal"
sh_t 0 "to standard output" '"$PADDOCK" synth raf - --seed 7 --seconds 3 | cmp - a.raf'
for size in 300k 1M 1Mi 2MB; do
    t 0 "about $size" "$PADDOCK" synth raf s.raf --bytes $size
    t 0 "and it is sound" "$PADDOCK" check s.raf
done
t 0 "a size" "$PADDOCK" synth raf s.raf --bytes 1M
size=$(stat -c %s s.raf)
[ "$size" -gt 900000 ] && [ "$size" -lt 1100000 ] || complain "1M gave $size"
# An option without a meaning for the format is refused, not ignored.
t 2 "cars of a lap" "$PADDOCK" synth raf x.raf --cars 3
err_is 'paddock: --cars has no meaning for raf; `paddock synth raf` takes --seed, --dialect, --seconds, --bytes, --hand'
t 2 "a dialect of a surface" "$PADDOCK" synth rld x.rld --dialect r2
t 2 "points of a race" "$PADDOCK" synth vcr x.vcr --points 5
t 2 "a packed lap" "$PADDOCK" synth raf x.raf --gzip
no_file x.raf
for id in $("$PADDOCK" formats --json | jq -r '.formats[] | select(.synth) | .id'); do
    t 0 "$id: generated" "$PADDOCK" synth "$id" "x.$id"
    t 0 "$id: recognised" "$PADDOCK" info --json "x.$id"
    json .format "\"$id\""
    json '.findings' 0
    t 0 "$id: sound" "$PADDOCK" check "x.$id"
    for table in $("$PADDOCK" info --json "x.$id" | jq -r '.tables[].name'); do
        t 0 "$id: table $table as CSV" "$PADDOCK" table "x.$id" "$table" -o table.csv
        t 0 "$id: table $table as JSON lines" "$PADDOCK" table "x.$id" "$table" --format jsonl
        [ "$(jq -s length out.txt)" = "$("$PADDOCK" info --json "x.$id" | jq ".tables[] | select(.name == \"$table\") | .rows")" ] ||
            complain "not as many objects as rows"
    done
done
# An interrupt is heard while a race is still being counted.
if [ -z "${PADDOCK_SLOW-}" ]; then
    for try in 1 2 3; do
        "$PADDOCK" synth vcr big.vcr --cars 30 --bytes 4G & pid=$!
        await hears_interrupts $pid
        sleep 0.5
        kill -INT $pid
        begun=$(milliseconds)
        wait $pid
        late=$(($(milliseconds) - begun))
        [ $late -gt 2000 ] || break
    done
    t 0 "it stops at once" [ $late -le 2000 ]
    no_file big.vcr
fi
# Sessions, and what happened in them.
for session in race qualifying practice; do
    for dialect in r1 r2 l; do
        t 0 "$session, $dialect" "$PADDOCK" synth vcr s.vcr --session $session --dialect $dialect --cars 5 --seconds 60 --poses-every 10 --truth s.json
        [ "$(jq -r '.session | "\(.kind) \(.dialect)"' s.json)" = "$session $dialect" ] || complain "the truth is about another"
        t 0 "it is sound" "$PADDOCK" check s.vcr
    done
done
t 0 "lines may be left out" "$PADDOCK" synth vcr s.vcr --laps 2 --cars 3 --seconds 90 --poses-every 50 --without crossings,order
t 0 "they are" "$PADDOCK" info --json s.vcr
json '[.tables[] | select(.name == "checkpoints" or .name == "running_order") | .rows] | add' 0
t 0 "a part" "$PADDOCK" synth vcr s.vcr --laps 2 --cars 3 --poses-every 50 --time 80:100
t 0 "begins there" "$PADDOCK" info --json s.vcr
json '[.properties.start_time, .properties.end_time]' '[80,100]'
t 2 "no such session" "$PADDOCK" synth vcr no.vcr --session warmup
err_is 'paddock: there is no session "warmup"; there are race, qualifying and practice'
t 2 "nor can poses be left out" "$PADDOCK" synth vcr no.vcr --without poses
t 2 "laps of a practice" "$PADDOCK" synth vcr no.vcr --session practice --laps 3
t 2 "the truth over the file" "$PADDOCK" synth vcr no.vcr --truth no.vcr
t 0 "a race of Racer" "$PADDOCK" synth rply r.rpl --laps 1 --cars 4 --truth r.json
t 0 "is sound" "$PADDOCK" check r.rpl
[ "$(jq '[.results[] | select(.status == "finished")] | length' r.json)" -ge 1 ] || complain "nobody arrived"
t 2 "but all of it" "$PADDOCK" synth rply no.rpl --laps 1 --without crossings
t 2 "a session of a surface" "$PADDOCK" synth rld x.rld --session race
t 0 "two hands" "$PADDOCK" synth raf one.raf --seconds 1 --hand 4
t 0 "drive one track" "$PADDOCK" synth raf two.raf --seconds 1 --hand 5
[ "$("$PADDOCK" info --json one.raf | jq .properties.track_length)" = "$("$PADDOCK" info --json two.raf | jq .properties.track_length)" ] || complain "they differ"
! cmp -s one.raf two.raf || complain "they drive the same"
no_file no.vcr
