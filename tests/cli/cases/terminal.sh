# What a terminal gets and a pipe does not.
lap
if ! command -v script >/dev/null; then
    skip "terminals (script is not here)"
else
    terminal() { env -u NO_COLOR TERM=xterm script -qec "$1" /dev/null; }
    t 0 "headings are bold" terminal "$PADDOCK info lap.raf"
    out_has $'\033[1mTables\033[0m'
    t 0 "not with NO_COLOR" terminal "NO_COLOR=1 $PADDOCK info lap.raf"
    out_lacks $'\033'
    t 0 "not on a dumb one" terminal "TERM=dumb $PADDOCK info lap.raf"
    out_lacks $'\033'
    t 0 "never in JSON" terminal "$PADDOCK info --json lap.raf"
    out_lacks $'\033'
    t 0 "no progress where it is quick" terminal "$PADDOCK table lap.raf telemetry -o x.csv"
    out_empty
    "$PADDOCK" synth vcr laps.vcr --dialect r2 --session race --cars 3 --laps 6 --poses-every 5 --seed 7 || exit 1
    t 0 "sectors as on television" terminal "stty cols 160; $PADDOCK laps laps.vcr"
    sectors=$("$PADDOCK" table laps.vcr laps --where counts=true --columns slot,sector_1_time --format jsonl | jq -s 'map(select(.sector_1_time != null))')
    purple=$(printf '%s' "$sectors" | jq -r 'map(.sector_1_time) | min')
    green=$(printf '%s' "$sectors" | jq -r '(map(.sector_1_time) | min) as $all | group_by(.slot) | map(select(length > 1) | map(.sector_1_time) | min | select(. > $all))[]')
    out_has $'\033[35m'
    [ -n "$green" ] || complain "no driver has an own best sector in this race"
    for time in $green; do
        grep -q $'\033\\[32m'" *$(printf '%.3f' "$time")" out.txt || complain "the own best sector $time is not green"
    done
    grep -q $'\033\\[35m'" *$(printf '%.3f' "$purple")" out.txt || complain "the best sector $purple is not purple"
    t 2 "what is not text stays off it" terminal "$PADDOCK synth raf -"
    out_has 'the output is not text; name a file with -o OUT'
fi
t 0 "no colour into a pipe" env -u NO_COLOR TERM=xterm "$PADDOCK" info lap.raf
out_lacks $'\033'
if command -v script >/dev/null; then
    terminal() { env -u NO_COLOR TERM=dumb script -qec "stty cols $1; $2" /dev/null | tr -d '\r'; }
    t 0 "a table is aligned, times are clocks" terminal 80 "$PADDOCK table lap.raf splits"
    out_is 'split      time  sector_time
    1  0:01.490     0:01.490
    2  0:03.410     0:01.920
    3  0:05.000     0:01.590'
    t 0 "and cut to the width" terminal 60 "$PADDOCK table lap.raf telemetry --rows :3"
    [ "$(awk 'length > 60' out.txt | grep -vc '^paddock: ')" = 0 ] || complain "$(cat out.txt)"
    out_has 'columns fit on the terminal; --columns chooses others'
    "$PADDOCK" synth vcr race.vcr --cars 3 --seconds 40 || exit 1
    t 0 "hidden columns are not missed" terminal 120 "$PADDOCK table race.vcr checkpoints --rows :3"
    out_lacks 'columns fit'
    t 0 "and come when all are asked for" terminal 160 "$PADDOCK table race.vcr session --all"
    out_has payload
    printf 'ply\nformat ascii 1.0\nelement vertex 1\nproperty double x\nproperty double y\nproperty double z\nproperty double n\nend_header\n4812345678901 0.1234567891234 -2 1e300\n' >wide.ply
    t 0 "nine digits of what has a fraction, all of what is whole, as in info" terminal 80 "$PADDOCK table wide.ply points"
    out_has '4812345678901  0.123456789  -2  1e+300'
    t 0 "exact where a program reads" terminal 80 "$PADDOCK table lap.raf splits --format csv"
    out_has '1,1.49,1.49'
    t 0 "several files" terminal 80 "$PADDOCK table lap.raf lap.raf --table splits --columns split --where split=1"
    out_is 'file     split
lap.raf      1
lap.raf      1'
fi
