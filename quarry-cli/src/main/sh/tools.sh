# Finds the tools that building Quarry takes, says which are missing, installs them when asked.
# Sourced by ./quarry, which has set ROOT, EXIT_TOOLS and say().

JDK_WANTED=25

# Prints the major version of the JDK at $1; fails when it is none. The file "release" is read
# first, since starting a JVM for the question would cost more than everything else here.
jdk_version() {
    [[ -x $1/bin/java && -x $1/bin/javac ]] || return 1
    local line
    if [[ -r $1/release ]]; then
        while IFS= read -r line; do
            if [[ $line =~ ^JAVA_VERSION=\"?([0-9]+) ]]; then
                printf '%s\n' "${BASH_REMATCH[1]}"
                return 0
            fi
        done <"$1/release"
    fi
    line=$("$1/bin/java" -version 2>&1) || return 1
    [[ $line =~ version\ \"([0-9]+) ]] && printf '%s\n' "${BASH_REMATCH[1]}"
}

# Prints the home of the `java` on PATH. Version managers put a script there instead of a link:
# then java itself is asked.
path_jdk() {
    local java home
    java=$(type -P java) || return 1
    home=$(readlink -f -- "$java")
    home=${home%/bin/java}
    if [[ ! -x $home/bin/javac ]]; then
        home=$("$java" -XshowSettings:properties -version 2>&1 |
            sed -n 's/^ *java\.home = //p') || return 1
    fi
    [[ -n $home ]] && printf '%s\n' "$home"
}

# Sets JDK to the first JDK that is new enough: JAVA_HOME, PATH, then the usual folder. On failure
# JDK_SEEN tells what was looked at, a line each.
find_jdk() {
    JDK='' JDK_SEEN=''
    local home jvms=${QUARRY_JVMS:-/usr/lib/jvm}
    if [[ -n ${JAVA_HOME:-} ]] && try_jdk 'JAVA_HOME' "$JAVA_HOME"; then
        return 0
    fi
    if home=$(path_jdk) && try_jdk 'java on PATH' "$home"; then
        return 0
    fi
    for home in "$jvms"/*; do
        if [[ -x $home/bin/java && ! -L $home ]] && try_jdk "$jvms" "$home"; then
            return 0
        fi
    done
    return 1
}

try_jdk() {
    local version
    if version=$(jdk_version "$2"); then
        if ((version >= JDK_WANTED)); then
            JDK=$2
            return 0
        fi
    else
        version='no JDK (bin/java and bin/javac are not both there)'
    fi
    JDK_SEEN+="  $1: $2 is $version"$'\n'
    return 1
}

# Whether what a line of .ci/packages asks for is there.
tool_present() {
    case $1 in
        jdk) find_jdk ;;
        /*) [[ -e $1 ]] ;;
        *) type -P -- "$1" >/dev/null ;;
    esac
}

# Sets MISSING_TOOLS and MISSING_PACKAGES for the purposes named ("build", "test", "long").
find_missing() {
    MISSING_TOOLS=() MISSING_PACKAGES=()
    local purpose tool package
    while read -r purpose tool package; do
        if [[ " $* " == *" $purpose "* ]] && ! tool_present "$tool"; then
            MISSING_TOOLS+=("$tool")
            MISSING_PACKAGES+=("$package")
        fi
    done < <(sed 's/#.*//' "$ROOT/.ci/packages")
}

on_debian() {
    [[ -e /etc/debian_version ]] && type -P apt-get >/dev/null
}

# Makes sure that everything for the purposes named is there, or ends with a message that tells how
# to get it. INSTALL=1 lets it install what is missing.
need_tools() {
    find_missing "$@"
    if ((${#MISSING_TOOLS[@]} != 0 && INSTALL == 1)); then
        install_missing
        find_missing "$@"
    fi
    ((${#MISSING_TOOLS[@]} != 0)) || return 0
    explain_missing "$@"
    exit "$EXIT_TOOLS"
}

install_missing() {
    if ! on_debian; then
        say "cannot install anything: this is no Debian or Ubuntu machine"
        return 0
    fi
    if [[ $(id -u) != 0 ]]; then
        say "cannot install anything: this needs root"
        return 0
    fi
    say "installing ${MISSING_PACKAGES[*]}"
    local log=$ROOT/target/quarry-install.log
    mkdir -p "$ROOT/target"
    # A package list that could not be renewed may still do.
    apt-get update >"$log" 2>&1 </dev/null || true
    if ! DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
        "${MISSING_PACKAGES[@]}" >>"$log" 2>&1 </dev/null; then
        say "installing failed; the end of $log:"
        tail -n 5 "$log" >&2
    fi
}

explain_missing() {
    local i hint packages=()
    for i in "${!MISSING_TOOLS[@]}"; do
        if [[ ${MISSING_TOOLS[i]} == jdk ]]; then
            explain_jdk "${MISSING_PACKAGES[i]}" && packages+=("${MISSING_PACKAGES[i]}")
        else
            say "missing: ${MISSING_TOOLS[i]}"
            packages+=("${MISSING_PACKAGES[i]}")
        fi
    done
    if ((${#packages[@]} == 0)); then
        return 0
    elif ! on_debian; then
        say "install what is missing; Debian's names for it are: ${packages[*]}"
    else
        hint='build'
        [[ " $* " != *' test '* ]] || hint='test'
        [[ " $* " != *' long '* ]] || hint='test --long'
        say "to get it: apt-get install ${packages[*]}"
        say "or, as root: ./quarry $hint --install"
    fi
}

# Succeeds when the machine's own packages have such a JDK.
explain_jdk() {
    say "no JDK $JDK_WANTED or later was found; looked at"
    printf '%s' "${JDK_SEEN:-  JAVA_HOME, PATH and ${QUARRY_JVMS:-/usr/lib/jvm}: nothing there
}" >&2
    if on_debian && apt-cache policy "$1" 2>/dev/null | grep -q 'Candidate: [^(]'; then
        return 0
    fi
    say "install one (Eclipse Temurin, for example) and set JAVA_HOME to its folder"
    return 1
}
