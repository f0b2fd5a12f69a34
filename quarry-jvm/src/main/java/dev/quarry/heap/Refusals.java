package dev.quarry.heap;

import dev.quarry.core.base.Tls;
import dev.quarry.core.owner.Denial;
import java.util.function.LongSupplier;

/**
 * What is done about a request that a limit refuses: listeners are asked, and it is tried again.
 *
 * @param heap the heap that was asked
 * @param path the heap that is to be named when the request is given up
 * @param bytes the bytes asked for
 * @param charge what counts of them for limits
 */
record Refusals(Heap heap, String path, long bytes, long charge) {
    /** Bound while a listener runs, in its thread. */
    private static final ScopedValue<Boolean> INSIDE = ScopedValue.newInstance();

    /**
     * Tries again as long as a listener helps, or as the limit has room again by then.
     *
     * @param request gives what was asked for, or why not
     * @return its answer, unless that is LIMIT again
     */
    long retry(LongSupplier request) {
        Tls.ensureStack();
        Heap refusing = heap.refusing(charge);
        for (int round = 1; round <= Heap.MOST_ROUNDS; round++) {
            if (refusing != null && !isRelieved(refusing, round)) {
                break;
            }
            long answer = request.getAsLong();
            if (answer != Denial.LIMIT) {
                return answer;
            }
            refusing = heap.refusing(charge);
        }
        throw new HeapLimitError(path, bytes, refusing == null ? heap : refusing);
    }

    /** Nobody has to free anything for what exceeds the limit even of an empty heap. */
    private boolean isRelieved(Heap refusing, int round) {
        if (INSIDE.isBound() || charge > refusing.limit()) {
            return false;
        }
        Pressure pressure = new Pressure(refusing, heap, bytes, round);
        for (PressureListener listener : refusing.listeners) {
            boolean isRelieved = ScopedValue.where(INSIDE, true)
                    .call(() -> Listeners.isDone(() -> listener.relieve(pressure)));
            if (isRelieved) {
                return true;
            }
        }
        return false;
    }
}
