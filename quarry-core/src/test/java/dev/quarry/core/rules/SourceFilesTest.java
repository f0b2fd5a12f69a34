package dev.quarry.core.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** No file of the project, of whatever module, is longer or wider than CONTRIBUTING.md allows. */
class SourceFilesTest {
    private static final int MOST_LINES = 400;
    private static final int MOST_COLUMNS = 100;

    /** What is made, or was measured. */
    private static final Set<String> NOT_WRITTEN = Set.of("target", "results");

    private static final Set<String> TEXT = Set.of(
            "java", "c", "h", "cc", "sh", "awk", "py", "pl", "js", "lua", "md", "xml", "txt", "map",
            "properties");

    /** Their tables and entries grow for as long as there is work. */
    private static final List<String> GROWING = List.of("BENCHMARKS.md", "DECISIONS.md");

    private static final Set<String> CODE = Set.of("java", "c", "h", "cc", "sh", "awk");

    private static String endingOf(Path file) {
        String name = file.getFileName().toString();
        return name.substring(name.lastIndexOf('.') + 1);
    }

    /** The project's text files; a name without an ending is a script's. */
    private static List<Path> files() throws IOException {
        Path root = Path.of("..").toRealPath();
        List<Path> files = new ArrayList<>();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                String name = folder.getFileName().toString();
                boolean isOurs = !NOT_WRITTEN.contains(name)
                        && (!name.startsWith(".") || name.equals(".ci") || folder.equals(root));
                return isOurs ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (TEXT.contains(endingOf(file)) || file.equals(root.resolve("quarry"))) {
                    files.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return files;
    }

    static List<String> problems(String name, String ending, List<String> lines) {
        List<String> problems = new ArrayList<>();
        if (lines.size() > MOST_LINES && GROWING.stream().noneMatch(name::endsWith)) {
            problems.add(name + " has " + lines.size() + " lines");
        }
        for (int i = 0; i < lines.size() && CODE.contains(ending); i++) {
            int columns = lines.get(i).codePointCount(0, lines.get(i).length());
            if (columns > MOST_COLUMNS) {
                problems.add(name + ":" + (i + 1) + " has " + columns + " columns");
            }
        }
        return problems;
    }

    @Test
    void noneIsTooLongOrTooWide() throws IOException {
        List<Path> files = files();
        assertTrue(files.size() > 300, () -> "only " + files.size() + " files found");
        List<String> problems = new ArrayList<>();
        for (Path file : files) {
            problems.addAll(problems(file.toString(), endingOf(file), Files.readAllLines(file)));
        }
        assertEquals("", String.join("\n", problems));
    }

    @Test
    void aFileTooLongOrTooWideIsFound() {
        assertEquals(List.of(), problems("a.java", "java", List.of("x".repeat(100))));
        assertEquals(
                List.of("a.java:2 has 101 columns"),
                problems("a.java", "java", List.of("", "─".repeat(101))));
        assertEquals(List.of(), problems("a.md", "md", List.of("x".repeat(101))));
        List<String> many = java.util.Collections.nCopies(401, "");
        assertEquals(List.of("a.md has 401 lines"), problems("a.md", "md", many));
    }
}
