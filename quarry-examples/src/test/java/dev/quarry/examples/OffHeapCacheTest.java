package dev.quarry.examples;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class OffHeapCacheTest {
    private static byte[] value(int seed, int bytes) {
        byte[] value = new byte[bytes];
        Arrays.fill(value, (byte) seed);
        return value;
    }

    @Test
    void keepsWhatWasUsedLastWithinItsBudget() {
        try (OffHeapCache cache = new OffHeapCache(100_000)) {
            for (int i = 0; i < 1000; i++) {
                cache.put("k" + i, value(i, 500));
                assertNotNull(cache.get("k0"));
                assertTrue(cache.usedBytes() <= 100_000);
            }
            assertArrayEquals(value(999, 500), cache.get("k999"));
            assertNull(cache.get("k1"));
            cache.put("k999", value(7, 3));
            assertArrayEquals(value(7, 3), cache.get("k999"));
            cache.put("k999", value(7, 200_000));
            assertNull(cache.get("k999"));
            assertEquals(0, cache.usedBytes());
        }
    }

    @Test
    void closingGivesEverythingBack() {
        long before = Live.bytes();
        try (OffHeapCache cache = new OffHeapCache(1 << 20)) {
            for (int i = 0; i < 5000; i++) {
                cache.put("k" + i, value(i, 100 + i % 1000));
            }
            assertTrue(Live.bytes() > before + 900_000);
            assertTrue(Live.bytes() <= before + (1 << 20));
        }
        assertEquals(before, Live.bytes());
    }

    @Test
    void virtualThreadsUseItTogether() throws Exception {
        AtomicInteger wrong = new AtomicInteger();
        try (OffHeapCache cache = new OffHeapCache(200_000)) {
            List<Thread> threads = new ArrayList<>();
            for (int t = 0; t < 100; t++) {
                int seed = t;
                threads.add(Thread.ofVirtual().start(() -> {
                    for (int i = 0; i < 200; i++) {
                        String key = "k" + i % 50;
                        cache.put(key, value(i % 50, 1000 + seed));
                        byte[] found = cache.get(key);
                        wrong.addAndGet(found == null || found[0] != i % 50 ? 1 : 0);
                    }
                }));
            }
            for (Thread thread : threads) {
                thread.join();
            }
        }
        assertEquals(0, wrong.get());
    }

    @Test
    void theProgramRuns() {
        assertEquals("granite\noldest is gone: true\nwithin budget: true\n",
                Live.outputOf(() -> OffHeapCache.main(new String[0])));
    }
}
