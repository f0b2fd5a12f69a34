package dev.quarry.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.heap.HeapLimitError;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class BoundedPipelineTest {
    private static final long LIMIT = 2 << 20;

    @Test
    void resultsAreDroppedWhenTheLimitIsMet() throws Exception {
        long before = Live.bytes();
        try (BoundedPipeline pipeline = new BoundedPipeline(LIMIT)) {
            for (int i = 0; i < 5000; i++) {
                pipeline.receive(new byte[] {7, 7, (byte) i});
                pipeline.work();
                assertTrue(Live.bytes() <= before + LIMIT || i % 100 != 0);
            }
            long kept = 5000 - pipeline.evicted();
            assertTrue(pipeline.evicted() > 3000, () -> kept + " kept");
            assertTrue(kept > 500, () -> kept + " kept");
            assertTrue(pipeline.count((byte) 7) >= 2 * kept);
            assertTrue(pipeline.peakBytes() <= LIMIT);
        }
        assertEquals(before, Live.bytes());
    }

    /** The sender is always ahead, and is slowed down; nothing is lost. */
    @Test
    void aFastSenderWaits() throws Exception {
        long before = Live.bytes();
        try (BoundedPipeline pipeline = new BoundedPipeline(LIMIT)) {
            Thread sender = Thread.ofPlatform().start(() -> {
                for (int i = 0; i < 1000; i++) {
                    pipeline.receive(new byte[20_000]);
                }
            });
            for (int i = 0; i < 1000; i++) {
                pipeline.work();
            }
            sender.join();
            assertEquals(20_000 * (1000 - pipeline.evicted()), pipeline.count((byte) 0));
            assertTrue(pipeline.peakBytes() <= LIMIT);
        }
        assertEquals(before, Live.bytes());
    }

    @Test
    void aMessageThatNeverFitsIsRefused() {
        try (BoundedPipeline pipeline = new BoundedPipeline(LIMIT)) {
            HeapLimitError error = assertThrows(
                    HeapLimitError.class, () -> pipeline.receive(new byte[(int) LIMIT]));
            assertEquals("pipeline/waiting", error.refusedBy());
        }
    }

    @Test
    void theProgramRuns() {
        assertEquals("all counted: true\nsome dropped: true\nwithin 4 MiB: true\n",
                Live.outputOf(() -> BoundedPipeline.main(new String[0])));
    }
}
