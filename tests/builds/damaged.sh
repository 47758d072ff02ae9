#!/bin/sh
# Damaged files are the same everywhere: another build of the command says about each what this one says, byte for byte: status, code,
# place,
# message, findings.    damaged.sh PADDOCK OTHER
# The files: damaged-files.sh
. "$(dirname "$0")/../support/tap.sh"
here=$(realpath -- "$1") other=$(realpath -- "$2")
export LC_ALL=C.UTF-8 NO_COLOR=1
"$(dirname "$0")/damaged-files.sh" "$here" "$scratch/files"
tap "there are files to try" $?
cd "$scratch/files" || exit 1

# said PROGRAM: what it says about all files, some hundred at a time, each way of asking in turn
said() {
    for how in "info --json" "check --json --level full" "check --partial"; do
        # shellcheck disable=SC2086 # words of a command
        ls | sort -n | xargs -n 400 sh -c '"$@" </dev/null; echo "exit $?"' - "$1" $how 2>&1
    done
}
said "$here" >"$scratch/here" && said "$other" >"$scratch/other"
grep -q '"code":' "$scratch/here"
tap "some cannot be read" $?
cmp -s "$scratch/here" "$scratch/other"
same=$?
[ $same -eq 0 ] || diff "$scratch/here" "$scratch/other" | cut -c 1-400 | head -n 20 | sed 's/^/  /'
echo "# $(ls | wc -l) files, three ways: $(wc -l <"$scratch/here") lines"
tap "the same of each of them" $same
tap_end
