# Adds up Surefire's XML reports: names what was skipped, prints the sums, and fails when a test
# failed, was skipped, or when there was none at all.

function attribute(tag, name) {
    return match(tag, " " name "=\"[^\"]*\"") \
        ? substr(tag, RSTART + length(name) + 3, RLENGTH - length(name) - 4) : ""
}

match($0, /<testsuite [^>]*>/) {
    suite = substr($0, RSTART, RLENGTH)
    tests += attribute(suite, "tests")
    failed += attribute(suite, "failures") + attribute(suite, "errors")
    skipped += attribute(suite, "skipped")
}

match($0, /<testcase [^>]*>/) {
    testcase = substr($0, RSTART, RLENGTH)
}

/<skipped/ {
    print "skipped: " attribute(testcase, "classname") "." attribute(testcase, "name")
}

END {
    if (tests == 0) {
        print "no test ran"
    }
    printf "%d passed, %d failed, %d skipped\n", tests - failed - skipped, failed, skipped
    exit tests == 0 || failed > 0 || skipped > 0
}
