package dev.quarry.bench.peer;

import dev.quarry.bench.build.Variant;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An allocator as a column of the tables.
 *
 * @param library     what is preloaded; empty for the system's own and for what is linked in
 * @param environment variables that are set for it
 */
public record Peer(String name, Kind kind, Optional<Path> library,
        Map<String, String> environment) {

    /** Where the allocator comes from. */
    public enum Kind {
        /** The C library's. */
        SYSTEM,
        /** A library set before the C library by LD_PRELOAD. */
        PRELOAD,
        /** Quarry's archive, linked into the workload. */
        LINKED,
        /** No allocator and no work: inline nothings, to see what the harness costs. */
        HARNESS,
        /** No allocator, but the workload's own work. */
        WORK,
        /** A native library, called by a Java program. */
        NATIVE,
        /** An allocator of the JDK's or of a Java library. */
        JAVA
    }

    public static final String QUARRY = "quarry";
    public static final String SYSTEM_NAME = "glibc";
    public static final String HARNESS_NAME = "harness";
    public static final String WORK_NAME = "work";
    public static final String LINKED_NAME = "quarry-static";
    static final String AGAIN = "-again";

    public static Peer system() {
        return new Peer(SYSTEM_NAME, Kind.SYSTEM, Optional.empty(), Map.of());
    }

    public static Peer preloaded(String name, Path library) {
        return new Peer(name, Kind.PRELOAD, Optional.of(library), Map.of());
    }

    public static Peer linked() {
        return new Peer(LINKED_NAME, Kind.LINKED, Optional.empty(), Map.of());
    }

    public static Peer harness() {
        return new Peer(HARNESS_NAME, Kind.HARNESS, Optional.empty(), Map.of());
    }

    public static Peer work() {
        return new Peer(WORK_NAME, Kind.WORK, Optional.empty(), Map.of());
    }

    /** One that a Java program calls: of the kind NATIVE or JAVA, from that library or jar. */
    public static Peer called(String name, Kind kind, Optional<Path> library) {
        return new Peer(name, kind, library, Map.of());
    }

    /** The same allocator as a second column: what differs between the two is noise. */
    public Peer again() {
        return new Peer(name + AGAIN, kind, library, environment);
    }

    /** The same allocator under another name, with variables set. */
    public Peer tuned(String column, Map<String, String> variables) {
        return new Peer(column, kind, library,
                Collections.unmodifiableMap(new LinkedHashMap<>(variables)));
    }

    /** How {@code env} is told to set all of it, the library too. */
    public List<String> assignments() {
        List<String> words = new ArrayList<>();
        library.ifPresent(file -> words.add("LD_PRELOAD=" + file));
        environment.forEach((variable, value) -> words.add(variable + "=" + value));
        return words;
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
            case WORK -> Variant.WORK;
            case NATIVE, JAVA -> throw new IllegalStateException(name + " serves no C program");
        };
    }
}
