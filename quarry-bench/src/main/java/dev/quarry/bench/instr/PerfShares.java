package dev.quarry.bench.instr;

import dev.quarry.bench.build.Layout;
import dev.quarry.bench.peer.Peer;
import dev.quarry.bench.result.FunctionShare;
import dev.quarry.bench.run.Shell;
import dev.quarry.bench.workload.Row;
import dev.quarry.bench.workload.WorkloadTask;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which of an allocator's functions take the time, sampled by linux-perf on the CPU clock. */
public final class PerfShares {
    private static final int SHOWN = 10;
    private static final double LEAST_PERCENT = 1;

    /** Percent, object, function; newer versions add two columns for branches, always empty. */
    private static final Pattern LINE = Pattern.compile(
            "\\s*([0-9.]+)%\\s+(\\S+)\\s+\\[[.k]\\]\\s+(.+?)(\\s+-\\s+-)?\\s*");

    private final Layout layout;

    public PerfShares(Layout layout) {
        this.layout = layout;
    }

    /** Whether perf is there and may sample. */
    public boolean works() {
        return Shell.run(List.of("perf", "record", "-q", "-e", "cpu-clock:u", "-o",
                data().toString(), "true")).exit() == 0;
    }

    /** The most costly functions of a workload under a peer; nothing for other programs. */
    public List<FunctionShare> of(Row row, Peer peer) {
        if (!(row.task() instanceof WorkloadTask task)) {
            return List.of();
        }
        List<String> command = new ArrayList<>(List.of("perf", "record", "-q", "-F", "1997",
                "-e", "cpu-clock:u", "-o", data().toString(), "--", "env"));
        command.addAll(peer.assignments());
        command.addAll(task.command(peer.variant()));
        if (Shell.run(command).exit() != 0) {
            return List.of();
        }
        String report = Shell.run(List.of("perf", "report", "--stdio", "-q", "--no-children",
                "--sort", "dso,symbol", "-i", data().toString())).out();
        return report.lines().map(LINE::matcher).filter(Matcher::matches).limit(SHOWN)
                .map(line -> new FunctionShare(row.name(), peer.name(), line.group(2),
                        line.group(3), Double.parseDouble(line.group(1))))
                .filter(share -> share.percent() >= LEAST_PERCENT).toList();
    }

    private Path data() {
        return layout.work().resolve("perf.data");
    }
}
