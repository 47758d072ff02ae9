# A part of a recording as a separate file, as a user runs it.
t 0 "a lap to cut" "$PADDOCK" synth raf lap.raf --seconds 10
t 0 "three seconds of it" "$PADDOCK" cut lap.raf --time 2:5 -o part.raf
out_empty
err_empty
t 0 "are sound" "$PADDOCK" check part.raf
t 0 "and hold what they should" "$PADDOCK" info --json part.raf
json .properties.block_count 301
json .findings 0
json '[.properties.lap_time, .tables[2].rows]' '[null,0]' # no lap, no lap time
t 0 "the whole range" "$PADDOCK" cut lap.raf --time 0:1000 -o whole.raf
cmp -s lap.raf whole.raf || complain "is not the file"
sh_t 0 "through pipes" '"$PADDOCK" cut - --time 2:5 -o - <lap.raf | cmp - part.raf'

t 2 "nothing to do" "$PADDOCK" cut lap.raf -o x.raf
err_is "paddock: \`paddock cut\` needs --time A:B, --drivers A,B, or both"
t 2 "no output" "$PADDOCK" cut lap.raf --time 1:
err_has "needs an output: OUT or -o OUT, or --in-place"
t 2 "an empty range" "$PADDOCK" cut lap.raf --time 50:60 -o x.raf
err_is "paddock: lap.raf: there is nothing between 50 and 60 s; the file covers 0 to 9.99 s (cut.empty)"
t 2 "a range the wrong way round" "$PADDOCK" cut lap.raf --time 5:2 -o x.raf
err_has "--time 5:2 ends before it begins"
t 0 "a replay, whose times are floats" "$PADDOCK" synth vcr times.vcr --seconds 2
t 2 "its range is said as tables print it" "$PADDOCK" cut times.vcr --time 5000: -o x.vcr
err_has "covers 60 to $("$PADDOCK" table times.vcr slices --columns time | tail -n 1) s (cut.empty)"
t 2 "no time" "$PADDOCK" cut lap.raf --time early: -o x.raf
err_is 'paddock: --time takes a range like 80:90, 80: or :90 in seconds, or 1:20..1:30, not "early:"'
t 2 "gzip for what does not come so" "$PADDOCK" cut lap.raf --time 1: --gzip -o x.raf
err_has "(cut.gzip)"
t 2 "output is input" "$PADDOCK" cut lap.raf --time 1: -o lap.raf
err_has "the same file"
t 0 "a surface" "$PADDOCK" synth rld scan.rld --points 100
t 4 "is no recording" "$PADDOCK" cut scan.rld --time 1: -o x.rld
err_has "(edit.unsupported)"
[ ! -e x.raf ] && [ ! -e x.rld ] || complain "an output appeared"
t 0 "in place" "$PADDOCK" cut lap.raf --time 2:5 --in-place
cmp -s lap.raf part.raf || complain "is not the part"

# Replays: who is in them, by name and number.
t 0 "a replay" "$PADDOCK" synth vcr race.vcr --seconds 5 --cars 3 --gzip
t 0 "two drivers, plain" "$PADDOCK" cut race.vcr --time 66:68 --drivers "A. Varga,2" --plain -o two.vcr
err_empty
t 0 "are sound" "$PADDOCK" check two.vcr
t 0 "and drive" "$PADDOCK" table two.vcr poses --columns driver
[ "$(sort -u out.txt | tr '\n' ' ')" = "0 2 driver " ] || complain "$(sort -u out.txt)"
t 0 "packed again as it was" "$PADDOCK" cut race.vcr --time 66:68 --drivers 0,2 -o packed.vcr
err_empty
sh_t 0 "the same inside" '"$PADDOCK" unpack packed.vcr - | cmp - two.vcr'
t 0 "all of it" "$PADDOCK" cut race.vcr --time 0: -o all.vcr
cmp -s all.vcr race.vcr || complain "the packed bytes are not those of the original"
"$PADDOCK" unpack race.vcr plain.vcr
t 0 "packed, though it was not" "$PADDOCK" cut plain.vcr --time 66:68 --drivers 0,2 --gzip -o now.vcr
cmp -s now.vcr packed.vcr || complain "is packed otherwise"
t 2 "plain and packed" "$PADDOCK" cut race.vcr --time 66: --plain --gzip -o x.vcr
err_has "contradict"
t 2 "a slip of the pen" "$PADDOCK" cut race.vcr --drivers "A. Vagra" -o x.vcr
err_is 'paddock: race.vcr: there is no driver "A. Vagra"; did you mean "A. Varga"? (cut.driver)'
t 0 "by the beginning of a word" "$PADDOCK" cut race.vcr --time 66:68 --drivers varg,2 --plain -o word.vcr
cmp -s word.vcr two.vcr || complain "not what the whole name gives"
t 2 "nobody" "$PADDOCK" cut race.vcr --drivers "" -o x.vcr
err_has "(cut.driver)"
no_file x.vcr
t 0 "another replay" "$PADDOCK" synth rply race.rpl --seconds 20 --cars 3
t 0 "its truck" "$PADDOCK" cut race.rpl --time 6: --drivers paddock_truck -o truck.rpl
t 0 "is sound" "$PADDOCK" check truck.rpl
t 0 "and keeps its number" "$PADDOCK" table truck.rpl states --columns car
[ "$(sort -u out.txt | tr '\n' ' ')" = "2 car " ] || complain "$(sort -u out.txt)"
lap clock.raf 90
t 0 "times as clocks show them" "$PADDOCK" cut clock.raf --time 1:05..1:10.5 clock1.raf
t 0 "the same in seconds" "$PADDOCK" cut clock.raf --time 65:70.5 clock2.raf
t 0 "the same once more" "$PADDOCK" cut clock.raf --time 1:05:1:10.5 clock3.raf
cmp clock1.raf clock2.raf && cmp clock1.raf clock3.raf || complain "they differ"
t 0 "to the end" "$PADDOCK" cut clock.raf --time 1:20.. -o clock4.raf
t 0 "the same" "$PADDOCK" cut clock.raf --time 80: -o clock5.raf
cmp clock4.raf clock5.raf || complain "they differ"
for range in 1:20 1:20:30 1:70..2:00 5 : .. 1e3: nan: 0x10: 1:2:3:4:5 --5: ''; do
    case $range in 1:20) wanted=0 ;; *) wanted=2 ;; esac
    t $wanted "--time '$range'" "$PADDOCK" cut clock.raf "--time=$range" clock6.raf
done
