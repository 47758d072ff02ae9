#!/bin/bash
# Ingest under Open MPI's mpirun, with 2 to 4 ranks of this machine:  mpirun.sh PADDOCK
set -u
. "$(dirname "$0")/set-up.sh" "$1" mpirun
if ! command -v mpirun >/dev/null; then
    tap_skip "mpirun" "there is no mpirun here (tools/setup.sh mpi)"
    tap_end
fi
ranks() { # COUNT ARGUMENT...
    mpirun --allow-run-as-root --oversubscribe -n "$@" </dev/null
}
mkdir archive
for seed in $(seq 1 20); do "$paddock" synth vcr archive/r$seed.vcr --dialect r1 --seconds $((20 + seed)) --seed "$seed"; done
cp "$samples"/lap*.raf archive/
cp archive/r5.vcr archive/a.vcr
head -c 5000 archive/r1.vcr >archive/cut.vcr
"$paddock" ingest archive --to one >/dev/null
contents one >wanted

for count in 2 3 4; do
    ranks $count "$paddock" ingest archive --to "by$count" --batch 1M >out 2>err
    [ $? -eq 0 ] && [ "$(grep -c '25 files, 25 read now; 1 the same as another' out)" -eq 1 ] || { sed 's/^/  /' out err; false; }
    tap "$count ranks" $?
    same "$count ranks make what one makes" "by$count"
done
ranks 4 "$paddock" ingest archive --to by4 >out
grep -q ' 0 read now' out
tap "again: nothing is read" $?

# A rank is killed; mpirun then ends the others, too.
for victim in 0 2; do
    rm -rf killed
    mpirun --allow-run-as-root --oversubscribe -n 4 bash -c 'echo $$ >pid$OMPI_COMM_WORLD_RANK; exec "$@"' - \
        "$paddock" ingest archive --to killed --batch 1 --jobs 1 </dev/null >out 2>err &
    run=$!
    for _ in $(seq 1 1200); do
        compgen -G 'killed/.run/*/batch_plan-*.parquet' >/dev/null && break
        sleep 0.05
    done
    kill -9 "$(cat pid$victim)"
    wait $run
    [ $? -ne 0 ]
    tap "rank $victim is killed, and mpirun says so" $?
    "$paddock" ingest --status killed >/dev/null
    tap "the dataset can be read" $?
    there=$(sql "SELECT count(*) FROM 'killed/files/*.parquet'" 2>/dev/null)
    ranks 4 "$paddock" ingest archive --to killed --batch 1 >out 2>err
    read=$(sed -nE 's/.* ([0-9]+) read now.*/\1/p' out)
    [ "${read:-99}" -lt 25 ] || { echo "  there: $there, read: $read"; sed 's/^/  /' err; false; }
    tap "the next run takes what is left" $?
    same "and all is there" killed
done
tap_end
