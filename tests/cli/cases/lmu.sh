# Le Mans Ultimate's telemetry: DuckDB writes the files (tests/cli/lmu_of.py), of a drive whose laps are known.
library=$(find "$TOP/build-duckdb/node_modules" -name 'libduckdb.so' 2>/dev/null | head -1)
[ -n "${DUCKDB_PREFIX:-}" ] && library=$(find "$DUCKDB_PREFIX" -name 'libduckdb.so' | head -1)
if [ -z "$library" ] || ! "$PADDOCK" sql 'SELECT 1' >/dev/null 2>&1; then
    skip "DuckDB is not here"
else
    make_lmu() { python3 "$TOP/tests/cli/lmu_of.py" "$library" "$@"; }
    # Differences from the truth that a lap's row may have: TRUTH FILE
    off_truth() {
        "$PADDOCK" laps "$2" --json | jq -c --rawfile truth "$1" '
            ($truth | split("\n") | map(split(" ")) | map({(.[0] // "x"): (.[1:] | map(tonumber))}) | add) as $t
            | [.laps[] | select(.lap <= 3) | ((.end_time - $t["lap\(.lap)"][0]) | fabs), ((.lap_time - $t["lap\(.lap)"][1]) | fabs)]
            | max < 0.0002'
    }
    make_lmu a.duckdb >a.txt
    cp a.duckdb before.duckdb
    t 0 "laps are those that were driven" off_truth a.txt a.duckdb
    out_is true
    t 0 "and have sectors" "$PADDOCK" laps a.duckdb --json
    json '[.laps[] | select(.lap <= 3) | ([.sector_1_time, .sector_2_time, .sector_3_time] | add) - .lap_time | fabs < 0.002] | all' true
    json '[.laps[] | .kind]' '["timed","timed","in","incomplete"]'
    json '.laps[0].class' '"LMGT3"'
    make_lmu other.duckdb straight ratio right double >other.txt
    t 0 "also where positions have double precision" off_truth other.txt other.duckdb
    out_is true
    # What the motion must have, whatever the channels are called and however they count.
    steers() { "$PADDOCK" table "$1" telemetry --columns steer,lateral_g,longitudinal_g --rows 0:3000; }
    t 0 "steering and forces" steers a.duckdb
    cp out.txt wanted.txt
    t 0 "are the same where all three count otherwise" steers other.duckdb
    paste -d, wanted.txt out.txt | awk -F, 'NR > 1 { for (i = 1; i < 4; i++) if (($i - $(i + 3)) ^ 2 > 1e-8) bad = 1 } END { exit bad || NR < 1000 }' ||
        complain "they differ: $(shown out.txt)"
    t 0 "a car that bends to the left has its force to the left" bash -c '"$1" table a.duckdb telemetry --columns lateral_g,steer |
        awk -F, "NR > 1 && \$2 > 0.05 && \$1 != \"\" { n++; if (\$1 > 0) left++ } END { print (n > 100 && left / n > 0.95) }"' - "$PADDOCK"
    out_is 1
    make_lmu clockless.duckdb clockless >clockless.txt
    t 0 "without a clock" off_truth clockless.txt clockless.duckdb
    out_is true

    t 0 "two laps compare" "$PADDOCK" compare a.duckdb##2 a.duckdb##3
    out_has distance
    t 0 "a MoTeC log of it" "$PADDOCK" convert a.duckdb a.ld
    t 0 "has the same laps" bash -c '"$1" laps a.ld --json' - "$PADDOCK"
    json '[.laps[].lap_time | select(. != null) * 1000 | round]' "$("$PADDOCK" laps a.duckdb --json | jq -c '[.laps[].lap_time | select(. != null) * 1000 | round]')"
    t 0 "a page of it" "$PADDOCK" report a.duckdb -o a.html
    t 0 "by SQL" "$PADDOCK" sql "SELECT count(*) AS n FROM paddock('a.duckdb', 'laps') WHERE lap_time IS NOT NULL"
    out_has 3
    t 0 "as Parquet" "$PADDOCK" table a.duckdb channels_10hz -o ten.parquet
    t 0 "what the file says of itself" "$PADDOCK" info a.duckdb --json
    out_has 'Computed Ring'
    json '.format' '"lmu-telemetry"'
    t 1 "no Steam ID is shown" bash -c '{ "$1" info a.duckdb --json; "$1" info a.duckdb; cat a.html; "$1" sql "FROM paddock_properties('"'a.duckdb'"')"; } | grep 76561190000000001' - "$PADDOCK"
    t 0 "not a byte of the file has changed" cmp a.duckdb before.duckdb
    t 1 "and nothing is beside it" test -e a.duckdb.wal

    make_lmu hostile.duckdb hostile version2 >hostile.txt
    t 0 "a view is none of its tables" "$PADDOCK" table hostile.duckdb channels
    out_has 'Not There,,m,10,0'
    out_has '"a ""quoted"" name",a_quoted_name,m,1,1'
    t 1 "another version is read, with a warning" "$PADDOCK" check hostile.duckdb
    out_has lmu-telemetry.version
    make_lmu nolists.duckdb nolists >/dev/null
    t 4 "a database of something else" "$PADDOCK" info nolists.duckdb
    err_has lmu-telemetry.lists

    python3 - "$library" <<'PYTHON' &
import ctypes, os, sys, time
library, database = ctypes.CDLL(sys.argv[1]), ctypes.c_void_p()
with open("a.duckdb", "rb") as source, open("locked.duckdb", "wb") as copy:
    copy.write(source.read())
library.duckdb_open(b"locked.duckdb", ctypes.byref(database))
open("is-locked", "w").close()
while not os.path.exists("unlock"):
    time.sleep(0.05)
PYTHON
    await test -e is-locked
    t 3 "a file that the game is writing" "$PADDOCK" laps locked.duckdb
    err_is 'paddock: locked.duckdb: another program has the database open to write it: the game does while it records (database.locked)'
    touch unlock
    wait
    head -c 3000000 a.duckdb >cut.duckdb
    t 5 "one that is cut" "$PADDOCK" laps cut.duckdb
    err_has database.read
    cp a.duckdb flipped.duckdb && printf '\125\252' | dd of=flipped.duckdb bs=1 seek=500000 conv=notrunc status=none
    t 1 "one whose block is damaged" "$PADDOCK" check flipped.duckdb
    out_has "a block of the database is damaged"
    t 0 "has the rest with --partial" bash -c '"$1" laps --partial flipped.duckdb --json' - "$PADDOCK"
    json '[.laps[].lap]' '[1,2,3,4]'
    cp a.duckdb md:x.duckdb
    t 0 "a name that looks like an address" "$PADDOCK" info md:x.duckdb
    mkdir nothing
    DUCKDB_PREFIX=$PWD/nothing t 4 "without DuckDB" "$PADDOCK" info a.duckdb
    err_has 'reading this database needs DuckDB: DUCKDB_PREFIX is'
    sh_t 4 "through a pipe" 'cat a.duckdb | "$PADDOCK" info -'
    err_has database.path
fi
