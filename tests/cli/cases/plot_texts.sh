# Texts in pictures: inside the picture, none on another; for 2, 10 and 40 drivers, on a phone and on a screen.
command -v python3 >/dev/null || { skip "no python3: where texts are" && finish && exit; }
cat >boxes.py <<'PYTHON'
# Texts that are not inside the picture, or on each other: boxes.py WIDTHS.c PICTURE. Widths are those of DejaVu Sans.
import re, sys
from xml.etree import ElementTree
space = '{http://www.w3.org/2000/svg}'
widths = [int(n) for n in re.findall(r'\d+', re.search(r'ascii\[2\]\[95\] = \{(.*?)\};', open(sys.argv[1]).read(), re.S)[1])]
assert len(widths) == 190
def measure(text, size, bold):
    others = {'\u2026': 100, '\u2192': 84, '\u2212': 84, '\u2013': 50, '\xb7': 32}
    return sum(widths[95 * bold + ord(c) - 32] if ' ' <= c <= '~' else others.get(c, 70) for c in text) * size / 100
root = ElementTree.parse(sys.argv[2]).getroot()
wide, high = float(root.get('width')), float(root.get('height'))
boxes = []
for text in root.iter(space + 'text'):
    size, bold = float(text.get('font-size', 12)), text.get('font-weight') == '600'
    run = measure(text.text or '', size, bold)
    for part in text: run += measure(part.text or '', size, bold and part.get('font-weight') != '400')
    x, y, anchor = float(text.get('x')), float(text.get('y')), text.get('text-anchor', 'start')
    left = x - {'start': 0, 'middle': run / 2, 'end': run}[anchor]
    words = ''.join(text.itertext())
    if left < -0.5 or left + run > wide + 0.5 or y > high or y < size * 0.6:
        print(f'outside: {left:.0f} to {left + run:.0f} of {wide:.0f}, {y:.0f} of {high:.0f}: {words[:40]}')
    for left2, right2, top2, y2, words2 in boxes:
        if min(left + run, right2) - max(left, left2) > 0.5 and min(y, y2) - max(y - size * 0.72, top2) > 0.5:
            print(f'"{words[:30]}" is on "{words2[:30]}" at {left:.0f}, {y:.0f}')
    boxes.append((left, left + run, y - size * 0.72, y, words))
print(len(boxes), 'texts')
PYTHON
texts_are_apart() { # CALL...
    t 0 "texts of $*" "$PADDOCK" plot "$@"
    python3 boxes.py "$TOP/src/picture/plot/text_width.c" $out >wrong 2>&1
    [ "$(wc -l <wrong)" = 1 ] && grep -q '^[1-9][0-9]* texts$' wrong || complain "$(head -n 5 wrong)"
}
samples=$TOP/samples
"$PADDOCK" synth vcr 2.vcr --session race --cars 2 --laps 4 --poses-every 10 &&
    "$PADDOCK" synth vcr 10.vcr --session race --cars 10 --laps 5 --poses-every 10 &&
    "$PADDOCK" synth vcr 40.vcr --session race --cars 40 --laps 4 --poses-every 20 &&
    "$PADDOCK" synth vcr laps.vcr --cars 10 --laps 6 --poses-every 5 &&
    "$PADDOCK" synth vcr piece.vcr --cars 40 --laps 6 --time 1:05..1:10 --poses-every 5 || exit 1
ten=()
for i in 0 1 2 3 4 5 6 7 8 9; do ten+=("laps.vcr#$i"); done
for size in 390x900 1400x900; do
    for cars in 2 10 40; do
        for kind in map positions gaps laptimes density; do texts_are_apart $kind $cars.vcr --size $size; done
    done
    # Numbers at bars, lines and outlines.
    for kind in corners delta gg map channels; do texts_are_apart $kind "${ten[@]}" --size $size; done
    for kind in map "channels --columns speed"; do texts_are_apart $kind piece.vcr --size $size; done
    texts_are_apart corners "$samples/lap.raf" --size $size
    texts_are_apart corners "$samples/lap.raf" "$samples/lap-2.raf" --size $size
    texts_are_apart corners "$samples/lap.raf" "$samples/lap-2.raf" "$samples/lap-3.raf" --size $size
    texts_are_apart map "$samples/lap.raf" --track "$samples/track.tri" --size $size
done
for size in 390x600 600x400 700x450 1000x600; do texts_are_apart map "$samples/race.vcr" --size $size; done
t 0 "a narrow map says what the colours of incidents mean" "$PADDOCK" plot map "$samples/race.vcr" --size 390x600
for kind in incidents: contact impact spin "off track"; do out_has ">$kind<"; done
