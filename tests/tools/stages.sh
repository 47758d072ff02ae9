#!/bin/bash
# What a run of the tests says at its end: each failed case by name, counts of all stages, and what was done before.    stages.sh TOP
. "$(dirname "$0")/../support/tap.sh"
top=$(realpath "$1")
cd "$top" || exit 1

# As CTest logs: a cmocka program, a script, a program that crashed, one that is not there.
ruler=----------------------------------------------------------
tested() { # NUMBER NAME OUTCOME, output on standard input
    printf '%s/4 Testing: %s\n%s/4 Test: %s\nCommand: "x"\nOutput:\n%s\n' "$1" "$2" "$1" "$2" "$ruler"
    cat
    printf '<end of output>\nTest time =   0.00 sec\n%s\nTest %s.\n"%s" end time: Nov\n%s\n' "$ruler" "$3" "$2" "$ruler"
}
{
    tested 1 test_a Failed <<<$'[ RUN      ] good\n[       OK ] good\n[ RUN      ] bad\n[  ERROR   ] --- 1 != 2\n[  FAILED  ] bad
[==========] 2 test(s) run.\n[  PASSED  ] 1 test(s).\n[  FAILED  ] 1 test(s), listed below:\n[  FAILED  ] bad'
    tested 2 script Failed <<<$'ok 1 - first\nwhy it fails\nnot ok 2 - second\nok 3 - third'
    tested 3 crashes Failed <<<$'the last words'
    echo 'Unable to find executable: nowhere'
    tested 4 absent Passed </dev/null
} >"$scratch/log"
awk -f tools/count-tests.awk "$scratch/log" >"$scratch/said"
[ $? -eq 1 ]
tap "failed tests fail the run" $?
cmp -s "$scratch/said" - <<'EOF'
failed: test_a
    | [  ERROR   ] --- 1 != 2
    [  FAILED  ] bad
failed: script
    | why it fails
    not ok 2 - second
failed: crashes
    | the last words
failed: absent
    | Unable to find executable: nowhere
3 passed, 4 failed, 0 skipped
EOF
same=$?
[ $same -eq 0 ] || sed 's/^/  /' "$scratch/said"
tap "each has a block with its failed cases" $same
{
    tested 2 script Passed <<<$'ok 1 - first\nok 2 - second\nok 3 - third'
    tested 3 crashes Failed <<<$'the last words'
} >"$scratch/again"
awk -f tools/count-tests.awk "$scratch/log" "$scratch/again" >"$scratch/counted"
[ $? -eq 1 ] && [ "$(tail -n 1 "$scratch/counted")" = '4 passed, 3 failed, 0 skipped' ] && grep -qx 'passed only when it ran again, alone: script' "$scratch/counted" &&
    ! grep -q '^failed: script' "$scratch/counted" && [ "$(grep -c '^failed: crashes' "$scratch/counted")" -eq 1 ]
tap "of a test that ran twice the second run counts, and it is named where only that passed" $?

run() { # STATUS_OF_THE_SECOND: three stages, two of which may fail
    stamps=$scratch/stamps bash -c '
        . tools/stages.sh
        stage first echo "3 passed, 0 failed, 1 skipped"
        stage second sh -c "cat $0; exit $1"
        stage third sh -c "echo no such compiler; exit $1"
        finish' "$scratch/said" "$1" >"$scratch/run"
}
mkdir "$scratch/stamps"
run 1
[ $? -eq 1 ] && [ "$(tail -n 1 "$scratch/run")" = '6 passed, 5 failed, 1 skipped' ]
tap "the last line counts all stages" $?
sed -n '/^== stages/,$p' "$scratch/run" >"$scratch/end"
grep -qx '    not ok 2 - second' "$scratch/end" && grep -qx '    | no such compiler' "$scratch/end" && grep -q '^   first: 3 passed' "$scratch/end"
tap "what failed is at the end, also of a stage that did not build" $?
echo '4 passed, 0 failed, 0 skipped' >"$scratch/said"
run 0
grep -qx '   finished in a run before: 3 passed, 0 failed, 1 skipped' "$scratch/run" && [ "$(ls "$scratch/stamps" | tr '\n' ' ')" = 'first second ' ] &&
    [ "$(tail -n 1 "$scratch/run")" = '7 passed, 1 failed, 1 skipped' ]
tap "a stage that passed is not run again; what has no counts never passed" $?
tap_end
