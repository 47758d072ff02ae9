#!/bin/bash
# Where queries and ingest look for files, and what of a dataset they touch:  walks.sh PADDOCK
# Links in circles and out of a dataset, folders that the kernel makes up, devices, names that nobody's ingest makes.
set -u
. "$(dirname "$0")/set-up.sh" "$1" walks

# ------------------------------------------------------------------------------------- links that lead to each other

mkdir web && cp "$samples"/lap.raf web/
for a in 1 2 3 4 5 6 7 8 9; do
    mkdir web/f$a && cp "$samples"/lap-2.raf web/f$a/lap$a.raf
    for b in 1 2 3 4 5 6 7 8 9; do [ $a = $b ] || ln -s ../f$b web/f$a/to$b; done
done
for call in "paddock_files('web')" "paddock_files('web/**')" "paddock('web/**', 'splits')" "paddock('web/**/*.raf', 'splits')" \
    "paddock_tables('web/**')" "paddock_columns('web/**/lap*')" "paddock_properties('web/**')" "paddock_findings('web/**')"; do
    timeout 60 "$paddock" sql "SELECT count(DISTINCT file) FROM $call" >out 2>err
    [ "$(sed 1d out)" = 10 ] || [ "$call" = "paddock_findings('web/**')" -a -s out ]
    tap "nine folders that link to each other: $call" $?
done
says "a file keeps the path it has without links" "SELECT count(*) FROM paddock_files('web') WHERE contains(file, '/to')" 0
ln -s web/f1 alias
says "a folder that only a link leads to is found" "SELECT file FROM paddock_files('alias/lap*')" alias/lap1.raf
mkdir outer && ln -s ../web/f3 outer/b && ln -s ../web/f3 outer/a
says "once, by the link that comes first" "SELECT file FROM paddock_files('outer') WHERE file LIKE '%/lap3.raf'" outer/a/lap3.raf
timeout 60 "$paddock" ingest web --to web.ds >out 2>err && grep -q '^web.ds: 10 files' out
tap "ingest takes each file of them once" $?
deep=deep
for i in $(seq 200); do deep=$deep/d; done
mkdir -p $deep && cp "$samples"/lap.raf $deep/
says "two hundred folders in each other are no loop" "SELECT count(*) FROM paddock_files('deep')" 1

# ------------------------------------------------------------------------------------ what is no file of a disk

if [ -d /proc/self ]; then
    fails "a folder that the kernel makes up" 2 'made up by the system' sql "FROM paddock_files('/proc/self')"
    fails "below it there are no files" 3 'no file fits' sql "FROM paddock('/proc/**', 'laps')"
    mkdir made && ln -s /proc made/p && ln -s /sys made/s && cp "$samples"/lap.raf made/
    timeout 60 "$paddock" sql "SELECT count(*) FROM paddock_files('made')" >out 2>err
    [ "$(sed 1d out)" = 1 ]
    tap "a link that leads to one is not followed" $?
    timeout 60 "$paddock" sql "SELECT count(sha256) FROM paddock_files(['/proc/self/status', '/proc/kmsg', '/proc/self/mem', '/proc/self/pagemap'])" >out 2>err
    [ $? -eq 0 ] || { cat err; false; }
    tap "files of it have an end" $?
fi
for device in /dev/zero /dev/full /dev/random /dev/tty; do
    [ -e $device ] || continue
    for call in "FROM paddock_properties('$device')" "FROM paddock('$device', 'laps')" "FROM paddock_tables('$device')" "FROM paddock_points('$device')"; do
        timeout 60 "$paddock" sql "$call" >out 2>err
        [ $? -eq 3 ] && grep -q 'neither a file nor a pipe' err || { sed 's/^/  /' err; false; }
        tap "a device is not read: $call" $?
    done
    timeout 60 "$paddock" sql "SELECT error_code FROM paddock_files('$device')" >out 2>err
    [ "$(sed 1d out)" = io.kind ]
    tap "and is a row with a code: $device" $?
done
mkfifo pipe
cat "$samples"/lap.raf >pipe &
says "a pipe that is named is read" "SELECT count(*) FROM paddock_properties('pipe') WHERE name = 'track'" 1
wait
mkdir devices && mkfifo devices/p && ln -s /dev/zero devices/z && cp "$samples"/lap.raf devices/
says "none that is found is" "SELECT file FROM paddock_files('devices')" devices/lap.raf

# --------------------------------------------------------------------------------- links and names in a dataset

mkdir season && cp "$samples"/lap*.raf season/ && "$paddock" ingest season --to ds >/dev/null 2>&1 || exit 1
jq -e '.naming == 1' ds/paddock.json >/dev/null
tap "a dataset says which names it makes" $?

