package dev.quarry.aot;

import java.util.ArrayList;
import java.util.List;

/**
 * A way to compile the same generated C. Mutants and experiments are flags on top of one of these
 * ({@code RELEASE.with("-DQUARRY_GUARD_liveState=0")}); TeaVM does not run again.
 *
 * @param name what its output folder is called
 * @param symbols the version script that says what is exported
 * @param flags for gcc, behind those that all variants share
 */
public record Variant(String name, String symbols, List<String> flags) {
    private static final String ALL = "libquarry.map";
    private static final String PREFIXED = "libquarry-prefixed.map";

    public static final Variant RELEASE = new Variant("release", ALL, List.of("-O2"));

    /** Invariants are checked, and a broken one stops the process. */
    public static final Variant CHECKED =
            new Variant("checked", ALL, List.of("-O2", "-g", "-DQUARRY_CHECKED=1"));

    /** For tools that own {@code malloc} themselves: only {@code quarry_*} is there. */
    public static final Variant PREFIX_ONLY = prefixed("prefixed", "-O2", "-g");

    /** AddressSanitizer looks into the library, and is told which bytes are dead. */
    public static final Variant ASAN = prefixed("asan", "-O1", "-g", "-fno-omit-frame-pointer",
            "-fsanitize=address", "-DQUARRY_ASAN=1");

    /** Valgrind is told which bytes are dead. */
    public static final Variant VALGRIND =
            prefixed("valgrind", "-O1", "-g", "-DQUARRY_VALGRIND=1");

    public static final Variant UBSAN =
            prefixed("ubsan", "-O1", "-g", "-fsanitize=undefined", "-fno-sanitize-recover=all");
    public static final Variant TSAN = prefixed("tsan", "-O1", "-g", "-fsanitize=thread");

    private static Variant prefixed(String name, String... flags) {
        List<String> all = new ArrayList<>(List.of(flags));
        all.add("-DQUARRY_PREFIX_ONLY=1");
        return new Variant(name, PREFIXED, List.copyOf(all));
    }

    /** This variant with more flags, under a name made of both. */
    public Variant with(String... more) {
        List<String> all = new ArrayList<>(flags);
        all.addAll(List.of(more));
        StringBuilder named = new StringBuilder(name);
        for (String flag : more) {
            named.append('+').append(flag.replaceAll("^-D|[^A-Za-z0-9_.=-]", ""));
        }
        return new Variant(named.toString(), symbols, List.copyOf(all));
    }
}
