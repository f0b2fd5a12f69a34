package dev.quarry.stats;

import dev.quarry.core.base.Os;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Scanner;

/** The kernel's own figure. Source: proc_pid_statm(5), whose second field is resident pages. */
final class Resident {
    private static final Path STATM = Path.of("/proc/self/statm");

    private Resident() {}

    static long bytes() {
        try {
            Scanner fields = new Scanner(Files.readString(STATM));
            fields.nextLong();
            return fields.nextLong() * Os.pageBytes();
        } catch (IOException e) {
            return -1;
        }
    }
}
