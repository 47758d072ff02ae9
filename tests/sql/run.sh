#!/bin/bash
# SQL and Parquet:  run.sh PADDOCK FOLDER EXTENSION
# FOLDER is where the independent reader of Parquet is kept from one run to the next (npm). Skips where DuckDB's library is not here.
set -u
here=$(cd "$(dirname "$0")" && pwd)
kept=$(realpath -m "$2") extension=$(realpath -m "$3") # before set-up.sh goes to another folder
. "$here/set-up.sh" "$1" SQL
duckdb=$(realpath "$here/../../build-duckdb/node_modules/@duckdb/node-bindings-linux-x64" 2>/dev/null)
cp "$samples"/*.raf "$samples"/race.vcr .
"$paddock" synth rld road.rld --points 3000 && "$paddock" synth shpi art.fsh && "$paddock" synth tri track.tri || exit 1

# sql QUERY [options]: what it prints, with the header
sql() { "$paddock" sql "$@" 2>err; }
# ---------------------------------------------------------------------------- every row as `table` has it

for file in lap.raf race.vcr road.rld track.tri art.fsh; do
    list=$("$paddock" info --json $file | jq -r '.tables[].name')
    differ=
    for table in $list; do
        "$paddock" table $file "$table" >table.csv 2>/dev/null
        sql "FROM paddock('$file', '$table')" >sql.csv
        cmp -s table.csv sql.csv || differ="$differ $table"
    done
    [ -n "$list" ] && [ -z "$differ" ]
    tap "$file: each of its $(echo "$list" | wc -w) tables is what \`table\` prints$differ" $?
done
"$paddock" table race.vcr events --all >table.csv && sql "FROM paddock('race.vcr', 'events', hidden := true)" | cmp - table.csv
tap "hidden columns when they are asked for" $?
says "a file is its main table" "SELECT count(*) FROM 'race.vcr'" "$("$paddock" info --json race.vcr | jq '.tables[0].rows')"
says "a range of rows" "SELECT min(time), max(time), count(*) FROM paddock('lap.raf', 'telemetry', first := 100, count := 50)" "1,1.49,50"
# the same rows as --time, with the numbers of the file or of the page
by_time() { "$paddock" table "$1" "$2" --time "$3:$4" >table.csv && sql "FROM paddock('$1', '$2', time_from := ${3:-NULL}, time_to := ${4:-NULL})" | cmp - table.csv; }
by_time race.vcr poses 100.02 103.5 && by_time race.vcr events 50 51 && by_time race.vcr checkpoints 200 '' && by_time lap.raf telemetry '' 9.99 && by_time race.vcr poses 99990 99999
tap "rows of a part of the session" $?
says "a part of two files, and of a range of rows" \
    "SELECT file, count(*), min(time), max(time) FROM paddock('lap*.raf', 'telemetry', first := 100, count := 50, time_to := 1.2) GROUP BY file ORDER BY file" \
    "$(for f in lap-2.raf lap-3.raf lap.raf; do echo $f,21,1,1.2; done)"
says "no columns of a part" "SELECT count(*) FROM paddock('race.vcr', 'poses', time_from := 100.02, time_to := 103.5)" \
    "$("$paddock" table race.vcr poses --time 100.02:103.5 | sed 1d | wc -l)"
says "a column that is not first alone" "SELECT round(max(speed), 1) FROM 'lap.raf'" \
    "$("$paddock" table lap.raf telemetry --columns speed | sed 1d | sort -g | tail -n 1 | xargs printf '%.1f')"
says "what is missing is null" "SELECT count(*) FILTER (gap_to_leader IS NULL) > 0 FROM paddock('race.vcr', 'laps')" true
says "numbers are numbers" "SELECT typeof(lap), typeof(lap_time), typeof(driver), typeof(clean) FROM paddock('race.vcr', 'laps') LIMIT 1" \
    "INTEGER,DOUBLE,VARCHAR,BOOLEAN"
says "differences of counts may be negative" "SELECT min(position - grid_position) < 0, max(position - grid_position) > 0 FROM paddock('race.vcr', 'results')" true,true
says "files are joined" "SELECT count(*) FROM paddock('race.vcr', 'results') r JOIN paddock('race.vcr', 'stints') s USING (slot) WHERE s.stint = 1" 8

# -------------------------------------------------------------------------------------------- many files

says "a pattern" "SELECT file, count(*) FROM paddock('*.raf', 'splits') GROUP BY file ORDER BY file" \
    "$(for f in lap-2.raf lap-3.raf lap.raf; do echo $f,3; done)"
says "one with a set of letters" "SELECT count(DISTINCT file) FROM paddock('lap-[2-3].ra?', 'splits')" 2
# laps of one track that show another number of corners each alone: together they have the same, in whatever order
mkdir hands && for hand in 1 2 3 4; do "$paddock" synth raf hands/$hand.raf --seed 3 --hand $hand -q; done
alone=$(for hand in 1 2 3 4; do sql "SELECT count(*) FROM paddock('hands/$hand.raf', 'corners')" | sed 1d; done | sort -u | wc -l)
corners_of() { sql "SELECT file, corner, apex_distance, direction FROM paddock([$1], 'corners') ORDER BY ALL"; }
corners_of "'hands/1.raf', 'hands/2.raf', 'hands/3.raf', 'hands/4.raf'" >forth
corners_of "'hands/4.raf', 'hands/2.raf', 'hands/3.raf', 'hands/1.raf'" >back
[ "$alone" -gt 1 ] && cmp -s forth back && [ "$(sed 1d forth | cut -d, -f1 | sort | uniq -c | awk '{ print $1 }' | sort -u | wc -l)" = 1 ]
tap "corners of several files have one numbering" $?
says "a list of files" "SELECT string_agg(file, ' ') FROM (SELECT DISTINCT file FROM paddock(['lap.raf', 'lap-2.raf'], 'splits') ORDER BY file)" "lap-2.raf lap.raf"
mkdir -p season/one/two && cp lap.raf season/one/two/deep.raf && cp lap-2.raf season/top.raf
ln -s .. season/one/loop && ln -s ../../season season/one/two/again
says "folders below, once each, through links in a circle" \
    "SELECT string_agg(file, ' ' ORDER BY file) FROM paddock_files('season/**') WHERE format = 'raf'" "season/one/two/deep.raf season/top.raf"
says "a folder is all below it" "SELECT count(*) FROM paddock_files('season')" 2
says "folders below for tables, too" "SELECT count(*) FROM paddock('season/**/*.raf', 'splits')" 6
head -c 5000 race.vcr >cut.vcr
printf 'no such thing' >notes.vcr
says "what is wrong with files" "SELECT file, format, error_code FROM paddock_files('*.vcr') ORDER BY file" \
    "$(printf 'cut.vcr,,vcr.truncated\nnotes.vcr,,detect.doubtful\nrace.vcr,vcr,')"
