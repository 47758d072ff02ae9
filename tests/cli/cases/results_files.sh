# Results files: what people do with one, by the file written by hand; and no address of anybody is shown.
file=$TOP/tests/files/results_xml/race.xml
t 0 "info says what it is" "$PADDOCK" info "$file"
out_has "Session       race"
out_has "Track         Paddock Ring, Short"
out_has "A. Varga"
out_lacks "203.0.113"
t 0 "standings are official" "$PADDOCK" standings "$file" -o list.txt
t 0 "and say so" cat list.txt
out_has "Official results, as the game wrote them at the end"
out_has "Official times include the seconds that the game added."
out_has "added to the time"
t 0 "in the official order, with classes and numbers" bash -c '"$1" standings "$2" | cut -d, -f1,2,6,20,21,22' - "$PADDOCK" "$file"
out_is "position,driver,total_time,team,number,class
1,A. Varga,299.5,Smith & Sons,21,Cup
2,Bo (the) Li,345,Smith & Sons,007,Cup
3,C. Lind,110,Smith & Sons,8,Cup"
t 0 "Markdown for a forum" "$PADDOCK" standings "$file" -o list.md
t 0 "has the classes" grep -c "| Cup |" list.md
out_is 3
t 0 "no lap without a time is ranked" bash -c '"$1" table "$2" laps --columns driver,lap,lap_time,kind,counts,reasons | grep ",in,"' - "$PADDOCK" "$file"
out_is "Bo (the) Li,2,,in,false,pit_in; invalid"
t 0 "check" "$PADDOCK" check "$file"
out_has "sound (results-xml"
for table in notices chat settings; do
    t 0 "$table tells no address" "$PADDOCK" table "$file" "$table"
    out_lacks "203.0.113"
    out_lacks "76561190000000001"
done
t 0 "a page" "$PADDOCK" report "$file" -o page.html
t 0 "a season" "$PADDOCK" season "$file" --points 25,18,15
out_has "A. Varga"
head -c 3000 "$file" >cut.xml
t 5 "a file that was copied too early is refused" "$PADDOCK" standings cut.xml
err_has "results-xml.truncated"
# A class: the first two of the race in one, the third in another.
awk '/<CarClass>/ && ++n == 3 { sub("Cup", "Gold") } /<CarClass>/ && n == 1 { sub("Cup", "Gold") } 1' "$file" >classes.xml
t 0 "one class, in any case" "$PADDOCK" standings classes.xml --class gold --gaps -o gold.txt
t 0 "positions and gaps in it" bash -c 'sed -n "2,4p" gold.txt | sed "s/  */ /g; s/^ //"'
out_has "Pos Overall Driver"
out_has "1 2 Bo (the) Li"
out_has "2 3 C. Lind"
out_lacks "+45.5"
t 0 "the penalties of its drivers beneath" grep -c "added to the time" gold.txt
out_is 1
t 0 "and no others" bash -c '"$1" standings classes.xml --class Cup -o cup.txt && ! grep Penalties cup.txt' - "$PADDOCK"
t 0 "rows of CSV are those of the whole" bash -c '"$1" standings classes.xml --class Gold | cut -d, -f1,2' - "$PADDOCK"
out_is "position,driver
2,Bo (the) Li
3,C. Lind"
t 2 "a class that there is not" "$PADDOCK" standings classes.xml --class GT3
err_has 'classes.xml has no class "GT3"; it has Cup, Gold'
t 2 "a file without classes" "$PADDOCK" standings "$TOP/samples/race.vcr" --class GT3
err_has "race.vcr records no classes"
