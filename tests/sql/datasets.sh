#!/bin/bash
# Datasets of `paddock ingest` where queries and reports name files:  datasets.sh PADDOCK
set -u
top=$(realpath "$(dirname "$0")/../..")
. "$(dirname "$0")/set-up.sh" "$1" datasets

mkdir -p season/one && cp "$samples"/lap*.raf season/ && cp "$samples"/race.vcr season/one/ || exit 1
cp season/lap.raf season/copy.raf && head -c 5000 season/one/race.vcr >season/cut.vcr && echo nothing >season/notes.txt
"$paddock" ingest season --to ds >/dev/null 2>&1 || exit 1
files="'season/lap.raf', 'season/lap-2.raf', 'season/lap-3.raf', 'season/one/race.vcr'" # copy.raf has the bytes of one of them

# ------------------------------------------------------------------------------------------------ its tables

rows="SELECT count(*), sum(hash(driver, lap, lap_time, clean)) FROM"
# Which of two equal files is the other's duplicate is the ingest's choice.
says "a table of a dataset is that of its files" "$rows paddock('ds', 'laps')" "$(sql "$rows paddock([$files], 'laps')")"
says "with its column file" "SELECT count(DISTINCT file) FROM paddock('ds', 'telemetry')" 3
says "columns by name, nulls where a format has none" \
    "SELECT count(*) FILTER (gap_to_leader IS NULL) > 0, count(*) FROM paddock('ds', 'laps')" true,43
says "and no other columns than files have" \
    "SELECT count(*) FROM (SELECT column_name FROM (DESCRIBE FROM paddock('ds', 'laps')) EXCEPT SELECT column_name FROM (DESCRIBE FROM paddock(['season/lap.raf'], 'laps')))" 0
says "between files, and a pattern" "SELECT count(*) FROM paddock(['season/lap.raf', 'ds', 'season/lap-?.raf'], 'laps')" 46
says "a path with a stroke at its end" "SELECT count(*) FROM paddock('ds/', 'laps')" 43
says "filters reach the Parquet files" "SELECT count(*) FROM paddock('ds', 'laps') WHERE clean AND file LIKE '%race.vcr'" \
    "$(sql "SELECT count(*) FROM paddock('season/one/race.vcr', 'laps') WHERE clean")"

# -------------------------------------------------------------------------------------------- its corners

# Laps of one track that show another number of corners each alone. In a dataset they have those of the first one by path
# in the ingest that met the track, whatever else is read with them, before or after.
mkdir hands && for hand in 1 2 3 4; do "$paddock" synth raf hands/$hand.raf --seed 3 --hand $hand -q; done
alone=$(for hand in 1 2 3 4; do sql "SELECT count(*) FROM paddock('hands/$hand.raf', 'corners')"; done | sort -u | wc -l)
[ "$alone" -gt 1 ]
tap "files that show other corners each alone" $?
take() { # DATASET ARGUMENTS...
    local to=$1
    shift
    "$paddock" ingest "$@" --to "$to" >/dev/null 2>err || sed 's/^/  /' err
}
take together hands
take apart hands --batch 1
take later hands/2.raf hands/1.raf && take later hands --batch 1
take reversed hands/1.raf && for hand in 4 3 2; do take reversed hands/$hand.raf; done
# One without a batch, as after a kill; the file that the corners come from was deleted since.
take again hands/1.raf && take again hands && rm again/files/b000002.parquet && mv hands/1.raf away.raf && take again hands
mv away.raf hands/1.raf
take changed hands/1.raf hands/2.raf && touch hands/2.raf && take changed hands
for table in corners corner_times; do
    sql "FROM paddock('together', '$table') ORDER BY ALL" >wanted
    for dataset in apart later reversed again changed; do
        sql "FROM paddock('$dataset', '$table') ORDER BY ALL" >got
        [ -s wanted ] && cmp -s wanted got || { diff wanted got | head -n 5 | sed 's/^/  /'; false; }
        tap "$table: whoever is read together, the rows are the same: $dataset" $?
    done
