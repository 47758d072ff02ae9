# Rows by time and driver, as a program chooses them that has read all rows (tests/cli/by_time_truth.py).
command -v python3 >/dev/null || { skip "rows by time (python3 is not here)" && return 0; }
answers() { python3 "$TOP/tests/cli/by_time_truth.py" "$PADDOCK" "$@"; }

for dialect in r1 r2 l; do
    "$PADDOCK" synth vcr even.vcr --dialect $dialect --seconds 20 --cars 5 -q
    answers --odd even.vcr "odd-$dialect.vcr"
done
"$PADDOCK" synth rply race.rply --seconds 60 -q && "$PADDOCK" synth raf lap.raf --seconds 30 -q
shopt -s nullglob
t 0 "replays, a lap and logs" answers even.vcr race.rply lap.raf "$TOP"/tests/golden/{ld,vbo,gpx,aim-csv,motec-csv,racechrono-csv,smx}/ok/*.{ld,vbo,gpx,csv}
out_lines 1
[ "$(cut -d' ' -f1 $out)" -gt 200 ] || complain "only $(cat $out)"
t 0 "times that go backwards, repeat, are no numbers or huge; drivers that come and go" answers odd-r1.vcr odd-r2.vcr odd-l.vcr
out_lines 1
[ "$(cut -d' ' -f1 $out)" -gt 80 ] || complain "only $(cat $out)"

# A float is what prints as it: 10864.92 is stored as 10864.9199...
t 0 "a bound takes what prints as it" "$PADDOCK" table odd-r2.vcr slices --time 10864.92:10864.92 --columns time
[ "$(sed 1d $out | sort -u)" = 10864.92 ] || complain "rows are $(shown $out)"
t 0 "and leaves it out where it shall not be equal" "$PADDOCK" table odd-r2.vcr slices --where 'time>10864.92' --where 'time<10865'
out_lines 1
t 0 "a number that is not another" "$PADDOCK" table odd-r2.vcr slices --where 'time!=10864.92' --columns time
out_lacks 10864.92
