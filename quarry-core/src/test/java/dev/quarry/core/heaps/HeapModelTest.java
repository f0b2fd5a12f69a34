package dev.quarry.core.heaps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.core.CoreTest;
import dev.quarry.core.api.Free;
import dev.quarry.core.api.Realloc;
import dev.quarry.core.base.Fault;
import dev.quarry.core.base.Memory;
import dev.quarry.core.owner.Denial;
import dev.quarry.core.span.Account;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Random heaps, blocks and closes over a tree of limits, against a plain model of who has what. */
class HeapModelTest extends CoreTest {
    private static final long SEED = Long.getLong("quarry.seed", 20_261_201L);
    private static final int STEPS = 24_000;
    private static final int MOST_HEAPS = 12;
    private static final long UNIT = 64 << 10;

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final List<Node> open = new ArrayList<>();

    /** A heap, the blocks that are out of it, and the least that they need. */
    private static final class Node {
        final Node parent;
        final long limit;
        final long reserved;
        final long id;
        final Map<Long, Long> sizes = new HashMap<>();
        final List<Long> order = new ArrayList<>();

        Node(Node parent, long limit, long reserved, long id) {
            this.parent = parent;
            this.limit = limit;
            this.reserved = reserved;
            this.id = id;
        }

        boolean isBelow(Node other) {
            return this == other || parent != null && parent.isBelow(other);
        }

        long bytes() {
            return sizes.values().stream().mapToLong(Long::longValue).sum();
        }
    }

    @Test
    void randomOperationsMatchTheModel() {
        System.out.println("HeapModelTest: -Dquarry.seed=" + SEED);
        for (int step = 0; step < STEPS; step++) {
            step();
            if (step % 1000 == 0) {
                isValid();
                open.forEach(this::check);
            }
        }
        while (!open.isEmpty()) {
            close(open.getFirst());
        }
    }

    private void step() {
        int choice = random.nextInt(1000);
        if (open.isEmpty() || choice < 10 && open.size() < MOST_HEAPS) {
            open();
        } else if (choice < 15) {
            close(any());
        } else if (choice < 520) {
            allocate(any());
        } else if (choice < 600) {
            reallocate(any());
        } else if (choice < 610) {
            assertTrue(ProgramHeap.trim(any().id));
        } else {
            free(any());
        }
    }

    private Node any() {
        return open.get(random.nextInt(open.size()));
    }

    private void open() {
        Node parent = open.isEmpty() || random.nextInt(3) == 0 ? null : any();
        long limit = random.nextBoolean() ? Account.NO_LIMIT : random.nextLong(8 << 20);
        long most = random.nextInt(4) == 0 ? Math.min(limit, 1 << 20) : 0;
        long reserved = random.nextLong(1 + most);
        long room = parent == null ? Account.NO_LIMIT : HeapFigures.headroom(parent.id);
        long id = ProgramHeap.open(parent == null ? 0 : parent.id, limit, reserved);
        if (id > 0) {
            assertTrue(reserved <= room);
            open.add(new Node(parent, limit, reserved, id));
        } else {
            assertEquals(Denial.LIMIT, id);
            assertTrue(reserved > room);
        }
    }

    private void close(Node node) {
        List<Node> gone = open.stream().filter(other -> other.isBelow(node)).toList();
        assertTrue(ProgramHeap.close(node.id));
        for (Node each : gone) {
            assertEquals(Denial.CLOSED, ProgramHeap.malloc(each.id, 1));
            for (long block : each.order) {
                assertNotEquals(Fault.NONE, Free.free(block, heap));
            }
        }
        open.removeAll(gone);
        if (node.parent != null) {
            check(node.parent);
        }
    }

    private long size() {
        return random.nextInt(40) == 0 ? random.nextLong(600_000) : random.nextLong(3000);
    }

    private void allocate(Node node) {
        long bytes = size();
        long alignment = random.nextInt(4) == 0 ? 1L << random.nextInt(15) : 1;
        long block = ProgramHeap.alignedAlloc(node.id, alignment, bytes);
        if (block < 0) {
            isRefused(node, block, Math.max(bytes, alignment));
            return;
        }
        assertEquals(0, block & alignment - 1);
        note(node, block, bytes);
    }

    private static void note(Node node, long block, long bytes) {
        assertTrue(block > 0);
        assertEquals(null, node.sizes.put(block, bytes), "handed out twice");
        node.order.add(block);
        Memory.putLong(block, block + node.id);
    }

    /** Rightly: there is less room than a new run of it needs. */
    private static void isRefused(Node node, long result, long bytes) {
        assertEquals(Denial.LIMIT, result);
        long most = Math.max(bytes + UNIT, 32 * bytes);
        assertTrue(HeapFigures.headroom(node.id) < most);
    }

    private long take(Node node) {
        int index = random.nextInt(node.order.size());
        long block = node.order.get(index);
        node.order.set(index, node.order.getLast());
        node.order.removeLast();
        assertEquals(block + node.id, Memory.getLong(block));
        return block;
    }

    private void reallocate(Node node) {
        if (node.order.isEmpty()) {
            return;
        }
        long block = take(node);
        long bytes = 8 + size();
        boolean isPlain = random.nextBoolean();
        long moved = isPlain
                ? Realloc.realloc(block, bytes, heap)
                : ProgramHeap.realloc(node.id, block, bytes);
        if (moved > 0) {
            assertEquals(block + node.id, Memory.getLong(moved));
            node.sizes.remove(block);
            note(node, moved, bytes);
        } else {
            isRefused(node, isPlain ? Denial.LIMIT : moved, Math.max(bytes, 1));
            node.order.add(block);
        }
    }

    private void free(Node node) {
        if (node.order.isEmpty()) {
            return;
        }
        long block = take(node);
        node.sizes.remove(block);
        int fault = random.nextBoolean()
                ? Free.free(block, heap)
                : ProgramHeap.free(node.id, block);
        assertEquals(Fault.NONE, fault);
    }

    /** Memory may go back by its age meanwhile, so room is read before what is used. */
    private void check(Node node) {
        long room = HeapFigures.headroom(node.id);
        long used = HeapFigures.used(node.id);
        assertEquals(node.limit, HeapFigures.limit(node.id));
        assertTrue(used <= node.limit && HeapFigures.most(node.id) >= used);
        assertEquals(node.sizes.size(), HeapFigures.liveBlocks(node.id));
        assertTrue(HeapFigures.liveBytes(node.id) >= node.bytes());
        long least = HeapFigures.liveBytes(node.id);
        for (Node other : open) {
            if (other.parent == node) {
                least += Math.max(other.reserved, HeapFigures.used(other.id));
            }
        }
        assertTrue(used >= least, used + " < " + least);
        assertTrue(node.limit == Account.NO_LIMIT || room <= node.limit - used);
    }
}
