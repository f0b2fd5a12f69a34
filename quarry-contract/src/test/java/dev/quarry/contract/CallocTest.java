package dev.quarry.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What calloc gives is zero, whatever its memory was before. */
class CallocTest extends Contract {
    private static final int ROUNDS = 6;

    private void dirty(long block) {
        Raw.set(block, life.usableSize(block), 0xA5);
    }

    private long zeroed(long bytes) {
        long block = life.calloc(1, bytes);
        assertEquals(-1, Raw.firstNonZero(block, bytes), () -> "calloc of " + bytes + " B");
        return block;
    }

    /** From 16 B to 8 MiB, each freed block dirty to its last usable byte. */
    @ParameterizedTest
    @ValueSource(
            longs = {1, 16, 100, 1000, 4096, 32_768, 32_769, 65_536, 100_000, 1 << 20, 8 << 20})
    void ofDirtiedMemory(long bytes) {
        int count = Math.clamp((16L << 20) / bytes, 4, 300);
        long[] held = new long[count];
        for (int round = 0; round < ROUNDS; round++) {
            for (int i = 0; i < count; i++) {
                held[i] = round % 2 == 0 ? life.malloc(bytes) : zeroed(bytes);
                dirty(held[i]);
            }
            for (long block : held) {
                life.free(block);
            }
        }
    }

    /** Memory that was cut for one size and is cut anew for another. */
    @Test
    void acrossSizes() {
        SplittableRandom random = Seed.random(getClass());
        long[] held = new long[200];
        for (int round = 0; round < 60; round++) {
            int shift = random.nextInt(4, 20);
            for (int i = 0; i < held.length; i++) {
                held[i] = zeroed(1 + random.nextLong(1L << shift));
                dirty(held[i]);
            }
            for (long block : held) {
                life.free(block);
            }
            life.trim();
        }
    }

    @Test
    void ofWhatAnotherThreadDirtiedAndFreed() {
        for (int round = 0; round < 20; round++) {
            long[] held = new long[300];
            for (int i = 0; i < held.length; i++) {
                held[i] = zeroed(500);
            }
            Threads.elsewhere(() -> {
                for (long block : held) {
                    dirty(block);
                    life.free(block);
                }
            });
        }
    }

    @Test
    void ofTheTailAShrinkGaveBack() {
        for (int i = 0; i < 10; i++) {
            long block = life.malloc(4 << 20);
            dirty(block);
            block = life.realloc(block, 70_000);
            long tail = zeroed(3 << 20);
            dirty(tail);
            life.free(block);
            life.free(tail);
        }
    }

    @Test
    void countTimesBytes() {
        blocks.calloc(3, 5);
        blocks.calloc(1000, 1000);
        blocks.calloc(1 << 20, 3);
    }
}
