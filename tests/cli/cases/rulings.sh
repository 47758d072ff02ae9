# Rulings: what is decided, against a recomputation that knows nothing about the library; and tables that are wrong.
"$PADDOCK" synth vcr race.vcr --session race --laps 5 --cars 9 --seed 11 --truth truth.json
"$PADDOCK" synth vcr other.vcr --session race --laps 3 --cars 5 --seed 4
"$PADDOCK" synth vcr practice.vcr --session practice --minutes 5 --cars 5 --seed 2
table() { printf '%s\n' "$@" >rulings.csv; }
refused() { # STATUS-2 MESSAGE VERB...
    local message=$1
    shift
    t 2 "refused: $message" "$PADDOCK" "$@" --rulings rulings.csv -o never.csv
    err_has "$message"
    [ ! -e never.csv ] || complain "an output was made"
}
table 'driver,kind,driver' 'a,note,b' && refused 'line 1: the column driver is there twice (rulings.column)' standings race.vcr
table 'driver,what' 'a,b' && refused 'line 1: there is no column "what"; there are: driver, kind, value' standings race.vcr
table 'driver,value' 'a,1' && refused 'line 1: the first line has no column kind' standings race.vcr
table '' && refused 'line 1: the first line has no column driver' standings race.vcr
table 'driver,kind' 'Varga,fine' && refused 'line 2: there is no kind "fine"; there are: time, laps' standings race.vcr
table 'driver,kind' '' ',note' && refused 'line 3: no driver is named' standings race.vcr
table 'driver,kind' 'Nobody,note' && refused 'line 2: there is no driver "Nobody"; there are: A. Varga, ' standings race.vcr
table 'driver,kind,value' 'Varga,time,fast' && refused 'line 2: time takes seconds, such as 5 or -2.5, not "fast"' standings race.vcr
table 'driver,kind,value' 'Varga,time,nan' && refused 'line 2: time takes seconds' standings race.vcr
table 'driver,kind,value' 'Varga,positions,1.5' && refused 'line 2: positions takes how many places are lost' standings race.vcr
table 'driver,kind,value' 'Varga,disqualify,3' && refused 'line 2: disqualify takes no value' standings race.vcr
table 'driver,kind,lap' 'Varga,lap_invalid,' && refused 'line 2: lap takes the number of a lap' laps race.vcr
table 'driver,kind,lap' 'Varga,lap_invalid,77' && refused 'line 2: A. Varga has no lap 77; there are laps 1 to' laps race.vcr
table 'driver,kind,lap' 'Varga,lap_invalid,1090' && refused 'line 2: A. Varga has no lap 1090; there are laps 1 to' laps race.vcr
for beside in 1/ 1:; do table 'driver,kind,lap' "Varga,lap_invalid,$beside" && refused 'line 2: lap takes the number of a lap' laps race.vcr; done
table 'driver,kind' '"Varga,note' && refused 'line 2: a quote does not end' standings race.vcr
table 'driver,kind' 'Varga,note,more' && refused 'line 2: the row has more cells' standings race.vcr
table 'driver,kind,file' 'Varga,note,none.vcr' && refused 'line 2: there is no file "none.vcr"; there are: race.vcr, other.vcr' standings race.vcr other.vcr
table 'driver,kind' 'Varga,note' && refused 'line 2: with several files, each ruling names its file' standings race.vcr other.vcr
table 'driver,kind,value' 'Varga,time,5' && refused 'line 2: time is for races' standings practice.vcr
printf 'driver,kind\nV\xe4rga,note\n' >rulings.csv && refused 'this is not UTF-8 text' standings race.vcr
table 'driver,kind' 'Varga,note'
t 2 "not with --at" "$PADDOCK" standings race.vcr --rulings rulings.csv --at 10
t 3 "a table that is not there" "$PADDOCK" standings race.vcr --rulings none.csv
t 2 "an output in its place" "$PADDOCK" standings race.vcr --rulings rulings.csv -o rulings.csv
# Two of one name: the slot number says which.
"$PADDOCK" synth vcr few.vcr --session race --laps 5 --cars 9 --seed 11 --poses-every 20
"$PADDOCK" dump few.vcr few.json && jq '.parts |= map(if has("vcr.r2.driver") then .["vcr.r2.driver"] |=
    (if type == "array" then map(.[1] = "Same Name") else .name = "Same Name" end) else . end)' few.json >same.json &&
    "$PADDOCK" build same.json same.vcr
