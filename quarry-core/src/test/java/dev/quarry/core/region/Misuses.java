package dev.quarry.core.region;

import dev.quarry.core.base.Fault;
import dev.quarry.core.base.Memory;
import dev.quarry.core.owner.Boot;
import dev.quarry.core.span.Salt;

/**
 * One wrong use for each guard of the regions. Run alone, in a process of its own, since one that
 * is not refused may break anything: exit code 0 when the guards of these names held.
 */
public final class Misuses {
    private Misuses() {}

    /** Runs the misuses that these guards are there for. */
    public static void main(String[] guards) {
        for (String guard : guards) {
            if (!Boot.boot() || !isRefused(guard)) {
                System.exit(1);
            }
        }
    }

    private static boolean isRefused(String guard) {
        return switch (guard) {
            case "arenaFit" -> arena().allocate(65, 1) == 0;
            case "arenaAlignment" -> arena().allocate(8, 24) == Refusal.ALIGNMENT;
            case "arenaMark" -> staleMark();
            case "arenaGeneration" -> staleReference();
            case "poolLive" -> doubleFree();
            case "poolLink" -> forgedLink();
            case "handleLive" -> staleHandle(3, 3);
            case "handleRetire" -> staleHandle(1, HandlePool.LAST_GENERATION);
            default -> throw new IllegalArgumentException(guard);
        };
    }

    private static BumpArena arena() {
        return BumpArena.open(64, true);
    }

    private static boolean staleMark() {
        BumpArena arena = arena();
        arena.mark();
        arena.allocate(8, 1);
        long stale = arena.mark();
        arena.reset();
        arena.allocate(8, 1);
        arena.mark();
        return arena.rollback(stale) == Refusal.STALE;
    }

    private static boolean staleReference() {
        BumpArena arena = arena();
        arena.allocate(8, 1);
        long generation = arena.generation();
        arena.reset();
        arena.allocate(8, 1);
        return arena.resolve(0, 8, generation) == 0;
    }

    private static boolean doubleFree() {
        Pool pool = Pool.open(16, 2, true);
        long block = pool.allocate();
        pool.free(block);
        boolean isRefused = pool.free(block) == Fault.DOUBLE_FREE;
        return isRefused && pool.allocate() != pool.allocate();
    }

    private static boolean forgedLink() {
        Pool pool = Pool.open(16, 4, true);
        long held = pool.allocate();
        long first = pool.allocate();
        pool.allocate();
        long last = pool.allocate();
        pool.free(first);
        pool.free(last);
        Memory.putLong(last, Salt.encode(last, held));
        return pool.allocate() == last && pool.allocate() == first && pool.allocate() == 0;
    }

    /** Whether a handle of generation {@code old} is refused after {@code last} was freed too. */
    private static boolean staleHandle(long old, long last) {
        HandlePool pool = HandlePool.open(16, 1, true);
        pool.free(pool.allocate());
        pool.seed(old);
        long stale = pool.allocate();
        pool.free(stale);
        pool.seed(last + (old == last ? 1 : 0));
        pool.free(pool.allocate());
        pool.allocate();
        return pool.resolve(stale) == 0;
    }
}
