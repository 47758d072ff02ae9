#!/bin/sh
# Rooms use what tools/arrows.txt allows, and a list that says otherwise fails.
#     arrows.sh SOURCE BUILD
. "$(dirname "$0")/../support/tap.sh"
arrows=$1/tools/arrows.sh list=$1/tools/arrows.txt build=$2

tap_run "rooms use what the list allows" "$arrows" "$build"

# refused RULE CHANGE: with the list changed so, this rule fails.
refused() {
    sed "$2" "$list" >"$scratch/list"
    if cmp -s "$list" "$scratch/list"; then
        tap "the list can be changed by $2" 1
        return
    fi
    "$arrows" "$build" "$scratch/list" >"$scratch/answer"
    grep -q "^not ok [0-9]* - $1" "$scratch/answer"
    tap "refused: $2 ($1)" $?
}
refused "rooms include" 's/^plot: base /plot: /'
refused "rooms call" 's/ public.motion / /'
refused "every arrow" 's/^raf: /raf: png /'
refused "no room may use one of a higher" 's/^model: /model: surface /'
refused "no rooms use each other" 's/^io: /io: json /'
refused "each room has a line" '/^track:/d'
refused "docs" 's/^layout: base /layout: base platform /'

tap_end
