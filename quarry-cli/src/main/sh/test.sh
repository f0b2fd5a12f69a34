# Runs every module's tests and judges them. Sourced by ./quarry after build.sh.

TEST_LOG=$ROOT/target/quarry-test.log

# How much of a failure is shown; the log has the rest.
FAILURE_LINES=12

# Runs the tests with the further Maven arguments given. A skipped test counts as a failure: what a
# test needs is installed, or the run is not what it says.
run_tests() {
    mkdir -p "$ROOT/target"
    rm -rf "$ROOT"/quarry*/target/*-reports
    say "testing (the log: $TEST_LOG)"
    local start=$SECONDS passed=0
    touch "$STAMP.new"
    if maven -fae "$@" verify | test_progress "$TEST_LOG"; then
        passed=1
        mv "$STAMP.new" "$STAMP"
    fi
    judge_reports || passed=0
    printf 'quarry: %s after %d s\n' "$( ((passed)) && echo passed || echo FAILED)" \
        $((SECONDS - start))
    ((passed == 1)) || exit "$EXIT_FAILED"
}

# Copies Maven's output to the log and shows what a reader wants of it: the modules, each test class
# with its result, and of a failure the message and where it came from. On a terminal the class that
# is running stands in the last line.
test_progress() {
    local line module='' more=0
    while IFS= read -r line; do
        printf '%s\n' "$line" >&8
        case $line in
            '[INFO] Building '*' ['*)
                [[ $line =~ Building\ (.+)\ [^\ ]+\ +\[([0-9]+/[0-9]+)\] ]] || continue
                module="[${BASH_REMATCH[2]}] ${BASH_REMATCH[1]}"
                show_line "$module"
                ;;
            '[INFO] Running '*) show_running "${line#\[INFO\] Running }" ;;
            *' <<< FAILURE!' | *' <<< ERROR!')
                show_line "${line#\[ERROR\] }"
                more=$FAILURE_LINES
                ;;
            *'Tests run: '*) show_line "  ${line#\[*\] }" ;;
            '[ERROR] '*[[:graph:]]*) is_advice "$line" || show_line "$line" ;;
            '['* | '') more=0 ;;
            *)
                if ((more-- > 0)); then
                    show_line "    $line"
                fi
                ;;
        esac
    done 8>"$1"
}

# What Maven says after every failure, whatever it was.
is_advice() {
    local seen='See .*surefire-reports|See dump files|Failed to execute goal .*surefire'
    local help='\[Help|full stack|Re-run Maven|more information|After correcting|mvn <args>'
    [[ $1 =~ $seen|$help ]]
}

show_line() {
    if [[ -t 1 ]]; then
        printf '\r\e[K'
    fi
    printf '%s\n' "$1"
}

show_running() {
    if [[ -t 1 ]]; then
        printf '\r\e[K  ... %s' "$1"
    fi
}

# Adds up the reports. Fails when a test failed or was skipped, or when there was none.
judge_reports() {
    find "$ROOT"/quarry*/target/*-reports -name 'TEST-*.xml' -exec cat {} + 2>/dev/null |
        awk -f "$ROOT/quarry-cli/src/main/sh/reports.awk"
}