table 'driver,kind' 'Same Name,note' && refused '"Same Name" can be several drivers, give the slot number: Same Name (0), Same Name (1)' standings same.vcr
table 'driver,kind' '1,note' && t 0 "by slot" "$PADDOCK" standings same.vcr --rulings rulings.csv --json
[ "$(jq -r '.results[] | select(.rulings != null) | .slot' $out)" = 1 ] || complain "not slot 1"
# The ways in which spreadsheets save.
table 'driver,kind,value,reason' 'Varga,time,2.5,"a, ""b"""' && "$PADDOCK" standings race.vcr --rulings rulings.csv -o wanted.csv
for way in $'\xef\xbb\xbfdriver;kind;value;reason\r\nVarga;time;2,5;"a, ""b"""\r\n' $'Driver;KIND;value;reason\n\n Varga ; Time;+2,5;"a, ""b"""' $'reason,value,kind,driver\n"a, ""b""",2.5,time,0\n,,,\n'; do
    printf '%s' "$way" >rulings.csv
    t 0 "a table as spreadsheets save it" "$PADDOCK" standings race.vcr --rulings rulings.csv -o got.csv
    cmp -s got.csv wanted.csv || complain "$(diff got.csv wanted.csv)"
done
grep -q '+2.5 s (a, ""b"")' wanted.csv || complain "$(cat wanted.csv)"
t 0 "without rulings there is neither" "$PADDOCK" standings race.vcr --json
[ "$(jq '[.results[] | select(.recorded_position != null or .rulings != null)] | length' $out)" = 0 ] || complain "there is"
table 'driver,kind,file' 'Varga,disqualify,race.vcr' && t 0 "of one file of two" "$PADDOCK" standings race.vcr other.vcr --rulings rulings.csv --json
[ "$(jq -s '[.[].results[] | select(.status == "disqualified") | .driver] | length' $out)" = 1 ] || complain "$(cat $out)"
# Files of one name: the path, or its end, distinguishes them.
mkdir -p n1 n2 && cp race.vcr n1/ && cp other.vcr n2/race.vcr
table 'driver,kind,file' 'Varga,disqualify,race.vcr'
refused 'line 2: "race.vcr" can be several files, give the path: n1/race.vcr, n2/race.vcr (rulings.file)' standings n1/race.vcr n2/race.vcr
t 2 "nor in a page" "$PADDOCK" report n1/race.vcr n2/race.vcr --rulings rulings.csv -o never.html
err_has 'can be several files, give the path: n1/race.vcr, n2/race.vcr'
no_file never.html
refused 'can be several files' season n1/race.vcr n2/race.vcr --points 1
table 'driver,kind,file' 'Varga,disqualify,3/race.vcr'
refused 'line 2: there is no file "3/race.vcr"; there are: n1/race.vcr, n2/race.vcr' standings n1/race.vcr n2/race.vcr
for name in n2/race.vcr 'n2\race.vcr' "$(basename "$PWD")/n2/race.vcr"; do
    table 'driver,kind,file' "Varga,disqualify,$name"
    t 0 "$name of two" "$PADDOCK" standings "$PWD/n1/race.vcr" "$PWD/n2/race.vcr" --rulings rulings.csv --json
    [ "$(jq -s -c '[.[] | [.results[] | select(.rulings != null)] | length]' $out)" = '[0,1]' ] || complain "$(jq -c .results[].rulings $out)"
