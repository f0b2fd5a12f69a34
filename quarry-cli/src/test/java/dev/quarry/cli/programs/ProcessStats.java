package dev.quarry.cli.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The line that the library leaves about one process: {@code pid program name=number ...}. That
 * there is one shows that the process really ran on Quarry.
 */
record ProcessStats(long pid, String program, Map<String, Long> figures) {
    /** Programs that may do their work without a single malloc: gzip's buffers are static. */
    private static final Set<String> WITHOUT_MALLOC = Set.of("gzip");

    static List<ProcessStats> read(Path file) throws IOException {
        return Files.readAllLines(file).stream().map(ProcessStats::parse).toList();
    }

    static ProcessStats parse(String line) {
        String[] words = line.split(" ");
        Map<String, Long> figures = new HashMap<>();
        for (int i = 2; i < words.length; i++) {
            int equals = words[i].indexOf('=');
            assertTrue(equals > 0, () -> "no figure: " + line);
            String name = words[i].substring(0, equals);
            figures.put(name, Long.valueOf(words[i].substring(equals + 1)));
        }
        return new ProcessStats(Long.parseLong(words[0]), words[1], figures);
    }

    long figure(String name) {
        assertTrue(figures.containsKey(name), () -> name + " is missing: " + this);
        return figures.get(name);
    }

    /** What holds of every process at its end. */
    void check() {
        assertTrue(
                figure("mallocs") > 0 || WITHOUT_MALLOC.contains(program),
                () -> "no malloc came through Quarry: " + this);
        assertEquals(
                figure("mallocs") - figure("frees"),
                figure("blocks_live"),
                () -> "blocks do not add up: " + this);
        assertEquals(
                figure("bytes_live") + figure("retained") + figure("wasted"),
                figure("committed"),
                () -> "bytes do not add up: " + this);
        figures.forEach((name, value) -> assertTrue(value >= 0, () -> name + ": " + this));
    }
}
