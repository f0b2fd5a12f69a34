package dev.quarry.heap;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A heap's place in the tree. A heap in which others are open is not closed. */
final class Branch {
    /** Heaps without a parent. */
    static final Set<Heap> ROOTS = ConcurrentHashMap.newKeySet();

    /** Of {@link #within}: no heap can be opened within it any more. */
    private static final int SHUT = -1;

    final String path;

    /** Heaps that are open within it. */
    final Set<Heap> children = ConcurrentHashMap.newKeySet();

    private final @Nullable Branch parent;

    /** How many are open within it, or about to be. */
    private final AtomicInteger within = new AtomicInteger();

    Branch(HeapOptions options) {
        Heap above = options.parent();
        parent = above == null ? null : above.branch;
        path = parent == null ? options.name() : parent.path + '/' + options.name();
    }

    /** A heap is about to be opened here: until that fails, or it has left, its parent stays. */
    void enter() {
        if (parent == null) {
            return;
        }
        int seen = parent.within.get();
        while (seen != SHUT && !parent.within.compareAndSet(seen, seen + 1)) {
            seen = parent.within.get();
        }
        if (seen == SHUT) {
            throw parent.closed();
        }
    }

    /** The heap is open. */
    void show(Heap heap) {
        siblings().add(heap);
    }

    /** The heap is closed, or was never opened. */
    void leave(@Nullable Heap heap) {
        if (heap != null) {
            siblings().remove(heap);
        }
        if (parent != null) {
            parent.within.decrementAndGet();
        }
    }

    private Set<Heap> siblings() {
        return parent == null ? ROOTS : parent.children;
    }

    /** Lets nobody open a heap within it, or refuses because somebody has. */
    void shut() {
        int open = within.compareAndExchange(0, SHUT);
        if (open == SHUT) {
            throw closed();
        }
        if (open != 0) {
            throw new IllegalStateException("open within " + path + ": " + children);
        }
    }

    /** It could not be closed. */
    void open() {
        within.set(0);
    }

    IllegalStateException closed() {
        return new IllegalStateException("the heap is closed: " + path);
    }
}
