package dev.quarry.child;

import dev.quarry.MisuseException;
import dev.quarry.OutOfNativeMemoryError;
import dev.quarry.Quarry;
import java.lang.foreign.MemorySegment;

/**
 * Makes a first call and then calls of every kind, in threads of every kind; or says what the first
 * and the second failure are. Without lambdas, which are classes made on the way.
 */
public final class FirstUse implements Runnable {
    /** Before, a thread does nothing, so that what threads load for themselves is loaded. */
    private volatile boolean isReady;

    private FirstUse() {}

    public static void main(String[] args) throws InterruptedException {
        if (isReady("first") & isReady("second")) {
            FirstUse use = new FirstUse();
            runEverywhere(use);
            System.out.println("ready");
            use.isReady = true;
            use.run();
            runEverywhere(use);
            System.out.println("works");
        } else {
            System.exit(1);
        }
    }

    private static void runEverywhere(FirstUse use) throws InterruptedException {
        Thread platform = new Thread(use);
        platform.start();
        platform.join();
        Thread.startVirtualThread(use).join();
    }

    private static boolean isReady(String attempt) {
        try {
            Quarry.free(0);
            return true;
        } catch (Throwable thrown) {
            for (Throwable t = thrown; t != null; t = t.getCause()) {
                System.out.println(attempt + ": " + t);
            }
            return false;
        }
    }

    @Override
    public void run() {
        if (isReady) {
            useAll();
        }
    }

    private static void useAll() {
        long first = Quarry.malloc(10);
        for (long bytes = 1; bytes <= 1 << 23; bytes *= 3) {
            long block = Quarry.realloc(Quarry.malloc(bytes), bytes + bytes / 2);
            Quarry.free(Quarry.alignedAlloc(bytes & -bytes, bytes));
            Quarry.free(block, Quarry.usableSize(block));
        }
        Quarry.free(Quarry.malloc(3L << 30));
        Quarry.free(Quarry.calloc(10, 10));
        Quarry.free(Quarry.calloc(10, 100_000));
        MemorySegment segment = Quarry.allocate(100, 64);
        segment.fill((byte) 1);
        Quarry.free(segment);
        misuse(16);
        misuse(first + 1);
        Quarry.free(first);
        misuse(first);
        exhaust();
        Quarry.trim();
    }

    private static void misuse(long address) {
        try {
            Quarry.free(address);
            throw new AssertionError("a wrong address was freed");
        } catch (MisuseException e) {
            Checks.require(e.address() == address, "another address is named");
        }
    }

    private static void exhaust() {
        try {
            Quarry.free(Quarry.malloc(1L << 40));
        } catch (OutOfNativeMemoryError e) {
            Checks.require(e.bytes() == 1L << 40, "another size is named");
        }
    }
}
