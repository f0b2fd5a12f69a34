package dev.quarry.core.heaps;

import dev.quarry.core.base.Fault;
import dev.quarry.core.owner.Boot;
import dev.quarry.core.owner.Denial;
import dev.quarry.core.span.Account;

/**
 * One wrong use for each guard of programs' heaps. Run alone, in a process of its own: exit code 0
 * when the guards of these names held.
 */
public final class HeapMisuses {
    private static final long NONE = Account.NO_LIMIT;

    private HeapMisuses() {}

    /** Runs the misuses that these guards are there for. */
    public static void main(String[] guards) {
        for (String guard : guards) {
            if (!Boot.boot() || !isRefused(guard)) {
                System.exit(1);
            }
        }
    }

    private static boolean isRefused(String guard) {
        return switch (guard) {
            case "heapLimit" -> beyondTheLimit();
            case "heapOpen" -> useAfterClose();
            case "heapOwn" -> anothersBlock();
            default -> throw new IllegalArgumentException(guard);
        };
    }

    private static boolean beyondTheLimit() {
        long root = ProgramHeap.open(0, 1 << 17, 0);
        long leaf = ProgramHeap.open(root, NONE, 0);
        return ProgramHeap.malloc(leaf, 1 << 18) == Denial.LIMIT
                && ProgramHeap.malloc(leaf, 1 << 17) > 0;
    }

    private static boolean useAfterClose() {
        long id = ProgramHeap.open(0, NONE, 0);
        ProgramHeap.close(id);
        long next = ProgramHeap.open(0, NONE, 0);
        return ProgramHeap.malloc(id, 40) == Denial.CLOSED && HeapFigures.liveBlocks(next) == 0;
    }

    private static boolean anothersBlock() {
        long one = ProgramHeap.open(0, NONE, 0);
        long two = ProgramHeap.open(0, NONE, 0);
        long block = ProgramHeap.malloc(one, 100_000);
        return ProgramHeap.free(two, block) == Fault.NOT_A_BLOCK
                && ProgramHeap.usableSize(one, block) > 0;
    }
}
