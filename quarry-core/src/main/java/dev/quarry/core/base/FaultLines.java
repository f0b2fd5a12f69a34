package dev.quarry.core.base;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.nio.charset.StandardCharsets.US_ASCII;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;

/**
 * The lines that tell of faults, as C writes them: each put together in raw memory of its own and
 * written whole by one write(2). Not in C.
 */
@InC
@SuppressWarnings("restricted")
final class FaultLines {
    private static final int STDERR = 2;
    private static final int ABORTED = 134;
    private static final long BYTES = 128;
    private static final byte[] BEGINNING = "quarry: ".getBytes(US_ASCII);
    private static final byte[] IGNORED = ": ignored\n".getBytes(US_ASCII);
    private static final byte[] ABORTING = ": aborting\n".getBytes(US_ASCII);
    private static final byte[] DIGITS = "0123456789abcdef".getBytes(US_ASCII);
    private static final byte[][] TEXTS = texts();

    /** After so many calls that are interpreted, at most, a method handle is rebuilt for speed. */
    private static final int CALLS_UNTIL_REBUILT = 128;

    private static final long LINES = Arena.global().allocate(FaultPolicy.LINES * BYTES).address();
    private static final Linker LINKER = Linker.nativeLinker();
    private static final MethodHandle WRITE =
            LINKER.downcallHandle(
                    LINKER.defaultLookup().findOrThrow("write"),
                    FunctionDescriptor.of(JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG));
    private static final MethodHandle ABORT =
            LINKER.downcallHandle(
                    LINKER.defaultLookup().findOrThrow("abort"), FunctionDescriptor.ofVoid());

    private FaultLines() {}

    private static byte[][] texts() {
        byte[][] texts = new byte[Fault.KINDS][];
        texts[Fault.NONE] = "fault at 0x".getBytes(US_ASCII);
        texts[Fault.DOUBLE_FREE] = "double free of 0x".getBytes(US_ASCII);
        texts[Fault.FOREIGN] =
                "free of an address that is not Quarry's, 0x".getBytes(US_ASCII);
        texts[Fault.NOT_A_BLOCK] =
                "free of an address where no block starts, 0x".getBytes(US_ASCII);
        texts[Fault.CORRUPT_LINK] = "overwritten link in the free block 0x".getBytes(US_ASCII);
        texts[Fault.WRONG_SIZE] = "free with a wrong size of 0x".getBytes(US_ASCII);
        return texts;
    }

    /** Writes nothing until the call is as it stays, so that it needs no Java memory later. */
    static void prepare() {
        for (int call = 0; call <= CALLS_UNTIL_REBUILT; call++) {
            writeOut(LINES, 0);
        }
    }

    static void write(int line, int kind, long address, boolean isEnd) {
        long start = LINES + line * BYTES;
        long at = appendText(start, BEGINNING);
        at = appendText(at, TEXTS[kind]);
        at = appendHex(at, address);
        at = appendText(at, isEnd ? ABORTING : IGNORED);
        writeOut(start, at - start);
    }

    private static long appendText(long at, byte[] text) {
        for (int i = 0; i < text.length; i++) {
            Memory.putByte(at + i, text[i]);
        }
        return at + text.length;
    }

    private static long appendHex(long at, long value) {
        int digits = Math.max((67 - Long.numberOfLeadingZeros(value)) >> 2, 1);
        for (int i = 0; i < digits; i++) {
            int digit = (int) (value >>> ((digits - 1 - i) << 2)) & 0xF;
            Memory.putByte(at + i, DIGITS[digit]);
        }
        return at + digits;
    }

    private static void writeOut(long start, long bytes) {
        try {
            long written = (long) WRITE.invokeExact(STDERR, start, bytes);
            assert written <= bytes;
        } catch (Throwable t) {
            throw new IllegalStateException("a system call could not be made", t);
        }
    }

    /** Ends the process, by a signal if there is the Java memory to link that call. */
    static void abort() {
        try {
            ABORT.invokeExact();
        } catch (Throwable t) {
            Runtime.getRuntime().halt(ABORTED);
        }
    }
}
