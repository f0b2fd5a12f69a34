# Puts the library where compilers and the loader find it. Sourced by ./quarry, which has set ROOT,
# EXIT_FAILED, die() and say().

# Copies the libraries, the headers and the pkg-config file into the folder in $1, made if need be.
install_into() {
    local said
    said=$(install_files "$ROOT/quarry-native/target" "$1" 2>&1) ||
        die "$EXIT_FAILED" "cannot install into $1: ${said##*: }"
    say "installed into $1"
}

install_files() {
    mkdir -p -- "$2/lib/pkgconfig" "$2/include/quarry" &&
        install -m 755 -- "$1/libquarry.so" "$2/lib/libquarry.so.0" &&
        ln -sf -- libquarry.so.0 "$2/lib/libquarry.so" &&
        install -m 644 -- "$1/libquarry.a" "$2/lib/" &&
        install -m 644 -- "$1/include/quarry.h" "$2/include/" &&
        install -m 644 -- "$1/include/quarry/"*.h "$2/include/quarry/" &&
        pkg_config_file >"$2/lib/pkgconfig/quarry.pc"
}

# The version that the project's pom.xml has, without what Maven adds to one that is not out yet.
version() {
    sed -n '0,/<version>/s/.*<version>\([0-9.]*[0-9]\).*/\1/p' "$ROOT/pom.xml"
}

# Folders are told from where the file lies, so that an installation can be moved.
pkg_config_file() {
    cat <<END
prefix=\${pcfiledir}/../..
libdir=\${prefix}/lib
includedir=\${prefix}/include

Name: quarry
Description: A memory allocator that checks every free
Version: $(version)
Cflags: -I\${includedir}
Libs: -L\${libdir} -lquarry
Libs.private: -pthread
END
}
