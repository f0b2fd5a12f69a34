package dev.quarry.child;

import dev.quarry.MisuseException;
import dev.quarry.Quarry;
import dev.quarry.core.base.Fault;
import dev.quarry.core.base.Os;
import dev.quarry.core.tune.Config;

/** Fifteen wrong frees, three of each kind, then what was thrown, counted, and tuned. */
public final class WrongFrees {
    private static final long FOREIGN = 0x1230;

    private static int thrown;

    private WrongFrees() {}

    public static void main(String[] args) {
        long block = Quarry.malloc(100);
        long before = counted();
        for (int round = 0; round < 3; round++) {
            oneRound(block);
        }
        Quarry.free(block);
        Checks.atRest(0);
        System.out.println("thrown " + thrown + ", counted " + (counted() - before)
                + ", magazine " + Config.magazineBlocks);
    }

    private static void oneRound(long block) {
        long freed = Quarry.malloc(40);
        Quarry.free(freed);
        wrong(() -> Quarry.free(freed));
        wrong(() -> Quarry.free(FOREIGN));
        wrong(() -> Quarry.free(block + 16));
        wrong(() -> Checks.require(Quarry.realloc(freed, 100) == 0, "a freed block was resized"));
        wrong(() -> Checks.require(Quarry.usableSize(FOREIGN) == 0, "a foreign one has a size"));
    }

    private static void wrong(Runnable use) {
        try {
            use.run();
        } catch (MisuseException e) {
            thrown++;
        }
    }

    private static long counted() {
        long count = 0;
        for (int kind = 1; kind < Fault.KINDS; kind++) {
            count += Os.reportCount(kind);
        }
        return count;
    }
}
