package dev.quarry.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import org.junit.jupiter.api.Test;

/** The usable size holds what was asked, is the user's to the last byte, and wastes little. */
class UsableSizeTest extends Contract {
    private static final long TABLE_BYTES = 32 << 10;

    @Test
    void isTheUsersToTheLastByte() {
        for (long bytes = 0; bytes < 300_000; bytes += 1 + bytes / 16) {
            long block = blocks.malloc(bytes);
            long usable = blocks.usableBytes(block);
            blocks.release(block);
            blocks.accept(block, usable, Blocks.ALIGNMENT);
        }
        blocks.check();
    }

    /** Sixteen by sixteen up to 128 B, then four steps per doubling: a fifth is the worst. */
    @Test
    void wastesAtMostWhatTheClassesAdmit() {
        for (long bytes = 1; bytes <= TABLE_BYTES; bytes++) {
            long block = life.malloc(bytes);
            long usable = life.usableSize(block);
            long most = bytes <= 128 ? (bytes + 15) & -16 : bytes + Long.highestOneBit(bytes) / 4;
            assertTrue(usable <= most, bytes + " B: " + usable + " usable");
            life.free(block);
        }
    }

    @Test
    void doesNotDependOnHowTheBlockCame() {
        for (long bytes = 1; bytes <= TABLE_BYTES; bytes += 1 + bytes / 8) {
            long usable = blocks.usableBytes(blocks.malloc(bytes));
            assertEquals(usable, blocks.usableBytes(blocks.calloc(1, bytes)));
            assertEquals(usable, blocks.usableBytes(blocks.aligned(16, bytes)));
        }
    }

    @Test
    void ownershipIsOfAddresses() {
        long block = blocks.malloc(5000);
        assertTrue(life.owns(block) && life.owns(block + 4999));
        assertFalse(life.owns(0));
        assertFalse(life.owns(1));
        assertFalse(life.owns(-1));
        assertFalse(life.owns(Long.MIN_VALUE));
        try (Arena arena = Arena.ofConfined()) {
            assertFalse(life.owns(arena.allocate(64).address()));
        }
    }
}
