package dev.quarry.heap;

import dev.quarry.core.base.Tls;
import java.util.function.BooleanSupplier;

/** Calls a program's listeners: what they throw is not the fault of whoever made a request. */
final class Listeners {
    private Listeners() {}

    static void run(Runnable call) {
        Tls.ensureStack();
        isDone(() -> {
            call.run();
            return true;
        });
    }

    /** The answer; false when an exception was handed to the thread's handler instead. */
    static boolean isDone(BooleanSupplier call) {
        try {
            return call.getAsBoolean();
        } catch (Throwable e) {
            Thread thread = Thread.currentThread();
            thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
            return false;
        }
    }
}
