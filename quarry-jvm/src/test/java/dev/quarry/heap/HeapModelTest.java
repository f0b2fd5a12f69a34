package dev.quarry.heap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.child.Checks;
import dev.quarry.core.base.Memory;
import dev.quarry.stats.Statistics;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Random operations on trees of heaps beside a plain model: which blocks each heap has, what is in
 * them, and that no limit is ever exceeded.
 */
class HeapModelTest {
    private static final int OPERATIONS = 20_000;
    private static final int[] LIMITS = {1 << 18, 1 << 20, 3 << 20, 16 << 20};

    private final long seed = Long.getLong("quarry.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final List<Node> nodes = new ArrayList<>();
    private int refused;

    /** A heap and what it should hold. */
    private static final class Node {
        final Heap heap;
        final List<long[]> blocks = new ArrayList<>();

        Node(Heap heap) {
            this.heap = heap;
        }
    }

    @Test
    void heapsDoWhatTheModelSays() {
        System.out.println("HeapModelTest: -Dquarry.seed=" + seed);
        long held = Statistics.take().liveBlocks();
        for (int i = 0; i < OPERATIONS; i++) {
            step();
            if (i % 500 == 0) {
                check(held);
            }
        }
        check(held);
        while (!nodes.isEmpty()) {
            close(nodes.getLast());
        }
        check(held);
        assertTrue(refused > 100, () -> refused + " refused");
    }

    private void step() {
        int kind = random.nextInt(100);
        if (nodes.isEmpty() || kind < 3 && nodes.size() < 30) {
            open();
            return;
        }
        Node node = nodes.get(random.nextInt(nodes.size()));
        if (kind < 5) {
            close(node);
        } else if (kind < 55 || node.blocks.isEmpty()) {
            allocate(node);
        } else if (kind < 65) {
            resize(node);
        } else if (kind < 66) {
            node.heap.trim();
        } else {
            free(node);
        }
    }

    private void open() {
        int limit = LIMITS[random.nextInt(LIMITS.length)];
        HeapOptions options = HeapOptions.named("h" + random.nextInt(100)).withLimit(limit);
        if (!nodes.isEmpty() && random.nextInt(4) != 0) {
            options = options.within(nodes.get(random.nextInt(nodes.size())).heap);
            if (random.nextInt(3) == 0) {
                options = options.withReservation(random.nextInt(limit) & -(1 << 16));
            }
        }
        try {
            nodes.add(new Node(Heap.open(options)));
        } catch (HeapLimitError e) {
            refused++;
        }
    }

    /** With those within it, the innermost first. */
    private void close(Node node) {
        for (Heap child : node.heap.children()) {
            close(nodes.stream().filter(n -> n.heap == child).findFirst().orElseThrow());
        }
        node.heap.close();
        nodes.remove(node);
    }

    private long size() {
        return switch (random.nextInt(10)) {
            case 0 -> random.nextInt(1 << 20);
            case 1, 2 -> random.nextInt(1 << 15);
            default -> random.nextInt(600);
        };
    }

    private void allocate(Node node) {
        long bytes = size();
        try {
            long block = switch (random.nextInt(3)) {
                case 0 -> node.heap.calloc(1, bytes);
                case 1 -> node.heap.alignedAlloc(1L << random.nextInt(13), bytes);
                default -> node.heap.malloc(bytes);
            };
            node.blocks.add(marked(block, bytes));
        } catch (HeapLimitError e) {
            isRightlyRefused(node, bytes, e);
        }
    }

    /** Whose limit it is, and that a run for such a block has no room there. */
    private void isRightlyRefused(Node node, long bytes, HeapLimitError error) {
        refused++;
        assertEquals(bytes, error.bytes());
        assertEquals(node.heap.path(), error.heap());
        assertTrue(error.heap().startsWith(error.refusedBy()), error::getMessage);
        assertTrue(error.limit() - error.used() < Math.max(bytes, 1 << 19), error::getMessage);
    }

    private static long[] marked(long block, long bytes) {
        if (bytes >= 8) {
            Memory.putLong(block, block);
            Memory.putLong(block + bytes - 8 & -8, block);
        }
        return new long[] {block, bytes};
    }

    private static void isUntouched(long[] block) {
        if (block[1] >= 8) {
            assertEquals(block[0], Memory.getLong(block[0] + block[1] - 8 & -8));
        }
        if (block[1] >= 16) {
            assertEquals(block[0], Memory.getLong(block[0]));
        }
    }

    private void resize(Node node) {
        long[] old = node.blocks.remove(random.nextInt(node.blocks.size()));
        isUntouched(old);
        long bytes = size();
        try {
            long moved = node.heap.realloc(old[0], bytes);
            if (bytes >= 16 && old[1] >= 16) {
                assertEquals(old[0], Memory.getLong(moved));
            }
            node.blocks.add(marked(moved, bytes));
        } catch (HeapLimitError e) {
            isRightlyRefused(node, bytes, e);
            node.blocks.add(old);
        }
    }

    private void free(Node node) {
        long[] block = node.blocks.remove(random.nextInt(node.blocks.size()));
        isUntouched(block);
        node.heap.free(block[0]);
    }

    private void check(long held) {
        long live = held;
        for (Node node : nodes) {
            Heap heap = node.heap;
            live += node.blocks.size();
            assertEquals(node.blocks.size(), heap.liveBlocks());
            long bytes = node.blocks.stream().mapToLong(b -> heap.usableSize(b[0])).sum();
            assertEquals(bytes, heap.liveBytes());
            long counted = heap.children().stream()
                    .mapToLong(child -> Math.max(child.used(), child.reservation()))
                    .sum();
            assertTrue(heap.used() >= bytes + counted, heap::path);
            assertTrue(heap.used() <= heap.peak() && heap.peak() <= heap.limit(), heap::path);
            assertTrue(heap.headroom() <= heap.limit() - heap.used()
                    + Math.max(0, heap.reservation() - heap.used()), heap::path);
        }
        Checks.atRest(live);
    }
}
