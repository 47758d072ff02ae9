#!/bin/bash
# The comparison with the second reader finds what our side loses, also in a file that has a warning about something else: the command is
# run through a script that takes a property, a column's values or a row out of its answer.    can_fail.sh PADDOCK FOLDER
. "$(dirname "$0")/../support/tap.sh"
here=$(cd "$(dirname "$0")" && pwd)
export PADDOCK=$(realpath "$1")
mkdir -p "$2" && folder=$(cd "$2" && pwd)

# worse WHAT FILTER: the command whose `WHAT` goes through the filter
worse() {
    printf '#!/bin/bash\nset -o pipefail\nif [ "$1" = %s ]; then "$PADDOCK" "$@" | %s; else exec "$PADDOCK" "$@"; fi\n' "$1" "$2" >"$folder/worse"
    chmod +x "$folder/worse"
}
# finds NAME PATTERN: a lap with bytes after its end, of which `check` warns, is different, and so is the whole one
finds() {
    python3 -B "$here/run.py" "$folder/worse" "$folder/files" --mutations 1 --largest 100000 --only 'tests/golden/raf/ok/lap.raf' >"$scratch/out"
    local status=$?
    [ $status -eq 1 ] && grep -q "^not ok - tests/golden/raf/ok/lap.raf: $2" "$scratch/out" &&
        grep -q "^not ok - tests/golden/raf/ok/lap.raf@more-[0-9a-f]*: $2" "$scratch/out" || { cat "$scratch/out"; false; }
    tap "$1" $?
}
worse none cat
python3 -B "$here/run.py" "$folder/worse" "$folder/files" --mutations 1 --largest 100000 --only 'tests/golden/raf/ok/lap.raf' >"$scratch/out"
tap "nothing is found where nothing is lost" $?
worse info "sed 's/\"car\":\"[^\"]*\",//'"
finds "a property that ours lost" "car property: ours 'missing'"
worse table "awk -F, -v OFS=, 'NR > 1 { \$NF = \"\" } { print }'"
finds "values of a column that ours lost" "[a-z]*[.][a-z_]*.0. ([0-9]* times): ours None"
worse table "sed '\$d'"
finds "a row that ours lost" "[a-z]* rows: ours"
tap_end
