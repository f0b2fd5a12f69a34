package dev.quarry.bench.jvm.worker;

import java.util.Optional;

/**
 * What a worker saw, as one line.
 *
 * @param garbageMillibytes thousandths of a byte of the Java heap per operation
 */
public record Answer(long ops, long cpuNanos, long wallNanos, long garbageMillibytes) {
    private static final String MARK = "BENCH ";

    public String line() {
        return MARK + ops + " " + cpuNanos + " " + wallNanos + " " + garbageMillibytes;
    }

    /** Empty when the line is something else, such as what the JVM prints by itself. */
    public static Optional<Answer> parse(String line) {
        if (!line.startsWith(MARK)) {
            return Optional.empty();
        }
        String[] words = line.substring(MARK.length()).split(" ");
        return Optional.of(new Answer(Long.parseLong(words[0]), Long.parseLong(words[1]),
                Long.parseLong(words[2]), Long.parseLong(words[3])));
    }
}
