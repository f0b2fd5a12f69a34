package dev.quarry.core.base;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;

/**
 * What Quarry asks of the operating system: a dozen primitives. Addresses and lengths are multiples
 * of the page size. None of them allocates Java or C memory once the class is initialised.
 * Sources: mmap(2), mprotect(2), madvise(2), mremap(2), getrlimit(2), futex(2).
 */
@InC
@SuppressWarnings("restricted")
public final class Os {
    private static final int PROT_NONE = 0;
    private static final int PROT_READ_WRITE = 3;
    private static final int MAP_PRIVATE_ANONYMOUS_NORESERVE = 0x4022;
    private static final int MADV_DONTNEED = 4;
    private static final int MADV_HUGEPAGE = 14;
    private static final int MADV_NOHUGEPAGE = 15;
    private static final int RLIMIT_AS = 9;
    private static final long SLEEP_NANOS = 50_000;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final MethodHandle MMAP =
            call("mmap", JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG);
    private static final MethodHandle MUNMAP = call("munmap", JAVA_INT, JAVA_LONG, JAVA_LONG);
    private static final MethodHandle MPROTECT =
            call("mprotect", JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT);
    private static final MethodHandle MADVISE =
            call("madvise", JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_INT);
    private static final MethodHandle GETRLIMIT = call("getrlimit", JAVA_INT, JAVA_INT, ADDRESS);
    private static final MethodHandle GETPAGESIZE = call("getpagesize", JAVA_INT);

    /** After so many calls that are interpreted, at most, a method handle is rebuilt for speed. */
    private static final int CALLS_UNTIL_REBUILT = 128;

    private static final long PAGE_BYTES = readPageBytes();
    private static final AtomicLongArray REPORTS = new AtomicLongArray(Fault.KINDS);
    private static final long BOOT_WORD = Arena.global().allocate(8, 8).address();

    static {
        exerciseCalls();
    }

    private Os() {}

    /** Makes every call until it is as it stays, so that none needs Java memory or stack later. */
    private static void exerciseCalls() {
        for (int call = 0; call <= CALLS_UNTIL_REBUILT; call++) {
            long range = reserve(PAGE_BYTES, PAGE_BYTES);
            if (range != 0) {
                open(range, PAGE_BYTES);
                decommit(range, PAGE_BYTES);
                unmap(range, PAGE_BYTES);
            }
        }
    }

    private static MethodHandle call(
            String name,
            java.lang.foreign.MemoryLayout result,
            java.lang.foreign.MemoryLayout... parameters) {
        return LINKER.downcallHandle(
                LINKER.defaultLookup().findOrThrow(name),
                FunctionDescriptor.of(result, parameters));
    }

    private static IllegalStateException unexpected(Throwable thrown) {
        return new IllegalStateException("a system call could not be made", thrown);
    }

    /** Bytes of a page, a power of two. */
    public static long pageBytes() {
        return PAGE_BYTES;
    }

    private static long readPageBytes() {
        try {
            return (int) GETPAGESIZE.invokeExact();
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    /** The soft limit of the process's address space in bytes; -1 when there is none. */
    public static long addressSpaceLimit() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment limits = arena.allocate(16, 8);
            int failed = (int) GETRLIMIT.invokeExact(RLIMIT_AS, limits);
            return failed != 0 ? -1 : limits.get(JAVA_LONG, 0);
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    /**
     * Takes a range of addresses that nothing may access, aligned as asked (a power of two), or
     * returns 0 when the kernel has none. It counts against no memory limit but RLIMIT_AS.
     */
    public static long reserve(long bytes, long alignment) {
        long start = mapClosed(0, bytes);
        for (int tries = 0; tries < 2 && start != 0; tries++) {
            if ((start & (alignment - 1)) == 0) {
                return start;
            }
            // Below what the kernel chose there is mostly room down to the boundary.
            unmap(start, bytes);
            start = mapClosed(start & -alignment, bytes);
        }
        unmap(start, start == 0 ? 0 : bytes);
        start = mapClosed(0, bytes + alignment);
        if (start == 0) {
            return 0;
        }
        long aligned = (start + alignment - 1) & -alignment;
        unmap(start, aligned - start);
        unmap(aligned + bytes, start + alignment - aligned);
        return aligned;
    }

    /** Maps bytes that nothing may access, at the hint if there is room; 0 when there is none. */
    private static long mapClosed(long hint, long bytes) {
        try {
            long start =
                    (long)
                            MMAP.invokeExact(
                                    hint,
                                    bytes,
                                    PROT_NONE,
                                    MAP_PRIVATE_ANONYMOUS_NORESERVE,
                                    -1,
                                    0L);
            return start == -1 ? 0 : start;
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    /** Returns a reserved range to the kernel. */
    public static void unmap(long address, long bytes) {
        if (bytes == 0) {
            return;
        }
        try {
            int failed = (int) MUNMAP.invokeExact(address, bytes);
            assert failed == 0;
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    /** Makes reserved pages readable and writable, zero at first; false when memory is short. */
    public static boolean open(long address, long bytes) {
        try {
            return (int) MPROTECT.invokeExact(address, bytes, PROT_READ_WRITE) == 0;
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    /** Asks for huge pages, where the system gives them to who asks. */
    public static void adviseHuge(long address, long bytes) {
        advise(address, bytes, MADV_HUGEPAGE);
    }

    /** Declines huge pages, where the system gives them to everybody. */
    public static void adviseSmall(long address, long bytes) {
        advise(address, bytes, MADV_NOHUGEPAGE);
    }

    /** Gives the memory behind open pages back; they read as zero when touched again. */
    public static boolean decommit(long address, long bytes) {
        return advise(address, bytes, MADV_DONTNEED);
    }

    private static boolean advise(long address, long bytes, int advice) {
        try {
            return (int) MADVISE.invokeExact(address, bytes, advice) == 0;
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    /** Milliseconds of a clock that only goes forward. */
    public static long nowMillis() {
        return System.nanoTime() / 1_000_000;
    }

    /** Sixty-four unpredictable bits. */
    public static long entropy() {
        return new SecureRandom().nextLong();
    }

    /** The address of the one lock word that exists before anything is set up. */
    public static long bootWord() {
        return BOOT_WORD;
    }

    /**
     * Sleeps until the word differs from {@code value}; may return early. A virtual thread is
     * unmounted for that, which takes Java memory and, near the end of the stack, more stack than
     * anybody can probe for. Without them the caller, who may hold other locks, has to spin.
     */
    @SuppressWarnings("ThreadPriorityCheck") // A hint before sleep, nothing relies on it.
    public static void sleepWhile(long word, long value) {
        if (Memory.getLongAcquire(word) == value) {
            try {
                Thread.yield();
                LockSupport.parkNanos(SLEEP_NANOS);
            } catch (OutOfMemoryError | StackOverflowError e) {
                Memory.spinHint();
            }
        }
    }

    /** Wakes one thread that sleeps on the word. Here sleepers wake by themselves. */
    public static void wake(long word) {}

    /** Takes note of a fault. In C the first ten are written to stderr; here the face throws. */
    public static void report(int kind, long address) {
        REPORTS.incrementAndGet(kind);
    }

    /** Faults of a kind reported so far. */
    public static long reportCount(int kind) {
        return REPORTS.get(kind);
    }

    /** Says that a request cannot be met. In C it sets errno to ENOMEM; here the face throws. */
    public static void reportOutOfMemory() {}

    /** In C: reads the environment's options into the tunables; here the face has done so. */
    public static void readOptions() {}

    /** In C: makes sure that this thread's heap is released when the thread ends. */
    public static void watchThreadExit() {}
}