says "bad files are skipped where that is wanted" "SELECT DISTINCT file FROM paddock('*.vcr', 'laps', on_error := 'skip')" race.vcr
says "columns of the first file, nulls where another has none" \
    "SELECT count(*) FROM paddock(['lap.raf', 'race.vcr'], 'laps') WHERE file = 'race.vcr' AND lap > 0" 40
"$paddock" sql --on-error skip "SELECT count(*) FROM paddock('*.vcr', 'laps')" >out 2>err
[ $? -eq 0 ] && [ "$(sed 1d out)" = 40 ] && grep -q 'left out: cut.vcr: at 0x.*vcr.truncated' err && grep -q 'left out: notes.vcr' err
tap "--on-error skip says which" $?
"$paddock" sql "SELECT sum(x) FROM (SELECT round(x * 1000)::BIGINT AS x FROM paddock(['race.vcr', 'race.vcr', 'race.vcr'], 'poses'))" >one 2>err
"$paddock" sql "SET threads = 4; SELECT sum(x) FROM (SELECT round(x * 1000)::BIGINT AS x FROM paddock(['race.vcr', 'race.vcr', 'race.vcr'], 'poses'))" >four 2>err
cmp -s one four
tap "one thread and four find the same" $?

# ----------------------------------------------------------------------------------- what else a file has

