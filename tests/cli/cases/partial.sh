# A packed replay whose recording or download ended early.
t 0 "a replay" "$PADDOCK" synth vcr race.vcr --seconds 20 --cars 4 --gzip
head -c 20000 race.vcr >cut.vcr
t 5 "that is cut" "$PADDOCK" table cut.vcr poses
err_has "paddock: cut.vcr: at 0x"
err_has "(gzip."
t 0 "all rows of the whole one" "$PADDOCK" table race.vcr poses --columns time,driver,x,y,z,speed
mv out.txt all.txt
t 0 "the rows that are there" "$PADDOCK" table cut.vcr poses --partial --columns time,driver,x,y,z,speed
err_has "paddock: cut.vcr: read in part: at 0x"
err_has "unpacking stopped at byte 20000 of the packed file, after "
lines=$(wc -l <out.txt)
[ "$lines" -gt 300 ] || complain "only $lines lines"
head -n "$lines" all.txt | cmp -s - out.txt || complain "are not the first ones"
t 1 "what is missing" "$PADDOCK" check cut.vcr --partial
err_empty
out_has "unpacking stopped at byte 20000 of the packed file, after "
out_has "(gzip.truncated)"
t 0 "a part of it as a sound file" "$PADDOCK" cut cut.vcr --partial --time 60:62 -o part.vcr
err_has "read in part: "
t 0 "nothing to say" "$PADDOCK" table race.vcr session --partial
err_empty
t 0 "is sound" "$PADDOCK" check part.vcr
head -c 14 race.vcr >nothing.vcr
t 5 "nothing to save" "$PADDOCK" table nothing.vcr --partial
err_has "(gzip."