done
numbers="SELECT count(DISTINCT n), count(*) FROM (SELECT file, list((corner, angle) ORDER BY corner) AS n FROM"
says "have one numbering in a dataset" "$numbers paddock('together', 'corners') GROUP BY file)" 1,4
whose="SELECT count(*) FROM (SELECT corner, angle, radius FROM paddock('%s', 'corners') EXCEPT SELECT corner, angle, radius FROM paddock('hands/%s.raf', 'corners'))"
says "that of the first" "$(printf "$whose" together 1)" 0
take other hands/3.raf hands/4.raf && take other hands --batch 1
says "which is another where others were met first" "$(printf "$whose" other 3)" 0
says "and one numbering, too" "$numbers paddock('other', 'corners') GROUP BY file)" 1,4
says "tracks.parquet says whose" "SELECT format, layout, file FROM 'other/tracks.parquet'" raf,PD1,hands/3.raf
take few hands --tables laps && [ ! -e few/tracks.parquet ]
tap "where no corners are wanted, no track is numbered" $?
# Tracks of one name that are not one: each file whose line is elsewhere has its own corners.
mkdir named && cp hands/1.raf named/ && "$paddock" synth raf named/2.raf --seed 4 -q && take misnamed named
[ "$(sql "SELECT corner, apex_distance FROM paddock('misnamed', 'corners') WHERE file = 'named/2.raf' ORDER BY ALL")" = "$(sql "SELECT corner, apex_distance FROM paddock('named/2.raf', 'corners') ORDER BY ALL")" ]
tap "another track of the same name keeps its own" $?
# A dataset of version 1 continues as it began: its files have their own corners.
take old hands/1.raf && rm old/tracks.parquet && sed -i 's/"version": 2/"version": 1/' old/paddock.json && take old hands
sql "SELECT file, corner, apex_distance FROM paddock('old', 'corners') ORDER BY ALL" >got
for hand in 1 2 3 4; do sql "SELECT 'hands/$hand.raf', corner, apex_distance FROM paddock('hands/$hand.raf', 'corners') ORDER BY ALL"; done >wanted
[ -s wanted ] && cmp -s wanted got && [ ! -e old/tracks.parquet ] || { diff wanted got | head -n 5 | sed 's/^/  /'; false; }
tap "a dataset from before has each file number its own" $?
# What is stored of tracks, damaged: said, and nothing is touched.
for how in cut text corners; do
    rm -rf torn && cp -r together torn
    case $how in
    cut) head -c 100 together/tracks.parquet >torn/tracks.parquet ;;
    text) sql "COPY (SELECT * REPLACE ('{' AS corners) FROM 'together/tracks.parquet') TO 'torn/tracks.parquet' (FORMAT parquet)" >/dev/null ;;
    corners) sql "COPY (SELECT * REPLACE (replace(corners, 'length', 'width') AS corners) FROM 'together/tracks.parquet') TO 'torn/tracks.parquet' (FORMAT parquet)" >/dev/null ;;
    esac
    before=$(find torn -type f | sort | xargs sha256sum)
    fails "tracks.parquet that is damaged: $how" 5 'torn/tracks.parquet: ' ingest hands season/lap.raf --to torn
    [ "$before" = "$(find torn -type f | sort | xargs sha256sum)" ]
    tap "nothing is touched then: $how" $?
done
rm -rf torn
# A part of a lap is no lap: it is first by path, but the corners come from a whole lap. The real part is a spin on BL1.
mkdir parts && "$paddock" synth raf parts/a.raf --seed 3 --dialect part -q && cp hands/1.raf parts/b.raf
take part parts
says "a part of a lap gives its track no corners" "SELECT DISTINCT file FROM read_parquet('part/tracks.parquet')" parts/b.raf
says "and has no rows of its own" "SELECT count(*) FROM paddock('part', 'corners') WHERE file = 'parts/a.raf'" 0
real=${PADDOCK_REAL:-$top/../shared/real}
for name in oldlap4 test1; do
    [ -e "$real/raf/$name.raf" ] || tap_skip "a real part of a lap" "the real file raf/$name.raf is not here; set PADDOCK_REAL to the folder of real files"