says "tables" "SELECT count(*) FILTER (NOT computed), count(*) FILTER (name = 'laps' AND computed) FROM paddock_tables('race.vcr')" "18,1"
says "columns with their units" "SELECT unit FROM paddock_columns('lap.raf') WHERE \"table\" = 'telemetry' AND name = 'speed'" m/s
says "properties" "SELECT value, number, unit FROM paddock_properties('lap.raf') WHERE name = 'track_length'" "2777.4036,2777.403564453125,m"
says "findings, also of what does not open" "SELECT severity, code FROM paddock_findings('cut.vcr')" "error,vcr.truncated"
says "points of a surface" "SELECT count(*), count(DISTINCT surface) FROM paddock_points('road.rld')" \
    "$("$paddock" surface stats road.rld --json | jq -r '"\(.points),1"')"
says "triangles point to points" "SELECT count(*), max(greatest(a, b, c)) FROM paddock_triangles('road.rld')" \
    "$("$paddock" surface stats road.rld --json | jq -r '"\(.triangles),\(.points - 1)"')"
says "surfaces one after the other" "SELECT surface, count(*), min(triangle), max(triangle) FROM paddock_triangles('track.tri') GROUP BY surface ORDER BY surface" \
    "$("$paddock" info --json track.tri | jq -r '.surfaces | sort_by(.name)[] | "\(.name),\(.triangles),0,\(.triangles - 1)"')"

# --------------------------------------------------------------------------------------- statuses and messages

fails "times of rows that have none" 2 'the rows of drivers have no time, so time_from and time_to cannot' sql "FROM paddock('race.vcr', 'drivers', time_to := 3)"
fails "a file that is not there" 3 'nothing.vcr: cannot open' sql "FROM 'nothing.vcr'"
fails "a pattern that nothing fits" 3 'no file fits' sql "FROM paddock('*.xyz', 'laps')"
fails "a file of no format" 4 'notes.vcr: at 0x0: ' sql "FROM 'notes.vcr'"
fails "a broken file" 5 '(vcr.truncated)' sql "FROM 'cut.vcr'"
fails "one broken file of several" 5 'cut.vcr: at 0x' sql "SELECT count(*) FROM paddock(['race.vcr', 'cut.vcr'], 'laps')"
fails "a folder" 3 "season: is a folder; 'season/*' are the files in it" sql "FROM paddock('season', 'laps')"
fails "a table that is not there" 2 'there is no table "lapz"; did you mean "laps"? (argument.table)' sql "FROM paddock('race.vcr', 'lapz')"
fails "a table whose name is like no other" 2 'there is no table "zzzzzzzz"; there are poses, drivers, ' sql "FROM paddock('race.vcr', 'zzzzzzzz')"
grep -q ' and others (argument.table)$' err
tap "  the list of names ends behind a name, and says that there are others" $?
fails "an answer a file cannot give" 4 'art.fsh' sql "FROM paddock('art.fsh', 'laps')"
fails "SQL's own errors are DuckDB's" 2 'Parser Error' sql "SELEC 1"
fails "a table of nobody" 2 'Catalog Error' sql "FROM nobody"
fails "lines with tabs and CR LF" 2 'LINE 2: foo bar' sql $'SELECT\r\nfoo\tbar\r\nFROM range(3)'
! grep -q '?$\|foo?bar' err
tap "  have no question mark that DuckDB does not write" $?
fails "a message that is longer than what is kept" 2 ' wordy ...' sql "SELECT error(repeat('wordy ', 3000))"
[ "$(sql "SELECT current_setting('memory_limit')" --memory-limit 64Mi | tail -n 1)" = "64.0 MiB" ]
tap "--memory-limit is DuckDB's, too" $?
fails "a query that needs more, without a folder for what does not fit" 3 'Out of Memory' sql \
    "SET temp_directory = ''; SELECT count(*) FROM (SELECT DISTINCT hash(range) FROM range(20000000))" --memory-limit 32Mi
