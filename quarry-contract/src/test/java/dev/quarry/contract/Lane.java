package dev.quarry.contract;

import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.FutureTask;
import java.util.concurrent.SynchronousQueue;

/**
 * Another thread that does what it is told, one thing at a time, while the caller waits: what it
 * does is as repeatable as if the caller did it, but it is another thread to the allocator.
 */
final class Lane implements AutoCloseable {
    private final BlockingQueue<FutureTask<?>> tasks = new SynchronousQueue<>();
    private final Thread thread;
    private Path kernelThread;
    private boolean ended;

    Lane() {
        thread = Thread.ofPlatform().daemon().start(this::serve);
        run(() -> kernelThread = Threads.kernelThread());
    }

    private void serve() {
        try {
            while (!ended) {
                tasks.take().run();
            }
        } catch (InterruptedException e) {
            throw new AssertionError("a lane was interrupted", e);
        }
    }

    /** Runs an action on the lane's thread and waits for its end; throws what it throws. */
    void run(Runnable action) {
        FutureTask<Void> task = new FutureTask<>(action, null);
        try {
            tasks.put(task);
        } catch (InterruptedException e) {
            throw new AssertionError("a test was interrupted", e);
        }
        Threads.result(task);
    }

    /** Ends the thread and waits until it is gone. */
    @Override
    public void close() {
        run(() -> ended = true);
        Threads.awaitEnd(thread, kernelThread);
    }
}
