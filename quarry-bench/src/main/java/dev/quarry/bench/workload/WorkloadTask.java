package dev.quarry.bench.workload;

import dev.quarry.bench.build.Layout;
import dev.quarry.bench.build.Variant;
import dev.quarry.bench.peer.Peer;
import dev.quarry.bench.run.Job;
import dev.quarry.bench.run.Launcher;
import dev.quarry.bench.run.Sample;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** One of the suite's own workloads with its arguments. */
public record WorkloadTask(Layout layout, String workload, List<String> arguments,
        Duration limit) implements Task {

    @Override
    public boolean serves(Peer peer) {
        return true;
    }

    @Override
    public Sample run(Launcher launcher, Peer peer, int round) {
        return launcher.run(peer, round, Job.of(command(peer.variant()), limit));
    }

    public List<String> command(Variant variant) {
        List<String> command = new ArrayList<>();
        command.add(layout.binary(variant, workload).toString());
        command.addAll(arguments);
        return command;
    }

    @Override
    public String shown() {
        return workload + " " + String.join(" ", arguments);
    }
}
