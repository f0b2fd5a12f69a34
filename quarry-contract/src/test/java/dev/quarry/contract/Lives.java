package dev.quarry.contract;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;

/**
 * Which lives the suite runs on: {@code quarry.lives}, a list of {@code native} and {@code jvm};
 * and which library the native one is: {@code quarry.library}. CI narrows both to run the suite
 * against a library from which a guard has been taken out.
 */
final class Lives {
    private static final String ALL = "native,jvm";

    private Lives() {}

    /** The lives to test, for {@link OnEachLife}. */
    static Stream<Life> chosen() {
        return names().map(Lives::named);
    }

    static Stream<String> names() {
        return Arrays.stream(System.getProperty("quarry.lives", ALL).split(",")).map(String::strip);
    }

    static Life named(String name) {
        return switch (name) {
            case "native" -> Native.LIFE;
            case "jvm" -> Jvm.LIFE;
            default -> throw new IllegalArgumentException("quarry.lives: no life named " + name);
        };
    }

    /** The regions of a life. */
    static Regions regionsOf(Life life) {
        return isNative(life) ? new NativeRegions(library()) : new JvmRegions();
    }

    /** The strict interface of a life. */
    static StrictCalls strictOf(Life life) {
        return isNative(life) ? new NativeStrict(library()) : new JvmStrict();
    }

    private static boolean isNative(Life life) {
        return life instanceof NativeLife;
    }

    private static Path library() {
        return Path.of(System.getProperty("quarry.library"));
    }

    /** Apart from the other, so that a run on one life does not start the other. */
    private static final class Jvm {
        static final Life LIFE = new JvmLife();
    }

    /** Loaded on first use, so that a run on the other life needs no library. */
    private static final class Native {
        static final Life LIFE = new NativeLife(library());
    }
}
