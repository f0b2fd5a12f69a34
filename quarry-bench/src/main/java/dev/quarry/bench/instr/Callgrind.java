package dev.quarry.bench.instr;

import dev.quarry.bench.build.CBuild;
import dev.quarry.bench.build.Layout;
import dev.quarry.bench.build.Variant;
import dev.quarry.bench.peer.Peer;
import dev.quarry.bench.peer.Peers;
import dev.quarry.bench.result.LoopCost;
import dev.quarry.bench.run.Meter;
import dev.quarry.bench.run.Shell;
import dev.quarry.bench.workload.Scale;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Instructions per operation, counted by callgrind. Two runs that differ only in their number of
 * operations are subtracted, so start-up and warm-up vanish. Counts do not depend on what else
 * the machine does, so runs go side by side.
 */
public final class Callgrind {
    /** The column of functions that do nothing, called through the PLT as the others are. */
    public static final String LOOP = "loop";
    private static final Pattern COLLECTED = Pattern.compile("Collected : (\\d+)");

    /** Multiples of the batch of 100 and of the rounds of 1024. */
    private static final long FEW = 25_600;
    private static final long MORE = 76_800;

    private final Layout layout;
    private final Peers peers;
    private final Meter meter;

    public Callgrind(Layout layout, Peers peers, Meter meter) {
        this.layout = layout;
        this.peers = peers;
        this.meter = meter;
    }

    public static boolean works() {
        return Shell.run(List.of("valgrind", "--version")).exit() == 0;
    }

    public List<LoopCost> count(Scale scale) {
        List<String> loops = scale == Scale.FULL ? List.of("pair", "churn", "batch", "bulk")
                : List.of("pair", "batch");
        loops.forEach(loop -> new CBuild(layout).compile(Variant.LOOP, loop));
        int workers = Math.max(1, Runtime.getRuntime().availableProcessors());
        meter.phase("instructions", (long) loops.size() * scale.sizes().size() * columns().size());
        try (ExecutorService pool = Executors.newFixedThreadPool(workers)) {
            List<LoopCost> costs = new ArrayList<>();
            for (String loop : loops) {
                for (int bytes : scale.sizes()) {
                    costs.add(count(pool, loop, bytes));
                }
            }
            return costs;
        }
    }

    private LoopCost count(ExecutorService pool, String loop, int bytes) {
        Map<String, Future<OptionalDouble>> pending = new LinkedHashMap<>();
        columns().forEach((name, column) -> pending.put(name, pool.submit(() -> {
            OptionalDouble cost = perOperation(column, loop, bytes);
            synchronized (meter) {
                meter.step(loop + " " + bytes + " B " + name);
            }
            return cost;
        })));
        Map<String, Double> known = new LinkedHashMap<>();
        pending.forEach((name, future) -> value(future).ifPresent(v -> known.put(name, v)));
        return new LoopCost(loop, bytes, known);
    }

    private record Column(Variant variant, List<String> assignments) {
    }

    private Map<String, Column> columns() {
        Map<String, Column> columns = new LinkedHashMap<>();
        for (Peer peer : peers.allocators()) {
            columns.put(peer.name(), new Column(Variant.DYNAMIC, peer.assignments()));
        }
        for (Peer peer : peers.extra()) {
            if (peer.kind() == Peer.Kind.LINKED || peer.kind() == Peer.Kind.HARNESS) {
                columns.put(peer.name(), new Column(peer.variant(), List.of()));
            }
        }
        columns.put(LOOP, new Column(Variant.LOOP, List.of()));
        return columns;
    }

    private OptionalDouble perOperation(Column column, String loop, int bytes) {
        OptionalDouble few = instructions(column, loop, bytes, FEW);
        OptionalDouble more = instructions(column, loop, bytes, MORE);
        return few.isEmpty() || more.isEmpty() ? OptionalDouble.empty()
                : OptionalDouble.of((more.getAsDouble() - few.getAsDouble()) / (MORE - FEW));
    }

    private OptionalDouble instructions(Column column, String loop, int bytes, long ops) {
        return instructions(List.of(layout.binary(column.variant(), loop).toString(),
                "--size", Integer.toString(bytes), "--ops", Long.toString(ops)),
                column.assignments());
    }

    /**
     * Empty when the program or valgrind failed. Variables are set, the library's preload among
     * them, by env, inside: valgrind itself may be a script, whose shell should not run on the
     * allocator.
     */
    public static OptionalDouble instructions(List<String> program, List<String> assignments) {
        List<String> command = new ArrayList<>(List.of("valgrind", "--tool=callgrind",
                "--callgrind-out-file=/dev/null", "--trace-children=yes"));
        if (!assignments.isEmpty()) {
            command.add("env");
            command.addAll(assignments);
        }
        command.addAll(program);
        Shell.Output output = Shell.run(command);
        Matcher matcher = COLLECTED.matcher(output.error());
        return output.exit() == 0 && matcher.find()
                ? OptionalDouble.of(Double.parseDouble(matcher.group(1))) : OptionalDouble.empty();
    }

    private static OptionalDouble value(Future<OptionalDouble> future) {
        try {
            return future.get();
        } catch (Exception e) {
            throw new IllegalStateException("callgrind", e);
        }
    }
}
