package dev.quarry.cli.programs;

import dev.quarry.cli.Exec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The library that programs are run on. {@code -Dquarry.library=FILE} names another one, another
 * build or a stand-in; a stand-in keeps no statistics, so these are then not looked at.
 */
final class Library {
    static final Path FILE =
            Path.of(
                    System.getProperty(
                            "quarry.library",
                            Exec.ROOT.resolve("quarry-native/target/libquarry.so").toString()));

    private Library() {}

    /** {@code ./quarry run} with this library and the further arguments given. */
    static Exec run(String... arguments) {
        List<String> all = new ArrayList<>(List.of("run", "--library", FILE.toString()));
        all.addAll(List.of(arguments));
        return Exec.quarry(all.toArray(String[]::new));
    }

    static boolean isQuarry() {
        return FILE.getFileName().toString().startsWith("libquarry");
    }
}
