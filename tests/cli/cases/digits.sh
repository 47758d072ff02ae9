# What is computed has six decimals at most, in every answer of every kind of recording: digits beyond would be those of the arithmetic.

"$PADDOCK" synth vcr race.vcr --session race --cars 6 --laps 4 --poses-every 5 --seed 5 || exit 1
"$PADDOCK" synth rply race.rpl --session race --cars 4 --laps 3 --seed 5 || exit 1
"$PADDOCK" synth raf lap.raf --seed 4 && "$PADDOCK" synth raf other.raf --seed 4 --hand 2 || exit 1
# Channels of each moment have all digits, as the telemetry they are made of.
answers=$(grep -oE '^PDK_STEP\([a-z_]+' "$TOP/src/answer/analysis/steps.def" | cut -d'(' -f2 | grep -vx dynamics)
found=0
for file in race.vcr race.rpl lap.raf "$TOP/samples/race.vcr" "$TOP/samples/lap.raf"; do
    for table in $answers; do
        "$PADDOCK" table "$file" "$table" >/dev/null 2>&1 || continue
        found=$((found + 1))
        sh_t 0 "$(basename "$file"): $table" "\"\$PADDOCK\" table '$file' $table | grep -E '(^|,)-?[0-9]+\.[0-9]{7,}(,|\$)' | head -n 2"
        out_empty
    done
done
t 0 "there are answers" test $found -ge 40
for line in "laps race.vcr" "standings race.vcr --positions" "stints race.vcr" "incidents race.vcr" "rules race.vcr" "compare lap.raf other.raf" \
    "laps lap.raf other.raf --corners" "compare race.vcr race.vcr --lap 2"; do
    sh_t 0 "$line --json" "\"\$PADDOCK\" $line --json | grep -oE '\"[a-z_]+\":-?[0-9]+\.[0-9]{7,}|[,[]-?[0-9]+\.[0-9]{7,}' | head -n 3"
    out_empty
done
