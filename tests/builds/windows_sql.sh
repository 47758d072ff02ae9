#!/bin/sh
# SQL, Parquet and datasets on Windows, where DuckDB is duckdb.dll beside paddock.exe: the same rows as here, Parquet that each reads of the
# other, names in any language, patterns as Windows has them.
#     windows_sql.sh PADDOCK PADDOCK-ON-WINDOWS
. "$(dirname "$0")/../support/tap.sh"
here=$(realpath -- "$1") windows=$(realpath -- "$2")
samples=$(realpath -- "$(dirname "$0")/../../samples")
cd "$scratch" || exit 1
export LC_ALL=C.UTF-8 NO_COLOR=1
if ! "$here" sql 'SELECT 1' >/dev/null 2>why || ! [ -e "$(dirname "$windows")/duckdb.dll" ]; then
    tap_skip "SQL on Windows" "DuckDB is not here, or not for Windows: $(cat why)"
    tap_end
fi
mkdir season 'Zoë 中文 Ж' && cp "$samples"/lap*.raf season/ && cp "$samples"/race.vcr season/Race.Vcr || exit 1
cp season/lap.raf 'Zoë 中文 Ж/ö.raf' && head -c 5000 season/Race.Vcr >season/cut.vcr && echo nothing >season/notes.txt

# same NAME: what `there` and `wanted` have, with what was said
same() {
    cmp wanted there >difference 2>&1
    status=$?
    [ $status -eq 0 ] || { cat difference said && diff wanted there | head -n 20; } | sed 's/^/  /'
    tap "$1" $status
}

"$here" table season/lap.raf telemetry -o linux.parquet || exit 1
cat >questions <<'END'
SELECT count(*), sum(speed), min(time), max(time) FROM 'Zoë 中文 Ж/ö.raf';
SELECT file, count(*), sum(hash(COLUMNS(*))) FROM paddock('season/lap*.raf', 'telemetry') GROUP BY file ORDER BY file;
SELECT driver, lap, lap_time, clean FROM paddock('season/[R]*.Vcr', 'laps') ORDER BY ALL;
SELECT file, format, size, sha256, rows, findings, error_code, error FROM paddock_files('season') ORDER BY file;
SELECT * FROM paddock_columns('season/Race.Vcr') ORDER BY ALL;
SELECT count(*), sum(x), sum(y) FROM paddock('season/Race.Vcr', 'poses') WHERE time > 20;
COPY (SELECT * FROM paddock('season/lap.raf', 'telemetry')) TO 'Zoë 中文 Ж/copied ö.parquet' (FORMAT parquet, COMPRESSION zstd);
SELECT count(*), sum(hash(t)) FROM 'Zoë 中文 Ж/copied ö.parquet' t;
SELECT count(*) FROM (FROM 'linux.parquet' EXCEPT FROM 'Zoë 中文 Ж/*.parquet');
SELECT key::VARCHAR, value::VARCHAR FROM parquet_kv_metadata('linux.parquet') ORDER BY ALL;
END
"$here" sql <questions >wanted 2>said && [ -s wanted ] && rm 'Zoë 中文 Ж/copied ö.parquet' && "$windows" sql <questions >there 2>said
same "questions have the same answers, and Parquet is read back"

# Names of the drive and backslashes; letters of either case; one path for a file, whichever strokes the pattern has.
drive="Z:$(echo "$scratch" | tr / '\\')"
cat >questions <<END
SELECT DISTINCT file FROM paddock('season\\RACE*.vcr', 'laps');
SELECT DISTINCT file FROM paddock('season\\[q-s]a?e.vcr', 'laps');
SELECT count(DISTINCT file) FROM paddock('$drive\\Zoë*\\*.RAF', 'telemetry');
SELECT count(*) > 0 FROM '$drive\\season\\Race.Vcr';
SELECT count(*) FROM paddock_files('$drive\\**\\*.raf');
END
"$windows" sql --format jsonl <questions 2>said | sed 's/.*: *//; s/}.*//' >there
printf '%s\n' '"season/Race.Vcr"' '"season/Race.Vcr"' 1 true 4 >wanted
same "patterns with drives, backslashes and letters of either case"

"$windows" table 'Zoë 中文 Ж/ö.raf' telemetry -o 'Zoë 中文 Ж/ö.parquet' >said 2>&1
"$here" sql "SELECT count(*), sum(hash(t)) FROM 'linux.parquet' t" >wanted
"$here" sql "SELECT count(*), sum(hash(t)) FROM 'Zoë 中文 Ж/ö.parquet' t" >there 2>>said
same "Parquet of Windows has the same rows here"
for file in linux 'Zoë 中文 Ж/ö'; do "$here" sql "SELECT value::VARCHAR FROM parquet_kv_metadata('$file.parquet') WHERE key::VARCHAR IN ('columns', 'meaning')"; done >both
[ "$(sort both | uniq -c | awk '{ print $1 }' | sort -u)" = 2 ]
tap "and units and meanings" $?

# contents: all of the dataset but when files changed, which systems show differently
dataset=season/archive/dätä
contents() {
    for table in laps results telemetry poses; do
        "$here" sql "SELECT count(*), count(DISTINCT file), sum(hash(t)) FROM paddock('$dataset', '$table') t" 2>&1
    done
    "$here" sql "SELECT file, size, sha256, format, rows, findings, error_code, duplicate_of FROM '$dataset' ORDER BY file" 2>&1
}
# on_linux: the same ingest here, of a copy
on_linux() {
    mkdir -p copy && cp -a season copy/ && rm -rf copy/season/archive && mkdir copy/season/archive &&
        (cd copy && "$here" ingest season --to $dataset >/dev/null 2>&1 && contents)
}
mkdir season/archive && "$windows" ingest 'season\' --to 'season\archive\dätä' >out 2>said && grep -q ' 6 files, 6 read now; 0 the same as another, 1 of no format, 1 that' out
tap "an archive becomes a dataset" $?
on_linux >wanted && contents >there
same "with the same rows"
cp season/lap-2.raf season/lap.raf && touch -d '2030-01-01' season/lap.raf
"$windows" ingest season --to $dataset >out 2>>said && grep -q ' 6 files, 6 read now; 1 the same as another' out &&
    [ "$(ls $dataset/files)" = b000002.parquet ] && [ -z "$(find season/archive -name '*.tmp')" ]
tap "what has changed is read again, and replaces what was" $?
on_linux >wanted && contents >there
same "again with the same rows"

# Without its library, or with another's file in its place. Files in the current folder are not taken.
mkdir alone elsewhere && cp "$(dirname "$windows")/paddock.exe" alone/ && sed "s|'[^']*/paddock.exe'|'$scratch/alone/paddock.exe'|" "$windows" >alone/run
cp "$(dirname "$windows")/duckdb.dll" elsewhere/
(cd elsewhere && sh ../alone/run sql 'SELECT 1' >../out 2>../said)
[ $? -eq 4 ] && grep -q 'duckdb.dll is neither beside paddock nor .*; it belongs beside paddock.exe: that of DuckDB 1.4.4 ' said
status=$?
[ $status -eq 0 ] || cat said
tap "without duckdb.dll it says what to do; the current folder's is not taken" $status
echo "this is no library" >alone/duckdb.dll
sh alone/run sql 'SELECT 1' >out 2>said
[ $? -eq 4 ] && grep -q 'duckdb.dll does not load: .*vc_redist.x64.exe' said
status=$?
[ $status -eq 0 ] || cat said
tap "one that does not load" $status
tap_end
