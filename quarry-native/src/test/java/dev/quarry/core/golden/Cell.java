package dev.quarry.core.golden;

import dev.quarry.core.base.InC;

/** A state class of every kind of field: an object here, a struct in C. */
public final class Cell {
    static final int SLOTS = 8;

    // Written by other threads.
    volatile int flag;
    volatile long first;
    volatile long second;
    volatile Cell peer;
    static volatile long signal;

    // The owner's alone.
    long value;
    int count;
    short small;
    byte tiny;
    boolean on;
    Cell next;
    static long total;
    private final long[] slots = new long[SLOTS];

    @InC
    public static Cell create() {
        return new Cell();
    }

    @InC
    long slot(int index) {
        return slots[index];
    }

    @InC
    void setSlot(int index, long value) {
        slots[index] = value;
    }

    long bump() {
        value++;
        return value;
    }

    boolean flip() {
        on = !on;
        return on;
    }
}
