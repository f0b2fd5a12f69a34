package dev.quarry.bench.result;

import java.util.Map;

/**
 * Instructions per operation (allocate, write a byte, free) of a small loop.
 *
 * @param perOperation by column; "loop" is what the loop and its two calls cost by themselves
 */
public record LoopCost(String loop, int bytes, Map<String, Double> perOperation) {
}
