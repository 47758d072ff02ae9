#!/bin/bash
# Several processes that ingest together:  ranks.sh PADDOCK
# Started by hand, as any launcher would; mpirun.sh has mpirun. Whatever process dies, the next run finishes, and rows are
# the same.
set -u
. "$(dirname "$0")/set-up.sh" "$1" ranks
export PADDOCK_RANKS=3 PADDOCK_JOB=test
rank() { # NUMBER DATASET [OPTION...]: in the background; $! is its number
    PADDOCK_RANK=$1 "$paddock" ingest archive --to "$2" --batch 1 --jobs 1 "${@:3}" >"out$1" 2>"err$1" &
}
some() { compgen -G "$1"; }
# hold DATASET: rank 0, $leader, has planned, and stands still before it has done much. Where it was faster than this shell, it begins
# again.
hold() {
    for try in 1 2 3 4 5; do
        rm -rf "$1"
        rank 0 "$1"
        leader=$!
        await some "$1/.run/test/batch_plan.parquet" && kill -STOP $leader && [ "$(find "$1/files" -name '*.parquet' | wc -l)" -lt 7 ] && return
        kill -9 $leader
        wait $leader 2>/dev/null
    done
    false
}

mkdir archive
for seed in 1 2 3 4 5 6; do "$paddock" synth vcr archive/r$seed.vcr --dialect r1 --seconds 1$seed --seed $seed; done
cp "$samples"/lap*.raf archive/
for hand in 1 2 3 4; do "$paddock" synth raf archive/h$hand.raf --seed 3 --hand $hand -q; done # one track, other corners each alone
cp archive/r5.vcr archive/a.vcr
cp archive/lap.raf archive/z.raf
head -c 5000 archive/r1.vcr >archive/cut.vcr
PADDOCK_RANKS=1 "$paddock" ingest archive --to one >/dev/null
contents one >wanted
says "hands have one numbering" "SELECT count(DISTINCT n), count(*) FROM (SELECT list((corner, angle) ORDER BY corner) AS n FROM paddock('one', 'corners') WHERE file LIKE '%/h_.raf' GROUP BY file)" 1,4

rank 1 three
rank 2 three
rank 0 three
wait $!
[ $? -eq 0 ] && grep -q '16 files, 16 read now; 2 the same as another, 0 of no format, 1 that cannot be read' out0 || { sed 's/^/  /' err0 err1 err2; false; }
tap "three ranks do it together" $?
wait
[ ! -s out1 ] && [ ! -s err1 ] && [ ! -s out2 ] && [ ! -s err2 ]
tap "and one speaks for all" $?
same "what they make is what one makes" three
[ "$(find three/.run -type d | wc -l)" -eq 1 ] && [ -z "$(find three -name '*.tmp')" ]
tap "and nothing is left over" $?
PADDOCK_RANK=1 timeout 60 "$paddock" ingest archive --to three
tap "who comes when all is done ends at once" $?
rank 0 three
wait $!
grep -q ' 0 read now' out0
tap "again: nothing is read" $?

# The leader stands still after it has planned: the others do what it has not taken, and leave it to be committed.
hold stopped
rank 1 stopped
rank 2 stopped
follower=$!
await some 'stopped/.run/test/batch_plan-*.parquet'
tap "the others work while the leader does not" $?
wait $follower
kill -CONT $leader
wait
same "and it commits what they did" stopped

# A leader that has died.
hold left
rank 1 left
follower=$!
await some 'left/.run/test/batch_plan-*.parquet' && kill -STOP $follower
kill -9 $leader
wait $leader 2>/dev/null
PADDOCK_RANKS=1 "$paddock" ingest archive --to left >out 2>err
[ $? -eq 3 ] && grep -q 'some of its ranks have not ended' err
tap "while ranks of a dead leader live, nobody else may begin" $?
kill -CONT $follower
wait $follower 2>/dev/null
finished=$(find left/.run -name 'batch_plan-*.parquet' | wc -l)
PADDOCK_RANKS=1 "$paddock" ingest archive --to left >out
read=$(sed -nE 's/.* ([0-9]+) read now.*/\1/p' out)
[ "$finished" -gt 0 ] && [ "$read" -le $((16 - finished)) ] || { echo "  $finished finished, $read read"; false; }
tap "what was finished is taken in, the rest is read" $?
same "and all is there" left

# Ranks that are killed, at several moments.
for moment in 'track_plan.parquet' 'batch_plan.parquet' 'batch_plan.1' 'batch_plan-*.parquet'; do
    rm -rf killed
    rank 1 killed
    victim=$!
    rank 0 killed
    leader=$!
    await some "killed/.run/test/$moment" && kill -9 $victim
    wait $victim 2>/dev/null
    wait $leader
    status=$?
    [ $status -eq 0 ] || { [ $status -eq 3 ] && grep -q 'the same command again finishes the rest' err0; } || { echo "  status $status"; cat err0; false; }
    tap "a rank that dies is no more than a batch less ($moment)" $?
    "$paddock" sql "SELECT count(*) FROM 'killed/files/*.parquet'" >/dev/null
    tap "what is there can be read" $?
    rank 0 killed
    wait $!
    same "and the next run has it all" killed
done

# Files that change or go while they wait for their turn.
cp -r archive before
hold moved
there=$(find moved/files -name '*.parquet' | wc -l)
last=$(sql "SELECT path FROM (SELECT path, size FROM 'moved/.run/test/batch_plan.parquet' WHERE duplicate_of IS NULL ORDER BY size LIMIT 3) ORDER BY path")
gone=$(echo "$last" | sed -n 1p) changed=$(echo "$last" | sed -n 2p)
rm "$gone" && "$paddock" synth raf "$changed" --seconds 7 --seed 7
kill -CONT $leader
wait $leader
status=$?
[ $status -eq 0 ] && grep -q 'one file disappeared before it could be read' err0 && [ "$there" -lt 9 ] || { echo "  status $status, $there there"; cat out0 err0; false; }
tap "a file that goes while others are read is left out, with a note" $?
[ "$(sql "SELECT count(*) FROM 'moved/files/*.parquet' WHERE path = '$gone'")" = 0 ]
tap "it was never met" $?
PADDOCK_RANKS=1 "$paddock" ingest archive --to moved >out
grep -q ' 1 read now' out || { cat out; false; }
tap "one that changed is read again by the next run" $?
PADDOCK_RANKS=1 "$paddock" ingest archive --to fresh >/dev/null
contents fresh >wanted
same "and all is as it is now" moved
rm -rf archive && mv before archive

rank 7 three
wait $!
[ $? -eq 0 ]
tap "a rank beyond their number is none" $?
mkdir foreign && echo mine >foreign/mine.txt
rank 0 foreign
wait $!
[ $? -eq 2 ] && [ "$(ls -A foreign)" = mine.txt ]
tap "a folder that is not ours is left alone" $?
tap_end
