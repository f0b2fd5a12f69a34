package dev.quarry.bench.jvm;

import dev.quarry.bench.run.Sample;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Which column failed in which row, and how; over all generations. */
final class Failures {
    private final Map<Case, String> words = new ConcurrentHashMap<>();

    private record Case(String column, String row) {
    }

    void add(Column column, JvmRow row, String how) {
        words.put(new Case(column.name(), row.name()), how);
    }

    boolean has(Column column, JvmRow row) {
        return words.containsKey(new Case(column.name(), row.name()));
    }

    /** A run that is not tried again. */
    Sample sample(Column column, JvmRow row, int round) {
        return Worker.failed(column, round, words.get(new Case(column.name(), row.name())));
    }
}
