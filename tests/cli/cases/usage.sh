t 2 "nothing to do" "$PADDOCK"
err_is 'paddock: what shall I do? `paddock help` lists the verbs'
out_empty
t 2 "an unknown verb gets the nearest" "$PADDOCK" inof lap.raf
err_is 'paddock: there is no verb "inof"; did you mean "info"?'
t 2 "a verb nothing is near to gets the list" "$PADDOCK" xyzzyplugh
err_has 'there are: info, check, table'
t 2 "an unknown option gets the nearest" "$PADDOCK" info --jsn x
err_is 'paddock: there is no option "--jsn"; did you mean "--json"?'
t 2 "an option of another verb" "$PADDOCK" info --rows 1:2 x
err_is 'paddock: `paddock info` does not take --rows; see `paddock help info`'
t 2 "an unknown letter" "$PADDOCK" info -q x
err_has 'has no option -q'
t 2 "a switch with a value" "$PADDOCK" info --json=yes x
err_is 'paddock: --json takes no value, found "yes"'
t 2 "an option without its value" "$PADDOCK" table x y --rows
err_is 'paddock: --rows needs a value: --rows A:B'
t 2 "no file" "$PADDOCK" info
err_is 'paddock: something is missing: paddock info FILE...'
t 2 "too many operands" "$PADDOCK" table a b c
err_is 'paddock: that is too much: paddock table FILE [TABLE]'
t 2 "an unknown level" "$PADDOCK" check --level ful x
err_is 'paddock: there is no level "ful"; did you mean "full"?'
lap
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
for number in -1 1.5 x 1X 99999999999999999999 20000000000G ''; do t 2 "--size '$number'" "$PADDOCK" synth raf x --size "$number"; done
no_file x
t 0 "options after operands, -- ends them" "$PADDOCK" info lap.raf --json -- lap.raf
out_lines 2
