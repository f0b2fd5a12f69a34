package dev.quarry.contract;

import java.util.function.Consumer;

/**
 * The preconditions of the strict interface, each with a use that breaks it. Run in a process of
 * its own, on a checked build, which stops and names the precondition.
 */
enum StrictMisuse {
    EMPTY("the size is 0", strict -> strict.alloc(0, 8)),
    EMPTY_ZEROED("the size is 0", strict -> strict.allocZeroed(0, 8)),
    EMPTY_RESIZED("the size is 0", strict -> strict.resize(strict.alloc(8, 8), 8, 8, 0)),
    ALIGNMENT("the alignment is no power of two", strict -> strict.alloc(8, 12)),
    ALIGNMENT_ZERO("the alignment is no power of two", strict -> strict.allocZeroed(8, 0)),
    TOO_LARGE("the size rounded up to the alignment is above",
            strict -> strict.alloc(Long.MAX_VALUE, 4096)),
    TWICE("is no block in use of the strict", strict -> {
        long block = strict.alloc(100, 8);
        strict.dealloc(block, 100, 8);
        strict.dealloc(block, 100, 8);
    }),
    FOREIGN("is no block in use of the strict", strict -> strict.dealloc(4096, 100, 8)),
    OTHER_SIZE("the block was allocated with another size",
            strict -> strict.dealloc(strict.alloc(100, 8), 101, 8)),
    OTHER_ALIGNMENT("the block was allocated with another alignment",
            strict -> strict.resize(strict.alloc(100, 8), 100, 16, 200)),
    NONE("no precondition was broken", strict -> {
        long block = strict.resize(strict.alloc(100, 8), 100, 8, 200);
        strict.dealloc(block, 200, 8);
        System.out.println("no precondition was broken");
    });

    /** What is said of it, on both lives. */
    final String reason;

    private final Consumer<StrictCalls> use;

    StrictMisuse(String reason, Consumer<StrictCalls> use) {
        this.reason = reason;
        this.use = use;
    }

    /** Argument: the name of one. The life is {@code quarry.lives}. */
    public static void main(String[] arguments) {
        Life life = Lives.chosen().findFirst().orElseThrow();
        valueOf(arguments[0]).use.accept(Lives.strictOf(life));
    }
}
