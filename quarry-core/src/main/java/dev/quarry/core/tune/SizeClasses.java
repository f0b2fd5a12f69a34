package dev.quarry.core.tune;

import dev.quarry.core.base.InC;
import dev.quarry.core.base.Memory;

/**
 * The 40 size classes: every 16 bytes up to 128, then four per doubling up to 32 KiB. A request
 * finds its class by one look-up in a table of 16-byte steps. Filled at boot on both lives.
 *
 * <p>Source of the spacing: four classes per doubling bound internal waste by 20 % above 128 bytes
 * (J. Evans, "A Scalable Concurrent malloc(3) Implementation for FreeBSD", 2006).
 */
public final class SizeClasses {
    public static final int COUNT = 40;

    /** Up to this size requests are served from spans, above it from buddy runs. */
    public static final long MAX_BYTES = 32L << 10;

    /** Bytes between the heads of two magazines of a heap in C. */
    public static final int HEAD_SHIFT = 6;

    /** A span holds at least this many blocks. */
    public static final long MIN_SPAN_BLOCKS = 8;

    private static final int EVEN_CLASSES = 8;
    private static final int TABLE_STEPS = (int) (MAX_BYTES >>> Geometry.GRANULE_SHIFT);

    private static final short[] HEAD_OF_STEP = new short[TABLE_STEPS];
    private static final int[] BLOCK_BYTES = new int[COUNT];
    private static final byte[] STATE_SHIFT = new byte[COUNT];

    private SizeClasses() {}

    /** Fills the tables. */
    public static void init() {
        int step = 0;
        for (int sizeClass = 0; sizeClass < COUNT; sizeClass++) {
            int bytes = bytesOf(sizeClass);
            setBlockBytes(sizeClass, bytes);
            setStateShift(sizeClass, stateShiftFor(bytes));
            for (; step < bytes >>> Geometry.GRANULE_SHIFT; step++) {
                setHeadOfStep(step, sizeClass << HEAD_SHIFT);
            }
        }
    }

    /** Block bytes of a class by formula. */
    private static int bytesOf(int sizeClass) {
        if (sizeClass < EVEN_CLASSES) {
            return (sizeClass + 1) << Geometry.GRANULE_SHIFT;
        }
        int beyond = sizeClass - EVEN_CLASSES;
        return (160 + 32 * (beyond & 3)) << (beyond >>> 2);
    }

    /** The largest that blocks of this size are no closer than. */
    private static int stateShiftFor(int bytes) {
        int shift = Geometry.MIN_STATE_SHIFT;
        while (shift < Geometry.MAX_STATE_SHIFT && 2 << shift <= bytes) {
            shift++;
        }
        return shift;
    }

    /** Whether a size has a class: 1 to {@link #MAX_BYTES}. */
    public static boolean has(long bytes) {
        return Memory.isBelow(bytes - 1, MAX_BYTES);
    }

    /** The smallest class whose blocks hold {@code bytes} bytes, 1 to {@link #MAX_BYTES}. */
    public static int classOf(long bytes) {
        return headOf(bytes) >>> HEAD_SHIFT;
    }

    /** That class, as the distance of its magazine's head from the first one's in a C heap. */
    public static int headOf(long bytes) {
        return headOfStep((bytes - 1) >>> Geometry.GRANULE_SHIFT);
    }

    /** Order of the buddy run that a span of a class is cut from. */
    public static int spanOrder(int sizeClass) {
        int order = 0;
        while (Geometry.UNIT_BYTES << order < blockBytes(sizeClass) * MIN_SPAN_BLOCKS) {
            order++;
        }
        return order;
    }

    /** Blocks that a span of a class can hold. */
    public static long spanBlocks(int sizeClass) {
        return (Geometry.UNIT_BYTES << spanOrder(sizeClass)) / blockBytes(sizeClass);
    }

    /** Bytes of a span of a class behind its last block. */
    public static long spanTail(int sizeClass) {
        return (Geometry.UNIT_BYTES << spanOrder(sizeClass))
                - spanBlocks(sizeClass) * blockBytes(sizeClass);
    }

    /** Bytes of each block of a class. */
    @InC
    public static int blockBytes(int sizeClass) {
        return BLOCK_BYTES[sizeClass];
    }

    @InC
    private static void setBlockBytes(int sizeClass, int bytes) {
        BLOCK_BYTES[sizeClass] = bytes;
    }

    /** The state shift of a class: see {@link Geometry#MAX_STATE_SHIFT}. */
    @InC
    public static int stateShift(int sizeClass) {
        return STATE_SHIFT[sizeClass];
    }

    @InC
    private static void setStateShift(int sizeClass, int shift) {
        STATE_SHIFT[sizeClass] = (byte) shift;
    }

    @InC
    private static int headOfStep(long step) {
        return HEAD_OF_STEP[(int) step];
    }

    @InC
    private static void setHeadOfStep(int step, int head) {
        HEAD_OF_STEP[step] = (short) head;
    }
}