# What a link leads to stays as it is, whatever has ingest do there.
precious() { # FOLDER: names that ingest makes, and others
    mkdir -p "$1/format=raf" "$1/laps/format=raf" "$1/job"
    for name in b000001.parquet.tmp b000099.parquet b000099-1.parquet b000001-1.parquet.tmp mine.tmp rank-1 batch_plan-7.parquet over-x; do
        for at in . format=raf laps/format=raf job; do echo precious >"$1/$at/$name"; done
    done
}
digest() { (cd "$1" && find . | sort && find . -type f | sort | xargs -d '\n' sha256sum) | sha256sum; }
for place in laps laps/format=raf files .run .lock paddock.json laps/format=raf/b000001-0.parquet.tmp laps/format=vcr telemetry files/b000077.parquet tracks.parquet tracks.parquet.tmp; do
    rm -rf linked away && cp -r ds linked && precious away
    rm -rf "linked/$place" && mkdir -p "$(dirname "linked/$place")"
    case $place in
    *.parquet* | .lock | paddock.json) cp ds/paddock.json away/target; ln -s "$scratch/away/target" "linked/$place" ;;
    *) ln -s "$scratch/away" "linked/$place" ;;
    esac
    before=$(digest away)
    touch season/lap.raf
    timeout 60 "$paddock" ingest season --to linked >out 2>err
    status=$?
    [ "$place" != .run ] || PADDOCK_RANK=0 PADDOCK_RANKS=2 PADDOCK_JOB=job timeout 60 "$paddock" ingest season --to linked >/dev/null 2>&1
    timeout 60 "$paddock" sql "FROM paddock('linked', 'laps')" >/dev/null 2>&1
    said=0
    [ $status -eq 0 ] || { [ $status -eq 3 ] && grep -q 'none is followed' err; } || said=1
    [ $said -eq 0 ] || sed 's/^/  /' err
    [ $said -eq 0 ] && [ "$before" = "$(digest away)" ]
    tap "nothing behind a link is touched: $place (status $status)" $?
done
# A person's own files in a dataset.
mkdir -p ds/notes ds/laps/old
kept="mine.tmp b1.parquet b000001.parquet.bak notes/b000001-1.parquet.tmp files/mine.tmp files/b12.parquet.tmp files/b0000001.parquet.tmp
laps/format=raf/mine.tmp laps/format=raf/b9-1.parquet laps/format=raf/b000099-1.parquet.old laps/format=raf/b000099-01.parquet.tmp
laps/format=raf/sb000099-1.parquet laps/old/b000001-1.parquet.tmp laps/b000001-1.parquet.tmp .hidden.tmp"
for name in $kept; do echo mine >"ds/$name"; done
made="files/b000098.parquet.tmp laps/format=raf/b000098-3.parquet laps/format=raf/b000098-3.parquet.tmp"
for name in $made; do echo left >"ds/$name"; done
touch season/lap-2.raf && "$paddock" ingest season --to ds >out 2>err
[ $? -eq 0 ] || { cat err; false; }
tap "a dataset with a person's own files takes what is new" $?
gone=
for name in $kept; do [ "$(cat "ds/$name" 2>/dev/null)" = mine ] || gone="$gone $name"; done
[ -z "$gone" ]
tap "names that ingest does not make stay$gone" $?
left=
for name in $made; do [ ! -e "ds/$name" ] || left="$left $name"; done
[ -z "$left" ]
tap "and what a stopped run made goes$left" $?
says "they are no rows of it" "SELECT count(*), count(DISTINCT file) FROM paddock('ds', 'laps')" 3,3

# ----------------------------------------------------------------------------------------------- names of tables

mkdir strange
for name in '../../x' '..' '.' "la'ps" 'laps/' '/tmp/x' 'LAPS' '1laps' 'laps,' ',laps' 'laps,,poses' 'laps, poses' 'files' 'la\\ps' "$(printf 'a%.0s' $(seq 100))"; do
    rm -rf strange/ds && mkdir strange/ds && jq -n --arg t "$name" '{version: 1, made_by: "paddock", tables: $t}' >strange/ds/paddock.json
    before=$(find . | sort | sha256sum)
    bad=
    for call in "ingest season --to strange/ds" "report strange/ds -o page.html"; do
        timeout 60 "$paddock" $call >out 2>err
        [ $? -eq 5 ] && grep -q 'strange/ds: its paddock.json names a table' err || bad="$bad ($call: $(cat err))"
    done
    timeout 60 "$paddock" sql "FROM paddock('strange/ds', 'laps')" >out 2>err
    [ $? -eq 5 ] || bad="$bad sql"
    [ "$before" = "$(find . | sort | sha256sum)" ] || bad="$bad (something was made)"
    [ -z "$bad" ]
    tap "a paddock.json with the table $name$bad" $?
    timeout 60 "$paddock" ingest season --to strange/new --tables "$name" >out 2>err
    [ $? -eq 2 ] && [ ! -e strange/new ]
    tap "--tables $name" $?
done
"$paddock" ingest season --to known --tables laps,lapz >out 2>err && grep -q 'known: no file has a table named "lapz"' err && ! grep -q '"laps"' err
tap "a table that no file has is named" $?
mkdir next && echo '{"version": 1, "naming": 2, "tables": ""}' >next/paddock.json
fails "names of a newer paddock" 4 'naming 2' ingest season --to next

# ------------------------------------------------------------------------------------- other datasets in an archive

mkdir both && cp "$samples"/lap.raf both/ && "$paddock" ingest both --to both/one >/dev/null && "$paddock" ingest both --to both/two >/dev/null &&
    "$paddock" ingest both --to both/one >out && grep -q ' 1 file, 0 read now' out
tap "what another ingest made in the archive is no part of it" $?
mkdir both/own && echo '{"mine": 1}' >both/own/paddock.json && echo rows >both/own/x && "$paddock" ingest both --to both/one >out && grep -q ' 3 files, 2 read now' out
tap "a folder with a paddock.json of another kind is" $?
tap_end
