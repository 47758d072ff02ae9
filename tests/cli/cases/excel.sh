# Names that a spreadsheet would calculate: every verb that takes --excel makes them texts, and plain CSV keeps them.
names=('=1+1' '+1' '-1' '@SUM(1)' $'\t=1' $'\r=1' '=cmd|" /C calc"!A0' 'Ann =1')
"$PADDOCK" synth vcr race.vcr --cars ${#names[@]} --laps 2 --with jumps && "$PADDOCK" dump race.vcr race.json
rename='.parts |= map(if has("vcr.r2.driver") then .["vcr.r2.driver"] |=
    (if type == "array" then map(.[1] = $ARGS.positional[.[0]]) else .name = $ARGS.positional[.slot] end) else . end)'
jq "$rename" race.json --args -- "${names[@]}" >named.json && "$PADDOCK" build named.json named.vcr
cp named.vcr =1.vcr && cp named.vcr =2.vcr
tables() { # each verb that takes --excel, with what it needs
    case $1 in
    table) echo "table =1.vcr =2.vcr --table drivers" ;;
    season) echo "season named.vcr --points 3,2,1" ;;
    compare | incidents | laps | rules | standings | stints) echo "$1 named.vcr" ;;
    *) complain "$1 takes --excel, and is not tried here" ;;
    esac
}
verbs=$(for verb in $("$PADDOCK" help | sed -n 's/^  \([a-z][a-z]*\) .*/\1/p' | sort -u); do "$PADDOCK" help $verb | grep -q -- '--excel' && echo $verb; done)
t 0 "verbs that take it: $(echo $verbs)" [ "$(echo "$verbs" | wc -l)" -ge 3 ]
for verb in $verbs; do
    if [ $verb = sql ]; then
        "$PADDOCK" sql "SELECT 1" >/dev/null 2>&1 || continue
        t 0 "formulas are texts: sql" "$PADDOCK" sql "SELECT name, -1 AS number, '=' || name AS \"=a\", -1.5::DOUBLE AS d FROM paddock('named.vcr', 'drivers')" --excel
    else
        t 0 "formulas are texts: $verb" "$PADDOCK" $(tables $verb) --excel -o excel.csv
        cp excel.csv $out
    fi
    # A cell that begins like a formula is a number.
    bad=$(tr '\r' '~' <$out | grep -oE '(^|;)"?[=+@	~-][^;]*' | grep -vE '^;?-[0-9]+(,[0-9]+)?(e[-+]?[0-9]+)?~?$|^;?~$')
    [ -z "$bad" ] || complain "cells that a spreadsheet calculates: $bad"
    grep -qF "'=1+1" $out || complain "there is no '=1+1"
done
t 0 "plain CSV keeps them" "$PADDOCK" table named.vcr drivers --columns name
printf 'name\n=1+1\n+1\n-1\n@SUM(1)\n\t=1\n"\r=1"\n"=cmd|"" /C calc""!A0"\nAnn =1\n' | cmp - $out || complain "$(od -c $out)"
t 0 "--excel, all of it" "$PADDOCK" table named.vcr drivers --columns name --excel
printf "\xEF\xBB\xBFname\r\n'=1+1\r\n'+1\r\n'-1\r\n'@SUM(1)\r\n'\t=1\r\n\"'\r=1\"\r\n\"'=cmd|\"\" /C calc\"\"!A0\"\r\nAnn =1\r\n" | cmp - $out || complain "$(od -c $out)"
