# A part of a recording as a file of its own, as a user runs it.
t 0 "a lap to cut" "$PADDOCK" synth raf lap.raf --seconds 10
t 0 "three seconds of it" "$PADDOCK" cut lap.raf --from 2 --to 5 -o part.raf
out_empty
err_empty
t 0 "are sound" "$PADDOCK" check part.raf
t 0 "and hold what they should" "$PADDOCK" info --json part.raf
json .properties.block_count 301
json .findings 0
t 0 "the whole range" "$PADDOCK" cut lap.raf --from 0 --to 1000 -o whole.raf
cmp -s lap.raf whole.raf || complain "is not the file"
sh_t 0 "through pipes" '"$PADDOCK" cut - --from 2 --to 5 -o - <lap.raf | cmp - part.raf'

t 2 "nothing to do" "$PADDOCK" cut lap.raf -o x.raf
err_has "--from and --to"
t 2 "no output" "$PADDOCK" cut lap.raf --from 1
err_has "needs -o FILE, or --in-place"
t 2 "an empty range" "$PADDOCK" cut lap.raf --from 50 --to 60 -o x.raf
err_is "paddock: lap.raf: nothing lies between 50 and 60 s; the file goes from 0 to 9.99 s (cut.empty)"
t 2 "a range the wrong way round" "$PADDOCK" cut lap.raf --from 5 --to 2 -o x.raf
err_has "(cut.empty)"
t 0 "a replay, whose times are floats" "$PADDOCK" synth vcr times.vcr --seconds 2
t 2 "its range is said as tables print it" "$PADDOCK" cut times.vcr --from 5000 -o x.vcr
err_has "from 60 to $("$PADDOCK" table times.vcr slices --columns time | tail -n 1 | tr -d '\r') s (cut.empty)"
t 2 "no time" "$PADDOCK" cut lap.raf --from early -o x.raf
err_is 'paddock: --from wants a time in seconds, found "early"'
t 2 "gzip for what does not come so" "$PADDOCK" cut lap.raf --from 1 --gzip -o x.raf
err_has "(cut.gzip)"
t 2 "output is input" "$PADDOCK" cut lap.raf --from 1 -o lap.raf
err_has "the same file"
t 0 "a surface" "$PADDOCK" synth rld scan.rld --points 100
t 4 "is no recording" "$PADDOCK" cut scan.rld --from 1 -o x.rld
err_has "(edit.unsupported)"
[ ! -e x.raf ] && [ ! -e x.rld ] || complain "an output appeared"
t 0 "in place" "$PADDOCK" cut lap.raf --from 2 --to 5 --in-place
cmp -s lap.raf part.raf || complain "is not the part"

# Replays: who is in them, by name and number.
t 0 "a replay" "$PADDOCK" synth vcr race.vcr --seconds 5 --cars 3 --gzip
t 0 "two drivers, plain" "$PADDOCK" cut race.vcr --from 66 --to 68 --drivers "A. Varga,2" --plain -o two.vcr
err_empty
t 0 "are sound" "$PADDOCK" check two.vcr
t 0 "and drive" "$PADDOCK" table two.vcr poses --columns driver
[ "$(tr -d '\r' <out.txt | sort -u | tr '\n' ' ')" = "0 2 driver " ] || complain "$(sort -u out.txt)"
t 0 "packed again as it was" "$PADDOCK" cut race.vcr --from 66 --to 68 --drivers 0,2 -o packed.vcr
err_empty
sh_t 0 "the same inside" '"$PADDOCK" unpack packed.vcr - | cmp - two.vcr'
t 0 "all of it" "$PADDOCK" cut race.vcr --from 0 -o all.vcr
cmp -s all.vcr race.vcr || complain "the packed bytes are not those of the original"
"$PADDOCK" unpack race.vcr plain.vcr
t 0 "packed, though it was not" "$PADDOCK" cut plain.vcr --from 66 --to 68 --drivers 0,2 --gzip -o now.vcr
cmp -s now.vcr packed.vcr || complain "is packed otherwise"
t 2 "plain and packed" "$PADDOCK" cut race.vcr --from 66 --plain --gzip -o x.vcr
err_has "opposite"
t 2 "a slip of the pen" "$PADDOCK" cut race.vcr --drivers "A. Vagra" -o x.vcr
err_is 'paddock: race.vcr: there is no driver "A. Vagra"; did you mean "A. Varga"? (cut.driver)'
t 2 "nobody" "$PADDOCK" cut race.vcr --drivers "" -o x.vcr
err_has "(cut.driver)"
no_file x.vcr
t 0 "another replay" "$PADDOCK" synth rply race.rpl --seconds 20 --cars 3
t 0 "its truck" "$PADDOCK" cut race.rpl --from 6 --drivers paddock_truck -o truck.rpl
t 0 "is sound" "$PADDOCK" check truck.rpl
t 0 "and keeps its number" "$PADDOCK" table truck.rpl states --columns car
[ "$(tr -d '\r' <out.txt | sort -u | tr '\n' ' ')" = "2 car " ] || complain "$(sort -u out.txt)"
