package dev.quarry.core.base;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * Raw memory: words at addresses. Nothing here checks an address, so only addresses that Quarry
 * opened may come in. Atomic operations are on aligned 64-bit words.
 *
 * <p>Orders, as in the names: none is plain; {@code Relaxed} is atomic without order;
 * {@code Acquire} and {@code Release} pair up; read-modify-write operations are sequentially
 * consistent (on x86 they cost the same).
 */
@InC
@SuppressWarnings("restricted")
public final class Memory {
    private static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
    private static final VarHandle BYTE = ValueLayout.JAVA_BYTE.varHandle();
    private static final VarHandle INT = ValueLayout.JAVA_INT_UNALIGNED.varHandle();
    private static final VarHandle LONG = ValueLayout.JAVA_LONG_UNALIGNED.varHandle();
    private static final VarHandle HALF = ValueLayout.JAVA_INT.varHandle();
    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();

    /** A source of zeros: a copy needs no object, as {@code fill} does when it is not compiled. */
    private static final long ZEROS_BYTES = 4096;

    private static final long ZEROS = Arena.global().allocate(ZEROS_BYTES, 64).address();

    static {
        exerciseAccesses();
    }

    private Memory() {}

    /** Links every access once, so that none needs Java memory or stack later. */
    private static void exerciseAccesses() {
        long word = Arena.global().allocate(32, 8).address();
        putLong(word, getLong(word));
        putLongRelaxed(word, getLongRelaxed(word));
        putLongRelease(word, getLongAcquire(word) + getLongSeqCst(word));
        casLong(word, exchangeLong(word, fetchOrLong(word, fetchAddLong(word, 0))), 0);
        putByte(word, getByte(word));
        putInt(word, getInt(word));
        casByte(word, 0, 0);
        copy(word, word + 16, 16);
        zero(word, 32);
    }

    public static long getLong(long address) {
        return (long) LONG.get(ALL, address);
    }

    public static void putLong(long address, long value) {
        LONG.set(ALL, address, value);
    }

    /** Reads a word that another thread may be writing, whichever value it has just then. */
    public static long getLongRelaxed(long address) {
        return (long) WORD.getOpaque(ALL, address);
    }

    public static void putLongRelaxed(long address, long value) {
        WORD.setOpaque(ALL, address, value);
    }

    public static long getLongAcquire(long address) {
        return (long) WORD.getAcquire(ALL, address);
    }

    /** A sequentially consistent read: not moved before an earlier read-modify-write. */
    public static long getLongSeqCst(long address) {
        return (long) WORD.getVolatile(ALL, address);
    }

    public static void putLongRelease(long address, long value) {
        WORD.setRelease(ALL, address, value);
    }

    /** Replaces {@code expected} by {@code value}; false when the word held something else. */
    public static boolean casLong(long address, long expected, long value) {
        return WORD.compareAndSet(ALL, address, expected, value);
    }

    /** Writes {@code value} and returns what was there. */
    public static long exchangeLong(long address, long value) {
        return (long) WORD.getAndSet(ALL, address, value);
    }

    /** Sets {@code bits} and returns the word as it was. */
    public static long fetchOrLong(long address, long bits) {
        return (long) WORD.getAndBitwiseOr(ALL, address, bits);
    }

    /** Adds {@code delta} and returns the word as it was. */
    public static long fetchAddLong(long address, long delta) {
        return (long) WORD.getAndAdd(ALL, address, delta);
    }

    /** Reads a 32-bit word; relaxed. */
    public static int getInt(long address) {
        return (int) INT.get(ALL, address);
    }

    /** Writes a 32-bit word; relaxed. */
    public static void putInt(long address, int value) {
        INT.set(ALL, address, value);
    }

    /** Reads a byte, 0 to 255; relaxed. */
    public static int getByte(long address) {
        return (byte) BYTE.get(ALL, address) & 0xFF;
    }

    /** Writes the low 8 bits; relaxed. */
    public static void putByte(long address, int value) {
        BYTE.set(ALL, address, (byte) value);
    }

    /** Replaces the byte {@code expected} by {@code value}; false when it was another. */
    public static boolean casByte(long address, int expected, int value) {
        long word = address & -4;
        int shift = (int) (address & 3) << 3;
        while (true) {
            int before = (int) INT.get(ALL, word);
            if ((before >>> shift & 0xFF) != expected) {
                return false;
            }
            int after = before & ~(0xFF << shift) | value << shift;
            if (HALF.compareAndSet(ALL, word, before, after)) {
                return true;
            }
        }
    }

    /** Writes zeros over {@code bytes} bytes. */
    public static void zero(long address, long bytes) {
        long at = address;
        long left = bytes;
        while (left > ZEROS_BYTES) {
            copy(ZEROS, at, ZEROS_BYTES);
            at += ZEROS_BYTES;
            left -= ZEROS_BYTES;
        }
        copy(ZEROS, at, left);
    }

    /** Copies {@code bytes} bytes; the two ranges do not overlap. */
    public static void copy(long from, long to, long bytes) {
        MemorySegment.copy(ALL, from, ALL, to, bytes);
    }

    /** Number of zero bits below the lowest one bit; {@code bits} is not 0. */
    public static int trailingZeros(long bits) {
        return Long.numberOfTrailingZeros(bits);
    }

    /** Number of zero bits above the highest one bit; {@code bits} is not 0. */
    public static int leadingZeros(long bits) {
        return Long.numberOfLeadingZeros(bits);
    }

    public static int bitCount(long bits) {
        return Long.bitCount(bits);
    }

    /** Whether {@code a} is less than {@code b}, both unsigned. */
    public static boolean isBelow(long a, long b) {
        return Long.compareUnsigned(a, b) < 0;
    }

    /** Whether the product of two unsigned numbers needs more than 64 bits. */
    public static boolean multiplyOverflows(long a, long b) {
        return Math.unsignedMultiplyHigh(a, b) != 0;
    }

    /** The bytes as a segment that is always alive. Not in C. */
    public static MemorySegment segment(long address, long bytes) {
        return ALL.asSlice(address, bytes);
    }

    /** Tells the processor that this is a spin loop. */
    public static void spinHint() {
        Thread.onSpinWait();
    }
}
