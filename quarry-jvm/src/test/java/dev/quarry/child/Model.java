package dev.quarry.child;

import dev.quarry.Misuse;
import dev.quarry.MisuseException;
import dev.quarry.OutOfNativeMemoryError;
import dev.quarry.Quarry;
import dev.quarry.core.base.Memory;
import java.lang.foreign.MemorySegment;

/**
 * The blocks of one thread that is being killed in every call. Of each call the thread knows
 * whether it returned: then its effect is written down at once, by plain stores that need neither
 * stack nor Java memory. If it did not return, nothing may have changed, which {@link #settle}
 * finds out.
 */
final class Model {
    private static final int CAPACITY = 256;
    private static final long[] SIZES = {
        0, 1, 16, 24, 100, 128, 500, 1000, 1500, 4096, 9000, 32 << 10, 40_000, 100_000, 1 << 20,
        3 << 20
    };
    private static final int KINDS = 10;

    private final long[] blocks = new long[CAPACITY];
    private final long[] sizes = new long[CAPACITY];

    /** Calls that returned and calls that were broken off. */
    long returned;

    long broken;

    private int next;

    /** Begins with blocks of the calling thread's heap, and at another place of the sequence. */
    void fillSome(int seed) {
        for (int slot = 0; slot < CAPACITY; slot += 2) {
            sizes[slot] = SIZES[(slot + seed) % SIZES.length];
            blocks[slot] = Quarry.malloc(sizes[slot]);
        }
        next = seed * 101;
    }

    /** Does the next operation of a fixed sequence; lets what it throws pass. */
    void step() {
        next++;
        int slot = (next * 37 & 0x7FFFFFFF) % CAPACITY;
        long bytes = SIZES[(next / KINDS & 0x7FFFFFFF) % SIZES.length];
        broken++;
        operate(next % KINDS, slot, bytes);
        broken--;
        returned++;
    }

    private void operate(int kind, int slot, long bytes) {
        if (kind < 5 && blocks[slot] != 0) {
            free(kind, slot);
        } else if (kind < 4) {
            allocate(kind, slot, bytes);
        } else if (kind < 8) {
            long moved = Quarry.realloc(blocks[slot], bytes);
            blocks[slot] = moved;
            sizes[slot] = bytes;
        } else if (kind == 8) {
            misuse(blocks[slot]);
        } else if (bytes > 1 << 20) {
            Quarry.trim();
        }
    }

    private void free(int kind, int slot) {
        if (kind == 0) {
            Quarry.free(blocks[slot], sizes[slot]);
        } else {
            Quarry.free(blocks[slot]);
        }
        blocks[slot] = 0;
    }

    private void allocate(int kind, int slot, long bytes) {
        if (kind == 0) {
            blocks[slot] = Quarry.malloc(bytes);
        } else if (kind == 1) {
            blocks[slot] = Quarry.calloc(1, bytes);
        } else if (kind == 2) {
            blocks[slot] = Quarry.alignedAlloc(16L << (bytes & 15), bytes);
        } else {
            allocateSegment(slot, bytes);
        }
        sizes[slot] = bytes;
    }

    private void allocateSegment(int slot, long bytes) {
        MemorySegment segment = Quarry.allocate(bytes);
        blocks[slot] = segment.address(); // Needs less stack than the call before had.
    }

    private static void misuse(long block) {
        try {
            Quarry.free(block == 0 ? 8 : block + 8);
            throw new AssertionError("a wrong address was freed");
        } catch (MisuseException e) {
            Checks.require(e.misuse() != Misuse.DOUBLE_FREE, e.getMessage());
        }
    }

    /** With stack and Java memory again: every block can be freed exactly once. */
    void settle() {
        for (int slot = 0; slot < CAPACITY; slot++) {
            long block = blocks[slot];
            if (block == 0) {
                continue;
            }
            Checks.require(Quarry.usableSize(block) >= sizes[slot], "a block is too small");
            for (long at = block; at + 8 <= block + sizes[slot]; at += 4096) {
                Memory.putLong(at, at);
            }
            Quarry.free(block);
            blocks[slot] = 0;
            checkFreed(block);
        }
    }

    private static void checkFreed(long block) {
        try {
            Quarry.free(block);
            throw new AssertionError("a block was freed twice");
        } catch (MisuseException e) {
            Checks.require(e.address() == block, "another address is named: " + e.getMessage());
        }
    }

    /** Whether a call may end so when it is short of stack or of Java memory. */
    static boolean isExpected(Throwable thrown) {
        return thrown instanceof StackOverflowError
                || thrown instanceof OutOfMemoryError
                || thrown instanceof OutOfNativeMemoryError;
    }
}
