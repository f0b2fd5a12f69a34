package dev.quarry.bench.build;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where things lie: all of it under the root of the checkout the suite was built in. */
public record Layout(Path home) {

    /** The checkout this class was compiled in: its jar or classes lie in quarry-bench/target. */
    public static Layout find() {
        try {
            var code = Layout.class.getProtectionDomain().getCodeSource().getLocation().toURI();
            var layout = new Layout(Path.of(code).toAbsolutePath().getParent().getParent()
                    .getParent());
            if (!Files.isDirectory(layout.sources())) {
                throw new IllegalStateException("no workloads in " + layout.sources()
                        + ": run the suite from the checkout it was built in");
            }
            return layout;
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    public Path sources() {
        return home.resolve("quarry-bench/src/main/c");
    }

    /** Everything compiled or generated for a run. */
    public Path out() {
        return home.resolve("quarry-bench/target/bench");
    }

    public Path binary(Variant variant, String workload) {
        return out().resolve(variant.folder()).resolve(workload);
    }

    public Path launcher() {
        return out().resolve("tool/measure");
    }

    public Path countingAllocator() {
        return out().resolve("tool/counting.so");
    }

    Path loopLibrary() {
        return out().resolve("tool/libloop.so");
    }

    /** Scratch files of running programs. */
    public Path work() {
        return out().resolve("work");
    }

    public Path quarryLibrary() {
        return home.resolve("quarry-native/target/libquarry.so");
    }

    public Path quarryArchive() {
        return home.resolve("quarry-native/target/libquarry.a");
    }

    public Path results() {
        return home.resolve("quarry-bench/results");
    }

    /** A path as it may be published: relative to the checkout, or only the file's name. */
    public String shown(Path path) {
        Path absolute = path.toAbsolutePath();
        return absolute.startsWith(home) ? home.relativize(absolute).toString()
                : absolute.getFileName().toString();
    }
}
