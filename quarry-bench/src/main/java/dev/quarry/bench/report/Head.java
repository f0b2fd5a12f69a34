package dev.quarry.bench.report;

import dev.quarry.bench.result.RunResult;

/** What stands above the tables: which run, on which machine, by which command, what is missing. */
final class Head {
    private final RunResult result;

    Head(RunResult result) {
        this.result = result;
    }

    String text() {
        String side = result.isOfJvm() ? "JVM side" : "C side";
        var text = new StringBuilder("Quarry benchmarks, ").append(side).append(": ")
                .append(result.label()).append(" (").append(result.scale()).append(", up to ")
                .append(result.rounds()).append(" rounds, ").append(result.seconds())
                .append(" s)\n\n");
        result.machine().facts().forEach((name, value) ->
                text.append(String.format("%-18s %s%n", name, value)));
        text.append(String.format("%-18s %s%n", "command", result.command()));
        result.missing().forEach(words -> text.append("note: ").append(words).append('\n'));
        return text.toString();
    }
}
