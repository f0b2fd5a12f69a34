package dev.quarry.contract;

import dev.quarry.MisuseException;
import dev.quarry.OutOfNativeMemoryError;
import dev.quarry.region.BumpArena;
import dev.quarry.region.HandlePool;
import dev.quarry.region.RegionFullException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** The regions of {@code dev.quarry.region}. */
final class JvmRegions implements Regions {
    private int lastError;

    /** The result, or null and the error that C has in place of what was thrown. */
    private <T> T orNull(int errorOfBadArgument, Supplier<T> call) {
        try {
            return call.get();
        } catch (RegionFullException | OutOfNativeMemoryError e) {
            lastError = Life.ENOMEM;
        } catch (IllegalArgumentException e) {
            lastError = errorOfBadArgument;
        } catch (IllegalStateException e) {
            lastError = Life.EINVAL;
        }
        return null;
    }

    private boolean isDone(Runnable call) {
        Boolean done = orNull(Life.EINVAL, () -> {
            call.run();
            return true;
        });
        return done != null;
    }

    private long orZero(int errorOfBadArgument, LongSupplier call) {
        Long result = orNull(errorOfBadArgument, call::getAsLong);
        return result == null ? 0 : result;
    }

    /** A negative number is one above 2^63 to C: more than there is. */
    private <T> T opened(Supplier<T> call) {
        return orNull(Life.ENOMEM, call);
    }

    @Override
    public Arena arena(long firstBytes) {
        return opened(() -> new JvmArena(BumpArena.growing(firstBytes)));
    }

    @Override
    public Arena fixedArena(long bytes) {
        return opened(() -> new JvmArena(BumpArena.fixed(bytes)));
    }

    @Override
    public Pool pool(long bytes, long firstCount) {
        return opened(() -> new JvmPool(dev.quarry.region.Pool.growing(bytes, firstCount)));
    }

    @Override
    public Pool fixedPool(long bytes, long count) {
        return opened(() -> new JvmPool(dev.quarry.region.Pool.fixed(bytes, count)));
    }

    @Override
    public Handles handles(long bytes, long firstCount) {
        return opened(() -> new JvmHandles(HandlePool.growing(bytes, firstCount)));
    }

    @Override
    public Handles fixedHandles(long bytes, long count) {
        return opened(() -> new JvmHandles(HandlePool.fixed(bytes, count)));
    }

    @Override
    public int lastError() {
        return lastError;
    }

    private final class JvmArena implements Arena {
        private final BumpArena arena;

        JvmArena(BumpArena arena) {
            this.arena = arena;
        }

        private static int errorOfBadArgument(long bytes) {
            return bytes < 0 ? Life.ENOMEM : Life.EINVAL;
        }

        @Override
        public long allocate(long bytes, long alignment) {
            return orZero(errorOfBadArgument(bytes),
                    () -> arena.allocateAddress(bytes, alignment));
        }

        @Override
        public long allocateZeroed(long bytes, long alignment) {
            return orZero(errorOfBadArgument(bytes),
                    () -> arena.allocate(bytes, alignment).address());
        }

        @Override
        public boolean reset() {
            return isDone(arena::reset);
        }

        @Override
        public boolean close() {
            return isDone(arena::close);
        }

        @Override
        public long capacity() {
            return arena.capacity();
        }

        @Override
        public long used() {
            return arena.used();
        }

        @Override
        public long highWater() {
            return arena.highWater();
        }

        @Override
        public long generation() {
            return arena.generation();
        }

        @Override
        public long mark() {
            return orZero(Life.EINVAL, arena::mark);
        }

        @Override
        public boolean rollback(long mark) {
            return isDone(() -> arena.rollback(mark));
        }

        @Override
        public Reference refer(long address) {
            return orNull(Life.EINVAL, () -> {
                BumpArena.Reference reference = arena.refer(address);
                return new Reference(reference.offset(), reference.generation());
            });
        }

        @Override
        public long get(Reference reference, long bytes) {
            var checked = new BumpArena.Reference(reference.offset(), reference.generation());
            long address = orZero(Life.EINVAL, () -> arena.address(checked, bytes));
            lastError = address == 0 ? Life.EINVAL : lastError;
            return address;
        }
    }

    private final class JvmPool implements Pool {
        private final dev.quarry.region.Pool pool;

        JvmPool(dev.quarry.region.Pool pool) {
            this.pool = pool;
        }

        @Override
        public long allocate() {
            return orZero(Life.EINVAL, pool::allocate);
        }

        /** To a closed pool every block is foreign. */
        @Override
        public Fault free(long block) {
            try {
                pool.free(block);
                return Fault.NONE;
            } catch (MisuseException e) {
                return Fault.valueOf(e.misuse().name());
            } catch (IllegalStateException e) {
                return Fault.FOREIGN;
            }
        }

        @Override
        public boolean reset() {
            return isDone(pool::reset);
        }

        @Override
        public boolean close() {
            return isDone(pool::close);
        }

        @Override
        public long capacity() {
            return pool.capacity();
        }

        @Override
        public long inUse() {
            return pool.inUse();
        }

        @Override
        public long blockBytes() {
            return pool.blockBytes();
        }
    }

    private final class JvmHandles implements Handles {
        private final HandlePool pool;

        JvmHandles(HandlePool pool) {
            this.pool = pool;
        }

        @Override
        public long allocate() {
            return orZero(Life.EINVAL, pool::allocate);
        }

        @Override
        public long get(long handle) {
            return pool.address(handle);
        }

        @Override
        public boolean free(long handle) {
            return isDone(() -> pool.free(handle));
        }

        @Override
        public boolean close() {
            return isDone(pool::close);
        }

        @Override
        public long capacity() {
            return pool.capacity();
        }

        @Override
        public long inUse() {
            return pool.inUse();
        }

        @Override
        public long retired() {
            return pool.retired();
        }

        @Override
        public long blockBytes() {
            return pool.blockBytes();
        }
    }
}
