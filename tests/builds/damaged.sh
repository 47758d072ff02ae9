#!/bin/sh
# Damaged files are the same everywhere: another build of the command says of each what this one says, byte for byte: status, code, place,
# message, findings.    damaged.sh PADDOCK OTHER [few]
# The files are those kept in golden/ and fuzz/finds, fuzz/make-seeds.sh's, and cuts and broken bytes of these.
. "$(dirname "$0")/../support/tap.sh"
here=$(realpath -- "$1") other=$(realpath -- "$2") few=${3:-}
top=$(cd "$(dirname "$0")/../.." && pwd)
mkdir "$scratch/files" && cd "$scratch/files" || exit 1
export LC_ALL=C.UTF-8 NO_COLOR=1

"$top/fuzz/make-seeds.sh" "$here" "$scratch/seeds" >/dev/null 2>&1
number=0
add() { number=$((number + 1)) && cp "$1" "$number"; } # short names: a command line of Windows has its limits
for file in "$top"/tests/golden/*/bad/* "$top"/tests/golden/*/ok/* "$top"/fuzz/finds/*/* "$scratch"/seeds/*/*; do
    case $file in *.expect | *.info | *.md) ;; *) add "$file" ;; esac
done
whole=$number
[ "$whole" -gt 300 ]
tap "there are files to try" $?

# Cut, and with broken bytes, at places that the file's own number and size choose.
for file in $(seq "$whole"); do
    size=$(wc -c <"$file")
    [ "$size" -gt 16 ] || continue
    for part in 1 3 7; do
        number=$((number + 1))
        head -c $((size * part / 8)) "$file" >$number
        number=$((number + 1))
        cp "$file" $number
        printf '\377\377\177\000' | dd of=$number bs=1 seek=$(((file * 7919 + part * 104729) % (size - 4))) conv=notrunc status=none
    done
done
[ -z "$few" ] || for file in $(seq "$number"); do [ $((file % 8)) -eq 0 ] || rm "$file"; done

# said PROGRAM: what it says of all files, some hundred at a time, each way of asking in turn
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
