package dev.quarry.contract;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;

/** Platform threads whose end can be waited for, that of the kernel's thread below included. */
final class Threads {
    private static final MethodHandle GETTID = gettid();

    private Threads() {}

    /** Runs an action on a thread of its own, returns its result when the thread is gone. */
    static <T> T elsewhere(Callable<T> action) {
        Running<T> running = new Running<>(action);
        running.awaitEnd();
        return result(running.task);
    }

    /** Runs an action on a thread of its own and waits until the thread is gone. */
    static void elsewhere(Runnable action) {
        elsewhere(() -> {
            action.run();
            return null;
        });
    }

    /** Runs all actions at the same time, returns when all threads are gone; throws a failure. */
    static void together(List<Runnable> actions) {
        List<Running<Object>> all = new ArrayList<>();
        actions.forEach(action -> all.add(new Running<>(Executors.callable(action))));
        all.forEach(Running::awaitEnd);
        all.forEach(running -> result(running.task));
    }

    /** A thread and what it does. */
    private static final class Running<T> {
        final FutureTask<T> task;
        private final Thread thread;
        private volatile Path kernelThread;

        Running(Callable<T> action) {
            task = new FutureTask<>(action);
            thread = Thread.ofPlatform().daemon().start(this::run);
        }

        private void run() {
            kernelThread = Threads.kernelThread();
            task.run();
        }

        void awaitEnd() {
            join(thread);
            Threads.awaitEnd(thread, kernelThread);
        }
    }

    /** The entry of the running thread in the kernel's list of this process's threads. */
    static Path kernelThread() {
        return Path.of("/proc/self/task/" + gettidOfThisThread());
    }

    /**
     * Waits until a thread has ended for the C library too: its thread-local destructors run after
     * {@link Thread#join} has returned.
     */
    static void awaitEnd(Thread thread, Path kernelThread) {
        join(thread);
        while (Files.exists(kernelThread)) {
            Thread.yield();
        }
    }

    static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError("a test was interrupted", e);
        }
    }

    static <T> T result(FutureTask<T> task) {
        try {
            return task.get();
        } catch (InterruptedException e) {
            throw new AssertionError("a test was interrupted", e);
        } catch (ExecutionException e) {
            throw new AssertionError("on another thread: " + e.getCause().getMessage(),
                    e.getCause());
        }
    }

    @SuppressWarnings("restricted")
    private static MethodHandle gettid() {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(
                linker.defaultLookup().findOrThrow("gettid"),
                FunctionDescriptor.of(ValueLayout.JAVA_INT));
    }

    private static int gettidOfThisThread() {
        try {
            return (int) GETTID.invokeExact();
        } catch (Throwable t) {
            throw new AssertionError("gettid could not be called", t);
        }
    }
}
