package dev.quarry.core.owner;

import dev.quarry.core.tune.SizeClasses;

/**
 * What the table of owner words says of a unit: who allocates from it, and blocks of which class.
 *
 * <pre>
 *   31 .. 12   the heap's slot; 0 = nobody
 *   11 .. 6    the size class
 *    5 .. 0    the class's state shift
 * </pre>
 *
 * <p>So the last twelve bits say where in its heap the class's magazine is, as {@link
 * SizeClasses#headOf} does, and what shifts by a word shifts by the state shift.
 */
public final class OwnerWord {
    /** Slots there can be. */
    static final int MAX_SLOT = (1 << 20) - 1;

    private static final int SLOT_SHIFT = 12;
    private static final int SHIFT_MASK = (1 << SizeClasses.HEAD_SHIFT) - 1;
    private static final int HEAD_MASK = (1 << SLOT_SHIFT) - 1 & ~SHIFT_MASK;

    private OwnerWord() {}

    /** The word of a class's units of the heap in a slot. */
    public static int of(int slot, int sizeClass) {
        return ofSlot(slot)
                | sizeClass << SizeClasses.HEAD_SHIFT
                | SizeClasses.stateShift(sizeClass);
    }

    /** A slot alone, in its place. */
    static int ofSlot(int slot) {
        return slot << SLOT_SHIFT;
    }

    static int slot(int word) {
        return word >>> SLOT_SHIFT;
    }

    /** Whether a word, the slot of a heap taken away from it, is of that heap. */
    public static boolean isRest(int word) {
        return (word & -1 << SLOT_SHIFT) == 0;
    }

    static int sizeClass(int word) {
        return head(word) >>> SizeClasses.HEAD_SHIFT;
    }

    /** The class, as {@link SizeClasses#headOf} says it. */
    public static int head(int word) {
        return word & HEAD_MASK;
    }

    static int stateShift(int word) {
        return word & SHIFT_MASK;
    }
}
