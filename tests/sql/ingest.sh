#!/bin/bash
# Archives as Parquet:  ingest.sh PADDOCK
# What is new, changed, the same, broken; runs that are killed at any moment; two at once; folders that are not ours.
set -u
. "$(dirname "$0")/set-up.sh" "$1" ingest
laps="read_parquet('ds/laps/**/*.parquet', union_by_name = true)"

mkdir -p "archive/one/it's 100%" && cp "$samples"/lap*.raf archive/ && cp "$samples"/race.vcr archive/one/ || exit 1
cp archive/one/race.vcr "archive/one/it's 100%/copy.vcr"
head -c 5000 archive/one/race.vcr >archive/one/cut.vcr
echo nothing >archive/notes.txt
ln -s .. archive/one/loop
"$paddock" synth shpi archive/art.fsh
for seed in 1 2 3; do "$paddock" synth vcr archive/r$seed.vcr --dialect r1 --seconds 15 --seed $seed; done

"$paddock" ingest archive --to ds >out 2>err
tap "an archive becomes a dataset" $?
grep -q '11 files, 11 read now; 1 the same as another, 1 of no format, 1 that cannot be read' out
tap "and says what it met" $?
says "a row for each file met" "SELECT count(*), count(sha256), count(format), count(duplicate_of), count(error) FROM 'ds/files/*.parquet'" "11,11,9,1,2"
says "hashes are right" "SELECT sha256 FROM 'ds/files/*.parquet' WHERE path = 'archive/notes.txt'" "$(sha256sum archive/notes.txt | cut -d' ' -f1)"
says "hashes of larger files, too" "SELECT sha256 FROM 'ds/files/*.parquet' WHERE path = 'archive/lap.raf'" "$(sha256sum archive/lap.raf | cut -d' ' -f1)"
says "each lap once" "SELECT count(*), count(DISTINCT file) FROM $laps" "$(sql "SELECT count(*), count(DISTINCT file) FROM paddock(['archive/lap.raf', 'archive/lap-2.raf', 'archive/lap-3.raf', 'archive/one/race.vcr', 'archive/r1.vcr', 'archive/r2.vcr', 'archive/r3.vcr'], 'laps')")"
says "the format is a partition" "SELECT count(*) FROM read_parquet('ds/laps/**/*.parquet', hive_partitioning = true, union_by_name = true) WHERE format = 'raf'" 3
says "rows are those of the files" "SELECT count(*), round(sum(speed)) FROM read_parquet('ds/telemetry/**/*.parquet')" "$(sql "SELECT count(*), round(sum(speed)) FROM 'archive/*.raf'")"
says "a broken file is a row with a code" "SELECT error_code FROM 'ds/files/*.parquet' WHERE path = 'archive/one/cut.vcr'" vcr.truncated
says "each knows its track, be it by the scene of the game" "SELECT DISTINCT track FROM 'ds/files/*.parquet' WHERE format IN ('vcr', 'raf') ORDER BY 1" \
    "$(printf 'Paddock Ring\nPaddockRing.scn\nPaddock\\Ring')"
[ -z "$(find ds -type d -empty)" ]
tap "no folder is empty" $?
[ "$("$paddock" ingest --status ds | grep -c .)" -eq 6 ]
tap "--status tells of each format" $?

"$paddock" ingest archive --to ds >out && grep -q ' 0 read now' out && [ "$(find ds/files -name '*.parquet' | wc -l)" -eq 1 ]
tap "again: nothing is read" $?
cp archive/lap.raf archive/lap-copy.raf && "$paddock" synth vcr archive/r4.vcr --dialect r1 --seconds 15 --seed 4
"$paddock" ingest archive --to ds >out && grep -q ' 2 read now' out
tap "only what is new" $?
says "what is new and the same as before is not read" "SELECT duplicate_of FROM 'ds/files/*.parquet' WHERE path = 'archive/lap-copy.raf'" archive/lap.raf
"$paddock" synth vcr archive/r2.vcr --dialect r1 --seconds 30 --seed 9
"$paddock" ingest archive --to ds >out
says "a file that changed is there as it is now, and once" "SELECT count(*) FROM read_parquet('ds/poses/**/*.parquet', union_by_name = true) WHERE file = 'archive/r2.vcr'" \
    "$(sql "SELECT count(*) FROM 'archive/r2.vcr'")"
says "and so are the others" "SELECT count(*), count(DISTINCT file) FROM $laps" "$(sql "SELECT count(*), count(DISTINCT file) FROM paddock(['archive/lap.raf', 'archive/lap-2.raf', 'archive/lap-3.raf', 'archive/one/race.vcr', 'archive/r1.vcr', 'archive/r2.vcr', 'archive/r3.vcr', 'archive/r4.vcr'], 'laps')")"
says "no path is in the catalogue twice" "SELECT count(*) = count(DISTINCT path) FROM 'ds/files/*.parquet'" true

