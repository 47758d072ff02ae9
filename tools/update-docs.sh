#!/bin/sh
# Fills tables in docs/: between <!-- fields: NAME --> and <!-- /fields --> from `paddock fields NAME --markdown`; between
# <!-- choices: VERB --> and <!-- /choices --> what the first operand of a verb may be, from `paddock help VERB --json`.
#     tools/update-docs.sh [--check] [PADDOCK]
# With --check nothing is written; a page that would change is a failure.
set -u
check=
if [ "${1:-}" = --check ]; then
    check=yes
    shift
fi
paddock=$(realpath -- "${1:-build/paddock}") || exit 1
cd "$(dirname "$0")/.." || exit 1
fresh=$(mktemp) || exit 1
trap 'rm -f "$fresh"' EXIT
export choices='.choices[] | "| `" + .name + "` | " + .takes + " | " + .meaning + " |"'

fill() {
    awk -v paddock="$paddock" '
        function complain(what) { print FILENAME ":" FNR ": " what >"/dev/stderr"; wrong = 1 }
        /^<!-- \/(fields|choices) -->/ { if (!inside) complain("ends a table that was not begun"); inside = 0 }
        !inside { print }
        /^<!-- fields: .* -->$/ {
            if (inside) complain("a table within a table")
            inside = 1
            if ($3 !~ /^[a-z0-9_.-]+$/) { complain("odd name " $3); next }
            command = "\"" paddock "\" fields " $3 " --markdown"
            lines = 0
            while ((command | getline line) > 0) {
                if (line ~ /^#/ || (lines == 0 && line == "")) continue # the page has its own headings
                print line
                lines++
            }
            if (close(command) != 0 || lines == 0) complain("no fields called " $3)
        }
        /^<!-- choices: .* -->$/ {
            if (inside) complain("a table within a table")
            inside = 1
            if ($3 !~ /^[a-z]+$/) { complain("odd name " $3); next }
            command = "\"" paddock "\" help " $3 " --json | jq -r \"$choices\""
            lines = 0
            print "| kind | takes | shows |\n|---|---|---|"
            while ((command | getline line) > 0) { print line; lines++ }
            if (close(command) != 0 || lines == 0) complain("no choices of " $3)
        }
        END {
            if (inside) complain("a table without an end")
            exit wrong
        }' "$1"
}

status=0
cases=0
for page in $(grep -rlE '^<!-- (fields|choices): ' docs README.md 2>/dev/null | sort); do
    cases=$((cases + 1))
    if ! fill "$page" >"$fresh"; then
        echo "not ok $cases - $page"
        status=1
    elif cmp -s "$fresh" "$page"; then
        echo "ok $cases - $page"
    elif [ -n "$check" ]; then
        diff -u "$page" "$fresh" | head -n 20
        echo "not ok $cases - $page: its tables are not those of the code; run make docs"
        status=1
    else
        cat "$fresh" >"$page"
        echo "ok $cases - $page: filled"
    fi
done
exit $status