fails "a limit that is no number" 2 '--memory-limit' sql "SELECT 1" --memory-limit much
fails "no query" 2 'no query' sql "   "
fails "on_error has two values" 2 "'skip' or 'stop'" sql "FROM paddock('race.vcr', 'laps', on_error := 'maybe')"
fails "so has --on-error" 2 'skip or stop' sql --on-error maybe "SELECT 1"
fails "an output nobody can write" 2 '.parquet' sql "SELECT 1" -o rows.docx
DUCKDB_PREFIX=$scratch fails "without DuckDB" 4 'SQL and Parquet need DuckDB: DUCKDB_PREFIX is' sql "SELECT 1"
DUCKDB_PREFIX=$scratch "$paddock" formats --json | jq -e '.parts[] | select(.id == "duckdb") | .present == false' >/dev/null
tap "formats says so" $?
"$paddock" formats --json | jq -e '.parts[] | select(.id == "duckdb") | .present' >/dev/null
tap "and where it is here, that it is" $?
says "nothing is fetched from anywhere" "SELECT current_setting('autoinstall_known_extensions'), current_setting('autoload_known_extensions')" "false,false"
loads() { LD_DEBUG=files "$@" 2>&1 >/dev/null | grep -qE "file=[^ ]*libduckdb[^ ]* .*generating link map"; }
loads "$paddock" sql "SELECT 1" && ! loads "$paddock" info race.vcr && ! loads "$paddock" table lap.raf telemetry -o t.csv
tap "only those verbs that need DuckDB load it" $?

# ---------------------------------------------------------------------------------------- names as attacks

odd="it's 100% \"x\"; DROP TABLE t; --.raf"
cp lap.raf "$odd"
says "a name with quotes, % and SQL in it" "SELECT count(*) FROM paddock('${odd//\'/\'\'}', 'splits')" 3
says "found by a pattern" "SELECT count(*) FROM paddock('it*.raf', 'splits')" 3
"$paddock" table "$odd" splits -o "$odd.parquet" 2>err && [ "$(sql "SELECT count(*) FROM read_parquet('${odd//\'/\'\'}.parquet')" | sed 1d)" = 3 ]
tap "and written as Parquet" $?
mkdir 'x'\''); SELECT 1; --' && "$paddock" convert lap.raf 'x'\''); SELECT 1; --' --to parquet 2>err && [ -f 'x'\''); SELECT 1; --/splits.parquet' ]
tap "a folder of such a name" $?
{
    printf 'ply\nformat ascii 1.0\nelement vertex 2\nproperty float x\nproperty float y\nproperty float z\n'
    for i in $(seq 4000); do echo "property float c$i"; done
    printf 'end_header\n'
    for row in 1 2; do seq -s ' ' 1 4003; done
} >wide.ply
says "4000 columns" "SELECT sum(c4000), count(*) FROM 'wide.ply'" "8006,2"
"$paddock" convert wide.ply wide.parquet 2>err
says "as Parquet, too" "SELECT sum(c4000) FROM 'wide.parquet'" 8006
[ "$(sql "FROM paddock('wide.ply', '') a, paddock('wide.ply', '') b, paddock('wide.ply', '') c" | awk -F, '{ print NF }' | sort -u)" = 12009 ]
tap "12 009 columns of three of them" $?
{ seq -s , 1 10000; seq -s , 1 10000; } >wide.csv
sql "FROM read_csv('wide.csv', header = true)" | cmp - wide.csv
tap "and of a query" $?

printf 'SELECT 1;\0SELECT 2' | "$paddock" sql >out 2>err
[ $? -eq 2 ] && [ ! -s out ] && grep -q 'zero byte' err
tap "a query with a zero byte is refused, not cut" $?
sql "SELECT 'a' || chr(0) || 'b' AS t" | cmp - <(printf 't\na\0b\n')
tap "texts with zero bytes are printed whole" $?
[ "$(sql --json "SELECT 'a' || chr(0) || 'b' AS t")" = '{"columns":["t"],"rows":[{"t":"a\u0000b"}]}' ]
tap "and in JSON" $?
sql "SELECT 'a' || chr(0) || 'b' AS t" -o zero.parquet
says "and in Parquet" "SELECT length(t), t = 'a' || chr(0) || 'b' FROM 'zero.parquet'" 3,true
fails "a pattern with broken files stops at the first" 5 'cut.vcr: at 0x' sql --on-error stop "SELECT count(*) FROM paddock('*.vcr', 'laps')"
"$paddock" sql --on-error stop "SELECT count(*) FROM paddock('[nr]*.vcr', 'laps')" >out 2>err
[ $? -eq 4 ] && [ ! -s out ] && grep -q 'notes.vcr' err
tap "and when the broken one comes first in it, it says so as well" $?
says "on_error in the query goes before the option" "SELECT count(*) FROM paddock('*.vcr', 'laps', on_error := 'skip')" 40

# -------------------------------------------------------------------------------------------------- outputs

