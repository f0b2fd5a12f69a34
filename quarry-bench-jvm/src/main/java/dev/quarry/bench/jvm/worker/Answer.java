package dev.quarry.bench.jvm.worker;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What a worker saw, as one line.
 *
 * @param notes further figures by name
 */
public record Answer(long ops, long cpuNanos, long wallNanos, Map<String, Long> notes) {
    /** The note of the thousandths of a byte of garbage on the Java heap per operation. */
    public static final String GARBAGE = "garbage_millibytes";

    private static final String MARK = "BENCH ";

    public String line() {
        var line = new StringBuilder(MARK).append(ops).append(' ').append(cpuNanos).append(' ')
                .append(wallNanos);
        notes.forEach((name, value) -> line.append(' ').append(name).append('=').append(value));
        return line.toString();
    }

    /** Empty when the line is something else, such as what the JVM prints by itself. */
    public static Optional<Answer> parse(String line) {
        if (!line.startsWith(MARK)) {
            return Optional.empty();
        }
        String[] words = line.substring(MARK.length()).split(" ");
        Map<String, Long> notes = new LinkedHashMap<>();
        for (int i = 3; i < words.length; i++) {
            String[] note = words[i].split("=");
            notes.put(note[0], Long.valueOf(note[1]));
        }
        return Optional.of(new Answer(Long.parseLong(words[0]), Long.parseLong(words[1]),
                Long.parseLong(words[2]), notes));
    }
}
