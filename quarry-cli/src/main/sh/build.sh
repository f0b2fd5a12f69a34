# Builds Quarry when it has to. Sourced by ./quarry, which has set ROOT, EXIT_FAILED and say().

LIBRARY=$ROOT/quarry-native/target/libquarry.so
CLI_LIB=$ROOT/quarry-cli/target/lib
BENCH_LIB=$ROOT/quarry-bench/target/lib
STAMP=$ROOT/target/quarry-built
BENCH_STAMP=$ROOT/target/quarry-bench-built
BUILD_LOG=$ROOT/target/quarry-build.log

# Whether a source is newer than the last build. Folders count too, so that a file taken away is
# noticed; only sources are looked at, for a build changes the folders above them.
build_is_stale() {
    [[ -e $STAMP && -e $LIBRARY && -d $CLI_LIB ]] || return 0
    local newer
    newer=$(find "$ROOT/pom.xml" "$ROOT"/quarry-{core,native,cli}/pom.xml \
        "$ROOT"/quarry-{core,native,cli}/src -path '*/src/test' -prune \
        -o -newer "$STAMP" -print -quit 2>/dev/null) || return 0
    [[ -n $newer ]]
}

# Builds unless what is there is up to date. QUARRY_BUILD=never is for the tests, which run inside
# a build and must not start another one.
ensure_built() {
    [[ ${QUARRY_BUILD:-} != never ]] || return 0
    build_is_stale || return 0
    build_now
}

# The suite is built apart: who only wants the library should not wait for it.
ensure_bench_built() {
    ensure_built
    find_jdk || need_tools build
    if [[ ${QUARRY_BUILD:-} == never ]] || ! bench_is_stale; then
        return 0
    fi
    need_tools build
    touch "$BENCH_STAMP.new"
    build_modules quarry-bench || exit "$EXIT_FAILED"
    mv "$BENCH_STAMP.new" "$BENCH_STAMP"
}

bench_is_stale() {
    [[ -e $BENCH_STAMP && -d $BENCH_LIB ]] || return 0
    local newer
    newer=$(find "$ROOT"/quarry-bench/{pom.xml,src/main} -newer "$BENCH_STAMP" \
        -print -quit 2>/dev/null) || return 0
    [[ -n $newer ]]
}

build_now() {
    need_tools build
    mkdir -p "$ROOT/target"
    # Two first uses at once build once: the second waits, and then finds everything done.
    (
        if type -P flock >/dev/null; then
            flock 9
        fi
        if [[ ${1:-} == always ]] || build_is_stale; then
            local began="$STAMP.new"
            touch "$began"
            build_modules quarry-native,quarry-cli || exit "$EXIT_FAILED"
            # The build's time is its beginning: a source saved meanwhile is newer.
            mv "$began" "$STAMP"
        fi
    ) 9>"$ROOT/target/quarry-build.lock" || exit "$EXIT_FAILED"
}

# Runs Maven with the JDK found, outside any preload, its output on stdout.
maven() {
    env -u LD_PRELOAD JAVA_HOME="$JDK" \
        mvn -B -ntp -Dstyle.color=never -f "$ROOT/pom.xml" "$@" </dev/null 2>&1
}

# Packages the modules named and what they stand on, with one line of progress on stderr.
build_modules() {
    local start=$SECONDS
    say "building (the log: $BUILD_LOG)"
    if maven -Dmaven.test.skip=true -pl "$1" -am package | build_progress "$BUILD_LOG"; then
        say "built in $((SECONDS - start)) s"
        return 0
    fi
    say "the build failed; from $BUILD_LOG:"
    grep -E '^\[ERROR\]|error:' "$BUILD_LOG" | head -n 20 >&2
    return 1
}

# Copies Maven's output to the log; on a terminal one line tells how far it is.
build_progress() {
    local line where=''
    while IFS= read -r line; do
        printf '%s\n' "$line" >&8
        if [[ -t 2 && $line =~ Building\ (.+)\ [^\ ]+\ +\[([0-9]+/[0-9]+)\] ]]; then
            where="[${BASH_REMATCH[2]}] ${BASH_REMATCH[1]}"
            printf '\r\e[Kquarry: %s' "$where" >&2
        fi
    done 8>"$1"
    [[ -z $where ]] || printf '\r\e[K' >&2
}