[ "$(sql --json "SELECT 1 AS a, 'x' AS b, NULL AS c, 'nan'::DOUBLE AS d")" = '{"columns":["a","b","c","d"],"rows":[{"a":1,"b":"x","c":null,"d":null}]}' ]
tap "one object" $?
sql "SELECT 1.5::DOUBLE AS a, 'x;y' AS b" --excel | cmp - <(printf '\xef\xbb\xbfa;b\r\n1,5;"x;y"\r\n')
tap "for Excel" $?
[ "$(echo 'SELECT 2 AS a; SELECT 3 AS b' | "$paddock" sql)" = "$(printf 'a\n2\nb\n3')" ]
tap "statements through standard input" $?
"$paddock" sql "FROM range(3)" -o rows.jsonl && [ "$(tail -n 1 rows.jsonl)" = '{"range":2}' ]
tap "JSON lines by the name of the output" $?
"$paddock" sql "SELECT 1 AS one, 'two' AS two" -o rows.txt && [ "$(cat rows.txt)" = "$(printf 'one  two\n  1  two')" ]
tap "aligned in a .txt file" $?
[ "$(sql "SELECT 1.50::DECIMAL(5,2), [1, 2], {'a': 1}, DATE '2026-01-02', 3::HUGEINT, 'a\"b', '\\x41'::BLOB" | sed 1d)" = '1.50,"[1, 2]",{'\''a'\'': 1},2026-01-02,3,"a""b",41' ]
tap "every kind of value" $?
if command -v script >/dev/null; then
    printf '.help\nSELECT 40 +\n2 AS n;\nFROM nobody;\n.exit\n' | script -qec "$paddock sql" /dev/null 2>&1 | tr -d '\r' >session
    grep -qx ' *42' session && grep -q 'Catalog Error' session && grep -q "FROM 'race.vcr'" session
    tap "the prompt: a query of two lines, an error, the end" $?
fi

# --------------------------------------------------------------------------------------------------- Parquet

"$paddock" convert race.vcr race --to parquet 2>err
tap "all tables of a file" $?
[ "$(find race -name '*.parquet' | wc -l)" -eq "$(sql "SELECT count(*) FROM paddock_tables('race.vcr')" | sed 1d)" ] && [ -z "$(find . -name '*.part')" ]
tap "each as a file, and nothing else" $?
# Parquet takes its place as every output does.
mkdir links && echo mine >links/to.parquet.part-0 && ln -s to.parquet links/rows.parquet && "$paddock" table lap.raf splits -o links/rows.parquet 2>err
[ -L links/rows.parquet ] && [ "$(cat links/to.parquet.part-0)" = mine ] && [ "$(ls -A links | wc -l)" -eq 3 ]
tap "Parquet through a link: the link stays, and files of other names do" $?
says "and the file it leads to has the rows" "SELECT count(*) FROM 'links/to.parquet'" 3
fails "a device is no place for Parquet" 2 '/dev/null is no file on a disk' table lap.raf splits --format parquet -o /dev/null
"$paddock" table race.vcr poses >poses.csv && sql "FROM 'race/poses.parquet'" | cmp - poses.csv
tap "in the order of the table" $?
"$paddock" table lap.raf telemetry --columns time,speed --rows 100:200 -o part.parquet
says "columns and rows that were chosen" "SELECT count(*), min(time) FROM 'part.parquet'" "100,1"
"$paddock" table lap*.raf --table laps -o laps.parquet
says "several files as one" "SELECT count(*), count(DISTINCT file) FROM 'laps.parquet'" "3,3"
[ "$(sql "SELECT value::VARCHAR FROM parquet_kv_metadata('laps.parquet') WHERE key = 'table'" | sed 1d)" = laps ] &&
    sql "SELECT value::VARCHAR FROM parquet_kv_metadata('laps.parquet') WHERE key = 'columns'" | grep -q 'lap_time.*unit.*s'
tap "whose columns say what they are" $?
"$paddock" table race.vcr poses --where 'speed>20' --time 100:120 --all -o chosen.parquet 2>err &&
    "$paddock" table race.vcr poses --where 'speed>20' --time 100:120 --all >chosen.csv && [ "$(wc -l <chosen.csv)" -gt 100 ] && sql "FROM 'chosen.parquet'" | cmp - chosen.csv
