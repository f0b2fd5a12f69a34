package dev.quarry.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** {@code free} keeps errno, as POSIX asks since 2024. The C library only. */
class ErrnoTest {
    private static final int MARK = 77;

    /** The JVM may itself change errno between two calls, seldom: one good try in ten will do. */
    private static final int TRIES = 10;

    private static final MethodHandle ERRNO_ADDRESS = errnoAddress();

    private final Life life = Lives.named("native");

    @SuppressWarnings("restricted")
    private static MethodHandle errnoAddress() {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(
                linker.defaultLookup().findOrThrow("__errno_location"),
                FunctionDescriptor.of(ValueLayout.JAVA_LONG));
    }

    private static long addressOfErrno() {
        try {
            return (long) ERRNO_ADDRESS.invokeExact();
        } catch (Throwable t) {
            throw new AssertionError("__errno_location could not be called", t);
        }
    }

    private void assertKeptByFree(long... blocks) {
        long address = addressOfErrno();
        boolean isKept = false;
        for (long block : blocks) {
            Raw.putByte(address, MARK);
            life.free(block);
            isKept |= life.lastError() == MARK;
        }
        assertTrue(isKept, "errno after free");
    }

    private long[] some(long bytes) {
        long[] blocks = new long[TRIES];
        for (int i = 0; i < TRIES; i++) {
            blocks[i] = life.malloc(bytes);
        }
        return blocks;
    }

    @Test
    void bySizes() {
        for (long bytes : new long[] {0, 16, 1000, 32 << 10, 100_000, 4 << 20, 2L << 30}) {
            assertKeptByFree(some(bytes));
        }
    }

    @Test
    void byNull() {
        assertKeptByFree(new long[TRIES]);
    }

    @Test
    void byAnotherThread() {
        long[] blocks = some(64);
        Threads.elsewhere(() -> assertKeptByFree(blocks));
    }

    @Test
    void byMisuse() {
        long block = life.malloc(64);
        life.free(block);
        long[] again = new long[TRIES];
        Arrays.fill(again, block);
        assertKeptByFree(again);
        Arrays.fill(again, 0x1234);
        assertKeptByFree(again);
    }

    @Test
    void isEnomemWhenMemoryIsShort() {
        assertEquals(0, life.malloc(Long.MAX_VALUE));
        assertEquals(Life.ENOMEM, life.lastError());
    }
}
