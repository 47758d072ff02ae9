#!/bin/sh
# Makes the golden files: small generated ones in ok/, patched copies in bad/, with what is wrong in a line each. Run it when a format is
# added or its generator changes, then look at the diff of   tests/golden/run.sh build/paddock --update
#     tests/golden/make.sh [PADDOCK [FORMAT...]]
set -eu
paddock=$(realpath -- "${1:-build/paddock}")
[ $# -eq 0 ] || shift
here=$(cd "$(dirname "$0")" && pwd)
wanted=$*

# wants ID ABILITY: begins a format; false when it is not asked for or this build cannot.
wants() {
    id=$1
    case " ${wanted:-$id} " in *" $id "*) ;; *) return 1 ;; esac
    "$paddock" formats --json | jq -e --arg id "$id" --arg can "$2" '.formats[] | select(.id == $id) | .[$can]' >/dev/null || return 1
    rm -rf "${here:?}/$id"
    mkdir -p "$here/$id/ok" "$here/$id/bad"
    cd "$here/$id"
}

good() {
    name=$1
    shift
    "$paddock" synth "$id" "ok/$name" "$@"
}

# bad NAME SOURCE: a copy to be changed by the lines after it.
bad() {
    name=$1
    cp "ok/$2" "bad/$1"
}

# patch OFFSET BYTE...: hexadecimal bytes over those at OFFSET of the copy.
patch() {
    at=$1
    shift
    for byte; do printf "\\$(printf '%03o' "0x$byte")"; done | dd of="bad/$name" bs=1 seek="$at" conv=notrunc status=none
}

cut_to() {
    head -c "$1" "bad/$name" >"bad/cut" && mv "bad/cut" "bad/$name"
}

append() { printf '%s' "$1" >>"bad/$name"; }

# by_hand FOLDER/NAME BYTE...: a file of hexadecimal bytes.
by_hand() {
    file=$1
    shift
    for byte; do printf "\\$(printf '%03o' "0x$byte")"; done >"$file"
}

# Ends a format whose smallest file is not small: what is over 32 kB is packed, which Paddock sees through.
squeeze() { find ok bad -type f -size +32k -exec gzip -9n {} +; }

for script in "$here"/make/*.sh; do
    # shellcheck disable=SC1090 # a file per format
    . "$script"
done
