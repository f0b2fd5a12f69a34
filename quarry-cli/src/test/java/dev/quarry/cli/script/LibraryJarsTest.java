package dev.quarry.cli.script;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.quarry.cli.Exec;
import dev.quarry.cli.Exec.Result;
import dev.quarry.cli.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What programs depend on. */
@Tag("script")
class LibraryJarsTest {
    private static final List<String> MODULES =
            List.of("quarry-core", "quarry-jvm", "quarry-micrometer");

    @TempDir Path scratch;

    /** Built once more, at another place and time, the jars are the same byte for byte. */
    @Test
    void theyAreReproducible() throws IOException {
        Path checkout = scratch.resolve("another place");
        Folders.copySources(Exec.ROOT, checkout);
        Result built = Exec.of("mvn", "-q", "-B", "-Dmaven.test.skip=true", "-am", "package",
                "-pl", String.join(",", MODULES)).in(checkout)
                .with("JAVA_HOME", Exec.JDK.toString()).run();
        assertEquals(0, built.exit(), built::out);
        for (String module : MODULES) {
            Path first = jar(Exec.ROOT.resolve(module));
            Path second = jar(checkout.resolve(module));
            assertEquals(first.getFileName(), second.getFileName());
            assertArrayEquals(
                    Files.readAllBytes(first), Files.readAllBytes(second), first::toString);
        }
    }

    private static Path jar(Path module) throws IOException {
        try (Stream<Path> files = Files.list(module.resolve("target"))) {
            return files.filter(file -> file.toString().matches(".*[0-9](-SNAPSHOT)?\\.jar"))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no jar in " + module));
        }
    }
}
