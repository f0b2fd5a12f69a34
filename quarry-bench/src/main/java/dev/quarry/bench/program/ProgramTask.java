package dev.quarry.bench.program;

import dev.quarry.bench.peer.Peer;
import dev.quarry.bench.run.Job;
import dev.quarry.bench.run.Launcher;
import dev.quarry.bench.run.Sample;
import dev.quarry.bench.workload.Task;

/** A program that others built. */
record ProgramTask(String shown, Job job) implements Task {

    @Override
    public boolean serves(Peer peer) {
        return peer.servesForeignPrograms();
    }

    @Override
    public Sample run(Launcher launcher, Peer peer, int round) {
        return launcher.run(peer, round, job);
    }
}
