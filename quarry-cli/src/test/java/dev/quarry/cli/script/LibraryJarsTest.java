package dev.quarry.cli.script;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.cli.Exec;
import dev.quarry.cli.Exec.Result;
import dev.quarry.cli.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What programs depend on, built once more at another place and time, with all that is published
 * beside it.
 */
@Tag("script")
class LibraryJarsTest {
    private static final Map<String, String> ARTIFACTS = Map.of(
            "quarry-core", "quarry-core", "quarry-jvm", "quarry", "quarry-micrometer",
            "quarry-micrometer");

    @TempDir static Path scratch;
    private static Path checkout;

    @BeforeAll
    static void build() throws IOException {
        checkout = scratch.resolve("another place");
        Folders.copySources(Exec.ROOT, checkout);
        Result built = Exec.of("mvn", "-q", "-B", "-Psite", "-Dmaven.test.skip=true", "-am",
                "package", "-pl", "quarry-micrometer").in(checkout)
                .with("JAVA_HOME", Exec.JDK.toString())
                .with("MAVEN_OPTS", "-XX:TieredStopAtLevel=1").run(); // It is short.
        assertEquals(0, built.exit(), built::out);
    }

    private static Path jar(Path root, String module, String kind) {
        String name = ARTIFACTS.get(module) + "-0.1.0-SNAPSHOT" + kind + ".jar";
        return root.resolve(module).resolve("target").resolve(name);
    }

    @Test
    void jarsAreReproducible() throws IOException {
        for (String module : ARTIFACTS.keySet()) {
            byte[] here = Files.readAllBytes(jar(Exec.ROOT, module, ""));
            byte[] there = Files.readAllBytes(jar(checkout, module, ""));
            assertArrayEquals(here, there, module);
        }
    }

    @Test
    void sourcesAndJavadocAreBesideThem() {
        for (String module : ARTIFACTS.keySet()) {
            assertTrue(Files.exists(jar(checkout, module, "-sources")), module);
            assertTrue(Files.exists(jar(checkout, module, "-javadoc")), module);
        }
    }

    @Test
    void javadocShowsExamplesThatAreTests() throws IOException {
        Path docs = checkout.resolve("quarry-jvm/target/reports/apidocs/dev.quarry/dev/quarry");
        String page = Files.readString(docs.resolve("Quarry.html"));
        assertTrue(page.contains("prices.setAtIndex("), "the example is missing");
        assertFalse(page.contains("@start"), "its marks show");
    }

    /** The libraries bring nothing with them but what they are made for. */
    @Test
    void theSbomNamesWhatIsInside() throws IOException {
        assertFalse(sbom("quarry-core").contains("\"purl\" : \"pkg:maven/org."));
        assertTrue(sbom("quarry-jvm").contains("pkg:maven/dev.quarry/quarry-core@"));
        assertFalse(sbom("quarry-jvm").contains("jspecify"));
        assertTrue(sbom("quarry-micrometer").contains("pkg:maven/io.micrometer/micrometer-core@"));
    }

    private static String sbom(String module) throws IOException {
        return Files.readString(checkout.resolve(module).resolve("target/bom.json"));
    }
}
