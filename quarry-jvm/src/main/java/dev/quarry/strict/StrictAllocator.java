package dev.quarry.strict;

import dev.quarry.OutOfNativeMemoryError;
import dev.quarry.core.region.Layouts;
import dev.quarry.core.region.Strict;

/**
 * Native memory by hand, without a check on each call. The preconditions:
 *
 * <ul>
 *   <li>a size is not 0;
 *   <li>an alignment is a power of two;
 *   <li>a size rounded up to the alignment is at most 2^63 - 1;
 *   <li>a block given back came from here and is in use, with this size and this alignment.
 * </ul>
 *
 * <p>With {@code -ea} each is verified, for any target, and an {@link AssertionError} names the one
 * that is broken. Without, nothing is: what then happens is the target's business. With {@code
 * -Dquarry.strace=on} each call is written to {@link System#err} with its result.
 *
 * <p>The target is Quarry, unless {@code -Dquarry.strict.target=CLASS} names another or {@link
 * #install} has put one in before the first call. It is a constant from then on, so once compiled
 * a call of this class is a call of the target's code.
 *
 * <p>Thread-safe. Exhausted memory is an {@link OutOfNativeMemoryError}.
 */
public final class StrictAllocator {
    private static final boolean CHECKED = StrictAllocator.class.desiredAssertionStatus();
    private static final boolean TRACED = "on".equals(System.getProperty("quarry.strace"));

    private StrictAllocator() {}

    /**
     * Puts another allocator in place of Quarry.
     *
     * @throws IllegalStateException after the first call
     */
    public static void install(StrictTarget target) {
        Installed.choose(target);
    }

    /** A block of {@code bytes} bytes, content undefined, at a multiple of {@code alignment}. */
    public static long alloc(long bytes, long alignment) {
        if (CHECKED) {
            check("alloc", bytes, alignment);
        }
        long block = Installed.Choice.TARGET.alloc(bytes, alignment);
        if (CHECKED) {
            note(block, bytes, alignment);
        }
        if (TRACED) {
            trace("alloc(" + bytes + ", " + alignment + ") = " + hex(block));
        }
        return block;
    }

    /** The same, all bytes 0. */
    public static long allocZeroed(long bytes, long alignment) {
        if (CHECKED) {
            check("allocZeroed", bytes, alignment);
        }
        long block = Installed.Choice.TARGET.allocZeroed(bytes, alignment);
        if (CHECKED) {
            note(block, bytes, alignment);
        }
        if (TRACED) {
            trace("allocZeroed(" + bytes + ", " + alignment + ") = " + hex(block));
        }
        return block;
    }

    /** Gives back a block with the size and the alignment that it has. */
    public static void dealloc(long block, long bytes, long alignment) {
        if (CHECKED) {
            check("dealloc", bytes, alignment);
            forget("dealloc", block, bytes, alignment);
        }
        Installed.Choice.TARGET.dealloc(block, bytes, alignment);
        if (TRACED) {
            trace("dealloc(" + hex(block) + ", " + bytes + ", " + alignment + ")");
        }
    }

    /**
     * The block with {@code newBytes} bytes, moved if need be, its content kept up to the lesser
     * size. When memory is exhausted the old block is as it was.
     */
    public static long realloc(long block, long bytes, long alignment, long newBytes) {
        if (CHECKED) {
            check("realloc", bytes, alignment);
            check("realloc", newBytes, alignment);
            forget("realloc", block, bytes, alignment);
        }
        long moved = 0;
        try {
            moved = Installed.Choice.TARGET.realloc(block, bytes, alignment, newBytes);
        } finally {
            if (CHECKED) {
                note(moved == 0 ? block : moved, moved == 0 ? bytes : newBytes, alignment);
            }
        }
        if (TRACED) {
            trace("realloc(" + hex(block) + ", " + bytes + ", " + alignment + ", " + newBytes
                    + ") = " + hex(moved));
        }
        return moved;
    }

    private static void check(String call, long bytes, long alignment) {
        int problem = Strict.problemOf(bytes, alignment);
        if (problem != Strict.NONE) {
            throw new AssertionError(call + ", size " + Long.toUnsignedString(bytes)
                    + ", alignment " + alignment + ": " + reason(problem));
        }
    }

    private static void note(long block, long bytes, long alignment) {
        if (!Layouts.note(block, bytes, alignment)) {
            throw new OutOfNativeMemoryError(bytes);
        }
    }

    private static void forget(String call, long block, long bytes, long alignment) {
        int problem = Layouts.forget(block, bytes, alignment);
        if (problem != Strict.NONE) {
            throw new AssertionError(call + " of " + hex(block) + ", size " + bytes
                    + ", alignment " + alignment + ": " + reason(problem));
        }
    }

    private static String reason(int problem) {
        return switch (problem) {
            case Strict.EMPTY -> "the size is 0";
            case Strict.ALIGNMENT -> "the alignment is no power of two";
            case Strict.TOO_LARGE -> "the size rounded up to the alignment is above 2^63 - 1";
            case Strict.OTHER_SIZE -> "the block was allocated with another size";
            case Strict.OTHER_ALIGNMENT -> "the block was allocated with another alignment";
            default -> "the address is no block in use of the strict allocator";
        };
    }

    private static String hex(long address) {
        return "0x" + Long.toHexString(address);
    }

    private static void trace(String line) {
        System.err.println("strace: " + line);
    }
}
