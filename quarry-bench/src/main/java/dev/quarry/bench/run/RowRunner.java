package dev.quarry.bench.run;

import dev.quarry.bench.peer.Peer;
import dev.quarry.bench.workload.Row;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Runs the rounds of one row: A B C, A B C, so that a drift of the machine hits all alike. */
public final class RowRunner {
    private final Launcher launcher;
    private final Meter meter;
    private final int usualRounds;
    private final int leastRounds;

    public RowRunner(Launcher launcher, Meter meter, int usualRounds) {
        this.launcher = launcher;
        this.meter = meter;
        this.usualRounds = usualRounds;
        this.leastRounds = Math.clamp(usualRounds / 3, 1, 3);
    }

    public int rounds(Row row) {
        return row.rounds().of(usualRounds);
    }

    public List<Sample> run(Row row, List<Peer> columns, Budget budget) {
        List<Peer> peers = columns.stream().filter(row.task()::serves).toList();
        List<Sample> samples = new ArrayList<>();
        Set<String> failed = new HashSet<>();
        budget.beginRow(row.seconds() * rounds(row));
        int round = 0;
        while (round < rounds(row) && budget.allowsRound(round, leastRounds)) {
            for (Peer peer : peers) {
                if (!failed.contains(peer.name())) {
                    Sample sample = row.task().run(launcher, peer, round);
                    samples.add(sample);
                    if (sample.failed()) {
                        failed.add(peer.name());
                    }
                }
                meter.step(row.name() + " " + peer.name());
            }
            round++;
        }
        meter.skip((long) (rounds(row) - round) * peers.size());
        return samples;
    }
}
