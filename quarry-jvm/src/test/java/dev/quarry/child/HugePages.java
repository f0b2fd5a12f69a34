package dev.quarry.child;

import dev.quarry.Quarry;
import dev.quarry.core.page.AddressSpace;
import dev.quarry.core.page.UnitTables;
import dev.quarry.core.tune.Geometry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What the kernel was told of huge pages, as its {@code VmFlags} say (proc_pid_smaps(5)): declined
 * for tables and the first 2 MiB, and asked for beyond if the argument says {@code asked}.
 */
public final class HugePages {
    private HugePages() {}

    public static void main(String[] args) throws IOException {
        Quarry.free(Quarry.malloc(4 << 20));
        long blocks = AddressSpace.base;
        long tables = UnitTables.states(Geometry.MIN_STATE_SHIFT);
        Checks.require(isTold(tables, "nh"), "huge pages for tables");
        Checks.require(isTold(blocks, "nh"), "huge pages for the first blocks");
        Checks.require(!isTold(blocks + (2 << 20), "nh"), "no huge pages for all others");
        boolean isAsked = isTold(blocks + (2 << 20), "hg");
        Checks.require(isAsked == args[0].equals("asked"), "asked for huge pages: " + isAsked);
    }

    private static boolean isTold(long address, String flag) throws IOException {
        boolean isThere = false;
        for (String line : Files.readAllLines(Path.of("/proc/self/smaps"))) {
            if (line.matches("[0-9a-f]+-[0-9a-f]+ .*")) {
                String[] ends = line.substring(0, line.indexOf(' ')).split("-");
                isThere = Long.compareUnsigned(address, Long.parseUnsignedLong(ends[0], 16)) >= 0
                        && Long.compareUnsigned(address, Long.parseUnsignedLong(ends[1], 16)) < 0;
            } else if (isThere && line.startsWith("VmFlags:")) {
                return (line + " ").contains(" " + flag + " ");
            }
        }
        throw new IllegalStateException("no mapping at " + Long.toHexString(address));
    }
}
