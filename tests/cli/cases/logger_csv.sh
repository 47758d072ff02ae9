# Logs as RaceChrono and AiM Race Studio export them, of a drive that another program computes (tests/cli/logger_csv_of.py).
log() { python3 "$TOP/tests/cli/logger_csv_of.py" "$@" >truth.txt; }
# as_driven FILE SECONDS: what differs from the truth
as_driven() {
    "$PADDOCK" laps "$1" --json -o laps.json && "$PADDOCK" table "$1" telemetry -o rows.csv &&
        python3 "$TOP/tests/cli/logger_csv_truth.py" truth.txt laps.json rows.csv "$2"
}
codes() { "$PADDOCK" check "$1" --json | jq -c '[.findings[].code] | unique'; }

# RaceChrono numbers rows, of which there are 25 in a second: a lap is known to that.
for words in racechrono3 'racechrono3 sparse' 'racechrono3 from-zero' 'racechrono3 fragments' 'racechrono3 cut-to-lap-2' 'racechrono3 lost clockwise' \
    'racechrono3 bom crlf blank-cells' racechrono2 'racechrono2 format-line fragments' racechrono1 'racechrono1 crlf'; do
    log a.csv $words
    [ "$words" != 'racechrono3 from-zero' ] || cp truth.txt zero.txt
    t 0 "as driven: $words" as_driven a.csv 0.0401
    out_is true
done
# AiM states its beacons to the thousandth.
for words in aim3 'aim3 unquoted crlf empty-rows' 'aim3 comma bom' 'aim3 comment clockwise' 'aim3 mph lost' 'aim3 cut-to-lap-2' aim2 'aim2 mph crlf' \
    'aim2 cut-to-lap-2' 'aim2 comma'; do
    log a.csv $words
    [[ $words != *cut-to-lap-2 ]] || sed -i 's/^lap 2/lap 1/' truth.txt # the only one there is
    t 0 "as driven: $words" as_driven a.csv 0.0006
    out_is true
done

log chrono.csv racechrono3
t 0 "what RaceChrono says of itself" "$PADDOCK" info chrono.csv --json
json '.properties | [.software, .format_version, .session, .track, .driver, .date, .time_of_day, .first_timestamp]' \
    '["RaceChrono Pro v10.1.3",3,"Round, the first","Oval \"West\"","A. Varga","01/09/2024","16:55",1725210115.28]'
t 0 "columns of several sensors have names of their own" bash -c '"$1" table chrono.csv telemetry --rows 0:1 | head -n 1' - "$PADDOCK"
out_is 'time,x,y,latitude,longitude,fragment_id,lap_number,elapsed_time,z,bearing_gps,device_update_rate_gps,speed,device_update_rate_calc,lateral_g,longitudinal_g,speed_calc,coolant_temp_canbus,engine_speed'
log aim.csv aim3 comment
t 0 "what Race Studio says" "$PADDOCK" info aim.csv --json
json '.properties | [.driver, .comment, .date, .time_of_day, .segment, .track]' \
    '["A. Varga","first set  of tyres, then rain","2023-07-01","13:03:24","Session","Oval West"]'

# Odd files: what is reported about them.
for row in 'racechrono3|["racechrono-csv.laps.channel"]' 'racechrono3 lost|["racechrono-csv.laps.channel","racechrono-csv.position.lost"]' \
    'racechrono3 sparse|["racechrono-csv.laps.channel","racechrono-csv.position.between"]' \
    'racechrono3 cut-to-lap-2|["racechrono-csv.laps.channel","racechrono-csv.laps.closed"]' \
    'racechrono3 pasted|["racechrono-csv.laps.channel","racechrono-csv.row.head"]' 'aim3|[]' 'aim2|[]' 'aim3 lost|["aim-csv.position.lost"]' \
    'aim3 pasted|["aim-csv.row.head","aim-csv.row.other"]'; do
    log a.csv ${row%%|*}
    t 0 "told of ${row%%|*}" codes a.csv
    out_is "${row#*|}"
done
log a.csv racechrono3 pasted
t 0 "a lap does not go on in a file that is pasted after it" bash -c '"$1" laps a.csv --json | jq -c "[.laps[] | select(.kind == \"timed\") | .lap]"' - "$PADDOCK"
out_is '[1,2,4]'
log a.csv aim3 pasted
"$PADDOCK" laps aim.csv --json >wanted.json
t 0 "of two files of AiM the first is read" bash -c '"$1" laps a.csv --json | jq -c "[.laps[].lap_time]"' - "$PADDOCK"
out_is "$(jq -c '[.laps[].lap_time]' wanted.json)"

# With laps of the same track from elsewhere.
"$PADDOCK" convert aim.csv aim.ld --quiet && "$PADDOCK" convert chrono.csv chrono.vbo --quiet
for pair in 'aim.csv chrono.csv' 'chrono.csv aim.ld' 'aim.csv chrono.vbo'; do
    t 0 "compares: $pair" "$PADDOCK" compare "${pair% *}##3" "${pair#* }##2" -o compared.csv
    sh_t 0 "and is slower by what the laps differ" 'awk -F, "NR == 1 { for (i = 1; i <= NF; i++) if (\$i ~ /^delta/) c = i } END { exit !(\$c > 0.65 && \$c < 0.85) }" compared.csv'
done
"$PADDOCK" synth raf lap.raf --seconds 5 --quiet
t 0 "and lists with a lap of a simulator" "$PADDOCK" laps aim.csv lap.raf -o all.csv

# Each cell of a row is damaged in turn: it is reported, with its place.
for shape in racechrono3 racechrono2 racechrono1 aim3 aim2; do
    log whole.csv $shape cut-to-lap-2
    silent=$(python3 - whole.csv "$PADDOCK" <<'P'
import json, subprocess, sys
lines = open(sys.argv[1], "rb").read().split(b"\n")
row = len(lines) // 2
def findings(data):
    open("spoiled.csv", "wb").write(data)
    run = subprocess.run([sys.argv[2], "check", "spoiled.csv", "--json"], capture_output=True)
    return [(f["code"], f.get("offset")) for f in json.loads(run.stdout)["findings"]] if run.returncode in (0, 1) else [("error", None)]
before = findings(b"\n".join(lines))
cells = lines[row].split(b",")
silent = []
for i, cell in enumerate(cells):
    if cell.strip(b'"\r') == b"":
        continue
    spoiled = cells[:i] + [cell[:1] + b"?" + cell[2:] if len(cell) > 1 else b"?"] + cells[i + 1:]
    after = findings(b"\n".join(lines[:row] + [b",".join(spoiled)] + lines[row + 1:]))
    start = sum(len(l) + 1 for l in lines[:row])
    told = [f for f in after if f not in before and (f[1] is None or start <= int(f[1]) <= start + len(lines[row]) + 9)]
    if not told:
        silent.append(i)
print(silent)
P
)
    t 0 "spoiled cells of $shape are told" echo "$silent"
    out_is '[]'
done

# Cut anywhere: never a crash, and what is left is reported or whole.
log whole.csv aim3 && size=$(stat -c %s whole.csv)
for at in 0 10 40 200 500 800 1500 $((size / 2)) $((size - 20)); do
    head -c "$at" whole.csv >cut.csv
    "$PADDOCK" check cut.csv --partial >cut.txt 2>&1
    status=$?
    t 0 "cut at $at" test $status -le 5
done
t 5 "a head and no names" bash -c 'head -c 200 whole.csv >cut.csv; exec "$1" laps cut.csv' - "$PADDOCK"
err_has 'aim-csv.columns.time'