tap "rows that --where and --time choose" $?
"$paddock" table race.vcr drivers --where 'name!=B. Okafor' --columns name -o chosen.parquet 2>err && says "texts that are chosen" "SELECT count(*) FROM 'chosen.parquet'" 7
"$paddock" table lap.raf telemetry --rows 100:1000 --where 'gear>=3' --columns gear,time -o chosen.parquet 2>err &&
    "$paddock" table lap.raf telemetry --rows 100:1000 --where 'gear>=3' --columns gear,time | cmp - <(sql "FROM 'chosen.parquet'")
tap "within a range of rows" $?
"$paddock" table lap.raf telemetry --where 'speed>500' -o chosen.parquet
says "or none" "SELECT count(*), count(*) FILTER (true) FROM 'chosen.parquet'" 0,0
fails "of several files paddock sql chooses" 2 'paddock sql' table lap.raf lap-2.raf --table laps --where 'lap=1' -o x.parquet
fails "nor does standard output" 2 'needs a file' table lap.raf telemetry --format parquet
fails "one query a file" 2 'one query' sql "SELECT 1; SELECT 2" -o x.parquet
fails "a folder that is not there" 3 'nowhere' sql "SELECT 1" -o nowhere/x.parquet
[ ! -e x.parquet ] && [ ! -e x.parquet.part ]
tap "what failed leaves nothing" $?
echo old >kept.parquet
fails "--no-clobber keeps what is there" 3 'kept.parquet' table lap.raf splits -o kept.parquet --no-clobber

# A text with a NUL is refused by each of our functions, as a path, in a list and as a table's name.
functions=$(sql "SELECT DISTINCT function_name FROM duckdb_functions() WHERE function_name LIKE 'paddock%' AND function_name <> 'paddock_query' ORDER BY 1" | sed 1d)
[ "$(echo "$functions" | wc -l)" -ge 8 ]
tap "there are functions to give a NUL" $?
for function in $functions; do
    rest=
    [ "$function" = paddock ] && rest=", 'laps'"
    for schema in '' system.main.; do
        for path in "'race.vcr' || chr(0) || 'x'" "['race.vcr', 'race.vcr' || chr(0)]" "chr(0)"; do
            fails "$schema$function of $path" 2 NUL sql "FROM $schema$function($path$rest)"
        done
    done
done
fails "nor does a table's name have one" 2 NUL sql "FROM paddock('race.vcr', 'laps' || chr(0))"
fails "nor in the function itself" 2 NUL sql "FROM system.main.paddock('race.vcr', 'laps' || chr(0))"

npm_ready() {
    command -v node >/dev/null && command -v npm >/dev/null || return 1
    mkdir -p "$kept"
    if ! cmp -s "$here/package-lock.json" "$kept/package-lock.json" || [ ! -d "$kept/node_modules/hyparquet" ]; then
        cp "$here/package.json" "$here/package-lock.json" "$kept/"
        (cd "$kept" && npm ci --ignore-scripts --no-audit --no-fund) >npm.log 2>&1 || { rm -f "$kept/package-lock.json"; return 1; }
    fi
    cp "$here/check.mjs" "$here/extension.cjs" "$kept/"
}
if npm_ready; then
    for table in poses laps results events; do
        "$paddock" table race.vcr $table --all --format jsonl >$table.jsonl 2>/dev/null
        node "$kept/check.mjs" race/$table.parquet $table.jsonl vcr $table
        tap "an independent reader finds the rows, units and meanings of $table" $?
    done
else
    tap_skip "an independent reader of Parquet" "no npm, or it cannot get hyparquet"
fi

# ------------------------------------------------------------------------------------------------- the extension

if [ -f "$extension" ] && [ -f "$duckdb/duckdb.node" ] && npm_ready; then
    cp "$extension" paddock.duckdb_extension && "$paddock" ingest season --to ds --quiet >/dev/null
    "$paddock" synth raf large.raf --seconds 1000
    node "$kept/extension.cjs" "$duckdb/duckdb.node" "$scratch/paddock.duckdb_extension" >ext.out 2>&1
    status=$?
    [ $status -eq 0 ] || cat ext.out
    tap "the extension in DuckDB's Node client" $status
else
    tap_skip "the extension in DuckDB's Node client" "it is not built, or npm has not brought the client"
fi
tap_end
