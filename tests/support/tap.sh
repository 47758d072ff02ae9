# What the shell tests share: one line a case, "ok" or "not ok" first, and a folder that is deleted at the end.
# A script begins with   . "$(dirname "$0")/../support/tap.sh"   and ends with   tap_end.

tap_cases=0
tap_failures=0
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT

# tap NAME STATUS: a case that passed when STATUS is 0.
tap() {
    tap_cases=$((tap_cases + 1))
    if [ "$2" -eq 0 ]; then
        printf "ok %d - %s\n" "$tap_cases" "$1"
    else
        tap_failures=$((tap_failures + 1))
        printf "not ok %d - %s\n" "$tap_cases" "$1"
    fi
}

# tap_run NAME COMMAND...: a case that passes when the command does; its output is shown when not.
tap_run() {
    tap_name=$1
    shift
    "$@" >"$scratch/tap.log" 2>&1
    tap_status=$?
    [ "$tap_status" -eq 0 ] || sed 's/^/  /' "$scratch/tap.log"
    tap "$tap_name" "$tap_status"
}

tap_skip() {
    tap_cases=$((tap_cases + 1))
    printf "ok %d - %s # SKIP %s\n" "$tap_cases" "$1" "$2"
}

tap_end() {
    [ "$tap_cases" -gt 0 ] || echo "not ok 0 - no case ran"
    [ "$tap_cases" -gt 0 ] && [ "$tap_failures" -eq 0 ]
    exit
}
