package dev.quarry.core.owner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.quarry.core.CoreTest;
import dev.quarry.core.tune.SizeClasses;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OwnerWordTest extends CoreTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4095, 4096, 1 << 19, OwnerWord.MAX_SLOT})
    void saysWhatWentIn(int slot) {
        for (int sizeClass = 0; sizeClass < SizeClasses.COUNT; sizeClass++) {
            int word = OwnerWord.of(slot, sizeClass);
            assertEquals(slot, OwnerWord.slot(word));
            assertEquals(sizeClass, OwnerWord.sizeClass(word));
            assertEquals(SizeClasses.stateShift(sizeClass), OwnerWord.stateShift(word));
            assertEquals(sizeClass << SizeClasses.HEAD_SHIFT, OwnerWord.head(word));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4095, 4096, 1 << 19, OwnerWord.MAX_SLOT})
    void onlyTheSameSlotTakenAwayLeavesTheRest(int slot) {
        for (int sizeClass = 0; sizeClass < SizeClasses.COUNT; sizeClass++) {
            int word = OwnerWord.of(slot, sizeClass);
            assertTrue(OwnerWord.isRest(word - OwnerWord.ofSlot(slot)));
            assertFalse(OwnerWord.isRest(word - OwnerWord.ofSlot(slot - 1)));
            assertFalse(OwnerWord.isRest(word - OwnerWord.ofSlot(slot % OwnerWord.MAX_SLOT + 1)));
            assertFalse(OwnerWord.isRest(-OwnerWord.ofSlot(slot)), "nobody's");
        }
    }
}
