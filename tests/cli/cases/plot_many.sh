# Pictures of many drivers have everybody in them.
piece() { # CARS TIMES: a piece of a race, in which hardly anyone has a whole lap
    "$PADDOCK" synth vcr piece.vcr --cars "$1" --laps 6 --time "$2" --poses-every 5
    "$PADDOCK" laps piece.vcr --json | jq -r '.laps[].driver' | sort -u >drivers
}
names_everyone() {
    while read -r driver; do
        grep -qF ">${driver/"'"/"&#39;"}<" "$out" || complain "$driver is not in the picture"
    done <drivers
}
for times in 1:05..1:20 3:00..3:20 4:10..4:30; do
    piece 10 $times
    t 0 "a map of $times names who was in it" "$PADDOCK" plot map piece.vcr
    names_everyone
done
piece 40 1:05..1:10
t 0 "a map of 40 cars" "$PADDOCK" plot map piece.vcr
t 0 "the speeds of 40 cars" "$PADDOCK" plot channels piece.vcr --columns speed
t 0 "a driver who is named is drawn alone" "$PADDOCK" plot map piece.vcr --driver 11
out_has ">piece.vcr: L. Haddad, the whole recording<"
"$PADDOCK" synth vcr whole.vcr --cars 3 --laps 5 --time 1:50..4:20 --poses-every 5
t 0 "a lap that is recorded completely goes before a quicker one of which only the end is" "$PADDOCK" plot map whole.vcr
lap=$(grep -oE '>whole.vcr: [^<]* lap [0-9]+' "$out" | head -n 1 | tr -d '>')
[ -n "$lap" ] || complain "it draws no lap"
"$PADDOCK" laps whole.vcr --json | jq -e --arg lap "${lap##* }" --arg driver "$(expr "$lap" : 'whole.vcr: \(.*\), lap')" \
    '.laps[] | select(.driver == $driver and (.lap | tostring) == $lap) | .start_time >= 110' >/dev/null ||
    complain "it draws $lap, which begins before the recording"

# Laps that are named one by one.
"$PADDOCK" synth vcr forty.vcr --session race --cars 40 --laps 3 --poses-every 20 || exit 1
"$PADDOCK" laps forty.vcr --json 2>/dev/null | jq -r '[.laps[] | select(.lap > 1 and .lap_time != null) | .slot] | unique | .[]' |
    while read -r slot; do printf 'forty.vcr#%d\n' "$slot"; done >forty
mapfile -t named <forty
t 0 "a comparison of ${#named[@]} laps" "$PADDOCK" plot delta "${named[@]}"
[ "${#named[@]}" -gt 32 ] || complain "only ${#named[@]} drivers have a lap"
t 0 "the same as numbers" "$PADDOCK" compare "${named[@]}" --json
more=("${named[@]}" "${named[@]}")
t 2 "too many laps" "$PADDOCK" plot delta "${more[@]}"
err_has "takes at most 64 laps at once"
sh_t 0 "help says the same limit" '"$PADDOCK" help plot | grep -q "1 to 64 laps"'

# No two series look the same, the legend has each once, and nothing of it is over the data.
cat >looks.py <<'PYTHON'
import re, sys
from xml.etree import ElementTree
svg, wanted = ElementTree.parse(sys.argv[1]).getroot(), int(sys.argv[2])
height = float(svg.get('height'))
tag = lambda item: item.tag.split('}')[1]
def bottom(path):
    y, low = 0, 0
    for command, rest in re.findall('([Mlhv])([^Mlhvz]*)', path):
        values = [float(text) for text in re.findall(r'-?\d*\.?\d+', rest)]
        if command == 'M': y = values[1]
        for change in values[1::2] if command == 'l' else values if command == 'v' else []:
            y += change
            low = max(low, y)
        low = max(low, y)
    return low
items = list(svg)
samples = [i for i, item in enumerate(items) if tag(item) == 'path'
           and (re.fullmatch(r'M[\d.]+ [\d.]+h26', item.get('d')) or re.fullmatch(r'M[\d.]+ [\d.]+h11v11h-11z', item.get('d')))]
beside = not samples # names at the ends of lines
if beside:
    names = [item for item in items if tag(item) == 'text' and item.get('font-weight') == '600' and item.get('fill') not in ('#333', '#e8e8e8')]
    looks = [(item.get('fill'), '', '') for item in names]
else:
    looks, top = [], height
    for at, next_one in zip(samples, samples[1:] + [len(items)]):
        item = items[at]
        texts = [text for text in items[at:next_one] if tag(text) == 'text']
        colour = item.get('stroke') if item.get('stroke') else item.get('fill')
        looks.append((colour, item.get('stroke-dasharray', ''), texts[0].text if len(texts) > 1 else ''))
        top = min(top, float(re.match(r'M[\d.]+ ([\d.]+)', item.get('d'))[1]) - 8)
        if float(texts[-1].get('y')) > height: print('a name is below the picture')
    for item in items[:samples[0]]:
        if tag(item) == 'path' and bottom(item.get('d')) > top: print('data below', top, item.get('d')[:60])
        if tag(item) == 'text' and float(item.get('y')) > top: print('text below', top, item.text)
if len(looks) != wanted: print(len(looks), 'series in the legend, not', wanted)
if len(set(looks)) != len(looks): print('looks repeat:', sorted(looks))
numbers = [look[2] for look in looks]
if wanted > 8:
    if numbers != [str(i + 1) for i in range(wanted)]: print('not each has its number:', numbers)
    marks = [item.text for item in items[:samples[0]] if tag(item) == 'text' and item.get('font-size') == '9']
    missing = set(numbers) - set(marks)
    if missing: print('no number at the lines of', sorted(missing))
PYTHON
looks_differ() { # SERIES
    python3 looks.py "$out" "$1" >wrong || echo "the picture cannot be read" >>wrong
    [ ! -s wrong ] || complain "$(head -n 5 wrong)"
}
if command -v python3 >/dev/null; then
    "$PADDOCK" synth vcr ten.vcr --cars 10 --laps 10 --poses-every 5
    for series in 2 10; do
        laps=()
        for ((i = 0; i < series; i++)); do laps+=("ten.vcr#$i"); done
        for kind in channels "channels --size 390x1600 --theme dark" gg "gg --size 390x900" "histogram --columns speed" \
            "histogram --columns speed,throttle --size 390x900" map "map --size 390x900 --theme dark" delta \
            "delta --size 390x1400" corners "corners --size 390x900 --theme dark"; do
            read -ra words <<<"$kind"
            t 0 "$series laps, $kind" "$PADDOCK" plot "${words[0]}" "${laps[@]}" "${words[@]:1}"
            [ "$series" = 2 ] && [[ $kind = corners* ]] || looks_differ "$series"
        done
    done
    piece 40 1:05..1:10
    for kind in "channels --columns speed" "channels --size 390x1600" gg "gg --size 390x1200 --theme dark" map \
        "map --size 390x1200" "histogram --columns speed"; do
        read -ra words <<<"$kind"
        t 0 "40 cars, $kind" "$PADDOCK" plot "${words[0]}" piece.vcr "${words[@]:1}"
        looks_differ "$(wc -l <drivers)"
        names_everyone
    done
else
    skip "no python3: whether series look different"
fi
