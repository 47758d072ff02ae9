# A lap and its car made from Newton's and Euler's laws by another program: what is measured from forces and path, and what
# the file about the car sets, are the numbers that both were made with.
command -v python3 >/dev/null || { skip "a car made from mechanics alone (python3 is not here)" && return 0; }
checked() { # WHAT FOLDER [ARGUMENT]
    mkdir -p "$2"
    python3 "$TOP/tests/cli/car_of.py" "$2" ${3:+"$3"} || complain "the lap was not made"
    t 0 "$1: handling" "$PADDOCK" table "$2/lap.raf" handling -o "$2/handling.jsonl" --quiet
    t 0 "$1: dynamics" "$PADDOCK" table "$2/lap.raf" dynamics -o "$2/dynamics.jsonl" --quiet
    t 0 "$1: all numbers" python3 "$TOP/tests/cli/car_of.py" --check "$2/expected.json" "$2/handling.jsonl" "$2/dynamics.jsonl"
    out_lacks ": "
}
checked "as made" whole
t 0 "both files are sound" "$PADDOCK" check whole/lap.raf whole/CAR_info.bin
reason() { "$PADDOCK" table "$1/lap.raf" handling --columns sentence,reason --format jsonl --quiet; }
t 0 "what is measured, set and guessed is said" reason whole
out_has "set to 70 %"
out_has "The setting is the torques of the wheels. That of the car info (66 %) is not used."
out_has "a yaw inertia of 1830 kg m^2 (car info: 1830) about a point 0.21 m behind the reference point (car info: 0.21 m behind it)"
out_has "Measured: at 46 m/s, its top speed, the air holds the car back with 1100 N and presses it down with 3386 N."
out_has "By the car info it holds it back with 1100 N and presses it down with 3386 N there, of which 42 % are at the front."
out_has "Air of the car info: set in the file, its unit is guessed."
# Where the lap does not show how the brakes were set, the file about the car does.
checked "without brake torques" without no-torques
t 0 "the setting is the file's, and that is said" reason without
out_has "set to 66 %"
out_has "The setting is that of the car info."
# Inertia, place of the centre of gravity and air do not need it.
rm whole/CAR_info.bin
t 0 "from the lap alone" "$PADDOCK" table whole/lap.raf handling --format jsonl
out_has '"measured_yaw_inertia":18'
out_has '"measured_center_of_gravity_y":-0.2'
out_has '"measured_drag":0.52'
out_has '"air_drag":null'
out_has '"front_left_pressure":null'
out_has '"brake_balance_source":"recording"'
t 0 "nor does what acts at each moment" "$PADDOCK" table whole/lap.raf dynamics --rows 1000:1001 --format jsonl
out_has '"air_drag":null,"measured_downforce":'
# A short straight piece shows nothing about either, and nothing is said.
"$PADDOCK" synth raf short.raf --seconds 1 --quiet
t 0 "too few moments" "$PADDOCK" table short.raf handling --format jsonl
out_has '"measured_drag":null'
out_has '"measured_yaw_inertia":null'
out_lacks "Measured"
# Damaged numbers of a car are no part of a sentence.
"$PADDOCK" synth raf odd.raf --seconds 20 --quiet
"$PADDOCK" synth car-info odd.bin --quiet
printf '\0\0\300\177' | dd of=odd.bin bs=1 seek=140 conv=notrunc 2>/dev/null # the lift of the rear wing
t 0 "a lift that is no number" "$PADDOCK" table odd.raf handling --car-info odd.bin --format jsonl
out_has '"air_lift":null'
out_has '"air_drag":0.4'
out_lacks "nan"