done
table 'driver,kind,file' 'Varga,disqualify,./race.vcr'
t 0 "one beside a folder with another" "$PADDOCK" standings race.vcr n2/race.vcr --rulings rulings.csv --json
[ "$(jq -s -c '[.[] | [.results[] | select(.rulings != null)] | length]' $out)" = '[1,0]' ] || complain "$(jq -c .results[].rulings $out)"
# Parts of one recording: a ruling needs no file, and each part's name is a name of it.
"$PADDOCK" cut race.vcr --time :200 -o p1.vcr && "$PADDOCK" cut race.vcr --time 180: -o p2.vcr
for file in '' p1.vcr p2.vcr; do
    table 'driver,kind,file' "Varga,disqualify,$file"
    t 0 "parts, and a ruling of \"$file\"" "$PADDOCK" standings p1.vcr p2.vcr --join --rulings rulings.csv --json
    json '[.results[] | select(.status == "disqualified") | .slot]' '[0]'
    t 0 "their page, and a ruling of \"$file\"" "$PADDOCK" report p1.vcr p2.vcr --join --rulings rulings.csv -o joined.html
    grep -q '<td><bdi>disqualified</bdi></td>' joined.html || complain "not in the page"
done
table 'driver,kind,file' 'Varga,disqualify,p3.vcr'
refused 'line 2: there is no file "p3.vcr"; there are: p1.vcr, p2.vcr' standings p1.vcr p2.vcr --join
t 2 "nor in their page" "$PADDOCK" report p1.vcr p2.vcr --join --rulings rulings.csv -o never.html
err_has 'line 2: there is no file "p3.vcr"; there are: p1.vcr, p2.vcr'
no_file never.html
# More laps than there are; the incident that a ruling is about; and what it does to gaps.
table 'driver,kind,value' 'Varga,laps,99' && refused 'line 2: A. Varga has 5 laps: 99 cannot be taken away (rulings.value)' standings race.vcr
table 'driver,kind,value' '0,laps,99' && refused 'line 2: A. Varga has 5 laps: 99 cannot be taken away (rulings.value)' standings race.vcr
table 'driver,kind' 'Vagra,note' && refused 'line 2: there is no driver "Vagra"; did you mean "A. Varga"? There are: ' standings race.vcr
table 'driver,kind,value,incident,reason' 'Varga,time,5,L2-T3,unsafe' 'Varga,note,,L4-T1,'
t 0 "the incident is shown" "$PADDOCK" standings race.vcr --rulings rulings.csv -o shown.txt
grep -qF '+5 s (unsafe, incident L2-T3); note (incident L4-T1)' shown.txt || complain "$(cat shown.txt)"
grep -q '^Rulings$' shown.txt || complain "no list of rulings"
grep -q 'gaps can be smaller' shown.txt && complain "gaps do not fall"
first=$("$PADDOCK" standings race.vcr --json | jq -r '.results[1].slot')
table 'driver,kind,value' "$first,positions,2"
t 0 "gaps fall, and the list says so" "$PADDOCK" standings race.vcr --rulings rulings.csv -o shown.txt
grep -q 'A car that lost places keeps its time: gaps can be smaller further down the list\.' shown.txt || complain "$(cat shown.txt)"
# Long reasons take lines, not the columns: in chats, pictures and on terminals.
long="car 7 left the track at turn 3 and came back in front of two others, one of whom had to brake and lost a place to a third"
table 'driver,kind,value,reason' "Varga,time,5,\"$long\""
t 0 "a long reason in a chat" "$PADDOCK" standings race.vcr --rulings rulings.csv --chat
grep -q 'Pos  Recorded  Driver .*Laps .*Time .*Gap' $out || complain "columns are missing: $(cat $out)"
tr '\n' ' ' <$out | sed 's/  */ /g' | grep -qF "$long" || complain "the reason is cut: $(cat $out)"
for size in 780x 1400x; do # the picture's own width, and a wide one
    t 0 "a long reason in a picture" "$PADDOCK" standings race.vcr --rulings rulings.csv -o long.svg $([ $size = 780x ] || echo --size 1400x2000)
    for heading in Pos Recorded Driver Laps Time Gap; do grep -qF ">$heading</text>" long.svg || complain "no $heading"; done
    ! grep -q '…</text>' long.svg || complain "cut: $(grep -o '>[^<]*…</text>' long.svg)"
    sed 's/<[^>]*>/ /g' long.svg | tr '\n' ' ' | sed 's/  */ /g' | grep -qF "$long" || complain "the reason is cut"
