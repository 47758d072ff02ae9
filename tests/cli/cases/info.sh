lap
t 0 "answers first" "$PADDOCK" info lap.raf
err_empty
out_has 'Live for Speed RAF telemetry (raf), version 2'
for answer in 'Track         Paddock Ring, Grand Prix' 'Car           Paddock GT' 'Driver        B. Okafor' 'Lap time      0:05.000' 'Sectors       0:01.490  0:01.920  0:01.590'; do out_has "  $answer"; done
out_has '  telemetry       500 rows  '
out_lacks because
out_lacks 'gear_ratio'
out_lacks 'speed [m/s]'
out_lacks $'\033'
"$PADDOCK" set lap.raf player_flags=73 -o flags.raf || exit 1
t 0 "names of flags beside their number" "$PADDOCK" info --evidence flags.raf
out_has '  driver on the left, auto shift, braking help (73)'
"$PADDOCK" set lap.raf player_flags=0 -o flags.raf || exit 1
t 0 "  none is set" "$PADDOCK" info --evidence flags.raf
grep -q '^  player_flags  *0$' out.txt || complain "$(grep player_flags out.txt)"
rm flags.raf
t 0 "evidence on request" "$PADDOCK" info --evidence lap.raf
out_has 'Driver        B. Okafor'
out_has 'because - raf: the tag LFSRAF at 0'
out_has 'track_length'
out_has 'speed [m/s]'
"$PADDOCK" synth vcr race.vcr --dialect r2 --cars 5 --seconds 70 || exit 1
t 0 "a replay" "$PADDOCK" info race.vcr
for answer in 'Session       race' 'Drivers       5' 'Duration      1:'; do out_has "  $answer"; done
"$PADDOCK" synth rply race.rpl --cars 2 --seconds 20 || exit 1
t 0 "another" "$PADDOCK" info race.rpl
for answer in 'Track         paddock_ring' 'Duration      0:' 'Cars          2'; do out_has "  $answer"; done
t 0 "JSON: the keys and nothing else" "$PADDOCK" info --json lap.raf
out_lines 1
json 'keys_unsorted' '["path","format","dialect","evidence","packed","size","properties","tables","lines","surfaces","images","findings"]'
json '[.path, .format, .packed, .size, .findings]' "[\"lap.raf\",\"raf\",null,$(stat -c %s lap.raf),0]"
json '.evidence | all(type == "string") and length > 0' true
json '.properties.wheel_count' 4
json '[.tables[] | select(.computed | not).name]' '["telemetry","wheels","splits"]'
json '.tables[] | select(.name == "laps") | [.computed, .rows, (.columns[] | select(.name == "lap_time") | .unit)]' '[true,1,"s"]'
json '.tables[] | select(.name == "results") | .computed' true
json '[.tables[] | select(.name == "pit_stops")]' '[]' # such files record none
json '.tables[0] | keys_unsorted' '["name","rows","columns"]'
json '.tables[0].columns[0]' '{"name":"time","type":"float64","unit":"s","role":"time"}'
json '.tables[0].columns[] | select(.name == "gear")' '{"name":"gear","type":"int8","unit":null,"role":"gear"}'
json '.tables[0].columns[] | select(.name == "heading") | [.role, .frame]' '["heading","z up; m"]'
json '.tables[1].columns[] | select(.name == "tyre_type") | .labels["7"]' '"knobbly"'
json '[.tables[] | select(.computed | not).columns[] | select(.nullable).name]' '["time","sector_time"]' # of splits
json '.tables[0].columns[1].unit' null
json '[.surfaces, .images]' '[[],[]]'
t 0 "several files: an object a line" "$PADDOCK" info --json lap.raf lap.raf
out_lines 2
json .path $'"lap.raf"\n"lap.raf"'
t 4 "a wrong one among them: the others are told" "$PADDOCK" info --json lap.raf /dev/null lap.raf
out_lines 3
json .path $'"lap.raf"\n"/dev/null"\n"lap.raf"'
json 'select(.error) | [.error | .status, .code, .offset, .where, .message]' '["unknown format","detect.empty",0,"","the file is empty"]'
err_is 'paddock: /dev/null: at 0x0: the file is empty (detect.empty)'
sh_t 0 "standard input, a file" '"$PADDOCK" info --json - <lap.raf'
json '[.path, .format]' '["-","raf"]'
sh_t 0 "standard input, a pipe" 'cat lap.raf | "$PADDOCK" info --json -'
json .size "$(stat -c %s lap.raf)"
mkfifo fifo
sh_t 0 "a FIFO" 'cat lap.raf >fifo & "$PADDOCK" info --json fifo'
json .format '"raf"'
cp lap.raf $'odd \xff\n name.raf'
t 0 "a file name that is not UTF-8" "$PADDOCK" info --json $'odd \xff\n name.raf'
json .path '"odd �\n name.raf"'
printf X >$'\033[31mred'
t 4 "control characters in a name" "$PADDOCK" info $'\033[31mred'
err_has 'paddock: ?[31mred: at 0x0: '
sh_t 5 "control characters of two bytes stay off the terminal, too" 'printf "{\"paddock\":1,\"format\":\"a\302\233\302\205\302\240z\"}" | "$PADDOCK" build - o'
err_has $'is "a??\302\240z", which'
cp lap.raf tricky.raf
poke tricky.raf 32 '\033[31mred\007\000'
t 0 "control characters in a file stay off the terminal" "$PADDOCK" info tricky.raf
out_lacks $'\033'
out_has '?[31mred?'
t 0 "and are escaped in JSON" "$PADDOCK" info --json tricky.raf
json .properties.player '"\u001b[31mred\u0007"'
t 5 "a limit of memory" "$PADDOCK" info --memory-limit 100 lap.raf
err_has 'memory.limit'
t 5 "a limit of records" "$PADDOCK" info --record-limit 10 lap.raf
err_has 'the table telemetry has'
err_has '(records.limit)'
t 0 "a limit that is wide enough" "$PADDOCK" info --record-limit 10k lap.raf
t 2 "a limit that is no number" "$PADDOCK" info --record-limit few lap.raf

t 0 "a replay to look into" "$PADDOCK" synth vcr columns.vcr --seconds 10
t 0 "what can be missing, and what comes only when asked for" "$PADDOCK" info --json columns.vcr
json '.tables[] | select(.name == "checkpoints").columns[] | select(.name == "lap_time") | [.nullable, .role]' '[true,"lap_time"]'
json '.tables[] | select(.name == "checkpoints").columns[] | select(.hidden) | .name' '"payload"'
json '.tables[] | select(.name == "events").columns[] | select(.hidden) | .name' ''
t 0 "the same for people" "$PADDOCK" info --evidence columns.vcr
out_has '*: values can be missing'
out_has 'lap_time [s]*'
"$PADDOCK" synth tri loop.tri --dialect closed || exit 1
t 0 "the lines of a track" "$PADDOCK" info loop.tri
out_has 'Lines  5'
out_has 'left verge     464 points, closed; x right, y forward, z up; m'
t 0 "for programs" "$PADDOCK" info --json loop.tri
json '.lines[0]' '{"name":"node line","points":464,"closed":true,"frame":"x right, y forward, z up; m","certainty":"confirmed"}'
lap
t 0 "a file without lines" "$PADDOCK" info lap.raf
out_lacks Lines
t 0 "has an empty list of them" "$PADDOCK" info --json lap.raf
json .lines '[]'
