package dev.quarry.bench.jvm.allocator;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * An allocator's library, loaded beside the C library's own, which the JVM stays on. Most have
 * functions under names of their own; where they have not, theirs are called malloc and free too.
 */
@SuppressWarnings("restricted")
final class NativeLibrary {
    private static final List<List<String>> NAMES = List.of(List.of("mi_malloc", "mi_free"),
            List.of("je_malloc", "je_free"), List.of("tc_malloc", "tc_free"),
            List.of("rpmalloc", "rpfree"), List.of("malloc", "free"));

    private final Path file;
    private final SymbolLookup lookup;
    private final List<String> names;

    NativeLibrary(Path path) {
        try {
            file = path.toRealPath();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        lookup = SymbolLookup.libraryLookup(file, Arena.global());
        names = NAMES.stream().filter(pair -> lookup.find(pair.getFirst()).isPresent()).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no malloc in " + file));
    }

    MemorySegment malloc() {
        return function(names.getFirst());
    }

    MemorySegment free() {
        return function(names.getLast());
    }

    /** The search goes on in what a library needs, so the C library's own may turn up. */
    private MemorySegment function(String name) {
        MemorySegment function = lookup.findOrThrow(name);
        if (!isInside(function.address())) {
            throw new IllegalArgumentException(name + " is not " + file.getFileName() + "'s own");
        }
        return function;
    }

    private boolean isInside(long address) {
        try (var maps = Files.lines(Path.of("/proc/self/maps"))) {
            return maps.filter(line -> line.endsWith(file.toString()))
                    .map(line -> line.split("[- ]"))
                    .anyMatch(words -> Long.parseLong(words[0], 16) <= address
                            && address < Long.parseLong(words[1], 16));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
