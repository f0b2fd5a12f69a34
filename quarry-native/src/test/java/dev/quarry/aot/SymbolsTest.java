package dev.quarry.aot;

import static java.util.stream.Collectors.toCollection;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What the library offers and what it asks for are two written lists, and nothing else. */
class SymbolsTest {
    private static final NativeBuild BUILD = NativeBuild.here();

    private static TreeSet<String> words(String text) {
        return Arrays.stream(text.strip().split("\\s+")).collect(toCollection(TreeSet::new));
    }

    private static TreeSet<String> listed(String file) throws Exception {
        return words(Files.readString(Programs.SOURCES.resolve(file)));
    }

    /** The names that nm prints, without versions. */
    private static TreeSet<String> names(Path object, String... options) throws Exception {
        List<String> arguments = new java.util.ArrayList<>(List.of(options));
        arguments.add("--format=just-symbols");
        arguments.add(object.toString());
        Programs.Result result =
                Programs.run(Path.of("nm"), arguments.toArray(String[]::new));
        assertEquals(0, result.exitCode(), result.errors());
        return words(result.output().replaceAll("@\\S*", ""));
    }

    @Test
    void exactlyTheListIsExported() throws Exception {
        TreeSet<String> exported =
                names(BUILD.sharedLibrary(Variant.RELEASE), "-D", "--defined-only");
        assertEquals(listed("exported.txt"), exported);
    }

    @Test
    void toolsGetThePrefixedNamesOnly() throws Exception {
        TreeSet<String> exported =
                names(BUILD.sharedLibrary(Variant.PREFIX_ONLY), "-D", "--defined-only");
        TreeSet<String> prefixed = listed("exported.txt");
        prefixed.removeIf(name -> !name.startsWith("quarry_"));
        assertEquals(prefixed, exported);
    }

    /** No function of TeaVM's runtime, none that allocates, none of stdio. */
    @Test
    void theObjectAsksForNothingElse() throws Exception {
        TreeSet<String> asked = names(BUILD.object(Variant.RELEASE), "-u");
        asked.removeAll(listed("asked-for.txt"));
        assertEquals(new TreeSet<>(), asked);
    }

    @Test
    void theArchiveDefinesNoOtherGlobalNames() throws Exception {
        TreeSet<String> defined =
                names(BUILD.object(Variant.RELEASE), "--defined-only", "--extern-only");
        assertEquals(listed("exported.txt"), defined);
    }
}
