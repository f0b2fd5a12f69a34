package dev.quarry.bench.peer;

import dev.quarry.bench.build.Variant;
import java.nio.file.Path;
import java.util.Optional;

/**
 * An allocator as a column of the tables.
 *
 * @param library what is preloaded; empty for the system's own and for what is linked in
 */
public record Peer(String name, Kind kind, Optional<Path> library) {

    /** Where the allocator comes from. */
    public enum Kind {
        /** The C library's. */
        SYSTEM,
        /** A library set before the C library by LD_PRELOAD. */
        PRELOAD,
        /** Quarry's archive, linked into the workload. */
        LINKED,
        /** No allocator: inline nothings, to see what the harness costs. */
        HARNESS
    }

    public static final String QUARRY = "quarry";
    public static final String SYSTEM_NAME = "glibc";
    public static final String HARNESS_NAME = "harness";
    public static final String LINKED_NAME = "quarry-static";
    static final String AGAIN = "-again";

    public static Peer system() {
        return new Peer(SYSTEM_NAME, Kind.SYSTEM, Optional.empty());
    }

    public static Peer preloaded(String name, Path library) {
        return new Peer(name, Kind.PRELOAD, Optional.of(library));
    }

    public static Peer linked() {
        return new Peer(LINKED_NAME, Kind.LINKED, Optional.empty());
    }

    public static Peer harness() {
        return new Peer(HARNESS_NAME, Kind.HARNESS, Optional.empty());
    }

    /** The same allocator as a second column: what differs between the two is noise. */
    public Peer again() {
        return new Peer(name + AGAIN, kind, library);
    }

    /** Whether it can serve a program that was built by others. */
    public boolean servesForeignPrograms() {
        return kind == Kind.SYSTEM || kind == Kind.PRELOAD;
    }

    public Variant variant() {
        return switch (kind) {
            case SYSTEM, PRELOAD -> Variant.DYNAMIC;
            case LINKED -> Variant.STATIC;
            case HARNESS -> Variant.HARNESS;
        };
    }
}
