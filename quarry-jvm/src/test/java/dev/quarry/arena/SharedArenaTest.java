package dev.quarry.arena;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.Quarry;
import dev.quarry.QuarryArena;
import dev.quarry.child.Checks;
import dev.quarry.core.verify.Stats;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is different where arenas share a scope, and what holds all the same. */
class SharedArenaTest {
    @AfterEach
    void everyBlockIsGivenBack() {
        Quarry.trim();
        Checks.atRest(0);
    }

    /** More than a scope is shared by. */
    private static final int MANY = 3000;

    private static void openAndCloseMany() {
        for (int i = 0; i < MANY; i++) {
            try (Arena arena = Quarry.sharedArena()) {
                arena.allocate(100).fill((byte) 0xFF);
            }
        }
    }

    private static long liveBytes() {
        assertTrue(Stats.collect());
        return Stats.liveBytes;
    }

    @Test
    void oneScopeEndsForManyArenas() {
        Set<Object> scopes = Collections.newSetFromMap(new IdentityHashMap<>());
        for (int i = 0; i < 10_000; i++) {
            try (Arena arena = Quarry.sharedArena()) {
                scopes.add(arena.allocate(100).scope());
            }
        }
        assertTrue(scopes.size() <= 10_000 / 500, "scopes: " + scopes.size());
        assertTrue(scopes.size() >= 10_000 / 1024, "scopes: " + scopes.size());
    }

    @Test
    void bytesOfAClosedArenaAreNobodyElsesUntilItsSegmentsAreDead() {
        List<MemorySegment> stale = new ArrayList<>();
        int deaths = 0;
        for (int i = 0; i < 5000; i++) {
            Arena arena = Quarry.sharedArena();
            MemorySegment segment = arena.allocate(i % 7 == 0 ? 20_000 : 64, 8);
            segment.fill((byte) i);
            arena.close();
            stale.add(segment);
            MemorySegment old = stale.get(Math.max(0, i - i % 200));
            if (old.scope().isAlive()) {
                assertEquals((byte) (i - i % 200), old.get(ValueLayout.JAVA_BYTE, 63));
            } else {
                assertThrows(IllegalStateException.class,
                        () -> old.get(ValueLayout.JAVA_BYTE, 0));
                deaths++;
            }
        }
        assertTrue(deaths > 0);
        MemorySegment first = stale.getFirst();
        assertFalse(first.scope().isAlive());
        assertThrows(IllegalStateException.class, () -> first.fill((byte) 1));
    }

    @Test
    void anOpenArenaKeepsItsScopeAliveAndBoundsWhatItHoldsBack() {
        openAndCloseMany();
        try (Arena open = Quarry.sharedArena()) {
            MemorySegment mine = open.allocateFrom("still here");
            long before = liveBytes();
            for (int i = 0; i < 400; i++) {
                try (Arena arena = Quarry.sharedArena()) {
                    arena.allocate(1 << 20).fill((byte) 1);
                }
            }
            openAndCloseMany();
            long heldBack = liveBytes() - before;
            assertTrue(heldBack < 4 << 20, heldBack + " bytes");
            assertTrue(mine.scope().isAlive());
            assertEquals("still here", mine.getString(0));
        }
    }

    @Test
    void whatAllHaveClosedIsGivenBack() {
        openAndCloseMany();
        long before = liveBytes();
        List<Arena> arenas = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            Arena arena = Quarry.sharedArena();
            arena.allocate(10_000 + i);
            arenas.add(arena);
        }
        assertTrue(liveBytes() - before > 20_000_000);
        arenas.forEach(Arena::close);
        openAndCloseMany();
        long left = liveBytes() - before;
        assertTrue(left < 2 << 20, left + " bytes");
    }

    @Test
    void aClosedArenaHasAnotherScope() {
        Arena arena = Quarry.sharedArena();
        MemorySegment.Scope before = arena.scope();
        arena.close();
        assertNotSame(before, arena.scope());
        assertFalse(arena.scope().isAlive());
    }

    @Test
    void manyThreadsInOneArena() throws Exception {
        try (QuarryArena arena = Quarry.sharedArena()) {
            List<Thread> threads = new ArrayList<>();
            List<MemorySegment> segments = Collections.synchronizedList(new ArrayList<>());
            for (int t = 0; t < 4; t++) {
                byte mark = (byte) (t + 1);
                threads.add(Thread.ofVirtual().start(() -> {
                    for (int i = 0; i < 5000; i++) {
                        MemorySegment segment = arena.allocate(1 + i % 100);
                        if (segment.get(ValueLayout.JAVA_BYTE, 0) == 0) {
                            segments.add(segment.fill(mark));
                        }
                    }
                }));
            }
            for (Thread thread : threads) {
                thread.join();
            }
            assertEquals(20_000, segments.size());
            for (MemorySegment segment : segments) {
                byte mark = segment.get(ValueLayout.JAVA_BYTE, 0);
                for (byte b : segment.toArray(ValueLayout.JAVA_BYTE)) {
                    assertEquals(mark, b);
                }
            }
        }
    }
}
