package dev.quarry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.child.Checks;
import dev.quarry.core.verify.Stats;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Virtual threads own no heap: however many there are, they share a fixed set. */
class VirtualThreadsTest {
    private static final int THREADS = 1_000_000;
    private static final int AT_ONCE = 1_000;

    /** Of each thread that is under way, at most, with room for spans that are partly used. */
    private static final long BOUND_BYTES = AT_ONCE * 16_000L + (8L << 20);

    @AfterEach
    void structuresAreValid() {
        Checks.atRest(0);
    }

    @Test
    void aMillionOfThemKeepTheFootprint() throws Exception {
        Quarry.free(Quarry.malloc(1));
        int heaps = Checks.heapCount();
        assertTrue(Stats.collect());
        long committed = Stats.committedBytes;
        AtomicLong most = new AtomicLong();
        List<RecordedEvent> pinned = pinnedDuring(() -> runAll(most));
        assertEquals(heaps, Checks.heapCount());
        assertTrue(most.get() <= committed + BOUND_BYTES, () -> committed + " " + most);
        assertEquals(List.of(), pinned.stream().filter(VirtualThreadsTest::isOurs).toList());
    }

    private static void runAll(AtomicLong most) throws InterruptedException {
        Semaphore room = new Semaphore(AT_ONCE);
        for (int i = 0; i < THREADS; i++) {
            int seed = i;
            room.acquire();
            Thread.ofVirtual().start(() -> {
                useAndYield(seed);
                room.release();
            });
            if (i % (THREADS / 50) == 0 && Stats.collect()) {
                most.accumulateAndGet(Stats.committedBytes, Math::max);
            }
        }
        room.acquire(AT_ONCE);
    }

    /** Blocks of one thread are freed while it may be on another carrier, at most 16 000 bytes. */
    private static void useAndYield(int seed) {
        long first = Quarry.malloc(seed & 0x7F);
        long second = Quarry.calloc(1, seed % 5000);
        if ((seed & 15) == 0) {
            Thread.yield();
        }
        long third = Quarry.realloc(second, 2L * (seed % 5000));
        Quarry.free(first);
        Quarry.free(third);
    }

    private interface Work {
        void run() throws Exception;
    }

    private static List<RecordedEvent> pinnedDuring(Work work) throws Exception {
        Path file = Files.createTempFile("pinned", ".jfr");
        try (Recording recording = new Recording()) {
            recording.enable("jdk.VirtualThreadPinned").withoutThreshold().withStackTrace();
            recording.start();
            work.run();
            recording.stop();
            recording.dump(file);
        }
        List<RecordedEvent> events = read(file);
        Files.delete(file);
        return events;
    }

    private static List<RecordedEvent> read(Path file) throws IOException {
        return RecordingFile.readAllEvents(file);
    }

    private static boolean isOurs(RecordedEvent event) {
        return event.getStackTrace() != null
                && event.getStackTrace().getFrames().stream()
                        .map(frame -> frame.getMethod().getType().getName())
                        .anyMatch(name -> name.startsWith("dev.quarry."));
    }

    /** So that an empty recording means something. */
    @Test
    void theRecordingSeesWhoIsPinned() throws Exception {
        List<RecordedEvent> pinned =
                pinnedDuring(() -> Thread.ofVirtual().start(VirtualThreadsTest::pin).join());
        assertTrue(pinned.stream().anyMatch(VirtualThreadsTest::isOurs), pinned::toString);
    }

    /** While a class is being initialised its thread cannot be unmounted. */
    private static void pin() {
        assertEquals(1, Pinning.VALUE);
    }

    private static final class Pinning {
        static final int VALUE = sleep();

        private static int sleep() {
            try {
                Thread.sleep(20);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            return 1;
        }
    }
}
