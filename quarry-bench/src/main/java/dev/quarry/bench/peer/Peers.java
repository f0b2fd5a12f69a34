package dev.quarry.bench.peer;

import dev.quarry.bench.build.Layout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The columns of a run.
 *
 * @param allocators what is compared, Quarry first when it is built, the C library's always
 * @param twice      the one that runs a second time to show the noise
 * @param extra      columns beside the comparison: the second run, the linked one, the harness and
 *                   the workload's own work
 * @param missing    what was looked for and not found, in words for the user
 */
public record Peers(List<Peer> allocators, Peer twice, List<Peer> extra, List<String> missing) {

    private static final Map<String, String> KNOWN = known();
    private static final List<String> FOLDERS = List.of("/usr/lib/x86_64-linux-gnu",
            "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib", "/usr/local/lib");

    private static Map<String, String> known() {
        Map<String, String> names = new LinkedHashMap<>();
        names.put("mimalloc", "libmimalloc.so");
        names.put("jemalloc", "libjemalloc.so");
        names.put("tcmalloc", "libtcmalloc_minimal.so");
        return names;
    }

    /** What is built and installed, what is given by name, and columns with variables set. */
    public static Peers find(Layout layout, Map<String, Path> given, List<Tuning> tunings) {
        List<Peer> allocators = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        if (given.containsKey(Peer.QUARRY)) {
            allocators.add(Peer.preloaded(Peer.QUARRY, given.get(Peer.QUARRY)));
        } else if (Files.exists(layout.quarryLibrary())) {
            allocators.add(Peer.preloaded(Peer.QUARRY, layout.quarryLibrary()));
        } else {
            missing.add("quarry is not built (no " + layout.shown(layout.quarryLibrary())
                    + "): only its peers are measured");
        }
        allocators.add(Peer.system());
        installed(missing).forEach(
                (name, library) -> allocators.add(Peer.preloaded(name, library)));
        given.forEach((name, library) -> {
            if (!name.equals(Peer.QUARRY)) {
                allocators.removeIf(peer -> peer.name().equals(name));
                allocators.add(Peer.preloaded(name, library));
            }
        });
        tunings.forEach(tuning -> allocators.add(tuning.applyTo(allocators)));
        return arrange(layout, allocators, missing);
    }

    /** Quarry and variants of it beside each other, and nothing else. */
    public static Peers variants(Peer quarry, List<Peer> variants) {
        List<Peer> allocators = new ArrayList<>(List.of(quarry));
        allocators.addAll(variants);
        return new Peers(List.copyOf(allocators), quarry, List.of(quarry.again()), List.of());
    }

    private static Peers arrange(Layout layout, List<Peer> allocators, List<String> missing) {
        Peer twice = allocators.getFirst();
        List<Peer> extra = new ArrayList<>();
        extra.add(twice.again());
        if (Files.exists(layout.quarryArchive())) {
            extra.add(Peer.linked());
        } else {
            missing.add("quarry-static is not built (no " + layout.shown(layout.quarryArchive())
                    + ")");
        }
        extra.add(Peer.harness());
        extra.add(Peer.work());
        return new Peers(List.copyOf(allocators), twice, List.copyOf(extra),
                List.copyOf(missing));
    }

    /** The known allocators' libraries by name; says which are missing. */
    public static Map<String, Path> installed(List<String> missing) {
        Map<String, Path> libraries = new LinkedHashMap<>();
        KNOWN.forEach((name, file) -> newest(file).ifPresentOrElse(
                library -> libraries.put(name, library),
                () -> missing.add(name + " is not installed: ./quarry bench setup")));
        return libraries;
    }

    /** The newest version, whatever suffix the distribution gives it. */
    private static Optional<Path> newest(String file) {
        return FOLDERS.stream().map(Path::of).filter(Files::isDirectory)
                .flatMap(folder -> withPrefix(folder, file).stream())
                .max(Comparator.comparing(path -> path.getFileName().toString()));
    }

    private static List<Path> withPrefix(Path folder, String prefix) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(path -> path.getFileName().toString().startsWith(prefix)).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Every column, in the order of a round. */
    public List<Peer> columns() {
        return Stream.concat(allocators.stream(), extra.stream()).toList();
    }

    public boolean hasQuarry() {
        return allocators.getFirst().name().equals(Peer.QUARRY);
    }
}