done
# Of fourteen names all are listed, the nearest first.
"$PADDOCK" synth vcr many.vcr --session race --laps 2 --cars 14 --seed 3
name=$("$PADDOCK" standings many.vcr --json | jq -r '[.results[].driver] | sort | .[9]')
table 'driver,kind' "${name}x,note"
t 2 "the nearest of many" "$PADDOCK" standings many.vcr --rulings rulings.csv
err_has "there is no driver \"${name}x\"; did you mean \"$name\"? There are: "
table 'driver,kind' "Nobody,note"
t 2 "all of many" "$PADDOCK" standings many.vcr --rulings rulings.csv
for each in $("$PADDOCK" standings many.vcr --json | jq -r '.results[].driver' | sed 's/.* //'); do err_has "$each"; done
# A page calls files of one name by as much of their paths as distinguishes them, and its rulings, too.
table 'driver,kind,file' 'Varga,disqualify,n2/race.vcr' && t 0 "in a page they have the names that distinguish them" "$PADDOCK" report n1/race.vcr n2/race.vcr --rulings rulings.csv -o same.html
bundle=$(grep -o 'id="paddock-bundle">[^<]*' same.html | sed 's/^[^>]*>//')
[ "$(jq -c '[.documents[].file, .rulings[].file]' <<<"$bundle")" = '["n1/race.vcr","n2/race.vcr","n2/race.vcr"]' ] || complain "$(jq -c '[.documents[].file, .rulings[].file]' <<<"$bundle")"
t 0 "and else the name alone" "$PADDOCK" report n2/race.vcr --rulings rulings.csv -o alone.html
bundle=$(grep -o 'id="paddock-bundle">[^<]*' alone.html | sed 's/^[^>]*>//')
[ "$(jq -c '[.documents[].file, .rulings[].file]' <<<"$bundle")" = '["race.vcr","race.vcr"]' ] || complain "$(jq -c '[.documents[].file, .rulings[].file]' <<<"$bundle")"
# A page shows the results as decided, with the recorded positions and the rulings.
table 'driver,kind,value,reason,file' 'Varga,time,500,"<b>unsafe</b>",race.vcr'
t 0 "a page as decided" "$PADDOCK" report race.vcr other.vcr --rulings rulings.csv -o page.html
out_empty
last=$("$PADDOCK" standings race.vcr --rulings rulings.csv --json | jq -r '.results[] | select(.rulings != null) | "<td>\(.position)</td><td>\(.recorded_position)</td>"')
grep -qF "$last" page.html || complain "no $last in the page"
grep -qF '+500 s (&lt;b&gt;unsafe&lt;/b&gt;)' page.html || complain "no ruling in the page"
[ "$(grep -o '<th scope="col">Recorded</th>' page.html | wc -l)" = 1 ] || complain "in the other file's results, too"
table 'driver,kind' 'Nobody,note' && t 2 "a page with a wrong name" "$PADDOCK" report race.vcr --rulings rulings.csv -o never.html
err_has 'rulings.csv: line 2: there is no driver "Nobody"; there are: A. Varga, '
[ ! -e never.html ] || complain "a page was made"
# Many tables, by a recomputation from what is recorded.
command -v python3 >/dev/null || { skip "recomputed rulings (python3 is not here)" && return 0; }
cat >recompute.py <<'PY'
import csv, json, random, subprocess, sys
paddock, path, seed = sys.argv[1], sys.argv[2], int(sys.argv[3])
def ask(verb, *more):
    return json.loads(subprocess.run([paddock, verb, path, "--json", *more], check=True, capture_output=True).stdout)
recorded, laps = ask("standings")["results"], ask("laps")["laps"]
chance = random.Random(seed)
race = any(row["total_time"] is not None for row in recorded)
kinds = ["positions", "points", "disqualify", "lap_invalid", "lap_valid", "note"] + (["time", "time", "laps"] if race else [])
rulings = []
for _ in range(chance.randrange(1, 8)):
    kind, row = chance.choice(kinds), chance.choice(recorded)
    own = [lap["lap"] for lap in laps if lap["slot"] == row["slot"]]
    if kind.startswith("lap_") and not own: continue
    value = {"time": chance.choice([-3, 0.25, 1, 5, 10, 100]), "laps": chance.randrange(1, 3), "positions": chance.randrange(1, 6), "points": -2}.get(kind, "")
    rulings.append(dict(driver=row["slot"], kind=kind, value=value, lap=chance.choice(own) if kind.startswith("lap_") else ""))
