package dev.quarry.stats;

import dev.quarry.Misuse;
import dev.quarry.Quarry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is behind the MXBean. */
final class Allocator implements AllocatorMXBean {
    @Override
    public Statistics getStatistics() {
        return Statistics.take();
    }

    @Override
    public Books getBooks() {
        return getStatistics().books();
    }

    @Override
    public long getLiveBlocks() {
        return getStatistics().liveBlocks();
    }

    @Override
    public long getLiveBytes() {
        return getBooks().live();
    }

    @Override
    public long getCommittedBytes() {
        return getBooks().committed();
    }

    @Override
    public long getProcessResidentBytes() {
        return Statistics.processResidentBytes();
    }

    @Override
    public List<ClassStatistics> getSizeClasses() {
        return getStatistics().classes();
    }

    @Override
    public List<HeapStatistics> getHeaps() {
        return getStatistics().heaps();
    }

    @Override
    public List<ProgramHeapStatistics> getProgramHeaps() {
        return ProgramHeapStatistics.ofAll();
    }

    @Override
    public Map<String, Long> getMisuses() {
        Map<String, Long> counts = new LinkedHashMap<>();
        for (Misuse misuse : Misuse.values()) {
            counts.put(misuse.name(), misuse.count());
        }
        return counts;
    }

    @Override
    public String dump() {
        return getStatistics().dump();
    }

    @Override
    public long trim() {
        return Quarry.trim();
    }
}
