lap lap.raf 12
t 0 "without a table: which there are" "$PADDOCK" table lap.raf
out_has 'telemetry'
out_has 'speed [m/s]'
t 0 "CSV" "$PADDOCK" table lap.raf splits
[ "$(head -1 out.txt)" = $'split,time,sector_time' ] || complain "header: $(head -1 out.txt)"
err_empty
t 0 "columns and rows" "$PADDOCK" table lap.raf telemetry --columns gear,time --rows 10:13
[ "$(cut -d, -f2 out.txt | tr '\n' ' ')" = 'time 0.1 0.11 0.12 ' ] || complain "$(cat out.txt)"
rows=$("$PADDOCK" info --json lap.raf | jq '.tables[0].rows')
count() {
    t 0 "--rows $1" "$PADDOCK" table lap.raf telemetry --columns time --rows "$1"
    out_lines $(($2 + 1))
}
count 0:0 0
count 0:1 1
count 7 1
count : "$rows"
count 5: $((rows - 5))
count :5 5
count -5: 5
count :-5 $((rows - 5))
count "$rows:" 0
count "$((rows - 1)):99999999999999999999" 1
count 99999999: 0
t 0 "units" "$PADDOCK" table lap.raf telemetry --units --columns time,gear,speed --rows 0:0
[ "$(cat out.txt)" = $'time [s],gear,speed [m/s]' ] || complain "$(cat out.txt)"
t 0 "JSON lines" "$PADDOCK" table lap.raf telemetry --format jsonl --columns time,gear --rows 3:5
[ "$(jq -c .time out.txt | tr '\n' ' ')" = '0.03 0.04 ' ] || complain "$(cat out.txt)"
json keys_unsorted $'["time","gear"]\n["time","gear"]'
t 0 "to a file" "$PADDOCK" table lap.raf telemetry -o all.csv
out_empty
[ "$(wc -l <all.csv)" -eq $((rows + 1)) ] || complain "lines: $(wc -l <all.csv)"
t 0 "the file's name says JSON lines" "$PADDOCK" table lap.raf splits -osplits.jsonl
jq -e .time splits.jsonl >/dev/null || complain "not JSON"
t 0 "standard output by name" "$PADDOCK" table lap.raf splits --output=-
out_has 'split,time'
cp lap.raf same.raf
ln same.raf link.raf
t 2 "output is the input" "$PADDOCK" table same.raf splits -o same.raf
err_is 'paddock: same.raf: output and input are the same file; give the output another name'
t 2 "output is the input by another name" "$PADDOCK" table same.raf splits -o link.raf
err_has 'output and input are the same file'
cmp -s lap.raf same.raf || complain "the input was changed"
t 2 "nothing appears when the table is wrong" "$PADDOCK" table lap.raf nothing -o new.csv
no_file new.csv
head -c 20000 lap.raf >cut.raf
t 5 "a cut file" "$PADDOCK" table cut.raf telemetry
t 0 "a cut file, as far as it goes" "$PADDOCK" table --partial cut.raf telemetry --columns time
out_lines $(((20000 - 1024) / 192 + 1))
sh_t 0 "every value reads back" '
    "$PADDOCK" table lap.raf telemetry --format csv >a.csv && "$PADDOCK" table lap.raf telemetry --format jsonl >a.jsonl &&
    jq -r "[.[]] | @csv" a.jsonl >b.csv && tail -n +2 a.csv >c.csv &&
    awk -F, "NR == FNR { a[FNR] = \$0; next }
             { n = split(a[FNR], x, \",\"); if (n != NF) exit 1; for (i = 1; i <= n; i++) if (x[i] + 0 != \$i + 0) exit 1 }" b.csv c.csv'

t 0 "a replay" "$PADDOCK" synth vcr columns.vcr --seconds 10
t 0 "payloads are left out" "$PADDOCK" table columns.vcr session
out_lacks payload
t 0 "and written when they are named" "$PADDOCK" table columns.vcr session --columns text,payload
out_has 'Race,52616365'
t 0 "all columns" "$PADDOCK" table columns.vcr session --all
sh_t 0 "are those and the hidden ones" '"$PADDOCK" table columns.vcr session --all | head -n 1 | grep -qx "$("$PADDOCK" table columns.vcr session | head -n 1),payload"'
sh_t 0 "and the same in several files" '"$PADDOCK" table columns.vcr columns.vcr --table session --all | head -n 1 | grep -qx "file,.*,payload"'
err_empty
t 2 "all, and only some" "$PADDOCK" table columns.vcr session --all --columns time
err_has "give one of them"
t 2 "all of no table" "$PADDOCK" table columns.vcr --all
err_has "--all needs a table"
t 0 "what is missing is an empty cell" "$PADDOCK" table columns.vcr session --columns driver,name,text
out_has ',,Race'
t 0 "and null" "$PADDOCK" table columns.vcr session --columns driver,name,text --format jsonl
out_has '{"driver":null,"name":null,"text":"Race"}'
# Rows that are chosen.
t 0 "by time" "$PADDOCK" table lap.raf telemetry --columns time --time 1.5:1.53
out_is $'time\n1.5\n1.51\n1.52\n1.53'
t 0 "by time, as a clock shows it" "$PADDOCK" table lap.raf telemetry --columns time --time 0:01.5..0:01.51
out_is $'time\n1.5\n1.51'
t 2 "by time, where rows have none" "$PADDOCK" table lap.raf wheels --time 1:2
err_is 'paddock: lap.raf: the rows of wheels have no time, so --time cannot choose them'
t 0 "by a number" "$PADDOCK" table lap.raf splits --where 'time > 5' --where time!=12
out_is $'split,time,sector_time\n2,8.18,4.61'
t 0 "a time in a test" "$PADDOCK" table lap.raf splits --where 'time>=0:12' --columns split
out_is $'split\n3'
t 0 "the name of a value" "$PADDOCK" table lap.raf wheels --where tyre_type=knobbly --columns corner
t 0 "none" "$PADDOCK" table lap.raf splits --where split=9
out_is 'split,time,sector_time'
t 0 "JSON lines" "$PADDOCK" table lap.raf splits --where 'split<=1' --format jsonl
out_is '{"split":1,"time":3.57,"sector_time":3.57}'
"$PADDOCK" synth vcr race.vcr --cars 3 --seconds 70 || exit 1
t 0 "a text" "$PADDOCK" table race.vcr drivers --where 'name=A. Varga' --columns slot,name
out_is $'slot,name\n0,A. Varga'
t 0 "what is missing" "$PADDOCK" table race.vcr events --columns driver,type --where driver= --where type=19 --format jsonl
json '.driver' "$(for i in $(seq "$(wc -l <out.txt)"); do echo null; done)"
[ -s out.txt ] || complain "no such event"
t 0 "what is there" "$PADDOCK" table race.vcr checkpoints --columns lap_time --where lap_time!=
! grep -qx '' out.txt || complain "an empty cell"
t 0 "all rows of many batches" "$PADDOCK" table race.vcr poses --columns driver,time --where driver=1
[ "$(tail -n +2 out.txt | cut -d, -f1 | sort -u)" = 1 ] || complain "others, too"
[ "$(tail -n +2 out.txt | wc -l)" = "$("$PADDOCK" table race.vcr poses --columns driver | grep -c '^1$')" ] || complain "not all"
# What makes no sense is refused, also when no table is named.
for call in 'splits --where time' 'splits --where =3' 'splits --where tim=3' 'splits --where time=x' 'splits --columns=' 'splits --where' '--columns time' '--rows 1:2' \
    '--excel' '--where time=3' '-o x.csv' 'splits --excel --format jsonl' 'splits --units --format jsonl'; do
    t 2 "table $call" "$PADDOCK" table lap.raf $call
    out_empty
done
t 0 "rows after the end are said" "$PADDOCK" table lap.raf splits --rows 10:20
err_is 'paddock: lap.raf: --rows 10:20 is after the end: splits has 3 rows'
# For Excel.
t 0 "--excel" "$PADDOCK" table race.vcr checkpoints --columns name,lap_time,crossing_time --rows 0:1 --excel
printf '\xEF\xBB\xBFname;lap_time;crossing_time\r\nA. Varga;;65,0436\r\n' | cmp - out.txt || complain "$(od -c out.txt)"
# Several files.
lap other.raf 7
t 0 "several files are one table" "$PADDOCK" table lap.raf other.raf --table splits
out_is "file,split,time,sector_time
$(for file in lap.raf other.raf; do "$PADDOCK" table $file splits | tail -n +2 | sed "s/^/$file,/"; done)"
t 0 "as JSON lines" "$PADDOCK" table lap.raf other.raf --table splits --format jsonl --columns time --where split=3
json '[keys_unsorted[0], .file, .time]' $'["file","lap.raf",12]\n["file","other.raf",7]'
t 0 "one file has the same shape" "$PADDOCK" table lap.raf --table splits
[ "$(head -n 1 out.txt)" = file,split,time,sector_time ] || complain "$(cat out.txt)"
t 4 "one of them lacks the table, one is not there" "$PADDOCK" table lap.raf race.vcr nothing.raf --table splits -o all.csv
err_has 'paddock: race.vcr: has no table splits (table.none)'
err_has 'paddock: nothing.raf: cannot open'
[ "$(wc -l <all.csv)" = 4 ] || complain "$(cat all.csv)"
t 2 "none has it" "$PADDOCK" table lap.raf other.raf --table splts -o none.csv
err_is 'paddock: lap.raf: there is no table "splts"; did you mean "splits"?'
no_file none.csv
t 2 "several files without a table's name" "$PADDOCK" table lap.raf other.raf lap.raf
err_is 'paddock: several files need --table NAME: paddock table FILE... --table NAME'
