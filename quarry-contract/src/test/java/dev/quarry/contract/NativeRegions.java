package dev.quarry.contract;

import java.nio.file.Path;

/** The regions of the C library, by their {@code quarry_} functions. */
final class NativeRegions implements Regions {
    private final NativeWords c;

    NativeRegions(Path library) {
        c = new NativeWords(library);
    }

    @Override
    public Arena arena(long firstBytes) {
        return arenaAt(c.word("arena_open", firstBytes));
    }

    @Override
    public Arena fixedArena(long bytes) {
        return arenaAt(c.word("arena_open_fixed", bytes));
    }

    private Arena arenaAt(long address) {
        return address == 0 ? null : new NativeArena(c, address);
    }

    @Override
    public Pool pool(long bytes, long firstCount) {
        return poolAt(c.word("pool_open", bytes, firstCount));
    }

    @Override
    public Pool fixedPool(long bytes, long count) {
        return poolAt(c.word("pool_open_fixed", bytes, count));
    }

    private Pool poolAt(long address) {
        return address == 0 ? null : new NativePool(c, address);
    }

    @Override
    public Handles handles(long bytes, long firstCount) {
        return handlesAt(c.word("hpool_open", bytes, firstCount));
    }

    @Override
    public Handles fixedHandles(long bytes, long count) {
        return handlesAt(c.word("hpool_open_fixed", bytes, count));
    }

    private Handles handlesAt(long address) {
        return address == 0 ? null : new NativeHandles(c, address);
    }

    @Override
    public int lastError() {
        return c.lastError();
    }

    private record NativeArena(NativeWords c, long self) implements Arena {
        @Override
        public long allocate(long bytes, long alignment) {
            return c.word("arena_alloc", self, bytes, alignment);
        }

        @Override
        public long allocateZeroed(long bytes, long alignment) {
            return c.word("arena_alloc_zeroed", self, bytes, alignment);
        }

        @Override
        public boolean reset() {
            return c.number("arena_reset", self) == 0;
        }

        @Override
        public boolean close() {
            return c.number("arena_close", self) == 0;
        }

        @Override
        public long capacity() {
            return c.word("arena_capacity", self);
        }

        @Override
        public long used() {
            return c.word("arena_used", self);
        }

        @Override
        public long highWater() {
            return c.word("arena_high_water", self);
        }

        @Override
        public long generation() {
            return c.word("arena_generation", self);
        }

        @Override
        public long mark() {
            return c.word("arena_mark", self);
        }

        @Override
        public boolean rollback(long mark) {
            return c.number("arena_rollback", self, mark) == 0;
        }

        @Override
        public Reference refer(long address) {
            long[] reference = c.pair("arena_refer", self, address);
            return reference[1] == 0 ? null : new Reference(reference[0], reference[1]);
        }

        @Override
        public long get(Reference reference, long bytes) {
            long[] pair = {reference.offset(), reference.generation()};
            return c.withPair("arena_get", self, pair, bytes);
        }
    }

    private record NativePool(NativeWords c, long self) implements Pool {
        @Override
        public long allocate() {
            return c.word("pool_alloc", self);
        }

        @Override
        public Fault free(long block) {
            return Fault.values()[c.number("pool_free", self, block)];
        }

        @Override
        public boolean reset() {
            return c.number("pool_reset", self) == 0;
        }

        @Override
        public boolean close() {
            return c.number("pool_close", self) == 0;
        }

        @Override
        public long capacity() {
            return c.word("pool_capacity", self);
        }

        @Override
        public long inUse() {
            return c.word("pool_in_use", self);
        }

        @Override
        public long blockBytes() {
            return c.word("pool_block_size", self);
        }
    }

    private record NativeHandles(NativeWords c, long self) implements Handles {
        @Override
        public long allocate() {
            return c.word("hpool_alloc", self);
        }

        @Override
        public long get(long handle) {
            return c.word("hpool_get", self, handle);
        }

        @Override
        public boolean free(long handle) {
            return c.number("hpool_free", self, handle) == 0;
        }

        @Override
        public boolean close() {
            return c.number("hpool_close", self) == 0;
        }

        @Override
        public long capacity() {
            return c.word("hpool_capacity", self);
        }

        @Override
        public long inUse() {
            return c.word("hpool_in_use", self);
        }

        @Override
        public long retired() {
            return c.word("hpool_retired", self);
        }

        @Override
        public long blockBytes() {
            return c.word("hpool_block_size", self);
        }
    }
}
