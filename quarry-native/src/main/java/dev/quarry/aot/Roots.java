package dev.quarry.aot;

import dev.quarry.core.api.Aligned;
import dev.quarry.core.api.Calloc;
import dev.quarry.core.api.Free;
import dev.quarry.core.api.Malloc;
import dev.quarry.core.api.Query;
import dev.quarry.core.api.Realloc;
import dev.quarry.core.api.Trim;
import dev.quarry.core.api.Within;
import dev.quarry.core.base.Fault;
import dev.quarry.core.base.Lock;
import dev.quarry.core.central.LargeSource;
import dev.quarry.core.heaps.HeapFigures;
import dev.quarry.core.heaps.ProgramHeap;
import dev.quarry.core.owner.Boot;
import dev.quarry.core.owner.Decommit;
import dev.quarry.core.owner.Fork;
import dev.quarry.core.owner.Heap;
import dev.quarry.core.owner.Registry;
import dev.quarry.core.owner.ThreadHeap;
import dev.quarry.core.owner.Threads;
import dev.quarry.core.page.UnitTables;
import dev.quarry.core.region.BumpArena;
import dev.quarry.core.region.HandlePool;
import dev.quarry.core.region.Layouts;
import dev.quarry.core.region.Pool;
import dev.quarry.core.region.Strict;
import dev.quarry.core.tune.Geometry;
import dev.quarry.core.verify.Census;
import dev.quarry.core.verify.HeapBooks;
import dev.quarry.core.verify.Stats;
import dev.quarry.core.verify.Verify;

/**
 * TeaVM's entry: one call of each core method that hand-written C calls, so that all of them, and
 * what they need, are compiled. It never runs.
 */
final class Roots {
    private Roots() {}

    public static void main(String[] arguments) {
        Heap heap = ThreadHeap.current();
        long block = Malloc.malloc(1, heap);
        block = Calloc.calloc(1, block, heap);
        block = Realloc.realloc(block, 1, heap);
        block = Aligned.alignedAlloc(1, block, heap);
        Free.free(block, heap);
        Fault.raise(Free.isOf(block, 1, 1) ? 1 : 0, block);
        Query.usableSize(block);
        Query.owns(block);
        Trim.trim(heap);
        lifeCycle();
        watching();
        strict(block);
        heaps(ProgramHeap.open(block, block, block));
        arenas(BumpArena.open(block, true));
        pools(Pool.open(block, 1, true), HandlePool.open(block, 1, true));
    }

    private static void heaps(long id) {
        long block = ProgramHeap.malloc(id, 1) + ProgramHeap.calloc(id, id, id);
        block += ProgramHeap.alignedAlloc(id, id, id);
        block = ProgramHeap.realloc(id, block, ProgramHeap.usableSize(id, block));
        Fault.raise(ProgramHeap.free(id, block), HeapFigures.limit(id) + HeapFigures.used(id));
        Fault.raise(HeapFigures.setLimit(id, HeapFigures.most(id)), HeapFigures.headroom(id));
        Query.owns(HeapFigures.reserved(id) + HeapFigures.liveBytes(id));
        Query.owns(HeapFigures.liveBlocks(id) + Within.idOf(block));
        boolean isClosed = ProgramHeap.isOpen(id) && ProgramHeap.trim(id) && ProgramHeap.close(id);
        Fault.raise(isClosed ? 1 : 0, id);
    }

    private static void strict(long block) {
        Layouts.note(block, block, block);
        Fault.raise(Strict.problemOf(block, block), Layouts.forget(block, block, block));
    }

    private static void arenas(BumpArena arena) {
        long mark = arena.mark() + arena.used() + arena.highWater() + arena.capacity();
        arena.rollback(mark);
        long offset = arena.offsetOf(arena.allocate(mark, 1));
        arena.resolve(offset, 1, arena.generation());
        arena.reset();
        arena.close();
    }

    private static void pools(Pool pool, HandlePool handles) {
        pool.free(pool.allocate() + pool.inUse() + pool.capacity() + pool.blockBytes());
        Fault.raise(pool.isValid() && pool.close() ? 1 : 0, 0);
        pool.reset();
        long handle = handles.allocate() + handles.inUse() + handles.capacity();
        handles.free(handles.resolve(handle) + handles.retired() + handles.blockBytes());
        handles.seed(handle);
        Fault.raise(handles.isValid() && handles.close() ? 1 : 0, 0);
    }

    private static void lifeCycle() {
        Boot.boot();
        Threads.leave();
        Query.owns(Decommit.passWhenDue());
        if (Fork.prepare()) {
            Fork.parent();
            Fork.child();
        }
        Lock.acquire(UnitTables.states(Geometry.MIN_STATE_SHIFT));
        Lock.release(UnitTables.spans());
        Lock.reset(0);
    }

    private static void watching() {
        Fault.raise(Verify.all(), Verify.where());
        Census.liveBlocks(0);
        Stats.collect();
        long books = Stats.mallocCount + Stats.freeCount + Stats.liveBlocks + Stats.liveBytes;
        books += Stats.retainedBytes + Stats.wastedBytes + Stats.committedBytes;
        books += Stats.largeBlocks + Stats.largeBytes + Stats.freeBlocks + Stats.freeRunBytes;
        books += Stats.magazineBlocks + Stats.magazineBytes;
        Query.owns(books);
        Heap heap = Registry.shared();
        if (heap.lock() && LargeSource.keepWarm(books)) {
            HeapBooks.read(heap, 0);
            heap.unlock();
            books = HeapBooks.freeBlocks + HeapBooks.magazineBlocks;
            Query.owns(books + HeapBooks.spanBytes + HeapBooks.mostBytes);
        }
    }
}