# Killed at any moment, run again, until it is through: the same as one that was never stopped.
whole="SELECT count(*), count(DISTINCT file), sum(hash(driver, lap, lap_time)) FROM read_parquet('DS/laps/**/*.parquet', union_by_name = true)"
for delay in 0.05 0.1 0.15 0.2 0.25 0.3 0.4 0.5 0.6; do
    "$paddock" ingest archive --to killed >/dev/null 2>&1 &
    pid=$!
    sleep $delay
    kill -9 $pid 2>/dev/null
    wait $pid 2>/dev/null
    if ls killed/files/*.parquet >/dev/null 2>&1; then
        sql "${whole//DS/killed}" >/dev/null || echo "  after $delay s it cannot be read"
    fi
done
touch archive/r1.vcr
for delay in 0.1 0.3 0.5; do
    "$paddock" ingest archive --to killed >/dev/null 2>&1 &
    pid=$!
    sleep $delay
    kill -9 $pid 2>/dev/null
    wait $pid 2>/dev/null
done
"$paddock" ingest archive --to killed >/dev/null && "$paddock" ingest archive --to ds >/dev/null
says "killed at any moment, it is finished by the next run" "${whole//DS/killed}" "$(sql "${whole//DS/ds}")"
[ -z "$(find killed -name '*.tmp')" ]
tap "and nothing is left over" $?
(ulimit -f 40; "$paddock" ingest archive --to full >out 2>err)
[ $? -ne 0 ] && [ -z "$(find full -name 'b*.parquet')" ]
tap "where there is no room, no batch is half there" $?
"$paddock" ingest archive --to full >/dev/null
says "and with room it goes on" "${whole//DS/full}" "$(sql "${whole//DS/ds}")"

case $paddock in
*-under-wine) tap_skip "two at once" "Wine does not see the lock that flock takes" ;;
*)
    (flock -n 9 && "$paddock" ingest archive --to ds >out 2>err; echo $? >status) 9>ds/.lock
    [ "$(cat status)" -eq 3 ] && grep -q 'another ingest is running' err
    tap "two at once: the second refuses" $?
    ;;
esac
mkdir foreign && echo mine >foreign/mine.txt
fails "a folder that is not ours is left alone" 2 'is no dataset of paddock' ingest archive --to foreign
[ "$(ls -A foreign)" = mine.txt ]
tap "and nothing in it is touched" $?
mkdir newer && echo '{"version": 99, "tables": ""}' >newer/paddock.json
fails "a newer dataset" 4 'a newer paddock' ingest archive --to newer
fails "other tables than before" 2 'make another dataset' ingest archive --to ds --tables laps
fails "an archive that is not there" 3 'no such folder' ingest nowhere --to ds
fails "no dataset" 2 '--to DATASET' ingest archive
fails "the state of nothing" 3 'no such folder' ingest --status nowhere
"$paddock" ingest archive --to few --tables laps,results --jobs 1 >out 2>err
[ "$(cd few && echo */)" = "files/ laps/ results/" ]
tap "only the tables that are wanted, on one processor" $?
mkdir inside && cp archive/lap.raf inside/
"$paddock" ingest inside --to inside/ds >/dev/null && "$paddock" ingest inside --to inside/ds >out && grep -q '1 file, 0 read now' out
tap "a dataset within its archive is not read as a part of it" $?
(cd inside && "$paddock" ingest . ../inside --to ./ds/ >/dev/null && "$paddock" ingest . --to ds | grep -q ' 3 files, 0 read now; 2 the same as another')
tap "however the two are called" $?
fails "the dataset is no archive" 2 'is the dataset, or within it' ingest inside/ds/laps --to inside/ds

# What a copy stands for, when the other goes or changes.
mkdir copies && cp archive/lap.raf copies/a.raf && cp archive/lap.raf copies/b.raf && cp archive/lap-2.raf copies/c.raf
"$paddock" ingest copies --to pair >/dev/null
says "of two that are the same, one is read" "SELECT count(DISTINCT file), min(file) FROM 'pair/telemetry/**/*.parquet'" 2,copies/a.raf
cp archive/lap-3.raf copies/a.raf
"$paddock" ingest copies --to pair >out
says "when it changes, the other is read" "SELECT count(DISTINCT file) FROM 'pair/telemetry/**/*.parquet'" 3
says "and is no copy any more" "SELECT count(*), count(duplicate_of) FROM 'pair/files/*.parquet'" 3,0
"$paddock" ingest copies --to pair >out && grep -q ' 0 read now' out
tap "and then all is as it was" $?

# Names that are no text: DuckDB takes UTF-8 only.
mkdir names && cp archive/lap.raf names/ && cp archive/lap-2.raf "names/$(printf 'new\nline.raf')" && cp archive/lap-3.raf "names/$(printf 'lap\xff.raf')"
"$paddock" ingest names --to named >out 2>err && grep -q 'left out; rename them' err && grep -q ' 2 files, 2 read now' out
tap "a name that is not UTF-8 costs its file, not the archive" $?
says "what else is there is read" "SELECT count(*) FROM paddock('named', 'laps')" 2
says "sql reads such files, and shows their names" "SELECT count(DISTINCT file) FROM paddock('names/*', 'laps') WHERE contains(file, chr(65533)) OR file LIKE '%line.raf'" 2
"$paddock" convert "names/$(printf 'lap\xff.raf')" named.out --to parquet
says "and they become Parquet" "SELECT count(*) FROM 'named.out/splits.parquet'" 3
tap_end
