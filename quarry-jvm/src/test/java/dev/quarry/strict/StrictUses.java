package dev.quarry.strict;

import dev.quarry.Quarry;
import dev.quarry.core.base.Memory;

/** Uses of the strict allocator by name, one line each of what came of it. */
public final class StrictUses {
    private StrictUses() {}

    /** Runs the uses of these names. */
    public static void main(String[] names) {
        for (String name : names) {
            try {
                System.out.println(use(name));
            } catch (AssertionError | IllegalStateException e) {
                System.out.println(name + ": " + e.getMessage());
            }
        }
    }

    private static String use(String name) {
        switch (name) {
            case "right" -> {
                rightUse();
                return "ok";
            }
            case "hot" -> {
                for (int i = 0; i < 300; i++) {
                    hot();
                }
                return "ok";
            }
            case "installed" -> StrictAllocator.install(new Counting());
            case "late" -> {
                return tooLate();
            }
            default -> { }
        }
        long before = Counting.calls;
        wrongUse(name);
        return name + ": served" + (Counting.calls != before ? " by another" : "");
    }

    private static String tooLate() {
        try {
            StrictAllocator.install(new Counting());
            return "late: taken";
        } catch (IllegalStateException e) {
            return "late: refused";
        }
    }

    private static void rightUse() {
        for (long alignment = 1; alignment <= 4096; alignment *= 4) {
            long block = StrictAllocator.alloc(100, alignment);
            Memory.putLong(block, 7);
            block = StrictAllocator.realloc(block, 100, alignment, 5000);
            block = StrictAllocator.realloc(block, 5000, alignment, 50);
            check(block % alignment == 0 && Memory.getLong(block) == 7);
            StrictAllocator.dealloc(block, 50, alignment);
            block = StrictAllocator.allocZeroed(3000, alignment);
            check(block % alignment == 0 && Memory.getLong(block + 2992) == 0);
            StrictAllocator.dealloc(block, 3000, alignment);
        }
    }

    private static void check(boolean condition) {
        if (!condition) {
            throw new IllegalStateException("wrong");
        }
    }

    private static void wrongUse(String name) {
        long block = StrictAllocator.alloc(100, 8);
        switch (name) {
            case "empty" -> StrictAllocator.alloc(0, 8);
            case "empty-resize" -> StrictAllocator.realloc(block, 100, 8, 0);
            case "alignment" -> StrictAllocator.allocZeroed(8, 12);
            case "too-large" -> StrictAllocator.alloc(Long.MAX_VALUE, 4096);
            case "twice" -> {
                StrictAllocator.dealloc(block, 100, 8);
                StrictAllocator.dealloc(block, 100, 8);
            }
            case "foreign" -> StrictAllocator.dealloc(Quarry.malloc(100), 100, 8);
            case "other-size" -> StrictAllocator.dealloc(block, 101, 8);
            case "other-alignment" -> StrictAllocator.realloc(block, 100, 16, 200);
            default -> { }
        }
    }

    /** What a compiled caller looks like. */
    static long hot() {
        long sum = 0;
        for (int i = 0; i < 1000; i++) {
            long block = StrictAllocator.alloc(4096, 1);
            sum += block;
            StrictAllocator.dealloc(block, 4096, 1);
        }
        return sum;
    }

    /** Another target. */
    public static final class Counting implements StrictTarget {
        static long calls;

        @Override
        public long alloc(long bytes, long alignment) {
            calls++;
            return Quarry.malloc(bytes);
        }

        @Override
        public long allocZeroed(long bytes, long alignment) {
            calls++;
            return Quarry.calloc(1, bytes);
        }

        @Override
        public void dealloc(long block, long bytes, long alignment) {
            calls++;
            Quarry.free(block);
        }

        @Override
        public long realloc(long block, long bytes, long alignment, long newBytes) {
            calls++;
            return Quarry.realloc(block, newBytes);
        }
    }
}
