package dev.quarry.child;

import dev.quarry.Quarry;
import dev.quarry.core.base.Memory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * A million frees in random order of blocks of all sizes, memory going back all the while: the
 * kernel keeps a mapping for each stretch of pages that it has to treat alike, and a process may
 * have 65,530 of them ({@code vm.max_map_count}).
 */
public final class ManyFrees {
    private static final int FREES = 1_000_000;
    private static final int LIVE = 2048;
    private static final int LOOKS = 10;
    private static final long MOST_MAPPINGS = 1000;

    private ManyFrees() {}

    public static void main(String[] args) throws IOException {
        SplittableRandom random = new SplittableRandom(7);
        long[] blocks = new long[LIVE];
        for (int frees = 0; frees < FREES; frees++) {
            int place = random.nextInt(LIVE);
            Quarry.free(blocks[place]);
            long bytes = 16L << random.nextInt(random.nextInt(64) == 0 ? 18 : 10);
            long block = Quarry.malloc(bytes + random.nextLong(bytes));
            Memory.putLong(block, bytes);
            blocks[place] = block;
            if (frees % (FREES / LOOKS) == 0) {
                Quarry.trim();
                Checks.require(mappings() < MOST_MAPPINGS, mappings() + " mappings");
            }
        }
        Checks.require(mappings() < MOST_MAPPINGS, mappings() + " mappings");
        Checks.atRest(LIVE);
    }

    /** Mappings of the whole process, its Java heap and libraries included. */
    private static long mappings() throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/maps"))) {
            return lines.count();
        }
    }
}
