package dev.quarry.bench.jvm.worker;

/**
 * What a worker is told to measure, as one line.
 *
 * @param workload   pair, churn, bulk or mixed
 * @param bytes      size of the blocks; 0 where the workload has sizes of its own
 * @param leadMillis how long the loop runs before it is measured
 * @param millis     how long it is measured
 */
public record Order(String workload, int bytes, int leadMillis, int millis) {

    static Order parse(String line) {
        String[] words = line.split(" ");
        return new Order(words[0], Integer.parseInt(words[1]), Integer.parseInt(words[2]),
                Integer.parseInt(words[3]));
    }

    public String line() {
        return workload + " " + bytes + " " + leadMillis + " " + millis;
    }
}
