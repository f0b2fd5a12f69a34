package dev.quarry.heap;

/**
 * Hears that a heap's use has come to a threshold, before its limit refuses anything.
 *
 * <p>Runs in the thread whose request has led there, before its call returns, once for each rise
 * through the threshold whatever number of threads allocate. Quarry holds no lock meanwhile. It may
 * free and allocate; what takes long is better left to another thread.
 */
@FunctionalInterface
public interface ThresholdListener {
    /**
     * The use has come to a threshold. What this throws is handed to the thread's uncaught
     * exception handler; the request has been met all the same.
     *
     * @param heap the heap whose threshold it is; the request was made in it or in one within it
     */
    void reached(Heap heap, Threshold threshold);
}