done
if [ -e "$real/raf/oldlap4.raf" ] && [ -e "$real/raf/test1.raf" ]; then
    mkdir real && cp "$real/raf/oldlap4.raf" "$real/raf/test1.raf" real/ && take bl1 real
    says "a real part of a lap gives its track no corners" \
        "SELECT layout, file FROM read_parquet('bl1/tracks.parquet')" BL1,real/test1.raf
    says "so whole laps keep theirs" "SELECT count(*) FROM ($(printf 'SELECT corner, angle, radius FROM paddock(%s) EXCEPT SELECT corner, angle, radius FROM paddock(%s)' "'bl1', 'corners'" "'real/test1.raf', 'corners'"))" 0
fi

# --------------------------------------------------------------------------------------------- its catalogue

says "its name is its catalogue" "SELECT count(*), count(format), count(error), count(duplicate_of) FROM 'ds'" 7,5,2,1
says "so is paddock_files" "SELECT count(*) FROM (FROM 'ds' EXCEPT FROM paddock_files('ds'))" 0
says "and the table files" "SELECT count(*) FROM (FROM 'ds' EXCEPT FROM paddock('ds', 'files'))" 0
says "what is broken in it" "SELECT file, error_code FROM 'ds' WHERE format IS NULL ORDER BY file" \
    "$(printf 'season/cut.vcr,vcr.truncated\nseason/notes.txt,detect.unknown')"
says "catalogue and tables join by file" "SELECT f.format, count(*) FROM paddock('ds', 'laps') JOIN 'ds' f USING (file) GROUP BY 1 ORDER BY 1" \
    "$(printf 'raf,3\nvcr,40')"
says "with a folder beside it" "SELECT count(*) FROM paddock_files(['season', 'ds'])" 14
mkdir "it's 100% {x}" && "$paddock" ingest season/one --to "it's 100% {x}/d s" >/dev/null 2>&1
says "a name with quotes, % and brackets" "SELECT count(*) FROM paddock('it''s 100% {x}/d s', 'laps')" 40

# ------------------------------------------------------------------------------------------ halfway, and over

cp -r ds half && "$paddock" synth vcr season/new.vcr --dialect r1 --seconds 15 --seed 4 && "$paddock" ingest season --to half >/dev/null 2>&1
more=$(sql "SELECT count(*) FROM paddock('half', 'poses')")
rm half/files/b000002.parquet
says "rows of a batch without a catalogue are not there yet" "SELECT count(*) FROM paddock('half', 'poses')" "$(sql "SELECT count(*) FROM paddock('ds', 'poses')")"
[ "$more" -gt "$(sql "SELECT count(*) FROM paddock('ds', 'poses')")" ]
tap "and with it they are" $?
cp -r ds replaced && touch season/lap.raf && "$paddock" ingest season --to replaced >/dev/null 2>&1 && cp -r ds/. replaced/
says "a batch that was read again, and is not yet away, does not count twice" "SELECT count(*) FROM paddock('replaced', 'laps') WHERE file LIKE '%race.vcr'" 40

mkdir none && cp ds/paddock.json none/

# ---------------------------------------------------------------------------------------------------- a page

# Rows are packed blocks; names of tables and findings are JSON that can be read.
"$paddock" report ds -o page.html 2>err && grep -qF 'Dataset of Parquet files' page.html
tap "a report of a dataset" $?
grep -qF '"where":"season/cut.vcr"' page.html && grep -qF '"code":"vcr.truncated"' page.html
tap "says which files are broken" $?
[ "$(grep -oE '"name":"(files|best_laps|drivers|formats|problems)"' page.html | sort -u | wc -l)" -eq 5 ]
tap "has its tables" $?
[ "$(grep -oE '"name":"(files|best_laps|drivers|formats|problems)"' page.html | head -n 1)" = '"name":"best_laps"' ]
tap "laps first, which the page opens" $?
"$paddock" report ds season/lap.raf -o both.html 2>err && [ "$(wc -c <both.html)" -gt "$(wc -c <page.html)" ]
tap "a dataset and a file in one page" $?
"$paddock" ingest season --to bare --tables telemetry >/dev/null 2>&1 && "$paddock" report bare -o bare.html 2>err && ! grep -qF '"name":"best_laps"' bare.html
tap "one without laps" $?
fails "a page of a dataset with nothing in it" 4 'nothing is in this dataset yet' report none -o none.html
[ ! -e none.html ]
tap "writes none" $?

