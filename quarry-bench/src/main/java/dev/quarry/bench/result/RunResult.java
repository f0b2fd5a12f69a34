package dev.quarry.bench.result;

import java.util.List;

/** Everything one call of the suite found; the raw file is this record as JSON. */
public record RunResult(String label, String began, String command, String scale, int rounds,
        long seconds, Machine machine, List<PeerInfo> peers, List<String> missing,
        List<RowResult> rows, List<LoopCost> instructions, List<FunctionShare> shares) {

    /** Columns that are shown but not compared. */
    private static final List<String> BESIDE = List.of("harness", "work", "quarry-static",
            "quarry-segments");

    /** The compared allocators' names, Quarry first when it ran. */
    public List<String> allocators() {
        return peers.stream().map(PeerInfo::name).filter(name -> !name.endsWith("-again"))
                .filter(name -> !BESIDE.contains(name)).toList();
    }

    /** Whether the allocators were called by Java programs rather than put under C programs. */
    public boolean isOfJvm() {
        return peers.stream().anyMatch(peer -> peer.kind().equals("java"));
    }

    public boolean hasQuarry() {
        return allocators().contains("quarry");
    }

    public boolean hasColumn(String name) {
        return peers.stream().anyMatch(peer -> peer.name().equals(name));
    }
}
