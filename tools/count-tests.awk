# Counts test cases in CTest's LastTest.log: those of cmocka programs, and the "ok", "not ok", "PASS" and "FAIL" lines of
# scripts. A test that prints none of these counts as one case. Ends with "N passed, N failed, N skipped"; fails when one
# failed or nothing ran.
#
# A program that failed without a failed case of its own (it crashed, or ran out of time) counts as one failure.
#
# A test that a second log has too counts as it went there.
#
# Before the counts comes a block for each failed test ("failed: NAME", then indented lines): its failed cases with the lines
# printed around each; of a test that ended without one, its last lines. .ci/run repeats these blocks at its end.

BEGIN { CASES = 20; LINES = 6 }

function show(line) { block = block "    " substr(line, 1, 300) "\n" }

# The last lines since a case passed.
function show_recent(    i) {
    for (i = recent > LINES ? recent - LINES + 1 : 1; i <= recent; i++) show("| " lines[i % LINES])
    recent = 0
}

function passed_case() { recent = 0; after = 0 }

function failed_case() {
    if ($0 in known) return
    known[$0] = 1
    if (++case_count <= CASES) {
        show_recent()
        show($0)
        after = LINES
    } else after = 0
}

function forget(test) {
    passed -= goods[test]; failed -= bads[test]; skipped -= lefts[test]
    delete blocks[test]
}

function close_test() {
    if (name == "") return
    if (how == "failed" && bad == 0) bad = 1
    if (how == "skipped" && good + bad + left == 0) left = 1
    if (how == "passed" && good + bad + left == 0) good = 1
    if (name in goods) { # it ran again: this run counts
        if (bad == 0 && bads[name] > 0) print "passed only when it ran again, alone: " name
        forget(name)
    }
    goods[name] = good; bads[name] = bad; lefts[name] = left
    passed += good; failed += bad; skipped += left
    if (bad > 0) {
        if (case_count == 0) show_recent()
        if (case_count > CASES) show("... and " case_count - CASES " more")
        order[++blocked] = name
        blocks[name] = "failed: " name "\n" block
    }
    name = ""
}

/^[0-9]+\/[0-9]+ Testing: / {
    close_test()
    name = $3; how = "failed"; good = 0; bad = 0; left = 0
    block = ""; case_count = 0; recent = 0; after = 0
    split("", known)
    if (absent != "") { bad = 1; show("| " absent) } # CTest's log says "Test Passed." of it
    absent = ""
    next
}
/^Unable to find executable: / { absent = $0; next }
/^<end of output>$/ { after = 0; next }
/^(Command|Directory|Output):|^"[^"]*" (start time|end time|time elapsed): |^[0-9]+\/[0-9]+ Test: |^Test time = |^End testing: |^---------+$/ { next }
# cmocka says its counts on standard error, which may come after half a line of standard output.
/\[  (PASSED |FAILED |SKIPPED) \] [0-9]+ test\(s\)/ {
    match($0, /\[  (PASSED |FAILED |SKIPPED) \] [0-9]+/)
    split(substr($0, RSTART, RLENGTH), word, " ")
    if (word[2] == "PASSED") good += word[4]
    else if (word[2] == "FAILED") bad += word[4]
    else left += word[4]
    after = 0
    next
}
match($0, /\[  FAILED  \] [a-z_0-9]+$/) { $0 = substr($0, RSTART); failed_case(); after = 0; next }
/\[ RUN      \] |\[       OK \] |\[  SKIPPED \] / { passed_case(); next }
/^ok .*# SKIP/ { left++; reasons[++reason_count] = name ": " $0; passed_case(); next }
/^SKIP / { left++; reasons[++reason_count] = name ": " $0; passed_case(); next }
/^(ok|PASS) / { good++; passed_case(); next }
/^(not ok|FAIL) / { bad++; failed_case(); next }
/^SKIPPED: / { if (!($0 in seen)) { seen[$0] = 1; reasons[++reason_count] = substr($0, 10) } next }
/^Test Passed\.$/ { how = "passed"; next }
/^Test Skipped/ { how = "skipped"; next }
/^Test Failed/ { how = "failed"; next }
NF && after > 0 { show("| " $0); after--; next }
NF { lines[++recent % LINES] = $0 }

END {
    close_test()
    for (i = 1; i <= reason_count; i++) print "skipped: " reasons[i]
    for (i = 1; i <= blocked; i++) if (order[i] in blocks) { printf "%s", blocks[order[i]]; delete blocks[order[i]] }
    printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped
    exit failed > 0 || passed == 0
}
