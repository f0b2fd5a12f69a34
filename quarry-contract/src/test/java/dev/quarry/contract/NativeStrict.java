package dev.quarry.contract;

import java.nio.file.Path;

/** The strict interface of the C library, by the functions that it exports. */
final class NativeStrict implements StrictCalls {
    private final NativeWords c;

    NativeStrict(Path library) {
        c = new NativeWords(library);
    }

    @Override
    public long alloc(long bytes, long alignment) {
        return c.word("alloc", bytes, alignment);
    }

    @Override
    public long allocZeroed(long bytes, long alignment) {
        return c.word("alloc_zeroed", bytes, alignment);
    }

    @Override
    public void dealloc(long block, long bytes, long alignment) {
        c.run("dealloc", block, bytes, alignment);
    }

    @Override
    public long resize(long block, long bytes, long alignment, long newBytes) {
        return c.word("alloc_resize", block, bytes, alignment, newBytes);
    }
}
