# Counts test cases in CTest's LastTest.log: those of cmocka programs, and the "ok", "not ok", "PASS" and "FAIL" lines of
# scripts. A test that prints none of these counts as one case. Ends with "N passed, N failed, N skipped"; fails when one
# failed or nothing ran.
#
# A program that failed without a failed case of its own (it crashed, or ran out of time) counts as one failure.

function close_test() {
    if (name == "") return
    if (how == "failed" && bad == 0) bad = 1
    if (how == "skipped" && good + bad + left == 0) left = 1
    if (how == "passed" && good + bad + left == 0) good = 1
    passed += good; failed += bad; skipped += left
    if (bad > 0) names = names "\n  failed: " name
    name = ""
}

/^[0-9]+\/[0-9]+ Testing: / {
    close_test()
    name = $3; how = "failed"; good = 0; bad = 0; left = 0
    next
}
# cmocka says its counts on standard error, which may land behind half a line of standard output.
/\[  (PASSED |FAILED |SKIPPED) \] [0-9]+ test\(s\)/ {
    match($0, /\[  (PASSED |FAILED |SKIPPED) \] [0-9]+/)
    split(substr($0, RSTART, RLENGTH), word, " ")
    if (word[2] == "PASSED") good += word[4]
    else if (word[2] == "FAILED") bad += word[4]
    else left += word[4]
    next
}
/^ok .*# SKIP/ { left++; reasons[++reason_count] = name ": " $0; next }
/^SKIP / { left++; reasons[++reason_count] = name ": " $0; next }
/^(ok|PASS) / { good++; next }
/^(not ok|FAIL) / { bad++; next }
/^SKIPPED: / { if (!($0 in seen)) { seen[$0] = 1; reasons[++reason_count] = substr($0, 10) } next }
/^Test Passed\.$/ { how = "passed"; next }
/^Test Skipped/ { how = "skipped"; next }
/^Test Failed/ { how = "failed"; next }

END {
    close_test()
    for (i = 1; i <= reason_count; i++) print "skipped: " reasons[i]
    if (names != "") print substr(names, 2)
    printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped
    exit failed > 0 || passed == 0
}
