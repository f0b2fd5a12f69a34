package dev.quarry.bench.build;

/** How a workload is linked to its allocator. */
public enum Variant {
    /** Against the C library; another allocator comes by preload. */
    DYNAMIC("dynamic"),
    /** With inline nothings in place of the allocator and of the workload's own work. */
    HARNESS("harness"),
    /** With inline nothings in place of the allocator: harness and work. */
    WORK("work"),
    /** With functions in a library that do nothing: the loop and its calls. For loops only. */
    LOOP("loop"),
    /** With Quarry's archive. */
    STATIC("static");

    private final String folder;

    Variant(String folder) {
        this.folder = folder;
    }

    String folder() {
        return folder;
    }
}
