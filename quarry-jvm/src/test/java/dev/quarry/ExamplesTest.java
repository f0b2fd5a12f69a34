package dev.quarry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.child.Checks;
import dev.quarry.region.BumpArena;
import dev.quarry.stats.Management;
import dev.quarry.stats.Statistics;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import javax.management.ObjectName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The examples in Javadoc, which shows the parts of this file between the marks. */
class ExamplesTest {
    private long heldBefore;

    @BeforeEach
    void countWhatOthersHold() {
        heldBefore = Statistics.take().liveBlocks();
    }

    @AfterEach
    void nothingIsLeft() {
        Checks.atRest(heldBefore);
    }

    @Test
    void segments() {
        // @start region="segments"
        MemorySegment prices = Quarry.allocate(1000 * Double.BYTES);
        prices.setAtIndex(ValueLayout.JAVA_DOUBLE, 7, 12.5);
        double price = prices.getAtIndex(ValueLayout.JAVA_DOUBLE, 7);
        Quarry.free(prices);
        // @end
        assertEquals(12.5, price);
    }

    @Test
    void misuse() {
        String said = "";
        // @start region="misuse"
        long block = Quarry.malloc(24);
        Quarry.free(block);
        try {
            Quarry.free(block);
        } catch (MisuseException e) {
            said = e.misuse() + " " + e.misuse().reason();
        }
        // @end
        assertEquals("DOUBLE_FREE the block has been freed already", said);
    }

    @Test
    void arena() {
        int sum = 0;
        // @start region="arena"
        try (BumpArena arena = BumpArena.growing()) {
            for (int request = 0; request < 3; request++) {
                MemorySegment scratch = arena.allocate(4096, 8);
                scratch.set(ValueLayout.JAVA_INT, 0, request);
                sum += scratch.get(ValueLayout.JAVA_INT, 0);
                arena.reset();
            }
        }
        // @end
        assertEquals(3, sum);
    }

    @Test
    void statistics() {
        // @start region="statistics"
        Statistics now = Statistics.take();
        long free = now.books().retained();
        long largest =
                now.heaps().stream().mapToLong(heap -> heap.books().committed()).max().orElse(0);
        // @end
        assertTrue(free >= 0 && largest <= now.books().committed());
    }

    @Test
    void management() throws Exception {
        // @start region="management"
        ObjectName name = Management.register();
        // @end
        assertEquals(Management.NAME, name.toString());
        Management.unregister();
    }
}
