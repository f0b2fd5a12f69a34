package dev.quarry.cli.script;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.cli.Exec;
import dev.quarry.cli.Exec.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code ./quarry install}: a program is built against what it leaves, and runs on it. */
@Tag("script")
class InstallTest {
    private static final String PROGRAM = """
            #include <quarry.h>
            #include <stdio.h>
            int main(void) {
                quarry_arena *arena = quarry_arena_open(0);
                int *number = quarry_arena_new(arena, int);
                void *block = malloc(100);
                printf("%d %d\\n", quarry_owns(block), quarry_owns(number));
                free(block);
                return quarry_arena_close(arena);
            }
            """;

    @TempDir Path scratch;

    private Path install() {
        Path prefix = scratch.resolve("a prefix");
        Result result = Exec.quarry("install", "--prefix", prefix.toString()).run();
        assertEquals(new Result(0, "", "quarry: installed into " + prefix + "\n"), result);
        return prefix;
    }

    private Result bash(Path prefix, String script) {
        return Exec.of("bash", "-euc", script).in(scratch)
                .with("PKG_CONFIG_PATH", prefix.resolve("lib/pkgconfig").toString())
                .with("LD_LIBRARY_PATH", prefix.resolve("lib").toString()).run();
    }

    @Test
    void exactlyTheseFilesAreThere() throws IOException {
        Path prefix = install();
        try (Stream<Path> files = Files.walk(prefix)) {
            List<String> found = files.filter(file -> !Files.isDirectory(file))
                    .map(file -> prefix.relativize(file).toString()).sorted().toList();
            assertEquals(
                    List.of("include/quarry.h", "include/quarry/heap.h",
                            "include/quarry/region.h", "include/quarry/strict.h",
                            "lib/libquarry.a", "lib/libquarry.so", "lib/libquarry.so.0",
                            "lib/pkgconfig/quarry.pc"),
                    found);
        }
        assertEquals(
                Path.of("libquarry.so.0"),
                Files.readSymbolicLink(prefix.resolve("lib/libquarry.so")));
    }

    @Test
    void programsAreBuiltByPkgConfig() throws IOException {
        Path moved = Files.move(install(), scratch.resolve("moved"));
        Files.writeString(scratch.resolve("program.c"), PROGRAM);
        Result result = bash(moved, """
                pkg-config --modversion quarry | grep -Ex '[0-9]+[.][0-9]+[.][0-9]+'
                gcc -fno-builtin program.c -o dynamic $(pkg-config --cflags --libs quarry)
                ./dynamic
                objdump -p dynamic | grep -o 'NEEDED .*quarry.*'
                gcc -static -fno-builtin program.c -o static \\
                    $(pkg-config --static --cflags --libs quarry)
                LD_LIBRARY_PATH= ./static
                """);
        assertEquals(0, result.exit(), result::err);
        List<String> lines = result.out().lines().toList();
        assertEquals(List.of("1 1", "1 1"), List.of(lines.get(1), lines.get(3)));
        assertTrue(lines.get(2).matches("NEEDED +libquarry.so.0"), result::out);
    }

    @Test
    void everyHeaderStandsForItself() throws IOException {
        Path prefix = install();
        List<String> headers =
                List.of("quarry.h", "quarry/heap.h", "quarry/region.h", "quarry/strict.h");
        for (String header : headers) {
            String line = "#include <" + header + ">\n#include <" + header + ">\n";
            Files.writeString(scratch.resolve("one.c"), line);
            Result result = bash(prefix, """
                    flags="-Wall -Wextra -Werror -pedantic -c -o one.o -I '$1/include'"
                    eval gcc -std=c11 $flags one.c
                    eval g++ -std=c++11 -x c++ $flags one.c
                    """.replace("$1", prefix.toString()));
            assertEquals(new Result(0, "", ""), result, header);
        }
    }
}
