#!/bin/bash
# SQL over a replay beside the same query over its Parquet file, in processor time:  bench_sql.sh PADDOCK [REPLAY]
# Without REPLAY one of 500 MB is generated; BENCH_SQL_SECONDS is how long it is driven (3700).
set -u
paddock=$(realpath "$1")
replay=${2:-}
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
if ! "$paddock" sql "SELECT 1" >/dev/null 2>&1; then
    echo "skipped: DuckDB's library is not here"
    exit 0
fi
if [ -z "$replay" ]; then
    replay=$scratch/race.vcr
    "$paddock" synth vcr "$replay" --cars 40 --seconds "${BENCH_SQL_SECONDS:-3700}" --seed 5 || exit 1
fi
poses=$scratch/poses.parquet
TIMEFORMAT='%U %S'

# processor_time COMMAND...: seconds, the least of three
processor_time() {
    for _ in 1 2 3; do { time "$@" >"$scratch/out" 2>"$scratch/err"; } 2>&1; done | awk '{ print $1 + $2 }' | sort -g | head -n 1
}

writing=$({ time "$paddock" table "$replay" poses -o "$poses" >/dev/null 2>&1; } 2>&1 | awk '{ print $1 + $2 }')
[ -s "$poses" ] || { echo "$replay has no poses"; exit 1; }
starting=$(processor_time "$paddock" sql "SELECT 1")
echo "$(("$(stat -c %s "$replay")" / 1000000)) MB; Parquet $(("$(stat -c %s "$poses")" / 1000000)) MB, written in $writing s; starting $starting s, not counted below"
while read -r name; do
    read -r columns
    a=$(processor_time "$paddock" sql "SELECT $columns FROM paddock('${replay//\'/\'\'}', 'poses') GROUP BY ALL ORDER BY ALL")
    cp "$scratch/out" "$scratch/ours"
    b=$(processor_time "$paddock" sql "SELECT $columns FROM '${poses//\'/\'\'}' GROUP BY ALL ORDER BY ALL")
    same=$(cmp -s "$scratch/ours" "$scratch/out" && echo same rows || echo OTHER ROWS)
    echo "$name $a $b $starting $same" | awk '{ printf "%-22s replay %6.2f s, Parquet %6.2f s: %.2f (%s %s)\n", $1, $2 - $4, $3 - $4, ($2 - $4) / ($3 - $4), $5, $6 }'
done <<'QUERIES'
count
count(*)
one_column_by_driver
driver, count(*), round(max(speed), 3)
four_columns_by_driver
driver, round(max(speed), 3), round(max(x), 2), round(min(y), 2), round(avg(throttle), 6)
QUERIES
