# Every axis has a unit, or its name says that it counts.
samples=$TOP/samples
command -v python3 >/dev/null || { skip "no python3: whether axes have units" && finish && exit; }
cat >words.py <<'PYTHON'
# The texts of a picture, a line each: a name in bold, a tab, what is after it; or all in one.
import sys
from xml.etree import ElementTree
space = '{http://www.w3.org/2000/svg}'
for text in ElementTree.parse(sys.argv[1]).getroot().iter(space + 'text'):
    behind = ''.join(part.text or '' for part in text.iter(space + 'tspan'))
    bold = text.get('font-weight') == '600'
    print((text.text or '').strip() + ('\t' if bold else ' ' if behind else '') + behind)
PYTHON
words() { python3 words.py "$out" >words.txt || complain "the picture cannot be read"; }

# Every column of numbers of what is recorded and computed: the panel's name is followed by its unit.
panels_have_units() { # FILE TABLE
    "$PADDOCK" info "$1" --json | jq -r --arg table "$2" '.tables[] | select(.name == $table) | .columns[]
        | select(.type != "text" and .type != "bytes") | .name' >columns.txt
    [ -s columns.txt ] || complain "no columns"
    split -l 20 columns.txt part.
    for part in part.*; do
        t 0 "units of $2 of $(basename "$1"), $part" "$PADDOCK" plot channels "$1" --table "$2" --columns "$(paste -sd, "$part")"
        words
        while read -r column; do
            [ "$column" = gear ] || grep -q "^$column"$'\t'. words.txt || grep -q "^$column: not recorded" words.txt || complain "$column has no unit"
        done <"$part"
    done
    rm part.*
}
panels_have_units "$samples/lap.raf" telemetry
panels_have_units "$samples/lap.raf" dynamics
panels_have_units "$samples/race.vcr" poses
t 0 "steering that is no angle is in percent of the lock" "$PADDOCK" plot channels "$samples/race.vcr" --columns steer
words
grep -q $'^steer\t% of lock' words.txt || complain "it is not"
t 0 "shares are in percent" "$PADDOCK" plot channels "$samples/lap.raf" --table dynamics --columns front_load_share
grep -q $'>%<' "$out" && grep -q '>50<' "$out" || complain "they are not"
t 0 "angles and shares of steering do not share an axis" "$PADDOCK" plot channels "$samples/lap.raf" "$samples/race.vcr" --columns steer
[ "$(grep -c '<path fill="none" stroke=[^>]*stroke-linejoin="round"' "$out")" = 1 ] || complain "both are drawn"

# Of each kind, what its axes and colours say.
axes() { # KIND ARGUMENTS TEXT...: patterns of whole lines
    local kind=$1 arguments=$2
    shift 2
    echo "$kind" >>kinds
    t 0 "axes of $kind $arguments" eval "\"\$PADDOCK\" plot $kind $arguments"
    words
    for text in "$@"; do grep -qE "^($text)\$" words.txt || complain "no axis says \"$text\": $(tr '\n' '|' <words.txt)"; done
}
one=$samples/lap.raf two=$samples/lap-2.raf race=$samples/race.vcr
axes channels '"$one"' 'distance \(m\) →' $'speed\tkm/h' $'throttle\t%'
axes channels '"$one" --over time' 'time \(m:ss\) →'
axes channels '"$race" --driver Varga --time 1:00..1:20' 'time of the session \(m:ss\) →'
axes delta '"$one" "$two"' 'distance \(m\) →' $'delta\ts' $'speed\tkm/h' $'throttle\t%' $'brake\t%' $'gear\t'
axes map '"$one"' 'speed, km/h' '[0-9]+ m'
axes map '"$one" "$two" --of delta' 'delta, s'
axes map '"$one" --of throttle' 'throttle, %'
axes map '"$one" --of gear' gear
axes map '"$samples/track.tri"' 'height, m'
axes positions '"$race"' place 'lap →'
axes gaps '"$race"' '[0-9]+ s' 'lap →'
axes laptimes '"$race"' 'lap time \(m:ss\) →'
axes gg '"$one"' '0.4 g' accelerating braking left right
axes histogram '"$one"' $'front left\tmm/s' '20 %'
axes histogram '"$one" --columns gear,throttle' $'gear\t' $'throttle\t%' '[0-9]+ %'
axes corners '"$one"' $'speed\tkm/h.*' $'time in the corner\ts' 'corner →'
axes corners '"$one" "$two"' $'time lost and gained\ts.*' $'minimum speed\tkm/h' 'corner →'
axes surface '"$samples/scan.rld"' 'height, m' '20 m'
axes surface '"$samples/scan.rld" --of roughness' $'height\tmm' $'IRI\tm/km' 'distance \(m\) →'
axes incident '"$race"' '10 m' '.*[0-9] km/h'
axes density '"$race"' 'incidents per 100 m' '[0-9]+ m'
printf '%s\n' results laps stints >>kinds # tables, with words above each column
sh_t 0 "no other kind of plot has axes" '"$PADDOCK" help plot --json | jq -r ".choices[].name" | sort >all && sort -u kinds | diff - all'
