package dev.quarry.bench.jvm.worker;

/**
 * What a worker is told to measure, as one line.
 *
 * @param workload   its name
 * @param argument   bytes of a block for loops, 0 where they have sizes of their own; else threads,
 *                   or MiB
 * @param leadMillis how long it runs before it is measured
 * @param millis     how long it is measured; of memory how long it is watched
 */
public record Order(Kind kind, String workload, int argument, int leadMillis, int millis) {

    /** What runs it. */
    public enum Kind {
        /** JMH, one thread. */
        LOOP,
        /** The driver of this suite, several threads. */
        THREADS,
        /** Memory over time; the JVM has run nothing before. */
        MEMORY
    }

    static Order parse(String line) {
        String[] words = line.split(" ");
        return new Order(Kind.valueOf(words[0]), words[1], Integer.parseInt(words[2]),
                Integer.parseInt(words[3]), Integer.parseInt(words[4]));
    }

    public String line() {
        return kind + " " + workload + " " + argument + " " + leadMillis + " " + millis;
    }
}
