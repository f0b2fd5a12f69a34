package dev.quarry.arena;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.Quarry;
import dev.quarry.child.Checks;
import dev.quarry.core.verify.Stats;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is over when an arena is closed, who may close it, and when. */
class CloseTest {
    @AfterEach
    void everyBlockIsGivenBack() {
        Quarry.trim();
        Checks.atRest(0);
    }

    private static final Class<IllegalStateException> OVER = IllegalStateException.class;

    @OnEachKind
    void theArenaIsOver(Kind kind) {
        Arena arena = kind.open();
        assertTrue(arena.scope().isAlive());
        arena.allocate(8);
        arena.close();
        assertFalse(arena.scope().isAlive());
        assertThrows(OVER, () -> arena.allocate(8));
        assertThrows(OVER, () -> arena.allocate(0));
        assertThrows(OVER, () -> arena.allocate(1 << 20, 64));
        assertThrows(OVER, () -> arena.allocateFrom("text"));
        assertThrows(IllegalArgumentException.class, () -> arena.allocate(-1));
        assertThrows(OVER, arena::close);
        assertThrows(OVER, arena::close);
    }

    @OnEachKind
    void soIsOneThatNeverAllocated(Kind kind) {
        Arena arena = kind.open();
        arena.close();
        assertFalse(arena.scope().isAlive());
        assertThrows(OVER, () -> arena.allocate(1));
        assertThrows(OVER, arena::close);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "SHARED")
    void soAreItsSegments(Kind kind) {
        Arena arena = kind.open();
        MemorySegment small = arena.allocate(8, 8);
        MemorySegment large = arena.allocate(1 << 20);
        MemorySegment empty = arena.allocate(0);
        ByteBuffer buffer = small.asByteBuffer();
        arena.close();
        for (MemorySegment dead : List.of(small, large, empty, small.asSlice(4))) {
            assertFalse(dead.scope().isAlive());
            assertThrows(OVER, () -> dead.fill((byte) 1));
        }
        assertThrows(OVER, () -> small.get(ValueLayout.JAVA_LONG, 0));
        assertThrows(OVER, () -> small.set(ValueLayout.JAVA_LONG, 0, 1));
        assertThrows(OVER, () -> small.toArray(ValueLayout.JAVA_BYTE));
        assertThrows(OVER, () -> buffer.get(0));
        assertThrows(OVER, () -> MemorySegment.ofArray(new byte[8]).copyFrom(small));
    }

    @OnEachKind
    void otherThreads(Kind kind) {
        Arena arena = kind.open();
        MemorySegment segment = arena.allocate(8, 8);
        assertTrue(segment.isAccessibleBy(Thread.currentThread()));
        assertEquals(!kind.isConfined(), segment.isAccessibleBy(new Thread()));
        if (kind.isConfined()) {
            Class<WrongThreadException> wrong = WrongThreadException.class;
            var thrown = assertThrows(wrong, () -> Elsewhere.run(() -> arena.allocate(8)));
            assertTrue(thrown.getMessage().contains("outside"), thrown.getMessage());
            assertThrows(wrong, () -> Elsewhere.run(() -> arena.allocateFrom("text")));
            assertThrows(wrong,
                    () -> Elsewhere.run(() -> segment.set(ValueLayout.JAVA_LONG, 0, 1)));
            assertThrows(wrong, () -> Elsewhere.run(arena::close));
            assertTrue(arena.scope().isAlive());
            arena.close();
            assertThrows(wrong, () -> Elsewhere.run(() -> arena.allocate(8)));
            assertThrows(wrong, () -> Elsewhere.run(arena::close));
        } else {
            Elsewhere.run(() -> segment.set(ValueLayout.JAVA_LONG, 0, 42));
            assertEquals(42, segment.get(ValueLayout.JAVA_LONG, 0));
            MemorySegment theirs = Elsewhere.get(() -> arena.allocateFrom("text"));
            assertEquals("text", theirs.getString(0));
            Elsewhere.run(arena::close);
            assertThrows(OVER, arena::close);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"JDK_SHARED", "LONG_LIVED", "SHARED", "HEAP"})
    void whileOthersAllocateEachGetsASegmentOrIsRefused(Kind kind) throws Exception {
        kind.open().close();
        long before = liveBlocks();
        for (int round = 0; round < 50; round++) {
            Arena arena = kind.open();
            AtomicReference<Throwable> wrong = new AtomicReference<>();
            Thread allocating = Thread.ofPlatform().start(() -> {
                try {
                    while (true) {
                        arena.allocate(3000).asSlice(0, 8);
                    }
                } catch (IllegalStateException e) {
                    // closed
                } catch (Throwable e) {
                    wrong.set(e);
                }
            });
            arena.allocate(8);
            Thread.sleep(1);
            arena.close();
            allocating.join();
            assertNull(wrong.get());
        }
        if (kind.hasOwnScope()) {
            assertEquals(before, liveBlocks());
        }
    }

    private static long liveBlocks() {
        assertTrue(Stats.collect());
        return Stats.liveBlocks;
    }
}
