# Builds Quarry when it has to. Sourced by ./quarry, which has set ROOT, EXIT_FAILED and say().

LIBRARY=$ROOT/quarry-native/target/libquarry.so
CLI_LIB=$ROOT/quarry-cli/target/lib
BENCH_LIB=$ROOT/quarry-bench/target/lib
BENCH_JVM_LIB=$ROOT/quarry-bench-jvm/target/lib
STAMP=$ROOT/target/quarry-built
BENCH_STAMP=$ROOT/target/quarry-bench-built
BENCH_JVM_STAMP=$ROOT/target/quarry-bench-jvm-built
BUILD_LOG=$ROOT/target/quarry-build.log

# Whether a source is newer than the last build. Folders count too, so that a file taken away is
# noticed; only sources are looked at, for a build changes the folders above them.
build_is_stale() {
    [[ -e $STAMP && -e $LIBRARY && -d $CLI_LIB ]] || return 0
    local newer
    newer=$(find "$ROOT/pom.xml" "$ROOT"/quarry-{library,core,native,cli}/pom.xml \
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

# The suites are built apart: who only wants the library should not wait for them.
ensure_bench_built() {
    ensure_built
    ensure_suite_built "$BENCH_STAMP" "$BENCH_LIB" quarry-bench
}

# What this suite measures are the core's classes, so it is stale when they are. It needs no C.
ensure_bench_jvm_built() {
    ensure_suite_built "$BENCH_JVM_STAMP" "$BENCH_JVM_LIB" quarry-bench-jvm \
        quarry-{bench,jvm,core}
}

# Builds the module in $3 unless the stamp in $1 is newer than it and the modules after it; $2 is
# the folder of its libraries.
ensure_suite_built() {
    find_jdk || need_tools build
    if [[ ${QUARRY_BUILD:-} == never ]] || ! suite_is_stale "$@"; then
        return 0
    fi
    need_tools build
    mkdir -p "$ROOT/target"
    touch "$1.new"
    build_modules "$3" || exit "$EXIT_FAILED"
    mv "$1.new" "$1"
}

suite_is_stale() {
    [[ -e $1 && -d $2 ]] || return 0
    local newer module sources=()
    for module in "${@:3}"; do
        sources+=("$ROOT/$module/pom.xml" "$ROOT/$module/src/main")
    done
    newer=$(find "${sources[@]}" -newer "$1" -print -quit 2>/dev/null) || return 0
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

# What is published beside the libraries' jars: sources, Javadoc, lists of what is inside (SBOM).
# The Javadoc is put together as a site, a folder for each library.
build_site() {
    local module to
    build_modules quarry-micrometer -Psite || exit "$EXIT_FAILED"
    rm -rf "$ROOT/target/site"
    for module in core jvm micrometer; do
        to=$ROOT/target/site/quarry-$module
        mkdir -p "$to"
        cp -R "$ROOT/quarry-$module/target/reports/apidocs/." "$to"
        cp "$ROOT/quarry-$module/target/bom.json" "$to"
    done
    say "the site is in target/site"
}

# Runs Maven with the JDK found, outside any preload, its output on stdout.
maven() {
    env -u LD_PRELOAD JAVA_HOME="$JDK" \
        mvn -B -ntp -Dstyle.color=never -f "$ROOT/pom.xml" "$@" </dev/null 2>&1
}

# Packages the modules named in $1 and what they stand on, with further arguments of Maven, and one
# line of progress on stderr.
build_modules() {
    local start=$SECONDS
    say "building (the log: $BUILD_LOG)"
    if maven -Dmaven.test.skip=true -pl "$1" -am "${@:2}" package |
        build_progress "$BUILD_LOG"; then
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
