# What the cases are made of. A case begins with `t STATUS "what" command...`, which runs the command and looks at its
# exit status; expectations about its output follow. The last word is at the next `t`, or at the end.
. "$TOP/tests/support/await.sh"
out=out.txt err=err.txt
case_name= case_failed=0 any_failed=0 passed=0 failed=0 skipped=0
# Under sanitizers half of a short call is the search for leaks at its end: with PADDOCK_SWEEP=N it is made in every Nth case.
search_leaks() {
    local every=${PADDOCK_SWEEP:-1}
    [ "$every" -gt 1 ] && [ $(((passed + failed) % every)) -ne 0 ]
    export ASAN_OPTIONS=detect_leaks=$?
}
search_leaks

close_case() {
    [ -n "$case_name" ] || return 0
    if [ "$case_failed" -eq 0 ]; then
        passed=$((passed + 1)) && echo "PASS $TOPIC: $case_name"
    else
        failed=$((failed + 1)) && any_failed=1 && echo "FAIL $TOPIC: $case_name"
    fi
    case_name=
}
complain() {
    case_failed=1
    echo "     $*"
}
t() {
    close_case
    local wanted=$1
    case_name=$2 case_failed=0
    search_leaks
    shift 2
    "$@" >$out 2>$err </dev/null
    local status=$?
    [ "$status" -eq "$wanted" ] || complain "exit status $status, wanted $wanted: $*: $(head -c 500 $err)"
    # A crash is never what was wanted.
    ! grep -q 'AddressSanitizer\|runtime error' $err || complain "$(head -c 2000 $err)"
}
sh_t() { # the same for a shell line, in which $PADDOCK is the command
    local wanted=$1 name=$2
    shift 2
    t "$wanted" "$name" bash -c "$*"
}
skip() {
    close_case
    skipped=$((skipped + 1))
    echo "SKIP $TOPIC: $1"
}
shown() { head -c 600 "$1"; }
out_is() { printf '%s\n' "$1" | cmp -s - $out || complain "standard output is: $(shown $out)"; }
err_is() { printf '%s\n' "$1" | cmp -s - $err || complain "standard error is: $(shown $err)"; }
out_has() { grep -qF -- "$1" $out || complain "standard output lacks \"$1\": $(shown $out)"; }
err_has() { grep -qF -- "$1" $err || complain "standard error lacks \"$1\": $(shown $err)"; }
out_lacks() { ! grep -qF -- "$1" $out || complain "standard output has \"$1\""; }
err_lacks() { ! grep -qF -- "$1" $err || complain "standard error has \"$1\""; }
out_empty() { [ ! -s $out ] || complain "standard output is not empty: $(shown $out)"; }
err_empty() { [ ! -s $err ] || complain "standard error is not empty: $(shown $err)"; }
out_lines() { [ "$(wc -l <$out)" -eq "$1" ] || complain "standard output has $(wc -l <$out) lines, wanted $1"; }
# A jq program over the output must come out as this.
json() {
    local got
    got=$(jq -c "$1" $out 2>&1)
    [ "$got" = "$2" ] || complain "jq '$1' gives $got, wanted $2"
}
no_file() { [ ! -e "$1" ] || complain "$1 is there"; }
has_file() { [ -s "$1" ] || complain "$1 is missing or empty"; }
# Nothing half-written stays behind.
only_files() { [ "$(ls -A | grep -v '^\(out\|err\)\.txt$' | tr '\n' ' ')" = "$* " ] || complain "files are: $(ls -A | tr '\n' ' ')"; }
lap() { "$PADDOCK" synth raf "${1:-lap.raf}" --seconds "${2:-5}" || exit 1; }
# poke FILE OFFSET 'BYTES as printf writes them'
poke() { printf "$3" | dd of="$1" bs=1 seek="$2" conv=notrunc status=none; }
# `thinned || continue` in a loop over like cases: every fourth is tried, or every Nth of PADDOCK_SWEEP=N; 1 is all.
turn=0
thinned() { turn=$((turn + 1)) && [ $((turn % ${PADDOCK_SWEEP:-4})) -eq 0 ]; }
# `large FILE || continue` in a loop over files, of which real ones take scripts seconds: of these every Nth where PADDOCK_SWEEP=N thins.
large() { [ "${PADDOCK_SWEEP:-1}" -le 1 ] || [ "${1#*/real/}" = "$1" ] || thinned; }
finish() {
    close_case
    return $any_failed
}
