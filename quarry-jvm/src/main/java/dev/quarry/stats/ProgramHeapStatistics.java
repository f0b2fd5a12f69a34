package dev.quarry.stats;

import dev.quarry.heap.Heap;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * One of the heaps that the program has opened, and its limit. The blocks in it are also among
 * those of {@link HeapStatistics} and {@link Statistics#largeBlocks}.
 *
 * @param path its name after those of the heaps around it, such as {@code app/cache}
 * @param limit the bytes that it may use; 2^63 - 1 if it has no limit of its own
 * @param reservation bytes that its parent keeps for it
 * @param used bytes that count for its limit: the runs of memory that it and the heaps within it
 *     have, or what is reserved for those if that is more
 * @param peak the most that was ever used
 * @param headroom bytes left to it by its limit and those around it; 2^63 - 1 if there is none
 * @param liveBlocks blocks of the heap itself that the program holds, small and large
 * @param liveBytes their bytes, each counted as its usable size
 */
public record ProgramHeapStatistics(
        String path,
        long limit,
        long reservation,
        long used,
        long peak,
        long headroom,
        long liveBlocks,
        long liveBytes) {

    private static final Comparator<Heap> BY_NAME = Comparator.comparing(Heap::name);

    /** All that are open, each before those within it. */
    static List<ProgramHeapStatistics> ofAll() {
        List<ProgramHeapStatistics> all = new ArrayList<>();
        add(all, Heap.roots());
        return all;
    }

    private static void add(List<ProgramHeapStatistics> all, Collection<Heap> heaps) {
        heaps.stream().sorted(BY_NAME).forEach(heap -> {
            all.add(of(heap));
            add(all, heap.children());
        });
    }

    private static ProgramHeapStatistics of(Heap heap) {
        return new ProgramHeapStatistics(
                heap.path(),
                heap.limit(),
                heap.reservation(),
                heap.used(),
                heap.peak(),
                heap.headroom(),
                heap.liveBlocks(),
                heap.liveBytes());
    }
}
