package dev.quarry.stats;

import dev.quarry.Quarry;
import dev.quarry.core.base.Tls;
import dev.quarry.core.owner.Heap;
import dev.quarry.core.owner.Registry;
import dev.quarry.core.tune.SizeClasses;
import dev.quarry.core.verify.HeapBooks;
import dev.quarry.core.verify.SharedBooks;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Reads the core's counters. No Java memory is taken while a heap's lock is held, so that no thread
 * waits for a garbage collection on its slow path.
 */
final class Collector {
    private static final ReentrantLock LOCK = new ReentrantLock();

    private final long[] spans = new long[SizeClasses.COUNT];
    private final long[] live = new long[SizeClasses.COUNT];
    private final long[] magazines = new long[SizeClasses.COUNT];
    private final long[] waiting = new long[SizeClasses.COUNT];
    private final long[] free = new long[SizeClasses.COUNT];
    private final long[] wasted = new long[SizeClasses.COUNT];
    private long allocations;
    private long frees;
    private long mostBytes;

    private Collector() {}

    static Statistics collect() {
        Quarry.owns(0); // Starts it.
        Collector collector = new Collector();
        List<HeapStatistics> heaps = new ArrayList<>();
        LOCK.lock();
        try {
            Tls.ensureStack();
            if (!HeapBooks.begin()) {
                throw new IllegalStateException("called from within the allocator");
            }
            try {
                for (Heap heap = Registry.newest(); heap != null; heap = heap.older) {
                    collector.read(heap);
                    heaps.add(collector.heap(heap));
                }
                SharedBooks.collect();
            } finally {
                HeapBooks.end();
            }
            return sum(heaps);
        } finally {
            LOCK.unlock();
        }
    }

    private void read(Heap heap) {
        boolean isMine = HeapBooks.open(heap);
        try {
            for (int sizeClass = 0; sizeClass < SizeClasses.COUNT; sizeClass++) {
                HeapBooks.read(heap, sizeClass);
                spans[sizeClass] = HeapBooks.spanCount;
                live[sizeClass] = HeapBooks.liveBlocks;
                magazines[sizeClass] = HeapBooks.magazineBlocks;
                waiting[sizeClass] = HeapBooks.waitingBlocks;
                free[sizeClass] = HeapBooks.freeBlocks;
                wasted[sizeClass] = HeapBooks.wastedBytes;
            }
            allocations = heap.mallocCount;
            frees = heap.freeCount;
            mostBytes = HeapBooks.mostBytes;
        } finally {
            HeapBooks.close(heap, isMine);
        }
    }

    private HeapStatistics heap(Heap heap) {
        Books books = Books.of(0, 0, 0);
        List<ClassStatistics> classes = new ArrayList<>();
        for (int sizeClass = 0; sizeClass < SizeClasses.COUNT; sizeClass++) {
            frees += waiting[sizeClass];
            if (spans[sizeClass] != 0) {
                ClassStatistics one = ofClass(sizeClass);
                books = books.plus(one.books());
                classes.add(one);
            }
        }
        return new HeapStatistics(
                heap.slot, useOf(heap), allocations, frees, mostBytes, books, classes);
    }

    private static HeapStatistics.Use useOf(Heap heap) {
        if (heap.isProgram()) {
            return HeapStatistics.Use.PROGRAM;
        }
        if (heap.isShared) {
            return HeapStatistics.Use.SHARED;
        }
        return heap.isIdle ? HeapStatistics.Use.IDLE : HeapStatistics.Use.BORROWED;
    }

    private ClassStatistics ofClass(int sizeClass) {
        int bytes = SizeClasses.blockBytes(sizeClass);
        long retained = magazines[sizeClass] + waiting[sizeClass] + free[sizeClass];
        return new ClassStatistics(
                bytes,
                spans[sizeClass],
                live[sizeClass],
                magazines[sizeClass],
                waiting[sizeClass],
                free[sizeClass],
                Books.of(live[sizeClass] * bytes, retained * bytes, wasted[sizeClass]));
    }

    /** The heaps' parts and that of nobody. */
    private static Statistics sum(List<HeapStatistics> heaps) {
        long largeBlocks = SharedBooks.mallocCount - SharedBooks.freeCount;
        Books books = Books.of(
                SharedBooks.largeBytes,
                SharedBooks.freeRunBytes + SharedBooks.leavingBytes,
                SharedBooks.wastedBytes);
        long liveBlocks = largeBlocks;
        long allocations = SharedBooks.mallocCount;
        long frees = SharedBooks.freeCount;
        ClassStatistics[] classes = noBlocks();
        for (HeapStatistics heap : heaps) {
            books = books.plus(heap.books());
            allocations += heap.allocations();
            frees += heap.frees();
            for (ClassStatistics one : heap.classes()) {
                liveBlocks += one.liveBlocks();
                int sizeClass = SizeClasses.classOf(one.blockBytes());
                classes[sizeClass] = classes[sizeClass].plus(one);
            }
        }
        return new Statistics(
                books,
                liveBlocks,
                largeBlocks,
                SharedBooks.largeBytes,
                SharedBooks.freeRunBytes + SharedBooks.leavingBytes,
                allocations,
                frees,
                List.of(classes),
                heaps,
                ProgramHeapStatistics.ofAll());
    }

    private static ClassStatistics[] noBlocks() {
        ClassStatistics[] classes = new ClassStatistics[SizeClasses.COUNT];
        for (int sizeClass = 0; sizeClass < SizeClasses.COUNT; sizeClass++) {
            int bytes = SizeClasses.blockBytes(sizeClass);
            classes[sizeClass] = new ClassStatistics(bytes, 0, 0, 0, 0, 0, Books.of(0, 0, 0));
        }
        return classes;
    }
}
