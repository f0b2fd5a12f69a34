package dev.quarry.aot;

import dev.quarry.core.base.Fault;
import dev.quarry.core.base.Lock;

/**
 * TeaVM's entry: one call of each core method that hand-written C calls, so that all of them, and
 * what they need, are compiled. It never runs.
 */
final class Roots {
    private Roots() {}

    public static void main(String[] arguments) {
        Fault.raise(0, 0);
        Lock.acquire(0);
        Lock.release(0);
    }
}
