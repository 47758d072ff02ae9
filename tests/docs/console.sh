#!/bin/sh
# Runs the examples of the documentation and compares what they print. In a block fenced as ```console a line that begins with "$ " is
# a command; what follows is its output, word for word; a line "..." stands for any lines. Commands run in a folder with a
# copy of samples/, with build/ first in PATH; a page's commands share it, so that one may read what another wrote.
#     console.sh SOURCE BUILD
. "$(dirname "$0")/../support/tap.sh"
source=$1
PATH=$(realpath -- "$2"):$PATH
export PATH LC_ALL=C.UTF-8 COLUMNS=80
unset PADDOCK_REAL

# "12 COMMAND" files for every command of a page: N.command, N.expected, N.line
split_page() {
    awk -v to="$2" '
        function begin(text) { n++; printf "%s\n", text >(to "/" n ".command"); printf "" >(to "/" n ".expected"); print FNR >(to "/" n ".line") }
        /^```console[ \t]*$/ { inside = 1; next }
        /^```/ { inside = 0; next }
        !inside { next }
        /^\$ / { begin(substr($0, 3)); next }
        n > 0 { print >(to "/" n ".expected") }
        END { print n + 0 >(to "/count") }' "$1"
}

# Compares with "..." lines as wildcards: each piece between them must be found in order, the first at the start, the last at the end.
matches() {
    awk '
        NR == FNR { want[++wants] = $0; next }
        { got[++gots] = $0 }
        function fits(at, from, to,   i) {
            for (i = from; i <= to; i++) if (want[i] != got[at + i - from]) return 0
            return 1
        }
        END {
            at = 1; from = 1; any = 0
            while (from <= wants + 1) {
                to = from
                while (to <= wants && want[to] != "...") to++
                last = to > wants
                size = to - from
                if (!any) {
                    if (!fits(at, from, to - 1) || gots - at + 1 < size) exit 1
                } else if (last) {
                    if (gots - size + 1 < at || !fits(gots - size + 1, from, to - 1)) exit 1
                    exit 0
                } else {
                    while (at + size - 1 <= gots && !fits(at, from, to - 1)) at++
                    if (at + size - 1 > gots) exit 1
                }
                at += size
                if (last) exit at <= gots
                any = 1
                from = to + 1
            }
        }' "$1" "$2"
}

for page in "$source"/README.md $(find "$source/docs" -name '*.md' | sort); do
    [ -f "$page" ] && grep -q '^```console' "$page" || continue
    name=${page#"$source"/}
    if grep -q '^<!-- needs DuckDB -->$' "$page" && ! paddock sql "SELECT 1" >/dev/null 2>&1; then
        tap_skip "$name" "DuckDB is not in this build"
        continue
    fi
    pieces=$scratch/pieces copy=$scratch/copy
    rm -rf "$pieces" "$copy"
    mkdir -p "$pieces" "$copy"
    cp -r "$source/samples" "$copy/"
    split_page "$page" "$pieces"
    n=0
    while [ "$n" -lt "$(cat "$pieces/count")" ]; do
        n=$((n + 1))
        # CSV lines end in CR LF; a page shows what a terminal shows
        (cd "$copy" && sh "$pieces/$n.command") 2>&1 </dev/null | tr -d '\r' >"$pieces/$n.got"
        title="$name:$(cat "$pieces/$n.line"): $(head -c 80 "$pieces/$n.command")"
        if matches "$pieces/$n.expected" "$pieces/$n.got"; then
            tap "$title" 0
        else
            diff -u "$pieces/$n.expected" "$pieces/$n.got" | sed 's/^/  /' | head -n 60
            tap "$title" 1
        fi
    done
done
[ "$tap_cases" -gt 0 ] || tap_skip "console examples" "no page has any yet"
tap_end
