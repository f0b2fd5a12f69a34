package dev.quarry.core.owner;

import dev.quarry.core.base.InC;

/** The thread that gives memory back while nobody else passes by. */
@InC
public final class DecommitThread {
    private DecommitThread() {}

    /** Starts it; false when it cannot be had. Called with no lock held. */
    static boolean start() {
        try {
            prepare().start();
            return true;
        } catch (OutOfMemoryError | StackOverflowError e) {
            return false;
        }
    }

    /** A thread to start. Done once at the beginning, so that no class is loaded later. */
    public static Thread prepare() {
        return Thread.ofPlatform()
                .daemon()
                .name("quarry-decommit")
                .inheritInheritableThreadLocals(false)
                .unstarted(DecommitThread::run);
    }

    /** Pass after pass until nothing waits any more. */
    private static void run() {
        try {
            long millis = Decommit.passWhenDue();
            while (millis >= 0) {
                Thread.sleep(millis);
                millis = Decommit.passWhenDue();
            }
        } catch (InterruptedException e) {
            Decommit.threadEnded();
        }
    }
}
