package dev.quarry.bench.jvm.threads;

/** A workload of several threads. */
interface Scene {

    /** Works until the crew is stopped; all blocks are freed and all threads ended then. */
    void play(Crew crew) throws InterruptedException;

    static Scene of(String workload, int threads) {
        return switch (workload) {
            case "hand-over" -> new HandOver(1);
            case "xmalloc" -> new HandOver(threads);
            case "larson" -> new Larson(threads);
            case "mstress" -> new Migration(threads);
            case "virtual" -> new VirtualThreads(threads);
            default -> throw new IllegalArgumentException(workload);
        };
    }
}
