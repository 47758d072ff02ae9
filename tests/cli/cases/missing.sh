# What is missing is an empty cell, or null in JSON: no verb prints nan, whatever there is nothing of.
"$PADDOCK" synth rld road.rld --points 400 || exit 1
printf '0 0 0\n1 0 0\n0 1 0\n' >cloud.xyz
# none_printed NAME FILE: with the words that a printf makes of what is no number
none_printed() {
    if grep -qiE '(^|[^a-z])-?(nan|inf|infinity)([^a-z]|$)' "$2"; then complain "$1 prints $(grep -iE 'nan|inf' "$2" | head -n 1)"; fi
}
away="--line 100000,0,100003,0 --step 1"
while read -r verb arguments; do
    for form in "" --json; do
        # shellcheck disable=SC2086 # words of a list
        sh_t 0 "surface $verb $arguments $form" "\"\$PADDOCK\" surface $verb $arguments $form; [ \$? -le 1 ]"
        [ -s $out ] || complain "nothing is printed"
        none_printed "it" $out
    done
done <<END
stats cloud.xyz
stats road.rld
check cloud.xyz
profile road.rld $away
query road.rld --at 100000,0
compare road.rld cloud.xyz
compare cloud.xyz road.rld
END
t 0 "heights beside the surface are empty cells" "$PADDOCK" surface query road.rld --at 100000,0
out_has "0,100000,0,,,,,"
shown=0
for verb in info laps stints standings incidents rules; do
    t 0 "$verb of samples" true
    for file in "$TOP"/samples/*; do
        { "$PADDOCK" $verb "$file" && "$PADDOCK" $verb "$file" --json; } >shown.txt 2>/dev/null </dev/null
        none_printed "$verb ${file##*/}" shown.txt
        [ ! -s shown.txt ] || shown=$((shown + 1))
    done
done
[ "$shown" -gt 10 ] || complain "only $shown answers were printed"
