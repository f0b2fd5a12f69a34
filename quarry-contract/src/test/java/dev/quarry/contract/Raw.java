package dev.quarry.contract;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Reads and writes at bare addresses, and patterns that say at which offset they were written. */
@SuppressWarnings("restricted")
final class Raw {
    /** Blocks up to this size are written full; of larger ones a word every {@link #STRIDE}. */
    static final long DENSE_BYTES = 32 << 10;

    static final long STRIDE = 512;

    private static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
    private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
    private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;

    private Raw() {}

    static long getLong(long address) {
        return ALL.get(WORD, address);
    }

    static void putLong(long address, long value) {
        ALL.set(WORD, address, value);
    }

    static byte getByte(long address) {
        return ALL.get(BYTE, address);
    }

    static void putByte(long address, int value) {
        ALL.set(BYTE, address, (byte) value);
    }

    /** Writes one byte value over a whole range. */
    static void set(long address, long bytes, int value) {
        ALL.asSlice(address, bytes).fill((byte) value);
    }

    /** Fills a range with the pattern of a seed, each byte of it. */
    static void fill(long block, long bytes, long seed) {
        long words = bytes & -8;
        for (long at = 0; at < words; at += 8) {
            putLong(block + at, word(seed, at));
        }
        for (long at = words; at < bytes; at++) {
            putByte(block + at, patternByte(seed, at));
        }
    }

    /** The offset of the first byte or word that is not the pattern's, or -1. */
    static long mismatch(long block, long bytes, long seed) {
        long words = bytes & -8;
        for (long at = 0; at < words; at += 8) {
            if (getLong(block + at) != word(seed, at)) {
                return at;
            }
        }
        for (long at = words; at < bytes; at++) {
            if (getByte(block + at) != patternByte(seed, at)) {
                return at;
            }
        }
        return -1;
    }

    /** Fills a range up to {@link #DENSE_BYTES}, and beyond that writes a word every stride. */
    static void stamp(long block, long bytes, long seed) {
        fill(block, Math.min(bytes, DENSE_BYTES), seed);
        for (long at = DENSE_BYTES; at + 8 <= bytes; at += STRIDE) {
            putLong(block + at, word(seed, at));
        }
    }

    /** As {@link #mismatch} for what {@link #stamp} wrote into at least as many bytes. */
    static long stampMismatch(long block, long bytes, long seed) {
        long at = mismatch(block, Math.min(bytes, DENSE_BYTES), seed);
        if (at >= 0) {
            return at;
        }
        for (at = DENSE_BYTES; at + 8 <= bytes; at += STRIDE) {
            if (getLong(block + at) != word(seed, at)) {
                return at;
            }
        }
        return -1;
    }

    /** The offset of the first byte that is not 0, or -1. */
    static long firstNonZero(long block, long bytes) {
        long words = bytes & -8;
        for (long at = 0; at < words; at += 8) {
            if (getLong(block + at) != 0) {
                return at;
            }
        }
        for (long at = words; at < bytes; at++) {
            if (getByte(block + at) != 0) {
                return at;
            }
        }
        return -1;
    }

    private static long word(long seed, long at) {
        return Long.rotateLeft((seed + at) * GOLDEN, 29);
    }

    private static byte patternByte(long seed, long at) {
        return (byte) (word(seed, at & -8) >>> ((at & 7) << 3));
    }
}
