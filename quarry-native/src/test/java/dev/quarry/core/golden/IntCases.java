package dev.quarry.core.golden;

import dev.quarry.core.base.Memory;

/** Arithmetic that C and Java might see differently. The operands come in, so nothing folds. */
final class IntCases {
    private IntCases() {}

    static long shifts(long value, int by) {
        long mixed = value << by ^ value >>> by ^ value >> by;
        int narrow = (int) value;
        return mixed + (narrow << by) + (narrow >>> by) + (narrow >> by);
    }

    static long overflow(long value, int narrow) {
        int product = narrow * narrow + narrow;
        long wide = value * value + value;
        return wide ^ product ^ (Integer.MAX_VALUE + narrow) ^ -value;
    }

    static long narrowing(long value) {
        return (int) value + (short) value * 3L + (byte) value * 5L + (char) value * 7L;
    }

    static long fields(Cell cell, long value) {
        cell.small = (short) value;
        cell.tiny = (byte) value;
        cell.count = (int) value;
        return cell.small * 3L + cell.tiny * 5L + cell.count;
    }

    static long unsigned(long a, long b) {
        long bits = Long.compareUnsigned(a, b) < 0 ? 1 : 0;
        bits |= Long.compareUnsigned(a, b) >= 0 ? 2 : 0;
        bits |= Integer.compareUnsigned((int) a, (int) b) < 0 ? 4 : 0;
        bits |= a < b ? 8 : 0;
        return bits;
    }

    static long unsignedDivision(long a, long b) {
        return Long.divideUnsigned(a, b) * 31 + Long.remainderUnsigned(a, b);
    }

    static long division(long a, long b) {
        return a / b * 31 + a % b;
    }

    static long bits(long value) {
        return Memory.trailingZeros(value)
                + 100L * Memory.leadingZeros(value)
                + 10_000L * Memory.bitCount(value);
    }

    static long loop(int count) {
        long sum = 0;
        for (int i = 0; i < count; i++) {
            if ((i & 3) == 1) {
                continue;
            }
            if (i == 90) {
                break;
            }
            sum = sum * 31 + i;
        }
        return sum;
    }

    static int choose(int kind) {
        switch (kind) {
            case 0:
                return 17;
            case 1:
            case 2:
                return 23;
            default:
                return kind * 3;
        }
    }
}
