#!/bin/bash
# Interrupts at any moment, and files that become shorter while they are read:  stops.sh PADDOCK [NO_TMPFILE]
# NO_TMPFILE is preloaded for a file system that has no nameless files.
set -u
no_tmpfile=$(realpath -m "${2:-none}")
. "$(dirname "$0")/set-up.sh" "$1" stops
export TMPDIR=$scratch/spill # DuckDB's own files
mkdir spill in && cp "$samples"/race.vcr "$samples"/lap*.raf in/ || exit 1
"$paddock" synth tri in/t.tri && "$paddock" synth rld in/road.rld --points 20000 || exit 1

# --------------------------------------------------------------------------------------- writers, interrupted

# state FOLDER: what is in it, bytes and all
state() { (cd "$1" && find . -type f -o -type l | sort | xargs -r -d '\n' sha256sum; find . -type d | sort); }
# stop_once: for `stopped`, whose variables it uses
stop_once() {
    signal=${run%:*} moment=$((took * ${run#*:} / 100))
    rm -rf "$folder" && mkdir "$folder"
    case $folder in out) for name in $names; do [ "$name" = . ] || echo old >"$folder/$name" 2>/dev/null; done ;; esac
    state "$folder" >before
    "${call[@]}" >/dev/null 2>err &
    local pid=$!
    sleep "$((moment / 1000)).$(printf '%03d' $((moment % 1000)))"
    for one in ${signal//-/ }; do kill -$one $pid 2>/dev/null; done
    began=$(milliseconds)
    wait $pid 2>/dev/null
    status=$?
    late=$(($(milliseconds) - began))
    state "$folder" >after
    if [ $status -eq 0 ]; then
        [ "$names" = "$(cd "$folder" && find . | sort)" ] || bad="$bad ($run: done, and other files: $(ls -A "$folder" | tr '\n' ' '))"
    elif [ $status -lt 128 ]; then
        bad="$bad ($run: status $status: $(cat err))"
    elif [ "$label" = "${label#*several}" ]; then
        cmp -s before after || cmp -s finished after || bad="$bad ($run: $(diff before after | tr '\n' ' '))"
    else # files of a folder are each old or new
        [ -z "$(cd "$folder" && find . -type f -name '*.paddock-*' -o -name '*.part*' -o -name '*.tmp')" ] || bad="$bad ($run: $(ls -A "$folder"))"
    fi
}
# stopped LABEL FOLDER COMMAND...: sends each signal at moments of the whole work; the folder has what it had, or all that is new
stopped() {
    local label=$1 folder=$2 began took moment signal status bad='' late answered=0
    shift 2
    local call=("$@")
    rm -rf "$folder" && mkdir "$folder" && began=$(milliseconds)
    "$@" >/dev/null 2>err || { sed 's/^/  /' err; tap "$label works" 1; return; }
    took=$(($(milliseconds) - began))
    local names
    names=$(cd "$folder" && find . | sort)
    state "$folder" >finished
    for run in INT:10 TERM:40 HUP:60 INT-INT:75 INT:90; do
        for try in 1 2 3; do # other programs can keep this one waiting: what is late is late each time
            stop_once
            [ $late -gt 1500 ] || break # half a second, and a busy machine
        done
        [ $late -le 1500 ] || answered=1
    done
    [ -z "$bad" ]
    tap "$label: the old file or the new one, and nothing beside$bad" $?
    tap "$label: answers within half a second" $answered
}

many="SELECT a.*, b.range FROM paddock('in/race.vcr', 'laps') a, range(500) b ORDER BY hash(b.range, a.lap)"
for kind in parquet csv jsonl json txt; do stopped "sql -o x.$kind" out "$paddock" sql "$many" -o out/x.$kind; done
stopped "table -o x.parquet" out "$paddock" table in/race.vcr poses -o out/x.parquet
stopped "table of many -o x.parquet" out "$paddock" table in/lap.raf in/lap-2.raf in/lap-3.raf --table telemetry -o out/x.parquet
stopped "table --where -o x.parquet" out "$paddock" table in/race.vcr poses --where 'speed>10' -o out/x.parquet
stopped "convert --to parquet, several files" folder "$paddock" convert in/race.vcr folder/all --to parquet
if [ -f "$no_tmpfile" ]; then
    export LD_PRELOAD=$no_tmpfile
    stopped "without nameless files: sql -o x.parquet" out "$paddock" sql "$many" -o out/x.parquet
    stopped "without nameless files: table -o x.parquet" out "$paddock" table in/race.vcr poses -o out/x.parquet
    stopped "without nameless files: table -o x.csv" out "$paddock" table in/race.vcr poses -o out/x.csv
    unset LD_PRELOAD
else
    tap_skip "without nameless files" "the library to preload is not here"
fi
stopped "table -o x.csv" out "$paddock" table in/race.vcr poses -o out/x.csv
stopped "dump -o x.json" out "$paddock" dump in/race.vcr -o out/x.json
stopped "convert -o x.glb" out "$paddock" convert in/t.tri out/x.glb
stopped "pack -o x.gz" out "$paddock" pack in/race.vcr --codec gzip -o out/x.gz
stopped "report -o x.html" out "$paddock" report in/race.vcr -o out/x.html
stopped "surface simplify -o x.rld" out "$paddock" surface simplify in/road.rld -o out/x.rld --error 0.01
[ -z "$(ls -A spill)" ]
tap "DuckDB's own files are gone, too" $?
(cd out && "$paddock" sql "SET memory_limit = '60MB'; SET threads = 1; SELECT count(*) FROM (SELECT range, hash(range) AS h FROM range(6000000) ORDER BY h)" >/dev/null 2>&1) &
sleep 0.6
[ ! -e out/.tmp ]
tap "when memory is short, they are not in the current folder" $?
wait
[ -z "$(ls -A spill)" ]
tap "and go at the end" $?

# ------------------------------------------------------------------------------ an ingest that is interrupted

mkdir archive
for seed in 1 2 3 4 5 6; do "$paddock" synth vcr archive/r$seed.vcr --dialect r1 --seconds 40 --seed $seed; done
"$paddock" ingest archive --to whole --batch 1 >/dev/null && contents whole >wanted
batches_are_there() { [ "$(ls ds/files/b*.parquet | wc -l)" -ge "$1" ]; }
for signal in INT TERM HUP; do
    for try in 1 2 3 4 5; do # until it comes before the work is done
        rm -rf ds
        "$paddock" ingest archive --to ds --batch 1 >out1 2>err1 &
        pid=$!
        await batches_are_there 2
        kill -$signal $pid 2>/dev/null
        began=$(milliseconds)
        wait $pid
        status=$? late=$(($(milliseconds) - began))
        [ $status -le 128 ] || [ $late -gt 1500 ] || break
    done
    [ $status -gt 128 ] && [ $late -le 1500 ] || { echo "  status $status after $late ms"; cat err1; false; }
    tap "ingest answers SIG$signal" $?
    kept=$(ls ds/files/*.parquet | wc -l)
    [ "$kept" -ge 2 ] && [ "$kept" -lt 6 ] && grep -q "interrupted; $kept of 6 batches are in it" err1 || { echo "  $kept kept"; cat err1; false; }
    tap "and keeps the batches that were finished" $?
    says "which can be read" "SELECT count(DISTINCT file) FROM paddock('ds', 'poses')" "$kept"
    [ -z "$(find ds -name '*.tmp')" ]
    tap "nothing half-written is left" $?
    "$paddock" ingest archive --to ds --batch 1 >out1 && grep -q " $((6 - kept)) read now" out1
    tap "the next run goes on from there" $?
    same "and has it all" ds
done
# At each step of the work: while it lists, hashes, reads, computes.
cp archive/r1.vcr archive/copy.vcr
for moment in 0.02 0.08 0.15 0.3; do
    for try in 1 2 3; do
        rm -rf early
        "$paddock" ingest archive --to early >/dev/null 2>err1 &
        pid=$!
        sleep $moment
        kill -INT $pid 2>/dev/null
        began=$(milliseconds)
        wait $pid
        status=$? late=$(($(milliseconds) - began))
        [ $late -gt 1500 ] || [ $status -eq 0 ] || break
    done
    { [ $status -eq 0 ] || { [ $status -gt 128 ] && [ $late -le 1500 ]; }; } && ! grep -q 'out of memory' err1 || { echo "  status $status after $late ms"; cat err1; false; }
    tap "interrupted after $moment s" $?
done
"$paddock" ingest archive --to two --batch 1 >one.out 2>one.err &
pid=$!
await [ -e two/paddock.json ]
"$paddock" ingest archive --to two --batch 1 >two.out 2>two.err
second=$?
wait $pid
first=$?
[ $first -eq 0 ] && { [ $second -eq 0 ] || { [ $second -eq 3 ] && grep -q 'another ingest is running' two.err; }; } || { echo "  $first, $second"; cat one.err two.err; false; }
tap "two ingests into one dataset at the same time: one works, the other says so" $?
rm archive/copy.vcr
"$paddock" ingest archive --to two --batch 1 >/dev/null && [ -z "$(find two -name '*.tmp')" ]
says "and no row is lost or there twice" "SELECT count(*), count(DISTINCT path) FROM 'two/files/*.parquet'" 7,7

# --------------------------------------------------------------------------- a query that takes forever, or long

for query in "SELECT count(*) FROM range(1000000) a, range(1000000) b WHERE (a.range * b.range) % 7 = 3" \
    "SELECT max(h) FROM (SELECT range, hash(range) AS h FROM range(200000000) ORDER BY h)" \
    "SELECT * FROM paddock_files('/usr/**')" "SELECT * FROM paddock('/usr/**', 'laps', on_error := 'skip')" \
    "SELECT count(sha256) FROM paddock_files('/usr/lib/**')"; do
    for try in 1 2 3; do
        "$paddock" sql "$query" >/dev/null 2>err &
        pid=$!
        await hears_interrupts $pid
        sleep 0.4
        kill -INT $pid 2>/dev/null
        began=$(milliseconds)
        wait $pid
        status=$? late=$(($(milliseconds) - began))
        [ $late -gt 1500 ] || break
    done
    [ $late -le 1500 ] && [ $status -eq 130 -o $status -eq 0 ] || { echo "  status $status after $late ms"; head -n 3 err; false; }
    tap "interrupted: ${query:0:70}" $?
done

# ------------------------------------------------------------------------------- files that become shorter

"$paddock" synth raf large.raf --seconds 2000 || exit 1
rows=$(sql "SELECT count(*) FROM 'large.raf'")
shrunk() { # LABEL COMMAND...: cut.raf is cut at several moments of the command; it never dies of it
    local label=$1 bad='' status
    shift
    for moment in 0.02 0.06 0.1 0.16; do
        rm -rf cut out && mkdir cut out && cp large.raf cut/cut.raf && cp in/lap.raf cut/
        state out >before
        (sleep $moment; truncate -s 5000 cut/cut.raf) &
        "$@" >out.txt 2>err
        status=$?
        wait
        case $status in
        0 | 1) ;;
        3 | 5) grep -qE 'cut|changed|truncated|ends|end of' err || bad="$bad ($moment: $(cat err))" ;;
        *) bad="$bad ($moment: status $status $(cat err))" ;;
        esac
        state out >after
        [ $status -le 1 ] || cmp -s before after || bad="$bad ($moment: $(ls -A out))"
    done
    [ -z "$bad" ]
    tap "$label of a file that becomes shorter$bad" $?
}
shrunk "sql" "$paddock" sql "SELECT sum(speed), max(throttle), count(*) FROM 'cut/cut.raf'"
shrunk "sql -o x.parquet" "$paddock" sql "FROM 'cut/cut.raf'" -o out/x.parquet
shrunk "table -o x.parquet" "$paddock" table cut/cut.raf telemetry -o out/x.parquet
shrunk "table of many -o x.parquet" "$paddock" table cut/cut.raf cut/lap.raf --table telemetry -o out/x.parquet
shrunk "paddock_files" "$paddock" sql "FROM paddock_files('cut')"
bad=
for moment in 0.05 0.12 0.2 0.3; do
    rm -rf cut shrunk && mkdir cut && cp large.raf cut/cut.raf && cp in/lap.raf cut/
    (sleep $moment; truncate -s 5000 cut/cut.raf) &
    "$paddock" ingest cut --to shrunk >out.txt 2>err || bad="$bad ($moment: $? $(cat err))"
    wait
    [ "$(sql "SELECT count(*) FROM paddock('shrunk', 'telemetry') WHERE file = 'cut/lap.raf'")" = "$(sql "SELECT count(*) FROM 'in/lap.raf'")" ] || bad="$bad ($moment: the other file)"
    there=$(sql "SELECT count(*) FROM paddock('shrunk', 'telemetry') WHERE file = 'cut/cut.raf'")
    [ "$there" = 0 ] || [ "$there" = "$rows" ] || bad="$bad ($moment: $there rows)"
    "$paddock" ingest cut --to shrunk >out.txt 2>err && grep -q '1 that cannot be read' out.txt || bad="$bad (again: $(cat out.txt err))"
done
[ -z "$bad" ]
tap "ingest leaves out a file that becomes shorter, goes on, and reads it again$bad" $?
tap_end
