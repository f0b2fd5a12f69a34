package dev.quarry.core.owner;

import dev.quarry.core.base.InC;

/** The thread that gives memory back while nobody else passes by. */
@InC
final class DecommitThread {
    private DecommitThread() {}

    /** Starts it; false when it cannot be had. Called with no lock held. */
    static boolean start() {
        try {
            Thread.ofPlatform()
                    .daemon()
                    .name("quarry-decommit")
                    .inheritInheritableThreadLocals(false)
                    .start(DecommitThread::run);
            return true;
        } catch (OutOfMemoryError | StackOverflowError e) {
            return false;
        }
    }

    private static void run() {
        try {
            for (long millis = Decommit.pass(); millis >= 0; millis = Decommit.pass()) {
                Thread.sleep(millis);
            }
        } catch (InterruptedException e) {
            Decommit.threadEnded();
        }
    }
}
