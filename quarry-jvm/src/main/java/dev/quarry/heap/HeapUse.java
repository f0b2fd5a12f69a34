package dev.quarry.heap;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * One of those that use up a heap's limit.
 *
 * @param name the name of a heap within it, or that of the heap itself for its own blocks
 * @param bytes what counts of it: used, or reserved if that is more
 */
public record HeapUse(String name, long bytes) {
    /** Those of a heap, the biggest first, without those of 0 bytes. */
    static List<HeapUse> of(Heap heap) {
        List<HeapUse> users = new ArrayList<>();
        long own = heap.used();
        for (Heap child : heap.children()) {
            long bytes = Math.max(child.used(), child.reservation());
            own -= bytes;
            users.add(new HeapUse(child.name(), bytes));
        }
        users.add(new HeapUse(heap.name(), own));
        users.removeIf(user -> user.bytes <= 0);
        users.sort(Comparator.comparingLong(HeapUse::bytes).reversed());
        return users;
    }

    @Override
    public String toString() {
        return name + ' ' + Bytes.text(bytes);
    }
}
