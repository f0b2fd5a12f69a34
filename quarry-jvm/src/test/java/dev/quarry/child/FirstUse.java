package dev.quarry.child;

import dev.quarry.Quarry;
import java.lang.foreign.MemorySegment;

/** Uses every kind of call, or says what the first and the second failure are. */
public final class FirstUse {
    private FirstUse() {}

    public static void main(String[] args) {
        if (fails("first") | fails("second")) {
            System.exit(1);
        }
        System.out.println("works");
    }

    private static boolean fails(String attempt) {
        try {
            use();
            return false;
        } catch (Throwable thrown) {
            for (Throwable t = thrown; t != null; t = t.getCause()) {
                System.out.println(attempt + ": " + t);
            }
            return true;
        }
    }

    private static void use() {
        long block = Quarry.realloc(Quarry.calloc(10, 10), 100_000);
        Quarry.free(block);
        MemorySegment segment = Quarry.allocate(100, 64);
        segment.fill((byte) 1);
        Quarry.free(segment);
        Quarry.free(Quarry.alignedAlloc(1 << 20, 1));
        Quarry.trim();
    }
}