with open("random.csv", "w", newline="") as to:
    writer = csv.DictWriter(to, ["driver", "kind", "value", "lap"], delimiter=chance.choice(",;"))
    writer.writeheader()
    writer.writerows(rulings)
decided = ask("standings", "--rulings", "random.csv")["results"]
decided_laps = ask("laps", "--rulings", "random.csv")["laps"]
# what is to come out
rows = {row["slot"]: dict(row) for row in recorded}
counts = {(lap["slot"], lap["lap"]): lap["counts"] for lap in laps}
times = {(lap["slot"], lap["lap"]): lap for lap in laps}
for ruling in rulings:
    row, key = rows[ruling["driver"]], (ruling["driver"], ruling["lap"])
    if ruling["kind"] == "time" and row["total_time"] is not None: row["total_time"] += ruling["value"]
    if ruling["kind"] == "laps": row["laps"] = max(0, row["laps"] - ruling["value"])
    if ruling["kind"] == "disqualify": row["status"] = "disqualified"
    if ruling["kind"] == "lap_invalid": counts[key] = False
    if ruling["kind"] == "lap_valid":
        others = set((times[key]["reasons"] or "").split("; ")) & {"pit_in", "pit_out", "incomplete", "implausible_time", "part_recording"}
        counts[key] = times[key]["kind"] == "timed" and times[key]["lap_time"] is not None and not others
for slot, row in rows.items():
    own = [times[key] for key in counts if key[0] == slot and counts[key]]
    best = None if row["status"] == "disqualified" or not own else min(own, key=lambda lap: (lap["lap_time"], lap["end_time"]))
    row["best_lap_time"], row["best_lap"] = (best["lap_time"], best["lap"]) if best else (None, None)
big = float("inf")
def none_last(value): return big if value is None else value
def place(row):
    order = {"finished": 0, "running": 0, "retired": 1, "not_started": 2, "disqualified": 3}[row["status"]]
    if race: return (order, -row["laps"], none_last(row["total_time"]))
    return (3 if order == 3 else 2 if order == 2 else 0, none_last(row["best_lap_time"]))
order = sorted(rows.values(), key=place)
for ruling in rulings:
    if ruling["kind"] != "positions": continue
    at = next(i for i, row in enumerate(order) if row["slot"] == ruling["driver"])
    for _ in range(ruling["value"]):
        if order[at]["status"] in ("disqualified", "not_started") or at + 1 == len(order): break
        below = order[at + 1]["status"]
        if below in ("disqualified", "not_started") or (below == "retired" and order[at]["status"] != "retired"): break
        order[at], order[at + 1] = order[at + 1], order[at]
        at += 1
def fail(what): sys.exit(f"{path} {seed}: {what}\n{open('random.csv').read()}")
if [row["slot"] for row in order] != [row["slot"] for row in decided]:
    fail(f"order {[row['slot'] for row in decided]}, wanted {[row['slot'] for row in order]}")
was = {row["slot"]: row["position"] for row in recorded}
for wanted, got in zip(order, decided):
    if got["recorded_position"] != was[got["slot"]]: fail(f"recorded {got}")
    if (got["rulings"] is not None) != any(ruling["driver"] == got["slot"] for ruling in rulings): fail(f"rulings {got}")
    for key in ("laps", "total_time", "best_lap_time", "best_lap", "status"):
        a, b = wanted[key], got[key]
        same = a == b or (isinstance(a, float) and isinstance(b, (int, float)) and abs(a - b) < 1e-6)
        if not same and not (not race and key in ("best_lap", "status")): fail(f"slot {got['slot']}: {key} is {b}, wanted {a}")
for lap in decided_laps:
    gone = rows[lap["slot"]]["status"] == "disqualified"
    if lap["counts"] != (counts[(lap["slot"], lap["lap"])] and not gone): fail(f"lap {lap['slot']} {lap['lap']} counts: {lap['counts']}")
PY
for seed in $(seq 6); do
    for file in race.vcr other.vcr practice.vcr; do
        thinned || continue
        t 0 "recomputed: $file, $seed" python3 recompute.py "$PADDOCK" $file $seed
    done
done
