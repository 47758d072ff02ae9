# What .ci/run and tools/test-all.sh share: stages, each a make target that ends with "N passed, N failed, N skipped", and one sum at the end.
# . tools/stages.sh from the top of the project, then `stage NAME COMMAND...` for each, then `finish`.
# With a folder in `stamps`, a stage that passed leaves a file there, and is not run again.
set -uo pipefail
exec </dev/null
logs=$(mktemp -d) || exit 1
trap 'rm -rf "$logs"' EXIT
: >"$logs/failures"
: >"$logs/ran"
stamps=${stamps:-}
passed=0 failed=0 skipped=0

# What failed in a stage, for the end of the run: the blocks that tools/count-tests.awk prints of each failed test; the last lines of a stage
# that has none of them (it did not build, say).
note_failures() {
    local blocks
    echo "== $1 failed"
    blocks=$(awk '/^failed: / { on = 1; print; next } on && /^    / { print; next } { on = 0 }' "$logs/$1")
    if [[ -n $blocks ]]; then head -n 200 <<<"$blocks"; else tail -n 25 "$logs/$1" | cut -c 1-300 | sed 's/^/    | /'; fi
}

# counts LINE: adds the counts of a closing line; false when it is none.
counts() {
    [[ $1 =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed,\ ([0-9]+)\ skipped$ ]] || return 1
    passed=$((passed + BASH_REMATCH[1]))
    failed=$((failed + BASH_REMATCH[2]))
    skipped=$((skipped + BASH_REMATCH[3]))
}

# Into `worked`: the seconds of processor time of all that this shell waited for (not in a subshell, which has waited for nothing).
processor_seconds() {
    times >"$logs/times"
    worked=$(awk 'NR == 2 { for (i = 1; i <= NF; i++) { split($i, part, /[ms]/); sum += part[1] * 60 + part[2] } printf "%.0f", sum }' "$logs/times")
}

# A stage whose command ends without counts, or with status 1 and none failed, counts as a failure.
stage() {
    local name=$1 before=$failed began=$SECONDS worked worked_before status line
    processor_seconds
    worked_before=$worked
    shift
    echo "== $name"
    if [[ -n $stamps && -s $stamps/$name ]] && counts "$(<"$stamps/$name")"; then
        echo "   finished in a run before: $(<"$stamps/$name")"
        echo "$name: $(<"$stamps/$name"), in a run before" >>"$logs/ran"
        return
    fi
    "$@" 2>&1 | tee "$logs/$name" | sed -E 's/^([0-9]+ passed, [0-9]+ failed)/   \1/'
    status=${PIPESTATUS[0]}
    line=$(grep -E '^[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped$' "$logs/$name" | tail -n 1)
    if ! counts "$line"; then
        echo "   $name ended before its tests did (status $status)"
        failed=$((failed + 1))
    elif [[ $status -ne 0 && $failed -eq $before ]]; then
        failed=$((failed + 1))
    fi
    need_real "$name"
    processor_seconds
    echo "$name: ${line:-no counts}, $((SECONDS - began)) s, $((worked - worked_before)) s of processor time" >>"$logs/ran"
    if [[ $failed -ne $before ]]; then note_failures "$name" >>"$logs/failures"
    elif [[ -n $stamps ]]; then echo "$line" >"$stamps/$name"; fi
}

# leave_out NAME WHY
leave_out() {
    echo "== $1: left out, $2"
    echo "$1: left out, $2" >>"$logs/ran"
}

# Where there are real files, no test may do without one that tests/real-files.txt lists: those are expected. A test may know more.
expects_real=false
if [[ -n ${PADDOCK_REAL:-} || -d ../shared/real ]]; then expects_real=true; fi
need_real() {
    $expects_real || return 0
    local absent
    absent=$(sed -nE 's/^skipped: .*the real file ([^ ]+) is not here.*/\1/p' "$logs/$1" | sort -u | grep -Fxf tests/real-files.txt)
    [[ -n $absent ]] || return 0
    echo "   $1: these real files are expected in ${PADDOCK_REAL:-../shared/real}, and are not there:" $absent | tee -a "$logs/failures"
    failed=$((failed + 1))
}

# What ran, and how long; what failed; one line of counts.
finish() {
    echo "== stages"
    sed 's/^/   /' "$logs/ran"
    cat "$logs/failures"
    echo "$passed passed, $failed failed, $skipped skipped"
    [[ $failed -eq 0 && $passed -gt 0 ]]
}
