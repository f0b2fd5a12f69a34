package dev.quarry.core.golden;

import dev.quarry.core.base.Build;
import dev.quarry.core.base.Guards;
import dev.quarry.core.base.Memory;

/** The cases by number, so that a loop on either life runs them all. */
public final class Golden {
    public static final int CASES = 26;

    private Golden() {}

    public static long run(Cell cell, int number) {
        return number < 12 ? order(cell, number) : ints(cell, number);
    }

    private static long order(Cell cell, int number) {
        switch (number) {
            case 0: return OrderCases.locals(cell);
            case 1: return OrderCases.nested(cell);
            case 2: return OrderCases.three(cell);
            case 3: return OrderCases.fieldBeforeCall(cell);
            case 4: return OrderCases.fieldInTheSameExpression(cell);
            case 5: return OrderCases.staticBeforeCall(cell);
            case 6: return OrderCases.slotBeforeCall(cell);
            case 7: return OrderCases.shortCircuit(cell);
            case 8: return OrderCases.assignedInside(cell);
            case 9: return OrderCases.postIncrement(cell);
            case 10: return OrderCases.chained(cell);
            default: return OrderCases.volatiles(cell);
        }
    }

    private static long ints(Cell cell, int number) {
        switch (number) {
            case 12: return IntCases.shifts(0x8765_4321_0FED_CBA9L, 13);
            case 13: return IntCases.shifts(-1, 31);
            case 14: return IntCases.overflow(Long.MAX_VALUE, Integer.MAX_VALUE);
            case 15: return IntCases.overflow(Long.MIN_VALUE, Integer.MIN_VALUE);
            case 16: return IntCases.narrowing(0x1234_5678_9ABC_DEF0L);
            case 17: return IntCases.fields(cell, 0xFEDC_BA98_8000_8181L);
            case 18: return IntCases.unsigned(-1, 1);
            case 19: return IntCases.unsigned(1, Long.MIN_VALUE);
            case 20: return IntCases.unsignedDivision(-3, 7);
            case 21: return IntCases.division(-17, 5);
            case 22: return IntCases.bits(0x0008_F000_0000_0100L);
            case 23: return IntCases.loop(100);
            case 24: return IntCases.choose(cell.count & 3);
            default: return IntCases.choose(9);
        }
    }

    /** Ends only when another thread's write is seen, twice over: a field's and a static's. */
    public static long await(Cell cell) {
        while (cell.flag == 0) {
            spin();
        }
        while (Cell.signal == 0) {
            spin();
        }
        return cell.flag + Cell.signal;
    }

    private static void spin() {}

    public static void signalSlow(Cell cell) {
        cell.flag = 1;
        Cell.signal = 2;
    }

    /** One bit for each of a few switches of the build. */
    public static int switches() {
        int bits = Guards.liveState() ? 1 : 0;
        bits |= Guards.drainState() ? 2 : 0;
        bits |= Build.checked() ? 4 : 0;
        return bits;
    }

    /** Stops a checked build when the word at {@code address} is 0. */
    public static void require(long address) {
        Build.require(Memory.getLong(address) != 0);
    }
}
