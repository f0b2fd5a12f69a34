package dev.quarry.bench.workload;

import dev.quarry.bench.peer.Peer;
import dev.quarry.bench.run.Launcher;
import dev.quarry.bench.run.Sample;

/** Something that can be run under an allocator. */
public interface Task {

    /** Whether this allocator can be put under it. */
    boolean serves(Peer peer);

    Sample run(Launcher launcher, Peer peer, int round);

    /** The command for the record, without what belongs to this machine. */
    String shown();
}
