package dev.quarry.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Over a working set every block is distinct, apart from all others, aligned, writable, intact. */
class RoundTripTest extends Contract {
    @Test
    void aWorkingSetOfOneSize() {
        for (long bytes : new long[] {1, 16, 24, 128, 1000, 4096, 32 << 10, 33 << 10}) {
            for (int i = 0; i < 500; i++) {
                blocks.malloc(bytes);
            }
            blocks.check();
            blocks.freeAll();
        }
    }

    @Test
    void aWorkingSetOfAllSizes() {
        for (long bytes = 1; bytes <= 40 << 10; bytes += 1 + bytes / 32) {
            for (int i = 0; i < 4; i++) {
                blocks.malloc(bytes);
            }
        }
        blocks.check();
    }

    @Test
    void freedInTheOrderOfAllocation() {
        Deque<Long> queue = new ArrayDeque<>();
        SplittableRandom random = Seed.random(getClass());
        for (int i = 0; i < 20_000; i++) {
            queue.add(blocks.malloc(1 + random.nextInt(2000)));
            if (queue.size() > 300) {
                blocks.free(queue.remove());
            }
        }
    }

    @Test
    void freedInTheOppositeOrder() {
        Deque<Long> stack = new ArrayDeque<>();
        SplittableRandom random = Seed.random(getClass());
        for (int i = 0; i < 20_000; i++) {
            if (random.nextBoolean() && stack.size() < 500 || stack.isEmpty()) {
                stack.push(blocks.malloc(1 + random.nextInt(2000)));
            } else {
                blocks.free(stack.pop());
            }
        }
    }

    @Test
    void freedInAnyOrder() {
        Random random = new Random(Seed.random(getClass()).nextLong());
        for (int round = 0; round < 10; round++) {
            for (int i = 0; i < 1000; i++) {
                blocks.malloc(1 + random.nextInt(600));
            }
            List<Long> order = blocks.addresses();
            Collections.shuffle(order, random);
            order.subList(0, 700).forEach(blocks::free);
            blocks.check();
        }
    }

    @Test
    void blocksOfNoBytesAreBlocks() {
        for (int i = 0; i < 1000; i++) {
            blocks.malloc(0);
            blocks.calloc(0, 8);
        }
        assertEquals(2000, blocks.count());
    }

    @Test
    void freeOfNullDoesNothing() {
        life.free(0);
        assertEquals(0, life.usableSize(0));
    }

    @Test
    void whatIsFreedIsUsedAgain() {
        long before = committedBytes();
        for (int i = 0; i < 100_000; i++) {
            long block = life.malloc(1024);
            assertNotEquals(0, block);
            life.free(block);
        }
        long grown = committedBytes() - before;
        assertEquals(0, grown >> 22, () -> "one block at a time took " + grown + " B");
    }
}
