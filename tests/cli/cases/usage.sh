t 2 "nothing to do" "$PADDOCK"
err_is 'paddock: no verb and no file is given; `paddock help` lists the verbs'
out_empty
t 2 "an unknown verb gets the nearest" "$PADDOCK" inof lap.raf
err_is 'paddock: there is no verb "inof"; did you mean "info"?'
t 2 "a verb nothing is near to gets the list" "$PADDOCK" xyzzyplugh
err_has 'there are: info, check, table'
t 2 "an unknown option gets the nearest" "$PADDOCK" info --jsn x
err_is 'paddock: there is no option "--jsn"; did you mean "--json"?'
t 2 "an option of another verb" "$PADDOCK" info --rows 1:2 x
err_is 'paddock: `paddock info` does not take --rows; see `paddock help info`'
t 2 "an unknown letter" "$PADDOCK" info -z x
err_has 'has no option -z'
t 2 "a switch with a value" "$PADDOCK" info --json=yes x
err_is 'paddock: --json takes no value, but has "yes"'
t 2 "an option without its value" "$PADDOCK" table x y --rows
err_is 'paddock: --rows needs a value: --rows A:B'
t 2 "no file" "$PADDOCK" info
err_is 'paddock: an operand is missing: paddock info FILE...'
t 2 "too many operands" "$PADDOCK" table a b c
err_is 'paddock: several files need --table NAME: paddock table FILE... --table NAME'
t 2 "an unknown level" "$PADDOCK" check --level ful x
err_is 'paddock: there is no level "ful"; did you mean "full"?'
t 2 "an option given twice" "$PADDOCK" table x y --rows 1:2 --rows 3:4
err_is 'paddock: --rows is given twice: "1:2" and "3:4"'
t 2 "an option of former times" "$PADDOCK" cut x --from 3
err_is 'paddock: `paddock cut` has no --from; use --time A:B'
t 2 "an unknown tool" "$PADDOCK" surface simplfy x
err_is 'paddock: there is no tool of `paddock surface` "simplfy"; did you mean "simplify"?'
t 2 "no tool" "$PADDOCK" surface
err_is 'paddock: `paddock surface` needs a tool: paddock surface TOOL FILE...; `paddock help surface` lists them'
lap
# A file alone is asked about.
t 0 "a file" "$PADDOCK" info lap.raf
cp out.txt wanted.txt
t 0 "a file alone" "$PADDOCK" lap.raf
cmp -s out.txt wanted.txt || complain "not what info prints"
cp lap.raf plainname
t 0 "a file alone, without a dot" "$PADDOCK" plainname --json
json .format '"raf"'
t 3 "a file that is not there" "$PADDOCK" nothing.raf
err_is 'paddock: nothing.raf: cannot open: No such file or directory (io.read)'
# Options that make lists are joined, switches may be given twice.
t 0 "columns in two options" "$PADDOCK" table lap.raf telemetry --columns time --columns speed,gear --rows 0:0
out_is 'time,speed,gear'
t 0 "a switch twice" "$PADDOCK" info --json --json lap.raf
# OUT is an operand or after -o.
for verb in "cut lap.raf --time 0:2" "dump lap.raf" "pack lap.raf" "surface simplify scan.rld --ratio 0.5 --to rld" "convert scan.rld --to ply"; do
    [ -e scan.rld ] || "$PADDOCK" synth rld scan.rld --points 400
    t 0 "$verb OUT" "$PADDOCK" $verb one
    t 0 "$verb -o OUT" "$PADDOCK" $verb -o two
    cmp one two || complain "they differ"
    t 2 "$verb with two outputs" "$PADDOCK" $verb one -o two
    err_is 'paddock: two outputs are given: "one" and -o "two"'
    echo kept >kept
    t 3 "$verb --no-clobber" "$PADDOCK" $verb kept --no-clobber
    err_is 'paddock: kept: exists already, and --no-clobber keeps it (io.exists)'
    [ "$(cat kept)" = kept ] || complain "it was replaced"
    rm -f one two
done
t 2 "--no-clobber and --in-place" "$PADDOCK" cut lap.raf --time 0:2 --in-place --no-clobber
# The name of the output says the kind, and what cannot be written is refused.
t 2 "a page for printing" "$PADDOCK" table lap.raf telemetry -o x.pdf
err_is 'paddock: x.pdf: `paddock table` cannot write .pdf; the name of its output may end in .csv, .jsonl, .ndjson or .parquet'
no_file x.pdf
t 0 "a name without an extension is CSV" "$PADDOCK" table lap.raf splits -o plain
[ "$(head -n 1 plain)" = split,time,sector_time ] || complain "$(cat plain)"
t 0 "--format knows better" "$PADDOCK" table lap.raf splits -o x.data --format jsonl
t 0 "info to JSON" "$PADDOCK" info lap.raf -o info.json
[ "$(jq -r .format info.json)" = raf ] || complain "$(cat info.json)"
t 0 "info to text" "$PADDOCK" info lap.raf -o info.txt
cmp -s info.txt wanted.txt || complain "not what info prints"
t 0 "fields to Markdown" "$PADDOCK" fields raf.header -o fields.md
grep -q '^| ' fields.md || complain "$(head -3 fields.md)"
t 2 "info to a picture" "$PADDOCK" info lap.raf -o x.png
# --quiet: nothing but the answer.
t 0 "packing without a word" "$PADDOCK" pack lap.raf packed --quiet
out_empty
err_empty
t 0 "a surface without a word" "$PADDOCK" surface crop scan.rld crop.rld --box=-1e6,-1e6,1e6,1e6 -q
out_empty
t 2 "an unknown table" "$PADDOCK" table lap.raf telemtry
err_is 'paddock: lap.raf: there is no table "telemtry"; did you mean "telemetry"?'
out_empty
t 2 "an unknown column" "$PADDOCK" table lap.raf telemetry --columns time,sped
err_is 'paddock: lap.raf: there is no column "sped"; did you mean "speed"?'
t 2 "an empty column name" "$PADDOCK" table lap.raf telemetry --columns time,
t 2 "an unknown table format" "$PADDOCK" table lap.raf telemetry --format cvs
err_is 'paddock: there is no table format "cvs"; did you mean "csv"?'
t 2 "an unknown format to read as" "$PADDOCK" info --as rfa lap.raf
err_is 'paddock: there is no format "rfa"; did you mean "raf"?'
t 2 "an unknown record" "$PADDOCK" fields raf.headr
err_is 'paddock: there is no record "raf.headr"; did you mean "raf.header"?'
t 2 "an unknown field" "$PADDOCK" fields raf.block.sped
err_is 'paddock: raf.block: there is no field "sped"; did you mean "speed"?'
t 2 "an unknown format to generate" "$PADDOCK" synth rav x
err_is 'paddock: there is no format "rav"; did you mean "raf"?'
no_file x
for rows in a:b 1-2 : 5:2 -:3 1:2:3 ''; do
    wanted=2
    [ "$rows" != : ] || wanted=0
    t $wanted "--rows '$rows'" "$PADDOCK" table lap.raf telemetry --rows "$rows"
done
for seconds in 0 -1 nan inf x 1x ''; do t 2 "--seconds '$seconds'" "$PADDOCK" synth raf x --seconds "$seconds"; done
for number in -1 1.5 x 1X 99999999999999999999 20000000000G ''; do t 2 "--bytes '$number'" "$PADDOCK" synth raf x --bytes "$number"; done
no_file x
t 0 "options after operands, -- ends them" "$PADDOCK" info lap.raf --json -- lap.raf
out_lines 2
