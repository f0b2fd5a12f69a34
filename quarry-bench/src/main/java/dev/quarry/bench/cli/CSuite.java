package dev.quarry.bench.cli;

import dev.quarry.bench.build.CBuild;
import dev.quarry.bench.build.Layout;
import dev.quarry.bench.instr.Callgrind;
import dev.quarry.bench.instr.PerfShares;
import dev.quarry.bench.peer.Peer;
import dev.quarry.bench.peer.Peers;
import dev.quarry.bench.program.ForeignSuite;
import dev.quarry.bench.program.Programs;
import dev.quarry.bench.result.FunctionShare;
import dev.quarry.bench.result.LoopCost;
import dev.quarry.bench.result.Machine;
import dev.quarry.bench.result.PeerInfo;
import dev.quarry.bench.result.RowResult;
import dev.quarry.bench.result.RunResult;
import dev.quarry.bench.run.Launcher;
import dev.quarry.bench.run.Meter;
import dev.quarry.bench.run.RowRunner;
import dev.quarry.bench.workload.Catalogue;
import dev.quarry.bench.workload.Row;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The phases of a run of the C side: compile, count instructions, run the rows, sample. */
final class CSuite {
    private final Layout layout;
    private final Selection selection;
    private final Meter meter;
    private final Instant began = Instant.now();
    private final List<String> missing = new ArrayList<>();

    CSuite(Layout layout, Selection selection, Meter meter) {
        this.layout = layout;
        this.selection = selection;
        this.meter = meter;
    }

    RunResult run(String label, Shares shares) {
        Peers peers = Peers.find(layout, selection.peers(), selection.tunings());
        missing.addAll(peers.missing());
        Machine machine = Machine.look(layout);
        List<Row> rows = selection.select(allRows());
        missing.forEach(words -> meter.done("note: " + words));
        new CBuild(layout).compileAll();
        List<LoopCost> instructions = instructions(peers);
        List<RowResult> results = measure(rows, peers);
        List<FunctionShare> functions = shares == Shares.SAMPLED ? sample(rows, peers) : List.of();
        long seconds = Duration.between(began, Instant.now()).toSeconds();
        return new RunResult(label, began.truncatedTo(ChronoUnit.SECONDS).toString(),
                selection.command(), selection.scale().name().toLowerCase(Locale.ROOT),
                selection.usualRounds(), seconds, machine,
                peers.columns().stream().map(peer -> PeerInfo.of(layout, peer)).toList(),
                List.copyOf(missing), results, instructions, functions);
    }

    /** Whether functions are sampled after the rows. */
    enum Shares { SAMPLED, NONE }

    private List<Row> allRows() {
        List<Row> own = Catalogue.rows(layout, selection.scale(), selection.threadCounts());
        List<Row> rows = Selection.join(own, Programs.rows(layout, selection.scale(), missing));
        return selection.foreignSuite().map(folder -> Selection.join(rows, ForeignSuite.rows(
                folder, selection.scale(), selection.threadCounts()))).orElse(rows);
    }

    private List<LoopCost> instructions(Peers peers) {
        if (!selection.countsInstructions()) {
            return List.of();
        }
        if (!Callgrind.works()) {
            missing.add("valgrind is not installed: no instructions counted");
            return List.of();
        }
        return new Callgrind(layout, peers, meter).count(selection.scale());
    }

    private List<RowResult> measure(List<Row> rows, Peers peers) {
        var runner = new RowRunner(new Launcher(layout), meter, selection.usualRounds());
        Duration left = selection.scale().budget()
                .minus(Duration.between(began, Instant.now()));
        return new Series(runner, meter, row -> peers).measure(rows, left);
    }

    private List<FunctionShare> sample(List<Row> rows, Peers peers) {
        var perf = new PerfShares(layout);
        if (!perf.works()) {
            missing.add("linux-perf is not installed or may not sample: no shares");
            return List.of();
        }
        meter.phase("functions", (long) rows.size() * peers.allocators().size());
        List<FunctionShare> shares = new ArrayList<>();
        for (Row row : rows) {
            for (Peer peer : peers.allocators()) {
                shares.addAll(perf.of(row, peer));
                meter.step(row.name() + " " + peer.name());
            }
        }
        return shares;
    }
}
