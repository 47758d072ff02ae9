# Names in pictures: long ones of wide letters, equal and blank ones. Widths here are those that DejaVu Sans has.
"$PADDOCK" synth vcr race.vcr --session race --laps 3 --cars 7 --seed 3 --poses-every 25 && "$PADDOCK" dump race.vcr race.json || exit 1
rename() { # OUT NAME...: of slot 0, 1 ...
    local to=$1
    shift
    jq -c '.parts |= map(if has("vcr.r2.driver") then .["vcr.r2.driver"] |= map(if .[0] < ($ARGS.positional | length)
        then .[1] = $ARGS.positional[.[0]] else . end) else . end)' race.json --args -- "$@" >renamed.json
    "$PADDOCK" build renamed.json "$to" || exit 1
}
cat >outside.py <<'EOF'
# Texts that end outside the picture, even if each letter that is not listed is as narrow as an i.
import re, sys, xml.etree.ElementTree as tree
widths = {'W': (98.9, 110.3), 'M': (86.3, 99.5), 'N': (74.8, 83.7), 'n': (63.4, 71.2), '\u0416': (107.7, 122.4),
          '\u05d0': (66.8, 66.8), '\u2026': (100, 100)}
root = tree.parse(sys.argv[1]).getroot()
wide = float(root.get('width'))
def measure(text, size, bold):
    return sum(widths.get(letter, (27, 30))[bold] for letter in text) * size / 100
for text in root.iter('{http://www.w3.org/2000/svg}text'):
    size, bold = float(text.get('font-size', 12)), text.get('font-weight') == '600'
    run = measure(text.text or '', size, bold)
    for part in text: run += measure(part.text or '', size, bold and part.get('font-weight') != '400') + measure(part.tail or '', size, bold)
    x, anchor = float(text.get('x')), text.get('text-anchor', 'start')
    left = x - {'start': 0, 'middle': run / 2, 'end': run}[anchor]
    if left < -1 or left + run > wide + 1: print(f'{left:.0f} to {left + run:.0f} of {wide:.0f}:', ''.join(text.itertext())[:60])
EOF
draw_long() { # LETTER TIMES CALL...: a call without files draws the race
    local letter=$1 times=$2 call long outside
    shift 2
    long=$(printf "$letter%.0s" $(seq "$times"))
    rename long.vcr "$long" "B$long" "C$long" "D$long"
    for call in "$@"; do
        thinned || continue
        case $call in *long.vcr*) ;; *) call="$call long.vcr" ;; esac
        # shellcheck disable=SC2086
        t 0 "names of $times times $letter: $call" "$PADDOCK" plot $call -o long.svg
        outside=$(python3 outside.py long.svg) && [ -z "$outside" ] || complain "$outside"
    done
}
every=(incident positions gaps laptimes map "channels long.vcr#0" "delta long.vcr#0 long.vcr#1"
    "map --of lap long.vcr#0 long.vcr#1" "corners long.vcr#0 long.vcr#1")
draw_long W 240 "${every[@]}" "${every[@]/%/ --size 420x800}"
draw_long M 240 incident positions "delta long.vcr#0 long.vcr#1"
draw_long N 240 incident positions "delta long.vcr#0 long.vcr#1"
draw_long $'\xd0\x96' 110 incident positions laptimes
draw_long $'\xd7\x90' 110 incident positions laptimes

# Equal and blank names: the slot distinguishes them, in every picture alike.
id() { "$PADDOCK" incidents "$@" --json 2>/dev/null | jq -r '[.incidents[] | select(.drivers | split("; ") | length > 1)][0].incident'; }
rename equal.vcr "A. Same" "A. Same" "A. Same" "   " "A. Same" "A. Same" "A. Same"
t 0 "equal and blank names in an incident" "$PADDOCK" plot incident equal.vcr --id "$(id equal.vcr)" -o equal.svg
grep -o '<text[^>]*data-driver[^>]*>[^<]*' equal.svg | sed 's/.*>//' | sort -u >names.txt
grep -q '^A. Same ([0-9]) *$' names.txt && ! grep -qv '^A. Same ([0-9]) *$\|^car 3 *$' names.txt || complain "names: $(cat names.txt)"
grep -qF '<title id="t">Contact: A. Same (' equal.svg || complain "the title: $(grep -o '<title[^<]*' equal.svg)"
t 0 "the same in positions" "$PADDOCK" plot positions equal.vcr -o positions.svg
grep -q '>A. Same (0)<' positions.svg && grep -q '>car 3<' positions.svg || complain "positions has no such names"

# More parties than colours; incidents on request; the file and its track; speeds as the text has them.
"$PADDOCK" synth vcr many.vcr --session race --laps 2 --cars 60 --seed 4 --poses-every 20 || exit 1
"$PADDOCK" incidents many.vcr --all --json 2>/dev/null >many.json
many=$(jq -r '[.incidents[] | select(.drivers | split("; ") | length > 5)][0] | .incident' many.json)
count=$(jq -r --arg id "$many" '.incidents[] | select(.incident == $id) | .drivers | split("; ") | length' many.json)
t 0 "$count parties" "$PADDOCK" plot incident many.vcr --id "$many" -o many.svg
for i in $(seq "$count"); do
    grep -q "<text[^>]*>$i<" many.svg && grep -q "<text[^>]*data-driver[^>]*>$i [A-Z]" many.svg || complain "number $i is not on its car and before its name"
done
grep -qF '>many.vcr, Paddock' many.svg || complain "the file and its track are not named"
unlisted=0
for id in $(jq -r '[.incidents[] | select(.kind == "near_miss" or .kind == "unsafe_return")][:10][].incident' many.json); do
    "$PADDOCK" plot incident many.vcr --id "$id" -o one.svg 2>>refused.txt || unlisted=$((unlisted + 1))
done
t 0 "what only --all lists is drawn, too" [ "$unlisted" = 0 ]
jq -e '[.incidents[] | select(.kind == "near_miss")] | length > 3' many.json >/dev/null || complain "there are no near misses"
t 2 "an id that there is not" "$PADDOCK" plot incident many.vcr --id ffffffffffffffff
err_has 'there is no incident "ffffffffffffffff"'
"$PADDOCK" incidents race.vcr --json 2>/dev/null >race-incidents.json
two=$(jq -r '[.incidents[] | select(.kind == "contact" and (.drivers | split("; ") | length == 2))][0].incident' race-incidents.json)
t 0 "speeds at the moment" "$PADDOCK" plot incident race.vcr --id "$two" -o moment.svg
for speed in $(jq -r --arg id "$two" '.incident_parties[] | select(.incident == $id) | .speed_before * 3.6 | round' race-incidents.json); do
    sed 's/.*the moment//' moment.svg | tr '\n' ' ' | sed 's/.*the moment//; s/1 s after.*//' | grep -q ">$speed km/h<\|> *$speed km/h" || complain "$speed km/h is not at the moment"
done
