# convert: laps and replays as files of data loggers and maps, read back by other programs.
"$PADDOCK" synth raf lap.raf || exit 1
"$PADDOCK" synth vcr race.vcr --session race --cars 3 --laps 2 --poses-every 10 || exit 1
"$PADDOCK" synth rply cars.rpl --cars 2 --seconds 10 || exit 1
"$PADDOCK" synth tri track.tri || exit 1

t 0 "a lap for MoTeC" "$PADDOCK" convert lap.raf lap.ld
only_files cars.rpl lap.ld lap.ldx lap.raf race.vcr track.tri
sh_t 0 "its laps are XML" 'xmllint --noout lap.ldx'
sh_t 0 "two beacons" 'test "$(xmllint --xpath "count(//Marker)" lap.ldx)" = 2'
t 0 "the same once more" "$PADDOCK" convert lap.raf again.ld
cmp -s lap.ld again.ld && cmp -s lap.ldx again.ldx || complain "two conversions differ"
t 3 "what is there stays" "$PADDOCK" convert lap.raf lap.ld --no-clobber
rm again.ld
t 3 "also what lies beside" "$PADDOCK" convert lap.raf again.ld --no-clobber
no_file again.ld
t 3 "a full disk" "$PADDOCK" convert lap.raf /dev/full --to ld
t 0 "to standard output, without laps" sh -c '"$0" convert lap.raf - --to ld 2>err.txt | cmp - lap.ld' "$PADDOCK"
rm -f ./*.ld ./*.ldx err.txt

t 0 "each driver of a race" "$PADDOCK" convert race.vcr race.ld
err_has "race/A._Varga.ld is written"
sh_t 0 "in a folder" 'test "$(ls race | wc -l)" = 6'
sh_t 0 "notes are said once" 'test "$("$PADDOCK" convert race.vcr race.ld 2>&1 | grep -c left_out)" = 1'
t 0 "into a folder that is there" "$PADDOCK" convert race.vcr race --to vbo
has_file race/A._Varga.vbo
t 0 "one of them" "$PADDOCK" convert race.vcr one.ld --driver varga
cmp -s one.ld race/A._Varga.ld || complain "one driver alone gives another file"
t 0 "by slot" "$PADDOCK" convert race.vcr slot.ld --driver 1
t 2 "nobody of that name" "$PADDOCK" convert race.vcr x.ld --driver nobody
err_has "there is no driver \"nobody\", by name or by slot"
t 2 "all to standard output" "$PADDOCK" convert race.vcr - --to vbo
err_has "this recording has 3 drivers"
t 0 "cars of a replay" "$PADDOCK" convert cars.rpl cars --to racerender
sh_t 0 "are tables" 'test "$(ls cars | wc -l)" = 2 && head -n 1 cars/*gt.csv | grep -q "^Time,Longitude"'
rm -rf race cars ./*.ld ./*.ldx

t 0 "GPX" "$PADDOCK" convert race.vcr race.gpx
sh_t 0 "is sound" 'xmllint --noout race.gpx'
t 0 "GeoJSON" "$PADDOCK" convert race.vcr race.geojson
sh_t 0 "a line for each lap" 'jq -e "[.features[] | select(.properties.lap == 2)] | length == 3" race.geojson'
sh_t 0 "numbers for each point" 'jq -e "all(.features[]; (.geometry.coordinates | length) == (.properties.time | length) and (.properties.speed | length) == (.properties.time | length))" race.geojson'
t 0 "a minute of it" "$PADDOCK" convert race.vcr part.geojson --time 1:30..2:00
sh_t 0 "no more" 'jq -e "[.features[].properties.time[]] | min >= 90 and max <= 120" part.geojson'
t 4 "a time without anybody" "$PADDOCK" convert race.vcr x.gpx --time 1000:1100
err_has "(logger.empty)"
no_file x.gpx
rm -f ./*.gpx ./*.geojson

t 4 "nothing moves" "$PADDOCK" convert track.tri x.ld
err_has "nothing moves in tri files (motion.none)"
t 2 "a driver of a track" "$PADDOCK" convert track.tri x.geojson --driver 1
t 2 "axes of a lap" "$PADDOCK" convert lap.raf x.ld --axes +x+y+z
head -c 1000 lap.raf >cut.raf
t 5 "a damaged file" "$PADDOCK" convert cut.raf x.ld
no_file x.ld
t 0 "as JSON" "$PADDOCK" convert lap.raf lap.vbo --json
json .target '"vbo"'

t 0 "cars that move" "$PADDOCK" convert race.vcr race.glb
sh_t 0 "named as the drivers" 'tail -c +21 race.glb | head -c 20000 | grep -q "\"name\":\"A. Varga\""'
t 0 "the same once more" "$PADDOCK" convert race.vcr again.glb
cmp -s race.glb again.glb || complain "two conversions differ"
"$PADDOCK" synth wwww car.cfm --dialect car && "$PADDOCK" synth rld road.rld --points 500 || exit 1
t 0 "another car on another ground" "$PADDOCK" convert race.vcr shapes.glb --car car.cfm --track road.rld --driver 1 --time 1:10..1:20
err_has "only the shape and the colours of points are taken"
t 2 "a car for a track" "$PADDOCK" convert track.tri x.glb --car car.cfm --fam none
err_has "where a recording becomes a scene"
t 2 "a car for MoTeC" "$PADDOCK" convert lap.raf x.ld --car car.cfm
t 3 "a car that is not there" "$PADDOCK" convert lap.raf x.glb --car nowhere.cfm
t 4 "a car without a shape" "$PADDOCK" convert lap.raf x.glb --car lap.raf
err_has "the car that was given is a raf file: it has no shape"
# ground FROM TO: a square in x and y from FROM to TO, as PLY
ground() {
    printf 'ply\nformat ascii 1.0\nelement vertex 4\nproperty double x\nproperty double y\nproperty double z\nelement face 2\nproperty list uchar int vertex_indices\nend_header\n'
    printf '%s %s 0\n' "$1" "$1" "$2" "$1" "$2" "$2" "$1" "$2"
    printf '3 0 1 2\n3 0 2 3\n'
}
ground 90000 91000 >far.ply
ground -5000 5000 >near.ply
t 0 "a ground that is elsewhere" "$PADDOCK" convert lap.raf ground.glb --track far.ply
err_has "no car comes near the given track"
t 0 "a ground that is there" "$PADDOCK" convert lap.raf ground.glb --track near.ply
! grep -q "no car comes" $err || complain "it says that no car comes there"
rm ground.glb
no_file x.glb

# subtitles: cues follow each other, and say speed, gear, lap and, against another lap, the delta
"$PADDOCK" synth raf slower.raf --hand 2 || exit 1
t 0 "subtitles" "$PADDOCK" convert lap.raf lap.srt
sh_t 0 "cue by cue" 'awk "BEGIN { RS = \"\" } { if (\$1 != NR || \$3 != \"-->\" || \$2 < last || \$4 <= \$2) bad = 1; last = \$4 } END { exit bad || NR < 100 }" lap.srt'
sh_t 0 "with speed and gear" 'grep -qE "^[0-9]+ km/h  gear [1-7RN]$" lap.srt'
sh_t 1 "no delta of one lap" 'grep -qE "[0-9]  [+-][0-9]" lap.srt'
t 0 "subtitles against another lap" "$PADDOCK" convert lap.raf lap.srt --reference slower.raf
sh_t 0 "with the delta" 'grep -qE "^lap 1  [0-9:.]+  [+-][0-9]+\.[0-9][0-9]$" lap.srt'
delta=$("$PADDOCK" compare slower.raf lap.raf --json | jq '.laps[0].delta')
last=$(grep -oE '[+-][0-9]+\.[0-9][0-9]$' lap.srt | tail -n 1)
awk -v a="$delta" -v b="$last" 'BEGIN { exit !(a - b < 0.1 && b - a < 0.1) }' || complain "the last delta is $last, the lap's $delta"
t 2 "a reference for a map" "$PADDOCK" convert lap.raf x.gpx --reference slower.raf
# The first lap begins on the grid: it has no delta.
"$PADDOCK" synth vcr longer.vcr --session race --cars 3 --laps 3 --poses-every 10 || exit 1
t 0 "subtitles of a replay" "$PADDOCK" convert longer.vcr one.srt --driver varga
out_empty
! grep -q 'accelerations\|columns' err.txt || complain "it speaks of what subtitles never hold: $(cat err.txt)"
sh_t 0 "against the driver's best lap" 'grep -qE "^lap [0-9]+  [0-9:.]+  [+-][0-9]+\.[0-9][0-9]$" one.srt'
t 2 "a CSV of no program" "$PADDOCK" convert lap.raf x.csv
err_has "--to motec-csv"
t 0 "a log" "$PADDOCK" convert lap.raf setup.ld
sh_t 0 "with the set-up beside it" 'grep -q "Id=\"Front Left Spring\" Value=\"[0-9]* N/m\"" setup.ldx && xmllint --noout setup.ldx'

# Logs of rows come back as laps: the game's clock ticks every 10 ms.
t 0 "a lap as MoTeC's CSV" "$PADDOCK" convert lap.raf back.csv --to motec-csv
sh_t 0 "the same lap time" 'test "$("$PADDOCK" laps back.csv | sed -n 2p | cut -d, -f6)" = "$("$PADDOCK" laps lap.raf | sed -n 2p | cut -d, -f6)"'
t 0 "a lap as GPX" "$PADDOCK" convert lap.raf back.gpx
sh_t 0 "a lap time within a tick" '"$PADDOCK" laps back.gpx >back.txt && "$PADDOCK" laps lap.raf | paste -d, - back.txt | awk -F, "NR == 2 { d = \$6 - \$(6 + NF / 2); exit !(d * d < 0.0001) }"'
for back in back.csv back.gpx; do t 0 "$back compares with its source" "$PADDOCK" compare lap.raf "$back" -o compared.csv; done
rm -f back.csv back.gpx back.txt compared.csv
