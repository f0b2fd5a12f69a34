package dev.quarry.heap;

/**
 * A request that a heap's limit refuses for now.
 *
 * @param heap the heap whose limit it is
 * @param requester the heap that the request was made in: the same, or one within it
 * @param bytes the bytes asked for
 * @param round how often listeners have been asked for this request, this time included
 */
public record Pressure(Heap heap, Heap requester, long bytes, int round) {}
