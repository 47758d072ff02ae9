#!/bin/sh
# What the command says about damaged files never has a number that printf could not write: C libraries and compilers write nan and -nan as they
#     like. damaged_words.sh PADDOCK
# The files: damaged-files.sh, and these with a NaN or an infinity among their bytes.
. "$(dirname "$0")/../support/tap.sh"
paddock=$(realpath -- "$1")
export LC_ALL=C.UTF-8 NO_COLOR=1
"$(dirname "$0")/damaged-files.sh" "$paddock" "$scratch/files"
tap "there are files to try" $?
cd "$scratch/files" || exit 1
python3 - <<'PYTHON'
import os
patterns = [bytes.fromhex(text) for text in ("0000c07f", "000000000000f87f", "0000807f", "000000000000f0ff", "ffff7f7f", "ffffffffffffefff")]
for name in sorted(os.listdir("."), key=int):
    content = open(name, "rb").read()
    if not 64 < len(content) < 100000:
        continue
    for turn in range(sum(content) % 2, len(patterns), 2):
        pattern = patterns[turn]
        place = (sum(content) * 31 + turn * 7919) % (min(len(content), 700) - 8) // 4 * 4
        open(f"{name}0{turn}", "wb").write(content[:place] + pattern + content[place + len(pattern):])
PYTHON
for how in "info" "check --level full"; do
    # shellcheck disable=SC2086 # words of a command
    ls | sort -n | xargs -n 400 sh -c '"$@" </dev/null' - "$paddock" $how
done >"$scratch/said" 2>&1
grep -q 'is not a number' "$scratch/said"
tap "some hold what is not a number" $?
grep -a -n -E -- '(^|[^.a-zA-Z])(nan|inf)([^a-z]|$)' "$scratch/said" | cut -c 1-200 | head -n 10 >"$scratch/bad"
sed 's/^/  /' "$scratch/bad"
[ ! -s "$scratch/bad" ]
tap "no sentence has a number that is none" $?
tap_end