# -------------------------------------------------------------------------------------------------- mistakes

fails "a table that is not in it" 2 'there is no table "lapz" in this dataset; there are files, ' sql "FROM paddock('ds', 'lapz')"
fails "a table with a path in it" 2 'there is no table "../laps"' sql "FROM paddock('ds', '../laps')"
fails "what is of files alone" 3 "ds: is a dataset: read_parquet('ds/laps/" sql "FROM paddock_tables('ds')"
fails "a range of rows" 2 'LIMIT, OFFSET' sql "FROM paddock('ds', 'laps', first := 3)"
fails "a part of the session" 2 'LIMIT, OFFSET' sql "FROM paddock('ds', 'laps', time_to := 3)"
cp -r ds newer && echo '{"version": 99, "tables": ""}' >newer/paddock.json
fails "a dataset of a newer paddock" 4 'newer: a newer paddock made this dataset' sql "FROM 'newer'"
cp -r ds odd && echo '{' >odd/paddock.json
fails "a paddock.json that is none" 5 'odd: its paddock.json cannot be read' sql "FROM paddock('odd', 'laps')"
cp -r ds torn && head -c 100 ds/files/b000001.parquet >torn/files/b000001.parquet
fails "a catalogue that is damaged" 5 'torn/files/b000001.parquet: DuckDB cannot read this Parquet file' sql "FROM 'torn'"
fails "a catalogue that is damaged, for an ingest" 5 'torn/files/b000001.parquet: ' ingest season --to torn
# Cut, with a wrong byte in its footer, and with a wrong one in each page: the first byte of a page is its header's.
laps=$(cd ds && ls laps/format=raf/*.parquet) && size=$(wc -c <"ds/$laps")
spoil() {
    rm -rf torn && cp -r ds torn && cp "ds/$laps" "torn/$laps" && "$@" "torn/$laps"
}
cut_short() { truncate -s $((size - 20)) "$1"; }
empty() { : >"$1"; }
spoil_footer() { printf '\377\377\377\377' | dd of="$1" bs=1 seek=$((size - 8)) conv=notrunc 2>/dev/null; }
spoil_pages() { head -c 200 /dev/zero | tr '\0' '\377' | dd of="$1" bs=1 seek=4 conv=notrunc 2>/dev/null; }
for how in cut_short empty spoil_footer spoil_pages; do
    spoil $how
    fails "a table that is damaged, for a query: $how" 5 "torn/$laps: DuckDB cannot read" sql "FROM paddock('torn', 'laps')"
    fails "the same for a report: $how" 5 "torn/$laps: DuckDB cannot read" report torn -o torn.html
    [ ! -e torn.html ]
    tap "which leaves no page: $how" $?
done
fails "a dataset when memory runs out" 3 'Out of Memory' sql "SET memory_limit = '1MB'; FROM 'ds'"
# Tables with each other's columns, as other programs may write them.
cp -r ds wider && sql "COPY (SELECT *, 'x' AS vehicle, 'y' AS track, 'z' AS format FROM read_parquet('ds/$laps')) TO 'wider/$laps' (FORMAT parquet)" >/dev/null
"$paddock" report wider -o wider.html 2>err
tap "a report of tables that have each other's columns" $?
fails "a dataset with nothing in it" 4 'nothing is in this dataset yet' sql "FROM paddock('none', 'laps')"
fails "an empty list of files" 2 'the list has none' sql "FROM paddock([], 'laps')"
tap_end
