package dev.quarry.arena;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/** Does something in another thread and throws here what it throws there. */
final class Elsewhere {
    private Elsewhere() {}

    static <T> T get(Supplier<T> call) {
        CompletableFuture<T> result = new CompletableFuture<>();
        Thread.ofPlatform().start(() -> result.completeAsync(call, Runnable::run));
        try {
            return result.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException thrown) {
                throw thrown;
            }
            throw e;
        }
    }

    static void run(Runnable call) {
        get(() -> {
            call.run();
            return null;
        });
    }
}
