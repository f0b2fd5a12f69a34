package dev.quarry.bench.cli;

import dev.quarry.bench.peer.Tuning;
import dev.quarry.bench.workload.Row;
import dev.quarry.bench.workload.Scale;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What the user asked for.
 *
 * @param only    names of rows or families; empty: all
 * @param threads thread counts; empty: those of the scale
 * @param peers   further allocators by name
 * @param tunings columns with variables set
 */
record Selection(Scale scale, List<String> only, List<Integer> threads, Optional<Integer> rounds,
        Map<String, Path> peers, List<Tuning> tunings, Optional<Path> foreignSuite,
        String command) {

    List<Integer> threadCounts() {
        return threads.isEmpty() ? scale.threads() : threads;
    }

    int usualRounds() {
        return rounds.orElse(scale.rounds());
    }

    /** The asked-for rows; a name that is none is an error, not silence. */
    List<Row> select(List<Row> all) {
        only.stream().filter(name -> !isExtra(name))
                .filter(name -> all.stream().noneMatch(row -> row.selectedBy(List.of(name))))
                .findFirst().ifPresent(name -> {
                    throw new IllegalArgumentException("no workload \"" + name + "\"; there are: "
                            + String.join(", ", all.stream().map(Row::family).distinct()
                                    .toList()) + ", " + INSTRUCTIONS);
                });
        return all.stream().filter(row -> row.selectedBy(only)).toList();
    }

    static final String INSTRUCTIONS = "instructions";

    private static boolean isExtra(String name) {
        return name.equals(INSTRUCTIONS);
    }

    boolean countsInstructions() {
        return only.isEmpty() || only.contains(INSTRUCTIONS);
    }

    static List<Row> join(List<Row> one, List<Row> other) {
        return Stream.concat(one.stream(), other.stream()).toList();
    }
}
