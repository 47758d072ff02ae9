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
err_is 'paddock: --cars has no meaning for raf; `paddock synth raf` takes --seed, --seconds, --bytes'
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
    "$PADDOCK" synth vcr big.vcr --cars 30 --bytes 4G & pid=$!
    sleep 0.5
    kill -INT $pid
    begun=$(date +%s)
    wait $pid
    t 0 "it stops at once" [ $(($(date +%s) - begun)) -le 2 ]
    no_file big.vcr
fi
