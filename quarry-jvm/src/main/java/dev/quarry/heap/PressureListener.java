package dev.quarry.heap;

/**
 * Frees memory of a heap when a request would exceed its limit, such as by evicting from a cache.
 *
 * <p>Listeners run in the thread that made the request, before its call returns, and in several
 * threads at once if several meet the limit. Quarry holds no lock meanwhile; what locks the program
 * holds at that call, it holds still. A request that a listener makes itself, and that a limit
 * refuses, fails without asking anybody.
 */
@FunctionalInterface
public interface PressureListener {
    /**
     * Frees what it can, best as many bytes as were asked for, or more: a limit counts runs of
     * memory, which hold many small blocks, so that a few bytes less do not help.
     *
     * <p>What it throws is handed to the thread's uncaught exception handler and counts as false.
     *
     * @param pressure the request
     * @return whether something was freed, so that the request is to be tried again; if not, the
     *     next listener is asked
     */
    boolean relieve(Pressure pressure);
}
