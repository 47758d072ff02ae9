# A CAR_info.bin beside a lap, or named by --car-info: which lap it belongs to, and what it adds.
mkdir lfs
"$PADDOCK" synth raf lfs/lap.raf --seconds 60 --quiet
"$PADDOCK" synth car-info lfs/CAR_info.bin --quiet
handling() { "$PADDOCK" table lfs/lap.raf handling --format jsonl "$@"; }

t 0 "a car info beside the lap is found" handling
out_has '"center_of_gravity_height":0.486'
out_has '"car_info":"same set-up"'
out_has 'The centre of gravity is 0.49 m over the road'
err_has "the car is that of lfs/CAR_info.bin beside it (same set-up)"
t 0 "another set-up of the car, too" "$PADDOCK" set lfs/CAR_info.bin 'wheel[0].spring=43000' -o lfs/AAA_CAR_info.bin --quiet
t 0 "the lap's own set-up comes first" handling
err_has "CAR_info.bin beside it (same set-up)"
rm lfs/CAR_info.bin
t 0 "another set-up alone is taken, and said" handling
out_has '"car_info":"another set-up: rear_left spring differs"'
t 0 "another car" "$PADDOCK" set lfs/AAA_CAR_info.bin gear_count=6 -o lfs/XFG_CAR_info.bin --quiet
rm lfs/AAA_CAR_info.bin
t 0 "is not used, and said" handling
out_has '"center_of_gravity_height":null'
err_has "XFG_CAR_info.bin beside it is not used: the car info is of another car: it has 6 forward gears, and the one driven has 5"
t 2 "and refused where it is named" handling --car-info lfs/XFG_CAR_info.bin
err_has "the car info is of another car"
t 2 "a lap tells nothing of a car's body" handling --car-info lfs/lap.raf
err_has "does not describe a car; CAR_info.bin does"
t 3 "no such file" handling --car-info lfs/none.bin
t 2 "other tables have nothing of it" "$PADDOCK" table lfs/lap.raf splits --car-info lfs/XFG_CAR_info.bin
err_has "--car-info is for the tables dynamics and handling"
t 2 "no output replaces it" handling --car-info lfs/XFG_CAR_info.bin -o lfs/XFG_CAR_info.bin
"$PADDOCK" synth raf bare.raf --seconds 5 --quiet
t 0 "moments are missing without the car" "$PADDOCK" table bare.raf dynamics --columns yaw_moment --rows 100:102
err_empty
out_lacks 0

# The page has it, too.
mkdir page
cp bare.raf page/lap.raf
"$PADDOCK" synth car-info page/CAR_info.bin --quiet
t 0 "a report of the lap alone" "$PADDOCK" report bare.raf -o bare.html --quiet
grep -q 'The centre of gravity is 0.49 m over the road' bare.html && complain "the page knows the centre of gravity without the file"
t 0 "a report takes the car info beside the lap" "$PADDOCK" report page/lap.raf -o page.html
err_has "the car is that of page/CAR_info.bin beside it (same set-up)"
cp bare.raf alone.raf
t 0 "or the one that is named" "$PADDOCK" report alone.raf --car-info page/CAR_info.bin -o named.html --quiet
"$PADDOCK" synth rld scan.rld --quiet
t 2 "which no file needs" "$PADDOCK" report scan.rld --car-info page/CAR_info.bin -o none.html
