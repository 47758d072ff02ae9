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
t 0 "what is missing is an empty cell" "$PADDOCK" table columns.vcr session --columns driver,name,text
out_has ',,Race'
t 0 "and null" "$PADDOCK" table columns.vcr session --columns driver,name,text --format jsonl
out_has '{"driver":null,"name":null,"text":"Race"}'
