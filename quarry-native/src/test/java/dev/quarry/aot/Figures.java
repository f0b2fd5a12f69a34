package dev.quarry.aot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;

/** What a program told of itself, a name and a number a line. */
record Figures(Map<String, Long> byName) {
    /** Something that looks at figures and throws when they are not as they should be. */
    interface Check {
        void accept(Figures figures) throws Exception;
    }

    static Figures of(Programs.Result result) {
        assertEquals("", result.errors());
        assertEquals(0, result.exitCode());
        return new Figures(result.lines().stream()
                .map(line -> line.split(" "))
                .collect(Collectors.toMap(words -> words[0], words -> Long.valueOf(words[1]))));
    }

    long kib(String name) {
        return byName.get(name + "_kib");
    }

    /**
     * Runs a program until its figures have passed a check twice, or failed it twice: as the median
     * of three would.
     */
    static void passTwiceOfThree(
            Map<String, String> environment, Path program, Check check, String... arguments)
            throws Exception {
        int passed = 0;
        AssertionError failure = null;
        while (passed < 2) {
            Figures figures = of(Programs.run(environment, program, arguments));
            try {
                check.accept(figures);
                passed++;
            } catch (AssertionError e) {
                if (failure != null) {
                    throw e;
                }
                failure = e;
            }
        }
    }
}
